"""When things of the user's world happen again and again: "backups run at 03:15", "the choir meets on Thursdays"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.measures import noun_of, place_behind
from graphmem.extract.date_words import A_WEEKDAY
from graphmem.extract.plain.pieces import label_of, setting
from graphmem.extract.plain.standings import CLOCK, DAY, EVERY
from graphmem.extract.vocabulary import FAMILY, PETS, PRONOUNS, third, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

HOURS = r"(?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
RECURRING = (
    rf"(?:{EVERY}|(?:on\s+)?{A_WEEKDAY}s?\s+(?:mornings?|afternoons?|evenings?|nights?)"
    r"|(?:on|at)\s+(?:weekends|weekdays|night)|(?:in\s+the\s+(?:morning|evening|night)s?)|overnight"
    r"|(?:on|at|after|before|with)\s+(?:every|each)\s+\w+(?:\s+\w+)?|on\s+(?:push|merge|commit|demand)"
    r"|on\s+the\s+\d{1,2}(?:st|nd|rd|th)(?:\s+of\s+(?:the|each|every)\s+month)?|(?:on|at)\s+the\s+hour)"
)
AT = rf"(?:(?:at|from)\s+(?:{CLOCK}|{HOURS})(?:\s+(?:to|till|until)\s+(?:{CLOCK}|{HOURS}))?(?:\s+local(?:\s+time)?)?)"
BETWEEN = rf"(?:{HOURS}\s?(?:am|pm)?\s?(?:-|–|to)\s?{HOURS}(?:\s?(?:am|pm|utc|cet|cest|est|pst|gmt|bst))?)"
TIMES = rx.compile(
    rf"^(?P<p>(?:out|off|live|up|round)\s+)?(?P<v>(?:always\s+)?(?:{AT}|{RECURRING}|{BETWEEN})"
    rf"(?:\s*,?\s*(?:{AT}|{RECURRING}))?)(?P<t>\s*(?:$|,|(?:in|at|for|with|from now|now|except|local|so|here)\b).*)$",
    re.IGNORECASE,
)
ONE_DAY = rx.compile(rf"(?:on\s+)?(?:{A_WEEKDAY}|mon|tue|wed|thu|fri)", re.IGNORECASE)
ONE_DATE = rx.compile(r"(?:on\s+)?the\s+\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
# What a thing does when its time comes.
COMES = words(
    "run start begin fire kick trigger execute happen be take meet rehearse open close go come arrive leave land"
    " ring sync refresh rotate publish post collect gather play practise practice train air bill charge build deploy"
)
DONE = words(
    "hold send ship cut make build bake collect empty clean publish post update refresh rotate retrain water"
)
MOVED = words("move shift switch change slip")
# Of these the hour is that of one day, and no rule.
SINGLE = words(
    "movie film concert train flight bus plane appointment interview exam wedding funeral party dinner lunch call"
    " visit ferry kickoff date birthday game match show trip tour hearing surgery operation delivery problem error"
    " issue bug question sun rain snow"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The time at which something recurs, by day or by hour."""
    if frame.denied or frame.modal or frame.mine or not frame.rest or frame.going:
        return
    moved = frame.lemma in MOVED and frame.tense in {"past", "perfect"} and frame.rest[0].lower == "to"
    if not moved and not ((frame.lemma in COMES or frame.lemma in DONE) and frame.tense == "present"):
        return
    head = noun_of(frame.subject)
    if head is None or not recurs(frame, head.lemma.lower()):
        return
    match = TIMES.match(frame.text(frame.rest[1:] if moved else frame.rest))
    if match is None:
        return
    value = match["v"].strip(" ,.")
    again = bool(re.search(RECURRING, value, re.IGNORECASE))
    if ONE_DAY.fullmatch(value) or ONE_DATE.fullmatch(value):
        return
    if not again and (moved or (frame.lemma == "be" and head.tag not in {"NNS", "NNPS"})):
        return
    label = label_of(frame.stretch, 0, place_behind(frame))
    if not label:
        return
    verb = third(frame.lemma) if head.tag in {"NN", "NNP"} else frame.lemma
    be = "is" if head.tag in {"NN", "NNP"} else "are"
    way = (match["p"] or "").strip()
    did = (
        be
        if moved or frame.lemma == "be"
        else f"{be} {frame.verb.lower}"
        if frame.passive
        else f"{verb} {way}"
    )
    on = "on " if moved and re.match(rf"{DAY}s?\b", value, re.IGNORECASE) else ""
    told = finish(f"The {label} {did.strip()} {on}{value}")
    yield setting(frame.stretch, label, value, told, when=frame.when() if moved else None, confidence=0.65)


def recurs(frame: Frame, head: str) -> bool:
    """True for what can come again: no person, no single event, nothing that is only pointed at."""
    first = frame.subject[0].lower
    if first in {"a", "an", "this", "that", "these", "those", "your", "his", "her", "their", "another"}:
        return False
    if head in FAMILY or head in PETS or head in SINGLE:
        return False
    if any(
        word.entity in {"PERSON", "DATE"} or word.lower in PRONOUNS - {"my", "our"} for word in frame.subject
    ):
        return False
    return not any(word.tag in {"JJS", "RBS"} for word in frame.subject)
