"""Spans that are named by a day in them or by their length: "the week of 15 July", "two weeks from Monday on".

"The week of" a day is the one that holds it, and the weekend of a Monday the one before it. A length that starts at a
date makes a range: "for ten days from 8 July" ends on the 17th.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from graphmem.errors import InvalidTime
from graphmem.extract import sieve as rx
from graphmem.extract.calendar import shift, start_of, unit, weekend_of
from graphmem.extract.date_absolute import Reading
from graphmem.extract.date_joins import Found
from graphmem.extract.date_relative import measure
from graphmem.extract.date_words import N, U
from graphmem.temporal import Interval

WEEK_OF = rx.compile(
    r"(?:\b(?:(?:in|during|for|over|since|until|from)\s+)?(?:the\s+)?(?P<what>week(?:end)?)\s+"
    r"(?:of|around|commencing|starting|beginning|ending)(?:\s+on)?|\bw/c)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
WEEKEND = rx.compile(r"\s+weekend\b", re.IGNORECASE)
LONG_FROM = rx.compile(
    rf"\b(?:for\s+)?{N}\s+{U},?\s+(?P<how>starting|beginning|from)(?:\s+from)?(?:\s+on)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
LONG_FOR = rx.compile(rf",?\s+for\s+{N}\s+{U}\b", re.IGNORECASE)
FROM = rx.compile(r"\b(?:starting|beginning|from)(?:\s+on)?\s+(?:the\s+)?$", re.IGNORECASE)


FROM_NOW = rx.compile(rf"{N}\s+{U}\s+from\s+(?P<day>now|today|tomorrow)$", re.IGNORECASE)
FOR = rx.compile(r"\bfor\s+(?:the\s+|about\s+)?$", re.IGNORECASE)


def named_spans(text: str, found: list[Found], moment: datetime) -> list[Found]:
    """The dates, with those in a week, a weekend or a length made to the span that is meant."""
    spans: list[Found] = []
    for one in found:
        long = for_so_long(text, one, moment)
        if long is not None or one.reading.grain != "day" or one.reading.direction:
            spans.append(long or one)
            continue
        # A rule may have taken the word before a date with it: "of the 18th", "from Monday".
        inside = re.match(
            r"(?:(?:on|in|of|from|week\s+of)\s+)?(?:the\s+)?", text[one.start : one.end], re.IGNORECASE
        )
        before = text[: one.start + (len(inside[0]) if inside else 0)]
        span = week_of(text, one, before) or length_from(text, one, before) or one
        low = span.start
        spans = [other for other in spans if other.end <= low]
        spans.append(span)
    return [one for place, one in enumerate(spans) if place == 0 or one.start >= spans[place - 1].end]


def for_so_long(text: str, one: Found, moment: datetime) -> Found | None:
    """ "For six weeks from today"; without "for" it is the day on which they are over."""
    match = FROM_NOW.match(text, one.start, one.end)
    before = FOR.search(text[: one.start])
    if match is None or before is None:
        return None
    name, count = measure(match)
    low = start_of(moment, "day")
    low = shift(low, 1, "day") if match["day"].lower() == "tomorrow" else low
    span = Interval(low, shift(low, count, name))
    return Found(before.start(), one.end, Reading(span, "day", "range", one.reading.fixed))


def week_of(text: str, one: Found, before: str) -> Found | None:
    """ "The week of July 15", "w/c Feb 4", "the weekend of Halloween", "Labor Day weekend"."""
    low = one.reading.interval.low
    match, after = WEEK_OF.search(before), WEEKEND.match(text, one.end)
    if match is None and after is None:
        return None
    if match is None or (match["what"] or "").lower() == "weekend":
        monday = start_of(low, "week")
        span = weekend_of(shift(monday, -7, "day") if low == monday else monday)
        start, end = (
            (one.start, after.end()) if match is None and after else (match.start() if match else 0, one.end)
        )
        return Found(start, end, Reading(span, "day", "", one.reading.fixed))
    return Found(match.start(), one.end, Reading(unit(low, "week"), "week", "", one.reading.fixed))


def length_from(text: str, one: Found, before: str) -> Found | None:
    """ "For three days starting Monday", "from 8 July for ten days"; "two weeks from Monday" is a day."""
    match = LONG_FROM.search(before)
    start, end = (match.start(), one.end) if match else (one.start, one.end)
    if match is None:
        match = LONG_FOR.match(text, one.end) if FROM.search(before) else None
        end = match.end() if match else end
    elif match["how"].lower() == "from" and not match[0].lower().startswith("for"):
        return None
    if match is None:
        return None
    name, count = measure(match)
    low = one.reading.interval.low
    try:
        span = Interval(low, shift(low, count, name))
    except InvalidTime:
        return None
    if span.high - span.low < timedelta(days=1):
        return None
    return Found(start, end, Reading(span, "day", "range", one.reading.fixed))
