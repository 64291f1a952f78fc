"""What befell somebody or something: "node-3 died on Monday", "failed statics last year", "the audit passed"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import verbs
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import POINTING, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

POINTS = POINTING | {"everything"}
# "For thirty-four years": as long as that, it is a part of a life.
YEARS = rx.compile(
    r"""
    \b(?:for\s+)?(?:(?:[\w-]+\s)?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|[a-z]+(?:teen|ty)
    (?:-\w+)?))\s+(?:years|yrs)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
IDLE = verbs("moment") - words("live work come show give find start begin finish") | words("see tell")
BROKEN = words("steal rob hack close cancel reject approve accept merge promote fire hire elect diagnose")
PUT_OFF = words("move push postpone delay reschedule slip shift")
SMALL = words(
    "hand hands eyebrow voice question concern time chance way idea point test tests error file thing things message"
    " one"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The event that a frame tells of."""
    if frame.denied or frame.modal or frame.over or frame.going:
        return
    if any(word.lower in POINTS for word in frame.rest):
        return
    thing = None if frame.mine else frame.thing()
    if thing is not None and not re.match(r"[^\W\d_]", thing.shown):
        return
    if thing is not None and not frame.passive:
        dated = frame.tense == "past" and any(one.direction == "" for one in frame.dates())
        known = frame.lemma in verbs("befalls") and not frame.rest and frame.tense != "present"
        planned = frame.lemma in PUT_OFF
        if known or frame.lemma == "win" or (dated and frame.lemma not in IDLE and not planned):
            yield from told(frame, thing)
            return
    if thing is not None:
        if (
            frame.passive
            and (
                frame.lemma in BROKEN
                or (frame.lemma not in PUT_OFF and "got" in {word.lower for word in frame.helpers})
            )
            and frame.tense == "past"
            and (frame.dates() or frame.lemma == "steal")
        ):
            yield from told(frame, thing)
        return
    if frame.tense not in {"past", "perfect"} or not frame.rest:
        return
    party = frame.person()
    if party is None:
        return
    if (frame.lemma in verbs("turns") and is_turn(frame)) or lasted(frame):
        yield from told(frame, party)


def is_turn(frame: Frame) -> bool:
    """True for a turn with a date, or of something of one's own: "handed in my thesis"."""
    if frame.rest[0].lower in {"to", "for", "with", "in", "on", "at"} and not frame.dates():
        return False
    if any(word.lemma.lower() in SMALL for word in frame.rest):
        return False
    rest = (
        frame.rest[1:]
        if frame.rest[0].lower in {"off", "out", "in", "up", "over"} and len(frame.rest) > 1
        else frame.rest
    )
    return bool(frame.dates()) or (
        rest[0].lower in {"my", "our", "their", "his", "her"}
        and frame.lemma
        in {
            "pass",
            "fail",
            "win",
            "submit",
            "sign",
            "deliver",
            "publish",
            "defend",
            "break",
            "receive",
            "raise",
            "pay",
            "clear",
        }
    )


def lasted(frame: Frame) -> bool:
    """True for what filled years: "I taught history for thirty-four years", "I've done 16 years in the NHS"."""
    long = bool(YEARS.search(frame.said)) or bool(re.search(r"\b(?:my whole|all my) life\b", frame.said))
    return frame.lemma not in IDLE - {"do", "have"} and long and "ago" not in frame.said


def told(frame: Frame, party: Party) -> Iterator[Claim]:
    """The frame as an event."""
    text = frame.retold(party)
    if text is None:
        return
    place = text.find(frame.verb.text)
    value = (
        text[place:].strip(" .")
        if place > 0 and not frame.mine
        else text.removeprefix(party.shown).strip(" .")
    )
    yield frame.stretch.reading.claim(
        party, "did", finish(text), value=value, when=frame.when(), confidence=0.65
    )
