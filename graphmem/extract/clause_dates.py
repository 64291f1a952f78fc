"""Which dates of a sentence a clause tells of itself, and in which tense they are read.

The present tells what is to come when its verb is one of a timetable: "my contract ends on 31 August". What comes
round by itself dates nothing: "we pull the rates at 16:15", "my asthma is worse in winter".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from graphmem.extract.clauses import Clause
from graphmem.extract.date_words import MONTHS
from graphmem.extract.dates import DateMention
from graphmem.extract.vocabulary import words
from graphmem.extract.when import holds

# Verbs whose present tense goes by a timetable.
TIMETABLE = words(
    "end start begin restart resume expire finish conclude lapse open close reopen launch arrive leave depart fly land"
    " renew kick retire graduate"
)
# Of these a month is the one in which something takes place: "we have the audit in November".
STANDING = words("love like hate prefer enjoy suffer use need drink eat play wear sleep")
# How somebody is only at that time: "I'm off in August".
AWAY = words("free off away out busy back due here there closed open available unavailable booked gone home")
AHEAD = frozenset({"", "until", "through", "by", "before"})
UNTIL = re.compile(r"\b(?:until|till|til)\s+(?:[\w'’-]+\s+){2,7}$", re.IGNORECASE)
CLOCK_ALONE = re.compile(
    r"(?:(?:at|around)\s+)?(?:noon|midnight|\d{1,2}(?:[:.]\d\d){0,2}\s?(?:[ap]\.?m\b\.?|o['’]?clock)?)",
    re.IGNORECASE,
)
SEASON_ALONE = re.compile(r"(?:in\s+)?(?:the\s+)?(?:spring|summer|autumn|fall|winter)", re.IGNORECASE)
MONTH_ALONE = re.compile(rf"(?:in\s+)?(?:{'|'.join(MONTHS)})\.?", re.IGNORECASE)


def dates_of(
    clause: Clause, dates_in: Callable[[str], list[DateMention]], said_at: datetime
) -> list[DateMention]:
    """The dates of a sentence as the clause means them, without what comes round; `dates_in` reads them in a tense."""
    found = [date for date in dates_in(tense_of(clause)) if not comes_round(clause, date)]
    if clause.tense == "present" and any(is_over(date, said_at) for date in found):
        found = [
            date for date in dates_in("future") if not comes_round(clause, date)
        ]  # "from July until March"
    found = [until_then(clause, date) for date in found]
    if is_timetabled(clause):
        coming = {date.start: date for date in dates_in("future")}
        found = [coming.get(date.start, date) if date.direction in AHEAD else date for date in found]
    return found


def until_then(clause: Clause, date: DateMention) -> DateMention:
    """ "I'm team lead until Ana is back in September": what holds until then ends at the date behind."""
    text = clause.sentence.text
    led = UNTIL.search(text[: date.start - clause.sentence.start])
    if date.direction or led is None or clause.verb.start - clause.sentence.start > led.start():
        return date
    return date._replace(direction="until")


def tense_of(clause: Clause) -> str:
    """The tense in which the dates of a clause are read: future, past or "" when the date itself tells."""
    if clause.tense == "future" or clause.aspect in {"plan", "other"}:
        return "future"
    return "past" if clause.tense == "past" else ""


def is_over(date: DateMention, said_at: datetime) -> bool:
    """True for a range that ended before it was told, which no present tense can mean."""
    return date.direction == "range" and date.interval.high <= said_at


def is_timetabled(clause: Clause) -> bool:
    """True for "my contract ends on 31 August"."""
    active = clause.tense == "present" and not clause.perfect and clause.verb.tag in {"VBZ", "VBP", "VBG"}
    return active and clause.lemma in TIMETABLE


def comes_round(clause: Clause, date: DateMention) -> bool:
    """True for a time of day, a season or a month that the clause tells of each day or year."""
    simple = clause.tense == "present" and not (clause.perfect or clause.aspect or clause.modal)
    if not simple or date.direction or "-ing" in clause.adverbs or clause.lemma in TIMETABLE:
        return False
    if CLOCK_ALONE.fullmatch(date.text):
        return clause.lemma != "be"
    place = clause.verb.i
    behind = clause.complements or [word for word in clause.words if place < word.i <= place + 3]
    adjective = any(word.pos == "ADJ" and word.lower not in AWAY for word in behind)
    if SEASON_ALONE.fullmatch(date.text):
        return adjective or clause.lemma not in {"be", "have"}
    return bool(MONTH_ALONE.fullmatch(date.text)) and (adjective or clause.lemma in STANDING)


def told_of_another(clause: Clause, clauses: Sequence[Clause], date: DateMention) -> bool:
    """True for the plain date of "it is hosted on Netlify, moving to Cloudflare on July 1"."""
    if clause.tense != "present" or clause.perfect or date.direction:
        return False
    behind = (one for one in clauses if one.verb.dep == "advcl" and one.verb.tag == "VBG")
    return any(
        one.verb.i > clause.verb.i and one.lemma not in {"start", "begin"} and holds(one.words, date)
        for one in behind
    )
