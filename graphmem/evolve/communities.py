"""A graph of entities falls into communities, and those into smaller ones; the only room of networkx.

Louvain (Blondel 2008, doi:10.1088/1742-5468/2008/10/P10008) with a fixed seed, on nodes that are numbered in the order
of their ids: the same graph gives the same communities in every process. What it calls one and is not connected is
taken apart (Traag 2019, doi:10.1038/s41598-019-41695-z).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.evolve.weave import Edges
from graphmem.store.wiki_queries import Known

LAST = frozenset({"file"})  # kinds that name a community only where nothing else does


@dataclass(frozen=True, slots=True)
class Cluster:
    """Entities that belong together, the most central first; `parent` is the place of a cluster in the same list."""

    level: int
    members: tuple[str, ...]
    parent: int | None


def clusters(
    edges: Edges,
    entities: Mapping[str, Known],
    *,
    resolutions: Sequence[float],
    seed: int,
    least: int,
    split: int,
) -> list[Cluster]:
    """The communities of every level, each behind its parent.

    Each of `resolutions` makes a level, the greater the smaller its communities: a community of the level before with
    at least `split` members is looked at by itself. None has fewer than `least` members.
    """
    found: list[Cluster] = []
    whole = frozenset(key for pair in edges for key in pair)
    above: list[tuple[int | None, frozenset[str]]] = [(None, whole)]
    for level, resolution in enumerate(resolutions):
        below: list[tuple[int | None, frozenset[str]]] = []
        inside = shared_out(edges, [members for _, members in above])
        for (parent, members), held in zip(above, inside, strict=True):
            if parent is not None and len(members) < split:
                continue
            parts = [part for part in parted(held, resolution, seed) if len(part) >= least]
            if parent is not None and parts == [sorted(members)]:
                continue
            for part in parts:
                below.append((len(found), frozenset(part)))
                found.append(Cluster(level, tuple(part), parent))
        above = below
    strengths = [strength(held) for held in shared_out_all(edges, found)]
    return [
        Cluster(one.level, tuple(central(one.members, strong, entities)), one.parent)
        for one, strong in zip(found, strengths, strict=True)
    ]


def shared_out(edges: Edges, groups: Sequence[Collection[str]]) -> list[Edges]:
    """The edges inside each of groups that have no member in common."""
    group_of = {key: number for number, members in enumerate(groups) for key in members}
    inside: list[Edges] = [{} for _ in groups]
    for pair, weight in edges.items():
        number = group_of.get(pair[0])
        if number is not None and number == group_of.get(pair[1]):
            inside[number][pair] = weight
    return inside


def shared_out_all(edges: Edges, found: Sequence[Cluster]) -> list[Edges]:
    """The same for clusters of several levels."""
    inside: dict[int, Edges] = {}
    for level in sorted({one.level for one in found}):
        places = [place for place, one in enumerate(found) if one.level == level]
        inside.update(zip(places, shared_out(edges, [found[place].members for place in places]), strict=True))
    return [inside[place] for place in range(len(found))]


def parted(edges: Edges, resolution: float, seed: int) -> list[list[str]]:
    """The communities of one graph, each sorted and connected, the greatest first."""
    import networkx as nx  # noqa: PLC0415 - heavy, and only who evolves needs it

    if not edges:
        return []
    ids = sorted({key for pair in edges for key in pair})
    number = {key: place for place, key in enumerate(ids)}
    graph: Any = nx.Graph()
    # Whole numbers: sets of them are walked in one order by every process, and sets of texts are not.
    graph.add_nodes_from(range(len(ids)))
    graph.add_weighted_edges_from((number[a], number[b], weight) for (a, b), weight in edges.items())
    parts = []
    for part in nx.community.louvain_communities(graph, weight="weight", resolution=resolution, seed=seed):
        parts += [
            sorted(ids[place] for place in one) for one in nx.connected_components(graph.subgraph(part))
        ]
    return sorted(parts, key=lambda part: (-len(part), part))


def strength(edges: Edges) -> dict[str, float]:
    """How much each has to do with the others of its community."""
    sums: dict[str, float] = defaultdict(float)
    for pair, weight in edges.items():
        for key in pair:
            sums[key] += weight
    return sums


def central(
    members: Collection[str], strong: Mapping[str, float], entities: Mapping[str, Known]
) -> list[str]:
    """Members, the most central first; equals by how often they are named, then by id."""

    def order(key: str) -> tuple[bool, float, int, str]:
        one = entities.get(key)
        return one is None or one.kind in LAST, -strong.get(key, 0.0), -(one.mentions if one else 0), key

    return sorted(members, key=order)
