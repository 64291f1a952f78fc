"""BM25 that can be written to: terms of documents go in, numbers with scores come out, best first.

bm25s scores a corpus once, when it is indexed, and has no way to add to it: its scores hold the statistics of
that corpus. Here each segment keeps what does not change when others come (how often a term stands in a document,
and how long the document is), and bm25s's own formulas are applied at query time with the statistics of all live
documents. So the scores are those of one fresh bm25s index, whatever the segments are; a test holds them equal.
(Measured: rescaling the stored scores of bm25s cannot do that, since the mean length stands inside its quotient.)

A query looks at rare terms first and stops opening new documents once the terms that are left cannot lift one
into the answer (MaxScore: Turtle and Flood 1995), so its cost follows the rare words and not the store.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphmem.index.best import NO_NUMBERS, NO_SCORES, Allowed, Best
from graphmem.index.files import Arrays, Folder
from graphmem.index.layers import tail_to_merge
from graphmem.index.postings import Pile, Segment, build, merge, order_of, term_hash

# Short texts, whose length says little: measured on long conversations against bm25s's own 1.5 and .75.
K1, B = 0.9, 0.4
STOP_WORD = 1.0  # what a word counts that is not indexed, beside an idf
_SAMPLE = 4096  # documents that are looked at to tell what the best score at least
_WORTH_PRUNING = 2048  # a shorter list is scored sooner than it is decided whether it must be


class TextIndex:
    """An index of terms. One thread updates; any number search."""

    def __init__(self, *, k1: float = K1, b: float = B) -> None:
        # The formulas have no public name; the range of versions in pyproject.toml and a test hold them in place.
        from bm25s.scoring import _select_idf_scorer, _select_tfc_scorer  # noqa: PLC0415 - heavy

        self.k1, self.b = k1, b
        self._weigh = _select_tfc_scorer("lucene")
        self._idf = _select_idf_scorer("lucene")
        self._local = threading.local()
        self.pile = Pile()

    def update(
        self,
        upserts: Sequence[tuple[int, Sequence[str]]],
        deletes: Sequence[int] = (),
        *,
        purge: bool = False,
    ) -> None:
        """Put documents in, in place of those with the same numbers, and take others out."""
        self.pile = self.updated(upserts, deletes, purge=purge)

    def updated(
        self,
        upserts: Sequence[tuple[int, Sequence[str]]],
        deletes: Sequence[int] = (),
        *,
        purge: bool = False,
    ) -> Pile:
        """The pile after such an update; with `purge` no segment holds a trace of what is out."""
        last = dict(upserts)
        segments = list(self.pile.segments)
        gone = np.unique(np.array([*deletes, *last], np.uint32))
        if len(gone):
            segments = [segment.without(gone) for segment in segments]
        if purge:
            segments = [merge([segment]) if segment.alive is not None else segment for segment in segments]
        fresh = sorted((number, terms) for number, terms in last.items() if terms)
        if fresh:
            segments.append(build(fresh))
        # What is mostly dead is rewritten, or its postings would be walked for nothing.
        segments = [merge([s]) if s.live and s.live * 2 < len(s.numbers) else s for s in segments if s.live]
        count = tail_to_merge([len(segment.numbers) for segment in segments])
        if count:
            segments[-count:] = [merge(segments[-count:])]
        return Pile.of(segments)

    def search(
        self, terms: Sequence[str] | Mapping[str, float], *, limit: int, allowed: Allowed | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The numbers and scores of the best allowed documents; equal scores in the order of numbers.

        A term that is asked twice counts twice; a mapping gives each term its weight. `allowed` is called with
        candidate numbers and tells which may be found: it binds before the cut at `limit`.
        """
        pile = self.pile
        weights = dict(terms) if isinstance(terms, Mapping) else Counter(terms)
        if not pile.live or limit < 1 or not weights:
            return NO_NUMBERS, NO_SCORES
        query = Query(self, pile, {term_hash(t): weight for t, weight in weights.items() if weight > 0})
        best = Best(limit, allowed)
        for segment in sorted(pile.segments, key=lambda s: -len(s.numbers)):
            query.score(segment, best, self._scratch(len(segment.numbers)))
        return best.numbers, best.scores

    def _scratch(self, size: int) -> np.ndarray:
        """Zeros to add scores in, kept for each thread so that a query allocates nothing as large as the store."""
        scratch: np.ndarray | None = getattr(self._local, "scratch", None)
        if scratch is None or len(scratch) < size:
            scratch = self._local.scratch = np.zeros(size + size // 4, np.float32)
        return scratch

    def weigh(self, counts: np.ndarray, lengths: np.ndarray, mean: float) -> np.ndarray:
        """How much so many occurrences in a document of that length count."""
        weight: np.ndarray = self._weigh(counts, lengths, np.float32(mean), k1=self.k1, b=self.b, delta=0.0)
        return weight

    def idf(self, df: int, live: int) -> float:
        """How much a term tells that so many of the documents have."""
        return float(self._idf(df, live))

    def having(self, terms: Sequence[str], numbers: np.ndarray) -> np.ndarray:
        """Which of the documents have any of the terms."""
        found = np.zeros(len(numbers), bool)
        hashes = [term_hash(term) for term in terms]
        for segment in self.pile.segments:
            lists = [(start, end) for _, start, end in map(segment.postings, hashes) if start < end]
            if not lists:  # most words are nobody's name
                continue
            asked, places = segment.places(numbers)
            if not len(asked):
                continue
            for start, end in lists:
                docs = segment.docs[start:end]
                at = np.minimum(np.searchsorted(docs, places.astype(np.uint32)), len(docs) - 1)
                found[asked] |= docs[at] == places
        return found

    def rarity(self, terms: Sequence[str]) -> float:
        """How much a word tells that gave these terms, as idf; a word that every sentence has tells little."""
        pile = self.pile
        found = [sum(Query.df(s, term_hash(term)) for s in pile.segments) for term in terms]
        return max((self.idf(df, max(1, pile.live)) for df in found), default=STOP_WORD)

    def told(self, term: str) -> tuple[int, float]:
        """In how many live documents a term stands, and how much it tells as idf."""
        pile = self.pile
        df = sum(Query.df(segment, term_hash(term)) for segment in pile.segments)
        return df, self.idf(df, max(1, pile.live))

    def save(self, folder: Folder) -> dict[str, Any]:
        """Write the segments that are in memory only; what the manifest must keep."""
        segments = []
        for segment in self.pile.segments:
            if not segment.file:
                arrays = {name: getattr(segment, name) for name in _ARRAYS}
                name = folder.write("text", arrays)
                segment = replace(_mapped(folder, name), alive=segment.alive)  # noqa: PLW2901 - the same, on disk
            segments.append(segment)
        self.pile = Pile(tuple(segments), self.pile.live, self.pile.total)
        return {"segments": [segment.file for segment in segments]}

    def deaths(self) -> Arrays:
        """For each file with dead documents which of them live, as bits."""
        return {s.file: np.packbits(s.alive) for s in self.pile.segments if s.alive is not None}

    def load(self, folder: Folder, part: Mapping[str, Any], deaths: Arrays) -> None:
        """Map what was saved."""
        segments = []
        for name in part["segments"]:
            segment = _mapped(folder, name)
            if name in deaths:
                bits = np.unpackbits(deaths[name], count=len(segment.numbers)).astype(bool)
                segment = replace(segment, alive=bits)
            segments.append(segment)
        self.pile = Pile.of(segments)

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [segment.file for segment in self.pile.segments if segment.file]


_ARRAYS = ("terms", "starts", "docs", "counts", "peaks", "shortest", "numbers", "lengths")


def _mapped(folder: Folder, name: str) -> Segment:
    arrays = folder.map(name)
    return Segment(**{key: arrays[key] for key in _ARRAYS}, order=order_of(arrays["numbers"]), file=name)


@dataclass(frozen=True, slots=True)
class Asked:
    """One term of a query."""

    term: int
    weight: float  # times idf


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term stands in one segment."""

    weight: float
    at: int
    start: int
    end: int


class Query:
    """A query against one pile."""

    def __init__(self, index: TextIndex, pile: Pile, weights: Mapping[int, float]) -> None:
        self.index = index
        self.mean = pile.total / pile.live
        asked = []
        for term, weight in weights.items():
            df = sum(self.df(segment, term) for segment in pile.segments)
            if df:
                asked.append(Asked(term, weight * index.idf(df, pile.live)))
        # Rare terms first: they tell most and have the shortest lists.
        self.asked = sorted(asked, key=lambda a: (-a.weight, a.term))

    @staticmethod
    def df(segment: Segment, term: int) -> int:
        """How many live documents of a segment have the term."""
        _, start, end = segment.postings(term)
        if segment.alive is None or start == end:
            return end - start
        return int(np.count_nonzero(segment.alive[segment.docs[start:end]]))

    def score(self, segment: Segment, best: Best, scratch: np.ndarray) -> None:
        """Offer the best of one segment; `scratch` comes back as zeros."""
        found = [(a.weight, *segment.postings(a.term)) for a in self.asked]
        lists = [Postings(*entry) for entry in found if entry[1] >= 0]
        if not lists:
            return
        at = np.array([entry.at for entry in lists])
        bounds = self.index.weigh(
            segment.peaks[at].astype(np.float32), segment.shortest[at].astype(np.float32), self.mean
        ) * np.array([entry.weight for entry in lists], np.float32)
        # A little above, so that rounding never excludes an equal.
        left = np.append(np.cumsum(bounds[::-1])[::-1], 0.0) * 1.0001
        touched = Touched(segment, scratch)
        try:
            done = self._open(touched, best, lists, left)
            if touched.size:
                self._close(touched, best, lists[done:], left[done:])
        finally:
            touched.clear()

    def _open(self, touched: Touched, best: Best, lists: Sequence[Postings], left: np.ndarray) -> int:
        """Score whole lists while a document that is in none of them yet could be among the best; how many."""
        for i, entry in enumerate(lists):
            if left[i] < best.bar:
                return i
            size = entry.end - entry.start
            if touched.size and size > max(_WORTH_PRUNING, touched.size // 4) and not touched.exhausted:
                bar = best.threshold(*touched.sample())
                if left[i] < bar:
                    return i
                # When too few of so many are allowed, the next list hardly changes that: score on.
                touched.exhausted = bar == 0
            docs, gain = self._gain(touched.segment, entry)
            touched.add(docs, gain)
        return len(lists)

    def _gain(self, segment: Segment, entry: Postings) -> tuple[np.ndarray, np.ndarray]:
        """The live documents of a term and what it adds to each."""
        docs, counts = segment.docs[entry.start : entry.end], segment.counts[entry.start : entry.end]
        if segment.alive is not None:
            keep = segment.alive[docs]
            docs, counts = docs[keep], counts[keep]
        gain = self.index.weigh(counts.astype(np.float32), segment.lengths[docs], self.mean)
        return docs, gain * np.float32(entry.weight)

    def _close(self, touched: Touched, best: Best, rest: Sequence[Postings], left: np.ndarray) -> None:
        """Add the terms that are left to the documents that can still be among the best, and offer them."""
        segment = touched.segment
        docs = touched.docs()
        if len(rest):
            docs = docs[touched.scratch[docs] + np.float32(left[0]) >= best.threshold(*touched.sample())]
        docs = np.sort(docs)
        scores = touched.scratch[docs]
        for i, entry in enumerate(rest):
            keep = scores + np.float32(left[i]) >= best.threshold(segment.numbers[docs], scores)
            docs, scores = docs[keep], scores[keep]
            at = entry.start + np.searchsorted(segment.docs[entry.start : entry.end], docs)
            at[at == entry.end] = entry.start
            hit = segment.docs[at] == docs
            gain = self.index.weigh(
                segment.counts[at[hit]].astype(np.float32), segment.lengths[docs[hit]], self.mean
            )
            scores[hit] += gain * np.float32(entry.weight)
        best.offer(segment.numbers[docs], scores)


class Touched:
    """The documents of a segment that have a score so far."""

    def __init__(self, segment: Segment, scratch: np.ndarray) -> None:
        self.segment, self.scratch = segment, scratch
        self.size = 0
        self.exhausted = False
        self._parts: list[np.ndarray] = []

    def add(self, docs: np.ndarray, gain: np.ndarray) -> None:
        """Add to the scores of distinct documents."""
        old = self.scratch[docs]
        fresh = docs[old == 0]
        self._parts.append(fresh)
        self.size += len(fresh)
        self.scratch[docs] = old + gain

    def docs(self) -> np.ndarray:
        """Their places in the segment."""
        return np.concatenate(self._parts)

    def sample(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers and scores of some of them: of those that have the rarest terms, and so mostly the best."""
        parts, size = [], 0
        for docs in self._parts:
            parts.append(docs)
            size += len(docs)
            if size > _SAMPLE:
                break
        docs = np.concatenate(parts)[: 2 * _SAMPLE]
        return self.segment.numbers[docs], self.scratch[docs]

    def clear(self) -> None:
        """Leave the scratch as zeros."""
        for docs in self._parts:
            self.scratch[docs] = 0
