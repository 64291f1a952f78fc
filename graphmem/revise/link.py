"""Which entities are one: alias links that follow from the names, and the group and face of every entity.

The links are a function of the names, kinds and settlements in the graph. When an entity is new or looks another
way, the blocks of its name are looked at again, and links that no longer follow are taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from graphmem.model import USER_ENTITY, Alias, AliasLink, Entity
from graphmem.names import fuller
from graphmem.revise.match import decide
from graphmem.revise.resolve import with_blocks
from graphmem.store import queries
from graphmem.store.faces import components
from graphmem.store.queries import Reader

# A key shared by more entities than this is a common word and joins nothing.
MOST = 200


def derived_links(reader: Reader, changed: Sequence[Entity], stated: Sequence[Alias] = ()) -> list[Alias]:
    """What is to be opened and taken away among the links that follow from names, now that these entities changed.

    `stated` are links on the way into the graph that somebody's words made: they settle their pairs.
    """
    overlay = {entity.id: entity for entity in changed}
    touched = {key for entity in changed for key in entity.blocks}
    near = members(queries.in_blocks(reader, touched, most=MOST)) | overlay.keys()
    known = load(reader, near, overlay)
    further = {key for e in known.values() for key in e.blocks} - touched
    wider = near | members(queries.in_blocks(reader, further, most=MOST))
    everyone = known | load(reader, wider - near, overlay)
    links = queries.alias_links(reader, near)
    told = [a for a in (*links, *stated) if not a.derived and a.valid_until is None]
    settled = {frozenset({a.source, a.target}) for a in told}
    joined = groups_of(told)
    wanted: dict[tuple[str, str, str], Alias] = {}
    for match in decide(everyone.values(), settled, joined=joined):
        if match.one in near and match.other in near and USER_ENTITY not in (match.one, match.other):
            target, source = sorted((match.one, match.other), key=lambda key: fuller(everyone[key].name))
            link: AliasLink = "ALIAS_OF" if match.same else "MAY_BE"
            alias = Alias(source, target, match.method, match.score, link=link, derived=True)
            wanted[alias.key] = alias
    there = {a.key: a for a in links if a.derived and a.source in near and a.target in near}
    gone = [msgspec.structs.replace(a, valid_until=everyone[a.source].first_seen) for a in there.values()]
    return [a for a in gone if a.key not in wanted] + [a for key, a in wanted.items() if there.get(key) != a]


def unsettled(reader: Reader, stated: Iterable[Alias]) -> list[Alias]:
    """The stated links without those whose ends a person has told apart."""
    listed = list({alias.key: alias for alias in stated}.values())
    known = queries.alias_links(reader, {a.source for a in listed})
    apart = {
        frozenset((a.source, a.target)) for a in known if a.link == "DISTINCT_FROM" and a.valid_until is None
    }
    return [alias for alias in listed if frozenset((alias.source, alias.target)) not in apart]


def groups_of(told: Iterable[Alias]) -> dict[str, str]:
    """What words alone put together: each entity with the one that marks its group."""
    groups = components((a.source, a.target) for a in told if a.link == "ALIAS_OF" and a.method == "stated")
    return {key: min(group) for group in groups for key in group}


def members(blocks: Mapping[str, Iterable[str]]) -> set[str]:
    """Everyone in some block."""
    return {entity_id for group in blocks.values() for entity_id in group}


def load(reader: Reader, ids: Iterable[str], overlay: Mapping[str, Entity]) -> dict[str, Entity]:
    """Entities as they will be, with the keys of their names."""
    wanted = set(ids)
    stored = queries.entities(reader, wanted - overlay.keys())
    return {key: with_blocks(entity) for key, entity in stored.items()} | {
        key: overlay[key] for key in wanted & overlay.keys()
    }
