"""One process owns a store: a lock file that names its owner, and a registry for this process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from graphmem.errors import StoreError, StoreLocked
from graphmem.store.files import private


class StoreLock:
    """An exclusive lock on `home`, held until released or until the process ends, however it ends.

    Raises StoreLocked naming the pid (and address, when it serves) of the owner.
    """

    def __init__(self, home: Path) -> None:
        from filelock import FileLock, Timeout  # noqa: PLC0415 - not needed to read records or --help

        self.owner_file = home / "owner.json"
        # Not of one thread: whoever closes a store need not be who opened it.
        self._lock = FileLock(home / "lock", timeout=0, mode=0o600, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout as cause:
            owner = read_owner(self.owner_file)
            pid, address = owner.get("pid", "unknown"), owner.get("address", "")
            where = f" at {address}" if address else ""
            raise StoreLocked(
                f"The store {home} is in use by process {pid}{where}.",
                hint=f"Wait until it ends, or stop it (kill {pid}); one process owns a store at a time.",
            ) from cause
        except OSError as cause:
            raise StoreError(
                f"{home} cannot be locked: {cause.strerror or cause}.", hint="Check the folder's permissions."
            ) from cause
        self.announce("")

    def announce(self, address: str) -> None:
        """Write who owns the store, for the error that another process will show."""
        temporary = self.owner_file.with_suffix(".tmp")
        temporary.unlink(missing_ok=True)  # one that was there keeps its mode
        with open(temporary, "w", encoding="utf-8", opener=private) as file:
            json.dump({"pid": os.getpid(), "address": address}, file)
        temporary.replace(self.owner_file)

    def release(self) -> None:
        """Give the store back."""
        self.owner_file.unlink(missing_ok=True)
        self._lock.release()


def read_owner(path: Path) -> dict[str, Any]:
    """Who owns the store, as far as the file tells."""
    try:
        owner = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return owner if isinstance(owner, dict) else {}


def wait_until_free(home: Path, seconds: float) -> bool:
    """Whether nobody owns the store of a home any more, waiting so long for it."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - as above

    try:
        with FileLock(home / "lock", timeout=seconds, mode=0o600):
            return True
    except Timeout:
        return False
