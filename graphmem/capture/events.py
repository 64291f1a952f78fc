"""Folders go in; the paths in them that the file system says were written come out, for as long as it says so."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

log = logging.getLogger("graphmem")

QUIET_MS, GATHER_MS = (
    200,
    800,
)  # told when nothing was written for so long, or this long after the first writing


class Events:
    """A thread that hears what happens below some folders, and tells it as sets of paths.

    `failed` says why the file system tells nothing (too many folders, a network drive), once it does not.
    """

    def __init__(self, roots: Iterable[Path], tell: Callable[[set[str]], None]) -> None:
        self.roots, self.tell = tuple(roots), tell
        self.failed = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._hear, name="graphmem-events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Hear no more; returns when the thread has ended."""
        self._stop.set()
        self._thread.join()

    def _hear(self) -> None:
        import watchfiles  # noqa: PLC0415 - only who watches needs it

        try:
            for changes in watchfiles.watch(
                *self.roots,
                watch_filter=None,
                debounce=GATHER_MS,
                step=QUIET_MS,
                stop_event=self._stop,
                rust_timeout=1_000,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                self.tell({path for _, path in changes})
        except (OSError, RuntimeError) as cause:
            # The inner library raises both, for a limit on watched folders and for a folder that is gone.
            self.failed = str(cause) or type(cause).__name__
            log.warning("The file system does not tell what changes (%s): folders are looked through.", cause)
            self.tell(set())
