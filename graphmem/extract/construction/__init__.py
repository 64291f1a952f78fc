"""Constructions: ways of saying a predicate, kept as data in `schema/constructions.toml` and read by one matcher."""
