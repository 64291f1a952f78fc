"""How things stand and who is away: "conda is gone", "mocks are banned here", "Tobias is on leave until August"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import away, states
from graphmem.extract.broad.measures import OFTEN
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

DONE = words("done finished complete completed sent submitted filed settled paid")
# A state that is over with the day or the week it is told of.
LASTS = words("pregnant expecting retired unemployed")
PASSES = words("off out closed away down offline frozen open unavailable busy sick blocked paused shut")
FADES = words("right not almost nearly too so more less very quite")
BE = words("be get")
GONE = rx.compile(
    rf"^(?:(?:away|out|off)\s+)?on\s+(?:an?\s+|my\s+|his\s+|her\s+|their\s+)?(?P<o>{away()})\b", re.IGNORECASE
)
OUT = rx.compile(
    r"""
    ^(?:still\s+|now\s+)?(?P<o>out(?:\s+of\s+(?:the\s+)?office|\s+sick)?|off(?!\s+to\s)(?:\s+sick|\s+work)?|away
    |sick|pregnant|expecting|retired|unemployed|between\s+jobs|in\s+hospital|bedridden)\b(?P<t>.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """What a frame tells of how something stands at the moment."""
    if frame.modal or frame.tense not in {"present", "perfect"} or frame.denied:
        return
    thing = None if frame.mine else standing(frame)
    if thing is not None:
        yield from thing
        return
    yield from absent(frame)


def standing(frame: Frame) -> list[Claim] | None:
    """ "The boss fight is cut", "chapter 3 is sent"."""
    state = state_of(frame)
    party = frame.thing() if state else None
    if not state or party is None:
        return None
    if frame.subject[0].lower in {"this", "that", "these", "those", "a", "an", "it", "everything", "all"}:
        return None
    be = "are" if frame.subject[-1].tag in {"NNS", "NNPS"} else "is"
    text = finish(f"{party.shown} {be} {state}")
    when = frame.while_so() if state in PASSES else frame.when()
    return [frame.stretch.reading.claim(party, "status_is", text, value=state, when=when, confidence=0.65)]


def state_of(frame: Frame) -> str:
    """The state behind "is", also as the participle that the parser took for the verb; "" when there is none."""
    if frame.lemma in BE and frame.rest:
        first = next(
            (word for word in frame.rest if word.pos != "ADV" or word.lower in states()), frame.rest[0]
        )
        said = first.lower
        behind = [word for word in frame.rest if word.i > first.i]
        if any(word.lower in FADES for word in frame.rest[:2]):
            return ""
    elif frame.passive and frame.verb.lower not in {"deployed", "running", "installed", "stored"}:
        said, behind = frame.verb.lower, frame.rest
    else:
        return ""
    if said not in states():
        return ""
    if said in {"out", "off"} and not frame.dates():
        return ""
    tail = behind[0].lower if behind else ""
    if frame.passive and OFTEN.search(frame.said):
        return ""
    if said == "gone" and tail in {
        "up",
        "down",
        "to",
        "from",
        "through",
        "over",
        "live",
        "well",
        "wrong",
        "on",
    }:
        return ""  # "rent's gone up"
    if tail in {"at", "for"} and not frame.dates():
        return ""
    if (
        tail in {"in", "on", "via", "through", "using"}
        and said in {"done", "run", "cut", "sent", "paid", "read", "shipped"}
        and not frame.dates()
    ):
        return ""
    if tail in {"by", "of", "with", "to", "from", "as", "into"} and not frame.dates():
        return ""
    return said


def absent(frame: Frame) -> Iterator[Claim]:
    """ "I'm on vacation from the 1st to the 12th of July", "Hye-jin is out until the 24th"."""
    if frame.lemma != "be" or not frame.rest:
        return
    rest = frame.text(frame.rest)
    on, out = GONE.match(rest), OUT.match(rest)
    if on is None and (out is None or not (frame.dates() or out["o"].lower() in LASTS)):
        return
    party = frame.person()
    if party is None:
        return
    state = f"on {on['o'].lower()}" if on is not None else out["o"].lower() if out is not None else ""
    text = frame.retold(party) or finish(f"{party.shown} is {state}")
    when = frame.when() if state in LASTS else frame.while_so()
    coming = (
        frame.ahead() is not None and when.start is not None and when.start > frame.stretch.reading.said_at
    )
    yield frame.stretch.reading.claim(
        party,
        "plans" if coming else "status_is",
        text,
        value=state,
        when=when,
        confidence=0.7,
    )
