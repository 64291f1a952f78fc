"""Transcript files become sessions and messages: one reader for each client."""
