"""What stands around documents in the graph: turns beside turns, and the ways that lead from seeds to what was found.

Every look is one look for all that are asked about, and none walks all the edges of a hub.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graphmem.index.adjacency import EDGE_KINDS, IN_SESSION, NEXT, Adjacency
from graphmem.index.documents import ALIVE, Documents

# A way over somebody whom everything touches tells nothing, and looking at all of that costs time.
HUB = 200
MIDDLES = 8  # neighbours over which a way of two edges may lead
CROWDED = 4096  # edges; of what has more only those are looked at that touch a seed with fewer
_NAMES = {code: name for name, code in EDGE_KINDS.items()}
_PLAIN = frozenset(("next", "in_session"))  # edges that tell less than facts and entities do

Edge = tuple[int, int]  # the other end, and the kind as seen from this one


def turns(documents: Documents, graph: Adjacency, number: int, before: int, after: int) -> list[int]:
    """A message and those around it in its session."""
    rows = documents.rows
    session = int(rows["session"][number])
    if not session:
        return [number]
    there = graph.others([session], IN_SESSION)
    there = there[(rows["flags"][there] & ALIVE) != 0]
    order: list[int] = there[np.lexsort((there, rows["said_at"][there], rows["seq"][there]))].tolist()
    at = order.index(number)
    return order[max(0, at - before) : at + after + 1]


def beside(
    documents: Documents, graph: Adjacency, numbers: np.ndarray, kind: int = NEXT
) -> dict[int, list[int]]:
    """The messages at the other ends of edges of one kind, the earlier before the later.

    By `NEXT` those are the neighbours of messages in their sessions, by `STATED_IN` what told a fact.
    """
    rows = documents.rows
    owners, others, _ = _edges(documents, graph, numbers, kind)
    order = np.lexsort((others, rows["said_at"][others], rows["seq"][others], owners))
    found: dict[int, list[int]] = {number: [] for number in numbers.tolist()}
    for owner, other in zip(numbers[owners[order]].tolist(), others[order].tolist(), strict=True):
        found[owner].append(other)
    return found


def _edges(
    documents: Documents, graph: Adjacency, numbers: np.ndarray, kind: int | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The edges of some documents to living ones: place of the owner, other end, kind; each once."""
    owners, others, kinds, counts = graph.half_edges(numbers.astype(np.uint32), kind)
    keys = (owners.astype(np.int64) << 35) | (others.astype(np.int64) << 3) | kinds
    unique, inverse = np.unique(keys, return_inverse=True)
    there = np.bincount(inverse, weights=counts, minlength=len(unique)) > 0
    unique = unique[there]
    others = (unique >> 3) & 0xFFFFFFFF
    alive = (documents.rows["flags"][others] & ALIVE) != 0
    return unique[alive] >> 35, others[alive], unique[alive] & 7


def ways(
    documents: Documents, graph: Adjacency, numbers: Sequence[int], seeds: Sequence[int]
) -> dict[int, tuple[int | str, ...]]:
    """For each number a shortest way from a seed over at most two edges: numbers, and between them kinds of edges.

    Seeds that come first are preferred; a seed that nothing leads to is its own way, the first one always; empty
    when there is no way.
    """
    order = {seed: place for place, seed in enumerate(seeds)}
    wanted = [number for number in numbers if order.get(number) != 0]
    near = _near(documents, graph, wanted, seeds)
    names = dict(zip(listed, documents.ids(listed), strict=True)) if (listed := _ends(near, seeds)) else {}
    found: dict[int, tuple[int | str, ...]] = {n: (n,) for n in numbers if order.get(n) == 0}
    open_: dict[int, list[Edge]] = {}
    for number in wanted:
        direct = [(order[e], names[e], _NAMES[kind], e) for e, kind in near[number] if e in order]
        if direct:
            _, _, kind, seed = min(direct)
            found[number] = (seed, kind, number)
        elif number in order:
            found[number] = (number,)
        else:
            telling = sorted(near[number], key=lambda e: (_NAMES[e[1]] in _PLAIN, names[e[0]], _NAMES[e[1]]))
            open_[number] = telling[:MIDDLES]
    return found | _over_middles(documents, graph, open_, order)


def _over_middles(
    documents: Documents, graph: Adjacency, open_: Mapping[int, Sequence[Edge]], order: Mapping[int, int]
) -> dict[int, tuple[int | str, ...]]:
    """The ways of two edges."""
    middles = sorted({m for edges in open_.values() for m, _ in edges if graph.degree(m) <= HUB})
    ends: dict[int, list[Edge]] = {middle: [] for middle in middles}
    owners, others, kinds = _edges(documents, graph, np.array(middles, np.uint32))
    hit = np.isin(others, np.array(list(order), np.int64))
    for at, other, kind in zip(owners[hit].tolist(), others[hit].tolist(), kinds[hit].tolist(), strict=True):
        ends[middles[at]].append((other, kind))
    listed = sorted({m for m in middles if ends[m]} | {e for edges in ends.values() for e, _ in edges})
    names = dict(zip(listed, documents.ids(listed), strict=True))
    found: dict[int, tuple[int | str, ...]] = {}
    for number, edges in open_.items():
        ways_ = [
            ((order[end], names[end], _NAMES[before], names[middle], _NAMES[kind]), end, middle)
            for middle, kind in edges
            for end, before in ends.get(middle, ())
        ]
        if ways_:
            (_, _, before, _, kind), end, middle = min(ways_)
            found[number] = (end, before, middle, kind, number)
        else:
            found[number] = ()
    return found


def _near(
    documents: Documents, graph: Adjacency, numbers: Sequence[int], seeds: Sequence[int]
) -> dict[int, list[Edge]]:
    """The edges of each number; of the crowded those to seeds that are not."""
    found: dict[int, list[Edge]] = {number: [] for number in numbers}
    small = [number for number in numbers if graph.degree(number) <= CROWDED]
    owners, others, kinds = _edges(documents, graph, np.array(small, np.uint32))
    for at, other, kind in zip(owners.tolist(), others.tolist(), kinds.tolist(), strict=True):
        found[small[at]].append((other, kind))
    if len(small) < len(numbers):
        crowded = np.array([n for n in numbers if graph.degree(n) > CROWDED], np.int64)
        sides = [seed for seed in seeds if graph.degree(seed) <= CROWDED]
        owners, others, kinds = _edges(documents, graph, np.array(sides, np.uint32))
        hit = np.isin(others, crowded)
        for at, other, kind in zip(
            owners[hit].tolist(), others[hit].tolist(), kinds[hit].tolist(), strict=True
        ):
            found[other].append((sides[at], graph.back(kind)))
    return found


def _ends(near: Mapping[int, Sequence[Edge]], seeds: Sequence[int]) -> list[int]:
    """Every number that stands at the far end of an edge."""
    return sorted({other for edges in near.values() for other, _ in edges} | set(seeds))
