"""Nearest vectors: numbers with unit vectors go in, numbers with cosines come out, nearest first.

New vectors stand in small flat parts that are searched whole; 4,096 of them become an HNSW graph (Malkov and
Yashunin 2016) by usearch, and graphs become one as in `layers.py`, the smaller added to a copy of the larger. No
part is ever changed, so searches need no lock against the writer, and a saved graph is only mapped, not loaded.

Vectors are kept as 8-bit integers, each scaled by its own largest component. Measured on 29,000 MiniLM vectors of
chat turns and sentences (recall@10 against exact search; bytes a vector; microseconds to add, to search): int8 so
scaled .986, 532, 78, 103; int8 as usearch scales it .956, 532, 85, 117; f16 .990, 916, 128, 174.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.index.best import NO_NUMBERS, NO_SCORES, Allowed, Best
from graphmem.index.files import Arrays, Damaged, Folder
from graphmem.index.layers import tail_to_merge

GRAPH_SIZE = 4096  # so many flat vectors become a graph; below it a search of all is as fast
MAX_GRAPHS = 12  # beyond it graphs are merged at once and not only when the index is flushed
CONNECTIVITY, EXPANSION_ADD, EXPANSION_SEARCH = 16, 64, 96
_EXACT_AFTER = (
    4096  # when so many neighbours hold too few that pass the filter, those that pass are looked at
)
_HEAD = 8  # a usearch file begins with rows and columns as two u4, then the vectors in the order of adding
_BLOCK = 8192


def quantise(vectors: np.ndarray) -> np.ndarray:
    """Rows of 8-bit integers that point where the vectors point; quantising them again changes nothing."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    scaled: np.ndarray = np.rint(vectors * (127.0 / np.maximum(largest, 1e-12))).astype(np.int8)
    return scaled


def units(matrix: np.ndarray) -> np.ndarray:
    """Rows of integers as unit vectors of 32-bit floats."""
    rows: np.ndarray = matrix.astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return rows


def cosines(rows: np.ndarray, query: np.ndarray) -> np.ndarray:
    """The dot product of each row with the query."""
    # Not `@`: that wakes the threads of BLAS for a few microseconds' work, and waits for them on a busy machine.
    found: np.ndarray = np.einsum("ij,j->i", rows, query)
    return found


