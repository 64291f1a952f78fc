"""A memory in a home that nobody opens again."""

from __future__ import annotations

from graphmem import Memory


class Brief(Memory):
    """Closing it folds no log into the graph and seals nothing: that takes a third of what a short test does.

    Should its home be opened all the same, the graph is made again from the ledger, as after a kill.
    """

    def close(self):
        if self._open:
            self._store.graph.close(fold=False)
            self._store._behind = True
        super().close()
