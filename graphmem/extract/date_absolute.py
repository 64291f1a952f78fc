"""Dates with a name of their own: from a match and the moment it was said to an interval and its grain.

What is partial ("May", "the 15th", "Friday", "summer", "Q3") is settled by the tense of what is said:

- past, and when nothing is known: the latest one that has begun by then;
- future: the earliest one that is not over yet.
- A weekday by itself is never the day on which it is said.

`last X` is the latest one that is over; `next X` the earliest that has not begun; `this X` the one of the current
year, month or week. For units (week, month, quarter, year) that is the one before, after, or around the moment.
`last Friday` is the latest Friday before today, `next Friday` the Friday of next week, `this Friday` the Friday of
this week. Numeric dates with slashes are month first unless the first number is above 12; with dots, day first.
A few is three, a couple two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.calendar import day, midnight, month_of, season_of, shift, unit
from graphmem.extract.date_words import DAY_NAMES, DECADES, MONTHS, ORDINALS, WEEKDAYS
from graphmem.extract.holidays import NAMES, holiday
from graphmem.temporal import Interval

# What stands before a date and shows that one is meant.
BEFORE_DATE = rx.compile(
    r"\b(?:in|since|until|till|by|of|during|before|after|from|through|throughout|to|between|and|around|circa"
    r"|early|mid|late|year|for|about|roughly|least|on)$"
)
# "They may, and may not": only behind another month does "and" lead a month that is a verb as well.
JOINED = {"may": rx.compile(r"\b(?:and|or)$"), "march": rx.compile(r"\b(?:and|or|to)$")}
MONTH_BEFORE = rx.compile(rf"\b(?:{'|'.join(MONTHS)})\b(?:\s+\w+)?$")


class Reading(NamedTuple):
    """What a stretch of text means; `fixed` when its year was said and no tense can move it."""

    interval: Interval
    grain: str
    direction: str = ""
    fixed: bool = True


class Said(NamedTuple):
    """When it was said, in the speaker's zone, and in which tense."""

    at: datetime
    future: bool
    past: bool = False


def year_of(match: re.Match[str], said: Said) -> int | None:
    """The year that was said, four digits or an apostrophe and two; None when it was not."""
    raw = match.groupdict().get("year")
    if not raw:
        return None
    return in_century(int(raw.lstrip("'’")), said)


def in_century(year: int, said: Said) -> int:
    """A year of two digits in full: up to twenty years ahead it is of this century, else of the last."""
    if year > 99:
        return year
    return 2000 + year if 2000 + year <= said.at.year + 20 else 1900 + year


def settle(of_year: Callable[[int], Interval | None], said: Said, which: str = "") -> Interval | None:
    """The yearly occurrence that is meant: by `which`, else by the tense."""
    spans = [of_year(year) for year in range(max(2, said.at.year - 8), min(9997, said.at.year + 8) + 1)]
    known = [span for span in spans if span is not None and span.start and span.end]
    if which in {"last", "previous", "past"}:
        return max((s for s in known if s.high <= said.at), default=None)
    if which in {"next", "coming", "upcoming"}:
        return min((s for s in known if s.low > said.at), default=None)
    if which in {"this", "current"}:
        return of_year(said.at.year)
    if said.future:
        return min((s for s in known if s.high > said.at), default=None)
    return max((s for s in known if s.low <= said.at), default=None)


def of_day(year: int, month: int, number: int, said: Said) -> Interval | None:
    """One day as an interval, or None when there is no such day."""
    first = day(year, month, number, said.at)
    return None if first is None else unit(first, "day")


def iso_day(match: re.Match[str], said: Said) -> Reading | None:
    """2024-03-05, 2024/3/5, 2024-03-05T09:30:00Z, 2024-03-05 09:30."""
    span = of_day(int(match["year"]), int(match["month"]), int(match["day"]), said)
    if span is None or not match["hour"]:
        return None if span is None else Reading(span, "day")
    zone = match["zone"]
    start = midnight(day(int(match["year"]), int(match["month"]), int(match["day"]), said.at) or said.at)
    if zone and zone.upper() == "Z":
        start = start.replace(tzinfo=UTC)
    elif zone:
        hours, minutes = int(zone[1:3]), int(zone[-2:])
        offset = timedelta(hours=hours, minutes=minutes) * (-1 if zone[0] == "-" else 1)
        start = start.replace(tzinfo=timezone(offset))
    start = start.replace(
        hour=int(match["hour"]), minute=int(match["minute"]), second=int(match["second"] or 0)
    )
    return Reading(
        unit(start, "second" if match["second"] else "minute"), "second" if match["second"] else "minute"
    )


