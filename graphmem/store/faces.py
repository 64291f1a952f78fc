"""Of entities that are one, the one that stands for them: facts are told of the face, and people are shown it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphmem.model import CONFIRMED, USER_ENTITY, Alias, Entity
from graphmem.names import fuller
from graphmem.store import queries
from graphmem.store.queries import Reader


class Faces:
    """For each entity the one that stands for its group: facts are told of the face.

    Whom a person made another name of somebody does not stand for the group; of the others the user does, or else
    who is fully named. `pending` are link changes on the way into the graph.
    """

    def __init__(
        self, reader: Reader, pending: Sequence[Alias] = (), overlay: Mapping[str, Entity] | None = None
    ) -> None:
        self.reader = reader
        self.overlay = overlay or {}
        self._opened: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
        self._closed: set[tuple[str, str]] = set()
        self._face: dict[str, str] = {}
        for alias in pending:
            if alias.link == "ALIAS_OF":
                pair = (alias.source, alias.target)
                if alias.valid_until is None:
                    self._opened[alias.source][pair] = alias.method
                    self._opened[alias.target][pair] = alias.method
                else:
                    self._closed.add(pair)

    def __getitem__(self, entity_id: str) -> str:
        return self._face.get(entity_id, entity_id)

    def look(self, ids: Iterable[str]) -> None:
        """Learn the faces of these entities, in few queries for all of them."""
        pairs: dict[tuple[str, str], str] = {}
        seen: set[str] = set()
        frontier = {key for key in ids if key and key not in self._face}
        start = set(frontier)
        while frontier:
            seen |= frontier
            stored = queries.alias_pairs(self.reader, frontier)
            found = {pair: method for pair, method in stored.items() if pair not in self._closed}
            for key in frontier:
                found |= self._opened.get(key, {})
            pairs |= found
            frontier = {end for pair in found for end in pair} - seen
        names = {
            key: entity.name
            for key, entity in load_names(self.reader, {e for p in pairs for e in p}, self.overlay)
        }
        lesser = {source for (source, _), method in pairs.items() if method == CONFIRMED}
        for group in components(pairs):
            order = (
                (key != USER_ENTITY, key in lesser, *shown_first(names.get(key, "")), key) for key in group
            )
            face = min(order)[-1]
            self._face.update(dict.fromkeys(group, face))
        for key in start:
            self._face.setdefault(key, key)


def shown_first(name: str) -> tuple[bool, int, int, str]:
    """Orders names of one entity: those that people are called by before handles (`maya_k`), then the fuller."""
    handle = " " not in name and ("_" in name or name.startswith("@"))
    return handle, *fuller(name)


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
