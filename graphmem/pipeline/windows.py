"""The time that a question names becomes an interval: a date, or an event that is known ("before the migration")."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from graphmem.extract.dates import DateMention, find_dates
from graphmem.index.analyze import analyze
from graphmem.index.filter import Filter
from graphmem.index.sync import Index
from graphmem.retrieve.question import Question
from graphmem.retrieve.wording import PAST
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.temporal import Interval


def time_window(text: str, moment: datetime) -> Interval | None:
    """The first span of time that the text names, as it is meant at that moment."""
    # "What did I do in August", asked in June, means the last one.
    dates = find_dates(text, moment, tense="past" if PAST.search(text) else "")
    return bounded(dates[0]) if dates else None


def bounded(date: DateMention) -> Interval:
    """The span that a date with its direction means: "since May" has no end, "before 2023" no beginning."""
    if date.direction == "since":
        return Interval(date.interval.start, None)
    if date.direction == "after":
        return Interval(date.interval.end, None)
    if date.direction == "before":
        return Interval(None, date.interval.start)
    if date.direction in {"until", "by"}:
        return Interval(None, date.interval.end)
    return date.interval


def anchored(question: Question, index: Index, reader: Reader, where: Filter) -> Interval | None:
    """The span before, after or during the event that the question names, when a fact tells when that was."""
    words = set(analyze(question.anchor))
    if not words:
        return None
    found = index.text(question.anchor, where=replace(where, kinds=frozenset({"fact"})), limit=5)
    facts = queries.facts(reader, [key for key, _ in found])
    for key, _ in found:
        fact = facts.get(key)
        # Only a fact that has all the words is the event, and only one that began at some time bounds anything.
        if fact is None or fact.valid_from is None or not words <= set(analyze(fact.text)):
            continue
        if question.relation == "before":
            return Interval(None, fact.valid_from)
        if question.relation == "after":
            return Interval(fact.valid_from, None)
        return fact.valid
    return None
