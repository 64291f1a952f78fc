"""Facts and mentions become one graph of entities, in which an edge weighs how much two have to do with each other.

A relation that holds now counts `relation`. Two entities that one message names count `mention`, shared among all that
it names (Newman 2001, doi:10.1073/pnas.98.2.404, weighs papers of many authors so): a list of twenty says little of any
two. Whoever the memory belongs to is left out, since everything in it has to do with them; a community is what holds
together without them. The agents are left out too: they hold all of their sessions together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

from graphmem.model import USER_ENTITY
from graphmem.store.wiki_queries import Known, Told
from graphmem.temporal import Viewpoint

Edges = dict[tuple[str, str], float]  # by the ids of both ends, the lesser first

AGENT = "agent"


def weave(
    facts: Iterable[Told],
    together: Iterable[tuple[str, ...]],
    entities: Mapping[str, Known],
    faces: Mapping[str, str],
    *,
    view: Viewpoint,
    relation: float,
    mention: float,
    most: int,
) -> Edges:
    """The edges in the order of their ends; a message that names more than `most` entities joins none.

    Everything comes in the order of its ids, so that the sums are the same to the last bit whatever came first.
    """
    out = {USER_ENTITY, faces.get(USER_ENTITY, USER_ENTITY)}
    out |= {key for key, one in entities.items() if one.kind == AGENT}
    sums: Edges = defaultdict(float)
    for fact in facts:
        ends = {faces.get(key, key) for key in (fact.subject, fact.object) if key} - out
        if len(ends) == 2 and not fact.negated and view.sees(fact.valid, fact.recorded, fact.end_recorded_at):
            one, other = sorted(ends)
            sums[one, other] += relation
    for named in together:
        met = sorted({faces.get(key, key) for key in named} - out)
        if 2 <= len(met) <= most:
            for one, other in combinations(met, 2):
                sums[one, other] += mention / (len(met) - 1)
    return {pair: sums[pair] for pair in sorted(sums)}
