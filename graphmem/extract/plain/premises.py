"""Where the rooms and houses of the user are: "our office is in Kreuzberg", "the shop moved to Lund"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.shapes import things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

ROOMS = (
    r"(?:(?:head|main|home|branch|sales|design)\s+)?(?:office|offices|headquarters|hq|shop|store|studio|practice|salon|warehouse"
    r"|workshop|lab|clinic|restaurant|caf[eé]|bakery|gym|school|factory|plant|farm|allotment|data\s?cent(?:re|er))"
)
LIES = rx.compile(
    rf"^(?:my|our|the)\s+(?P<s>{ROOMS})\s*(?:['’]s|\s(?:is|are|sits|lies))\s+(?:now\s+|still\s+|currently\s+|just\s+|located\s+"
    r"|based\s+)*(?:over\s+|up\s+|down\s+)?(?:in|at|on)\s+(?P<o>(?:the\s+)?[A-Z][\w'’-]*(?:[\s-][A-Z][\w'’-]*)*)(?P<t>.*)$"
)
MOVED = rx.compile(
    rf"^(?:my|our|the)\s+(?P<s>{ROOMS})\s+(?:has\s+|have\s+|just\s+|was\s+|were\s+|got\s+)*(?:moved|relocated)\s+(?:over\s+)?"
    r"(?:from\s+(?:the\s+)?[A-Z][\w'’-]*(?:[\s-][A-Z][\w'’-]*)*\s+)?(?:to|into)\s+(?P<o>(?:the\s+)?[A-Z][\w'’-]*(?:[\s-][A-Z][\w'’-]*)*)"
    r"(?P<t>.*)$"
)
NOT_PLACES = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Slack|Zoom|Teams|Github|GitHub|Discord|Google|AWS|Azure",
    re.IGNORECASE,
)


@rx.only_where(MOVED, LIES)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The place of one of the user's rooms, and since when when it moved there."""
    if not stretch.reading.by_user or stretch.negated():
        return
    moved = MOVED.match(stretch.text)
    match = moved or LIES.match(stretch.text)
    if match is None or re.match(r"\s*(?:mode|view|page|app|team|chat|and|or)\b", match["t"]):
        return
    place = place_in(stretch, match)
    if place is None:
        return
    room = match["s"].lower()
    reading = stretch.reading
    inside = stretch.between(*match.span("s"))
    start, end = reading.sentence.passage.source(inside[0].start, inside[-1].end)
    party = Party(Mention(reading.message.id, start, end, f"user's {room}", "place"), f"The user's {room}")
    when = reading.when(stretch.clause(tense="past")) if moved else None
    text = finish(f"The user's {room} {'are' if room.endswith('offices') else 'is'} located in {place.name}")
    yield reading.claim(party, "located_in", text, thing=place, kind="place", when=when, confidence=0.7)


def place_in(stretch: Stretch, match: re.Match[str]) -> Thing | None:
    """The place that is named: one with a capital that is no day, no month and no tool."""
    found = things_of(stretch, stretch.between(*match.span("o")), most=4)
    if not found or NOT_PLACES.fullmatch(found[0].name) or found[0].head.technical:
        return None
    known = stretch.reading.ontology.known(found[0].name)
    named = known == "place" or found[0].head.entity in {"GPE", "LOC", "FAC", "ORG", "PERSON"}
    return found[0] if named and known in {"", "place"} else None
