"""Mentions become entities, claims become facts that know when they were true."""
