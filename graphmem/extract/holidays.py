"""Holidays by name: from a name and a year to the day, fixed, counted in weeks, or counted from Easter.

Where countries differ the day is that of the United States. An old or moving lunar calendar is not read.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from graphmem.extract.calendar import day

FIXED = {
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "new years": (1, 1),
    "new year": (1, 1),
    "groundhog day": (2, 2),
    "valentine's day": (2, 14),
    "valentine's": (2, 14),
    "women's day": (3, 8),
    "st patrick's day": (3, 17),
    "saint patrick's day": (3, 17),
    "april fools' day": (4, 1),
    "april fools": (4, 1),
    "earth day": (4, 22),
    "may day": (5, 1),
    "workers' day": (5, 1),
    "cinco de mayo": (5, 5),
    "juneteenth": (6, 19),
    "independence day": (7, 4),
    "bastille day": (7, 14),
    "halloween": (10, 31),
    "veterans day": (11, 11),
    "armistice day": (11, 11),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "nye": (12, 31),
}
# (month, weekday, which of the month; -1 is the last)
WEEKS = {
    "martin luther king day": (1, 0, 3),
    "mlk day": (1, 0, 3),
    "presidents' day": (2, 0, 3),
    "mother's day": (5, 6, 2),
    "memorial day": (5, 0, -1),
    "father's day": (6, 6, 3),
    "labor day": (9, 0, 1),
    "labour day": (9, 0, 1),
    "columbus day": (10, 0, 2),
    "thanksgiving day": (11, 3, 4),
    "thanksgiving": (11, 3, 4),
}
AFTER_THANKSGIVING = {"black friday": 1, "cyber monday": 4}
FROM_EASTER = {
    "ash wednesday": -46,
    "palm sunday": -7,
    "good friday": -2,
    "easter sunday": 0,
    "easter monday": 1,
    "easter": 0,
    "pentecost": 49,
    "whitsun": 49,
    "whit monday": 50,
}
NAMES = (*FIXED, *WEEKS, *AFTER_THANKSGIVING, *FROM_EASTER)


def holiday(name: str, year: int, like: datetime) -> datetime | None:
    """The beginning of the holiday in a year, in the zone of `like`."""
    if name in FIXED:
        return day(year, *FIXED[name], like)
    if name in WEEKS:
        return nth_weekday(year, *WEEKS[name], like)
    if name in AFTER_THANKSGIVING:
        found = nth_weekday(year, *WEEKS["thanksgiving"], like)
        return None if found is None else found + timedelta(days=AFTER_THANKSGIVING[name])
    month, number = easter(year)
    found = day(year, month, number, like)
    return None if found is None else found + timedelta(days=FROM_EASTER[name])


def nth_weekday(year: int, month: int, weekday: int, nth: int, like: datetime) -> datetime | None:
    """The first, second ... weekday of a month, or the last when `nth` is -1; None when there is none."""
    first = day(year, month, 1, like)
    if first is None:
        return None
    found = first + timedelta(days=(weekday - first.weekday()) % 7)
    if nth > 0:
        found += timedelta(days=7 * (nth - 1))
    else:
        while (found + timedelta(days=7)).month == month:
            found += timedelta(days=7)
    return found if found.month == month else None


def easter(year: int) -> tuple[int, int]:
    """Month and day of Easter Sunday in the Gregorian calendar, by the rule of Meeus, Jones and Butcher."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (19 * golden + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * left + 2 * (rest // 4) - moon - rest % 4) % 7
    shifted = moon + week - 7 * ((golden + 11 * moon + 22 * week) // 451) + 114
    return shifted // 31, shifted % 31 + 1
