"""Dates in text: from English and the moment it was said to intervals, each with its grain and its place.

The rules stand in `date_rules`; what "last", "next" and a month without a year mean is told in `date_absolute`.
All is counted in the zone of the moment it was said; intervals are UTC. No library is used: dateparser 1.5.0 was tried
and takes 0.1 s to import, finds dates in "may go" and "we sat", misses "last summer", "by EOD", "Q3 2024" and "at the
weekend", and gives moments without their grain.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from graphmem.errors import InvalidInterval, InvalidTime
from graphmem.extract.calendar import midnight, start_of
from graphmem.extract.date_absolute import Reading, Said
from graphmem.extract.date_rules import RULES
from graphmem.temporal import Interval


class DateMention(NamedTuple):
    """A date in a text: characters [start, end), what it means, and the word that gives it a direction.

    `direction` is "", since, from, until, by, before, after, for (a duration that reaches up to now), within (one
    that begins now) or range. `last` is where the last named unit of a range begins, else where the interval does.
    """

    start: int
    end: int
    text: str
    interval: Interval
    grain: str
    direction: str
    last: datetime


class Found(NamedTuple):
    """A match of a rule, before neighbours are joined."""

    start: int
    end: int
    reading: Reading


# Without one of these no rule can match; most sentences end here.
TRIGGER = re.compile(
    r"\d{2}|\d(?:st|nd|rd|th)\b|\d\s+[a-z]|\bQ\d|\bH\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed"
    r"|thu|fri|sat|sun|to(?:day|night|morrow)|tmrw|yesterday|last|past|previous|next|coming|this|current|ago|back|noon"
    r"|midnight|weekend|quarter|spring|summer|autumn|fall|winter|christmas|halloween|valentine|new\s+year|eo[dwmqy]|end"
    r"|start|beginning|at\s+\d|half|for|in|from|day|night)",
    re.IGNORECASE,
)
DIRECTION = re.compile(
    r"\b(since|starting|as of|effective|from|until|till|til|through|by|before|after|due)\s+"
    r"(?:on\s+|in\s+|the\s+|about\s+)*$",
    re.IGNORECASE,
)
DIRECTIONS = {
    "starting": "since", "as of": "since", "effective": "since", "till": "until", "til": "until", "through": "until",
    "due": "by",
}  # fmt: skip
BETWEEN = re.compile(r"\s*(?:-|–|—|to|until|till|through|thru)\s*(?:the\s+|in\s+)?", re.IGNORECASE)
REPEATED = re.compile(
    r"\b(?:black|good|cyber|fat|ash|easter|casual|every|each|most|per|on\s+alternate)\s+(?:other\s+|single\s+)?$",
    re.IGNORECASE,
)
FUTURE = re.compile(
    r"\b(?:by|until|till|due|before|will|gonna|'ll|going to)\s+(?:\S+\s+){0,6}$", re.IGNORECASE
)
LIES_AHEAD = re.compile(r"(?:by|until|till|before)\b", re.IGNORECASE)
JOINT = re.compile(r"[\s,]*(?:on\s+|at\s+|,\s*)?", re.IGNORECASE)


def find_dates(text: str, said_at: datetime, *, tense: str = "") -> list[DateMention]:
    """Every date in the text, in order, without overlaps.

    `said_at` is the moment of speaking; its zone is the speaker's (UTC when it has none). `tense` is past, present,
    future or "", and settles what is partial; "" looks at the words before a date ("by Friday" lies ahead).
    """
    if not TRIGGER.search(text):
        return []
    moment = said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC)
    found = join_clocks(text, read_all(text, moment, tense), moment)
    return [
        mention for mention in join_ranges(text, found, moment) if not REPEATED.search(text[: mention.start])
    ]


def read_all(text: str, moment: datetime, tense: str) -> list[Found]:
    """The longest matches of all rules, in order of the text."""
    candidates: list[tuple[int, int, int, re.Match[str]]] = []
    for order, (pattern, _) in enumerate(RULES):
        for match in pattern.finditer(text):
            lead = match.end("lead") if "lead" in pattern.groupindex and match["lead"] else match.start()
            candidates.append((lead - match.end(), order, lead, match))
    candidates.sort(key=lambda candidate: (candidate[0], candidate[1]))
    taken: list[Found] = []
    for _, order, start, match in candidates:
        if any(start < other.end and other.start < match.end() for other in taken):
            continue
        ahead = tense == "future" or (
            tense == "" and bool(FUTURE.search(text[:start]) or LIES_AHEAD.match(match[0]))
        )
        reading = read_one(RULES[order][1], match, Said(moment, ahead, tense == "past"))
        if reading is not None:
            end = match.start() + len(match[0].rstrip(" ,"))
            taken.append(Found(start, end, reading))
    return sorted(taken, key=lambda one: one.start)


def read_one(reader: object, match: re.Match[str], said: Said) -> Reading | None:
    """What a match means, or None when it names no time that exists."""
    try:
        return reader(match, said)  # type: ignore[operator, no-any-return]
    except (InvalidTime, InvalidInterval, OverflowError, ValueError):
        return None


def join_clocks(text: str, found: list[Found], moment: datetime) -> list[Found]:
    """Put "at 3pm" together with the day that stands beside it."""
    joined: list[Found] = []
    for one in found:
        before = joined[-1] if joined else None
        if before and (one.reading.direction == "clock") != (before.reading.direction == "clock"):
            gap = text[before.end : one.start]
            clock, day = (one, before) if one.reading.direction == "clock" else (before, one)
            if day.reading.grain == "day" and day.reading.direction == "" and JOINT.fullmatch(gap):
                joined[-1] = Found(before.start, one.end, at_clock(day.reading, clock.reading, moment))
                continue
        joined.append(one)
    return joined


def at_clock(day: Reading, clock: Reading, moment: datetime) -> Reading:
    """The minute of a day."""
    zone = moment.tzinfo
    time = clock.interval.low.astimezone(zone)
    start = day.interval.low.astimezone(zone).replace(hour=time.hour, minute=time.minute)
    return Reading(Interval(start, start + timedelta(minutes=1)), "minute", "", day.fixed)


def join_ranges(text: str, found: list[Found], moment: datetime) -> list[DateMention]:
    """Put "from March to May" together, and give each date the direction that the words before it say."""
    mentions: list[DateMention] = []
    skip = False
    for place, one in enumerate(found):
        if skip:
            skip = False
            continue
        other = found[place + 1] if place + 1 < len(found) else None
        if other is not None and is_range(text, one, other):
            span = range_of(text, one, other, moment)
            if span is not None:
                mentions.append(span)
                skip = True
                continue
        mentions.append(directed(text, one))
    return mentions


def is_range(text: str, one: Found, other: Found) -> bool:
    """True for "X to Y" and "between X and Y"."""
    gap = text[one.end : other.start]
    if one.reading.direction or other.reading.direction:
        return False
    if BETWEEN.fullmatch(gap):
        return True
    return gap.strip().lower() == "and" and bool(
        re.search(r"\bbetween\s+$", text[: one.start], re.IGNORECASE)
    )


def range_of(text: str, one: Found, other: Found, moment: datetime) -> DateMention | None:
    """From the start of one to the end of the other; the one whose year was not said moves to fit."""
    first, last = one.reading, other.reading
    if last.fixed and not first.fixed:
        near = Said(last.interval.low.astimezone(moment.tzinfo), future=False)
        first = reread(text, one, near) or first
    elif not last.fixed:
        near = Said(first.interval.low.astimezone(moment.tzinfo), future=True)
        last = reread(text, other, near) or last
    if first.interval.low > last.interval.low:
        return None
    interval = Interval(first.interval.start, last.interval.end)
    return DateMention(
        one.start, other.end, text[one.start : other.end], interval, last.grain, "range", last.interval.low
    )


def reread(text: str, one: Found, said: Said) -> Reading | None:
    """The same words, read again from another moment."""
    for pattern, reader in RULES:
        for match in pattern.finditer(text, max(0, one.start - 12), one.end):
            if match.end() >= one.end and match.start() <= one.start:
                reading = read_one(reader, match, said)
                if reading is not None and reading.grain == one.reading.grain:
                    return reading
    return None


def directed(text: str, one: Found) -> DateMention:
    """The mention with the direction of the word before it; a clock time by itself is of the day it was said."""
    direction = "" if one.reading.direction == "clock" else one.reading.direction
    start = one.start
    if not direction:
        inside = re.match(
            r"(by|until|till|before|after|since|on the|from)\s+", text[start : one.end], re.IGNORECASE
        )
        before = DIRECTION.search(text[:start])
        word = (inside[1] if inside else before[1] if before else "").lower()
        direction = DIRECTIONS.get(word, "" if word == "on the" else word)
        inside = re.match(
            r"(?:by|until|till|before|after|since|from|on|at|over|during)\s+",
            text[start : one.end],
            re.IGNORECASE,
        )
        start += len(inside[0]) if inside else 0
    interval = one.reading.interval
    last = (
        start_of(interval.high - timedelta(seconds=1), one.reading.grain)
        if direction == "range"
        else interval.low
    )
    return DateMention(start, one.end, text[start : one.end], interval, one.reading.grain, direction, last)


def written(mention: DateMention, said_at: datetime) -> str:
    """The date without reference to the moment of speaking: 2024-06-09, May 2024, Q2 2024, 2021."""
    zone = said_at.tzinfo or UTC
    start, last = mention.interval.low.astimezone(zone), mention.last.astimezone(zone)
    if mention.direction == "for":
        return written_unit(start, "month" if mention.grain in {"month", "year", "quarter"} else "day")
    if mention.direction == "within":
        return written_unit(mention.interval.high.astimezone(zone), "day")
    if mention.direction == "range":
        return f"{written_unit(start, mention.grain)} to {written_unit(last, mention.grain)}"
    if mention.grain == "day" and mention.interval.high - mention.interval.low > timedelta(days=1):
        final = midnight(mention.interval.high.astimezone(zone)) - timedelta(days=1)
        if start.weekday() == 5 and (final - start).days == 1:
            return f"the weekend of {start:%Y-%m-%d}"
        return f"{start:%Y-%m-%d} to {final:%Y-%m-%d}"
    part = mention.grain == "hour" and mention.interval.high - mention.interval.low > timedelta(hours=1)
    return written_unit(start, "part" if part else mention.grain)


def written_unit(start: datetime, grain: str) -> str:
    """One unit of time by its name."""
    if grain == "year":
        return f"{start.year:04}"
    if grain == "quarter":
        return f"Q{(start.month - 1) // 3 + 1} {start.year:04}"
    if grain == "season":
        return f"{('winter', 'spring', 'summer', 'autumn')[start.month % 12 // 3]} {start.year:04}"
    if grain == "month":
        return f"{start:%B} {start.year:04}"
    if grain == "week":
        return f"the week of {start_of(start, 'week'):%Y-%m-%d}"
    if grain == "part":
        return f"{start:%Y-%m-%d}"
    if grain in {"hour", "minute", "second"}:
        return f"{start:%Y-%m-%d %H:%M}"
    return f"{start:%Y-%m-%d}"
