"""The daemon builds communities and pages by itself: when enough is new, and while nobody tells or imports anything.

It hears of each change as it is made and waits for the quiet behind it; how much and how long `pipelines/evolve.toml`
says, in its stage `due`. Without that stage it builds nothing unasked.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from graphmem.memory import Memory
from graphmem.model import Change
from graphmem.pipeline.evolve import ACTOR, EVOLVE_STAGES, Evolution
from graphmem.pipeline.load import load_pipeline
from graphmem.store.ledger import Event
from graphmem.store.store import Store
from graphmem.temporal import now

LAST_BUILT = "SELECT max(seq) FROM event WHERE actor = ?"
BUSY_SECONDS = 5.0  # it looks so often whether a job has ended


class Gardener:
    """Builds when it is due; `busy` tells whether a job is going on."""

    def __init__(
        self,
        memory: Memory,
        store: Store,
        *,
        busy: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.memory, self.store, self.busy, self.clock = memory, store, busy, clock
        self.facts = 0  # that are new or other than when it was last built
        self.last = clock()
        store.listeners.append(self.hear)

    def hear(self, event: Event, change: Change) -> None:
        """Count what tells something new."""
        if event.actor != ACTOR:
            self.facts += len(change.facts)
            self.last = self.clock()

    def run(self, stopping: threading.Event) -> None:
        """Build whenever it is due, until told to stop."""
        self.facts += self.unbuilt()
        while not stopping.is_set():
            stopping.wait(self.turn())

    def turn(self) -> float | None:
        """Build if it is due; in how many seconds to look again, or None for never."""
        pipeline = load_pipeline("evolve", EVOLVE_STAGES, folder=self.store.home / "pipelines")
        work = Evolution(self.store, now(), news=self.facts, idle=self.clock() - self.last)
        pipeline.run(work, only=frozenset({"due"}))
        if not work.due:
            return work.wait
        if self.busy():
            return BUSY_SECONDS
        built = self.facts
        self.memory.evolve()
        self.facts -= built
        return work.wait

    def unbuilt(self) -> int:
        """How many facts came since the last build, also before this process began."""
        seq = self.store.ledger.rows(LAST_BUILT, ACTOR)[0][0]
        if seq is None:
            return int(self.store.graph.read("MATCH (f:Fact) RETURN count(f)")[0][0])
        return sum(len(event.change.facts) for event in self.store.ledger.events(seq))
