"""Claims about what happened on a stated date, and about what is planned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

from graphmem.extract.achieved import achieved
from graphmem.extract.clauses import Clause
from graphmem.extract.dates import DateMention
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import WHOSE, finish
from graphmem.model import Claim

# Verbs that only tell about the talk or the work of this minute.
IDLE = words(
    "be do have try see look think know say tell ask want need mean notice check happen seem go come let"
)
# Verbs whose present tense tells what is to come: "I have a dentist appointment next Tuesday".
TIMETABLED = words("have leave start begin fly arrive open close launch move travel")
VAGUE = words("think consider try wonder hope want look")
ACTORS = words("person organization service project repository package product animal event")
# What is told of a month or a year is no step of the work of this hour.
TURNS = words("stop start begin quit keep")
COARSE = words("month quarter season year")
USUAL = words("always usually often sometimes never normally generally")
PLANS = words("plan intend aim schedule hope")
# What turns a life and needs no object.
TURNING = words("retire graduate marry divorce emigrate relocate")


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Dated events and plans of the user and of people and things the user names."""
    if (
        not reading.by_user
        or clause.question
        or clause.imperative
        or clause.negated
        or clause.subject is None
    ):
        return
    if clause.verb.dep in {"relcl", "acl", "pcomp", "advcl", "csubj"} or not clause.real:
        return
    ahead = (
        clause.tense == "future"
        or clause.aspect == "plan"
        or (clause.aspect == "other" and clause.sentence.head(clause.verb).lemma in {"need", "have"})
        or (
            ("-ing" in clause.adverbs or (clause.lemma in TIMETABLED and clause.tense == "present"))
            and lies_ahead(reading, clause)
        )
    )
    if ahead:
        yield from plan(reading, clause)
    elif clause.tense == "past" and clause.aspect in {"", "start", "keep", "decide"}:
        found = [] if clause.perfect else list(event(reading, clause))
        yield from found or done(reading, clause)


def ahead(reading: Reading, clause: Clause) -> Clause:
    """The clause in the future tense when its present tense tells what is to come: "I start at Globex on July 1"."""
    timetabled = clause.tense == "present" and clause.lemma in TIMETABLED and clause.lemma != "have"
    coming = timetabled or ("-ing" in clause.adverbs and clause.tense == "present" and not is_lasting(clause))
    return replace(clause, tense="future") if coming and lies_ahead(reading, clause) else clause


def is_lasting(clause: Clause) -> bool:
    """True for "I've been living here since May"."""
    return any(word.lower in {"since", "for", "been"} for word in clause.words)


def actor(reading: Reading, clause: Clause) -> Party | None:
    """Who or what did it; "we" is told of the user."""
    party = reading.party(clause.subject)
    if party is None or party.mention.kind not in ACTORS:
        return None
    spoken = clause.subject is not None and clause.subject.lower in {"i", "we", "us"}
    return party._replace(shown="The user") if spoken and party.shown == "The user's team" else party


def lies_ahead(reading: Reading, clause: Clause) -> bool:
    """True when a date of the clause has not come yet: "I'm flying to Oslo next week", not "as of Monday"."""
    if clause.tense == "present" and clause.adverbs & USUAL:
        return False  # "we always go there in autumn" is no plan
    if any(
        date.direction == "since" and date.interval.low <= reading.said_at for date in reading.dates(clause)
    ):
        return False
    return any(date.interval.low > reading.said_at for date in reading.dates(replace(clause, tense="future")))


