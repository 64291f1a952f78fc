"""Neighbours among dates: a clock with its day, a range with its two ends, a count with what it counts from.

"At 3pm on Friday" is one moment, "from March to May" one span, "two weeks after the launch on 3 May" one day; each
date that is left gets its direction from the word before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.errors import InvalidInterval, InvalidTime
from graphmem.extract import sieve as rx
from graphmem.extract.calendar import MONTHS_IN, SECONDS_IN, shift, start_of, unit
from graphmem.extract.date_absolute import Reading, Said
from graphmem.extract.date_relative import measure
from graphmem.extract.date_rules import RULES
from graphmem.extract.date_words import N, U
from graphmem.temporal import Interval, utc


class DateMention(NamedTuple):
    """A date in a text: characters [start, end), what it means, and the word that gives it a direction.

    `direction` is "", since, from, until, through (its last day counts), by, before, after, for (a duration that
    reaches up to now), within (one that begins now) or range. `last` is where the last named unit of a range
    begins, else where the interval does.
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


DIRECTION = rx.compile(
    r"\b(since|starting|beginning|as (?:of|from)|effective|from|(?:up )?until|till|til|up to|through|by|before"
    r"|after|due|(?:no|not) later than|not before)\s+"
    r"(?:on\s+|in\s+|the\s+|year\s+|about\s+|around\s+|roughly\s+|at\s+least\s+|from\s+|end\s+of\s+)*$",
    re.IGNORECASE,
)
DIRECTIONS = {
    "starting": "since", "as of": "since", "as from": "since", "beginning": "since", "effective": "since",
    "till": "until", "til": "until", "up until": "until", "up to": "until", "due": "by", "no later than": "by",
    "not later than": "by", "not before": "after",
}  # fmt: skip
BETWEEN = rx.compile(r"\s*(?:-|–|—|to|until|till|through|thru)\s*(?:the\s+|in\s+)?", re.IGNORECASE)
JOINT = rx.compile(
    r"\.?[\s,]*(?:on\s+|at\s+|,\s*|in\s+the\s+(?:morning|afternoon|evening),?\s+)?", re.IGNORECASE
)
BACK = rx.compile(
    r"\b(?:back|return(?:ing|s)?|home)(?:\s+(?:home|again))?(?:\s+(?:on|in))?\s+\S{0,3}$", re.IGNORECASE
)
CLOCK_LED = rx.compile(r"(by|until|till|before|after|since)\b", re.IGNORECASE)
LATER = rx.compile(
    rf"\b(?:{N}\s+{U}\s+(?:later|after(?:wards?)?(?=\s*[,.;]|\s*$))"
    r"|the\s+(?:next|following)\s+(?P<next>day|week|month|year)"
    r"|the\s+(?P<after>day|week|month|year)\s+after(?=\s*[,.;]|\s*$))(?!\w)",
    re.IGNORECASE,
)
OFFSET = rx.compile(
    rf"(?<!\bfor\s)\b(?:{N}\s+{U}|the\s+(?P<one>day|week|month|year))\s+(?P<way>after|before|from)\s+"
    r"(?:(?:the|a|my|our|his|her|their)\s+(?:[\w-]+\s+){1,4}?(?:on|in|of)\s+(?:the\s+)?)?$",
    re.IGNORECASE,
)


def anchored(text: str, found: list[Found]) -> list[Found]:
    """ "Two weeks after the launch on 3 May" is 17 May."""
    moved: list[Found] = []
    for one in found:
        low = moved[-1].end if moved else 0
        inside = re.match(r"(?:on|in|the)\s+(?:the\s+)?|", text[one.start : one.end], re.IGNORECASE)
        start = one.start
        match = OFFSET.search(text[: start + (len(inside[0]) if inside else 0)], low)
        if match is None or one.reading.direction:
            moved.append(one)
            continue
        name, count = (match["one"].lower(), 1) if match["one"] else measure(match)
        grain = one.reading.grain if one.reading.grain in MONTHS_IN or name in SECONDS_IN else name
        sign = -1 if match["way"].lower() == "before" else 1
        try:
            span = unit(shift(one.reading.interval.low, sign * count, name), grain)
        except InvalidTime:
            continue
        moved.append(Found(match.start(), one.end, Reading(span, grain, "", one.reading.fixed)))
    return moved


def later(text: str, mentions: list[DateMention]) -> list[DateMention]:
    """With "a month later" and "the next day", counted from the date before; without one they tell no date."""
    added = list(mentions)
    for match in LATER.finditer(text):
        before = [one for one in added if one.end <= match.start()]
        if not before or any(one.start < match.end() and match.start() < one.end for one in added):
            continue
        anchor = max(before, key=lambda one: one.end)
        short = match["next"] or match["after"]
        name, count = (short.lower(), 1) if short else measure(match)
        grain = anchor.grain if anchor.grain not in {"second", "minute", "hour"} else "day"
        try:
            span = unit(shift(anchor.last, count, name), grain)
        except InvalidTime:
            continue
        added.append(DateMention(match.start(), match.end(), match[0], span, grain, "", span.low))
    return sorted(added, key=lambda one: one.start)


