"""The table of date rules: what each looks like in English, and the function that reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from graphmem.extract import date_absolute as absolute
from graphmem.extract import date_parts as parts
from graphmem.extract import date_relative as relative
from graphmem.extract import sieve as rx
from graphmem.extract.date_absolute import Reading, Said
from graphmem.extract.date_cues import needs
from graphmem.extract.date_words import (
    A_WEEKDAY,
    CLOCK,
    CONTAINER,
    DAY_PART,
    DAY_WORDS,
    DECADES,
    LEAD,
    PART,
    SAID_DAYS,
    SEASON,
    SMALL_NUMBERS,
    UNIT,
    WEEKDAYS,
    WHICH,
    D,
    M,
    N,
    U,
    W,
    Y,
)  # fmt: skip
from graphmem.extract.holidays import NAMES
from graphmem.extract.vocabulary import either, longest_first

ISO_DAY = (
    r"(?<![\d.-])(?P<year>(?:19|20)\d\d)(?P<mark>[-/])(?P<month>1[0-2]|0?[1-9])(?P=mark)(?P<day>3[01]|[12]\d|0?[1-9])"
    r"(?:(?:T|\s+(?:at\s+)?)(?P<hour>2[0-3]|[01]?\d):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:\.\d+)?)?"
    r"\s?(?P<zone>Z|[+-]\d\d:?\d\d)?)?(?![\d.-]*\d)"
)
NUMERIC_DAY = (
    r"(?<![\w./-])(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?P=mark)"
    r"(?P<year>(?:19|20)\d\d|\d\d)(?!\w|[./]\d|-\d(?!\d?/\d))"
)
ISO_MONTH = r"(?<![\d./-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\d-])"
# What follows a date and no noun: "May first we moved".
CLOSERS = r"(?:at|and|or|but|to|through|until|till|was|we|i|it|so|for|in|\d)"
NAMED_WEEKDAY = either(WEEKDAYS)
NO_DAY = r"(?![\d/%]|\.\d|\s+of\b|\s+(?:cup|inch))"
BARE_DAY = (
    rf"\b(?:on|since|due|until|till|starting|{NAMED_WEEKDAY},?)\s+"
    rf"(?P<first>\d{{1,2}})/(?P<second>\d{{1,2}}){NO_DAY}"
)
BARE_DAYS = (
    r"(?:\b(?P<lead>from|between)\s+)?(?<![\w./])(?P<first>\d{1,2})/(?P<second>\d{1,2})"
    r"\s?(?P<to>[-–]|to|until|till|through|and)\s?"
    rf"(?P<third>\d{{1,2}})/(?P<last>\d{{1,2}})(?:(?:/|,\s)(?P<year>(?:19|20)\d\d))?{NO_DAY}"
)
NUMBER_MONTH = (
    r"(?<![\w./-])(?P<month>1[0-2]|0?[1-9])\s?[/-]\s?(?P<year>(?:19|20)\d\d)"
    r"(?=\s*(?:$|[,;:!?)]|\.(?!\d)|(?:to|until|till|and|but|so|when|because|we|i)\b))"
)
ON_WEEKDAY = rf"(?:\b(?P<on>{NAMED_WEEKDAY})\b\.?,?\s+(?:the\s+)?)?"
BRACKET = rf"(?:\s*\((?P<on_after>{NAMED_WEEKDAY})\))?"
MARK = r"(?:\s+|[/-])"
TO = r"\s?(?:-|–|to|until|till|through|and)\s?(?:the\s+)?(?P<until>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
MONTH_DAYS = rf"\b{M}\s+{D}{TO}\b(?![:.]\d)(?:,?\s+{Y})?"
DAYS_MONTH = rf"(?<![\d.:-])(?:the\s+)?{D}{TO}\s+(?:of\s+)?{M}(?:,?\s+{Y})?"
MONTH_DAY = (
    rf"{ON_WEEKDAY}\b(?:{WHICH}\s+)?{M}{MARK}(?:the\s+)?{D}\b(?![:.]\d)(?!\s?(?:%|[ap]m\b))"
    rf"(?:(?:\s?,?\s+(?:of\s+|in\s+)?|-){Y})?{BRACKET}"
)
DAY_MONTH = (
    rf"{ON_WEEKDAY}(?<![\d.:-])\b(?:the\s+)?{D}(?:\s+(?:(?:day\s+)?of\s+)?|-)(?:{WHICH}\s+)?{M}"
    rf"(?:(?:,?\s+(?:of\s+|in\s+)?|-){Y})?{BRACKET}"
)
YEAR_MONTH_DAY = rf"(?<![\w./-])(?P<year>(?:19|20)\d\d){MARK}{M}{MARK}{D}\b(?![:.]\d)"
YEAR_MONTH = (
    rf"(?<![\w./-])(?P<year>(?:19|20)\d\d)\s?,?(?:\s|(?<=,)){M}"
    r"(?=\s*(?:$|[,;:!?)]|(?:and|to|until|through)\b))"
)
WORD_MONTH = (
    rf"{ON_WEEKDAY}\b(?:the\s+)?(?P<day>{DAY_WORDS})\s+(?:day\s+)?of\s+(?:{WHICH}\s+)?{M}"
    rf"(?:,?\s+(?:of\s+)?{Y})?"
)
MONTH_WORD = (
    rf"{ON_WEEKDAY}\b{M}\s+(?:the\s+|(?<=\bon\s\w\w\w\s)|(?<=\bby\s\w\w\w\s))?(?P<day>{SAID_DAYS})\b"
    rf"(?:,?\s+{Y}|(?=\s*(?:$|[,.;:!?)]|{CLOSERS}\b)))"
)
MONTH_WORDS = (
    rf"\b{M}\s+(?P<day>\d{{1,2}}(?=st|nd|rd|th|\b)|{SAID_DAYS})(?:st|nd|rd|th)?"
    rf"\s?(?:-|–|to|until|till|through)\s?(?:the\s+)?(?P<until>{SAID_DAYS})\b"
)
WEEKDAY_NTH = (
    rf"\b(?P<on>{NAMED_WEEKDAY})\.?,?\s+"
    rf"(?:the\s+(?:(?P<named>{SAID_DAYS})|(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?)"
    r"|(?P<nth>3[01]|[12]\d|[1-9])(?:st|nd|rd|th))\b(?!\s+of)"
)
MONTH_YEAR = rf"\b{PART}{M}(?:,?\s+(?:of\s+)?|[/-])(?:{Y}|(?P<of>last|this|next)\s+year\b)"
MONTH_ALONE = rf"\b{PART}(?:{WHICH}\s+)?{M}(?!\s+\d)"
YEARS = (
    r"(?<![\d./-])(?P<year>(?:19|20)\d\d)(?:\s?[-–~]\s?|\s+to\s+)(?P<until>(?:19|20)\d\d|(?<=–)\d\d)(?![\d-])"
    r"(?!\s?(?:px|ms|[kmg]b|requests|rows|users|dollars|euros|lines|items|points|words|people))"
)
SHORT_YEARS = r"(?<!\w)['’](?P<year>\d\d)(?:\s?[-–]\s?|\s+(?:to|until|till)\s+)['’](?P<until>\d\d)(?!\w)"
ONGOING = (
    r"\b(?:from\s+)?(?P<year>(?:19|20)\d\d)\s?(?:-|–|to|until|till|through)\s?(?:the\s+)?"
    r"(?:present|now|today|this\s+day)\b"
)
DECADE = (
    r"(?<!\w)(?P<the>the\s+)?(?:(?P<part>early|mid|late)[\s-]+)?"
    r"(?:(?P<short>['’])?(?P<decade>(?:19|20)\d0|[2-9]0)['’]?s"
    rf"|(?:(?P<century>nineteen|twenty)[\s-])?(?P<named>{'|'.join(DECADES)}))\b"
)
OF_YEAR = r"(?P<whose>last|this|next)\s+year\b"
QUARTER = (
    r"\b(?:(?P<which>last|this|next)\s+)?(?:(?P<letter>[qh])(?P<number>[1-4])"
    r"|(?:the\s+)?(?P<ordinal>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter)(?!\w)(?!\s*:)"
    rf"(?:(?:\s+(?:of\s+)?|/)?(?:{Y}|{OF_YEAR}))?"
)
YEAR_QUARTER = r"\b(?P<year>(?:19|20)\d\d)[\s-]?(?P<letter>[qh])(?P<number>[1-4])\b"
SEASONS = (
    rf"(?:{LEAD})?\b(?:(?P<part>early|mid|late)[\s-]+(?:in\s+)?(?:the\s+)?)?(?:{WHICH}\s+)?{SEASON}\b"
    rf"(?:\s+(?:of\s+)?(?:{Y}|{OF_YEAR}))?"
)
HOLIDAYS = "|".join(
    name.replace("'", "['’]?").replace(" ", r"\s+").replace("st\\s", r"st\.?\s")
    for name in longest_first(NAMES)
)
NAMED_DAY = rf"\b(?:{WHICH}\s+)?(?P<named>{HOLIDAYS})(?!\w)(?:,?\s+(?:of\s+)?(?:{Y}|{OF_YEAR}))?"
YEAR_ALONE = (
    rf"(?:\b{PART}|(?<=\s))(?P<year>(?<!\d)(?:19|20)\d\d|['’]\d\d)"
    r"(?!\d|[.:,%-]\d|%|-\w|\s?(?:px|ms|[kmg]b|%|x\b|usd|eur|gbp|\$|€|km\b|lines|items|rows|users|tokens|files|tests"
    r"|dollars|euros|pounds|bucks|points|requests|people|steps|calories|words|times|miles|met(?:er|re)s|employees"
    r"|customers|records|entries|characters|pages|commits|hours|minutes|seconds|days|connections|events))"
)
NEAR_DAY = (
    r"\b(?:(?:the\s+)?day\s+before\s+yesterday|(?:the\s+)?day\s+after\s+tomorrow|toni(?:ght|te)"
    r"|last\s+(?P<part>night|evening)|(?:the\s+)?(?P<late>night)\s+before\s+last|(?:earlier\s+)?today|yesterday|tomorrow|tmrw|tmr)\b"
)
PART_OF_DAY = r"\b(?:this|yesterday|tomorrow)\s+(?P<part>morning|afternoon|evening|night)\b"
ABOUT = (
    r"(?:(?:well\s+|just\s+|a\s+(?:little|bit)\s+)?"
    r"(?:a\s+(?:good|solid|full|whole)|about|around|over|almost|nearly|roughly|approximately|some|close\s+to"
    r"|more\s+than|less\s+than|under|at\s+least|exactly|only|just|like|maybe|the\s+better\s+part\s+of)\s+)?"
)
HALF = r"(?P<half>\s+and\s+a\s+half)?"
AGO = rf"\b{ABOUT}{N}\s+(?:good\s+|full\s+)?{U}{HALF}\s+(?:ago|back)\b"
AGO_TODAY = rf"\b{N}\s+{U}\s+ago\s+(?:(?P<near>today|tomorrow|yesterday)|(?P<past>last)\s+{M})\b"
BEEN_SINCE = (
    rf"(?:\b(?:it|that)['’]s|\bit\s+has|\bits)\s+(?:now\s+|already\s+)?been\s+{ABOUT}{N}\s+(?:good\s+|full\s+)?{U}{HALF}"
    r"(?:\s+now)?(?=\s+since\s+(?:i|we|he|she|they|the|my|our|[A-Z])\b)"
)
COMPACT_AGO = r"\b(?P<count>\d{1,3})\s?(?P<unit>h|hr|d|w|wk|mo|y|yr|min)s?\s+ago\b"
AHEAD = rf"\b(?:in|after)\s+{ABOUT}{N}\s+{U}{HALF}(?:['’]?\s+time)?\b(?!\s+ago|\s+(?:a|per)\b)"
WEEKENDS_AGO = (
    rf"\b{N}\s+(?P<named>weekend|{A_WEEKDAY}|spring|summer|autumn|fall|winter"
    r"|christmas|xmas|easter|thanksgiving|halloween)(?:e?s)?\s+ago\b"
)
TWO_UNITS_AGO = (
    rf"\b{ABOUT}{N}\s+{UNIT}(?:,?\s+and\s+|,?\s+)(?P<more>\d{{1,3}}|{SMALL_NUMBERS})\s+"
    r"(?P<fine>month|week|day|hour|minute)s?\s+(?:ago|back)\b"
)
FROM_NOW = rf"\b{N}\s+{U}{HALF}\s+(?:from\s+(?:now|today)|hence)\b"
WITHIN = rf"\bwithin\s+(?:{N}\s+{U}|the\s+(?P<unit_one>hour|day|week|month|year))\b(?!\s+(?:of|after)\b)"
WHICH_UNIT = rf"\b(?:this\s+(?=past|coming))?(?:the\s+)?{WHICH}\s+{UNIT}\b"
UP_TO_NOW = (
    r"\b(?:for|over|in(?=\s+the)|during|within|the)\s+(?:the\s+)?(?:last|past)\s+"
    rf"(?P<unit>week|fortnight|month|quarter|year|decade)\b{HALF}"
)
RECENT = (
    r"\b(?:(?:for|over|in|during|within)\s+)?(?:the\s+|these\s+)?(?P<which>last|past|next|coming)\s+"
    rf"{N}\s+{U}\b{HALF}"
)
DURATION = (
    rf"\b(?:(?:for|since|going\s+on)\s+)?{ABOUT}{N}\s+{U}{HALF}\b(?:\s+(?:straight|running))?"
    r"(?P<now>\s+now\b)?(?!\s+(?:a|an|per|each|every|ago|back)\b)"
)
BEFORE_LAST = (
    rf"\b(?:the\s+)?(?P<unit>day|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|{NAMED_WEEKDAY}"
    r"|christmas|easter|thanksgiving|halloween)\s+"
    r"(?P<way>before\s+last|after\s+(?:the\s+)?next)\b"
)
SOME_OF_UNIT = (
    rf"\b(?:the\s+)?(?P<edge>first|last|final)\s+(?:(?P<count>\d{{1,2}}|{SMALL_NUMBERS}|few|couple\s+of)\s+)"
    r"(?P<what>day|week|month)s\s+(?:of|in)\s+"
    rf"(?:the\s+(?=month|quarter|year|q\d|spring|summer|autumn|fall|winter))?{CONTAINER}"
)
CALENDAR_WEEK = (
    r"\b(?:(?:(?:calendar|iso)\s+week|cw|kw)\s?(?P<week>5[0-3]|[1-4]\d|0?[1-9])"
    r"(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))?"
    r"|(?P<iso_year>(?:19|20)\d\d)-?w(?P<iso_week>5[0-3]|[1-4]\d|0[1-9])"
    r"|week\s(?P<nth>5[0-3]|[1-4]\d|0?[1-9])\s+of\s+(?P<of_year>(?:19|20)\d\d))\b"
)
PART_OF_UNIT = (
    r"\b(?:the\s+)?(?:(?:(?P<edge>(?:very\s+)?end|start|beginning|close)"
    r"|(?P<halved>first|second|1st|2nd|latter)\s+half|(?P<middle>middle))\s+of"
    r"|(?P<nth>first|second|third|fourth|last|final|1st|2nd|3rd|4th)\s+"
    rf"(?P<what>day|week|weekend|month|quarter|{NAMED_WEEKDAY})\s+(?:of|in))\s+"
    rf"(?:the\s+(?=week|month|quarter|year|q\d|spring|summer|autumn|fall|winter))?{CONTAINER}"
)
EARLY_UNIT = (
    r"\b(?P<part>early|earlier|mid|late|later)[\s-]+(?:in\s+)?(?P<which>this|last|next)\s+"
    r"(?P<unit>week|month|quarter|year)\b"
)
UNIT_END = r"\b(?:(?P<short>eow|eom|eoq|eoy)|(?:the\s+)?(?P<unit>month|quarter|year)(?:['’]s)?[\s-]end)\b"
DAY_END = (
    r"(?P<the>\b(?:at\s+)?(?:the\s+)?)(?:eod|eob|cob|close\s+of\s+(?:business|play)"
    r"|(?P<day>end\s+of\s+(?:the\s+|business\s+|this\s+)?day))\b"
)
NEW_YEAR = r"\b(?:in|into|for|early\s+in)\s+the\s+new\s+year\b(?!['’])"
WEEKDAY_IN = rf"\b(?P<named>{NAMED_WEEKDAY})\s+in\s+(?P<weeks>a|two|three|four|[1-9])\s+weeks?\b"
TURN = r"\b(?:the\s+)?turn\s+of\s+the\s+year\b"
WEEKDAY = (
    rf"(?:{LEAD})?\b(?:this\s+(?=past|coming))?(?:{WHICH}\s+)?{W}{DAY_PART}"
    r"(?:\s+(?:of\s+)?(?P<week>last|this|next)\s+week\b)?"
)
WEEKEND = (
    r"\b(?:(?:at|on|over|during)\s+)?(?:the\s+|this\s+(?=past|coming))?"
    rf"(?:(?<=the\s)|(?<=\bon\s)|\b{WHICH}\s+)weekend\b"
)
BEHIND_NTH = (
    r"(?=\s*(?:$|[,.;:!?)]|\b(?:and|or|but|so|then|at|as|with|after|before|since|until|till|to|from|instead|already"
    r"|because|not|though|we|i|it|he|she|they)\b))"
)
NTH = (
    r"(?P<lead>\b(?:on|by|since|until|till|before|after|from|for|week\s+of)\s+)the\s+"
    rf"(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b{BEHIND_NTH}"
)
IS_NTH = (
    r"(?P<lead>\b(?:day|date|shift|deadline|birthday|anniversary|appointment|flight|wedding|funeral|exam|interview|party)\b"
    r"(?:\s+(?!is\b|was\b)\S+){0,4}\s+(?:is|was|will\s+be|['’]s)\s+(?:now\s+|still\s+)?)the\s+(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b"
    r"(?=\s*(?:$|[,.;:!?)]|\b(?:and|or|but|so|then|at|because|we|i|it)\b))"
)
NTHS = (
    r"\b(?:(?:from|between)\s+the\s+(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?\s+(?:to|until|till|through|and)\s+the\s+"
    r"(?P<until>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?\b(?:\s+of\s+(?P<which>this|last|next)\s+month\b)?"
    r"(?!\s+of\s+(?!this|last|next)))"
)
NTH_OF_MONTH = (
    rf"\b(?:the\s+)?(?:(?P<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)|(?P<named>{DAY_WORDS}))"
    r"\s+of\s+(?:the\s+)?(?P<which>last|this|next|(?<=the\s)month)(?:(?<!month)\s+month)?\b"
)
WEEKDAY_WEEK = (
    r"\b(?:(?P<weeks>a|two|three)\s+weeks?\s+(?P<how>on|from|ago(?:\s+on)?)\s+"
    rf"(?P<day>{NAMED_WEEKDAY}|today|tomorrow|yesterday)|(?P<named>{NAMED_WEEKDAY}|tomorrow)\s+week)\b"
)
AT_CLOCK = (
    rf"\b(?:at|by|until|till|before|after|since|around)\s+(?:(?P<noon>noon|midnight)\b|{CLOCK})"
    r"(?P<oclock>\s?o['’]?clock\b)?(?![\d:]|\.\d)"
)
BARE_CLOCK = (
    r"(?<![\w.:])(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?"
    r"\s?(?P<half>[ap]\.?m\b\.?)"
    r"|\b(?P<noon>noon)\b"
)
DAY_CLOCK = (
    r"(?<![\w.:])(?P<hour>2[0-3]|[01]?\d)(?::(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?|(?P<oclock>\s?o['’]?clock\b))"
    r"(?![\d:]|\.\d)"
)

Reader = Callable[[re.Match[str], Said], Reading | None]


class Rule(NamedTuple):
    """What a date looks like, the cues that a text needs to hold one, and the function that reads it."""

    pattern: rx.Pattern
    needs: tuple[frozenset[str], ...]
    reader: Reader


RULES = tuple(
    Rule(rx.compile(pattern, re.IGNORECASE), needs(cues), reader)
    for pattern, cues, reader in (
        (ISO_DAY, "digit", absolute.iso_day),
        (NUMERIC_DAY, "digit", absolute.numeric_day),
        (BARE_DAY, "digit", absolute.bare_day),
        (BARE_DAYS, "digit", absolute.bare_days),
        (NUMBER_MONTH, "digit", absolute.iso_month),
        (ISO_MONTH, "digit", absolute.iso_month),
        (MONTH_DAYS, "month digit", absolute.month_days),
        (DAYS_MONTH, "month digit", absolute.month_days),
        (MONTH_DAY, "month digit", absolute.month_day),
        (DAY_MONTH, "month digit", absolute.month_day),
        (YEAR_MONTH_DAY, "month digit", absolute.month_day),
        (YEAR_MONTH, "month digit", absolute.month_alone),
        (WORD_MONTH, "month dayword", absolute.month_day),
        (MONTH_WORD, "month dayword", absolute.month_day),
        (MONTH_WORDS, "month digit/dayword", absolute.month_days),
        (WEEKDAY_NTH, "weekday digit/dayword", relative.weekday_nth),
        (MONTH_YEAR, "month digit/which", absolute.month_alone),
        (MONTH_ALONE, "month", absolute.month_alone),
        (YEARS, "digit", absolute.years),
        (SHORT_YEARS, "digit", absolute.short_years),
        (ONGOING, "digit now/which", absolute.ongoing),
        (DECADE, "digit/decade", absolute.decade),
        (QUARTER, "quarter", absolute.quarter),
        (YEAR_QUARTER, "quarter digit", absolute.quarter),
        (SEASONS, "season", absolute.season),
        (NAMED_DAY, "holiday", absolute.named_day),
        (NEAR_DAY, "near/which", relative.near_day),
        (PART_OF_DAY, "part near/which", relative.near_day),
        (AGO, "unit ago", relative.ago),
        (BEEN_SINCE, "unit", relative.ago),
        (AGO_TODAY, "unit ago", relative.ago_today),
        (TWO_UNITS_AGO, "unit ago", relative.two_units_ago),
        (COMPACT_AGO, "digit ago", relative.ago),
        (AHEAD, "unit", relative.ahead),
        (WEEKENDS_AGO, "ago weekend/weekday/season/holiday", relative.nth_ago),
        (FROM_NOW, "unit from", relative.ahead),
        (WITHIN, "unit within", relative.within),
        (UP_TO_NOW, "unit which", relative.up_to_now),
        (WHICH_UNIT, "unit which", relative.which_unit),
        (RECENT, "unit which", relative.recent_units),
        (DURATION, "unit", relative.duration),
        (BEFORE_LAST, "which", parts.before_last),
        (SOME_OF_UNIT, "unit edge", parts.some_of_unit),
        (CALENDAR_WEEK, "digit w", relative.calendar_week),
        (WEEKDAY_WEEK, "weekday/near unit", relative.weekday_week),
        (WEEKDAY_IN, "weekday unit", relative.weekday_in_weeks),
        (WEEKDAY, "weekday", relative.weekday),
        (WEEKEND, "weekend", relative.weekend),
        (NTHS, "digit", relative.days_of_month),
        (NTH_OF_MONTH, "digit/dayword which/unit", relative.day_of_which_month),
        (IS_NTH, "digit", relative.day_of_month),
        (NTH, "digit", relative.day_of_month),
        (PART_OF_UNIT, "edge", parts.part_of_unit),
        (EARLY_UNIT, "early unit", parts.early_unit),
        (UNIT_END, "closing", parts.unit_end),
        (DAY_END, "closing", parts.day_end),
        (TURN, "turn unit", parts.turn_of_year),
        (NEW_YEAR, "unit", parts.new_year),
        (YEAR_ALONE, "digit", absolute.year_alone),
        (AT_CLOCK, "digit/noon", relative.clock),
        (BARE_CLOCK, "digit/noon", relative.bare_clock),
        (DAY_CLOCK, "digit", relative.bare_clock),
    )
)
