"""Corrections of a date: "sorry, it was in May, not in April" moves what was said just before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from graphmem.extract import patterns_surface
from graphmem.extract import sieve as rx
from graphmem.extract.dates import DateMention, find_dates, written, written_unit
from graphmem.extract.reading import Reading
from graphmem.model import Claim

LEAD = rx.compile(
    r"^\W*(?P<firm>(?:(?:sorry|wait|oops|no|nope|hmm+|ah|oh|hang on|my bad|my mistake|(?:small )?correction"
    r"|scratch that|actually|typo)\b\W*)*)"
    r"(?P<meant>(?:I meant(?: to (?:say|write))?|I mean|make that|I should have said"
    r"|(?:it|that|this)(?: was|'s| is|'ll be| will be| should be)|should be|rather)\b)?\s*",
    re.IGNORECASE,
)
PREPOSITION = rx.compile(r"(?:in|on|at|from|since|until|by)\s+(?:the\s+)?", re.IGNORECASE)
TAIL = rx.compile(
    r"\W*(?:(?:and\s+)?not\s+(?P<old>.{1,40}?))?(?:\s*,?\s*(?:sorry|my bad|my mistake))?\W*", re.IGNORECASE
)
SURE = rx.compile(r"\b(?:meant|I mean|make that|should)\b", re.IGNORECASE)
# "I said I started at Nordlot in August, but it was really October": the slip and its correction in one sentence.
SLIPPED = rx.compile(
    r"\bI\s+(?:said|told\s+you|wrote|mentioned|claimed)\s+(?:(?:that|earlier|before)\s+)*(?P<what>(?:I|we|my)\s.{4,80}?),?\s+but\s+"
    r"(?:it|that)(?:['’]s|\s+was|\s+is)\s+(?:(?:really|actually|in\s+fact|not\s+until)\s+)?(?P<rest>.+?)"
    r"(?:,?\s+(?:because|since|due\s+to|as)\b.*)?$",
    re.IGNORECASE,
)
HALF_A_YEAR = timedelta(days=183)


def redated(reading: Reading) -> Iterator[Claim]:
    """The claims of the sentence before at another date, when this one is nothing but a date that corrects."""
    text = reading.sentence.text
    lead = LEAD.match(text)
    if lead is None or not (lead["firm"].strip() or lead["meant"]):
        return
    for claim in reading.focus.said:
        found = meant_date(reading, claim, text[lead.end() :])
        if found is None:
            continue
        date, tail = found
        if lead["firm"].strip() or tail["old"] or SURE.search(lead["meant"] or ""):
            yield from moved(reading, claim, date)


def slipped(reading: Reading) -> Iterator[Claim]:
    """What the speaker says to have said, at the date that is right."""
    slip = SLIPPED.search(reading.sentence.text)
    if slip is None:
        return
    low, high = (reading.sentence.start + place for place in slip.span("what"))
    for clause in reading.clauses:
        if not low <= clause.verb.start < high:
            continue
        for claim in patterns_surface.of_clause(reading, replace(clause, real=True)):
            found = meant_date(reading, claim, slip["rest"])
            if found is not None:
                yield from moved(reading, claim, found[0])


def meant_date(reading: Reading, claim: Claim, rest: str) -> tuple[DateMention, re.Match[str]] | None:
    """The date that stands alone in the rest, the one nearest to the date of the claim, and what is behind it."""
    old = claim.valid_from or claim.valid_until
    if old is None:
        return None
    tense = "past" if old <= reading.said_at else "future"
    near = old.astimezone(reading.said_at.tzinfo) + (HALF_A_YEAR if tense == "past" else -HALF_A_YEAR)
    best: tuple[DateMention, re.Match[str]] | None = None
    for at in (reading.said_at, near):
        read = alone(rest, at, tense)
        if read is not None and (best is None or distance(read[0], old) < distance(best[0], old)):
            best = read
    return best


def alone(rest: str, at: datetime, tense: str) -> tuple[DateMention, re.Match[str]] | None:
    """The date with which the rest begins, when only "not in April" is behind it."""
    for text in (rest, f"in {rest}"):
        for date in find_dates(text, at, tense=tense)[:1]:
            before, tail = text[: date.start], TAIL.fullmatch(text, date.end)
            if tail is not None and date.direction != "for" and (not before or PREPOSITION.fullmatch(before)):
                return date, tail
    return None


def distance(date: DateMention, old: datetime) -> timedelta:
    """How far a date lies from another."""
    return abs(date.interval.low - old)


def moved(reading: Reading, claim: Claim, date: DateMention) -> Iterator[Claim]:
    """The claim taken back and told anew at the date; an end is told as the time until when it was so."""
    old = claim.valid_from or claim.valid_until
    if old is None or (claim.valid_from and claim.valid_until) or claim.mode not in {"asserts", "ends"}:
        return
    text = retold(claim.text, old, claim.grain, date, reading.said_at)
    if text is None or date.interval.low == old:
        return
    low, high = reading.sentence.passage.source(reading.sentence.start, reading.sentence.end)
    own = {"message_id": reading.message.id, "start": low, "end": high}
    target = None if claim.object is None else msgspec.structs.replace(claim.object, **own)
    here = msgspec.structs.replace(
        claim, **own, subject=msgspec.structs.replace(claim.subject, **own), object=target
    )
    at = date.interval.low
    if claim.valid_from is None:
        yield msgspec.structs.replace(here, mode="asserts", valid_until=at, grain=date.grain, text=text)
        return
    value = retold(claim.value, old, claim.grain, date, reading.said_at) or claim.value
    yield msgspec.structs.replace(here, mode="retracts")
    yield msgspec.structs.replace(here, valid_from=at, grain=date.grain, text=text, value=value)


def retold(text: str, old: datetime, grain: str, date: DateMention, said_at: datetime) -> str | None:
    """The text with the new date in place of the old one, or None when the old one is not in it."""
    shown = written_unit(old.astimezone(said_at.tzinfo), grain)
    new = written(date, said_at)
    match = re.search(rf"(?:\b(?P<place>in|on|at)\s+)?{re.escape(shown)}(?!\w)", text)
    if match is None:
        return None
    place = "on " if re.match(r"\d{4}-|the weekend", new) else "in "
    return text[: match.start()] + (place if match["place"] else "") + new + text[match.end() :]
