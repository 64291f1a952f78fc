"""The review queue: contradictions between facts and entities that may be one, each with the verbs that settle it."""

from __future__ import annotations

from graphmem.names import reason
from graphmem.result import Doubt
from graphmem.retrieve.browse import fact_sources
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint


def doubts(reader: Reader, *, limit: int) -> tuple[Doubt, ...]:
    """What waits for a person, contradictions first, then candidates, the likeliest before the others."""
    return (*contradictions(reader), *candidates(reader))[:limit]


def contradictions(reader: Reader) -> list[Doubt]:
    """Pairs of live facts that cannot both be so."""
    pairs = queries.contradictions(reader)
    ids = {key for pair in pairs for key in pair}
    facts = queries.facts(reader, ids)
    evidence = queries.evidence_of_facts(reader, ids)
    sources = queries.sources(reader, {e.message_id for group in evidence.values() for e in group})
    found = []
    for one, other in pairs:
        if facts[one].valid.overlaps(facts[other].valid):
            found.append(
                Doubt(
                    kind="contradiction",
                    ids=(one, other),
                    texts=(facts[one].text, facts[other].text),
                    why="both were said of one time",
                    score=1.0,
                    verbs=(f"graphmem keep {one}", f"graphmem keep {other}", f"graphmem retract {one}"),
                    sources=fact_sources([*evidence[one], *evidence[other]], sources, Viewpoint()),
                )
            )
    return found


def candidates(reader: Reader) -> list[Doubt]:
    """Pairs of entities that may be one."""
    links = queries.candidates(reader)
    entities = queries.entities(reader, {end for a in links for end in (a.source, a.target)})
    return [
        Doubt(
            kind="candidate",
            ids=(a.source, a.target),
            texts=(entities[a.source].name, entities[a.target].name),
            why=reason(a.method),
            score=a.confidence,
            verbs=(f"graphmem merge {a.source} {a.target}", f"graphmem split {a.source} --other {a.target}"),
            sources=(),
        )
        for a in links
    ]