def new_graph(dimensions: int) -> Any:
    """An empty usearch index."""
    if sys.platform == "linux" and "usearch" not in sys.modules:
        # usearch 2.26 carries its own C++ runtime and exports it: what is loaded after it (onnxruntime) then binds
        # to the wrong one and crashes at import, unless the system's runtime was there first, for all to see.
        with suppress(OSError):
            ctypes.CDLL("libstdc++.so.6", mode=ctypes.RTLD_GLOBAL)
    from usearch.index import Index as Graph  # noqa: PLC0415 - heavy

    return Graph(
        ndim=dimensions,
        metric="cos",
        dtype="i8",
        connectivity=CONNECTIVITY,
        expansion_add=EXPANSION_ADD,
        expansion_search=EXPANSION_SEARCH,
        enable_key_lookups=False,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some vectors. Never changed; who marks vectors dead makes a new one around the same arrays."""

    numbers: np.ndarray  # u4 document numbers
    digests: np.ndarray  # u8 hashes of the texts
    matrix: np.ndarray  # i1 (vectors, dimensions)
    graph: Any = None  # None in a flat part
    floats: np.ndarray | None = None  # of a flat part, the unit vectors
    alive: np.ndarray | None = None
    rows_file: str = ""
    graph_file: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def live(self) -> int:
        """How many vectors live."""
        return len(self.numbers) if self.alive is None else int(np.count_nonzero(self.alive))

    def without(self, numbers: np.ndarray) -> Part:
        """The part with the vectors of these documents (sorted numbers) dead."""
        at = np.minimum(np.searchsorted(numbers, self.numbers), len(numbers) - 1)
        hit = numbers[at] == self.numbers
        if not hit.any():
            return self
        return replace(self, alive=~hit if self.alive is None else self.alive & ~hit)

    def living(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Numbers, digests and rows of what lives."""
        if self.alive is None:
            return self.numbers, self.digests, np.asarray(self.matrix)
        return self.numbers[self.alive], self.digests[self.alive], self.matrix[self.alive]

    def search(self, query: np.ndarray, best: Best, allowed: Allowed | None) -> None:
        """Offer the nearest that are allowed; `query` is a unit vector."""
        if self.floats is not None:
            rows = slice(None) if self.alive is None else np.flatnonzero(self.alive)
            best.offer(self.numbers[rows], cosines(self.floats[rows], query))
            return
        rows = self._near(query, best.limit, allowed)
        for start in range(0, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK]
            # The query is not rounded here: what the graph found is ranked by the better cosine.
            best.offer(self.numbers[block], cosines(units(self.matrix[block]), query))

    def _near(self, query: np.ndarray, limit: int, allowed: Allowed | None) -> np.ndarray:
        """Rows near the query, at least `limit` that are allowed when there are so many."""
        rounded = quantise(query[None])[0]
        size, count = len(self.numbers), limit + 32
        while count < size:
            if count > _EXACT_AFTER:
                break
            with self.lock:  # usearch gives every caller the same working memory
                near = self.graph.search(rounded, count, threads=1).keys.astype(np.int64)
            rows = self._passing(near, allowed)
            if len(rows) >= limit:
                return rows
            # As many as it takes when further on as many pass as here, and some more.
            count = max(2 * count, count * limit * 5 // (4 * max(len(rows), 1)))
        return self._passing(np.arange(size), allowed)

    def _passing(self, rows: np.ndarray, allowed: Allowed | None) -> np.ndarray:
        if self.alive is not None:
            rows = rows[self.alive[rows]]
        return rows if allowed is None else rows[allowed(self.numbers[rows])]


def flat(numbers: np.ndarray, digests: np.ndarray, matrix: np.ndarray) -> Part:
    """A part that is searched whole."""
    return Part(numbers, digests, matrix, floats=units(matrix))


def joined(parts: Sequence[Part]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers, digests and rows of all that lives in the parts."""
    numbers, digests, rows = zip(*(part.living() for part in parts), strict=True)
    return np.concatenate(numbers), np.concatenate(digests), np.concatenate(rows)


def grow(parts: Sequence[Part]) -> Part:
    """One graph of all that lives in the parts; the first is copied with its links when it is mostly alive."""
    first, rest = parts[0], parts[1:]
    graph = new_graph(first.matrix.shape[1])
    if first.graph is None or first.live * 4 < 3 * len(first.numbers):
        numbers, digests, matrix = joined(parts)
        _add(graph, matrix, 0)
        return Part(numbers, digests, matrix, graph=graph)
    graph.load(first.graph.save())
    size, alive = len(first.numbers), first.alive
    numbers, digests, matrix = first.numbers, first.digests, first.matrix
    if rest:
        more = joined(rest)
        _add(graph, more[2], size)
        numbers, digests, matrix = (
            np.concatenate(pair) for pair in zip((numbers, digests, matrix), more, strict=True)
        )
        if alive is not None:
            alive = np.concatenate([alive, np.ones(len(more[0]), bool)])
    return Part(numbers, digests, matrix, graph=graph, alive=alive)


def _add(graph: Any, rows: np.ndarray, base: int) -> None:
    if len(rows):
        # One thread: the file then holds the vectors in the order of their keys, which `mapped` relies on.
        graph.add(np.arange(base, base + len(rows), dtype=np.uint64), np.ascontiguousarray(rows), threads=1)


class VectorIndex:
    """An index of vectors. One thread updates; any number search."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self.parts: tuple[Part, ...] = ()
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
            parts.append(
                flat(
                    np.array(numbers, np.uint32), np.array(digests, np.uint64), quantise(np.asarray(vectors))
                )
            )
        graphs = [part for part in parts if part.graph is not None]
        flats = [part for part in parts if part.graph is None]
        if sum(part.live for part in flats) >= GRAPH_SIZE:
            graphs.append(grow(flats))
            flats = []
        elif count := tail_to_merge([len(part.numbers) for part in flats]):
            flats[-count:] = [flat(*joined(flats[-count:]))]
        if len(graphs) > MAX_GRAPHS:
            graphs = settled(graphs)
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
        """Merge graphs where it is time; a flush does this, since it can take seconds."""
        graphs = [part for part in self.parts if part.graph is not None]
        self.parts = (*settled(graphs), *(part for part in self.parts if part.graph is None))

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

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [
            name for part in (*self.parts, *self.spare) for name in (part.rows_file, part.graph_file) if name
        ]


def settled(graphs: Sequence[Part]) -> list[Part]:
    """The graphs, merged as the layers want it, the largest first."""
    found = sorted(graphs, key=lambda part: -len(part.numbers))
    if count := tail_to_merge([len(part.numbers) for part in found]):
        found[-count:] = [grow(found[-count:])]
    return found


def saved(part: Part, folder: Folder) -> Part:
    """The part on disk."""
    arrays = {"numbers": part.numbers, "digests": part.digests}
    if part.graph is None:
        return replace(part, rows_file=folder.write("vectors", {**arrays, "matrix": part.matrix}))
    path = folder.new_path("graph")
    part.graph.save(str(path))
    graph_file = folder.adopt(path)
    rows_file = folder.write("vectors", arrays)
    return replace(
        mapped_graph(path, part.numbers, part.digests),
        alive=part.alive,
        rows_file=rows_file,
        graph_file=graph_file,
    )


def mapped(folder: Folder, rows_file: str, graph_file: str, *, dimensions: int, deaths: Arrays) -> Part:
    """A part that was saved; raises Damaged."""
    arrays = folder.map(rows_file)
    numbers, digests = arrays["numbers"], arrays["digests"]
    if graph_file:
        assert folder.path is not None
        part = mapped_graph(folder.path / graph_file, numbers, digests)
    else:
        part = flat(numbers, digests, arrays["matrix"])
    if part.matrix.shape != (len(numbers), dimensions):
        raise Damaged(f"{rows_file} does not fit its vectors")
    alive = None
    if rows_file in deaths:
        alive = np.unpackbits(deaths[rows_file], count=len(numbers)).astype(bool)
    return replace(part, alive=alive, rows_file=rows_file, graph_file=graph_file)


def mapped_graph(path: Path, numbers: np.ndarray, digests: np.ndarray) -> Part:
    """A graph that is read where it lies; its vectors are seen as an array without being loaded."""
    rows, columns = np.fromfile(path, "<u4", 2).tolist()
    if rows != len(numbers):
        raise Damaged(f"{path.name} holds {rows} vectors and not {len(numbers)}")
    matrix = np.memmap(path, np.int8, "r", offset=_HEAD, shape=(rows, columns)).view(np.ndarray)
    graph = new_graph(columns)
    try:
        graph.view(str(path))
    except (RuntimeError, ValueError) as cause:
        raise Damaged(f"{path.name} is no graph of vectors") from cause
    return Part(numbers, digests, matrix, graph=graph)


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
    stored = np.frombuffer(raw, np.int8, count=matrix.size, offset=_HEAD).reshape(matrix.shape)
    if not np.array_equal(stored, matrix):
        return grow([flat(*clean.living())])
    stored[hit] = matrix[hit] = matrix[np.argmax(clean.alive)]
    graph = new_graph(matrix.shape[1])
    graph.load(raw)
    new_numbers, new_digests = np.array(part.numbers), np.array(part.digests)
    new_numbers[hit], new_digests[hit] = 0, 0
    return Part(new_numbers, new_digests, matrix, graph=graph, alive=clean.alive)
