"""Postings: documents given as numbers and terms become immutable segments, term by term, and segments become one.

Terms are kept as 64-bit hashes. That makes merging plain array work, and no word of a conversation stands in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphmem.index.table import hash64
from graphmem.remembered import remembered

term_hash = remembered(1 << 16)(hash64)


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Some documents, term by term. Never changed; who marks documents dead makes a new one around the same arrays."""

    terms: np.ndarray  # u8 hashes, ascending
    starts: np.ndarray  # i8, one more than terms: where a term's postings begin
    docs: np.ndarray  # u4 places in `numbers`, ascending within a term
    counts: np.ndarray  # u2, how often the term stands in that document
    peaks: np.ndarray  # u2, the highest count of each term
    shortest: np.ndarray  # u4, the length of the shortest document that has the term
    numbers: np.ndarray  # u4 document numbers
    lengths: np.ndarray  # f4, terms of each document
    alive: np.ndarray | None = None  # bool for each document; None when all live
    order: np.ndarray | None = None  # the places by number; None when the numbers ascend
    file: str = ""

    @property
    def live(self) -> int:
        """How many documents live."""
        return len(self.numbers) if self.alive is None else int(np.count_nonzero(self.alive))

    @property
    def total(self) -> float:
        """The length of all live documents together."""
        lengths = self.lengths if self.alive is None else self.lengths[self.alive]
        return float(lengths.sum(dtype=np.float64))

    def places(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which of the numbers are living documents here (their places among those given), and where they stand."""
        if not len(self.numbers):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        at = np.searchsorted(self.numbers, numbers, sorter=self.order)
        at[at == len(self.numbers)] = 0
        places = at if self.order is None else self.order[at].astype(np.int64)
        hit = self.numbers[places] == numbers
        if self.alive is not None:
            hit &= self.alive[places]
        return np.flatnonzero(hit), places[hit]

    def postings(self, term: int) -> tuple[int, int, int]:
        """The place of a term, and from where to where its postings go; (-1, 0, 0) when it has none."""
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            return -1, 0, 0
        return at, int(self.starts[at]), int(self.starts[at + 1])

    def without(self, numbers: np.ndarray) -> Segment:
        """The segment with these documents (sorted numbers) dead."""
        at = np.minimum(np.searchsorted(numbers, self.numbers), len(numbers) - 1)
        hit = numbers[at] == self.numbers
        if not hit.any():
            return self
        return replace(self, alive=~hit if self.alive is None else self.alive & ~hit)


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """All segments at one moment, and what they have in common."""

    segments: tuple[Segment, ...] = ()
    live: int = 0
    total: float = 0.0

    @classmethod
    def of(cls, segments: Sequence[Segment]) -> Pile:
        """The pile of these segments, the empty ones left out."""
        kept = tuple(segment for segment in segments if segment.live)
        return cls(kept, sum(s.live for s in kept), sum(s.total for s in kept))


def build(documents: Sequence[tuple[int, Sequence[str]]]) -> Segment:
    """A segment of documents given as number and terms."""
    hashes = np.array([term_hash(term) for _, terms in documents for term in terms], np.uint64)
    lengths = np.array([len(terms) for _, terms in documents], np.float32)
    places = np.repeat(np.arange(len(documents), dtype=np.uint32), lengths.astype(np.int64))
    order = np.lexsort((places, hashes))
    hashes, places = hashes[order], places[order]
    fresh = np.ones(len(hashes), bool)
    fresh[1:] = (hashes[1:] != hashes[:-1]) | (places[1:] != places[:-1])
    begins = np.flatnonzero(fresh)
    counts = np.minimum(np.diff(begins, append=len(hashes)), 0xFFFF).astype(np.uint16)
    terms, starts = np.unique(hashes[begins], return_index=True)
    starts = np.append(starts, len(begins)).astype(np.int64)
    numbers = np.array([number for number, _ in documents], np.uint32)
    return _bounded(
        terms=terms, starts=starts, docs=places[begins], counts=counts, numbers=numbers, lengths=lengths
    )


def _bounded(
    *,
    terms: np.ndarray,
    starts: np.ndarray,
    docs: np.ndarray,
    counts: np.ndarray,
    numbers: np.ndarray,
    lengths: np.ndarray,
) -> Segment:
    """The segment, with the bounds of each term."""
    if len(terms):
        peaks = np.maximum.reduceat(counts, starts[:-1])
        shortest = np.minimum.reduceat(lengths[docs], starts[:-1]).astype(np.uint32)
    else:
        peaks, shortest = np.empty(0, np.uint16), np.empty(0, np.uint32)
    return Segment(terms, starts, docs, counts, peaks, shortest, numbers, lengths, order=order_of(numbers))


def order_of(numbers: np.ndarray) -> np.ndarray | None:
    """The places of numbers in their order; None when they ascend."""
    if (numbers[1:] > numbers[:-1]).all():
        return None
    return np.argsort(numbers, kind="stable").astype(np.uint32)


def merge(segments: Sequence[Segment]) -> Segment:
    """One segment with the live documents of several; no sorting, each posting is copied once."""
    parts = [_compact(segment) for segment in segments]
    terms = np.unique(np.concatenate([part.terms for part in parts]))
    sizes = np.zeros(len(terms), np.int64)
    where = [np.searchsorted(terms, part.terms) for part in parts]
    for part, at in zip(parts, where, strict=True):
        sizes[at] += np.diff(part.starts)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    docs, counts = np.empty(starts[-1], np.uint32), np.empty(starts[-1], np.uint16)
    cursor = starts[:-1].copy()
    base = 0
    for part, at in zip(parts, where, strict=True):
        widths = np.diff(part.starts)
        target = np.repeat(cursor[at] - part.starts[:-1], widths) + np.arange(len(part.docs))
        docs[target] = part.docs + np.uint32(base)
        counts[target] = part.counts
        cursor[at] += widths
        base += len(part.numbers)
    return _bounded(
        terms=terms,
        starts=starts,
        docs=docs,
        counts=counts,
        numbers=np.concatenate([part.numbers for part in parts]),
        lengths=np.concatenate([part.lengths for part in parts]),
    )


def _compact(segment: Segment) -> Segment:
    """The segment without its dead documents, and without the terms that only they had."""
    if segment.alive is None:
        return segment
    moved = (np.cumsum(segment.alive) - 1).astype(np.uint32)
    keep = segment.alive[segment.docs]
    owner = np.repeat(np.arange(len(segment.terms)), np.diff(segment.starts))[keep]
    sizes = np.bincount(owner, minlength=len(segment.terms))
    used = sizes > 0
    return Segment(
        terms=segment.terms[used],
        starts=np.concatenate(([0], np.cumsum(sizes[used]))),
        docs=moved[segment.docs[keep]],
        counts=segment.counts[keep],
        peaks=segment.peaks[used],
        shortest=segment.shortest[used],
        numbers=segment.numbers[segment.alive],
        lengths=segment.lengths[segment.alive],
    )
