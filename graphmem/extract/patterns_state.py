"""Claims about technical state: ports, settings with their values, deadlines, and what is done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.dates import written
from graphmem.extract.patterns_amount import of_amount
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Reading, When
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.model import Claim

PORT = rx.compile(r"\bport\s+(\d{2,5})\b", re.IGNORECASE)
STATUS = words(
    "done finished complete completed paid live deprecated cancelled canceled approved signed merged closed postponed"
    " blocked gone dead shipped"
)
SCHEDULED = words("schedule plan set slate move push postpone delay reschedule")
DEADLINES = words(
    "deadline launch release demo meeting conference interview wedding exam appointment go-live migration"
    " flight talk cutoff freeze review presentation trip"
)

# What is due is the report, and not "the deadline for the report".
DEADLINE_OF = rx.compile(
    r"^(?:deadline|due date|cut-?off(?: date)?|closing date|target date)\s+(?:for|of)\s+(?:(?:the|our|my)\s+)?",
    re.IGNORECASE,
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """The technical claims of a clause."""
    if not clause.real or clause.imperative or clause.aspect in {"other", "plan", "like"} or clause.negated:
        return
    yield from port(reading, clause)
    yield from of_amount(reading, clause)
    yield from deadline(reading, clause)
    yield from status(reading, clause)


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
    if not dates or (dates[0].direction == "until" and not is_due and not fixed):
        return  # "the migration is on hold until May" is no deadline
    when = reading.when(ahead)
    text = reading.reworded(clause_in_future(clause), None)
    if text is None:
        return
    value = written(dates[0], reading.said_at)
    party = reading.party(subject)
    if party is None or party.we:
        words_ = reading.sentence.subtree(subject, without=frozenset({"relcl", "punct"}))
        label = reading.sentence.stretch([one for one in words_ if one.dep not in {"det", "poss"}])
        label = DEADLINE_OF.sub("", label)
        party = reading.user(subject)
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
        party = reading.user(subject)
    if text:
        yield reading.claim(
            party, "status_is", text, value=state, qualifier=label, when=reading.when(clause), confidence=0.75
        )


def clause_in_future(clause: Clause) -> Clause:
    """The same clause, its partial dates read as lying ahead."""
    from dataclasses import replace  # noqa: PLC0415

    return replace(clause, tense="future")
