"""What a file said up to its end is kept in memory, so that a file which grows is read on instead of anew.

It is only a shortcut: what is kept is used when the bytes that it was made of are still there, as their hash tells,
and reading on gives what reading from the start would give.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from graphmem.capture.batch import Interpreter

ROOM = 128 << 20  # bytes of transcript whose sense is kept; that takes about as much memory


class Kept(NamedTuple):
    """An interpreter that has seen the first `end` bytes, which are `line` lines and have that hash."""

    interpreter: Interpreter
    end: int
    line: int
    digest: str


class Warm:
    """The interpreters of the files that were read last, within `room` bytes of transcript."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._kept: OrderedDict[Path, Kept] = OrderedDict()

    def take(self, path: Path, *, end: int, digest: str) -> Kept | None:
        """What is kept of a file whose first `end` bytes have that hash; it is kept no longer.

        An interpreter goes on with one reading at a time: whoever takes it puts it back when it is done.
        """
        kept = self._kept.pop(path, None)
        return kept if kept is not None and (kept.end, kept.digest) == (end, digest) else None

    def keep(self, path: Path, kept: Kept) -> None:
        """Keep an interpreter; those not used for longest go when the room is used up."""
        self._kept[path] = kept
        self._kept.move_to_end(path)
        used = sum(one.end for one in self._kept.values())
        while self._kept and used > self.room:
            used -= self._kept.popitem(last=False)[1].end
