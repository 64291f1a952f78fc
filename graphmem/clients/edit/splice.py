"""What the editors of all formats share: pieces of a text that are put in place of others, and its line ends."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class NotEditable(ValueError):
    """A text cannot be read, or not be changed without changing more."""


class Splice(NamedTuple):
    """The characters from `start` to `end` give way to `text`."""

    start: int
    end: int
    text: str


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """The text with every piece in its place; the pieces must not overlap, and those at one place keep their order."""
    made, at = [], 0
    for start, end, piece in sorted(splices, key=lambda splice: splice.start):
        made += [text[at:start], piece]
        at = end
    return "".join([*made, text[at:]])


def newline_of(text: str) -> str:
    """How lines end in a text: as its first one does."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def line_start(text: str, at: int) -> int:
    """Where the line begins that a place is on."""
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Where the line ends that a place is on, before its line break."""
    end = text.find("\n", at)
    if end < 0:
        return len(text)
    return end - 1 if end > at and text[end - 1] == "\r" else end


def indent_at(text: str, at: int) -> str:
    """The white space that the line of a place begins with."""
    start = line_start(text, at)
    line = text[start : line_end(text, start)]
    return line[: len(line) - len(line.lstrip(" \t"))]


def lookup(values: Any, path: Iterable[str]) -> Any:
    """The value at a path of keys, or None."""
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return values


def without(values: Any, path: Sequence[str], *, index: int | None = None, prune: bool = False) -> Any:
    """The values without the one at a path, or without one of its items.

    With `prune`, without what is left empty above it, too.
    """
    gone = copy.deepcopy(values)
    if index is not None:
        del lookup(gone, path)[index]
        return gone
    del lookup(gone, path[:-1])[path[-1]]
    above = list(path[:-1])
    while prune and above and lookup(gone, above) == {}:
        del lookup(gone, above[:-1])[above.pop()]
    return gone
