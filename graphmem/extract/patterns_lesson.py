"""Claims about lessons: what broke, why, and what mended it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import OPEN_WORDS, finish, stand_alone
from graphmem.model import Claim

BREAKS = words("break fail crash hang leak time die slow stop deadlock")
BAD = words("slow flaky broken down failing red stuck unavailable late wrong empty corrupt offline")
MENDS = words("fix solve resolve cure")
CAUSES = words("cause fix culprit problem issue bug reason solution trick lesson workaround failure takeaway")
LABELLED = rx.compile(
    r"^\W*(?:the\s+)?(root cause|cause|fix|solution|workaround|lesson(?: learned)?|takeaway|gotcha|til)"
    r"\s*[:–]\s+(\S.{8,200})$",
    re.IGNORECASE,
)


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """ "Root cause: the cron job ran in UTC"."""
    found = LABELLED.match(reading.sentence.text) if reading.by_user else None
    if found is None or any(word.quoted or word.lower in OPEN_WORDS for word in reading.sentence.words):
        return
    if not any(word.pos in {"VERB", "AUX"} for word in reading.sentence.words):
        return
    party = reading.user(reading.sentence.words[0])
    text = finish(f"The {found[1].lower()}: {found[2].strip()}")
    yield reading.claim(party, "learned", text, value=text.rstrip("."), confidence=0.75)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Lessons of anyone, and those the user has drawn."""
    if not clause.real or clause.imperative or clause.subject is None:
        return
    yield from broke(reading, clause)
    yield from lesson(reading, clause)
    if reading.by_user:
        yield from found_out(reading, clause)
        yield from mended(reading, clause)


def mended(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Pinning numpy to 1.26 solved the crash"."""
    subject = clause.subject
    if clause.lemma not in MENDS or clause.tense != "past" or clause.negated or clause.passive:
        return
    if (
        subject is None
        or not (subject.tag == "VBG" or subject.pos in {"NOUN", "PROPN"})
        or not clause.objects
    ):
        return
    if subject.tag != "VBG" and reading.party(subject, ("person",)) is not None:
        return
    text = stand_alone(clause, reading.dates(clause), reading.said_at, names={})
    if text and len(clause.words) <= 25:
        text = text[0].upper() + text[1:]
        party = reading.user(subject)
        yield reading.claim(party, "learned", text, value=text.rstrip("."), confidence=0.75)


def broke(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The deploy broke because the migration ran twice"."""
    bad = clause.lemma == "be" and any(word.lower in BAD for word in clause.complements)
    if not (bad or clause.lemma in BREAKS) or clause.tense != "past" or clause.negated:
        return
    reasons = [
        below for below in reading.sentence.below(clause.verb, "advcl")
        if any(one.lower in {"because", "since"} for one in reading.sentence.below(below, "mark"))
    ]  # fmt: skip
    nouns = clause.behind("because of", "due to", "because")
    if not reasons and not nouns:
        return
    subject = clause.subject
    text = reading.reworded(clause, None)
    if text is None or subject is None or subject.pos == "PRON":
        return
    reason = (
        reading.sentence.subtree(reasons[0], without=frozenset({"mark"}))
        if reasons
        else reading.sentence.subtree(nouns[0])
    )
    value = reading.sentence.stretch(reason).strip(" ,.")
    party = reading.party(subject)
    if party is not None:
        yield reading.claim(
            party, "failed_because", text, value=value, when=reading.when(clause), confidence=0.8
        )
    elif reading.by_user:
        yield reading.claim(
            reading.speaker(subject)._replace(shown="The user"),
            "learned",
            text,
            value=text,
            when=reading.when(clause),
            confidence=0.75,
        )


def found_out(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The outage was caused by an expired certificate", "we learned that the API caches tokens"."""
    found = clause.lemma == "find" and ("out" in clause.particles or "out" in clause.adverbs)
    told = (found or clause.lemma in {"learn", "realize", "realise", "discover"}) and clause.tense == "past"
    caused = clause.lemma == "cause" and clause.passive and bool(clause.behind("by"))
    if clause.negated or not (told or caused) or (told and not reading.sentence.below(clause.verb, "ccomp")):
        return
    assert clause.subject is not None
    party = reading.party(clause.subject) if told else reading.user(clause.subject)
    if party is None or not party.user or len(clause.words) > 25:
        return
    text = reading.reworded(clause, party if told else None)
    if text and "the hard way" not in text:
        yield reading.claim(
            party, "learned", text, value=text.rstrip("."), when=reading.when(clause), confidence=0.75
        )


def lesson(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The fix was to pin numpy", "the root cause was a race in the cache"."""
    subject = clause.subject
    if (
        subject is None
        or clause.lemma != "be"
        or clause.negated
        or clause.tense == "future"
        or not reading.by_user
    ):
        return
    if subject.lemma.lower() not in CAUSES or not any(
        one.lower == "the" for one in reading.sentence.below(subject, "det")
    ):
        return
    if subject.lemma.lower() in {"problem", "issue", "bug", "reason", "failure"} and clause.tense != "past":
        return
    tail = [word for word in clause.words if word.i > clause.verb.i and word.pos != "PUNCT"]
    text = stand_alone(clause, reading.dates(clause), reading.said_at, names={})
    if text and len(tail) >= 2:
        party = reading.user(subject)
        yield reading.claim(party, "learned", text, value=text.rstrip("."), confidence=0.75)