def join_clocks(text: str, found: list[Found], moment: datetime, *, past: bool = False) -> list[Found]:
    """Put "at 3pm" and "EOD" together with the day that stands beside it."""
    joined: list[Found] = []
    for one in found:
        before = joined[-1] if joined else None
        if before and is_clock(one) != is_clock(before):
            gap = text[before.end : one.start]
            clock, day = (one, before) if is_clock(one) else (before, one)
            hour_only = clock.reading.direction == "bare hour"
            if is_score(gap, clock, past=past):
                continue  # "I ran it on Sunday, 3:52!"
            if is_day(day) and JOINT.fullmatch(gap) and not (hour_only and day.reading.grain == "day"):
                closing = clock.reading.direction == "close"
                told = re.search(r"\d\s?[ap]\.?m\b", text[clock.start : clock.end], re.IGNORECASE)
                met = (
                    day.reading if closing else at_clock(day.reading, clock.reading, moment, told=bool(told))
                )
                led = CLOCK_LED.match(text[clock.start : clock.end]) if clock is one else None
                if led is not None:
                    met = met._replace(direction=led[1].lower().replace("till", "until"))
                joined[-1] = Found(before.start, one.end, met)
                continue
        joined.append(one)
    return [one for one in joined if one.reading.direction not in {"bare clock", "bare hour"}]


def is_score(gap: str, clock: Found, *, past: bool) -> bool:
    """True for a bare number behind the comma of what is over: how long it took."""
    return past and gap.strip() == "," and clock.reading.direction == "bare clock"


def is_day(one: Found) -> bool:
    """True for a plain day or a part of one, beside which a clock time can stand."""
    length = one.reading.interval.high - one.reading.interval.low
    part = one.reading.grain == "hour" and timedelta(hours=1) < length < timedelta(hours=7)
    return one.reading.direction == "" and (
        part or (one.reading.grain == "day" and length <= timedelta(hours=25))
    )


def is_clock(one: Found) -> bool:
    """True for a time of day or the end of one."""
    return one.reading.direction in {"clock", "bare clock", "bare hour", "close"}


def at_clock(day: Reading, clock: Reading, moment: datetime, *, told: bool) -> Reading:
    """The minute of a day; "tonight at 7" lies behind noon when neither am nor pm was told."""
    zone = moment.tzinfo
    time, low = clock.interval.low.astimezone(zone), day.interval.low.astimezone(zone)
    late = not told and day.grain == "hour" and low.hour >= 12 and 0 < time.hour < 12
    start = low.replace(hour=time.hour + 12 * late, minute=time.minute)
    return Reading(Interval(start, start + timedelta(minutes=1)), "minute", "", day.fixed)


def join_ranges(text: str, found: list[Found], moment: datetime) -> list[DateMention]:
    """Put "from March to May" together, and give each date the direction that the words before it say."""
    mentions: list[DateMention] = []
    skip = False
    found = [
        returned(text, found[place - 1], one, moment) if place else one for place, one in enumerate(found)
    ]
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
        mentions.append(directed(text, one, moment))
    return mentions


def returned(text: str, before: Found, one: Found, moment: datetime) -> Found:
    """ "Flying out on the 3rd, back on the 17th": one comes back behind the day on which one leaves."""
    fixed = one.reading.fixed or before.reading.direction or before.reading.interval.low <= moment
    if (
        fixed
        or one.reading.interval.low > before.reading.interval.low
        or not BACK.search(text[: one.start + 3])
    ):
        return one
    near = Said(before.reading.interval.low.astimezone(moment.tzinfo), future=True)
    reading = reread(text, one, near)
    return one if reading is None else one._replace(reading=reading)


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
    turned = not (first.fixed or last.fixed) and first.interval.low - last.interval.low > timedelta(days=7)
    if turned and last.interval.high > moment:  # it has begun, and is not over yet
        near = Said(last.interval.low.astimezone(moment.tzinfo), future=False)
        first = reread(text, one, near) or first
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
    for rule in RULES:
        for match in rule.pattern.finditer(text, max(0, one.start - 12), one.end):
            if match.end() >= one.end and match.start() <= one.start:
                reading = read_one(rule.reader, match, said)
                if reading is not None and reading.grain == one.reading.grain:
                    return reading
    return None


def directed(text: str, one: Found, moment: datetime) -> DateMention:
    """The mention with the direction of the word before it; a clock time by itself is of the day it was said."""
    direction = "" if one.reading.direction in {"clock", "close"} else one.reading.direction
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
        utc(start_of((interval.high - timedelta(seconds=1)).astimezone(moment.tzinfo), one.reading.grain))
        if direction == "range"
        else interval.low
    )
    return DateMention(start, one.end, text[start : one.end], interval, one.reading.grain, direction, last)


def without_lengths(text: str, mentions: list[DateMention]) -> list[DateMention]:
    """Without "for two weeks" beside "in July": there it tells how long, not since when."""
    kept: list[DateMention] = []
    for place, one in enumerate(mentions):
        others = [*mentions[max(0, place - 1) : place], *mentions[place + 1 : place + 2]]
        beside = any(
            other.direction in {"", "from", "after"}
            and len(text[min(one.end, other.end) : max(one.start, other.start)]) <= 8
            for other in others
        )
        if one.direction != "for" or not beside:
            kept.append(one)
    return kept


def read_one(
    reader: Callable[[re.Match[str], Said], Reading | None], match: re.Match[str], said: Said
) -> Reading | None:
    """What a match means, or None when it names no time that exists."""
    try:
        return reader(match, said)
    except (InvalidTime, InvalidInterval, OverflowError, ValueError):
        return None
