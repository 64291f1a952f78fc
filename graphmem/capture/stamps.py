"""A source goes in; its size and time of change come out: what changes in it shows in them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from graphmem.capture.registry import Reader

# Beside a database lies what is not yet folded into it; the database itself may keep its time of change for hours.
SIDECARS = ("-wal", "-journal")


class Stamp(NamedTuple):
    """The bytes of a source and when they changed last, in nanoseconds since 1970."""

    size: int
    changed: int


def stamp(reader: Reader, path: Path) -> Stamp:
    """The stamp of a source; raises OSError when it is not there.

    A source that is made of several files has a reader with a `stamp` of its own.
    """
    own = getattr(reader, "stamp", None)
    if own is not None:
        return Stamp(*own(path))
    status = path.stat()
    size, changed = status.st_size, status.st_mtime_ns
    for suffix in SIDECARS:
        try:
            beside = path.with_name(path.name + suffix).stat()
        except OSError:
            continue
        size, changed = size + beside.st_size, max(changed, beside.st_mtime_ns)
    return Stamp(size, changed)
