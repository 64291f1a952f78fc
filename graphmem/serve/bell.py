"""A bell that a thread rings, and that whoever waits in an event loop hears."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Bell:
    """Rung, it wakes all who wait; who comes between two rings misses nothing that it looks for before it waits."""

    def __init__(self) -> None:
        self.closed = False
        self._lock = threading.Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def ring(self) -> None:
        """Wake all; from any thread."""
        with self._lock:
            waiting = list(self._waiting)
        for loop, event in waiting:
            with suppress(RuntimeError):  # its loop has ended
                loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """Let all who wait go home."""
        self.closed = True
        self.ring()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextmanager
    def heard(self) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set by each ring; whoever waits for it clears it first."""
        place = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._waiting.add(place)
        try:
            yield place[1]
        finally:
            with self._lock:
                self._waiting.discard(place)
