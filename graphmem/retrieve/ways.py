"""How the graph leads from what a question names to a hit: ids, and between them the kinds of the edges."""

from __future__ import annotations

from collections.abc import Collection

from graphmem.index.sync import Index

# A way over somebody whom everything touches tells nothing, and looking at all of that costs time.
HUB = 200
LOOKED_AT = 8


def way(index: Index, key: str, seeds: Collection[str]) -> tuple[str, ...]:
    """A shortest way from one of the seeds to an id over at most two edges; the id alone when it is a seed itself.

    Empty when no such way is found. Seeds that come first are preferred; the work is bounded.
    """
    order = {seed: place for place, seed in enumerate(seeds)}
    if key in order and next(iter(order)) == key:
        return (key,)
    near = index.neighbours(key)
    direct = [(order[other], other, kind) for other, kind, _ in near if other in order]
    if direct:
        _, seed, kind = min(direct)
        return (seed, kind, key)
    if key in order:
        return (key,)
    # Facts and entities tell more than that one turn follows another.
    telling = sorted(near, key=lambda edge: (edge[1] in {"next", "in_session"}, edge[0], edge[1]))
    found = []
    for middle, kind, _ in telling[:LOOKED_AT]:
        if index.degree(middle) <= HUB:
            found += [
                (order[other], other, before, middle, kind)
                for other, before, _ in index.neighbours(middle)
                if other in order
            ]
    return (*min(found)[1:], key) if found else ()
