"""Communities keep their ids from one build to the next where most of their members stay, so that links live on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from graphmem.evolve.communities import Cluster
from graphmem.model import Community, Named, content_id
from graphmem.store.wiki_queries import Grouped, Known


def descend(
    found: Sequence[Cluster],
    former: Mapping[str, Grouped],
    entities: Mapping[str, Known],
    *,
    keep: float,
    heads: int,
) -> list[Community]:
    """The clusters as communities, in their order.

    A community goes on when a cluster of its level shares with it at least the part `keep` of the greater of the two;
    of several that do, the one that shares most. `heads` of its members give it its title.
    """
    ids = inherited(found, former, keep=keep)
    taken = {*former, *ids.values()}
    made: list[Community] = []
    for place, one in enumerate(found):
        members = tuple(sorted(one.members))
        key = ids.get(place) or content_id("com", str(one.level), *members)
        while place not in ids and key in taken:  # it was another's from the start
            key = content_id("com", key)
        taken.add(key)
        named = tuple(Named(key, entities[key].name) for key in one.members[:heads])
        parent = "" if one.parent is None else made[one.parent].id
        made.append(Community(key, one.level, members, named, parent))
    return made


def inherited(found: Sequence[Cluster], former: Mapping[str, Grouped], *, keep: float) -> dict[int, str]:
    """For each place of a cluster that goes on with a former community, the id of that."""
    homes: dict[tuple[int, str], str] = {
        (one.level, member): one.id for one in former.values() for member in one.members
    }
    shares: list[tuple[float, str, int]] = []
    for place, one in enumerate(found):
        met = Counter(homes[one.level, key] for key in one.members if (one.level, key) in homes)
        for key, count in met.items():
            share = count / max(len(one.members), len(former[key].members))
            if share >= keep:
                shares.append((-share, key, place))
    ids: dict[int, str] = {}
    for _, key, place in sorted(shares):
        if place not in ids and key not in ids.values():
            ids[place] = key
    return ids
