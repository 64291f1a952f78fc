"""A date that stands alone behind what it dates: "passed my test!!! today!!!", "We bought a house. In March."."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from graphmem.extract.dates import DateMention, find_dates, written
from graphmem.extract.dating import STATED, TIMELESS, with_time
from graphmem.extract.parse import Sentence
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

ASIDE = re.compile(
    r"\W*(?:(?:and|well|just|literally|only|like|back|(?:that|it|this)(?:\s+was|['’]s))\b\W*)*(?:(?:in|on|at|the)\s+)*",
    re.IGNORECASE,
)
HAPPENED = words("did visited")
TO_COME = frozenset({"until", "through", "by", "before"})


def afterthought(reading: Reading, earlier: Sentence, before: Sequence[Claim]) -> list[Claim]:
    """The claims of the sentence before with the date that is all this one says; empty when it is none for them."""
    if not reading.by_user or not before:
        return []
    past = is_past(earlier)
    text = reading.sentence.text
    found = find_dates(text, reading.said_at, tense="past" if past else "")
    if len(found) != 1 or not stands_alone(text, found[0]) or found[0].grain in {"minute", "second"}:
        return []
    dated = [with_date(reading, claim, found[0], past=past) for claim in before]
    return dated if dated != list(before) else []


def stands_alone(text: str, date: DateMention) -> bool:
    """True when nothing is said beside the date."""
    led = text[: date.start]
    if date.direction and led.lower().split()[-1:] in (["since"], ["until"], ["till"], ["from"], ["by"]):
        led = led.rstrip().rpartition(" ")[0]
    return ASIDE.fullmatch(led) is not None and not re.search(r"\w", text[date.end :])


def is_past(sentence: Sentence) -> bool:
    """True when its verbs tell of the past."""
    tags = {word.tag for word in sentence.words if word.pos in {"VERB", "AUX"}}
    quit_ = any(word.lower in {"quit", "split"} for word in sentence.words)
    return quit_ or (bool(tags & {"VBD", "VBN"}) and not tags & {"VBZ", "VBP", "MD"})


def with_date(reading: Reading, claim: Claim, date: DateMention, *, past: bool) -> Claim:
    """The claim at the date when it has none and the date fits how it was told."""
    timeless = claim.predicate in TIMELESS - HAPPENED
    if claim.valid_from or claim.valid_until or timeless or claim.mode not in {"asserts", "ends"}:
        return claim
    low, shown = date.interval.low, written(date, reading.said_at)
    if date.direction in TO_COME:
        if past or claim.mode == "ends":
            return claim
        return msgspec.structs.replace(claim, valid_until=low, grain=date.grain)
    if claim.mode == "ends":
        return msgspec.structs.replace(claim, valid_until=low, grain=date.grain) if past else claim
    if low > reading.said_at or not (past or date.direction in {"since", "for"}):
        return claim
    lasts = date.direction or STATED.search(claim.text)
    word = "since" if lasts else "on" if date.grain in {"day", "hour"} else "in"
    text = with_time(claim.text, f"{word} {shown}", shown)
    value = f"{claim.value} {word} {shown}" if claim.predicate == "did" and claim.value else claim.value
    return msgspec.structs.replace(claim, valid_from=low, grain=date.grain, text=text, value=value)
