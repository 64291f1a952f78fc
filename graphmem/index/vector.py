"""Nearest vectors: numbers with unit vectors go in, numbers with cosines come out, nearest first.

New vectors stand in small flat parts that are searched whole; 4,096 of them become an HNSW graph (Malkov and
Yashunin 2016) by usearch, and graphs become one as in `layers.py`, by what `growth.py` does. No part is ever changed,
so searches need no lock against the writer, and a saved graph is only mapped, not loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from graphmem.index import growth
from graphmem.index.best import NO_NUMBERS, NO_SCORES, Allowed, Best
from graphmem.index.files import UNREADABLE, Arrays, Folder
from graphmem.index.layers import tail_to_merge
from graphmem.index.part import HEAD, Part, flat, joined, mapped, new_graph, quantise, saved

MAX_GRAPHS = 24  # beyond it graphs are merged at once: who merges beside the writing has fallen behind


class VectorIndex:
    """An index of vectors. One thread updates; any number search."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self.parts: tuple[Part, ...] = ()
        self.bulk = False  # while so much comes in that one graph of all at the end is the least work
        self.spare: tuple[Part, ...] = ()  # vectors of an earlier index, for texts that come again
        self._spare_keys: list[tuple[Part, np.ndarray, np.ndarray]] = []

    def __len__(self) -> int:
        return sum(part.live for part in self.parts)

    def update(
        self,
        numbers: Sequence[int],
        digests: Sequence[int],
        vectors: np.ndarray,
        deletes: Sequence[int] = (),
    ) -> None:
        """Put vectors in, in place of those with the same numbers, and take others out."""
        self.parts = self.updated(numbers, digests, vectors, deletes)

    def updated(
        self,
        numbers: Sequence[int],
        digests: Sequence[int],
        vectors: np.ndarray,
        deletes: Sequence[int] = (),
    ) -> tuple[Part, ...]:
        """The parts after such an update."""
        parts = list(self.parts)
        gone = np.unique(np.array([*deletes, *numbers], np.uint32))
        if len(gone):
            parts = [part.without(gone) for part in parts]
        parts = [part for part in parts if part.live]
        if len(numbers):
            rows = quantise(np.asarray(vectors))
            columns = np.array(numbers, np.uint32), np.array(digests, np.uint64), rows
            parts.append(Part(*columns) if self.bulk else flat(*columns))
        graphs = [part for part in parts if part.graph is not None]
        flats = [part for part in parts if part.graph is None]
        if count := tail_to_merge([len(part.numbers) for part in flats]):
            merged = joined(flats[-count:])
            flats[-count:] = [Part(*merged) if self.bulk else flat(*merged)]
        if not self.bulk and sum(part.live for part in flats) >= growth.GRAPH_SIZE:
            graphs, flats = [*graphs, growth.graph_of(flats)], []
        if len(graphs) > MAX_GRAPHS:
            return (*growth.grown(graphs), *flats)
        return (*graphs, *flats)

    def search(
        self, vector: np.ndarray, *, limit: int, allowed: Allowed | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Numbers and cosines of the nearest allowed documents; equal ones in the order of numbers."""
        parts = self.parts
        norm = float(np.linalg.norm(vector))
        if limit < 1 or norm == 0 or not parts:
            return NO_NUMBERS, NO_SCORES
        query = (np.asarray(vector, np.float32) / np.float32(norm)).astype(np.float32)
        best = Best(limit, allowed)
        for part in parts:
            part.search(query, best, allowed)
        return best.numbers, best.scores

    def known(self, digests: Iterable[int]) -> dict[int, np.ndarray]:
        """The spare vectors of texts with these digests."""
        wanted = np.array(list(digests), np.uint64)
        found: dict[int, np.ndarray] = {}
        for part, keys, rows in self._spare_keys:
            if not len(keys):
                continue
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            hit = np.flatnonzero(keys[at] == wanted)
            found.update(zip(wanted[hit].tolist(), np.asarray(part.matrix[rows[at[hit]]]), strict=True))
        return found

    def keep_spare(self, parts: Sequence[Part]) -> None:
        """Hold these parts for `known` to look in."""
        self.spare = tuple(parts)
        self._spare_keys = []
        for part in parts:
            rows = np.flatnonzero(part.digests)
            order = rows[np.argsort(part.digests[rows], kind="stable")]
            self._spare_keys.append((part, part.digests[order], order))

    def reset(self) -> None:
        """Begin anew; what there was is spare."""
        self.keep_spare((*self.spare, *self.parts))
        self.parts = ()

    def purged(self, numbers: np.ndarray) -> tuple[Part, ...]:
        """The parts without any vector of these documents (sorted numbers), or of an earlier text of any."""
        return tuple(part for p in self.parts if (part := scrub(p, numbers)) is not None)

    def settle(self) -> None:
        """Merge where it is time, which can take minutes; the end of a bulk load."""
        self.bulk = False
        self.parts = growth.grown(self.parts)

    def save(self, folder: Folder) -> dict[str, Any]:
        """Write the parts that are in memory only; what the manifest must keep."""
        self.parts = tuple(part if part.rows_file else saved(part, folder) for part in self.parts)
        self.keep_spare([part if part.rows_file else saved(part, folder) for part in self.spare])
        return {
            "parts": [[part.rows_file, part.graph_file] for part in self.parts],
            "spare": [[part.rows_file, part.graph_file] for part in self.spare],
        }

    def deaths(self) -> Arrays:
        """For each file with dead vectors which of them live, as bits."""
        return {p.rows_file: np.packbits(p.alive) for p in (*self.parts, *self.spare) if p.alive is not None}

    def load(self, folder: Folder, part: Mapping[str, Any], deaths: Arrays) -> None:
        """Map what was saved; raises Damaged."""
        self.parts, spare = (
            tuple(mapped(folder, *files, dimensions=self.dimensions, deaths=deaths) for files in part[kind])
            for kind in ("parts", "spare")
        )
        self.keep_spare(spare)

    def salvaged(self, folder: Folder, saved_: Mapping[str, Any]) -> list[Part]:
        """Those of the saved parts whose files are whole."""
        found: list[Part] = []
        for files in (*saved_["parts"], *saved_["spare"]):
            with suppress(*UNREADABLE):
                for name in filter(None, files):
                    folder.check(name)
                found.append(mapped(folder, *files, dimensions=self.dimensions, deaths={}))
        return found

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [
            name for part in (*self.parts, *self.spare) for name in (part.rows_file, part.graph_file) if name
        ]


def scrub(part: Part, numbers: np.ndarray) -> Part | None:
    """The part without the vectors of these documents and those that are dead; None when nothing else is in it."""
    clean = part.without(numbers)
    if clean.alive is None or clean.alive.all():
        return part
    hit = ~clean.alive
    if hit.all():
        return None
    if part.graph is None:
        return flat(*clean.living())
    # A node cannot leave the graph without breaking ways through it: it stays, dead, with a living one's vector.
    matrix = np.array(part.matrix)
    raw = part.graph.save()
    stored = np.frombuffer(raw, np.int8, count=matrix.size, offset=HEAD).reshape(matrix.shape)
    if not np.array_equal(stored, matrix):
        return growth.graph_of([clean])
    stored[hit] = matrix[hit] = matrix[np.argmax(clean.alive)]
    graph = new_graph(matrix.shape[1])
    graph.load(raw)
    new_numbers, new_digests = np.array(part.numbers), np.array(part.digests)
    new_numbers[hit], new_digests[hit] = 0, 0
    return Part(new_numbers, new_digests, matrix, graph=graph, alive=clean.alive)
