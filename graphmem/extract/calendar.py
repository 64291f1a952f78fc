"""Calendar arithmetic: from a moment and a grain to the whole unit around it, and to its neighbours.

Weeks begin on Monday. Seasons are the meteorological ones of the north: spring begins on 1 March, summer on
1 June, autumn on 1 September, winter on 1 December; a winter bears the year in which it begins. All times keep
the zone of the moment they were counted from.
"""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta
from typing import Literal

from graphmem.errors import InvalidTime
from graphmem.temporal import Interval

Grain = Literal["second", "minute", "hour", "day", "week", "month", "quarter", "season", "year"]

MONTHS_IN = {"month": 1, "quarter": 3, "season": 3, "year": 12}
SECONDS_IN = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
SEASON_STARTS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def midnight(moment: datetime) -> datetime:
    """The beginning of the day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day(year: int, month: int, number: int, like: datetime) -> datetime | None:
    """The beginning of a day in the zone of `like`, or None when there is no such day."""
    try:
        return midnight(like).replace(year=year, month=month, day=number)
    except ValueError:
        return None


def shift(moment: datetime, count: int, grain: str) -> datetime:
    """The moment `count` grains later; a day that the month lacks becomes its last. Raises InvalidTime."""
    try:
        if grain in SECONDS_IN:
            return moment + timedelta(seconds=count * SECONDS_IN[grain])
        months = moment.year * 12 + moment.month - 1 + count * MONTHS_IN[grain]
        year, month = divmod(months, 12)
        last = calendar.monthrange(year, month + 1)[1] if 1 <= year <= 9999 else 0
        return moment.replace(year=year, month=month + 1, day=min(moment.day, last))
    except (OverflowError, ValueError) as cause:
        raise InvalidTime(
            f"{count} {grain}s from {moment.date()} lie outside the years 1 to 9999."
        ) from cause


def start_of(moment: datetime, grain: str) -> datetime:
    """The beginning of the unit that holds the moment."""
    if grain == "second":
        return moment.replace(microsecond=0)
    if grain == "minute":
        return moment.replace(second=0, microsecond=0)
    if grain == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    today = midnight(moment)
    if grain == "day":
        return today
    if grain == "week":
        return shift(today, -today.weekday(), "day")
    first = today.replace(day=1)
    if grain == "month":
        return first
    if grain == "quarter":
        return first.replace(month=(today.month - 1) // 3 * 3 + 1)
    if grain == "season":
        return shift(first, -(today.month % 3), "month")
    return first.replace(month=1)


def unit(moment: datetime, grain: str, count: int = 1) -> Interval:
    """The unit that holds the moment, as an interval; `count` of them when there are more."""
    start = start_of(moment, grain)
    return Interval(start, shift(start, count, grain))


def month_of(year: int, month: int, like: datetime) -> Interval:
    """One month of one year."""
    first = day(year, month, 1, like)
    if first is None:
        raise InvalidTime(f"There is no month {month} of the year {year}.")
    return unit(first, "month")


def season_of(name: str, year: int, like: datetime) -> Interval:
    """One season; `name` is spring, summer, autumn, fall or winter."""
    first = day(year, SEASON_STARTS[name], 1, like)
    if first is None:
        raise InvalidTime(f"There is no {name} of the year {year}.")
    return Interval(first, shift(first, 3, "month"))


def weekend_of(moment: datetime) -> Interval:
    """Saturday and Sunday of the week that holds the moment."""
    monday = start_of(moment, "week")
    return Interval(shift(monday, 5, "day"), shift(monday, 7, "day"))
