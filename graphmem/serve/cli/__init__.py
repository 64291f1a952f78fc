"""The command line: words of a person or a program come in, the answer of one Memory method goes out."""

from __future__ import annotations

import sys

__all__ = ["main"]

HELP = frozenset({"-h", "--help"})


def main() -> None:
    """Run the command that the arguments name, and leave with its exit code.

    A hook is answered before anything else is imported: its client waits for it with every prompt.
    """
    words = sys.argv[1:]
    if words[:1] == ["hook"] and not HELP.intersection(words):
        from graphmem.serve.hooks.program import answer  # noqa: PLC0415 - as above

        answer(words[1:])
    from graphmem.serve.cli.app import main as run  # noqa: PLC0415 - as above

    run()
