"""A memory in a home that nobody opens again."""

from __future__ import annotations

from graphmem import Memory


def let_go(memory):
    """Close it without folding the log into the graph nor sealing that: it takes a third of what a short test does.

    Should the home be opened all the same, the graph is made again from the ledger, as after a kill.
    """
    if memory._open:
        memory._store.graph.close(fold=False)
        memory._store._behind = True
    Memory.close(memory)


class Brief(Memory):
    """One that is closed so."""

    def close(self):
        let_go(self)
