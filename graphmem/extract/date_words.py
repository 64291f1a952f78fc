"""The words of dates: English names and numbers to plain values, and the fragments that patterns are built of."""

from __future__ import annotations

from graphmem.extract.vocabulary import either

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
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "twenty-five": 25,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "half a": 0.5,
    "half an": 0.5,
    "couple": 2,
    "couple of": 2,
    "a couple": 2,
    "a couple of": 2,
    "few": 3,
    "a few": 3,
}
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
ORDINAL_DAYS = {
    word: number
    for number, words in enumerate(
        (
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty-first",
            "twenty-second",
            "twenty-third",
            "twenty-fourth",
            "twenty-fifth",
            "twenty-sixth",
            "twenty-seventh",
            "twenty-eighth",
            "twenty-ninth",
            "thirtieth",
            "thirty-first",
        ),
        start=1,
    )
    for word in {words, words.replace("-", " ")}
}
# "May twenty-one" is a day as well; a single number is more often something else.
CARDINAL_DAYS = {
    f"{tens}{mark}{ones}": base + number
    for tens, base, last in (("twenty", 20, 9), ("thirty", 30, 1))
    for number, ones in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], start=1
    )
    for mark in (" ", "-")
    if number <= last
}
DAY_NAMES = ORDINAL_DAYS | CARDINAL_DAYS
DECADES = {
    "twenties": 2020, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
    "eighties": 1980, "nineties": 1990,
}  # fmt: skip
DAY_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 24)}
# A day of the week, and how a month begins, as pieces of patterns that name nothing.
A_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
A_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"
M = r"(?P<month>" + either(MONTHS) + r")\b\.?"
D = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
Y = r"(?P<year>(?:19|20)\d\d|['’]\d\d|(?<=\bof\s)\d\d(?=\s*(?:$|[,.;:!?)])))(?!\d|-\d)"
W = r"(?P<weekday>" + either(WEEKDAYS) + r")\b\.?"
N = (
    r"(?:(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a\s+day|a\s+week)"
    r"(?:\s?[-–]\s?|\s+(?:to|or)\s+))?"
    r"(?P<count>\d{1,2}\.\d(?=\s)|(?<![\d.])\d{1,4}|" + either(NUMBERS) + r")(?P<mid>\s+and\s+a\s+half)?"
)
UNIT = r"(?P<unit>second|sec|minute|min|hour|hr|day|week|wk|fortnight|month|quarter|year|yr|decade)s?"
SMALL_NUMBERS = "an?|one|two|three|four|five|six|seven|eight|nine|ten"
U = rf"{UNIT}(?:\s+or\s+(?:so|two))?"
UNIT_NAMES = {
    "sec": "second",
    "min": "minute",
    "hr": "hour",
    "wk": "week",
    "yr": "year",
    "h": "hour",
    "d": "day",
    "w": "week",
    "mo": "month",
    "y": "year",
}
WHICH = r"(?P<which>last|previous|past|next|coming|upcoming|this|current)"
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"
CLOCK = r"(?P<hour>2[0-3]|[01]?\d)(?:[:.](?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?\s?(?P<half>[ap]\.?m\b\.?)?"
LEAD = r"(?P<lead>\b(?:in|on|since|until|till|by|before|after|during|over|from|of|at|for)\s+(?:the\s+)?)"
PART = r"(?:(?P<part>early|mid|late|beginning|start|middle|end)(?:[\s-]+(?:the\s+)?))?"
DAY_PART = r"(?:\s+(?P<part>morning|afternoon|evening|night))?"
DAY_WORDS = either(ORDINAL_DAYS)
SAID_DAYS = either(DAY_NAMES)
CONTAINER = (
    rf"(?:{M}(?:,?\s+(?:of\s+)?(?:{Y}|(?P<of>last|this|next)\s+year\b))?"
    rf"|(?:(?:the|(?P<which>this|last|next|previous|past|coming))\s+)?"
    rf"(?:(?P<unit>week|month|quarter|year)\b"
    rf"|(?:q(?P<number>[1-4])|{SEASON})\b"
    r"(?:,?\s+(?:of\s+)?(?:(?P<bare>(?:19|20)\d\d)\b|(?P<whose>last|this|next)\s+year\b))?)"
    r"|(?P<alone>(?:19|20)\d\d)\b)"
)
