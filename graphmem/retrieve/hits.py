"""Candidates become hits: the records behind the ids, with their dates as seen from the viewpoint, and sources."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from graphmem.model import Entity
from graphmem.result import Hit, Source
from graphmem.retrieve.browse import fact_sources
from graphmem.retrieve.fuse import Candidate
from graphmem.retrieve.page_hits import Shelf, page_hits
from graphmem.store import queries, shown
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint

# Of messages, the client and the project of each session in which they were said, as far as that is known.
Places = Callable[[Collection[str]], Mapping[str, tuple[str, str]]]


def build_hits(
    reader: Reader,
    candidates: Sequence[Candidate],
    view: Viewpoint,
    *,
    places: Places | None = None,
    shelf: Shelf | None = None,
) -> tuple[Hit, ...]:
    """The hits of these candidates, in their order; one whose record is gone is left out, and pages without a shelf."""
    by_prefix: dict[str, list[str]] = {"fact": [], "msg": [], "ent": [], "page": []}
    for candidate in candidates:
        by_prefix.get(candidate.id.partition("_")[0], []).append(candidate.id)
    facts, quotes = shown.told(reader, by_prefix["fact"])
    pages = page_hits(reader, by_prefix["page"], shelf, facts) if shelf and by_prefix["page"] else {}
    entities = queries.entities(reader, by_prefix["ent"])
    told = {quote.message_id for group in quotes.values() for quote in group}
    said_in = told | {*by_prefix["msg"]}
    sources = queries.sources(reader, said_in, places=places(said_in) if places is not None else None)
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
                    sources=fact_sources(quotes[fact.id], sources, view),
                )
            )
        elif (said := sources.get(candidate.id)) is not None:
            hits.append(message_hit(candidate, said))
        elif (entity := entities.get(candidate.id)) is not None:
            hits.append(entity_hit(candidate, entity))
        elif (page := pages.get(candidate.id)) is not None:
            score = round(candidate.score, 4)
            hits.append(msgspec.structs.replace(page, score=score, why=candidate.why))
    return tuple(hits)


def message_hit(candidate: Candidate, said: Source) -> Hit:
    """A turn as a hit: it holds from when it was said, and is its own source."""
    return Hit(
        id=said.message_id,
        kind="message",
        text=said.quote,
        score=round(candidate.score, 4),
        why=candidate.why,
        valid_from=said.sent_at,
        valid_until=None,
        recorded_at=said.sent_at,
        sources=(said,),
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
