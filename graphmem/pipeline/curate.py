"""What a person says about the memory itself: these are one, those are two, this fact stands, that one was never so.

Links between entities are events of their own. A word on a fact is a message of the person's like any other, of the
highest trust: it is a witness, it is folded with the others, and an undisturbed history tells who said it and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.model import (
    CONFIRMED,
    USER,
    USER_ENTITY,
    Alias,
    Change,
    ClaimMode,
    Entity,
    Evidence,
    Fact,
    Judgement,
    Message,
    Session,
    content_id,
)
from graphmem.names import OWN_CLIENT, entity_id
from graphmem.ontology import Ontology
from graphmem.pipeline.ingest import changed_sessions
from graphmem.pipeline.remember import clean
from graphmem.privacy import redact
from graphmem.result import Verdict
from graphmem.revise.resolve import with_blocks
from graphmem.revise.revise import refold, relink
from graphmem.revise.weigh import SETTLED
from graphmem.store import queries
from graphmem.store.faces import Faces
from graphmem.store.queries import Reader
from graphmem.store.store import Store
from graphmem.temporal import format_time


def merge(source: Entity, target: Entity, *, at: datetime, store: Store, ontology: Ontology) -> None:
    """Make two entities one that goes by the target's name; raises MisuseError when they are one already."""

    def build(graph: Reader) -> list[tuple[str, Change]]:
        if source.id == target.id:
            raise MisuseError(
                f"{source.name} and {target.name} are one entity already.", hint="Nothing was changed."
            )
        # Whoever merges the user with a name means that the name is the user's.
        one, other = (target, source) if source.id == USER_ENTITY else (source, target)
        links = [
            *closed(graph, [(one.id, other.id)], at),
            Alias(one.id, other.id, CONFIRMED, 1.0, valid_from=at),
        ]
        return [("EntityMerged", relink(graph, links, ontology=ontology))]

    store.commit(build, actor=USER)


def split(entity: Entity, *, at: datetime, store: Store, ontology: Ontology) -> tuple[str, ...]:
    """Part an entity from all that it was one with, for good; the ids of those. Raises MisuseError when alone."""
    parted: list[str] = []

    def build(graph: Reader) -> list[tuple[str, Change]]:
        links: list[Alias] = []
        for a in queries.alias_links(graph, [entity.id]):
            if a.valid_until is not None or a.link != "ALIAS_OF":
                continue
            links.append(msgspec.structs.replace(a, valid_until=at))
            links.append(Alias(a.source, a.target, CONFIRMED, 1.0, valid_from=at, link="DISTINCT_FROM"))
            parted.append(a.target if a.source == entity.id else a.source)
        if not parted:
            raise MisuseError(
                f"{entity.name} is one with no other entity.", hint="graphmem review lists the unsure."
            )
        return [("EntitySplit", relink(graph, links, ontology=ontology))]

    store.commit(build, actor=USER)
    return tuple(sorted(set(parted)))


def alias(name: str, entity: Entity, *, at: datetime, store: Store, ontology: Ontology) -> str:
    """Make a name another one of the entity's; the id of the entity of that name."""
    words = redact(clean(name)).text
    key = entity_id(words, entity.kind)
    if not words or key == entity.id:
        raise MisuseError(f"{name!r} is no other name of {entity.name}.", hint="Give it a name that differs.")

    def build(graph: Reader) -> list[tuple[str, Change]]:
        known = queries.entities(graph, [key])
        made = (
            [] if known else [with_blocks(Entity(key, words, entity.kind, at, at, votes=f"{entity.kind}:1"))]
        )
        links = [*closed(graph, [(key, entity.id)], at), Alias(key, entity.id, CONFIRMED, 1.0, valid_from=at)]
        return [("EntityMerged", relink(graph, links, ontology=ontology, entities=made))]

    store.commit(build, actor=USER)
    return key


def tell_apart(pairs: Sequence[tuple[str, str]], *, at: datetime, store: Store, ontology: Ontology) -> None:
    """Say of pairs of entities that they are two: they are candidates no more."""

    def build(graph: Reader) -> list[tuple[str, Change]]:
        links = closed(graph, pairs, at)
        links += [
            Alias(one, other, CONFIRMED, 1.0, valid_from=at, link="DISTINCT_FROM") for one, other in pairs
        ]
        return [("EntitySplit", relink(graph, links, ontology=ontology))]

    store.commit(build, actor=USER)


