"""What people do again and again, how they live, and what they are making: "i mostly review prs in the morning"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns, spaced, verbs
from graphmem.extract.date_words import A_WEEKDAY
from graphmem.extract.plain.standings import DAY, EVERY
from graphmem.extract.vocabulary import EMPTY_NOUNS, POINTING, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

OFTEN = rx.compile(
    rf"""\b(?:{spaced(EVERY)}
    | (?:on\s+)?{A_WEEKDAY}s | weekends | weekdays
    | (?:in\s+the|at|in\s+my)\s+(?:mornings?|evenings?|afternoons?|nights?|weekends?)
    | (?:a|per|each)\s+(?:day|week|month|year)
    | usually | mostly | normally | regularly | most\s+(?:days|weekends|nights|mornings|evenings|weeks)
    | nights\b | shifts\b | part[ -]time | full[ -]time | before\s+(?:work|bed|breakfast)
    | after\s+work | in\s+(?:winter|summer|spring|autumn)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# How often it is taken is no part of its name.
RATE = re.compile(
    r"\s+(?:every|each|once|twice|daily|nightly|in\s+the|at\s+night|before|after|with)\b.*$", re.IGNORECASE
)
EACH = rx.compile(r"\b(?:every|each)\s", re.IGNORECASE)
POINTS = POINTING | words("him her how why which today now")
LIGHT = words(
    "look bit care time place lot part turns risk call nap break note notes shower photo picture guess chance"
)
VAGUE = words(
    "few ton difference progress mess mistake fortune friend decision effort fool list call bit point move"
)
STUDIES = words(
    "master masters phd degree course apprenticeship internship bootcamp diploma mba residency bachelor certificate"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The habit, the way of living or the work of weeks that a frame tells."""
    if frame.modal or frame.passive or frame.over or frame.tense in {"past", "future"}:
        return
    if not frame.rest:
        yield from alone(frame)
        return
    if any(word.lower in POINTS for word in frame.rest):
        return
    if frame.denied or not (is_habit(frame) or is_work(frame)):
        return
    if not frame.subject and not frame.going and "been" not in {word.lower for word in frame.helpers}:
        return
    party = frame.person()
    if party is None or (frame.ahead() is not None and not EACH.search(frame.said)):
        return
    text = frame.retold(party)
    if text is None:
        return
    value = (
        text.removeprefix(party.shown).strip(" .")
        if text.startswith(party.shown)
        else frame.text([frame.verb, *frame.rest])
    )
    predicate = "works_on" if is_work(frame) and frame.lemma == "work" else "practises"
    if frame.lemma == "take" and not frame.going and len(frame.rest) < 4 and value == f"takes {frame.said}":
        predicate, value = "uses", RATE.sub("", frame.text(frame.rest))  # medicine
    yield frame.stretch.reading.claim(
        party, predicate, finish(text), value=value, when=frame.when(), confidence=0.65
    )


def alone(frame: Frame) -> Iterator[Claim]:
    """ "I knit", "we rent": a verb that tells a way of living by itself."""
    said = [word.lower for word in frame.subject]
    if frame.denied or said not in (["i"], ["we"]) or frame.lemma not in verbs("alone"):
        return
    party = frame.person()
    text = frame.retold(party) if party is not None and frame.tense == "present" and not frame.going else None
    if party is not None and text:
        value = text.removeprefix(party.shown).strip(" .")
        yield frame.stretch.reading.claim(party, "practises", finish(text), value=value, confidence=0.65)


def is_habit(frame: Frame) -> bool:
    """True for what is done on days or by rates, and for what one does for long by its nature."""
    if frame.going and not frame.helpers:
        return False
    if (
        frame.going
        and frame.helpers[-1].lower == "been"
        and any(one.direction in {"since", "for"} for one in frame.dates())
    ):
        return frame.lemma in {"do", "use"} or frame.lemma not in verbs("moment") - verbs("routine") | {
            "make"
        }
    if frame.lemma == "live" and frame.tense == "present" and not frame.going:
        return bool(re.match(r"(?:with|alone|by myself|in an?|on an?)\b", frame.said))
    helped = frame.text(frame.words)
    if frame.mine and frame.subject and re.match(r"(?:i|we)\s+(?:always|never)\s", helped, re.IGNORECASE):
        return (
            frame.lemma not in verbs("moment") - {"start", "begin", "make", "call", "show", "ask"}
            and len(frame.rest) > 1
        )
    if frame.lemma in {"go", "come", "do"} and re.match(
        r"(?:a few|once|twice|\w+ times|every|each)\b", frame.said
    ):
        return False
    often = bool(OFTEN.search(frame.text(frame.words)))
    if (
        (frame.lemma in verbs("routine") or frame.lemma not in verbs("moment"))
        and often
        and (frame.verb.tag in {"VBP", "VBZ", "VBG", "NNS", "NN", "VB"})
    ):
        return (
            not frame.going
            or frame.tense == "perfect"
            or bool(re.search(rf"\b{DAY}s\b|every|each", frame.said))
        )
    if frame.going or frame.tense != "present":
        return False
    first = frame.rest[0]
    if frame.lemma in verbs("lasting") and first.tag == "VBG":
        return False
    if (
        frame.lemma in verbs("lasting")
        and frame.rest[-1].tag == "NNS"
        and frame.rest[-2:-1]
        and frame.rest[-2].pos == "NUM"
    ):
        return False  # "we keep the logs 14 days"
    if frame.lemma in verbs("lasting"):
        article = first.lower in {"the", "an", "a"}
        return (
            not article
            or frame.lemma in {"rent", "coach", "foster"}
            or frame.said.split()[-1] in {"diary", "journal"}
        )
    if frame.lemma == "take":  # medicine: a bare noun, or one that is known as such
        head = frame.rest[0]
        bare = len(frame.rest) == 1 and head.tag in {"NN", "NNP"} and head.lower not in LIGHT
        return bare or bool({word.lower for word in frame.rest} & nouns("medicine"))
    return (
        frame.lemma == "do"
        and frame.rest[0].lower in {"the", "all", "most"}
        and frame.rest[-1].lower.endswith("ing")  # the cooking, the copywriting; not the dishes of today
        and frame.subject != []
        and not frame.mine
    )


def is_work(frame: Frame) -> bool:
    """True for "I'm writing a history of our village", "saving for a house"."""
    if not frame.going:
        return False
    if frame.lemma in {"train", "save", "study", "prepare", "interview", "apply", "campaign"}:
        return frame.rest[0].lower in {"for", "with", "at"} and len(frame.rest) > 1
    if frame.lemma == "do":  # "I'm doing keto", "she is doing a masters in statistics"
        rest = [
            one
            for one in frame.rest
            if not (one.lower in {"at", "the", "moment"} and frame.said.endswith("at the moment"))
        ]
        last = rest[-1]
        return (
            bool(frame.subject)
            and frame.rest[0].lower
            not in {"the", "some", "all", "my", "well", "good", "great", "ok", "okay", "fine", "a"}
            and (last.pos in {"NOUN", "PROPN"} and len(rest) < 4)
        ) or bool(STUDIES & {one.lemma.lower() for one in frame.rest})
    if frame.rest[-1].lemma.lower() in EMPTY_NOUNS | VAGUE:
        return False
    own = frame.rest[0].lower in {"a", "an", "my", "our"} and bool(frame.subject)
    return own and frame.lemma in verbs("projects")
