"""The review queue: contradictions between facts and entities that may be one, each with the verbs that settle it."""

from __future__ import annotations

from collections import defaultdict

from graphmem.model import USER_ENTITY
from graphmem.names import reason
from graphmem.result import Doubt
from graphmem.retrieve.browse import fact_sources
from graphmem.store import disputes, queries
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint

# A shared neighbour makes a pair likelier by so much, but never sure; so many are named.
EACH, MOST, NAMED = 0.05, 0.9, 3


def doubts(reader: Reader, *, limit: int) -> tuple[Doubt, ...]:
    """What waits for a person, contradictions first, then candidates, the likeliest before the others."""
    return (*contradictions(reader), *candidates(reader))[:limit]


def contradictions(reader: Reader) -> list[Doubt]:
    """Pairs of live facts that cannot both be so."""
    pairs = disputes.contradictions(reader)
    ids = {key for pair in pairs for key in pair}
    facts = queries.facts(reader, ids)
    evidence = queries.evidence_of_facts(reader, ids)
    sources = queries.sources(reader, {e.message_id for group in evidence.values() for e in group})
    found = []
    for one, other in pairs:
        if facts[one].valid.overlaps(facts[other].valid):
            denied = facts[one].negated or facts[other].negated
            found.append(
                Doubt(
                    kind="contradiction",
                    ids=(one, other),
                    texts=(facts[one].text, facts[other].text),
                    why="both were said of one time",
                    score=1.0,
                    verbs=(
                        *(f"graphmem {verb} {key}" for verb in ("keep", "retract") for key in (one, other)),
                        *([] if denied else [f"graphmem resolve both {one} {other}"]),
                    ),
                    sources=fact_sources([*evidence[one], *evidence[other]], sources, Viewpoint()),
                )
            )
    return found


def candidates(reader: Reader) -> list[Doubt]:
    """Pairs of entities that may be one, the likeliest first; whom both have to do with makes it likelier."""
    links = disputes.candidates(reader)
    ends = {end for a in links for end in (a.source, a.target)}
    near = neighbours(reader, ends)
    shared = {a.key: sorted(near.get(a.source, set()) & near.get(a.target, set())) for a in links}
    entities = queries.entities(reader, ends | {key for keys in shared.values() for key in keys})
    found = []
    for a in links:
        names = sorted(entities[key].name for key in shared[a.key])
        found.append(
            Doubt(
                kind="candidate",
                ids=(a.source, a.target),
                texts=(entities[a.source].name, entities[a.target].name),
                why=reason(a.method)
                + (f"; both have to do with {', '.join(names[:NAMED])}" if names else ""),
                score=round(max(a.confidence, min(MOST, a.confidence + EACH * len(names))), 2),
                verbs=(
                    f"graphmem merge {a.source} {a.target}",
                    f"graphmem split {a.source} --other {a.target}",
                ),
                sources=(),
            )
        )
    return sorted(found, key=lambda doubt: (-doubt.score, doubt.ids))


def neighbours(reader: Reader, ids: set[str]) -> dict[str, set[str]]:
    """Whom each of these entities has a relation with, in either direction; the user tells nothing."""
    found: dict[str, set[str]] = defaultdict(set)
    for outward in (True, False) if ids else ():
        for row in queries.relations(reader, sorted(ids), None, outward=outward):
            if row[1] != USER_ENTITY and row[8] is None:
                found[row[0]].add(row[1])
    return found
