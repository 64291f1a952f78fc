"""A folder goes in; the files in it that may be transcripts come out, in a fixed order and each once."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.parts import Parts
from graphmem.capture.tail import BLANK, BOM, Found, Stream, decode, lines, opened, stripped, whole
from graphmem.remembered import remembered

SNIFFED_BYTES = 16 << 20
SNIFFED_LINES = 200
SNIFFED_PARTS = 4 << 20  # bytes of a document
LISTS = ("messages", "history", "requests")  # members of documents that hold what was said
FIRST = 20  # so many records tell whose a file is


def walk(root: Path, suffixes: tuple[str, ...], passed_over: Collection[str] = ()) -> Iterator[Path]:
    """Files below a folder whose names end so, sorted; links are followed, circles and second names are not.

    Of `x.jsonl` and `x.jsonl.zst` in one folder only the first is taken: while a client packs a file, both exist.
    """
    folders: set[str] = set()
    files: set[str] = set()
    for folder, below, names in os.walk(root, followlinks=True):
        real = os.path.realpath(folder)
        if real in folders:
            below.clear()
            continue
        folders.add(real)
        below[:] = sorted(name for name in below if name not in passed_over)
        here = set(names)
        for name in sorted(names):
            if not name.endswith(suffixes) or (name.endswith(".zst") and name.removesuffix(".zst") in here):
                continue
            path = Path(folder, name)
            identity = os.path.realpath(path)
            if identity not in files and path.is_file():
                files.add(identity)
                yield path


class Limited:
    """The first bytes of a stream."""

    def __init__(self, stream: Stream, size: int) -> None:
        self.stream, self.left = stream, size

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none once the limit is reached."""
        piece = self.stream.read(min(size, self.left))
        self.left -= len(piece)
        return piece


class Sniffed:
    """Bytes that were read already, as a stream."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end."""
        piece, self.data = self.data[:size], self.data[size:]
        return piece


def first_records(path: Path, *, count: int = FIRST) -> list[dict[str, Any]]:
    """Up to `count` objects from the first lines of a file; none when it cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return []
    if count > FIRST:
        return list(read_first(path, count))
    return list(known_first(path, status.st_size, status.st_mtime_ns)[:count])


@remembered(4)
def known_first(path: Path, size: int, changed: int) -> tuple[dict[str, Any], ...]:  # noqa: ARG001  tell files apart
    """The first records of a file as it is now: several readers look at a file, one after the other."""
    return read_first(path, FIRST)


def read_first(path: Path, count: int) -> tuple[dict[str, Any], ...]:
    """Up to `count` objects from the first lines of a file."""
    found: list[dict[str, Any]] = []
    try:
        with opened(path) as stream:
            for line in lines(Limited(stream, SNIFFED_BYTES), cap=SNIFFED_BYTES):
                record = object_on(line.data) if line.ended else whole(line)
                found += [record] if record is not None else []
                if len(found) >= count or line.number >= SNIFFED_LINES:
                    break
    except OSError:
        return ()
    return tuple(found)


def first_parts(path: Path) -> list[dict[str, Any]]:
    """The first parts of a file that is one JSON document; none when it is none or cannot be read. See `parts`."""
    try:
        status = path.stat()
    except OSError:
        return []
    return list(known_parts(path, status.st_size, status.st_mtime_ns))


@remembered(4)
def known_parts(path: Path, size: int, changed: int) -> tuple[dict[str, Any], ...]:  # noqa: ARG001  tell files apart
    """The first parts of a document as it is now."""
    found: list[dict[str, Any]] = []
    try:
        with opened(path) as stream:
            if stream.read(64).lstrip(BOM + BLANK + b"\n")[:1] not in (b"{", b"["):
                return ()
        with opened(path) as stream:
            head = Limited(stream, SNIFFED_PARTS)
            for item in Parts(head, lists=LISTS, cap=SNIFFED_PARTS, is_record=bool):
                found += [item.value] if isinstance(item, Found) else []
                if len(found) >= FIRST:
                    break
    except OSError:
        return ()
    return tuple(found)


def object_on(data: bytes | None) -> dict[str, Any] | None:
    """The object on a line, or None."""
    try:
        value = decode(stripped(data or b""))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def looks_binary(path: Path) -> bool:
    """True when the beginning of a file is no text."""
    with path.open("rb") as raw:
        head = raw.read(8192)
    return b"\0" in head.rstrip(b"\0") or head.startswith(b"\x89PNG") or not is_text(head)


def is_text(head: bytes) -> bool:
    """True when bytes read as UTF-8, but for a few and for a cut last letter."""
    return head.decode("utf-8", "replace").count("\ufffd") <= len(head) // 50 + 1
