"""Languages other than English: which one a text is in, and for some of them what their sentences say and when.

A language that is read is one file, named by its ISO 639 code, that holds `LANGUAGE` (see `grammar`).
"""
