"""Claims about technical state: versions, ports, settings with their values, and deadlines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract.clauses import Clause
from graphmem.extract.dates import written
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

VERSION = re.compile(r"v?\d+(?:\.\d+){0,3}(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)[.-]?\d*)?\+?", re.IGNORECASE)
PORT = re.compile(r"\bport\s+(\d{2,5})\b", re.IGNORECASE)
UPGRADES = words("upgrade update bump migrate move downgrade pin switch")
RUNS = words("use run be require support target need stay")
VERSIONED = words("technology package service product repository project")
SETTINGS = words(
    "timeout limit size interval threshold budget quota ttl port memory retention rate window count cost"
    " price fee salary pool replicas"
)
AMOUNT = re.compile(
    r"[$€£]\s?\d[\d,.]*\s?(?:[kKmM]|million|billion)?(?:\s?(?:/|per|a)\s?\w+)?|\d[\d,.]*\s?(?:%|[a-zA-Zµ]+)?(?:\s?(?:/|per)\s?\w+)?"
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
    yield from setting(reading, clause)
    yield from deadline(reading, clause)


def version(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We're on Python 3.12", "upgraded Django to 5.0", "orders-svc is at version 2.3.1"."""
    found = versioned(reading, clause)
    if found is None or clause.tense == "future":
        return
    thing, number, upgraded = found
    if clause.tense == "past" and not upgraded and not clause.perfect:
        return
    predicate = reading.ontology.predicate("version_is")
    kind = reading.kind(thing, predicate.domain)
    if not kind:
        return
    party = Party(thing.mention(reading.message.id, reading.sentence, kind), thing.name, thing=thing)
    when = reading.when(clause)
    text = stated(reading, party, predicate, number, mode="asserts", when=when)
    yield reading.claim(party, "version_is", text, value=number, when=when, confidence=0.9)


def versioned(reading: Reading, clause: Clause) -> tuple[Thing, str, bool] | None:
    """A named thing and the version beside it, and whether it was brought there."""
    sentence = reading.sentence
    upgraded = clause.lemma in UPGRADES
    own = {word.i for word in clause.words}
    if not upgraded and clause.lemma not in RUNS:
        return None
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
                return thing, word.text, upgraded
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
                    return thing, word.text, upgraded
    return None


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


def setting(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The timeout of orders-svc is 30 seconds", "the rate limit for the billing api is 100 requests per minute"."""
    subject = clause.subject
    if clause.lemma == "have" and clause.tense == "present":
        yield from held(reading, clause)
        return
    if subject is None or clause.tense != "present" or subject.lemma.lower() not in SETTINGS:
        return
    if clause.lemma not in {"be", "set"}:
        return
    amount = AMOUNT.search(reading.sentence.passage.text, clause.verb.end, reading.sentence.end)
    if amount is None or amount.start() - clause.verb.end > 12:
        return
    label = " ".join(
        [one.text for one in reading.sentence.below(subject, "compound", "amod")] + [subject.text]
    )
    owner = owner_of(reading, subject)
    if owner is None:
        return
    value = amount[0].strip()
    if owner.user:
        text, qualifier = f"The user's {label} is {value}", label
    else:
        text, qualifier = f"The {label} of {re.sub('^The ', 'the ', owner.shown)} is {value}", label
    yield reading.claim(owner, "setting_is", finish(text), value=value, qualifier=qualifier, confidence=0.85)


def held(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "orders-svc has a timeout of 30 seconds"."""
    party = reading.party(clause.subject)
    for word in clause.objects:
        amount = AMOUNT.search(reading.sentence.passage.text, word.end, reading.sentence.end)
        if (
            party is None
            or word.lemma.lower() not in SETTINGS
            or amount is None
            or amount.start() - word.end > 6
        ):
            continue
        label = " ".join([one.text for one in reading.sentence.below(word, "compound", "amod")] + [word.text])
        text = finish(f"{party.shown} has a {label} of {amount[0].strip()}")
        yield reading.claim(
            party, "setting_is", text, value=amount[0].strip(), qualifier=label, confidence=0.85
        )


def owner_of(reading: Reading, subject: Word) -> Party | None:
    """Whose setting it is: "the timeout of orders-svc", "our budget", "orders-svc's timeout"."""
    for preposition in reading.sentence.below(subject, "prep"):
        for noun in reading.sentence.below(preposition, "pobj"):
            if preposition.lower in {"of", "for", "on", "in"}:
                return reading.party(noun)
    for one in reading.sentence.below(subject, "poss"):
        if one.lower in {"my", "our"} and reading.by_user:
            return reading.speaker(one)
        return reading.party(one) if one.pos in {"PROPN", "NOUN"} else None
    return None


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


def clause_in_future(clause: Clause) -> Clause:
    """The same clause, its partial dates read as lying ahead."""
    from dataclasses import replace  # noqa: PLC0415

    return replace(clause, tense="future")
