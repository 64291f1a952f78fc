"""Which documents may be found: a `Filter` and the documents become a sieve; numbers go in, booleans come out.

The sieve never looks at more rows than it is asked about, so that a filter costs what the candidates cost.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphmem.index.adjacency import Adjacency
from graphmem.index.documents import ACTIVE, ALIVE, FOREVER, KIND, Documents, micros
from graphmem.index.filter import Filter
from graphmem.index.places import MANY, NOWHERE

# Of some numbers those that a message tells or mentions which stands in one of the places of a table.
Spoken = Callable[[np.ndarray, np.ndarray], np.ndarray]
Rows = Callable[[str], np.ndarray]  # a column of the rows that are looked at


def member(numbers: np.ndarray, among: np.ndarray) -> np.ndarray:
    """Which of the numbers are among others, which are ascending and many."""
    if not len(among):
        return np.zeros(len(numbers), bool)
    found: np.ndarray = among[np.minimum(np.searchsorted(among, numbers), len(among) - 1)] == numbers
    return found


class Sieve:
    """A filter made ready.

    `spoken` settles where a document was said when its mask of places does not. `near` holds the numbers that are
    about the filter's entities, when it names any. With `walk` the sieve tells what a walk through the graph may
    step on: documents of any kind and time of saying, alive and true from the filter's point of view.
    """

    def __init__(
        self,
        documents: Documents,
        chosen: Filter,
        *,
        spoken: Spoken,
        shelf: Adjacency,
        near: np.ndarray | None = None,
        walk: bool = False,
    ) -> None:
        self.spoken, self.shelf = spoken, shelf
        self.rows = documents.rows
        self.filter = chosen
        self.near = near
        self.walk = walk
        self.as_of = None if chosen.as_of is None else micros(chosen.as_of)
        self.known_at = None if chosen.known_at is None else micros(chosen.known_at)
        self.since = None if chosen.since is None else micros(chosen.since)
        self.until = None if chosen.until is None else micros(chosen.until)
        self.scope = None if chosen.scope is None else documents.places.known(chosen.scope)
        self.exact = documents.places.exact
        self.places = (
            None
            if chosen.project is None and chosen.client is None
            else documents.places.meant(chosen.project, chosen.client)
        )
        self.kinds = np.zeros(256, bool)
        self.kinds[[KIND[kind] for kind in chosen.kinds or ("fact", "message", "entity", "page")]] = True

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Which of the numbers pass."""
        at = numbers.astype(np.int64)

        def rows(field: str) -> np.ndarray:
            # Field by field: numpy copies whole structured rows forty times slower.
            values: np.ndarray = self.rows[field][at]
            return values

        passed: np.ndarray = (rows("flags") & ALIVE) != 0
        self._clocks(rows, passed)
        if self.filter.active_only:
            passed &= (rows("flags") & ACTIVE) != 0
        if self.walk:
            self._origin(numbers, rows, passed)
            return passed
        passed &= self.kinds[rows("kind")]
        if self.near is not None:
            passed &= member(numbers, self.near)
        if not self.narrow:
            return passed
        pages = passed & (rows("kind") == KIND["page"])
        passed &= ~pages
        self._origin(numbers, rows, passed)
        self._when(rows, passed)
        if len(at := np.flatnonzero(pages)):
            passed[at] = self._laid(numbers[at])
        return passed

    @property
    def narrow(self) -> bool:
        """Whether it matters where, when or by whom something was said."""
        times = self.since, self.until, self.places, self.scope
        return self.filter.min_trust > 0 or any(bound is not None for bound in times)

    def _when(self, rows: Rows, passed: np.ndarray) -> None:
        """When it was said."""
        if self.since is not None:
            passed &= rows("said_at") >= self.since
        if self.until is not None:
            passed &= rows("recorded_at") < self.until

    def _laid(self, pages: np.ndarray) -> np.ndarray:
        """Which pages pass by what is on them: those of which every fact passes, and all whom the title names.

        One fact of another project is enough to keep a page from whoever may see only this one.
        """
        owners, others, _, counts = self.shelf.half_edges(pages)
        keys = owners.astype(np.int64) << 32 | others
        unique, inverse = np.unique(keys, return_inverse=True)
        unique = unique[np.bincount(inverse, weights=counts, minlength=len(unique)) > 0]
        owners, others = unique >> 32, (unique & 0xFFFFFFFF).astype(np.uint32)

        def rows(field: str) -> np.ndarray:
            values: np.ndarray = self.rows[field][others]
            return values

        there = (rows("flags") & ALIVE) != 0
        passed = there.copy()
        self._origin(others, rows, passed)
        told = passed.copy()
        self._when(rows, told)
        passed = np.where(rows("kind") == KIND["fact"], told, passed)  # a name is told at no time of its own
        bad = np.bincount(owners[there & ~passed], minlength=len(pages))
        good = np.bincount(owners[passed], minlength=len(pages))
        ok: np.ndarray = (bad == 0) & (good > 0)
        return ok

    def _origin(self, numbers: np.ndarray, rows: Rows, passed: np.ndarray) -> None:
        """The places, the scope and the trust."""
        if self.places is not None:
            self._where(numbers, rows, passed, *self.places)
        if self.scope is not None:
            passed &= rows("scope") == self.scope
        if self.filter.min_trust > 0:
            passed &= rows("trust") >= np.float32(self.filter.min_trust)

    def _clocks(self, rows: Rows, passed: np.ndarray) -> None:
        """The two clocks, as in `Viewpoint.sees`."""
        if self.known_at is None:
            passed &= rows("retracted_at") == FOREVER
        else:
            passed &= (rows("recorded_at") <= self.known_at) & (self.known_at < rows("retracted_at"))
        if self.as_of is not None:
            ends = rows("valid_until")
            if self.known_at is not None:
                ends = np.where(rows("end_known") > self.known_at, FOREVER, ends)
            passed &= (rows("valid_from") <= self.as_of) & (self.as_of < ends)

    def _where(
        self,
        numbers: np.ndarray,
        rows: Rows,
        passed: np.ndarray,
        table: np.ndarray,
        mask: np.uint64,
    ) -> None:
        """The places where it was said."""
        places = rows("place")
        several = places == MANY
        ok = table[np.where(several, NOWHERE, places)]
        ok |= several & ((rows("mask") & mask) != 0)
        if not self.exact and (open_ := np.flatnonzero(ok & several & passed)).size:
            ok[open_] = self.spoken(numbers[open_], table)
        passed &= ok
