"""The graph as it stands from a viewpoint: facts, entities, neighbours, paths and histories, with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.errors import NotFound
from graphmem.model import Entity, Evidence, Fact
from graphmem.names import addressed, entity_ids
from graphmem.result import EntityView, FactView, Neighbor, Route, Source
from graphmem.store import queries
from graphmem.store.faces import Faces
from graphmem.store.queries import Reader
from graphmem.store.shown import Quoted
from graphmem.temporal import Interval, Viewpoint


def find_entity(reader: Reader, name: str, *, by_name: Any) -> Entity:
    """The entity with that id, or of that name; raises NotFound.

    `by_name` maps a name to the ids of entities; the one that is spoken of most often wins, and of those that are
    one the face is given. A part of a project is found without the project's name too.
    """
    ids = [name] if name.startswith("ent_") else list(by_name(name))
    named = queries.entities(reader, ids) or queries.entities(reader, addressed(name))
    if not named:  # "the backend", which is known as the backend of its project
        parts = (f"{project} {name.removeprefix('the ')}" for project in queries.projects(reader))
        named = queries.entities(reader, [key for part in parts for key in entity_ids(part)])
    found = sorted(named.values(), key=lambda e: (-e.mentions, e.id))
    if not found:
        raise NotFound(f"There is no entity {name!r}.", hint="Try: graphmem recall, to see how it is called.")
    faces = Faces(reader)
    faces.look([found[0].id])
    return queries.entities(reader, [faces[found[0].id]])[faces[found[0].id]]


def visible(fact: Fact, view: Viewpoint) -> bool:
    """True when the fact is believed and holds from that viewpoint."""
    return view.sees(fact.valid, fact.recorded, fact.end_recorded_at)


def in_order(facts: Iterable[Fact]) -> list[Fact]:
    """What is believed before what was retracted, the newest truth first; equals by id."""
    return sorted(facts, key=order_of)


def order_of(fact: Fact) -> tuple[bool, float, str]:
    """What facts are ordered by."""
    begin = Interval(fact.valid_from, None).low.timestamp()
    return fact.retracted_at is not None, -begin, fact.id


def same_slot(reader: Reader, fact_id: str) -> list[Fact]:
    """Every fact that fills the same place as this one; raises NotFound."""
    found = queries.facts(reader, [fact_id]).get(fact_id)
    if found is None:
        raise NotFound(f"There is no fact {fact_id!r}.", hint="graphmem facts --json shows the ids of facts.")
    return queries.slots(reader, [found.slot])[0]


def fact_views(
    reader: Reader, facts: Sequence[Fact], view: Viewpoint, *, project: str | None = None
) -> tuple[FactView, ...]:
    """Facts with names in place of ids, their links and their sources (of one project), newest truth first."""
    evidence = queries.evidence_of_facts(reader, (fact.id for fact in facts))
    spoken = [e for group in evidence.values() for e in group]
    told = endings(reader, facts, spoken, view)
    sources = queries.sources(reader, {e.message_id for e in (*spoken, *told.values())})
    if project is not None:
        sources = {key: one for key, one in sources.items() if one.project == project}
    entities = queries.entities(reader, {e for fact in facts for e in (fact.subject, fact.object) if e})
    supersedes: dict[str, list[str]] = {}
    contradicts: dict[str, set[str]] = {}
    for link in queries.links(reader, (fact.id for fact in facts)):
        if link.kind == "SUPERSEDES":
            supersedes.setdefault(link.source, []).append(link.target)
        else:
            contradicts.setdefault(link.source, set()).add(link.target)
            contradicts.setdefault(link.target, set()).add(link.source)
    return tuple(
        FactView(
            id=fact.id,
            text=fact.text,
            kind=fact.kind,
            subject=entity_name(entities, fact.subject),
            predicate=fact.predicate,
            object=entity_name(entities, fact.object) if fact.object else fact.value,
            qualifier=fact.qualifier,
            valid_from=fact.valid_from,
            valid_until=view.valid(fact.valid, fact.end_recorded_at).end,
            recorded_at=fact.recorded_at,
            retracted_at=fact.retracted_at,
            negated=fact.negated,
            confidence=fact.confidence,
            subject_id=fact.subject,
            object_id=fact.object,
            supersedes=tuple(sorted(supersedes.get(fact.id, ()))),
            contradicts=tuple(sorted(contradicts.get(fact.id, ()))),
            sources=fact_sources(evidence[fact.id], sources, view),
            ended_by=next(iter(fact_sources(ends(fact, told), sources, view)), None),
        )
        for fact in in_order(facts)
    )


def endings(
    reader: Reader, facts: Iterable[Fact], spoken: Iterable[Evidence], view: Viewpoint
) -> dict[str, Evidence]:
    """The witnesses that told the ends of these facts, by their ids; those of other facts are looked up."""
    ids = {f.ended_by for f in facts if f.ended_by and view.valid(f.valid, f.end_recorded_at).end is not None}
    found = {one.id: one for one in spoken if one.id in ids}
    messages = {key.partition("#")[0] for key in ids - found.keys()}
    others = queries.evidence_of_messages(reader, messages) if messages else []
    return found | {one.id: one for one, _ in others if one.id in ids}


def ends(fact: Fact, told: Mapping[str, Evidence]) -> tuple[Evidence, ...]:
    """The witness of the end of a fact, where there is one."""
    return (told[fact.ended_by],) if fact.ended_by in told else ()


def entity_name(entities: dict[str, Entity], key: str) -> str:
    """The name of an entity, or its id when it is not there."""
    return entities[key].name if key in entities else key


def fact_sources(
    evidence: Iterable[Evidence | Quoted], sources: dict[str, Source], view: Viewpoint
) -> tuple[Source, ...]:
    """Where a fact was said, as far as it was said by then; each message once, oldest first."""
    found: dict[str, Source] = {}
    for witness in evidence:
        source = sources.get(witness.message_id)
        if source is None or (view.known_at is not None and witness.said_at > view.known_at):
            continue
        found.setdefault(
            witness.message_id,
            Source(
                session_id=source.session_id,
                message_id=source.message_id,
                client=source.client,
                project=source.project,
                author=source.author,
                sent_at=source.sent_at,
                quote=witness.quote,
            ),
        )
    return tuple(found.values())


def timeline(
    reader: Reader, facts: Iterable[Fact], view: Viewpoint, *, limit: int | None
) -> tuple[FactView, ...]:
    """What was believed, in the order in which it came to be so, the last `limit` of it.

    With `as_of` only what had begun by then; a fact without a date begins when it was first said.
    """
    known = [
        fact
        for fact in facts
        if view.knows(fact.recorded) and (view.as_of is None or begins(fact) <= view.as_of)
    ]
    last = sorted(known, key=lambda fact: (begins(fact), fact.id))[-limit if limit else 0 :]
    order = {fact.id: place for place, fact in enumerate(last)}
    return tuple(sorted(fact_views(reader, last, view), key=lambda shown: order[shown.id]))


def begins(fact: Fact) -> datetime:
    """When a fact came to be so, as far as it is known."""
    return fact.valid_from or fact.recorded_at


def entity_view(reader: Reader, entity: Entity, view: Viewpoint) -> EntityView:
    """An entity, its other names, and what holds of it."""
    group = queries.aliases(reader, [entity.id])
    others = queries.entities(reader, group - {entity.id})
    facts = [fact for fact in queries.facts_about(reader, group, None) if visible(fact, view)]
    return EntityView(
        id=entity.id,
        name=entity.name,
        kind=entity.kind,
        aliases=tuple(sorted(other.name for other in others.values())),
        mentions=entity.mentions + sum(other.mentions for other in others.values()),
        first_seen=min([entity.first_seen, *(other.first_seen for other in others.values())]),
        last_seen=max([entity.last_seen, *(other.last_seen for other in others.values())]),
        summary=entity.summary,
        facts=fact_views(reader, facts, view),
    )


class Walk:
    """A breadth-first walk over relations that hold from a viewpoint; an entity is reached once, by a shortest way."""

    def __init__(self, reader: Reader, start: Entity, view: Viewpoint, predicate: str | None) -> None:
        self.reader, self.view, self.predicate = reader, view, predicate
        self.start = start.id
        self.seen = {start.id: start}
        self.steps: dict[str, Neighbor] = {}
        self.frontier = [start.id]
        self.distance = 0

    def step(self) -> list[Neighbor]:
        """Go one relation further; the entities reached, by name."""
        self.distance += 1
        found: dict[str, tuple[Any, ...]] = {}
        for outward in (True, False):
            rows = queries.relations(self.reader, self.frontier, self.predicate, outward=outward)
            for row in sorted(rows, key=lambda row: (row[1], row[2], row[3])):
                if row[1] not in self.seen and row[1] not in found and self._holds(*row[4:]):
                    found[row[1]] = (*row, outward)
        entities = queries.entities(self.reader, found)
        self.frontier = sorted(entities)
        reached = []
        for key, entity in entities.items():
            near, _, predicate, relation, valid_from, valid_until, end_known, _, _, outward = found[key]
            valid = self.view.valid(Interval(valid_from, valid_until), end_known)
            self.seen[key] = entity
            self.steps[key] = Neighbor(
                id=key,
                name=entity.name,
                kind=entity.kind,
                distance=self.distance,
                predicate=predicate,
                direction="out" if outward else "in",
                through=near,
                relation_id=relation,
                valid_from=valid.start,
                valid_until=valid.end,
            )
            reached.append(self.steps[key])
        return sorted(reached, key=lambda neighbor: (neighbor.name.casefold(), neighbor.id))

    def _holds(
        self,
        valid_from: datetime | None,
        valid_until: datetime | None,
        end_known: datetime | None,
        recorded_at: datetime,
        retracted_at: datetime | None,
    ) -> bool:
        return self.view.sees(
            Interval(valid_from, valid_until), Interval(recorded_at, retracted_at), end_known
        )


def neighbors(
    reader: Reader, entity: Entity, view: Viewpoint, *, depth: int, predicate: str | None, limit: int
) -> tuple[Neighbor, ...]:
    """Entities within `depth` relations, the nearest first."""
    walk = Walk(reader, entity, view, predicate)
    found: list[Neighbor] = []
    for _ in range(depth):
        if not walk.frontier or len(found) >= limit:
            break
        found += walk.step()
    return tuple(found[:limit])


def shortest_path(
    reader: Reader, source: Entity, target: Entity, view: Viewpoint, *, max_length: int
) -> Route:
    """A shortest way from one entity to another over relations that hold; no steps when there is none."""
    walk = Walk(reader, source, view, None)
    for _ in range(max_length):
        if not walk.frontier or target.id in walk.seen:
            break
        walk.step()
    steps: list[Neighbor] = []
    at = target.id
    while at in walk.steps:
        steps.append(walk.steps[at])
        at = walk.steps[at].through
    return Route(source=source.id, target=target.id, steps=tuple(reversed(steps)))
