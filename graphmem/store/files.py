"""Files for their owner's own eyes, whatever the umask: made so, or made so as soon as a library has made them."""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from graphmem.errors import DiskFull, MisuseError, StoreError

PRIVATE = 0o600
_PIECE = 1 << 20  # bytes in memory at a time


def private(path: str, flags: int) -> int:
    """The opener of a file that its owner alone may read, from its first byte on."""
    return os.open(path, flags, PRIVATE)


def make_private(*paths: Path) -> None:
    """Leave files that a library made to their owner alone; those that are not there are passed over."""
    for path in paths:
        with suppress(OSError):  # a file system without modes has nothing to be said
            path.chmod(PRIVATE)


@contextmanager
def private_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, readable by its owner alone, that takes the place of an older one when it is complete.

    Raises MisuseError where none can be written, and DiskFull.
    """
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.unlink(missing_ok=True)
        opened = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE)
        try:
            with os.fdopen(opened, "w+b") as file:
                yield file
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as cause:
        raise write_error(path, cause) from cause


def crc32(path: Path) -> int:
    """The CRC-32 of a file, as an unsigned number; read in pieces, so that it does not become resident."""
    check = 0
    with path.open("rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            check = zlib.crc32(piece, check)
    return check


def write_error(path: Path, cause: OSError) -> StoreError | MisuseError:
    """Why a file was not written."""
    if cause.errno == errno.ENOSPC:
        return DiskFull(
            f"There is no room on the disk for {path}.", hint="Free some space, or choose another."
        )
    return MisuseError(
        f"{path} cannot be written: {cause.strerror or cause}.", hint="Name a file in a folder that is there."
    )


def disk_error(path: Path, cause: OSError) -> StoreError:
    """Why a file or a folder of the home is of no use."""
    if cause.errno == errno.ENOSPC:
        return DiskFull(f"There is no room on the disk for {path}.", hint="Free some space and try again.")
    return StoreError(
        f"{path} cannot be used: {cause.strerror or cause}.", hint="Check the folder and its permissions."
    )
