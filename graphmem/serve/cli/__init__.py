"""The command line: words of a person or a program come in, the answer of one Memory method goes out."""

from __future__ import annotations

from graphmem.serve.cli.app import main

__all__ = ["main"]
