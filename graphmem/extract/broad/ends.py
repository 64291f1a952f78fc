"""What is over: "we dropped the mobile app", "gave up driving", "stopped doing overtime", "no longer squash"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns, verbs
from graphmem.extract.parse import Word
from graphmem.extract.pastimes import DOING
from graphmem.extract.plain.shapes import ARTICLES, STOPS, thing_of
from graphmem.extract.vocabulary import POINTING, third, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

POINTS = POINTING - {"what", "your"} | words("him her everything all one ones")
WAYS = words("out off away up rid of on in with")
VOID = words(
    "ball line hint class course out call bomb note mic subject idea topic work school university college game race"
    " chance time way place home house room table meeting file test tests column row message support"
)
# "I no longer volunteer at the shelter": these need no object.
DONE_SOMEWHERE = words(
    "volunteer swim run train commute sing dance teach coach tutor carpool go hang sleep shop walk cycle travel"
    " practise practice climb row ride fish hike camp meditate"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The end that a frame tells of."""
    if not frame.mine or frame.modal or not frame.rest:
        return
    if frame.over:
        yield from no_longer(frame)
        return
    if frame.denied or frame.tense not in {"past", "perfect"} or frame.going:
        return
    rest = [word for place, word in enumerate(frame.rest) if not (place < 2 and word.lower in WAYS)]
    ways = {word.lower for word in frame.rest[:2]} & WAYS
    lemma = frame.lemma
    gave_up = (lemma == "give" and "up" in ways) or (lemma == "get" and {"rid", "of"} <= ways)
    out = lemma in {"rip", "throw", "phase"} and "out" in ways
    done = lemma in {"move", "migrate", "switch"} and ({"off", "away"} & ways)
    sold = lemma in verbs("give_away") and lemma not in {"lose", "return", "trade"} and not ways - {"of"}
    if not rest or not (gave_up or out or done or sold or (lemma in verbs("quit") and not ways - {"with"})):
        return
    named = noun_words(rest)
    if not named or any(word.lower in POINTS for word in named):
        return
    if named[-1].lemma.lower() in {"job", "role", "position", "gig"}:
        yield from left_work(frame)
        return
    yield from over(frame, named, sold=sold)


def noun_words(rest: list[Word]) -> list[Word]:
    """The words of the noun phrase in front."""
    named: list[Word] = []
    for word in rest:
        if (word.lower in STOPS or word.lower in {"and", ","}) and word.lower != "of" and named:
            break
        named.append(word)
    return named[:7]


def over(frame: Frame, named: list[Word], *, sold: bool) -> Iterator[Claim]:
    """What has ended, by what it is: a belonging, an activity, a tool."""
    reading = frame.stretch.reading
    while named and (named[0].lower in ARTICLES or named[0].lower in {"using", "all"}):
        named = named[1:]
    while named and frame.stretch.dated(named[-1]):
        named = named[:-1]
    if not named or named[0].pos in {"ADP", "ADV", "PUNCT", "PRON", "SCONJ", "PART", "CCONJ"}:
        return
    party = reading.speaker(frame.subject[0] if frame.subject else frame.verb)._replace(shown="The user")
    when = frame.when(ends=True)
    head = named[-1]
    value = frame.text(named)
    if sold:
        if head.pos not in {"NOUN", "PROPN"} or head.lemma.lower() in {"soul", "story", "idea"}:
            return
        yield reading.claim(
            party, "owns", finish(f"The user no longer owns {article(frame, named)}{value}"), value=value, mode="ends",
            when=when, confidence=0.7,
        )  # fmt: skip
        return
    if named[0].tag == "VBG" or head.lemma.lower() in nouns("activity") | DOING:
        told = f"The user stopped {value}" if named[0].tag == "VBG" else f"The user gave up {value}"
        yield reading.claim(
            party, "practises", finish(told), value=value, mode="ends", when=when, confidence=0.7,
        )  # fmt: skip
        return
    thing = thing_of(reading, named)
    plain = frame.subject and frame.subject[0].lower == "we"
    tool = bool(head.technical) or thing.kind in reading.ontology.predicate("uses").range
    if not (tool or plain) or head.lemma.lower() in VOID or head.pos not in {"NOUN", "PROPN", "X", "VERB"}:
        return
    kind = reading.kind(thing, reading.ontology.predicate("uses").range) if thing.named and tool else ""
    yield reading.claim(
        party, "uses", finish(f"The user's team no longer uses {article(frame, named)}{value}"),
        thing=thing if kind else None, kind=kind, value="" if kind else value, mode="ends", when=when, confidence=0.65,
    )  # fmt: skip


def left_work(frame: Frame) -> Iterator[Claim]:
    """ "I quit the ramen job": which employer that was is not said."""
    party = frame.person()
    text = frame.retold(party) if party is not None else None
    if party is not None and text is not None:
        value = text.removeprefix(party.shown).strip(" .")
        yield frame.stretch.reading.claim(party, "did", text, value=value, when=frame.when(), confidence=0.65)


def article(frame: Frame, named: list[Word]) -> str:
    """The article that stood in front: "the mobile app" reads with it."""
    before = [word.lower for word in frame.rest if word.i < named[0].i]
    return "the " if before and before[-1] in {"the", "my", "our", "that"} else ""


def no_longer(frame: Frame) -> Iterator[Claim]:
    """ "We no longer squash commits", "we don't support the annual plan anymore"."""
    if frame.lemma in {
        "be",
        "have",
        "know",
        "think",
        "need",
        "want",
        "work",
        "live",
        "see",
        "get",
        "care",
        "remember",
    }:
        return
    if any(word.lower in POINTS for word in frame.rest) or frame.rest[0].pos in {"PART", "SCONJ"}:
        return
    if frame.rest[0].pos == "ADP" and frame.lemma not in DONE_SOMEWHERE:
        return
    reading = frame.stretch.reading
    party = reading.speaker(frame.subject[0] if frame.subject else frame.verb)._replace(shown="The user")
    who = "The user" if party.we is False else "The user's team"
    value = re.sub(r"\b(?:my|our)\b", "their", frame.text([frame.verb, *frame.rest]))
    told = value.split(" ", 1)[1] if " " in value else ""
    yield reading.claim(
        party, "practises", finish(f"{who} no longer {third(frame.lemma)} {told}"), value=value, mode="ends",
        when=frame.when(ends=True), confidence=0.65,
    )  # fmt: skip
