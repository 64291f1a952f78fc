"""Claims about technical state: versions, ports, settings with their values, and deadlines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract.clauses import Clause
from graphmem.extract.dates import written
from graphmem.extract.patterns_amount import of_amount
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.model import Claim

VERSION = re.compile(r"v?\d+(?:\.\d+){0,3}(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)[.-]?\d*)?\+?", re.IGNORECASE)
PORT = re.compile(r"\bport\s+(\d{2,5})\b", re.IGNORECASE)
UPGRADES = words("upgrade update bump migrate move downgrade pin switch")
RUNS = words("use run be require support target need stay")
VERSIONED = words("technology package service product repository project")
STATUS = words(
    "done finished complete completed paid live deprecated cancelled canceled approved signed merged closed postponed"
    " blocked gone dead shipped"
)
SCHEDULED = words("schedule plan set slate move push postpone delay reschedule")
DEADLINES = words(
    "deadline launch release demo meeting conference interview wedding exam appointment go-live migration"
    " flight talk cutoff freeze review presentation trip"
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """The technical claims of a clause."""
    if not clause.real or clause.imperative or clause.aspect in {"other", "plan", "like"} or clause.negated:
        return
    yield from version(reading, clause)
    yield from port(reading, clause)
    yield from of_amount(reading, clause)
    yield from deadline(reading, clause)
    yield from status(reading, clause)


def version(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We're on Python 3.12", "upgraded Django to 5.0", "orders-svc is at version 2.3.1"."""
    predicate = reading.ontology.predicate("version_is")
    for thing, number, upgraded in versioned(reading, clause):
        if clause.tense == "future" or (clause.tense == "past" and not upgraded and not clause.perfect):
            return
        kind = reading.kind(thing, predicate.domain)
        if kind:
            party = Party(thing.mention(reading.message.id, reading.sentence, kind), thing.name, thing=thing)
            when = reading.when(clause)
            text = stated(reading, party, predicate, number, mode="asserts", when=when)
            yield reading.claim(party, "version_is", text, value=number, when=when, confidence=0.9)


def versioned(reading: Reading, clause: Clause) -> Iterator[tuple[Thing, str, bool]]:
    """Named things and the versions beside them, and whether they were brought there."""
    sentence = reading.sentence
    upgraded = clause.lemma in UPGRADES
    own = {word.i for word in clause.words}
    if (not upgraded and clause.lemma not in RUNS) or clause.subject is None:
        return  # "pinning numpy to 1.26 solved it" does not say that it stays so
    for word in clause.words:
        if not VERSION.fullmatch(word.text) or reading.is_date(word, clause) or word.i == 0:
            continue
        before = sentence.words[word.i - 1]
        if before.lower == "from" or (
            before.lower in {"version", "release"}
            and word.i > 1
            and sentence.words[word.i - 2].lower == "from"
        ):
            continue
        at = before.lower in {"version", "release", "to", "at", "on"}
        if not at and before.i in own and before.pos in {"PROPN", "NOUN", "X"}:
            thing = reading.thing(before)
            if thing is not None and thing.sure and thing.kind in VERSIONED and thing.end <= word.start:
                yield thing, word.text, upgraded
                continue
        named = [
            one for head in clause.objects if head.lower == "version"
            for one in reading.sentence.below(head, "compound", "nmod", "amod")
        ]  # fmt: skip
        holders = (
            [*named, *clause.objects]
            if upgraded
            else [clause.subject]
            if clause.subject is not None and clause.lemma == "be"
            else []
        )
        if at and (before.lower in {"version", "release"} or upgraded or word.technical == "version"):
            for holder in [*holders, *([clause.subject] if clause.passive and clause.subject else [])]:
                thing = reading.thing(holder)
                if thing is not None and thing.named and thing.kind not in {"person", "version", "host"}:
                    yield thing, word.text, upgraded
                    break


def port(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "orders-svc listens on port 8080", "Postgres runs on port 5433"."""
    if (
        clause.lemma not in {"listen", "run", "be", "expose", "bind", "serve", "use"}
        or clause.tense != "present"
    ):
        return
    match = PORT.search(reading.sentence.stretch(clause.words))
    predicate = reading.ontology.predicate("listens_on")
    party = reading.party(clause.subject, predicate.domain)
    if match and party is not None and not party.user and party.mention.kind in predicate.domain:
        when = reading.when(clause)
        text = stated(
            reading, party, predicate, f"port {match[1]}", mode="asserts", when=When(), qualifier=""
        )
        yield reading.claim(party, "listens_on", text, value=f"port {match[1]}", when=when, confidence=0.9)


def deadline(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The deadline for the redesign is June 30", "the report is due on Friday"."""
    subject = clause.subject
    moved = clause.passive and clause.lemma in SCHEDULED
    if subject is None or (clause.tense == "past" and not moved) or not reading.by_user:
        return
    is_due = clause.lemma == "be" and any(
        word.lower == "due" for word in [*clause.complements, *clause.words]
    )
    fixed = clause.passive and clause.lemma in SCHEDULED
    named = subject.lemma.lower() in DEADLINES and (clause.lemma in {"be", "happen", "start"} or fixed)
    if not is_due and not named:
        return
    ahead = Clause(clause.sentence, clause.verb, tense="future", words=clause.words)
    dates = reading.dates(ahead)
    if not dates:
        return
    when = reading.when(ahead)
    text = reading.reworded(clause_in_future(clause), None)
    if text is None:
        return
    value = written(dates[0], reading.said_at)
    party = reading.party(subject)
    if party is None or party.we:
        words_ = reading.sentence.subtree(subject, without=frozenset({"relcl", "punct"}))
        label = reading.sentence.stretch([one for one in words_ if one.dep not in {"det", "poss"}])
        party = Party(reading.speaker(subject).mention, "The user", user=True)
        yield reading.claim(
            party,
            "due_on",
            text,
            value=value,
            qualifier=label,
            when=When(None, None, when.grain),
            confidence=0.85,
        )
        return
    yield reading.claim(
        party, "due_on", text, value=value, when=When(None, None, when.grain), confidence=0.85
    )


def status(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The migration is done", "the invoice to Kemper is paid"."""
    subject = clause.subject
    if subject is None or clause.tense != "present" or not reading.by_user or len(clause.words) > 12:
        return
    told = clause.verb.lower if clause.passive else ""
    state = next((word.lower for word in clause.complements if word.lower in STATUS), "")
    state = state or (told if told in STATUS else "")
    definite = {one.lower for one in reading.sentence.below(subject, "det", "poss")} & {"the", "our", "my"}
    if not state or not definite or subject.pos == "PRON" or subject.lemma.lower() in EMPTY_NOUNS:
        return
    text = reading.reworded(clause, None)
    party = reading.party(subject)
    label = ""
    if party is None or party.user:
        part = reading.sentence.subtree(subject, without=frozenset({"relcl", "punct"}))
        label = reading.sentence.stretch([one for one in part if one.dep not in {"det", "poss"}])
        party = Party(reading.speaker(subject).mention, "The user", user=True)
    if text:
        yield reading.claim(
            party, "status_is", text, value=state, qualifier=label, when=reading.when(clause), confidence=0.75
        )


def clause_in_future(clause: Clause) -> Clause:
    """The same clause, its partial dates read as lying ahead."""
    from dataclasses import replace  # noqa: PLC0415

    return replace(clause, tense="future")
