"""Parts of a month, a season or a year: "the end of Q2", "the first week of March", "early next year".

The end is the last day and the beginning the first; a first or last week is the seven days at that edge; early, mid
and late are thirds.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from graphmem.extract.calendar import (
    SEASON_STARTS,
    day,
    month_of,
    season_of,
    shift,
    start_of,
    unit,
    weekend_of,
)
from graphmem.extract.date_absolute import Reading, Said, of_day, part_of, settle, year_of
from graphmem.extract.date_words import MONTHS, NUMBERS, ORDINALS, WEEKDAYS
from graphmem.extract.holidays import NAMES, holiday, nth_weekday
from graphmem.temporal import Interval

STEPS = {"last": -1, "previous": -1, "past": -1, "next": 1, "coming": 1}


def container(match: re.Match[str], said: Said) -> Interval | None:
    """The whole that a part is taken of: March, May 2023, this year, Q2, last summer, 2021."""
    which = (match["which"] or "").lower()
    if match["unit"]:
        name = match["unit"].lower()
        return unit(shift(start_of(said.at, name), STEPS.get(which, 0), name), name)
    bare = match["alone"] or match["bare"]
    year = int(bare) if bare else year_of(match, said)
    if match["of"] or match["whose"]:
        year = said.at.year + STEPS.get((match["of"] or match["whose"]).lower(), 0)

    def of_year(number: int) -> Interval:
        if match["month"]:
            return month_of(number, MONTHS[match["month"].lower()], said.at)
        if match["number"]:
            first = month_of(number, 3 * int(match["number"]) - 2, said.at).low
            return Interval(first, shift(first, 3, "month"))
        if match["season"]:
            return season_of(match["season"].lower(), number, said.at)
        first = day(number, 1, 1, said.at) or said.at
        return unit(first, "year")

    return settle(of_year, said, which) if year is None else of_year(year)


def part_of_unit(match: re.Match[str], said: Said) -> Reading | None:
    """The end of March, the first half of 2023, the last Friday of May, the middle of the year."""
    whole = container(match, said)
    if whole is None:
        return None
    fixed = is_fixed(match)
    long = whole.high - whole.low
    if match["middle"]:
        name = "month" if long < timedelta(days=32) else "quarter" if long < timedelta(days=100) else "year"
        return Reading(part_of(whole, "mid"), name, fixed=fixed)
    if match["edge"]:
        at_end = match["edge"].lower().split()[-1] in {"end", "close"}
        low = whole.high - timedelta(days=1) if at_end else whole.low
        return Reading(unit(low, "day"), "day", fixed=fixed)
    if match["halved"]:
        middle = half_way(whole)
        first = match["halved"].lower() in {"first", "1st"}
        span = Interval(whole.low, middle) if first else Interval(middle, whole.high)
        return Reading(span, "quarter" if long > timedelta(days=100) else "month", fixed=fixed)
    return nth_part(whole, match["nth"].lower(), match["what"].lower(), fixed)


def half_way(whole: Interval) -> datetime:
    """The middle of a year, a quarter or a month, at the beginning of a day."""
    if whole.high - whole.low > timedelta(days=300):
        return shift(whole.low, 6, "month")
    return start_of(whole.low + (whole.high - whole.low) / 2, "day")


def nth_part(whole: Interval, nth: str, what: str, fixed: bool) -> Reading | None:
    """The first week, the last day, the third quarter, the second Monday of a whole."""
    number = -1 if nth in {"last", "final"} else ORDINALS[nth]
    if what in WEEKDAYS:
        if whole.high - whole.low > timedelta(days=32):
            return None
        found = nth_weekday(whole.low.year, whole.low.month, WEEKDAYS[what], number, whole.low)
        return None if found is None else Reading(unit(found, "day"), "day", fixed=fixed)
    if what == "weekend":
        first = nth_weekday(whole.low.year, whole.low.month, 5, number, whole.low)
        return None if first is None else Reading(weekend_of(first), "day", fixed=fixed)
    start = shift(whole.high, -1, what) if number < 0 else shift(whole.low, number - 1, what)
    span = Interval(start, shift(start, 1, what))
    if span.low < whole.low or span.high > whole.high:
        return None
    return Reading(span, what, fixed=fixed)


def some_of_unit(match: re.Match[str], said: Said) -> Reading | None:
    """The first two weeks of July, the last three days of the month."""
    whole = container(match, said)
    if whole is None:
        return None
    raw, what = " ".join(match["count"].lower().split()), match["what"].lower()
    count = int(NUMBERS[raw]) if raw in NUMBERS else int(raw)
    first = match["edge"].lower() == "first"
    span = (
        Interval(whole.low, shift(whole.low, count, what))
        if first
        else Interval(shift(whole.high, -count, what), whole.high)
    )
    if span.low < whole.low or span.high > whole.high:
        return None
    return Reading(span, what, "range", fixed=is_fixed(match))


def is_fixed(match: re.Match[str]) -> bool:
    """True when the year of a container was said, or it is counted from now."""
    return any(match[name] for name in ("year", "of", "whose", "alone", "bare", "unit"))


def early_unit(match: re.Match[str], said: Said) -> Reading:
    """Early next year, late last month; "earlier this year" ends now, "later this year" begins now."""
    name, part = match["unit"].lower(), match["part"].lower()
    step = STEPS.get(match["which"].lower(), 0)
    whole = unit(shift(start_of(said.at, name), step, name), name)
    if step == 0 and part == "earlier":
        return Reading(Interval(whole.low, max(said.at, whole.low + timedelta(seconds=1))), name)
    if step == 0 and part == "later":
        return Reading(Interval(said.at, whole.high), name)
    return Reading(part_of(whole, {"earlier": "early", "later": "late"}.get(part, part)), name)


def unit_end(match: re.Match[str], said: Said) -> Reading:
    """Year end, EOM, EOQ."""
    short = {"w": "week", "m": "month", "q": "quarter", "y": "year"}
    name = match["unit"].lower() if match["unit"] else short[match["short"][-1].lower()]
    last = unit(said.at, name).high - timedelta(days=1)
    return Reading(unit(last, "day"), "day")


def day_end(match: re.Match[str], said: Said) -> Reading | None:
    """EOD, close of business; beside another day it is the end of that one."""
    idle = re.search(r"\bat\s+the\s+$|\bat\s+$", match.string[: match.start()] + match["the"], re.IGNORECASE)
    if match["day"] and idle:
        return None  # "at the end of the day, it is only a cache"
    return Reading(unit(said.at, "day"), "day", "close")


def turn_of_year(_: re.Match[str], said: Said) -> Reading | None:
    """The turn of the year: 1 January."""
    span = settle(lambda year: of_day(year, 1, 1, said), said)
    return None if span is None else Reading(span, "day", fixed=False)


def new_year(_: re.Match[str], said: Said) -> Reading:
    """In the new year: the one that begins, of the past the one that has begun."""
    year = said.at.year + (0 if said.past or said.at.month == 1 else 1)
    return Reading(unit(day(year, 1, 1, said.at) or said.at, "year"), "year")


def before_last(match: re.Match[str], said: Said) -> Reading:
    """The week before last, the weekend after next, the Friday before last, the summer before last."""
    step = -2 if match["way"].lower().startswith("before") else 2
    raw = match["unit"].lower()
    if raw in SEASON_STARTS:
        which = [season_of(raw, said.at.year + shifted, said.at) for shifted in range(-4, 4)]
        over, coming = (
            [one for one in which if one.high <= said.at],
            [one for one in which if one.low > said.at],
        )
        return Reading(over[-2] if step < 0 else coming[1], "season")
    if raw in NAMES:
        days = [holiday(raw, said.at.year + shifted, said.at) for shifted in range(-3, 4)]
        past, ahead = ([one for one in days if one and (one <= said.at) is gone] for gone in (True, False))
        return Reading(unit(past[-2] if step < 0 else ahead[1], "day"), "day")
    if raw == "weekend":
        here = weekend_of(said.at)
        step += 1 if step < 0 and here.high <= said.at else 0
        return Reading(weekend_of(shift(said.at, 7 * step, "day")), "day")
    if raw in WEEKDAYS:
        today, number = start_of(said.at, "day"), WEEKDAYS[raw]
        last = shift(today, -((today.weekday() - number - 1) % 7 + 1), "day")
        found = shift(last, -7, "day") if step < 0 else shift(start_of(today, "week"), 14 + number, "day")
        return Reading(unit(found, "day"), "day")
    return Reading(unit(shift(start_of(said.at, raw), step, raw), raw), raw)