def numeric_day(match: re.Match[str], said: Said) -> Reading | None:
    """3/25/2024, 25/3/2024, 25.3.2024, 25-03-2024."""
    first, second, year = int(match["first"]), int(match["second"]), in_century(int(match["year"]), said)
    if match["mark"] == "." and len(match["year"]) == 2 and not is_dotted_day(match):
        return None  # Python 3.10.13
    day_first = match["mark"] == "." or first > 12
    number, month = (first, second) if day_first else (second, first)
    span = of_day(year, month, number, said)
    return None if span is None else Reading(span, "day")


def is_dotted_day(match: re.Match[str]) -> bool:
    """True for "since 03.10.13", which a version has no cause to look like."""
    before = match.string[: match.start()].lower()
    padded = len(match["first"]) == len(match["second"]) == 2
    return padded and re.search(r"\b(?:on|since|until|till|dated|born|due)\s+$", before) is not None


def iso_month(match: re.Match[str], said: Said) -> Reading:
    """2024-03, 03/2024."""
    return Reading(month_of(int(match["year"]), int(match["month"]), said.at), "month")


def bare_day(match: re.Match[str], said: Said) -> Reading | None:
    """On 6/14, month first unless the first number is above 12."""
    month, number = month_first(match["first"], match["second"])
    span = settle(lambda y: of_day(y, month, number, said), said)
    return None if span is None else Reading(span, "day", fixed=False)


def month_first(first: str, second: str) -> tuple[int, int]:
    """Month and day of two numbers around a slash."""
    return (int(second), int(first)) if int(first) > 12 else (int(first), int(second))


def bare_days(match: re.Match[str], said: Said) -> Reading | None:
    """From 10/1 to 11/7, 5/1-5/7, 2020; the second may lie in the year after."""
    if not (match["lead"] or match["year"] or match["to"] in "-–"):
        return None  # "1/2 to 3/4"
    first, last = month_first(match["first"], match["second"]), month_first(match["third"], match["last"])

    def of_year(year: int) -> Interval | None:
        low, high = of_day(year - (first > last), *first, said), of_day(year, *last, said)
        return Interval(low.start, high.end) if low and high else None

    span = of_year(int(match["year"])) if match["year"] else settle(of_year, said)
    return None if span is None else Reading(span, "day", "range", fixed=bool(match["year"]))


def day_number(raw: str) -> int:
    """A day of a month in digits or as a word."""
    return int(raw) if raw.isdigit() else DAY_NAMES[" ".join(raw.lower().split())]


def month_day(match: re.Match[str], said: Said) -> Reading | None:
    """March 5, 2024; 5th of March; Mar 5; Tuesday, June 4; the fourth of July.

    A weekday that was said with it picks the nearest year in which it fits.
    """
    month, number, year = MONTHS[match["month"].lower()], day_number(match["day"]), year_of(match, said)
    named = match.groupdict()
    if is_short_year(match, said):
        return Reading(month_of(2000 + number, month, said.at), "month")
    if year is not None:
        span = of_day(year, month, number, said)
        return None if span is None else Reading(span, "day")
    on = named.get("on") or named.get("on_after")
    if on:
        spans = [of_day(said.at.year + step, month, number, said) for step in (-1, 0, 1)]
        fitting = [one for one in spans if one and one.low.weekday() == WEEKDAYS[on.lower()]]
        if fitting:
            return Reading(min(fitting, key=lambda one: abs(one.low - said.at)), "day")
    span = settle(lambda y: of_day(y, month, number, said), said, (named.get("which") or "").lower())
    return None if span is None else Reading(span, "day", fixed=False)


def is_short_year(match: re.Match[str], said: Said) -> bool:
    """True for "in jan 23", which is no day: one would say "on jan 23"."""
    alone = re.fullmatch(r"[a-z]+\.? (?P<number>\d\d)", match[0], re.IGNORECASE)
    led = match.string[: match.start()].lower().rstrip()
    return (
        alone is not None
        and led.endswith(" in") | (led == "in")
        and 2000 + int(alone["number"]) <= said.at.year + 1
    )


