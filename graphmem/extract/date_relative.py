"""Dates that are counted from the moment they were said: from a match to an interval and its grain.

The rule for "last" and "next" stands in `date_absolute`.
"""

from __future__ import annotations

import re
from datetime import datetime

from graphmem.extract import sieve as rx
from graphmem.extract.calendar import (
    SEASON_STARTS,
    day,
    midnight,
    month_of,
    season_of,
    shift,
    start_of,
    unit,
    weekend_of,
)
from graphmem.extract.date_absolute import Reading, Said, day_number, of_day, settle
from graphmem.extract.date_words import DAY_PARTS, MONTHS, NUMBERS, UNIT_NAMES, WEEKDAYS
from graphmem.extract.holidays import NAMES, holiday
from graphmem.temporal import Interval

# "Twenty minutes a day now" tells of each day.
EACH = re.compile(r"(?:\b(?:minutes?|hours?|times|once|twice|km|miles|\w+s)|\d)\s+an?\s*$", re.IGNORECASE)
# Of what an uneven count is made: half a year is six months.
SMALLER = {
    "year": ("month", 12),
    "month": ("day", 30),
    "week": ("day", 7),
    "day": ("hour", 24),
    "hour": ("minute", 60),
}


# "At 9 tomorrow", "at 9, then", but not "at 9 places".
AFTER_HOUR = rx.compile(
    r"\s*(?:$|[,.;!?)](?!\d)|(?:on|today|tomorrow|tonight|this|next|and|or|but|so|with|in\s+the|sharp)\b"
    rf"|(?:{'|'.join(WEEKDAYS)})\b)",
    re.IGNORECASE,
)
# "Mon-Wed", "Tue to Thu": a short name by itself is a word as well.
SHORT_NAMES = "|".join(name for name in WEEKDAYS if len(name) == 3)
TO_SHORT = rx.compile(rf"\b(?:{SHORT_NAMES})\s?(?:[-–]|\bto\b|\bthrough\b)\s?$", re.IGNORECASE)
SHORT_TO = rx.compile(rf"\s?(?:[-–]|to\b|through\b)\s?(?:{SHORT_NAMES})\b", re.IGNORECASE)


def count_of(text: str) -> float:
    """A number in digits or words."""
    plain = " ".join(text.lower().split())
    return NUMBERS[plain] if plain in NUMBERS else float(plain)


def unit_of(match: re.Match[str]) -> str:
    """The unit of time that was named, in full."""
    raw = match["unit"].lower()
    return UNIT_NAMES.get(raw, raw)


def measure(match: re.Match[str]) -> tuple[str, int]:
    """A unit and how many: two and a half years are 30 months, a fortnight 2 weeks."""
    groups = match.groupdict()
    name, count = unit_of(match), count_of(groups.get("count") or "1")
    count += 0.5 if groups.get("mid") or groups.get("half") else 0
    if name in {"fortnight", "decade"}:
        name, count = ("week", 2 * count) if name == "fortnight" else ("year", 10 * count)
    if count != int(count) and name in SMALLER:
        name, times = SMALLER[name]
        count *= times
    return name, int(count)


def near_day(match: re.Match[str], said: Said) -> Reading:
    """Today, yesterday, the day after tomorrow, last night, this morning, tomorrow evening."""
    words = " ".join(match[0].lower().split()).replace("tonite", "tonight")
    offset = 0
    if "before yesterday" in words:
        offset = -2
    elif "after tomorrow" in words:
        offset = 2
    elif "yesterday" in words or words.startswith("last"):
        offset = -1
    elif "tomorrow" in words or words in {"tmrw", "tmr"}:
        offset = 1
    late = match.groupdict().get("late")
    today = shift(midnight(said.at), -2 if late else offset, "day")
    part = "night" if words == "tonight" or late else (match["part"] or "").lower()
    if part:
        low, high = DAY_PARTS[part]
        return Reading(Interval(shift(today, low, "hour"), shift(today, high, "hour")), "hour")
    return Reading(unit(today, "day"), "day")


def ago(match: re.Match[str], said: Said) -> Reading:
    """Two weeks ago, a month and a half ago."""
    return counted(match, said, -1)


