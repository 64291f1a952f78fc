"""One reader after another, until one finds something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

from graphmem.model import Claim

Said = TypeVarTuple("Said")


def first_of(readers: Iterable[Callable[[*Said], Iterable[Claim]]], *said: *Said) -> list[Claim]:
    """What the first of these readers that finds anything finds in what is said."""
    for reader in readers:
        found = list(reader(*said))
        if found:
            return found
    return []
