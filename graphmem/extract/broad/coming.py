"""What is to come: what starts and ends on a day, what is on somebody's list, what they set out for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import verbs
from graphmem.extract.broad.measures import place_behind
from graphmem.extract.clause_dates import comes_round
from graphmem.extract.dates import on_or_in, written
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.plain.pieces import label_of
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import POINTING, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

STATES = verbs("moment") - words(
    "come go start begin finish get give work show call make do take stop live expect"
) | {"be", "have"}
POINTS = POINTING - {"that"} | {"him"}
MUST = words("need have must got gotta")
AIMS = words("want plan hope aim intend wanna dream")
SPOKEN = {
    "expire": "expires", "lapse": "lapses", "start": "starts", "begin": "begins", "end": "ends", "close": "closes",
    "open": "opens", "launch": "launches", "finish": "finishes", "renew": "renews", "run": "runs out", "land": "lands",
    "arrive": "arrives", "ship": "ships", "release": "is released", "kick": "kicks off", "go": "goes live",
    "be": "is due",
}  # fmt: skip
ONCE = rx.compile(
    r"\b(?:error|bug|test|file|line|code|function|branch|commit|server|build|output|result)s?\b",
    re.IGNORECASE,
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """What a frame tells of days to come."""
    if (frame.denied and not frame.mine) or frame.over or frame.tense in {"past", "perfect"}:
        return
    if not frame.rest:
        return
    yield from first_of((scheduled, dated, listed, meant), frame)


def scheduled(frame: Frame) -> Iterator[Claim]:
    """ "My visa expires 30 september", "our fiscal year starts in October"."""
    if frame.mine or frame.lemma not in verbs("begins") | {"be"} or frame.modal:
        return
    if frame.lemma == "be" and not re.match(r"(?:due\b|in by|on the|on \d|over on)", frame.said):
        return
    if frame.lemma in {"run", "kick", "go", "come"} and not re.match(
        r"(?:out|off|live|until|till|to the end|in)\b", frame.said
    ):
        return
    date = frame.ahead()
    stretch = frame.stretch
    label = (
        label_of(stretch, 0, place_behind(frame))
        if frame.subject[-1].pos in {"NOUN", "PROPN", "X", "VERB"}
        else ""
    )
    if date is None or not label or frame.person() is not None:
        return
    if any(word.lower in {"meeting", "call", "flight", "party", "dinner"} for word in frame.subject):
        return
    if date.grain in {"hour", "minute", "second"} or re.search(
        r"\bafter\s+(?:\d|an?\b|one|two|three)", frame.text(frame.rest)
    ):
        return  # "the token expires after 20 minutes", "sessions expire after 30 days"
    shown = written(date, stretch.reading.said_at)
    on = on_or_in(date.grain)
    mine = "The user's" if frame.subject[0].lower == "my" else "The"
    told = (
        SPOKEN.get(frame.lemma, "is due")
        if not (frame.lemma == "run" and "out" not in frame.said)
        else "runs until"
    )
    yield stretch.reading.claim(
        stretch.reading.speaker(frame.subject[0])._replace(shown="The user"),
        "due_on",
        finish(f"{mine} {label} {told} {on if told != 'runs until' else ''} {shown}"),
        value=shown,
        qualifier=f"{label} {frame.lemma}" if frame.lemma != "be" else label,
        when=When(None, None, date.grain),
        confidence=0.65,
    )


def dated(frame: Frame) -> Iterator[Claim]:
    """ "Next week I go to Antwerp", "Ben starts reception in september", "Adwoa is getting married in December"."""
    if frame.lemma == "take" and frame.rest[-1].lower == "off":
        return  # "I'm taking Friday off": the day itself is what is planned
    date = frame.ahead()
    going = frame.lemma == "go" and frame.going and out_of_town(frame)
    if date is None and going and frame.subject and not frame.modal:
        yield from planned(frame)
        return
    if date is None or frame.modal or frame.lemma in STATES:
        return
    if not frame.going and comes_round(frame.clause(), date):
        return  # "I take vitamin D in winter"
    if re.match(r"\W*let['’]?s\b", frame.stretch.reading.sentence.text, re.IGNORECASE):
        return
    if not (frame.going or frame.tense == "future") and date.grain in {"hour", "minute", "second"}:
        return  # "I only drink decaf after noon"
    yield from planned(frame)


def out_of_town(frame: Frame) -> bool:
    """True for "going camping in Snowdonia", "going to Crete"."""
    first = frame.rest[0]
    if first.tag == "VBG" and len(frame.rest) > 1:
        return True
    return first.lower == "to" and len(frame.rest) > 1 and frame.rest[1].entity in {"GPE", "LOC", "FAC"}


def planned(frame: Frame) -> Iterator[Claim]:
    """The frame as a plan of the one who is spoken of."""
    party = frame.person()
    felt = any(word.lower.startswith("feel") for word in (*frame.helpers, frame.verb))
    if party is None or felt or any(word.lower in POINTS for word in frame.rest):
        return
    text = frame.retold(party, coming=True)
    if text is None:
        return
    value = text.removeprefix(party.shown).strip(" .")
    yield frame.stretch.reading.claim(
        party, "plans", finish(text), value=value, when=frame.when(coming=True), confidence=0.65
    )


def listed(frame: Frame) -> Iterator[Claim]:
    """ "I still have to get travel insurance": what stands on somebody's list."""
    head, rest = behind_to(frame)
    if head is None or not frame.mine or not frame.subject or frame.denied:
        return
    helped = {word.lower for word in frame.helpers}
    if not (helped & MUST or frame.lemma in MUST) or head.lemma.lower() not in verbs("errands"):
        return
    if (
        any(word.lower in POINTS for word in rest)
        or not rest
        or (not frame.dates() and ONCE.search(frame.text(rest)))
    ):
        return
    yield from told(frame, head, rest, "plans", "needs to")


