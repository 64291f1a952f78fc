"""Where somebody is and in what state for a stated time: "I'm in Paris until Friday", "Ole is out of office this week".

Without a time such a sentence tells of this moment, and no fact is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.dates import DateMention, written
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.changes import FIRM, SUBJECT, person
from graphmem.extract.plain.saying import called, dates_of
from graphmem.extract.plain.shapes import things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.wording import finish
from graphmem.model import Claim

IS = r"(?:\s*['’](?:m|s|re)|\s+(?:am|is|are))\s+(?:(?:currently|now|still|back|over|also|just|here)\s+)*"
TIMED = r"(?=\s+(?:until|till|til|through|from|for|this|next|all|today)\b)"
IN_PLACE = rx.compile(rf"^{SUBJECT}{IS}(?:staying\s+)?in\s+(?P<o>{FIRM}){TIMED}", re.IGNORECASE)
STATE = (
    r"(?:on\s+(?:vacation|holidays?|pto|leave|call|duty|support|jury\s+duty|a\s+business\s+trip|bed\s+rest|crutches)"
    r"|out\s+of\s+(?:the\s+)?office|ooo|off\s+(?:work|sick)|off|away|travell?ing|unavailable)"
)
AWAY = rx.compile(rf"^{SUBJECT}{IS}(?P<o>{STATE}){TIMED}", re.IGNORECASE)
OVER = rx.compile(
    rf"^{SUBJECT}{IS}(?:(?:no\s+longer|not)\s+(?P<o>{STATE})(?=\s*$|\s+(?:any\s?more|now|since)\b)|(?P<off>off)\s+"
    r"(?P<p>call|duty|support|crutches|leave)(?=\s*$|\s+(?:now|again|since)\b))",
    re.IGNORECASE,
)
WILL_BE = rx.compile(
    r"\b(?:i|we)(?:['’]ll|\s+will|['’]m|['’]re|\s+am|\s+are)(?:\s+(?:going\s+to\s+)?be)?(?:\s+(?:staying|living"
    r"|working|based))?"
    rf"\s+in\s+(?P<o>{FIRM})",
    re.IGNORECASE,
)
MONTH = timedelta(days=28)
WAS_ON = rx.compile(
    rf"^(?P<s>(?i:we|i))\s+(?:was|were)\s+{ADVERBS}on\s+(?P<o>{FIRM})\s+(?:until|till|up\s+to)\b"
)


@rx.only_where(IN_PLACE, WILL_BE, AWAY, WAS_ON, OVER)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of a stay or a state with an end."""
    if not stretch.reading.by_user:
        return
    yield from over(stretch)
    if stretch.negated():
        return
    yield from first_of((stay, stay_to_come, away, was_on), stretch)


def told_time(stretch: Stretch, after: int) -> tuple[DateMention, When] | None:
    """The date behind a place in the statement that says how long, and the interval it means."""
    date = next((one for one in dates_of(stretch, "future") if one.start >= after), None)
    if date is None or date.direction in {"for", "since", "by", "before", "after"} or date.grain == "minute":
        return None
    when = stretch.reading.when(stretch.clause(tense="future"), lasting=True)
    return None if when.end is None or when.end <= stretch.reading.said_at else (date, when)


def timed(stretch: Stretch, date: DateMention) -> str:
    """ "until 2024-06-14", "in the week of 2024-06-10"."""
    text = written(date, stretch.reading.said_at)
    if date.direction in {"until", "through"}:
        return f"{date.direction} {text}"
    if date.direction == "within":
        return f"until {text}"
    if date.direction == "range":
        return f"from {text}"
    return f"{'on' if re.match(r'[0-9]{4}-|the weekend', text) else 'in'} {text}"


def somebody(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """Who is there; only a person can be, whatever the parser thinks of the name."""
    party = person(stretch, match) or called(stretch, match.span("s"))
    if party is None or party.mention.kind != "person" or party.group:
        return None
    return party._replace(shown="The user") if party.user else party


def stay(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm in Paris until Friday", "we're in Lisbon this week"."""
    match = IN_PLACE.match(stretch.text)
    found = told_time(stretch, match.end()) if match else None
    party = somebody(stretch, match) if match and found else None
    if match is None or found is None or party is None:
        return
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=3)[:1]:
        if thing.kind == "place":
            text = finish(f"{party.shown} is in {thing.name} {timed(stretch, found[0])}")
            yield stretch.reading.claim(
                party, "visited", text, thing=thing, kind="place", when=found[1], confidence=0.75
            )


def stay_to_come(stretch: Stretch) -> Iterator[Claim]:
    """ "From June till the end of August I'll be in Marseille": a month and more is a home for that time."""
    match = WILL_BE.search(stretch.text)
    if match is None:
        return
    date = next((one for one in dates_of(stretch, "future") if one.direction == "range"), None)
    if date is None or date.interval.high <= stretch.reading.said_at or date.last - date.interval.low < MONTH:
        return
    end = date.last if date.last > date.interval.low else date.interval.high
    party = stretch.reading.speaker(stretch.words[0])._replace(shown="The user")
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=3)[:1]:
        if thing.kind != "place":
            return
        text = finish(f"{party.shown} lives in {thing.name} from {written(date, stretch.reading.said_at)}")
        when = When(date.interval.low, end, date.grain)
        yield stretch.reading.claim(
            party, "lives_in", text, thing=thing, kind="place", when=when, confidence=0.75
        )


def away(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm out of office until the 20th", "Mei is on call this week"."""
    match = AWAY.match(stretch.text)
    found = told_time(stretch, match.end()) if match else None
    party = somebody(stretch, match) if match and found else None
    if match is not None and found is not None and party is not None:
        text = finish(f"{party.shown} is {match['o']} {timed(stretch, found[0])}")
        yield stretch.reading.claim(
            party, "status_is", text, value=match["o"], when=found[1], confidence=0.75
        )


def over(stretch: Stretch) -> Iterator[Claim]:
    """ "Farid is no longer on call", "I'm off call now"."""
    match = OVER.match(stretch.text)
    party = somebody(stretch, match) if match else None
    if match is None or party is None:
        return
    state = match["o"] or f"on {match['p']}"
    when = stretch.reading.when(stretch.clause(tense="past"))
    yield stretch.reading.claim(
        party, "status_is", finish(f"{party.shown} is no longer {state}"), value=state, mode="ends",
        when=When(None, when.start or when.end, when.grain), confidence=0.75,
    )  # fmt: skip


def was_on(stretch: Stretch) -> Iterator[Claim]:
    """ "We were on Heroku until March": a tool that is used no longer."""
    match = WAS_ON.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None:
        return
    date = next((one for one in dates_of(stretch, "past") if one.start >= match.end("o")), None)
    if date is None or date.direction != "until" or date.interval.low > stretch.reading.said_at:
        return
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=3)[:1]:
        if thing.kind in {"person", "organization"} and not stretch.reading.ontology.known(thing.name):
            return
        reading, until = stretch.reading, When(None, date.interval.low, date.grain)
        predicate = reading.ontology.predicate("uses")
        text = stated(reading, party, predicate, thing.name, mode="ends", when=until)
        kind = reading.ontology.known(thing.name) or "technology"
        yield reading.claim(
            party, "uses", text, thing=thing, kind=kind, mode="ends", when=until, confidence=0.75
        )
