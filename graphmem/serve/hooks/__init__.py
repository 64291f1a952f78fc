"""What the clients call at the turns of a session: `program` answers in time or not at all, `protocols` knows them."""
