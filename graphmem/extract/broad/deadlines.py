"""By when something has to be there: "I need the csv export done by friday eod", "taxes due on the 30th"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.typed import label
from graphmem.extract.plain.saying import dates_of
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import PETS, ROLE_HEADS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

WHAT = r"(?P<s>(?:(?:the|our|my|all|new)\s+)*[\w./'’-]+(?:\s+[\w./'’-]+){0,5}?)"
DONE = (
    r"(?:done|finished|finish|ready|complete|completed|cut|shipped|live|out|up|merged|delivered|released"
    r"|submitted|sent|in|fixed|deployed|filed|signed"
    r"|tested|reviewed|closed|on (?:staging|prod|main)|paid|launched|published|working)"
)
BY = r"(?:by|till|until|til|for|before|on|no later than|at the latest)"
NEEDED = rx.compile(
    r"^(?:(?:i|we|they|(?:my|our|the)\s+[\w-]+)\s+(?:really\s+)?(?:need|needs|want|wants|must have|have to"
    rf" have|has to have|expects?|promised|require|requires)\s+)(?:to have\s+|to get\s+)?{WHAT}(?:\s+(?:to"
    rf" be\s+)?{DONE})?\s+{BY}\s+(?P<d>.+)$",
    re.IGNORECASE,
)
MUST = rx.compile(
    rf"^{WHAT}\s+(?:must|has to|have to|needs? to|should|shall|is supposed to|gotta|is to)\s+"
    rf"(?:be\s+)?{DONE}\s+{BY}\s+(?P<d>.+?)(?:,?\s+or\b.*)?$",
    re.IGNORECASE,
)
DUE = rx.compile(
    rf"^{WHAT}(?:\s+(?:is|are|will be))?\s+due\s+(?:(?:by|on|at|for|in|before)\s+)?(?P<d>.+)$", re.IGNORECASE
)
BOOKED = rx.compile(
    rf"^{WHAT}\s+(?:(?:is|are|was|got|has been)\s+)?(?:planned|booked|scheduled|set|slated|targeted|penciled"
    r" in|pencilled in|moved|pushed|delayed|postponed)\s+(?:for|to|on|until)\s+(?P<d>.+)$",
    re.IGNORECASE,
)
GOES = rx.compile(
    rf"^{WHAT}\s+(?:goes? (?:live|out|to \w+(?: \w+)?|into \w+)|ships?|launches|lands|drops|is out|starts"
    r"|ends|opens|closes|expires?|renews?)\s+(?:on\s+|in\s+|by\s+)?(?P<d>.+)$",
    re.IGNORECASE,
)
LINE = rx.compile(
    rf"^{WHAT}\s+deadline\s*(?:\s(?:is|was moved to|moved to|got moved to)\s+|:\s*|\s)(?:on\s+)?(?P<d>.+)$",
    re.IGNORECASE,
)
LAUNCHING = rx.compile(
    r"^(?:(?:i|we)(?:['’](?:m|re)| am| are)?\s+)?(?P<s>(?:launching|shipping|releasing|publishing|retiring"
    r"|migrating|deploying|demoing|presenting|submitting|cutting over|going live|moving)\b(?:\s+(?!next\b"
    r"|this\b|in\b\s+\w+$)[\w./'’-]+){0,6}?)\s+(?:on\s+|in\s+|by\s+)?(?P<d>.+)$",
    re.IGNORECASE,
)
DEADLINES = (LINE, DUE, NEEDED, MUST, BOOKED, GOES, LAUNCHING)
LIFE = words(
    "kid kids baby birthday wedding train flight bus school dinner lunch party concert movie film game"
    " visa passport rent car dentist doctor appointment i we you he she it they this that these those"
    " there year semester season everyone everything someone something what who"
)


@rx.only_where(DEADLINES)
def of_piece(piece: Stretch) -> list[Claim]:
    """The deadline of one piece."""
    if not piece.reading.by_user or piece.negated():
        return []
    for pattern in DEADLINES:
        match = pattern.match(piece.text.strip(" .!"))
        if match is not None:
            return list(due(piece, match))
    return []


def due(piece: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """What is due, when the words behind are a day to come."""
    name = label(piece, match.span("s"), most=6)
    parts = set(name.lower().split())
    if (
        not name
        or parts & (LIFE | ROLE_HEADS | PETS)
        or any(one.entity == "PERSON" and one.text[:1].isupper() for one in piece.between(*match.span("s")))
    ):
        return
    dates = [date for date in dates_of(piece, "future") if date.start >= match.start("d") - 8]
    if not dates or dates[0].start > match.start("d") + 4:
        return
    clause = piece.clause(tense="future")
    when = piece.reading.when(clause)
    if when.start is None or when.grain not in {"day", "week", "month", "hour", "minute", ""}:
        return
    said = piece.reading.said_at
    if when.start.date() < said.date():
        return
    stamp = when.start.date().isoformat() if when.grain != "month" else when.start.date().isoformat()[:7]
    reading = piece.reading
    if match.re == LAUNCHING:
        doing = re.sub(r"\b(?:my|our)\b", "their", name)
        yield reading.claim(
            user(piece),
            "plans",
            finish(f"The user is {doing} on {stamp}"),
            value=f"{doing} on {stamp}",
            when=When(when.start, None, when.grain),
            confidence=0.7,
        )
        return
    verb = "are" if name.endswith("s") and not name.endswith("ss") else "is"
    yield reading.claim(
        user(piece),
        "due_on",
        finish(f"The {name} {verb} due on {stamp}"),
        value=stamp,
        qualifier=name,
        when=When(None, None, when.grain),
        confidence=0.7,
    )
