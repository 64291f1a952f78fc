"""Dates in text: from English and the moment it was said to intervals, each with its grain and its place.

The rules stand in `date_rules`, what neighbours mean together in `date_joins`; what "last", "next" and a month
without a year mean is told in `date_absolute`. All is counted in the zone of the moment it was said; intervals are
UTC. No library is used: dateparser 1.5.0 was tried and takes 0.1 s to import, finds dates in "may go" and "we sat",
misses "last summer", "by EOD", "Q3 2024" and "at the weekend", and gives moments without their grain.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from graphmem.extract import sieve as rx
from graphmem.extract.calendar import midnight, start_of
from graphmem.extract.date_absolute import Said
from graphmem.extract.date_cues import cues_of
from graphmem.extract.date_joins import (
    BETWEEN,
    DateMention,
    Found,
    anchored,
    join_clocks,
    join_ranges,
    later,
    read_one,
    without_lengths,
)
from graphmem.extract.date_rules import RULES
from graphmem.extract.date_spans import named_spans
from graphmem.extract.date_words import WEEKDAYS

__all__ = ["DateMention", "find_dates", "written"]

REPEATED = rx.compile(
    r"\b(?:black|cyber|fat|casual|every|each|most|per|on\s+alternate|on\s+an?)"
    rf"\s+(?:other\s+|single\s+|second\s+|third\s+)?(?:(?:{'|'.join(WEEKDAYS)})(?:,\s*|,?\s+(?:and|or|&)\s+))*$",
    re.IGNORECASE,
)
# "I run once a week now" tells how often.
RATE = rx.compile(
    r"\b(?:once|twice|times|days|hours|nights|mornings|evenings|meals|cups|coffees)\s+$", re.IGNORECASE
)
# "A 1960s-era camera" tells of the camera.
OF_ITS_TIME = rx.compile(r"-(?:era|style|built|made|vintage|inspired|themed|looking|born)\b", re.IGNORECASE)
# "The first Monday of each month".
EACH = rx.compile(r"\s+(?:of|in)\s+(?:each|every|any|alternate)\b", re.IGNORECASE)
PLURAL = rx.compile(r"s\b(?![’'])", re.IGNORECASE)  # "on Friday afternoons"
NEAREST = rx.compile(
    r"\b(?:(?P<as>as\s+(?:of|from))|(?:starting|beginning|effective)(?:\s+(?:on|in|from))?"
    r"|(?P<open>from))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
WEEKDAY = rx.compile(rf"\W*(?:on\s+)?(?:{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
LONGEST_DAY = timedelta(hours=25)  # when clocks are set back
FUTURE = rx.compile(
    r"\b(?:by|until|till|til|through|due|before|starting|effective|beginning|(?:no|not)\s+later\s+than|will|gonna"
    r"|'ll|going\s+to)\s+(?:\S+\s+){0,6}$",
    re.IGNORECASE,
)
# "Booked for 20 December", "pushed the launch to Friday": what was arranged lies ahead.
ARRANGED = rx.compile(
    r"\b(?:(?:booked|planned|scheduled|rescheduled|invited|reserved|arranged|slated|penciled|pencilled|set|registered"
    r"|signed\s+up)\b[^.;!?]{0,60}\bfor"
    r"|(?:signed\s+up|registered|entered|booked|tickets"
    r"|a\s+place)\b[^.;!?]{0,20}\bfor\b[^.;!?]{0,30}\b(?:marathon|race|half|10k|triathlon"
    r"|course|class|workshop|conference|exam|tournament|concert|show|gig|match|flight|trip|retreat|camp"
    r"|festival|dinner)\s+(?:on|in)"
    r"|(?:postponed|pushed|delayed|moved|rescheduled|rebooked|deferred|extended|renewed|prolonged)\b[^.;!?]{0,60}\b(?:to|until|till|for))"
    r"\s+(?:the\s+|on\s+|early\s+|late\s+|mid[-\s])?$",
    re.IGNORECASE,
)
SINCE = rx.compile(
    r"\bsince\s+(?:(?:the|about|around|early|late|mid|at\s+least|from)[\s-]+)*$", re.IGNORECASE
)
# "It's on hold until May": what is so now ends in a May to come.
LASTS = rx.compile(
    r"\b(?:until|till|til|through)\s+(?:(?:the|about|around|early|late|mid|end\s+of|at\s+least)[\s-]+)*$",
    re.IGNORECASE,
)
LIES_AHEAD = rx.compile(r"(?:by|until|till|til|before)\b", re.IGNORECASE)


def find_dates(text: str, said_at: datetime, *, tense: str = "") -> list[DateMention]:
    """Every date in the text, in order, without overlaps.

    `said_at` is the moment of speaking; its zone is the speaker's (UTC when it has none). `tense` is past, present,
    future or "", and settles what is partial; "" looks at the words before a date ("by Friday" lies ahead).
    """
    cues = cues_of(text)
    if not cues:
        return []
    moment = said_at if said_at.tzinfo else said_at.replace(tzinfo=UTC)
    found = named_spans(
        text,
        anchored(text, join_clocks(text, read_all(text, moment, tense, cues), moment, past=tense == "past")),
        moment,
    )
    mentions = [
        mention
        for mention in join_ranges(text, found, moment)
        if not REPEATED.search(text[: mention.start])
        and not PLURAL.match(text, mention.end)
        and not EACH.match(text, mention.end)
        and not OF_ITS_TIME.match(text, mention.end)
        and not (mention.text.lower().startswith(("a ", "an ")) and RATE.search(text[: mention.start]))
    ]
    return without_lengths(text, later(text, mentions))


def read_all(text: str, moment: datetime, tense: str, cues: frozenset[str]) -> list[Found]:
    """The longest matches of the rules whose cues are there, in order of the text."""
    candidates: list[tuple[int, int, int, re.Match[str]]] = []
    for order, rule in enumerate(RULES):
        if any(group.isdisjoint(cues) for group in rule.needs):
            continue
        for match in rule.pattern.finditer(text):
            led = "lead" in rule.pattern.groupindex and match["lead"]
            lead = match.end("lead") if led else match.start()
            candidates.append((lead - match.end(), order, lead, match))
    candidates.sort(key=lambda candidate: (candidate[0], candidate[1]))
    taken: list[Found] = []
    for _, order, start, match in candidates:
        if any(start < other.end and other.start < match.end() for other in taken):
            continue
        said = spoken(text, start, match, moment, tense)
        reader = RULES[order].reader
        reading = read_one(reader, match, said)
        if reading is not None and is_near(text, start, match.end(), tense):
            other = read_one(reader, match, Said(moment, future=not said.future)) or reading
            reading = min(reading, other, key=lambda one: abs(one.interval.low - moment))
        if reading is not None:
            end = match.start() + len(match[0].rstrip(" ,."))
            taken.append(Found(start, end, reading))
    return sorted(taken, key=lambda one: one.start)


def is_near(text: str, start: int, end: int, tense: str) -> bool:
    """True behind "as of", "starting" and "from", which point at the nearest one.

    A range is settled by its other end; what is told of the future lies ahead, and "from May" of the past behind;
    "starting Monday" is the next one.
    """
    near = NEAREST.search(text[:start]) if tense != "future" else None
    if near is None or BETWEEN.match(text, end) or (near["open"] and tense == "past"):
        return False
    return bool(near["as"]) or tense == "past" or not WEEKDAY.match(text, start)


def spoken(text: str, start: int, match: re.Match[str], moment: datetime, tense: str) -> Said:
    """The moment and the tense in which the date at `start` is to be read."""
    before = text[:start]
    if SINCE.search(before) or match[0].lower().startswith("since"):
        return Said(moment, future=False, past=True)  # "it is owned by Felix since March", whatever the tense
    near = NEAREST.search(before) if tense != "past" else None
    coming = near is not None and not near["as"] and WEEKDAY.match(match.string, start)
    if coming or ARRANGED.search(before):
        return Said(moment, future=True)
    ahead = tense == "future" or (tense == "" and bool(FUTURE.search(before) or LIES_AHEAD.match(match[0])))
    ahead = ahead or (tense == "present" and bool(LASTS.search(before)))
    return Said(moment, ahead, tense == "past")


def written(mention: DateMention, said_at: datetime) -> str:
    """The date without reference to the moment of speaking: 2024-06-09, May 2024, Q2 2024, 2021."""
    zone = said_at.tzinfo or UTC
    start, last = mention.interval.low.astimezone(zone), mention.last.astimezone(zone)
    if mention.direction == "for":
        return written_unit(start, "month" if mention.grain in {"month", "year", "quarter"} else "day")
    if mention.direction == "within":
        return written_unit(mention.interval.high.astimezone(zone), "day")
    if mention.direction == "range":
        return f"{written_unit(start, mention.grain)} to {written_unit(last, mention.grain)}"
    if mention.grain == "year" and mention.interval.high - mention.interval.low > timedelta(days=400):
        final_year = mention.interval.high.astimezone(zone).year - 1
        return f"the {start.year}s" if final_year - start.year == 9 else f"{start.year} to {final_year}"
    if mention.grain == "week" and start.weekday():
        return f"{start:%Y-%m-%d} to {start + timedelta(days=6):%Y-%m-%d}"
    if mention.grain == "day" and mention.interval.high - mention.interval.low > LONGEST_DAY:
        final = midnight(mention.interval.high.astimezone(zone)) - timedelta(days=1)
        if start.weekday() == 5 and (final - start).days == 1:
            return f"the weekend of {start:%Y-%m-%d}"
        return f"{start:%Y-%m-%d} to {final:%Y-%m-%d}"
    part = mention.grain == "hour" and mention.interval.high - mention.interval.low > timedelta(hours=1)
    return written_unit(start, "part" if part else mention.grain)


def on_or_in(grain: str) -> str:
    """What stands before a written date: "on" a day or an hour, "in" whatever is longer."""
    return "in" if grain in {"week", "month", "quarter", "season", "year"} else "on"


def written_unit(start: datetime, grain: str) -> str:
    """One unit of time by its name."""
    if grain == "year":
        return f"{start.year:04}"
    if grain == "quarter":
        return f"Q{(start.month - 1) // 3 + 1} {start.year:04}"
    if grain == "season":
        return f"{('winter', 'spring', 'summer', 'autumn')[start.month % 12 // 3]} {start.year:04}"
    if grain == "month":
        return f"{start:%B} {start.year:04}"
    if grain == "week":
        return f"the week of {start_of(start, 'week'):%Y-%m-%d}"
    if grain == "part":
        return f"{start:%Y-%m-%d}"
    if grain in {"hour", "minute", "second"}:
        return f"{start:%Y-%m-%d %H:%M}"
    return f"{start:%Y-%m-%d}"
