"""What the patterns need, found out once for all processes: it is kept where Python keeps the byte code of this code.

Finding it out costs more than half of what it takes to begin reading. It depends on the patterns and on `needs.py`
alone, so it is kept under both, and whatever is not there, or cannot be read or written, is found out anew.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from graphmem.extract import needs
from graphmem.extract.needs import Need, necessary

MANY = 200  # so many patterns are worth a file: those of all readers, not those of one module that came later


class Kept(msgspec.Struct):
    """The needs by the digest of their pattern, and of which code they are."""

    code: str
    needs: dict[str, list[list[str]]]


def needs_of(patterns: Sequence[tuple[str, int]]) -> list[list[Need]]:
    """What each of these patterns, with its flags, cannot match without."""
    kept = read() if len(patterns) >= MANY else {}
    keys = [digest(f"{flags} {pattern}".encode()) for pattern, flags in patterns]
    new = {key: place for place, key in enumerate(keys) if key not in kept}
    kept |= {key: [sorted(need) for need in necessary(*patterns[place])] for key, place in new.items()}
    if len(new) >= MANY and not sys.dont_write_bytecode:
        write({key: kept[key] for key in keys})
    return [[frozenset(need) for need in kept[key]] for key in keys]


def read() -> dict[str, list[list[str]]]:
    """What is kept; nothing when it is of other code, or is damaged."""
    with suppress(OSError, msgspec.MsgspecError, NotImplementedError):
        found = msgspec.json.decode(place().read_bytes(), type=Kept)
        if found.code == code():
            return found.needs
    return {}


def write(found: dict[str, list[list[str]]]) -> None:
    """Keep this in place of what is there; several processes may do so at once."""
    with suppress(OSError, NotImplementedError):
        file = place()
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            part.write_bytes(msgspec.json.encode(Kept(code(), found)))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def place() -> Path:
    """The file, beside the byte code of `needs.py`. Raises NotImplementedError where no byte code is kept."""
    return Path(importlib.util.cache_from_source(str(needs.__file__))).with_suffix(".json")


def code() -> str:
    """Which code finds them out: that of `needs.py`, and the parser of this Python. Raises OSError without it."""
    return digest(Path(str(needs.__file__)).read_bytes() + sys.version.encode())


def digest(data: bytes) -> str:
    """A short name of some bytes."""
    return blake2b(data, digest_size=12).hexdigest()
