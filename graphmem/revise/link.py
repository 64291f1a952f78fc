"""Which entities are one: alias links that follow from the names, and the group and face of every entity.

The links are a function of the names, kinds and settlements in the graph. When an entity is new or looks another
way, the blocks of its name are looked at again, and links that no longer follow are taken away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from graphmem.model import USER_ENTITY, Alias, AliasLink, Entity
from graphmem.revise.match import decide
from graphmem.revise.names import fuller
from graphmem.revise.resolve import with_blocks
from graphmem.store import queries
from graphmem.store.queries import Reader

# A key shared by more entities than this is a common word and joins nothing.
MOST = 200


def derived_links(reader: Reader, changed: Sequence[Entity]) -> list[Alias]:
    """What is to be opened and taken away among the links that follow from names, now that these entities changed."""
    overlay = {entity.id: entity for entity in changed}
    touched = {key for entity in changed for key in entity.blocks}
    near = members(queries.in_blocks(reader, touched, most=MOST)) | overlay.keys()
    known = load(reader, near, overlay)
    wider = members(queries.in_blocks(reader, {key for e in known.values() for key in e.blocks}, most=MOST))
    everyone = known | load(reader, wider - near, overlay)
    links = queries.alias_links(reader, near)
    settled = {frozenset({a.source, a.target}) for a in links if not a.derived and a.valid_until is None}
    wanted: dict[tuple[str, str, str], Alias] = {}
    for match in decide(everyone.values(), settled):
        if match.one in near and match.other in near and USER_ENTITY not in (match.one, match.other):
            target, source = sorted((match.one, match.other), key=lambda key: fuller(everyone[key].name))
            link: AliasLink = "ALIAS_OF" if match.same else "MAY_BE"
            alias = Alias(source, target, match.method, match.score, link=link, derived=True)
            wanted[alias.key] = alias
    there = {a.key: a for a in links if a.derived and a.source in near and a.target in near}
    gone = [msgspec.structs.replace(a, valid_until=everyone[a.source].first_seen) for a in there.values()]
    return [a for a in gone if a.key not in wanted] + [a for key, a in wanted.items() if there.get(key) != a]


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


class Faces:
    """For each entity the one that stands for its group: facts are told of the face.

    `pending` are link changes on the way into the graph.
    """

    def __init__(
        self, reader: Reader, pending: Sequence[Alias] = (), overlay: Mapping[str, Entity] | None = None
    ) -> None:
        self.reader = reader
        self.overlay = overlay or {}
        self._opened: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self._closed: set[tuple[str, str]] = set()
        self._face: dict[str, str] = {}
        for alias in pending:
            if alias.link == "ALIAS_OF":
                pair = (alias.source, alias.target)
                if alias.valid_until is None:
                    self._opened[alias.source].add(pair)
                    self._opened[alias.target].add(pair)
                else:
                    self._closed.add(pair)

    def __getitem__(self, entity_id: str) -> str:
        return self._face.get(entity_id, entity_id)

    def look(self, ids: Iterable[str]) -> None:
        """Learn the faces of these entities, in few queries for all of them."""
        pairs: set[tuple[str, str]] = set()
        seen: set[str] = set()
        frontier = {key for key in ids if key and key not in self._face}
        start = set(frontier)
        while frontier:
            seen |= frontier
            found = queries.alias_pairs(self.reader, frontier) - self._closed
            for key in frontier:
                found |= self._opened.get(key, set())
            pairs |= found
            frontier = {end for pair in found for end in pair} - seen
        names = {
            key: entity.name
            for key, entity in load_names(self.reader, {e for p in pairs for e in p}, self.overlay)
        }
        for group in components(pairs):
            face = min(group, key=lambda key: (key != USER_ENTITY, *fuller(names.get(key, "")), key))
            self._face.update(dict.fromkeys(group, face))
        for key in start:
            self._face.setdefault(key, key)


def load_names(
    reader: Reader, ids: Iterable[str], overlay: Mapping[str, Entity]
) -> Iterable[tuple[str, Entity]]:
    """Entities by id, as they will be."""
    wanted = set(ids)
    found = dict(queries.entities(reader, wanted - overlay.keys()))
    found.update({key: overlay[key] for key in wanted & overlay.keys()})
    return found.items()


def components(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    """The groups that pairs make."""
    group_of: dict[str, set[str]] = {}
    for one, other in pairs:
        merged = group_of.get(one, {one}) | group_of.get(other, {other})
        for key in merged:
            group_of[key] = merged
    return list({id(group): group for group in group_of.values()}.values())
