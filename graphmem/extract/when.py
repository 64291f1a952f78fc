"""From the dates of a clause to the interval that it states."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.extract.clauses import Clause
from graphmem.extract.dates import DateMention
from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import words

DAY_GRAINS = frozenset({"day", "hour", "minute", "second"})
# Verbs of a change, after which something new holds.
BEGINS = words(
    "move relocate return emigrate settle join rejoin start begin become hire promote marry adopt buy switch migrate"
    " port upgrade downgrade rename"
)
OF_ONE = frozenset({"since", "from", "until", "through", "range"})


class When(NamedTuple):
    """The interval that a clause states, as far as it does."""

    start: datetime | None = None
    end: datetime | None = None
    grain: str = ""


def interval_of(clause: Clause, dates: list[DateMention], *, ends: bool, lasting: bool) -> When:
    """The interval of a clause with these dates; a coarse date stands for the start of its grain.

    `ends` says that a plain date is the end of what is told, `lasting` that it is the whole time.
    """
    start = end = None
    grain = ""
    for date in told_once(dates):
        if date.direction == "for" and (ends or lasting or not reaches_now(clause, date)):
            continue  # how long it takes or took
        if is_aim(clause, date) and not ends:
            continue
        low, grain = date.interval.low, date.grain
        if date.direction == "after" and grain not in DAY_GRAINS:
            low = date.interval.high  # "after the summer"
        if date.direction == "range":
            start, end = low, date.interval.high if grain in DAY_GRAINS else date.last
        elif date.direction == "through":
            end = date.interval.high if grain in DAY_GRAINS else date.last
        elif ends or (date.direction in {"until", "by", "before"} and not begun_by(clause, date)):
            end = low
        else:
            start = low
            if lasting and date.direction == "":
                end = date.interval.high
    if start is not None and end is not None and start > end:
        return When()
    return When(start, end, grain if (start or end) else "")


def begun_by(clause: Clause, date: DateMention) -> bool:
    """True for "we moved to Porto before Christmas": by then it had begun."""
    return date.direction != "until" and clause.tense == "past" and clause.lemma in BEGINS


def is_aim(clause: Clause, date: DateMention) -> bool:
    """True for "I'm at A2 and want B1 by June": what is so in the present has no end by a date that is aimed at."""
    present = clause.tense == "present" and not (clause.perfect or clause.aspect)
    return date.direction in {"by", "before"} and present


def of_word(word: Word | None, dates: list[DateMention]) -> list[DateMention]:
    """Of several ends or beginnings those of the word: "in Japan until 2016 and in Chile until 2019"."""
    kept: list[DateMention] = []
    for date in dates:
        same = [one for one in dates if one.direction == date.direction]
        if word is None or date.direction not in OF_ONE or len(same) == 1:
            kept.append(date)
            continue
        behind = [one for one in same if one.start >= word.end]
        if date is (behind[0] if behind else same[-1]):
            kept.append(date)
    return kept


def told_once(dates: list[DateMention]) -> list[DateMention]:
    """Of plain dates side by side the first, or one inside it: "last summer, in July"."""
    kept: list[DateMention] = []
    plain: DateMention | None = None
    for date in dates:
        if date.direction == "" and plain is not None:
            if not (plain.interval.low <= date.interval.low and date.interval.high <= plain.interval.high):
                continue
            kept.remove(plain)
        plain = date if date.direction == "" else plain
        kept.append(date)
    return kept


def holds(words: Iterable[Word], date: DateMention) -> bool:
    """True when a word of these is part of the date."""
    return any(date.start <= word.start < date.end for word in words)


def reaches_now(clause: Clause, date: DateMention) -> bool:
    """True for "I've lived here for three years"; "I'll stay for three weeks" tells no start, nor does "I stayed"."""
    if clause.perfect or "now" in date.text.lower().split() or "since" in date.text.lower():
        return True
    return clause.tense == "present" and clause.aspect == ""