def ago_today(match: re.Match[str], said: Said) -> Reading | None:
    """A year ago today, two weeks ago tomorrow: to the day; a year ago last March: that month, so long before."""
    name, count = measure(match)
    if match["past"]:
        last = settle(lambda year: month_of(year, MONTHS[match["month"].lower()], said.at), said)
        return None if last is None else Reading(unit(shift(last.low, -count, name), "month"), "month")
    step = {"tomorrow": 1, "yesterday": -1}.get(match["near"].lower(), 0)
    return Reading(unit(shift(shift(midnight(said.at), step, "day"), -count, name), "day"), "day")


def two_units_ago(match: re.Match[str], said: Said) -> Reading:
    """A year and two months ago, 2 weeks and 3 days ago: as exact as the smaller unit."""
    name, count = measure(match)
    fine = match["fine"].lower()
    moment = shift(shift(said.at, -count, name), -int(count_of(match["more"])), fine)
    return Reading(unit(moment, fine), fine)


def ahead(match: re.Match[str], said: Said) -> Reading | None:
    """In three weeks, two days from now; in the past tense "in three weeks" says how long it took."""
    if said.past or (match[0].lower().startswith("after") and not said.future):
        return None  # "sessions end after 45 minutes"
    return counted(match, said, 1)


def counted(match: re.Match[str], said: Said, sign: int) -> Reading:
    """The unit that lies a number of units before or after the moment."""
    name, count = measure(match)
    return Reading(unit(shift(said.at, sign * count, name), name), name)


def within(match: re.Match[str], said: Said) -> Reading | None:
    """Within two weeks, within the hour; told of the past it says how long something took."""
    if said.past:
        return None
    name, count = (match["unit_one"].lower(), 1) if match["unit_one"] else measure(match)
    if name in {"second", "minute"}:
        return None  # a limit
    return Reading(Interval(said.at, shift(said.at, count, name)), name, "within")


def up_to_now(match: re.Match[str], said: Said) -> Reading | None:
    """For the last year, over the past decade; "the last year" by itself is the year before this."""
    name, count = measure(match)
    words = match[0].lower().split()
    if words[0] == "the" and "past" not in words and name != "decade":
        return None
    return Reading(Interval(shift(said.at, -count, name), said.at), name, "for")


def which_unit(match: re.Match[str], said: Said) -> Reading | None:
    """Last week, this month, next year, the next decade."""
    which = match["which"].lower()
    name = unit_of(match)
    step = {"this": 0, "current": 0, "next": 1, "coming": 1, "upcoming": 1}.get(which, -1)
    if name == "decade":
        first = shift(start_of(said.at, "year"), 10 * step - said.at.year % 10, "year")
        return Reading(unit(first, "year", 10), "year")
    if name == "fortnight" or (name == "day" and which == "last"):
        return None
    if which == "next" and match[0].lower().startswith("the") and (said.past or name == "day"):
        return None  # counted from what was told before
    return Reading(unit(shift(start_of(said.at, name), step, name), name), name)


def recent_units(match: re.Match[str], said: Said) -> Reading:
    """The last three years, the next two weeks."""
    name, count = measure(match)
    if match["which"].lower() in {"next", "coming"}:
        return Reading(Interval(said.at, shift(said.at, count, name)), name, "within")
    return Reading(Interval(shift(said.at, -count, name), said.at), name, "for")


def duration(match: re.Match[str], said: Said) -> Reading | None:
    """For three years, three years now: counted back from the moment."""
    if not match[0].lower().startswith(("for ", "since ", "going ")) and not match["now"]:
        return None
    name, count = measure(match)
    start = shift(said.at, -count, name)
    if count == 0 or is_rate(match):
        return None
    low = start if name in {"second", "minute", "hour"} else midnight(start)
    return Reading(Interval(low, said.at), name, "for")


def is_rate(match: re.Match[str]) -> bool:
    """True for the "a day now" of "twenty minutes a day now"."""
    said = match[0].lower()
    return said.startswith(("a ", "an ")) and EACH.search(match.string[: match.start()] + "a ") is not None


