"""Merging in the background: graphs of vectors become one while the index is read and written, or is left alone.

One thread at a time, made when something is due and gone when nothing is. It works in slices, and between two of them
stops at once when it is asked to: what it had merged by then is merged again some other time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.errors import StoreError

if TYPE_CHECKING:
    from graphmem.index.part import Part

log = logging.getLogger("graphmem")


class Tidier:
    """Merges what is due of the parts that `look` gives, and hands `place` what puts the merge in their place."""

    def __init__(
        self,
        look: Callable[[], tuple[Part, ...]],
        place: Callable[[Callable[..., tuple[Part, ...] | None]], None],
    ) -> None:
        self._look, self._place = look, place
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, when something is due and nobody is at it."""
        from graphmem.index.growth import due  # noqa: PLC0415 - brings numpy

        with self._lock:
            if self._thread is None and due(self._look()):
                self._stop.clear()
                self._thread = threading.Thread(target=self._work, name="graphmem-tidy", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Leave off at the next slice, and return when that is so."""
        self._stop.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()

    def wait(self) -> None:
        """Return when nothing is left to do."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        from graphmem.index.growth import Merge, due  # noqa: PLC0415 - as above

        try:
            while not self._stop.is_set() and (sources := due(self._look())):
                merge = Merge(sources)
                while not self._stop.is_set() and merge.step():
                    pass
                if not self._stop.is_set():
                    self._place(merge.placed)
        except StoreError as cause:
            # The disk is full, say: what was searched before is searched still, and the next flush tells it.
            log.warning("graphs of vectors could not be merged: %s", cause)
        finally:
            with self._lock:
                self._thread = None
