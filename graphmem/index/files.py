"""The folder of an index: immutable files of arrays, and one manifest that says which of them count.

A file is written whole, synced, and never changed again. The manifest names every file that counts with its size
and checksum, and the number of the last event that is in them; it is replaced atomically and last. A crash at any
moment therefore leaves either the old state or the new one, and files that no manifest names are swept away.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.store.files import crc32, disk_error, make_private, private

Arrays = dict[str, np.ndarray]

MANIFEST = "manifest.json"
FORMAT = 6
_MAGIC = b"gmindex\x01"
_ALIGN = 64  # arrays begin where a cache line does


class Damaged(Exception):
    """A file of the index is not what the manifest says; the index is to be made anew."""


# What reading a file can end in when its bytes are not what was written.
UNREADABLE = (Damaged, OSError, LookupError, TypeError, ValueError)


class Folder:
    """The files of one index; `path=None` keeps everything in memory and writes nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.entries: dict[str, tuple[int, int]] = {}  # name: size, checksum
        self._next = 1

    def read_manifest(self) -> dict[str, Any] | None:
        """The manifest, with every file it names checked, or None when there is none; raises Damaged."""
        if self.path is None or not (self.path / MANIFEST).exists():
            return None
        try:
            checksum, _, body = (self.path / MANIFEST).read_text(encoding="ascii").partition("\n")
            if checksum != f"{zlib.crc32(body.encode()):08x}":
                raise Damaged(f"{MANIFEST} does not match its checksum")
            manifest: dict[str, Any] = json.loads(body)
        except (OSError, ValueError) as cause:
            raise Damaged(f"{MANIFEST} cannot be read") from cause
        self._next = int(manifest["next"])
        self.entries = {name: (int(size), int(crc)) for name, (size, crc) in manifest["files"].items()}
        return manifest

    def check(self, name: str) -> None:
        """Raise Damaged when a file is not what the manifest says."""
        assert self.path is not None
        try:
            if self.entries.get(name) != measure(self.path / name):
                raise Damaged(f"{name} does not match its checksum")
        except OSError as cause:
            raise Damaged(f"{name} cannot be read") from cause

    def make(self) -> None:
        """Make the folder, for its owner alone, where it is not there."""
        assert self.path is not None
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(OSError):
            self.path.chmod(0o700)  # one of before, whose files others might have read

    def new_path(self, kind: str) -> Path:
        """A path for a file that does not exist yet; `adopt` it once it is written."""
        assert self.path is not None
        self._next += 1
        return self.path / f"{kind}-{self._next:06d}"

    def adopt(self, path: Path) -> str:
        """Make a file that something else wrote durable and known; its name."""
        make_private(path)
        sync(path)
        self.entries[path.name] = measure(path)
        return path.name

    def write(self, kind: str, arrays: Mapping[str, np.ndarray]) -> str:
        """Write arrays as a new file, durable when this returns; its name. Raises DiskFull or StoreError."""
        path = self.new_path(kind)
        try:
            self.entries[path.name] = write_arrays(path, arrays)
        except OSError as cause:
            raise disk_error(path, cause) from cause
        return path.name

    def map(self, name: str) -> Arrays:
        """The arrays of a file, mapped into memory and read-only; raises Damaged."""
        assert self.path is not None
        return map_arrays(self.path / name)

    def read(self, name: str) -> Arrays:
        """The arrays of a file as copies that can be changed; raises Damaged."""
        return {key: np.array(value) for key, value in self.map(name).items()}

    def commit(self, manifest: Mapping[str, Any], live: Iterable[str]) -> None:
        """Put the manifest in place, naming the live files, and delete all others."""
        assert self.path is not None
        self.entries = {name: self.entries[name] for name in sorted(set(live))}
        body = json.dumps({**manifest, "next": self._next, "files": self.entries}, sort_keys=True)
        temporary = self.path / (MANIFEST + ".new")
        try:
            sync_folder(self.path)
            with open(temporary, "w", encoding="ascii", opener=private) as file:
                file.write(f"{zlib.crc32(body.encode()):08x}\n{body}")
                file.flush()
                os.fsync(file.fileno())
            replace(temporary, self.path / MANIFEST)
            sync_folder(self.path)
        except OSError as cause:
            raise disk_error(temporary, cause) from cause
        self.sweep()

    def sweep(self) -> None:
        """Delete what the manifest does not name; a file that cannot be deleted now is tried again later."""
        assert self.path is not None
        keep = {MANIFEST, *self.entries}
        for file in self.path.iterdir():
            if file.name not in keep and file.is_file():
                with suppress(OSError):
                    file.unlink()


def write_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> tuple[int, int]:
    """Write arrays behind a small directory and sync; the file's size and CRC-32."""
    directory: dict[str, Any] = {}
    offset = 0
    for name, array in arrays.items():
        directory[name] = [array.dtype.descr if array.dtype.names else array.dtype.str, array.shape, offset]
        offset += -(-array.nbytes // _ALIGN) * _ALIGN
    head = json.dumps(directory).encode()
    head = _MAGIC + len(head).to_bytes(8, "little") + head
    crc = size = 0
    with open(path, "wb", opener=private) as file:
        for part in (head, *arrays.values()):
            data = (
                part
                if isinstance(part, bytes)
                else np.ascontiguousarray(part).reshape(-1).view(np.uint8).data
            )
            for block in (data, bytes(-len(data) % _ALIGN)):
                file.write(block)
                crc, size = zlib.crc32(block, crc), size + len(block)
        file.flush()
        os.fsync(file.fileno())
    return size, crc


def map_arrays(path: Path) -> Arrays:
    """The arrays of a file that `write_arrays` wrote, mapped read-only; raises Damaged."""
    try:
        raw = np.memmap(path, dtype=np.uint8, mode="r")
        if bytes(raw[:8]) != _MAGIC:
            raise Damaged(f"{path.name} is no file of arrays")
        length = int.from_bytes(bytes(raw[8:16]), "little")
        directory = json.loads(bytes(raw[16 : 16 + length]))
        begin = -(-(16 + length) // _ALIGN) * _ALIGN
        arrays: Arrays = {}
        for name, (kind, shape, offset) in directory.items():
            dtype = np.dtype([tuple(field) for field in kind] if isinstance(kind, list) else kind)
            size = int(np.prod(shape)) * dtype.itemsize
            arrays[name] = (
                raw[begin + offset : begin + offset + size].view(dtype).reshape(shape).view(np.ndarray)
            )
    except (OSError, ValueError, TypeError) as cause:
        raise Damaged(f"{path.name} cannot be read") from cause
    return arrays


def measure(path: Path) -> tuple[int, int]:
    """Size and CRC-32 of a file."""
    return path.stat().st_size, crc32(path)


def sync(path: Path) -> None:
    """Make a file's bytes durable."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable, where the system knows how."""
    with suppress(OSError, AttributeError):
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def replace(source: Path, target: Path) -> None:
    """Put a file in another's place, atomically."""
    source.replace(target)