def weekday_nth(match: re.Match[str], said: Said) -> Reading | None:
    """Friday the 13th, Sun 14th, Tuesday the eleventh: the nearest month in which it fits, as far as the tense lets."""
    number, on = day_number(match["named"] or match["day"] or match["nth"]), WEEKDAYS[match["on"].lower()]
    for months in range(60):
        for step in (1,) if said.future else (-1,) if said.past else (1, -1):
            first = shift(start_of(said.at, "month"), step * months, "month")
            span = of_day(first.year, first.month, number, said)
            if span is None or span.low.weekday() != on:
                continue
            if (span.high > said.at) if step > 0 else (span.low <= said.at):
                return Reading(span, "day", fixed=False)
    return None


def weekday_week(match: re.Match[str], said: Said) -> Reading:
    """Friday week, a week on Friday, two weeks from tomorrow, a week ago Friday."""
    raw, how = (match["named"] or match["day"]).lower(), (match["how"] or "on").lower()
    weeks = int(NUMBERS[(match["weeks"] or "a").lower()])
    today = midnight(said.at)
    if raw in WEEKDAYS:
        number = WEEKDAYS[raw]
        after, before = (number - today.weekday() - 1) % 7 + 1, (today.weekday() - number) % 7
        day = shift(today, -before if how.startswith("ago") else after, "day")
    else:
        day = shift(today, {"today": 0, "tomorrow": 1}.get(raw, -1), "day")
    return Reading(unit(shift(day, (-7 if how.startswith("ago") else 7) * weeks, "day"), "day"), "day")


def weekday_in_weeks(match: re.Match[str], said: Said) -> Reading:
    """Monday in two weeks: that day of the week in which these are over."""
    raw = match["weeks"].lower()
    weeks = int(raw) if raw.isdigit() else int(NUMBERS[raw])
    monday = start_of(midnight(said.at), "week")
    return Reading(unit(shift(monday, 7 * weeks + WEEKDAYS[match["named"].lower()], "day"), "day"), "day")


def weekday(match: re.Match[str], said: Said) -> Reading | None:
    """Monday, last Friday, next Tuesday morning, Friday at 3pm, Friday next week."""
    raw = match["weekday"].lower()
    which = (match["which"] or "").lower()
    joined = TO_SHORT.search(match.string[: match.start()]) or SHORT_TO.match(match.string[match.end() :])
    if len(raw) <= 3 and not which and not match["lead"] and not match["week"] and not joined:
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
        found = shift(found, -7, "day") if said.past and found > said.at else found
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
        step = 7 if which == "next" or here.low <= said.at else 0
    elif which in {"this", "current"}:
        step = -7 if said.past and here.low > said.at else 0  # "I finished it this weekend", on a Wednesday
    else:
        step = 0 if said.future or here.low <= said.at else -7
    return Reading(weekend_of(shift(said.at, step, "day")), "day", fixed=bool(which))


def nth_ago(match: re.Match[str], said: Said) -> Reading | None:
    """Two weekends ago, three Mondays ago, two summers ago: the last one is one ago."""
    count, name = int(count_of(match["count"])), match["named"].lower()
    if name in NAMES:
        days = (holiday(name, said.at.year - back, said.at) for back in range(count + 1))
        past = [one for one in days if one is not None and one <= said.at]
        return Reading(unit(past[count - 1], "day"), "day") if len(past) >= count else None
    if name in SEASON_STARTS:
        over = [season_of(name, said.at.year - back, said.at) for back in range(count + 2)]
        return Reading([span for span in over if span.high <= said.at][count - 1], "season")
    if name in WEEKDAYS:
        today = midnight(said.at)
        before = (today.weekday() - WEEKDAYS[name] - 1) % 7 + 1
        return Reading(unit(shift(today, -before - 7 * (count - 1), "day"), "day"), "day")
    here = weekend_of(said.at)
    back = count - (1 if here.high <= said.at else 0)
    return Reading(weekend_of(shift(said.at, -7 * back, "day")), "day")