def meant(frame: Frame) -> Iterator[Claim]:
    """ "I want to become a test architect", "want to reach B1 before christmas"."""
    if frame.lemma not in AIMS or not frame.mine or frame.modal or frame.denied:
        return
    head, rest = behind_to(frame)
    if head is None or head.lemma.lower() not in verbs("ambitions") or not rest:
        return
    if any(word.lower in POINTS for word in rest) or (not frame.dates() and ONCE.search(frame.text(rest))):
        return
    if any(word.lower == "the" for word in rest[:1]) and not frame.dates():
        return
    dated = bool(frame.dates())
    shown = {"plan": "plans to", "hope": "hopes to", "aim": "aims to"}.get(frame.lemma, "wants to")
    yield from told(
        frame, head, rest, "plans" if dated or frame.lemma in {"plan", "aim"} else "wishes", shown
    )


def behind_to(frame: Frame) -> tuple[Word | None, list[Word]]:
    """The verb behind "have to" or "want to", with its words."""
    if frame.rest and frame.rest[0].lower == "to" and len(frame.rest) > 2:
        return frame.rest[1], frame.rest[2:]
    if any(word.lower in MUST | {"to"} for word in frame.helpers) and frame.verb.tag in {"VB", "VBP"}:
        return frame.verb, frame.rest
    return None, []


def told(frame: Frame, head: Word, rest: list[Word], predicate: str, verb: str) -> Iterator[Claim]:
    """A plan in a few words, with its date written out."""
    reading = frame.stretch.reading
    value = frame.text([head, *rest])
    for date in frame.dates()[:1]:
        if date.start >= head.start:
            place = date.start - head.start
            value = f"{value[:place]}{written(date, reading.said_at)}{value[place + date.end - date.start :]}"
    value = re.sub(r"\b(?:my|our)\b", "their", value).strip(" .,")
    if len(value.split()) > 16:
        return
    party = reading.speaker(frame.subject[0] if frame.subject else frame.verb)._replace(shown="The user")
    yield reading.claim(
        party,
        predicate,
        finish(f"The user {verb} {value}"),
        value=value,
        when=frame.when(coming=True),
        confidence=0.65,
    )
