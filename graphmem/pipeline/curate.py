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
    TRUST,
    USER,
    USER_ENTITY,
    Alias,
    Change,
    Entity,
    Evidence,
    EvidenceMode,
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
from graphmem.revise.pairs import OF_TWO
from graphmem.revise.resolve import with_blocks
from graphmem.revise.revise import refold, relink
from graphmem.revise.weigh import SETTLED
from graphmem.store import queries, wiki_queries
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


def settle(fact_id: str, *, stands: bool, at: datetime, store: Store, ontology: Ontology) -> None:
    """Say of a fact that it stands, or that it was never so; raises NotFound."""

    def build(graph: Reader) -> list[tuple[str, Change]]:
        [fact] = facts_named(graph, [fact_id])
        kind = "FactsContradicted" if stands else "FactRetracted"
        mode: EvidenceMode = "asserts" if stands else "retracts"
        if fact.negated:
            mode = "denies" if stands else "undenies"
        if stands and ended_beside(graph, fact):
            fact = msgspec.structs.replace(fact, valid_until=None)
        return [(kind, verdict(graph, [fact], mode, at, ontology))]

    store.commit(build, actor=USER)


def ended_beside(graph: Reader, fact: Fact) -> bool:
    """True for a fact that ended by words which speak of another one, so that only this link may be wrong."""
    heard = queries.evidence_of_messages(graph, [fact.ended_by.partition("#")[0]] if fact.ended_by else [])
    return any(one.id == fact.ended_by and slot != fact.slot for one, slot in heard)


def settle_both(
    fact_ids: Sequence[str], *, both: bool, at: datetime, store: Store, ontology: Ontology
) -> None:
    """Say of two facts that contradict each other that both are so, or take that back; raises NotFound, MisuseError."""

    def build(graph: Reader) -> list[tuple[str, Change]]:
        two = facts_named(graph, sorted(fact_ids))
        if any(fact.negated for fact in two):
            raise MisuseError(
                "That something is so and that it is not cannot both be so.",
                hint="Keep or retract one of the two, or tell since when each holds.",
            )
        if both:
            demand_contradiction(graph, *fact_ids)
        elif not called_both(graph, fact_ids):
            raise MisuseError(
                "Nobody said of these two that both are so.",
                hint="Nothing was changed; history tells who said what.",
            )
        kind = "FactsReconciled" if both else "FactsContradicted"
        return [(kind, verdict(graph, two, "stands" if both else "doubts", at, ontology))]

    store.commit(build, actor=USER)


def facts_named(graph: Reader, ids: Sequence[str]) -> list[Fact]:
    """Facts by id, in that order; raises NotFound."""
    found = queries.facts(graph, ids)
    for key in ids:
        if key not in found:
            raise NotFound(f"There is no fact {key!r}.", hint="graphmem facts --json shows the ids of facts.")
    return [found[key] for key in ids]


def demand_contradiction(graph: Reader, one: str, other: str) -> None:
    """Raise NotFound for a fact that is not there, and MisuseError when the two do not stand against each other."""
    facts_named(graph, [one, other])
    if {one, other} not in [
        {link.source, link.target}
        for link in queries.links(graph, [one, other])
        if link.kind == "CONTRADICTS"
    ]:
        raise MisuseError(
            f"The facts {one!r} and {other!r} do not contradict each other.",
            hint="graphmem review lists what does.",
        )


def called_both(graph: Reader, fact_ids: Sequence[str]) -> bool:
    """True when the last that a person said of the two together is that both are so."""
    said = [
        {(e.said_at, e.message_id): e.mode for e in group if e.mode in OF_TWO}
        for group in queries.evidence_of_facts(graph, fact_ids).values()
    ]
    together = set.intersection(*map(set, said))
    return bool(together) and said[0][max(together)] == "stands"


def judge(ids: Sequence[str], said: Verdict, *, reason: str, at: datetime, store: Store) -> list[Judgement]:
    """Note what facts, messages, entities or pages were worth; raises NotFound, noting none, when one is not there."""
    done: list[Judgement] = []

    def build(graph: Reader) -> list[tuple[str, Change]]:
        there = {*queries.facts(graph, ids), *queries.entities(graph, ids), *queries.known(graph, ids)}
        there |= wiki_queries.pages(graph, ids).keys()
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


# What a person says of facts, by the mode of the word.
WORDS: dict[EvidenceMode, str] = {
    "asserts": "That is so",
    "denies": "That is so",
    "retracts": "That was never so",
    "undenies": "That was never so",
    "stands": "Both are so",
    "doubts": "Only one of the two is so",
}


def verdict(
    graph: Reader, facts: Sequence[Fact], mode: EvidenceMode, at: datetime, ontology: Ontology
) -> Change:
    """The person's word on facts, as a message and a witness of each, and what follows from it."""
    session = Session(content_id("ses", OWN_CLIENT, "review"), OWN_CLIENT, "review", at, at, title="Review")
    message = Message(
        id=content_id("msg", OWN_CLIENT, "review", *(one.id for one in facts), mode, format_time(at) or ""),
        session_id=session.id,
        role="user",
        author=USER,
        text=f"{WORDS[mode]}: {' / '.join(one.text for one in facts)}",
        seq=queries.next_seq(graph, session.id),
        sent_at=at,
        trust=SETTLED,
    )
    begin, heard = len(WORDS[mode]) + 2, []
    for number, one in enumerate(facts):
        heard.append(witness(one, message, f"{message.id}#{number}", begin, mode))
        begin += len(one.text) + 3
    slots = {one.slot for one in facts}
    changed, evidence, links, dropped = refold(
        graph, heard, removed=set(), slots=slots, ontology=ontology, faces=Faces(graph)
    )
    return Change(
        sessions=changed_sessions(graph, [session], [message]),
        messages=(message,),
        facts=tuple(changed),
        evidence=tuple(evidence),
        links=tuple(links),
        dropped=tuple(dropped),
    )


def witness(fact: Fact, message: Message, key: str, start: int, mode: EvidenceMode) -> Evidence:
    """What a message says of a fact that stands in it from `start` on."""
    dated = mode in {"asserts", "denies", "stands"}
    return Evidence(
        id=key,
        fact_id="",
        message_id=message.id,
        said_at=message.sent_at,
        mode=mode,
        quote=fact.text,
        start=start,
        end=start + len(fact.text),
        text=fact.text,
        kind=fact.kind,
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        value=fact.value,
        qualifier=fact.qualifier,
        valid_from=fact.valid_from if dated else None,
        valid_until=fact.valid_until if dated else None,
        grain="",
        confidence=0.99,
        # What is called both so goes on to change as what people say does; a fact that is kept stands against all.
        trust=TRUST[USER] if mode in OF_TWO else SETTLED,
        author=USER,
    )
