"""The table of date rules: what each looks like in English, and the function that reads it."""

from __future__ import annotations

import re
from collections.abc import Callable

from graphmem.extract import date_absolute as absolute
from graphmem.extract import date_relative as relative
from graphmem.extract.date_absolute import Reading, Said
from graphmem.extract.date_words import CLOCK, DAY_PART, LEAD, PART, SEASON, WHICH, D, M, N, U, W, Y

ISO_DAY = (
    r"(?<![\d.-])(?P<year>(?:19|20)\d\d)[-/](?P<month>1[0-2]|0?[1-9])[-/](?P<day>3[01]|[12]\d|0?[1-9])"
    r"(?:(?:T|\s+(?:at\s+)?)(?P<hour>2[0-3]|[01]?\d):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:\.\d+)?)?"
    r"\s?(?P<zone>Z|[+-]\d\d:?\d\d)?)?(?![\d.-]*\d)"
)
NUMERIC_DAY = (
    r"(?<![\d./-])(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})(?P=mark)"
    r"(?P<year>(?:19|20)\d\d|\d\d)(?![\d./-]*\d)"
)
ISO_MONTH = r"(?<![\d./-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\d-])"
TO = r"\s?(?:-|–|to|until|through)\s?(?P<until>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
MONTH_DAYS = rf"\b{M}\s+{D}{TO}\b(?:,?\s+{Y})?"
DAYS_MONTH = rf"(?<![\d.:-]){D}{TO}\s+(?:of\s+)?{M}(?:,?\s+{Y})?"
MONTH_DAY = rf"\b(?:{WHICH}\s+)?{M}\s+(?:the\s+)?{D}\b(?![:.]\d)(?!\s?(?:%|[ap]m\b))(?:,?\s+(?:of\s+)?{Y})?"
DAY_MONTH = rf"(?<![\d.:-])\b(?:the\s+)?{D}\s+(?:of\s+)?(?:{WHICH}\s+)?{M}(?:,?\s+(?:of\s+)?{Y})?"
MONTH_YEAR = rf"\b{PART}{M},?\s+(?:of\s+)?(?:{Y}|(?P<of>last|this|next)\s+year\b)"
MONTH_ALONE = rf"\b{PART}(?:{WHICH}\s+)?{M}(?!\s+\d)"
YEARS = r"(?<![\d./-])(?P<year>(?:19|20)\d\d)\s?[-–]\s?(?P<until>(?:19|20)\d\d)(?![\d-])"
DECADE = r"\bthe\s+(?:(?:early|mid|late)\s+)?'?(?P<decade>(?:19|20)\d0|[2-9]0)s\b"
QUARTER = (
    r"\b(?:(?P<letter>[qh])(?P<number>[1-4])"
    r"|(?:the\s+)?(?P<ordinal>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter)\b"
    rf"(?:\s+(?:of\s+)?{Y})?"
)
SEASONS = rf"(?:{LEAD}(?:early\s+|late\s+)?)?\b(?:{WHICH}\s+)?{SEASON}\b(?:\s+(?:of\s+)?{Y})?"
NAMED_DAY = (
    rf"\b(?:{WHICH}\s+)?(?P<named>christmas eve|christmas day|christmas|new year['’]s eve|new year['’]s day"
    rf"|new year['’]s|halloween|valentine['’]s day)(?!\w)(?:,?\s+{Y})?"
)
YEAR_ALONE = (
    rf"\b{PART}(?P<year>(?:19|20)\d\d)"
    r"(?!\d|[.:,%-]\d|%|-\w|\s?(?:px|ms|[kmg]b|%|x\b|usd|eur|\$|€|lines|items|rows|users|tokens|files|tests))"
)
NEAR_DAY = (
    r"\b(?:(?:the\s+)?day\s+before\s+yesterday|(?:the\s+)?day\s+after\s+tomorrow|tonight"
    r"|last\s+(?P<part>night)|(?:earlier\s+)?today|yesterday|tomorrow|tmrw)\b"
)
PART_OF_DAY = r"\b(?:this|yesterday|tomorrow)\s+(?P<part>morning|afternoon|evening|night)\b"
ABOUT = r"(?:(?:about|around|over|almost|nearly|roughly|more\s+than|at\s+least)\s+)?"
HALF = r"(?P<half>\s+and\s+a\s+half)?"
AGO = rf"\b{ABOUT}{N}\s+{U}{HALF}\s+(?:ago|back)\b"
AHEAD = rf"\bin\s+{ABOUT}{N}\s+{U}{HALF}(?:['’]\s+time)?\b(?!\s+ago)"
WEEKENDS_AGO = rf"\b{N}\s+weekends?\s+ago\b"
FROM_NOW = rf"\b{N}\s+{U}(?P<half>\s+and\s+a\s+half)?\s+from\s+(?:now|today)\b"
HALF_UNIT = (
    rf"\b(?:in\s+half\s+an?\s+{U}|half\s+an?\s+(?P<unit_ago>second|minute|hour|day|week|month|year)\s+ago)\b"
)
WHICH_UNIT = rf"\b(?:the\s+)?{WHICH}\s+{U}\b"
RECENT = rf"\b(?:(?:for|over|in|during|within)\s+)?(?:the\s+)?(?P<which>last|past|next|coming)\s+{N}\s+{U}\b"
DURATION = rf"\bfor\s+{ABOUT}{N}\s+{U}{HALF}\b(?:\s+now\b)?"
WEEKDAY = rf"(?:{LEAD})?\b(?:{WHICH}\s+)?{W}{DAY_PART}(?:\s+(?:of\s+)?(?P<week>last|this|next)\s+week\b)?"
WEEKEND = rf"\b(?:(?:at|on|over|during)\s+)?(?:the\s+|\b{WHICH}\s+)weekend\b"
NTH = (
    r"\b(?:on|by|since|until|till|before|after|from)\s+the\s+(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b"
    r"(?=\s*(?:$|[,.;:!?)]|\b(?:and|or|but|so|then|at|because|we|i|it)\b))"
)
NTH_OF_MONTH = (
    r"\b(?:the\s+)?(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\s+of\s+(?P<which>last|this|next)\s+month\b"
)
EDGE = (
    r"\b(?:(?P<short>eod|eow|eom|eoq|eoy)|(?:the\s+)?(?P<edge>end|start|beginning)\s+of\s+"
    rf"(?:(?:the|(?P<which>this|next|last))\s+)?(?:(?P<unit>day|week|month|quarter|year)\b|{M}(?:\s+{Y})?))"
)
AT_CLOCK = rf"\b(?:at|by|until|till|before|after|since)\s+(?:(?P<noon>noon|midnight)\b|{CLOCK})(?![\d:])"

