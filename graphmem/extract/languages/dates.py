"""Dates in languages other than English: from a text and the moment it was said to intervals, each with its grain.

A language brings its words and patterns (`DateWords`); what they mean is the same for all, and the same as in English:
the rule for "last", "next" and a month without a year is told in `date_absolute`. No library is used: of the 97 dates
of the tests dateparser 1.5.0 reads 52 when it is given their exact place (no "nächsten Freitag", "hace dos semanas",
"三个月前"), and its own search finds still fewer, and a date in "lo vi hoy" where "vi" is "I saw".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.errors import InvalidInterval, InvalidTime
from graphmem.extract import sieve as rx
from graphmem.extract.calendar import day, midnight, month_of, season_of, shift, start_of, unit, weekend_of
from graphmem.extract.date_absolute import Reading, Said, settle
from graphmem.extract.dates import DateMention
from graphmem.extract.vocabulary import either
from graphmem.temporal import Interval


@dataclass(frozen=True, slots=True)
class DateWords:
    """The words of one language, lower case, and its patterns; a pattern's first element names its reader.

    Named groups are year, month, day, which, unit, count, near, weekday, season, quarter.
    """

    months: dict[str, int]
    weekdays: dict[str, int]
    numbers: dict[str, int]
    units: dict[str, str]
    which: dict[str, str]  # to last, this or next
    near: dict[str, int]  # days from today
    seasons: dict[str, str]
    before: tuple[tuple[rx.Pattern, str], ...]  # what stands before a date, and the direction it gives
    behind: tuple[tuple[rx.Pattern, str], ...]  # what stands behind one
    joint: rx.Pattern  # between the ends of a range
    patterns: tuple[tuple[str, rx.Pattern], ...]


def one_of(words: Iterable[str]) -> str:
    """An alternative of words, the longest first."""
    return either(map(re.escape, words))


def pattern(text: str) -> rx.Pattern:
    """A pattern that does not look at case."""
    return rx.compile(text, re.IGNORECASE)


def find_dates(text: str, said_at: datetime, words: DateWords, *, tense: str = "") -> list[DateMention]:
    """Every date in the text, in order, without overlaps.

    `said_at` is the moment of speaking, its zone the speaker's (UTC when it has none). `tense` is past, future or "".
    """
    moment = said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC)
    said = Said(moment, tense == "future", tense == "past")
    candidates = [
        (match.start() - match.end(), order, match, READERS[kind])
        for order, (kind, pattern) in enumerate(words.patterns)
        for match in pattern.finditer(text)
    ]
    taken: list[tuple[int, int, Reading]] = []
    for _, _, match, reader in sorted(candidates, key=lambda one: one[:2]):
        start, end = match.span()
        if end > start and not any(start < high and low < end for low, high, _ in taken):
            reading = read_one(reader, match, said, words)
            if reading is not None:
                taken.append((start, end, reading))
    return directed(text, sorted(taken, key=lambda one: one[0]), words, moment)


Reader = Callable[[re.Match[str], Said, DateWords], Reading | None]


def read_one(reader: Reader, match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """What a match means, or None when it names no time that exists."""
    try:
        return reader(match, said, words)
    except (InvalidTime, InvalidInterval, OverflowError, ValueError, KeyError):
        return None


def directed(
    text: str, found: list[tuple[int, int, Reading]], words: DateWords, moment: datetime
) -> list[DateMention]:
    """The dates with the direction that the words around them give; two ends of a range are one."""
    mentions: list[DateMention] = []
    fixed = False
    for start, end, reading in found:
        interval, grain = reading.interval, reading.grain
        before = mentions[-1] if mentions else None
        movable, fixed = reading.fixed and not fixed, reading.fixed
        if before and before.direction in {"", "since"} and words.joint.fullmatch(text[before.end : start]):
            opened = same_year(before.interval, interval, moment) if movable else before.interval
            if opened.low <= interval.low and before.grain == grain:
                whole = Interval(opened.start, interval.end)
                mentions[-1] = DateMention(
                    before.start, end, text[before.start : end], whole, grain, "range", interval.low
                )
                continue
        direction = reading.direction
        for pattern, says in words.before if not direction else ():
            if pattern.search(text[:start]):
                direction = says
                break
        for pattern, says in words.behind if not direction else ():
            if pattern.match(text[end:]):
                direction = says
                break
        mentions.append(DateMention(start, end, text[start:end], interval, grain, direction, interval.low))
    return mentions


def same_year(first: Interval, last: Interval, moment: datetime) -> Interval:
    """ "From March to May 2021": the first month is of the year that was said for the last."""
    low, high, goal = (one.astimezone(moment.tzinfo) for one in (first.low, first.high, last.low))
    years = goal.year - low.year
    return Interval(shift(low, years, "year"), shift(high, years, "year"))


def count_of(raw: str, words: DateWords) -> int:
    """A number in digits or words; raises KeyError for a word that is none."""
    return int(raw) if raw.isdigit() else words.numbers[raw.lower()]


def read_day(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """A day of a month, with or without its year."""
    raw = match["month"].lower().rstrip(".")
    month = int(raw) if raw.isdigit() else words.months[raw]
    number = count_of(match["day"], words)

    def of_year(year: int) -> Interval | None:
        first = day(year, month, number, said.at)
        return None if first is None else unit(first, "day")

    year = year_of(match, said, words)
    span = of_year(year) if year is not None else settle(of_year, said)
    return None if span is None else Reading(span, "day", "", year is not None)


def year_of(match: re.Match[str], said: Said, words: DateWords) -> int | None:
    """The year that was said, in digits or as "last year"."""
    groups = match.groupdict()
    if groups.get("year"):
        year = int(groups["year"])
        return 2000 + year if year < 70 else 1900 + year if year < 100 else year
    if groups.get("which_year"):
        return said.at.year + {"last": -1, "this": 0, "next": 1}[words.which[groups["which_year"].lower()]]
    return None


def read_month(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """A month, with or without its year, or "last March"."""
    raw = match["month"].lower().rstrip(".")
    month = int(raw) if raw.isdigit() else words.months[raw]
    if not 1 <= month <= 12:
        return None
    year = year_of(match, said, words)
    which = match.groupdict().get("which")
    span = (
        month_of(year, month, said.at)
        if year is not None
        else settle(
            lambda one: month_of(one, month, said.at), said, words.which[which.lower()] if which else ""
        )
    )
    return None if span is None else Reading(span, "month", "", year is not None)


def read_year(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """A year by its number."""
    year = year_of(match, said, words)
    first = day(year, 1, 1, said.at) if year else None
    return None if first is None else Reading(unit(first, "year"), "year")


def read_quarter(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """Q3 2024."""
    number = count_of(match["quarter"], words)
    year = year_of(match, said, words)

    def of_year(one: int) -> Interval | None:
        first = day(one, number * 3 - 2, 1, said.at)
        return None if first is None else unit(first, "quarter")

    span = of_year(year) if year is not None else settle(of_year, said)
    return None if span is None else Reading(span, "quarter", "", year is not None)


def read_season(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """Summer 2023, last summer, in summer."""
    name = words.seasons[match["season"].lower()]
    year = year_of(match, said, words)
    which = match.groupdict().get("which")
    span = (
        season_of(name, year, said.at)
        if year is not None
        else settle(
            lambda one: season_of(name, one, said.at), said, words.which[which.lower()] if which else ""
        )
    )
    return None if span is None else Reading(span, "season", "", year is not None)


def read_which(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """Last month, this week, next year, last weekend."""
    step = {"last": -1, "this": 0, "next": 1}[words.which[match["which"].lower()]]
    name = words.units[match["unit"].lower()]
    if name == "weekend":
        return Reading(weekend_of(shift(said.at, step, "week")), "day")
    return Reading(unit(shift(start_of(said.at, name), step, name), name), name)


def read_ago(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """Two weeks ago."""
    return counted(match, said, words, -1)


def read_ahead(match: re.Match[str], said: Said, words: DateWords) -> Reading | None:
    """In three weeks; in the past tense it says how long something took."""
    return None if said.past else counted(match, said, words, 1)


def counted(match: re.Match[str], said: Said, words: DateWords, sign: int) -> Reading:
    """The unit a number of units from now."""
    name, count = words.units[match["unit"].lower()], count_of(match["count"], words)
    return Reading(unit(shift(said.at, sign * count, name), name), name)


def read_duration(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """For three years: the time up to now."""
    name, count = words.units[match["unit"].lower()], count_of(match["count"], words)
    return Reading(Interval(shift(said.at, -count, name), said.at), name, "for")


def read_near(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """Today, yesterday, the day after tomorrow."""
    key = " ".join(match["near"].lower().split())
    return Reading(unit(shift(midnight(said.at), words.near[key], "day"), "day"), "day")


def read_weekday(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """Friday, last Friday, next Friday."""
    number = words.weekdays[match["weekday"].lower()]
    today = midnight(said.at)
    raw = match.groupdict().get("which")
    which = words.which[raw.lower()] if raw else ""
    monday = start_of(said.at, "week")
    if which == "next":
        place = monday + timedelta(days=7 + number)
    elif which == "this":
        place = monday + timedelta(days=number)
    elif said.future and not which:
        place = today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    else:
        place = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return Reading(unit(place, "day"), "day")


def read_week_day(match: re.Match[str], said: Said, words: DateWords) -> Reading:
    """The Friday of last week, as Chinese says it."""
    step = {"last": -1, "this": 0, "next": 1}[words.which[match["which"].lower()]]
    number = words.weekdays[match["weekday"].lower()]
    return Reading(unit(start_of(said.at, "week") + timedelta(days=7 * step + number), "day"), "day")


READERS: dict[str, Reader] = {
    "day": read_day,
    "month": read_month,
    "year": read_year,
    "quarter": read_quarter,
    "season": read_season,
    "which": read_which,
    "ago": read_ago,
    "ahead": read_ahead,
    "duration": read_duration,
    "near": read_near,
    "weekday": read_weekday,
    "week_day": read_week_day,
}
