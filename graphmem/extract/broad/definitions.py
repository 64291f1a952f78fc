"""What something is, when that is no measure and no name: "our north star metric is weekly active payers"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.broad.measures import noun_of, place_behind
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.vocabulary import EMPTY_NOUNS, FAMILY, PETS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

# Of these one says what they are about or what they are to reach.
TOPICS = words(
    "thesis dissertation talk paper book novel project phd research study game app podcast blog startup company"
)
GOALS = words("okr goal target aim objective mission plan kpi job task role policy rule")
# Of these nothing lasting is said: they are of the moment, of the body, of the heart.
PASSING = words(
    "question problem issue guess point idea thought feeling day week weekend life head heart body hand"
    " eye mind mood dream"
    "favourite favorite only first last next best worst answer concern worry fear hope thing boss manager"
    " team code reason"
    " bad mistake understanding impression experience turn"
)
METRICS = words("metric kpi indicator measure unit size type currency language format model standard scale")
ALWAYS = words("always never everywhere only")
POINTS = words(
    "this that these those it them here there him her you your something anything what how why where"
)
FAVOURITE = re.compile(
    r"^my\s+(?:all[- ]time\s+|absolute\s+)?fav(?:ou?rite|e)?\s+(?P<k>(?:(?!of\b|in\b|part\b|thing\b)[\w-]+\s?){1,3})$",
    re.IGNORECASE,
)
IDENTIFIER = re.compile(r"^(?:#[0-9a-f]{3,8}|[\w.-]*[-_./:][\w./:-]+|[a-z]+_[a-z_]+|\d+x\d+)$", re.IGNORECASE)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """What a frame says that something of the user's is."""
    if frame.denied or frame.modal or frame.mine or not frame.rest or frame.lemma != "be":
        return
    if any(word.lower in POINTS for word in frame.rest):
        return
    yield from favourite(frame)
    if frame.tense != "present":
        return
    head = noun_of(frame.subject)
    if head is None or head.lemma.lower() in PASSING | EMPTY_NOUNS | FAMILY.keys() | PETS | nouns("owned"):
        return
    if any(word.entity == "PERSON" for word in frame.rest[:2]):
        return
    value = defined(frame, head.lemma.lower())
    if not value or len(value.split()) > 12:
        return
    label = label_of(frame.stretch, 0, place_behind(frame))
    if not label:
        return
    mine = "The user's" if frame.subject[0].lower == "my" else "The"
    be = "are" if head.tag in {"NNS", "NNPS"} else "is"
    yield setting(frame.stretch, label, value, finish(f"{mine} {label} {be} {value}"), confidence=0.6)


def defined(frame: Frame, head: str) -> str:
    """What stands behind "is" as a definition, "" when it is none."""
    first = frame.rest[0]
    own = frame.subject[0].lower in {"my", "our"}
    if (
        own
        and first.pos == "NOUN"
        and first.tag in {"NN", "NNS"}
        and head in METRICS
        and frame.rest[-1].pos == "NOUN"
    ):
        return re.sub(r"\b(?:my|our)\b", "their", bare(frame.text(frame.rest)))
    several = frame.subject[-1].tag in {"NNS", "NNPS"} and frame.subject[0].lower not in {
        "a",
        "an",
        "these",
        "those",
        "some",
    }
    said = re.sub(r"\b(?:my|our)\b", "their", bare(frame.text(frame.rest)))
    if (
        first.lower == "about"
        and head in TOPICS
        and (own or frame.subject[0].lower == "the")
        and len(frame.rest) > 1
    ):
        return said
    if first.lower == "to" and head in GOALS and len(frame.rest) > 2:
        return said
    if first.lower in ALWAYS and (several or len(frame.subject) > 1) and len(frame.rest) > 1:
        lone = len(frame.rest) == 2 and frame.rest[1].pos == "ADJ"
        act = frame.subject[0].tag == "VBG" or (
            frame.subject[0].lower == "the" and frame.subject[1:2] and frame.subject[1].tag == "VBG"
        )
        return (
            said
            if frame.rest[1].pos in {"ADJ", "NOUN", "PROPN", "ADP", "VERB"} and not lone and not act
            else ""
        )
    if frame.rest[-1].lower in {"everywhere", "only"} and len(frame.rest) < 5:
        return said
    if len(frame.rest) == 1 and (first.technical == "" or IDENTIFIER.match(first.text)):
        return first.text
    return ""


def favourite(frame: Frame) -> Iterator[Claim]:
    """ "My favourite composer has always been Elgar"."""
    match = FAVOURITE.match(frame.text(frame.subject)) if frame.subject else None
    rest = bare(
        re.sub(r"^(?:still|always|by far|definitely)\s+", "", frame.text(frame.rest), flags=re.IGNORECASE)
    )
    if match is None or not rest or len(rest.split()) > 6 or frame.rest[0].pos in {"ADP", "ADV", "SCONJ"}:
        return
    party = frame.stretch.reading.speaker(frame.subject[0])._replace(shown="The user")
    yield frame.stretch.reading.claim(
        party, "favorite_is", finish(f"The user's favourite {match['k']} is {rest}"), value=rest, qualifier=match["k"],
        confidence=0.7,
    )  # fmt: skip
