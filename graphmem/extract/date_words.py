"""The words of dates: English names and numbers to plain values, and the fragments that patterns are built of."""

from __future__ import annotations

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday weds wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "couple": 2,
    "couple of": 2,
    "a couple": 2,
    "a couple of": 2,
    "few": 3,
    "a few": 3,
}
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
DAY_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 24)}
FIXED_DAYS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "new year's eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "halloween": (10, 31),
    "valentine's day": (2, 14),
}

M = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
D = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
Y = r"(?P<year>(?:19|20)\d\d|'\d\d)(?![\d-])"
W = r"(?P<weekday>" + "|".join(sorted(WEEKDAYS, key=len, reverse=True)) + r")\b\.?"
N = r"(?P<count>\d{1,4}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + r")"
U = r"(?P<unit>second|sec|minute|min|hour|hr|day|week|wk|month|quarter|year|yr)s?"
UNIT_NAMES = {"sec": "second", "min": "minute", "hr": "hour", "wk": "week", "yr": "year"}
WHICH = r"(?P<which>last|previous|past|next|coming|upcoming|this|current)"
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
CLOCK = (
    r"(?P<hour>2[0-3]|[01]?\d)(?::(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?\s?(?P<half>[ap]\.?m\b\.?)?"
)
LEAD = r"(?P<lead>\b(?:in|on|since|until|till|by|before|after|during|over|from|of|at|for)\s+(?:the\s+)?)"
PART = r"(?:(?P<part>early|mid|late|beginning|start|middle|end)(?:[\s-]+(?:of\s+)?(?:the\s+)?))?"
DAY_PART = r"(?:\s+(?P<part>morning|afternoon|evening|night))?"
