"""Editors of other programs' settings: a text and a key go in, the same text with that key alone changed comes out."""
