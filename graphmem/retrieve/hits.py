"""Candidates become hits: the records behind the ids, with their dates as seen from the viewpoint, and sources."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model import Entity, Message
from graphmem.result import Hit, Source
from graphmem.retrieve.browse import fact_sources
from graphmem.retrieve.fuse import Candidate
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint


def build_hits(reader: Reader, candidates: Sequence[Candidate], view: Viewpoint) -> tuple[Hit, ...]:
    """The hits of these candidates, in their order; one whose record is gone is left out."""
    by_prefix: dict[str, list[str]] = {"fact": [], "msg": [], "ent": []}
    for candidate in candidates:
        by_prefix.get(candidate.id.partition("_")[0], []).append(candidate.id)
    facts = queries.facts(reader, by_prefix["fact"])
    messages = queries.messages(reader, by_prefix["msg"])
    entities = queries.entities(reader, by_prefix["ent"])
    evidence = queries.evidence_of_facts(reader, facts)
    told = {witness.message_id for group in evidence.values() for witness in group}
    sources = queries.sources(reader, told | messages.keys())
    hits = []
    for candidate in candidates:
        if (fact := facts.get(candidate.id)) is not None:
            valid = view.valid(fact.valid, fact.end_recorded_at)
            hits.append(
                Hit(
                    id=fact.id,
                    kind="fact",
                    text=fact.text,
                    score=round(candidate.score, 4),
                    why=candidate.why,
                    valid_from=valid.start,
                    valid_until=valid.end,
                    recorded_at=fact.recorded_at,
                    sources=fact_sources(evidence[fact.id], sources, view),
                )
            )
        elif (message := messages.get(candidate.id)) is not None:
            hits.append(
                message_hit(candidate, message, (sources[message.id],) if message.id in sources else ())
            )
        elif (entity := entities.get(candidate.id)) is not None:
            hits.append(entity_hit(candidate, entity))
    return tuple(hits)


def message_hit(candidate: Candidate, message: Message, sources: tuple[Source, ...]) -> Hit:
    """A turn as a hit: it holds from when it was said."""
    return Hit(
        id=message.id,
        kind="message",
        text=message.text,
        score=round(candidate.score, 4),
        why=candidate.why,
        valid_from=message.sent_at,
        valid_until=None,
        recorded_at=message.sent_at,
        sources=sources,
    )


def entity_hit(candidate: Candidate, entity: Entity) -> Hit:
    """An entity as a hit."""
    text = f"{entity.name} ({entity.kind})" + (f": {entity.summary}" if entity.summary else "")
    return Hit(
        id=entity.id,
        kind="entity",
        text=text,
        score=round(candidate.score, 4),
        why=candidate.why,
        valid_from=entity.first_seen,
        valid_until=None,
        recorded_at=entity.first_seen,
        sources=(),
    )
