"""Dates that are counted from the moment they were said: from a match to an interval and its grain.

The rule for "last" and "next" stands in `date_absolute`.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from graphmem.extract.calendar import midnight, month_of, shift, start_of, unit, weekend_of
from graphmem.extract.date_absolute import Reading, Said, of_day, settle, year_of
from graphmem.extract.date_words import DAY_PARTS, MONTHS, NUMBERS, UNIT_NAMES, WEEKDAYS
from graphmem.temporal import Interval


def count_of(text: str) -> int:
    """A number in digits or words."""
    return int(text) if text.isdigit() else NUMBERS[" ".join(text.lower().split())]


def unit_of(match: re.Match[str]) -> str:
    """The unit of time that was named, in full."""
    raw = match["unit"].lower()
    return UNIT_NAMES.get(raw, raw)


def near_day(match: re.Match[str], said: Said) -> Reading:
    """Today, yesterday, the day after tomorrow, last night, this morning, tomorrow evening."""
    words = " ".join(match[0].lower().split())
    offset = 0
    if "before yesterday" in words:
        offset = -2
    elif "after tomorrow" in words:
        offset = 2
    elif "yesterday" in words or words.startswith("last"):
        offset = -1
    elif "tomorrow" in words or "tmrw" in words:
        offset = 1
    today = shift(midnight(said.at), offset, "day")
    part = "night" if words == "tonight" else (match["part"] or "").lower()
    if part:
        low, high = DAY_PARTS[part]
        return Reading(Interval(shift(today, low, "hour"), shift(today, high, "hour")), "hour")
    return Reading(unit(today, "day"), "day")


def ago(match: re.Match[str], said: Said) -> Reading:
    """Two weeks ago, a month and a half ago."""
    return counted(match, said, -1)


def ahead(match: re.Match[str], said: Said) -> Reading | None:
    """In three weeks, two days from now; in the past tense "in three weeks" says how long it took."""
    return None if said.past else counted(match, said, 1)


def counted(match: re.Match[str], said: Said, sign: int) -> Reading:
    """The unit that lies a number of units before or after the moment."""
    name, count = unit_of(match), count_of(match["count"])
    if match.groupdict().get("half") and name in {"year", "month", "week", "day", "hour"}:
        smaller, times = {"year": ("month", 12), "month": ("day", 30), "week": ("day", 7)}.get(
            name, ("hour", 24) if name == "day" else ("minute", 60)
        )
        return Reading(unit(shift(said.at, sign * (count * times + times // 2), smaller), smaller), smaller)
    return Reading(unit(shift(said.at, sign * count, name), name), name)


def half_unit(match: re.Match[str], said: Said) -> Reading:
    """Half a year ago, in half an hour."""
    raw = (match["unit"] or match["unit_ago"]).lower()
    name = UNIT_NAMES.get(raw, raw)
    smaller, count = {
        "year": ("month", 6),
        "month": ("day", 15),
        "hour": ("minute", 30),
        "day": ("hour", 12),
    }.get(name, ("day", 3))
    sign = -1 if match[0].lower().rstrip().endswith("ago") else 1
    return Reading(unit(shift(said.at, sign * count, smaller), smaller), smaller)


def which_unit(match: re.Match[str], said: Said) -> Reading:
    """Last week, this month, next year."""
    name, which = unit_of(match), match["which"].lower()
    step = {"this": 0, "current": 0, "next": 1, "coming": 1, "upcoming": 1}.get(which, -1)
    return Reading(unit(shift(start_of(said.at, name), step, name), name), name)


def recent_units(match: re.Match[str], said: Said) -> Reading:
    """The last three years, the next two weeks."""
    name, count = unit_of(match), count_of(match["count"])
    if match["which"].lower() in {"next", "coming"}:
        return Reading(Interval(said.at, shift(said.at, count, name)), name, "within")
    return Reading(Interval(shift(said.at, -count, name), said.at), name, "for")


def duration(match: re.Match[str], said: Said) -> Reading:
    """For three years, counted back from the moment."""
    name, count = unit_of(match), count_of(match["count"])
    start = shift(said.at, -count, name)
    if match["half"]:
        start = shift(start, -6, "month") if name == "year" else start
    return Reading(
        Interval(start if name in {"second", "minute", "hour"} else midnight(start), said.at), name, "for"
    )


def weekday(match: re.Match[str], said: Said) -> Reading | None:
    """Monday, last Friday, next Tuesday morning, Friday at 3pm, Friday next week."""
    raw = match["weekday"].lower()
    which = (match["which"] or "").lower()
    if len(raw) <= 3 and not which and not match["lead"]:
        return None
    today, number = midnight(said.at), WEEKDAYS[raw]
    monday = start_of(today, "week")
    after, before = (number - today.weekday() - 1) % 7 + 1, (today.weekday() - number - 1) % 7 + 1
    week = (match["week"] or "").lower()
    if week:
        monday = shift(monday, {"last": -7, "next": 7}.get(week, 0), "day")
        found = shift(monday, number, "day")
    elif which in {"next", "coming", "upcoming"}:
        found = shift(monday, 7 + number, "day") if which == "next" else shift(today, after, "day")
    elif which in {"last", "previous", "past"}:
        found = shift(today, -before, "day")
    elif which in {"this", "current"}:
        found = shift(monday, number, "day")
    else:
        found = shift(today, after, "day") if said.future else shift(today, -before, "day")
    return Reading(*day_part(match, found), fixed=bool(which or week))


def day_part(match: re.Match[str], found: datetime) -> tuple[Interval, str]:
    """A day, or its part when a part was named."""
    part = (match.groupdict().get("part") or "").lower()
    if not part:
        return unit(found, "day"), "day"
    low, high = DAY_PARTS[part]
    return Interval(shift(found, low, "hour"), shift(found, high, "hour")), "hour"


def weekend(match: re.Match[str], said: Said) -> Reading:
    """This weekend, last weekend, at the weekend."""
    which = (match["which"] or "").lower()
    here = weekend_of(said.at)
    if which in {"last", "previous", "past"}:
        step = 0 if here.high <= said.at else -7
    elif which in {"next", "coming", "upcoming"}:
        step = 7
    elif which in {"this", "current"}:
        step = 0
    else:
        step = 0 if said.future or here.low <= said.at else -7
    return Reading(weekend_of(shift(said.at, step, "day")), "day", fixed=bool(which))


def weekends_ago(match: re.Match[str], said: Said) -> Reading:
    """Two weekends ago: last weekend is one weekend ago."""
    here = weekend_of(said.at)
    back = count_of(match["count"]) - (1 if here.high <= said.at else 0)
    return Reading(weekend_of(shift(said.at, -7 * back, "day")), "day")


def day_of_month(match: re.Match[str], said: Said) -> Reading | None:
    """On the 15th."""
    number = int(match["day"])
    step = 1 if said.future else -1
    for months in range(13):
        first = shift(start_of(said.at, "month"), step * months, "month")
        span = of_day(first.year, first.month, number, said)
        if span and (span.high > said.at if said.future else span.low <= said.at):
            return Reading(span, "day", fixed=False)
    return None


def day_of_which_month(match: re.Match[str], said: Said) -> Reading | None:
    """The 15th of last month."""
    step = {"last": -1, "next": 1}.get(match["which"].lower(), 0)
    first = shift(start_of(said.at, "month"), step, "month")
    span = of_day(first.year, first.month, int(match["day"]), said)
    return None if span is None else Reading(span, "day")


def end_of(match: re.Match[str], said: Said) -> Reading | None:
    """By EOD, the end of the week, the end of March, the start of next year."""
    short = {"eod": "day", "eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year"}
    at_end = (match["edge"] or "end").lower() == "end"
    raw = (match["short"] or "").lower()
    name = short.get(raw) or (match["unit"] or "").lower()
    if name:
        which = (match["which"] or "").lower()
        step = {"last": -1, "next": 1}.get(which, 0)
        span = unit(shift(start_of(said.at, name), step, name), name)
    else:
        month, year = MONTHS[match["month"].lower()], year_of(match, said)
        found = (
            month_of(year, month, said.at) if year else settle(lambda y: month_of(y, month, said.at), said)
        )
        if found is None:
            return None
        span = found
    last = span.high - timedelta(days=1) if at_end else span.low
    return Reading(Interval(last, last + timedelta(days=1)), "day")


def clock(match: re.Match[str], said: Said) -> Reading | None:
    """At 3pm, at 15:30, yesterday at 9:00, Friday at noon."""
    if match["noon"]:
        hour, minute = (12, 0) if match["noon"].lower() == "noon" else (0, 0)
    else:
        if not match["minute"] and not match["half"]:
            return None
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if match["half"]:
            if hour > 12:
                return None
            hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    start = midnight(said.at).replace(hour=hour, minute=minute)
    return Reading(unit(start, "minute"), "minute", "clock", fixed=False)
