"""What was written into files of other programs, so that it can be taken back to the byte.

home/wired/receipts.json   for each file: what it was before, the checksum of what was written, the keys that were made
home/wired/...             the files as they were before
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from graphmem.clients.files import PRIVATE, Held, hold, replace, write
from graphmem.clients.wiring import Change
from graphmem.errors import SettingsFileError

FOLDER, LIST = "wired", "receipts.json"


class Receipts:
    """The receipts of one home. Raises SettingsFileError when their list is damaged."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER
        self.list = self.folder / LIST
        self.known: dict[str, dict[str, Any]] = {}
        try:
            self.known = json.loads(self.list.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except ValueError as cause:
            raise SettingsFileError(
                f"{self.list} is damaged.", hint="Move it away; the files as they were lie beside it."
            ) from cause

    def of(self, held: Held) -> dict[str, Any] | None:
        """The receipt for a file, or None."""
        return self.known.get(str(held.real))

    def untouched(self, held: Held) -> bool:
        """Whether a file is, to the byte, what was written into it."""
        receipt = self.of(held)
        return receipt is not None and held.data is not None and receipt["after"] == checksum(held.data)

    def before(self, held: Held) -> bytes | None:
        """What a file was before; None when there was none. Raises SettingsFileError when the copy is gone."""
        receipt = self.of(held)
        assert receipt is not None
        return hold(self.folder / receipt["copy"]).data if receipt["copy"] else None

    def made(self, held: Held) -> list[list[str]]:
        """The keys that were made in a file for our entries."""
        receipt = self.of(held)
        return list(receipt["made"]) if receipt else []

    def carry_out(self, change: Change, clean: bytes | None) -> None:
        """Write a change, after a copy of what the file is without us (`clean`) has been put away.

        Raises SettingsFileError.
        """
        assert change.after is not None
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = f"{change.client}-{checksum(str(change.held.real).encode())[:8]}-{change.held.path.name}"
        made = self.made(change.held)
        made += [list(path) for path in change.made if list(path) not in made]
        if clean is not None:
            written(self.folder / name, clean)
        replace(change.held, change.after)
        self.known[str(change.held.real)] = {
            "client": change.client,
            "copy": name if clean is not None else "",
            "after": checksum(change.after),
            "made": made,
        }
        self._save()

    def take_back(self, change: Change) -> None:
        """Write a file as it is without us, and forget its receipt. Raises SettingsFileError."""
        replace(change.held, change.after)
        self.forget(change.held)

    def forget(self, held: Held) -> None:
        """Have no receipt for a file, nor a copy: it is as it was, or gone."""
        receipt = self.known.pop(str(held.real), None)
        if receipt is not None:
            self._save()
            if receipt["copy"]:
                (self.folder / receipt["copy"]).unlink(missing_ok=True)

    def _save(self) -> None:
        written(self.list, json.dumps(self.known, indent=2, sort_keys=True).encode() + b"\n")


def written(path: Path, data: bytes) -> None:
    """Write a file of ours at once, readable by its owner alone."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    write(temporary, data, PRIVATE)
    temporary.replace(path)


def checksum(data: bytes) -> str:
    """By which a file is known to be what was written."""
    return hashlib.sha256(data).hexdigest()
