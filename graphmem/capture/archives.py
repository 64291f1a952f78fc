"""A file that is an export goes in, packed or not; the plain bytes of its members come out, never by way of the disk.

An archive is foreign: names of members are only compared, encrypted and damaged members are told, and what unpacks
to more than is reasonable is not unpacked to its end.
"""

from __future__ import annotations

import errno
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from graphmem.capture.tail import Stream, opened

MEMBER_LIMIT = 8 << 30  # plain bytes of one member
RATIO_LIMIT, RATIO_FROM = 400, 64 << 20  # text does not shrink further than that, once it is of some size
MEMBERS_LIMIT = 200_000
SNIFFED = 1 << 20
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class Unreadable(Exception):
    """A member of an archive that cannot be read on, and why; what was read of it before stands."""


@contextmanager
def whole() -> Iterator[None]:
    """Raises Unreadable for every way in which zipfile says that an archive is damaged."""
    try:
        yield
    except DAMAGE as cause:
        raise Unreadable(f"is damaged: {cause}") from cause
    except OSError as cause:
        if cause.errno != errno.EINVAL:
            raise
        # A place before the beginning of the file: some versions go there before they have looked.
        raise Unreadable("is damaged: it points outside of itself") from cause


class Member(NamedTuple):
    """A file of an export, by its name in the archive."""

    name: str
    archive: Path
    info: zipfile.ZipInfo | None  # None: the file itself, not packed

    @contextmanager
    def opened(self) -> Iterator[Stream]:
        """The plain bytes; raises OSError, and Unreadable also while they are read."""
        if self.info is None:
            with opened(self.archive) as plain:
                yield plain
            return
        if self.info.flag_bits & 1:
            raise Unreadable("is encrypted")
        with whole(), zipfile.ZipFile(self.archive) as packed, packed.open(self.info) as member:
            yield Guarded(member.read, self.info)

    def head(self) -> bytes:
        """Its first bytes; none when it cannot be read."""
        try:
            with self.opened() as stream:
                return stream.read(SNIFFED)
        except (OSError, Unreadable):
            return b""


class Guarded:
    """The bytes of a packed member, as long as they are no bomb."""

    def __init__(self, read: Callable[[int], bytes], info: zipfile.ZipInfo) -> None:
        self._read, self._info, self._given = read, info, 0

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; raises Unreadable."""
        with whole():
            piece = self._read(size)
        self._given += len(piece)
        packed = max(self._info.compress_size, 1)
        if self._given > MEMBER_LIMIT or (self._given > RATIO_FROM and self._given > RATIO_LIMIT * packed):
            raise Unreadable("unpacks to more than is reasonable and was not read on")
        return piece


def is_archive(path: Path) -> bool:
    """True for a ZIP file, whatever its name."""
    try:
        with path.open("rb") as raw:
            return raw.read(4) in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
    except OSError:
        return False


def members(path: Path) -> list[Member]:
    """The files of an export, sorted by name; the file itself when it is not packed, none when it is damaged.

    Raises OSError.
    """
    if not is_archive(path):
        return [Member(path.name, path, None)]
    try:
        with whole(), zipfile.ZipFile(path) as packed:
            infos = [info for info in packed.infolist()[:MEMBERS_LIMIT] if not info.is_dir()]
    except Unreadable:
        return []
    return [Member(info.filename, path, info) for info in sorted(infos, key=lambda info: info.filename)]


def closed(path: Path) -> str:
    """Why an archive cannot be looked into: it is damaged, or encrypted; "" when it can, or is none."""
    if not is_archive(path):
        return ""
    found = members(path)
    if not found:
        return "is a damaged or empty archive"
    packed = [member for member in found if member.info is not None]
    locked = any(member.info.flag_bits & 1 for member in packed if member.info is not None)
    return "is an encrypted archive" if locked else ""
