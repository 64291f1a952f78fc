"""The seal of a graph file: what its bytes were when it was last closed cleanly, so that any other byte is noticed.

The engine's own log has no checksums; a file that is not sealed, or not as it was sealed, is not believed and is
made again from the ledger.

A seal holds the size of the file and its CRC-32. It is there for accidents: a write that a crash or a loss of power
cut short, a disk that forgot, a file put back from another day. CRC-32 always notices one changed run of up to 32 bits,
and anything else but once in four billion; and it is read several times as fast as a cryptographic hash. It is
no guard against somebody who forges a graph: who may write in the home could write a seal as well, whatever it holds.
Seals of older versions hold a BLAKE2b hash; they are believed as before, until the next write.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from graphmem.errors import StoreTooNew
from graphmem.store.files import crc32, private
from graphmem.store.migrate import newest_schema


class Seal:
    """The seal beside a graph file; broken before the first write, set again on a clean close."""

    def __init__(self, graph_file: Path, *, engine: str) -> None:
        self.graph_file, self.engine = graph_file, engine
        self.path = graph_file.with_name("graph.seal")

    @property
    def set(self) -> bool:
        """True while a seal lies beside the file: nothing was written since."""
        return self.path.exists()

    def distrust(self) -> str | None:
        """Why the graph file cannot be believed as it lies there, or None; raises StoreTooNew, touching nothing."""
        if not self.graph_file.exists():
            return "was missing"
        seal = self._read()
        if seal is None:
            return "was not closed cleanly"
        schema = seal.pop("schema", None)
        if isinstance(schema, int) and schema > newest_schema():
            raise StoreTooNew(
                f"{self.graph_file} was written by a newer graphmem. It was not touched.",
                hint="Upgrade graphmem.",
            )
        if not isinstance(schema, int) or seal != self._measure(older="digest" in seal):
            return "was damaged or changed from outside"
        return None

    def write(self) -> None:
        """Seal the closed file, durably; a file with a log beside it is not closed and stays unsealed."""
        seal = self._measure()
        if seal["wal"]:
            return
        temporary = self.path.with_suffix(".tmp")
        temporary.unlink(missing_ok=True)  # one that was there keeps its mode
        with open(temporary, "w", encoding="utf-8", opener=private) as file:
            json.dump({**seal, "schema": newest_schema()}, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.path)

    def lift(self) -> None:
        """Take the seal away: from now on the file may change."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any] | None:
        try:
            seal = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return seal if isinstance(seal, dict) else None

    def _measure(self, *, older: bool = False) -> dict[str, Any]:
        check = {"digest": digest(self.graph_file)} if older else {"crc32": crc32(self.graph_file)}
        # A log beside a sealed file means that somebody else wrote: then the seal does not hold.
        wal = self.graph_file.with_name(self.graph_file.name + ".wal")
        size = self.graph_file.stat().st_size
        return {"engine": self.engine, "size": size, **check, "wal": wal.exists()}


def digest(path: Path) -> str:
    """What seals held before: 16 bytes of BLAKE2b over a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