def closed(graph: Reader, pairs: Sequence[tuple[str, str]], at: datetime) -> list[Alias]:
    """The open links between the two of each pair, in either direction, with their end."""
    wanted = {frozenset(pair) for pair in pairs}
    return [
        msgspec.structs.replace(link, valid_until=at)
        for link in queries.alias_links(graph, {end for pair in pairs for end in pair})
        if link.valid_until is None and frozenset((link.source, link.target)) in wanted
    ]


def settle(fact_id: str, mode: ClaimMode, *, at: datetime, store: Store, ontology: Ontology) -> None:
    """Say of a fact that it stands (asserts) or that it was never so (retracts); raises NotFound."""

    def build(graph: Reader) -> list[tuple[str, Change]]:
        fact = queries.facts(graph, [fact_id]).get(fact_id)
        if fact is None:
            raise NotFound(
                f"There is no fact {fact_id!r}.", hint="graphmem facts --json shows the ids of facts."
            )
        kind = "FactRetracted" if mode == "retracts" else "FactsContradicted"
        return [(kind, verdict(graph, fact, mode, at, ontology))]

    store.commit(build, actor=USER)


def judge(ids: Sequence[str], said: Verdict, *, reason: str, at: datetime, store: Store) -> list[Judgement]:
    """Note what facts, messages or entities were worth; raises NotFound, and notes none, when one is not there."""
    done: list[Judgement] = []

    def build(graph: Reader) -> list[tuple[str, Change]]:
        there = {*queries.facts(graph, ids), *queries.entities(graph, ids), *queries.known(graph, ids)}
        if missing := sorted(set(ids) - there):
            raise NotFound(
                f"There is nothing with the id {missing[0]!r} to judge.",
                hint="Judge the ids in an answer of recall; nothing was noted.",
            )
        before = queries.judgements(graph, ids)
        for key in dict.fromkeys(ids):
            old = before.get(key, Judgement(key, at))
            if said == "none":
                done.append(Judgement(key, at))
            else:
                done.append(msgspec.structs.replace(old, at=at, **{said: getattr(old, said) + 1}))
        return [("FeedbackGiven", Change(judgements=tuple(done)))]

    store.commit(build, actor=f"{USER}: {redact(reason).text}" if reason else USER)
    return done


def verdict(graph: Reader, fact: Fact, mode: ClaimMode, at: datetime, ontology: Ontology) -> Change:
    """The person's word on a fact, as a message and a witness, and what follows from it."""
    words = f"{'That was never so' if mode == 'retracts' else 'That is so'}: {fact.text}"
    session = Session(content_id("ses", OWN_CLIENT, "review"), OWN_CLIENT, "review", at, at, title="Review")
    message = Message(
        id=content_id("msg", OWN_CLIENT, "review", fact.id, mode, format_time(at) or ""),
        session_id=session.id,
        role="user",
        author=USER,
        text=words,
        seq=queries.next_seq(graph, session.id),
        sent_at=at,
        trust=SETTLED,
    )
    witness = Evidence(
        id=f"{message.id}#0",
        fact_id="",
        message_id=message.id,
        said_at=at,
        mode=mode,
        quote=fact.text,
        start=len(words) - len(fact.text),
        end=len(words),
        text=fact.text,
        kind=fact.kind,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        value=fact.value,
        qualifier=fact.qualifier,
        valid_from=fact.valid_from if mode == "asserts" else None,
        valid_until=fact.valid_until if mode == "asserts" else None,
        grain="",
        confidence=0.99,
        trust=SETTLED,
        author=USER,
    )
    facts, evidence, links, dropped = refold(
        graph, [witness], removed=set(), slots={fact.slot}, ontology=ontology, faces=Faces(graph)
    )
    return Change(
        sessions=changed_sessions(graph, [session], [message]),
        messages=(message,),
        facts=tuple(facts),
        evidence=tuple(evidence),
        links=tuple(links),
        dropped=tuple(dropped),
    )
