"""The seal of a graph file: what its bytes were when it was last closed cleanly, so that any other byte is noticed.

The engine's own log has no checksums; a file that is not sealed, or not as it was sealed, is not believed and is
made again from the ledger.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from graphmem.errors import StoreTooNew
from graphmem.store.migrate import newest_schema


class Seal:
    """The seal beside a graph file; broken before the first write, set again on a clean close."""

    def __init__(self, graph_file: Path, *, engine: str) -> None:
        self.graph_file, self.engine = graph_file, engine
        self.path = graph_file.with_name("graph.seal")
        self._stamp: tuple[int, int] | None = None  # size and time of the file as it was sealed

    @property
    def set(self) -> bool:
        """True while a seal lies beside the file."""
        return self.path.exists()

    def distrust(self) -> str | None:
        """Why the graph file cannot be believed as it lies there, or None; raises StoreTooNew, touching nothing."""
        if not self.graph_file.exists():
            return "was missing"
        seal = self._read()
        if seal is None:
            return "was not closed cleanly"
        if int(seal.pop("schema", 0)) > newest_schema():
            raise StoreTooNew(
                f"{self.graph_file} was written by a newer graphmem. It was not touched.",
                hint="Upgrade graphmem.",
            )
        if seal != self._measure():
            return "was damaged or changed from outside"
        self._stamp = self._stat()
        return None

    def write(self) -> None:
        """Seal the closed file, durably; a file with a log beside it is not closed and stays unsealed."""
        seal = self._measure()
        if seal["wal"]:
            return
        temporary = self.path.with_suffix(".tmp")
        with temporary.open("w", encoding="utf-8") as file:
            json.dump({**seal, "schema": newest_schema()}, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.path)
        self._stamp = self._stat()

    def lift(self) -> None:
        """Take the seal away: from now on the file may change."""
        self.path.unlink(missing_ok=True)

    def renew(self) -> None:
        """Seal again what was written, or what the engine touched on closing though nothing was written."""
        if not self.set or self._stat() != self._stamp:
            self.write()

    def _read(self) -> dict[str, Any] | None:
        try:
            seal = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return seal if isinstance(seal, dict) else None

    def _measure(self) -> dict[str, Any]:
        with self.graph_file.open("rb") as file:
            digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
        # A log beside a sealed file means that somebody else wrote: then the seal does not hold.
        wal = self.graph_file.with_name(self.graph_file.name + ".wal")
        size = self.graph_file.stat().st_size
        return {"engine": self.engine, "size": size, "digest": digest, "wal": wal.exists()}

    def _stat(self) -> tuple[int, int]:
        status = self.graph_file.stat()
        return status.st_size, status.st_mtime_ns