def month_days(match: re.Match[str], said: Said) -> Reading | None:
    """March 3-7, 2024; 3-7 March; April ninth through seventeenth."""
    month, year = MONTHS[match["month"].lower()], year_of(match, said)

    def of_year(y: int) -> Interval | None:
        days = (day_number(match["day"]), day_number(match["until"]))
        first, last = (of_day(y, month, number, said) for number in days)
        return Interval(first.start, last.end) if first and last and first.low <= last.low else None

    span = settle(of_year, said) if year is None else of_year(year)
    return None if span is None else Reading(span, "day", "range", fixed=year is not None)


def month_alone(match: re.Match[str], said: Said) -> Reading | None:
    """March, last March, March 2024, March of last year, early March."""
    if not match.groupdict().get("year") and not match.groupdict().get("of") and not sure_month(match):
        return None
    month, year = MONTHS[match["month"].lower()], year_of(match, said)
    relative = (match.groupdict().get("of") or "").lower()
    if relative:
        year = said.at.year + {"last": -1, "next": 1}.get(relative, 0)
    which = (match.groupdict().get("which") or "").lower()
    span = (
        month_of(year, month, said.at)
        if year is not None
        else settle(lambda y: month_of(y, month, said.at), said, which)
    )
    if span is None:
        return None
    return Reading(
        part_of(span, match.groupdict().get("part")), "month", fixed=year is not None or bool(which)
    )


def sure_month(match: re.Match[str]) -> bool:
    """True when a lone word is a month: "March", "in may", "last march", but not "may", "May I" or "dec"."""
    raw = match["month"]
    if match.groupdict().get("which") or match.groupdict().get("part"):
        return True
    before = match.string[: match.start()].lower().rstrip()
    if BEFORE_DATE.search(before):
        joined = JOINED[raw].search(before) if raw in JOINED else None
        return joined is None or bool(MONTH_BEFORE.search(before[: joined.start()].rstrip()))
    # These are names and words as well; the others are months when written in full.
    return len(raw) > 4 and raw.lower() not in {"march", "april", "august"}


def part_of(span: Interval, part: str | None) -> Interval:
    """The first, middle or last third of an interval."""
    if not part or span.start is None or span.end is None:
        return span
    third = (span.end - span.start) / 3
    day_third = timedelta(days=round(third / timedelta(days=1)))
    cuts = (span.start, span.start + day_third, span.end - day_third, span.end)
    place = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1}.get(part.lower().rstrip("-"), 2)
    return Interval(cuts[place], cuts[place + 1])


def year_alone(match: re.Match[str], said: Said) -> Reading | None:
    """2021, early 2022."""
    year = year_of(match, said)
    if not match["part"] and not BEFORE_DATE.search(match.string[: match.start()].lower().rstrip()):
        return None
    first = None if year is None else day(year, 1, 1, said.at)
    return None if first is None else Reading(part_of(unit(first, "year"), match["part"]), "year")


def years(match: re.Match[str], said: Said) -> Reading | None:
    """2018-2021, 2018 to 2021, both years included."""
    until = match["until"] if len(match["until"]) == 4 else match["year"][:2] + match["until"]
    first, last = day(int(match["year"]), 1, 1, said.at), day(int(until), 1, 1, said.at)
    if first is None or last is None or first > last:
        return None
    return Reading(Interval(first, shift(last, 1, "year")), "year", "range")


def short_years(match: re.Match[str], said: Said) -> Reading | None:
    """'04-'08, both years included."""
    first, last = (day(in_century(int(match[name]), said), 1, 1, said.at) for name in ("year", "until"))
    if first is None or last is None or first > last:
        return None
    return Reading(Interval(first, shift(last, 1, "year")), "year", "range")


def ongoing(match: re.Match[str], said: Said) -> Reading | None:
    """2019 to present."""
    first = day(int(match["year"]), 1, 1, said.at)
    return None if first is None else Reading(unit(first, "year"), "year", "since")