Reader = Callable[[re.Match[str], Said], Reading | None]
RULES: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        (ISO_DAY, absolute.iso_day),
        (NUMERIC_DAY, absolute.numeric_day),
        (ISO_MONTH, absolute.iso_month),
        (MONTH_DAYS, absolute.month_days),
        (DAYS_MONTH, absolute.month_days),
        (MONTH_DAY, absolute.month_day),
        (DAY_MONTH, absolute.month_day),
        (MONTH_YEAR, absolute.month_alone),
        (MONTH_ALONE, absolute.month_alone),
        (YEARS, absolute.years),
        (DECADE, absolute.decade),
        (QUARTER, absolute.quarter),
        (SEASONS, absolute.season),
        (NAMED_DAY, absolute.fixed_day),
        (NEAR_DAY, relative.near_day),
        (PART_OF_DAY, relative.near_day),
        (AGO, relative.ago),
        (AHEAD, relative.ahead),
        (WEEKENDS_AGO, relative.weekends_ago),
        (FROM_NOW, relative.ahead),
        (HALF_UNIT, relative.half_unit),
        (WHICH_UNIT, relative.which_unit),
        (RECENT, relative.recent_units),
        (DURATION, relative.duration),
        (WEEKDAY, relative.weekday),
        (WEEKEND, relative.weekend),
        (NTH_OF_MONTH, relative.day_of_which_month),
        (NTH, relative.day_of_month),
        (EDGE, relative.end_of),
        (YEAR_ALONE, absolute.year_alone),
        (AT_CLOCK, relative.clock),
    )
)
