"""Graphs of vectors become one, slice by slice, while everybody goes on searching and writing.

A merge copies the largest of the graphs with its links and adds what lives in the others. It works on its own copy:
what is written meanwhile is laid over it when it is put in the place of its sources, and when one of those is gone
by then (what it held was forgotten, say) nothing of the merge remains.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphmem.index.layers import tail_to_merge
from graphmem.index.part import Part, flat, new_graph

GRAPH_SIZE = 4096  # so many flat vectors become a graph; below it a search of all is as fast
SLICE = 1024  # vectors that are added at a time: about a tenth of a second


def due(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts that should become one graph, the largest first; none when all is well."""
    plain = [part for part in parts if part.plain]
    graphs = sorted((part for part in parts if part.graph is not None), key=lambda part: -len(part.numbers))
    sizes = [len(part.numbers) for part in graphs]
    waiting = sum(part.live for part in plain)
    if waiting < GRAPH_SIZE:
        count = tail_to_merge(sizes)
        return tuple(graphs[-count:]) if count else ()
    # What is no graph yet becomes one in any case, and takes along what its size makes due.
    count = max(1, tail_to_merge([*sizes, waiting]))
    return (*graphs[len(graphs) - count + 1 :], *plain)


class Merge:
    """Some parts on their way to become one graph."""

    def __init__(self, sources: Sequence[Part]) -> None:
        self.sources = tuple(sources)
        first = self.sources[0]
        self.graph = new_graph(first.matrix.shape[1])
        # Links that mostly lead to the dead are not worth copying.
        copied = first.graph is not None and first.live * 4 >= 3 * len(first.numbers)
        self.rows = [
            np.arange(len(part.numbers)) if copied and part is first else living(part)
            for part in self.sources
        ]
        if copied:
            self.graph.load(first.graph.save())
        self.left = list(zip(self.sources, self.rows, strict=True))[int(copied) :]
        self.added = len(self.rows[0]) if copied else 0
        self._at = 0

    def step(self, count: int = SLICE) -> bool:
        """Add so many vectors; False when there are none left."""
        while self.left and self._at >= len(self.left[0][1]):
            self.left.pop(0)
            self._at = 0
        if not self.left:
            return False
        part, rows = self.left[0]
        chosen = rows[self._at : self._at + count]
        # One thread: the file then holds the vectors in the order of their keys, which `mapped` relies on.
        keys = np.arange(self.added, self.added + len(chosen), dtype=np.uint64)
        self.graph.add(keys, np.ascontiguousarray(part.matrix[chosen]), threads=1)
        self.added += len(chosen)
        self._at += len(chosen)
        return True

    def placed(self, parts: Sequence[Part]) -> tuple[Part, ...] | None:
        """The parts with the merged one in the place of its sources; None when a source is not among them any more."""
        now = [
            next((part for part in parts if part.numbers is source.numbers), None) for source in self.sources
        ]
        found = [part for part in now if part is not None]
        if len(found) < len(now):
            return None
        alive = np.concatenate(
            [
                np.ones(len(rows), bool) if part.alive is None else part.alive[rows]
                for part, rows in zip(found, self.rows, strict=True)
            ]
        )
        numbers, digests, matrix = (
            np.concatenate([getattr(part, name)[rows] for part, rows in zip(found, self.rows, strict=True)])
            for name in ("numbers", "digests", "matrix")
        )
        whole = Part(numbers, digests, matrix, graph=self.graph, alive=None if alive.all() else alive)
        gone = {id(part) for part in found}
        others = [part for part in parts if id(part) not in gone]
        graphs = [part for part in others if part.graph is not None]
        return (*graphs, whole, *(part for part in others if part.graph is None))


def graph_of(parts: Sequence[Part]) -> Part:
    """One new graph of all that lives in the parts."""
    merge = Merge([flat(*part.living()) for part in parts])
    while merge.step(8 * SLICE):
        pass
    (whole,) = merge.placed(merge.sources) or ()
    return whole


def living(part: Part) -> np.ndarray:
    """The rows of what lives in a part."""
    return np.arange(len(part.numbers)) if part.alive is None else np.flatnonzero(part.alive)


def grown(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts after every merge that is due, at once."""
    found = tuple(parts)
    while sources := due(found):
        merge = Merge(sources)
        while merge.step(8 * SLICE):
            pass
        after = merge.placed(found)
        assert after is not None
        found = after
    return (*(part if not part.plain else flat(*part.living()) for part in found),)
