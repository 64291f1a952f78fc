"""Which rules a text can match at all: from its words to the cues that each rule needs.

A rule is a search through the whole text, and most texts have the words of few rules; one pass over the words tells
which are worth it.
"""

from __future__ import annotations

import re

from graphmem.extract.date_words import DAY_NAMES, DECADES, MONTHS, UNIT_NAMES, WEEKDAYS
from graphmem.extract.holidays import NAMES

WORD = re.compile(r"\d|[a-z]+")
SEASONS = ("spring", "summer", "autumn", "fall", "winter")
UNITS = ("second", "minute", "hour", "day", "week", "fortnight", "month", "quarter", "year", "decade")


def first_words(names: tuple[str, ...]) -> set[str]:
    """The first word of each name."""
    return {WORD.findall(name)[0] for name in names}


def with_plurals(names: set[str]) -> set[str]:
    """The names and their plurals."""
    return names | {f"{name}s" for name in names}


# cue -> the words that give it
WORDS_OF: dict[str, set[str]] = {
    "digit": set("0123456789"),
    "month": set(MONTHS),
    "weekday": with_plurals(set(WEEKDAYS)),
    "weekend": with_plurals({"weekend"}),
    "unit": with_plurals({*UNITS, *UNIT_NAMES}),
    "season": with_plurals(set(SEASONS)),
    "dayword": first_words(tuple(DAY_NAMES)),
    "decade": set(DECADES),
    "holiday": first_words(NAMES) | {"christmases", "easters", "thanksgivings", "halloweens"},
    "ago": {"ago", "back"},
    "near": {"today", "tonight", "tonite", "yesterday", "tomorrow", "tmrw", "tmr"},
    "part": {"morning", "afternoon", "evening", "night"},
    "which": {"last", "previous", "past", "next", "coming", "upcoming", "this", "current"},
    "quarter": {"q", "h", "quarter"},
    "edge": {"end", "start", "beginning", "close", "half", "middle", "last", "final", "first", "second", "third",
             "fourth", "st", "nd", "rd", "th"},
    "early": {"early", "earlier", "mid", "late", "later"},
    "closing": {"eow", "eom", "eoq", "eoy", "eod", "eob", "cob", "end", "close"},
    "turn": {"turn"},
    "noon": {"noon", "midnight"},
    "within": {"within"},
    "now": {"now", "today", "present", "day"},
    "from": {"from", "hence"},
    "w": {"w", "cw", "kw", "week"},
}  # fmt: skip
CUES: dict[str, frozenset[str]] = {
    word: frozenset(cue for cue, words in WORDS_OF.items() if word in words)
    for word in set().union(*WORDS_OF.values())
}


def cues_of(text: str) -> frozenset[str]:
    """The cues that the words of a text give."""
    found = {CUES[word] for word in WORD.findall(text.lower()) if word in CUES}
    return frozenset().union(*found) if found else frozenset()


def needs(written: str) -> tuple[frozenset[str], ...]:
    """Cues that a rule needs, "month digit/dayword", as sets of which each has to meet the cues of a text."""
    groups = tuple(frozenset(group.split("/")) for group in written.split())
    unknown = frozenset().union(*groups) - WORDS_OF.keys()
    assert not unknown, unknown
    return groups
