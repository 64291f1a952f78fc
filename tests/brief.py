"""A memory in a home that nobody opens again."""

from __future__ import annotations

from graphmem import Memory
from graphmem.config import Settings


def unfolded(store):
    """Have its closing fold no log into the graph and seal nothing: that takes a third of what a short test does.

    Should the home be opened all the same, the graph is made again from the ledger, as after a kill.
    """
    store.graph.close(fold=False)
    store._behind = True


class Brief(Memory):
    """One that is closed so."""

    def close(self):
        unfolded(self._store)
        super().close()


class Unsought(Brief):
    """One in which nothing is looked for by what it means, so that nothing needs a vector."""

    def __init__(self, home):
        super().__init__(settings=Settings(home, environ={}, arguments={"index.embedder": "none"}))
