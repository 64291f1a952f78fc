"""What is said of whom: a subject and predicates go in, the facts under them come out, the newest first.

A key is a subject and a predicate. Layers hold for each key its facts by the time at which they were recorded, so
that the newest of a hub are read off and the rest of them is never looked at. A layer is never changed: what it says
of a fact counts when the fact's row says the same, and a merge drops what does not count any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphmem.index.best import Allowed
from graphmem.index.documents import ALIVE, KIND
from graphmem.index.files import Folder
from graphmem.index.layers import tail_to_merge

_PREDICATE_BITS = 16
_ARRAYS = ("keys", "starts", "stamps", "facts")


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Facts by key, the newest of each key first, equals by number."""

    keys: np.ndarray  # u8, ascending
    starts: np.ndarray  # i8, one more than keys
    stamps: np.ndarray  # i8, when each was recorded
    facts: np.ndarray  # u4
    file: str = ""

    def stretch(self, key: int) -> tuple[int, int]:
        """From where to where the facts of a key stand."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        if at == len(self.keys) or int(self.keys[at]) != key:
            return 0, 0
        return int(self.starts[at]), int(self.starts[at + 1])


def key_of(subjects: np.ndarray, predicates: np.ndarray) -> np.ndarray:
    """Numbers of subjects and codes of predicates as keys."""
    keys: np.ndarray = subjects.astype(np.uint64) << np.uint64(_PREDICATE_BITS) | predicates.astype(np.uint64)
    return keys


def layer_of(keys: np.ndarray, stamps: np.ndarray, facts: np.ndarray) -> Layer | None:
    """A layer of these facts; None when there are none."""
    if not len(keys):
        return None
    order = np.lexsort((facts, -stamps, keys))
    unique, starts = np.unique(keys[order], return_index=True)
    return Layer(
        keys=unique,
        starts=np.append(starts, len(order)).astype(np.int64),
        stamps=stamps[order],
        facts=facts[order],
    )


def counting(rows: np.ndarray, keys: np.ndarray, stamps: np.ndarray, facts: np.ndarray) -> np.ndarray:
    """Which of the entries say what the rows of their facts say."""
    at = facts.astype(np.int64)
    found: np.ndarray = (
        ((rows["flags"][at] & ALIVE) != 0)
        & (key_of(rows["subject"][at], rows["predicate"][at]) == keys)
        & (rows["recorded_at"][at] == stamps)
    )
    return found


class Under:
    """The facts of one index by subject and predicate. One thread updates; any number read."""

    def __init__(self) -> None:
        self.layers: tuple[Layer, ...] = ()

    def updated(self, numbers: np.ndarray, new: np.ndarray, rows: np.ndarray) -> tuple[Layer, ...]:
        """The layers after the rows of these documents become new ones; `rows` are those that are there yet."""
        old = rows[numbers]
        fresh = (new["kind"] == KIND["fact"]) & ((new["flags"] & ALIVE) != 0) & (new["predicate"] > 0)
        same = (old["flags"] & ALIVE) != 0
        for field in ("subject", "predicate", "recorded_at"):
            same &= old[field] == new[field]
        chosen = fresh & ~same
        layer = layer_of(
            key_of(new["subject"][chosen], new["predicate"][chosen]),
            new["recorded_at"][chosen],
            numbers[chosen].astype(np.uint32),
        )
        if layer is None:
            return self.layers
        layers = [*self.layers, layer]
        # The newest layer holds what the rows are about to say: only older ones can be stale.
        if count := tail_to_merge([len(one.facts) for one in layers]):
            older = merged(layers[-count:-1], rows)
            both = [one for one in (older, layer) if one is not None]
            layers[-count:] = [joined(both)]
        return tuple(layers)

    def newest(
        self, subject: int, predicate: int, *, limit: int, rows: np.ndarray, allowed: Allowed
    ) -> tuple[np.ndarray, np.ndarray]:
        """The newest so many allowed facts under a key and when they were recorded, equals by number."""
        key = (subject << _PREDICATE_BITS) | predicate
        facts, stamps = [np.empty(0, np.uint32)], [np.empty(0, np.int64)]
        for layer in self.layers:
            start, end = layer.stretch(key)
            found, width = 0, limit
            while start < end and found < limit:
                some = slice(start, min(end, start + width))
                keys = np.full(some.stop - some.start, key, np.uint64)
                ok = counting(rows, keys, layer.stamps[some], layer.facts[some])
                ok[ok] = allowed(layer.facts[some][ok])
                facts.append(layer.facts[some][ok])
                stamps.append(layer.stamps[some][ok])
                found += int(np.count_nonzero(ok))
                start, width = some.stop, 2 * width
        unique, first = np.unique(np.concatenate(facts), return_index=True)
        times = np.concatenate(stamps)[first]
        order = np.lexsort((unique, -times))[:limit]
        return unique[order], times[order]

    def newest_of(
        self, keys: Sequence[tuple[int, int]], *, limit: int, rows: np.ndarray, allowed: Allowed
    ) -> list[tuple[int, int]]:
        """Of several subjects and predicates together the newest so many, each with its predicate; equals by number."""
        found = []
        for subject, predicate in keys:
            facts, stamps = self.newest(subject, predicate, limit=limit, rows=rows, allowed=allowed)
            found += [
                (-at, fact, predicate) for fact, at in zip(facts.tolist(), stamps.tolist(), strict=True)
            ]
        return [(fact, predicate) for _, fact, predicate in sorted(found)[:limit]]

    def purged(self, rows: np.ndarray) -> tuple[Layer, ...]:
        """The layers as one, in which only stands what the rows say."""
        whole = merged(self.layers, rows)
        return () if whole is None else (whole,)

    def save(self, folder: Folder) -> dict[str, Any]:
        """Write the layers that are in memory only; what the manifest must keep."""
        self.layers = tuple(
            layer
            if layer.file
            else mapped(folder, folder.write("under", {key: getattr(layer, key) for key in _ARRAYS}))
            for layer in self.layers
        )
        return {"layers": self.file_names}

    def load(self, folder: Folder, part: Mapping[str, Any]) -> None:
        """Map what was saved; raises Damaged."""
        self.layers = tuple(mapped(folder, name) for name in part["layers"])

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [layer.file for layer in self.layers if layer.file]


def columns_of(layers: Iterable[Layer]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Keys, stamps and facts of layers, entry by entry."""
    parts = [(np.repeat(one.keys, np.diff(one.starts)), one.stamps, one.facts) for one in layers]
    keys, stamps, facts = zip(*parts, strict=True)
    return np.concatenate(keys), np.concatenate(stamps), np.concatenate(facts)


def merged(layers: Sequence[Layer], rows: np.ndarray) -> Layer | None:
    """Layers as one, each entry once and only those that count; None when nothing is left."""
    if not layers:
        return None
    keys, stamps, facts = columns_of(layers)
    ok = counting(rows, keys, stamps, facts)
    # Of a fact at most one entry counts, but it may stand there twice.
    keep = np.flatnonzero(ok)
    _, first = np.unique(facts[keep], return_index=True)
    keep = keep[first]
    return layer_of(keys[keep], stamps[keep], facts[keep])


def joined(layers: Sequence[Layer]) -> Layer:
    """Layers as one, whatever the rows say."""
    whole = layer_of(*columns_of(layers))
    assert whole is not None
    return whole


def mapped(folder: Folder, name: str) -> Layer:
    """A layer that was saved."""
    arrays = folder.map(name)
    return Layer(**{key: arrays[key] for key in _ARRAYS}, file=name)
