"""Messages become mentions and claims."""
