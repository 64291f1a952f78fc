"""A file of another program is read, and written only while it is still what was read.

The write is atomic, goes to the file that a link names, and keeps its mode.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from graphmem.errors import SettingsFileError

PRIVATE = 0o600


class Held(NamedTuple):
    """A file as it was when it was read; `data` is None where there was none. `real` is where a link leads."""

    path: Path
    real: Path
    data: bytes | None
    mode: int


def hold(path: Path) -> Held:
    """Read a file. Raises SettingsFileError when it cannot be read, or is none."""
    real = Path(os.path.realpath(path))
    try:
        with real.open("rb") as file:
            return Held(path, real, file.read(), stat.S_IMODE(os.fstat(file.fileno()).st_mode))
    except FileNotFoundError:
        return Held(path, real, None, PRIVATE)
    except OSError as cause:
        raise SettingsFileError(
            f"{path} cannot be read: {cause.strerror or cause}.",
            hint="Check what it is, and its permissions.",
        ) from cause


def replace(held: Held, data: bytes | None) -> None:
    """Put other content into a file, or remove it (None).

    Raises SettingsFileError when it may not be written, and when it is no longer what was read.
    """
    if held.data is not None and not held.mode & 0o222:
        raise SettingsFileError(
            f"{held.path} is read-only.",
            hint=f"Whoever made it so may want it so; else: chmod u+w {held.real}",
        )
    try:
        if data is None:
            still_the_same(held)
            held.real.unlink()
            return
        held.real.parent.mkdir(parents=True, exist_ok=True)
        temporary = held.real.with_name(f".{held.real.name}.graphmem-{os.getpid()}")
        try:
            write(temporary, data, held.mode)
            still_the_same(held)
            temporary.replace(held.real)
        finally:
            with contextlib.suppress(FileNotFoundError):
                temporary.unlink()
    except OSError as cause:
        raise SettingsFileError(
            f"{held.path} cannot be written: {cause.strerror or cause}.",
            hint="Check the permissions of its folder.",
        ) from cause


def still_the_same(held: Held) -> None:
    """Raise SettingsFileError when somebody else has written the file since it was read."""
    try:
        now = held.real.read_bytes()
    except FileNotFoundError:
        now = None
    if now != held.data:
        raise SettingsFileError(
            f"{held.path} was changed by another program meanwhile; nothing was written.",
            hint="Run it again.",
        )


def write(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with a mode from its first byte on, and have it on the disk."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
        file.write(data)
        if os.name == "posix":
            os.fchmod(file.fileno(), mode)
        file.flush()
        os.fsync(file.fileno())
