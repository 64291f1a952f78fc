"""Work that goes on beside the answering: each in a thread of its own, begun anew when it fails, later each time.

How it is doing, and why it failed, can be asked at any time.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

log = logging.getLogger("graphmem")

FIRST_SECONDS, LONGEST_SECONDS = 1.0, 300.0  # until it is begun anew: doubled with each failure in a row
SOUND_SECONDS = 60.0  # who ran so long before failing is not failing in a row

Doing = Literal["waiting to start", "running", "failed", "done"]


class Report(NamedTuple):
    """How a piece of work is doing; `problem` is why it failed the last time, `seconds` until it is begun anew."""

    doing: Doing
    restarts: int
    problem: str
    seconds: float


class Work:
    """One piece of work: `run` goes on until it is told to stop."""

    def __init__(
        self,
        name: str,
        run: Callable[[], None],
        stopping: threading.Event,
        *,
        first: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.run, self.stopping = name, run, stopping
        self.first, self.clock = FIRST_SECONDS if first is None else first, clock
        self._doing: Doing = "waiting to start"
        self._restarts, self._problem, self._again = 0, "", 0.0
        self._thread = threading.Thread(target=self._keep, name=f"graphmem-{name}")

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self) -> None:
        """Wait until it has ended; it has to be told to stop before."""
        if self._thread.ident is not None:
            self._thread.join()

    def report(self) -> Report:
        """How it is doing."""
        waits = max(0.0, self._again - self.clock()) if self._doing == "failed" else 0.0
        return Report(self._doing, self._restarts, self._problem, round(waits, 1))

    def _keep(self) -> None:
        failures = 0
        while not self.stopping.is_set():
            self._doing, began = "running", self.clock()
            try:
                self.run()
            except Exception as cause:  # whatever it is, the daemon goes on answering
                failures = 1 if self.clock() - began >= SOUND_SECONDS else failures + 1
                wait = min(LONGEST_SECONDS, self.first * 2 ** min(failures - 1, 20))
                self._problem, self._again = f"{type(cause).__name__}: {cause}", self.clock() + wait
                self._restarts, self._doing = self._restarts + 1, "failed"
                log.exception("The %s failed; it is begun anew in %g s.", self.name, wait)
                self.stopping.wait(wait)
            else:
                break
        self._doing = "done"
