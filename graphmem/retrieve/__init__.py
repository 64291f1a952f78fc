"""A question becomes ranked hits, each with its sources and dates."""