def calendar_week(match: re.Match[str], said: Said) -> Reading | None:
    """Calendar week 31, KW 31, 2024-W31, week 3 of 2027: weeks as ISO 8601 counts them."""
    number = int(match["week"] or match["iso_week"] or match["nth"])
    said_year = match["year"] or match["iso_year"] or match["of_year"]

    def of_year(year: int) -> Interval | None:
        fourth = day(year, 1, 4, said.at)  # of the first week in any year
        start = None if fourth is None else shift(start_of(fourth, "week"), 7 * (number - 1), "day")
        return (
            None
            if start is None or (number == 53 and start.isocalendar().year != year)
            else unit(start, "week")
        )

    span = of_year(int(said_year)) if said_year else settle(of_year, said)
    return None if span is None else Reading(span, "week", fixed=bool(said_year))


def day_of_month(match: re.Match[str], said: Said) -> Reading | None:
    """On the 15th; booked for the 24th."""
    number = int(match["day"])
    if match[0].lower().startswith("for") and not said.future:
        return None  # "thanks for the 2nd"
    step = 1 if said.future else -1
    for months in range(13):
        first = shift(start_of(said.at, "month"), step * months, "month")
        span = of_day(first.year, first.month, number, said)
        if span and (span.high > said.at if said.future else span.low <= said.at):
            return Reading(span, "day", fixed=False)
    return None


def days_of_month(match: re.Match[str], said: Said) -> Reading | None:
    """From the 20th to the 24th, between the 28th and the 3rd, 4 till 23 of this month."""
    first, last = int(match["day"]), int(match["until"])
    which = match["which"]
    steps = (0,) if which and which.lower() == "this" else range(13)
    sign = -1 if which and which.lower() == "last" else 1 if which or said.future else -1
    for months in steps:
        start = shift(start_of(said.at, "month"), sign * months, "month")
        end = shift(start, 1, "month") if last < first else start
        low, high = of_day(start.year, start.month, first, said), of_day(end.year, end.month, last, said)
        if low is None or high is None or (which and which.lower() != "this" and months != 1):
            continue
        if which or (high.high > said.at if said.future else low.low <= said.at):
            return Reading(Interval(low.start, high.end), "day", "range", fixed=bool(which))
    return None


def day_of_which_month(match: re.Match[str], said: Said) -> Reading | None:
    """The 15th of last month."""
    step = {"last": -1, "next": 1}.get(match["which"].lower(), 0)
    first = shift(start_of(said.at, "month"), step, "month")
    span = of_day(first.year, first.month, day_number(match["day"] or match["named"]), said)
    return None if span is None else Reading(span, "day")


def clock(match: re.Match[str], said: Said) -> Reading | None:
    """At 3pm, at 15:30, yesterday at 9:00, Friday at noon."""
    named = match.groupdict()
    if named.get("noon"):
        hour, minute = (12, 0) if match["noon"].lower() == "noon" else (0, 0)
    else:
        dotted = "." in match[0][: match.end("minute") - match.start()] if match["minute"] else False
        if dotted and not named.get("half"):
            return None  # "at 7.30" may be a version
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if named.get("half"):
            if hour > 12:
                return None
            hour = hour % 12 + (12 if named["half"].lower().startswith("p") else 0)
        elif not match["minute"] and not is_hour(match):
            return None
        elif not match["minute"]:
            start = midnight(said.at).replace(hour=hour)
            return Reading(unit(start, "minute"), "minute", "bare hour", fixed=False)
    start = midnight(said.at).replace(hour=hour, minute=minute)
    return Reading(unit(start, "minute"), "minute", "clock", fixed=False)


def is_hour(match: re.Match[str]) -> bool:
    """True for "at 9" and "by 6 o'clock", not for "at 9 places"; such an hour counts only beside a part of a day."""
    after = match.string[match.end() :]
    return bool(match["oclock"] or AFTER_HOUR.match(after))


def bare_clock(match: re.Match[str], said: Said) -> Reading | None:
    """ "3pm" counts only beside a day."""
    found = clock(match, said)
    hour_only = found is not None and found.direction == "bare hour"
    return None if found is None else found if hour_only else found._replace(direction="bare clock")