def event(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I ran the Lisbon half marathon on 10 March"."""
    dates = [
        date
        for date in reading.dates(clause)
        if date.direction in {"", "range"} and date.grain not in {"minute", "second"}
    ]
    when = reading.when(clause)
    if not dates or when.start is None or when.start > reading.said_at:
        return
    if clause.lemma in {"decide", "choose", "agree"} and reading.sentence.below(clause.verb, "xcomp"):
        return
    if clause.verb.dep == "xcomp" and clause.aspect in {"start", "keep"}:
        return  # told by the verb above it
    turns = clause.lemma in TURNS or clause.lemma == "use"
    inner = reading.sentence.below(clause.verb, "xcomp") if turns else []
    if any(
        one.lemma in reading.ontology.patterns and reading.sentence.below(one, "dobj", "prep")
        for one in inner
    ):
        return  # the claim about what was stopped says it better
    party = actor(reading, clause)
    if party is None or not says_enough(reading, clause, dates[0].start):
        return
    text = reading.reworded(clause, party)
    if text and "the hard way" not in text:
        end = dates[0].interval.end if dates[0].direction == "range" else None
        yield reading.claim(
            party,
            "did",
            text,
            value=without_subject(text, party),
            when=When(when.start, end, when.grain),
            confidence=0.8,
        )


def done(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I finally finished the migration guide", "I got pre-approved for $350,000": an event without a date."""
    if clause.aspect or reading.dates(clause) or len(clause.words) > 25 or not achieved(reading, clause):
        return
    party = actor(reading, clause)
    if party is None or party.mention.kind not in {"person", "organization"}:
        return
    text = reading.reworded(clause, party)
    if text:
        yield reading.claim(party, "did", text, value=without_subject(text, party), confidence=0.7)


def plan(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'm planning to move to Porto in September", "we will launch on June 30"."""
    future = replace(clause, tense="future")
    dates = reading.dates(future)
    head = clause.sentence.head(clause.verb)
    meant = clause.aspect == "plan" and head.lemma in PLANS and clause.verb.dep == "xcomp"
    owed = clause.aspect == "other" and any(
        date.direction in {"by", "before", "until", "through", "within"} for date in dates
    )
    if clause.aspect == "other" and not owed:
        return
    if not dates and not meant:
        return
    if any(date.grain in {"second", "hour"} or is_soon(reading, date) for date in dates) and not meant:
        return
    if clause.lemma in VAGUE or any(date.interval.high <= reading.said_at for date in dates):
        return
    party = actor(reading, clause)
    if party is None or not says_enough(reading, clause, dates[0].start if dates else -1):
        return
    whole = future
    if clause.verb.dep == "xcomp":
        above = next((one for one in reading.clauses if one.verb.i == clause.verb.head), None)
        if above is not None:
            whole = replace(
                above, tense="present" if above.tense != "past" else "past", subject=clause.subject
            )
    text = reworded_ahead(reading, whole, party)
    if text:
        when = reading.when(future)
        if owed:
            when = When(None, None, "")
        yield reading.claim(
            party,
            "plans",
            text,
            value=without_subject(text, party),
            when=When(when.start, None, when.grain if when.start else ""),
            confidence=0.75,
        )


def is_soon(reading: Reading, date: DateMention) -> bool:
    """True for a clock time of today: the work of this hour."""
    return date.grain == "minute" and date.interval.low - reading.said_at < timedelta(hours=12)


def reworded_ahead(reading: Reading, clause: Clause, party: Party) -> str | None:
    """The clause as a sentence, with its partial dates read as lying ahead."""
    ahead = replace(clause, aspect="plan")
    return reading.reworded(ahead, party)


def says_enough(reading: Reading, clause: Clause, date_start: int) -> bool:
    """True when the clause names something beside its verb and its date."""
    subject = clause.subject.i if clause.subject else -1
    rest: list[Word] = [
        word
        for word in clause.words
        if word.pos in {"NOUN", "PROPN", "NUM", "X"}
        and not reading.is_date(word, clause)
        and word.i != subject
        and word.start != date_start
    ]
    if clause.lemma == "have" and lies_ahead(reading, clause):
        return bool(rest)
    if achieved(reading, clause):
        return len(clause.words) < 40
    if clause.lemma in TURNING:
        return True
    if clause.lemma == "see" and any(word.pos == "NOUN" for word in clause.objects):
        return lies_ahead(reading, clause)  # "I'm seeing my oncologist on the 18th"
    if clause.lemma in IDLE and not any(date.grain in COARSE for date in reading.dates(clause)):
        return any(word.pos == "PROPN" or word.technical for word in rest) and len(clause.words) < 40
    return bool(rest) and len(clause.words) < 40


def without_subject(text: str, party: Party) -> str:
    """The sentence as a phrase: "moved the office to Porto on 2024-05-01"."""
    if not party.shown:
        return finish(text)
    return WHOSE.sub("", re.sub(rf"^{re.escape(party.shown)}\s+", "", text)).rstrip(".")
