"""A corpus becomes a store by the way that every store takes: events in a ledger, from which all else is made."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from graphmem import Memory
from graphmem.config import Settings
from graphmem.index import sync
from graphmem.index.embed import open_embedder
from graphmem.store.ledger import Ledger
from graphmem.store.store import Store
from tests.bench.scale.corpus import Corpus
from tests.bench.scale.vectors import Directions

PAGE = 20  # events in one transaction
VECTORS = ("minilm", "directions")


def choose(vectors: str, *, paid: bool = False) -> None:
    """Make every index of this process embed with the model or with its stand-in."""

    def made(settings: Settings) -> Any:
        return open_embedder(settings) if vectors == "minilm" else Directions(paid=paid)

    sync.open_embedder = made


def settings_of(home: Path) -> Settings:
    """The defaults, whatever this machine has set."""
    return Settings(home, environ={})


def write_ledger(home: Path, corpus: Corpus) -> None:
    """Every change of the corpus as an event."""
    home.mkdir(parents=True, exist_ok=True)
    with closing(Ledger(home / "ledger.db")) as ledger:
        waiting = []
        for change in corpus.changes():
            waiting.append(("KnowledgeExtracted", change))
            if len(waiting) == PAGE:
                ledger.append(waiting, actor="bench")
                waiting = []
        ledger.append(waiting, actor="bench")


def build(home: Path, corpus: Corpus) -> dict[str, Any]:
    """Make the store of a corpus from its ledger, part by part; what that took, in seconds, and the room it takes."""
    settings = settings_of(home)
    found: dict[str, Any] = {"ledger": timed(lambda: write_ledger(home, corpus))}
    started = time.perf_counter(), time.process_time()
    store = Store(settings)  # makes the graph, since there is none
    found["graph"] = time.perf_counter() - started[0]
    found["graph processor"] = time.process_time() - started[1]
    store.close()
    started = time.perf_counter(), time.process_time()
    memory = Memory(settings=settings)  # makes the index
    found["index"] = time.perf_counter() - started[0]
    found["index processor"] = time.process_time() - started[1]
    with memory:
        found["bytes"] = memory.stats()["bytes"]
    return found


def timed(work: Callable[[], Any]) -> float:
    """Seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