def decade(match: re.Match[str], said: Said) -> Reading | None:
    """The 1990s, the 90s, the late nineties, the nineteen seventies."""
    digits, century = match["decade"], (match["century"] or "").lower()
    bare = not match["the"] and not (century if not digits else match["short"] or len(digits) == 4)
    if bare:
        return None  # "in my twenties", "40s"
    if not digits:
        year = DECADES[match["named"].lower()]
        year = year % 100 + {"nineteen": 1900, "twenty": 2000}[century] if century else year
    else:
        year = int(digits) if len(digits) == 4 else (1900 if int(digits) >= 30 else 2000) + int(digits)
    first = day(year, 1, 1, said.at)
    if first is None:
        return None
    start, count = {"early": (0, 4), "mid": (3, 4), "late": (6, 4)}.get(
        (match["part"] or "").lower(), (0, 10)
    )
    return Reading(unit(shift(first, start, "year"), "year", count), "year")


def quarter(match: re.Match[str], said: Said) -> Reading | None:
    """Q3, Q3 2024, the third quarter, H1 2024, last Q3, Q3 of last year."""
    year, named = year_of(match, said), match.groupdict()
    letter, which = (named["letter"] or "q").lower(), (named.get("which") or "").lower()
    number = int(match["number"]) if match["number"] else ORDINALS[named["ordinal"].lower()]
    if named.get("whose"):
        year = said.at.year + {"last": -1, "next": 1}.get(named["whose"].lower(), 0)
    if letter == "h" and not (year or which or said.future) and not is_led(match):
        return None  # a heading of a page
    if is_heading(match):
        return None
    months = 6 if letter == "h" else 3
    if number > 12 // months:
        return None

    def of_year(y: int) -> Interval:
        first = month_of(y, (number - 1) * months + 1, said.at).low
        return Interval(first, shift(first, months, "month"))

    span = of_year(year) if year is not None else settle(of_year, said, which)
    return None if span is None else Reading(span, "quarter", fixed=year is not None or bool(which))


def is_led(match: re.Match[str]) -> bool:
    """True when a word before a match shows that a date is meant."""
    return bool(BEFORE_DATE.search(match.string[: match.start()].lower().removesuffix("the ").rstrip()))


def is_heading(match: re.Match[str]) -> bool:
    """True for "an H2 tag" and "H1 headings"."""
    before, after = match.string[: match.start()].lower(), match.string[match.end() :].lower()
    return before.endswith((" an ", " a ", "an ")) or bool(
        re.match(r"\s+(?:tags?|headings?|elements?)\b", after)
    )


def season(match: re.Match[str], said: Said) -> Reading | None:
    """Summer 2023, last summer, in the early spring, summer of last year."""
    year, name = year_of(match, said), match["season"].lower()
    which = (match["which"] or "").lower()
    if match["whose"]:
        year = said.at.year + {"last": -1, "next": 1}.get(match["whose"].lower(), 0)
    if year is None and not which and (not match["lead"] or is_product(match)):
        return None
    span = (
        season_of(name, year, said.at)
        if year is not None
        else settle(lambda y: season_of(name, y, said.at), said, which)
    )
    if span is None:
        return None
    return Reading(part_of(span, match["part"]), "season", fixed=year is not None or bool(which))


def is_product(match: re.Match[str]) -> bool:
    """True for "in Spring Boot" and "of Summer Ale": a name that a capital follows."""
    after = match.string[match.end() : match.end() + 2]
    return match["season"][0].isupper() and after[:1] == " " and after[1:].isupper()


def named_day(match: re.Match[str], said: Said) -> Reading | None:
    """Christmas, New Year's Eve, last Easter, Thanksgiving 2022."""
    raw = re.sub(r"\s+", " ", match["named"].lower().replace("’", "'").replace("st.", "st"))
    name = raw if raw in NAMES else next(one for one in NAMES if one.replace("'", "") == raw.replace("'", ""))
    year, which = year_of(match, said), (match["which"] or "").lower()
    if match["whose"]:
        year = said.at.year + {"last": -1, "next": 1}.get(match["whose"].lower(), 0)
    before = match.string[: match.start()].lower().rstrip()
    led = re.search(r"\b(?:at|over|since|before|after|around|until|by|for)(?: the)?$", before)
    if name in {"new year", "new years", "valentine's", "nye"} and not (year or which or led):
        return None

    def of_year(number: int) -> Interval | None:
        found = holiday(name, number, said.at)
        return None if found is None else unit(found, "day")

    span = of_year(year) if year else settle(of_year, said, which)
    return None if span is None else Reading(span, "day", fixed=bool(year or which))
