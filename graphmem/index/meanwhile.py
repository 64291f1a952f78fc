"""Work that leaves the interpreter alone, done in a thread of its own while whoever needs it does something else.

A model reads a question outside of the interpreter; the words, the times and the graph are asked meanwhile.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

THREADS = 2  # for more at once whoever asks does the work, and waits for nobody
Result = TypeVar("Result")


class Meanwhile:
    """A few threads; safe to use from several others."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._free = THREADS
        self._closed = False

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin the work; what is called gives its result, or raises what it raised, once it is there.

        Where no processor is free for a thread, the work is done by whoever calls.
        """
        if crowded():
            return work
        begun = threading.Event()

        def job() -> Result:
            begun.set()
            try:
                return work()
            finally:
                with self._lock:
                    self._free = min(self._free + 1, THREADS)

        with self._lock:
            if self._closed or not self._free:
                return work
            self._free -= 1
            self._pool = self._pool or ThreadPoolExecutor(THREADS, thread_name_prefix="graphmem-meanwhile")
            try:
                future = self._pool.submit(job)
            except RuntimeError:  # no thread is to be had; what was queued for one is done by whoever asks
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool, self._free = None, THREADS
                return work
        # Whoever goes on keeps the interpreter for some milliseconds, and the thread would wait as long to begin.
        begun.wait()
        return future.result

    def close(self) -> None:
        """Let the threads end; what comes afterwards is done by whoever asks. Safe to call twice."""
        with self._lock:
            pool, self._pool, self._closed = self._pool, None, True
        if pool is not None:
            pool.shutdown(wait=True)


def crowded() -> bool:
    """Whether as many want a processor as there are: to give one's own away for a moment costs milliseconds then."""
    if not hasattr(os, "getloadavg"):  # not on Windows
        return False
    return os.getloadavg()[0] >= (os.cpu_count() or 1)
