"""Parts of the vectors of an index: immutable, flat or an HNSW graph by usearch, in memory or mapped from their files.

Vectors are kept as 8-bit integers, each scaled by its own largest component. Measured on 29,000 MiniLM vectors of
chat turns and sentences (recall@10 against exact search; bytes a vector; microseconds to add, to search): int8 so
scaled .986, 532, 78, 103; int8 as usearch scales it .956, 532, 85, 117; f16 .990, 916, 128, 174.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.errors import StoreError
from graphmem.index.best import Allowed, Best
from graphmem.index.files import Arrays, Damaged, Folder
from graphmem.store.files import disk_error

CONNECTIVITY, EXPANSION_ADD, EXPANSION_SEARCH = 16, 64, 96
# When so many neighbours hold too few that pass the filter, those that pass are looked at.
_EXACT_AFTER = 4096
HEAD = 8  # a usearch file begins with rows and columns as two u4, then the vectors in the order of adding
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
    def plain(self) -> bool:
        """True for a part that waits for its graph, as those of a bulk load do; it can be searched, and slowly."""
        return self.graph is None and self.floats is None

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
        everything = np.arange(len(self.numbers))
        rows = self._passing(everything, allowed) if self.plain else self._near(query, best.limit, allowed)
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


def saved(part: Part, folder: Folder) -> Part:
    """The part on disk; raises DiskFull or StoreError."""
    arrays = {"numbers": part.numbers, "digests": part.digests}
    if part.graph is None:
        return replace(part, rows_file=folder.write("vectors", {**arrays, "matrix": part.matrix}))
    path = folder.new_path("graph")
    try:
        part.graph.save(str(path))
        graph_file = folder.adopt(path)
        written = mapped_graph(path, part.numbers, part.digests)
    except OSError as cause:
        raise disk_error(path, cause) from cause
    except (RuntimeError, ValueError, Damaged) as cause:  # usearch names no number; a short file is no graph
        raise StoreError(
            f"{path} could not be written: {cause}.", hint="Look for room on the disk, and try again."
        ) from cause
    rows_file = folder.write("vectors", arrays)
    return replace(written, alive=part.alive, rows_file=rows_file, graph_file=graph_file)


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
    matrix = np.memmap(path, np.int8, "r", offset=HEAD, shape=(rows, columns)).view(np.ndarray)
    graph = new_graph(columns)
    try:
        graph.view(str(path))
    except (RuntimeError, ValueError) as cause:
        raise Damaged(f"{path.name} is no graph of vectors") from cause
    return Part(numbers, digests, matrix, graph=graph)
