"""What something is, when that is no measure and no name: "our north star metric is weekly active payers"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.broad.measures import noun_of, place_behind
from graphmem.extract.broad.typed import thing_at
from graphmem.extract.parse import Word
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.stacks import at_version
from graphmem.extract.vocabulary import EMPTY_NOUNS, FAMILY, PETS, POINTING, words
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
POINTS = POINTING | words("him her how why where me us i we my our mine ours")
FAVOURITE = rx.compile(
    r"^my\s+(?:all[- ]time\s+|absolute\s+)?fav(?:ou?rite|e)?\s+(?P<k>(?:(?!of\b|in\b|part\b|thing\b)[\w-]+\s?){1,3})$",
    re.IGNORECASE,
)
# What there is one of in the world is no thing of the user's; what is judged or pointed at has no make.
UNIQUE = words("only first second last next other same real actual whole correct right wrong main official")
BEFORE_NAME = words("still now currently always called just a an the")
BEHIND_NAME = words(
    "with from in on at for by of since because which that and but so or as via behind if when"
)
IDENTIFIER = rx.compile(r"^(?:#[0-9a-f]{3,8}|[\w.-]*[-_./:][\w./:-]+|[a-z]+_[a-z_]+|\d+x\d+)$", re.IGNORECASE)

VERSION = rx.compile(r"v?\d{1,3}(?:\.\d+)*")


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
    if head is None or head.lemma.lower() in PASSING | EMPTY_NOUNS | FAMILY.keys() | PETS:
        return
    if head.lemma.lower() in nouns("owned") and frame.subject[0].lower in {"my", "our"}:
        return  # that is a belonging
    if any(word.entity == "PERSON" for word in frame.rest[:2]) and not re.search(
        r"\d", frame.text(frame.rest)
    ):
        return
    if frame.rest[0].lower == "about":
        return  # what a thesis is about is nothing that it is set to
    value = defined(frame, head.lemma.lower())
    shown = value
    if not value:
        named = make_of(frame, head)
        value = frame.text(named)
        article = frame.rest[0].lower if frame.rest[0].lower in {"a", "an"} else ""
        shown = f"{article} {value}".strip()
    if not value or len(value.split()) > 12:
        return
    label = label_of(frame.stretch, 0, place_behind(frame))
    if not label:
        return
    tool = thing_at(frame.stretch, 0, place_behind(frame)) if VERSION.fullmatch(value) else None
    known = tool is not None and frame.stretch.reading.ontology.known(tool.name)
    if tool is not None and (
        known in {"technology", "package"} or (tool.name.lower() == "node" and "." in value)
    ):
        yield at_version(frame.stretch, tool, value)
        return
    mine = "The user's" if frame.subject[0].lower == "my" else "The"
    be = "are" if head.tag in {"NNS", "NNPS"} else "is"
    yield setting(frame.stretch, label, value, finish(f"{mine} {label} {be} {shown}"), confidence=0.6)


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
    shown = frame.text(frame.rest)
    if (
        " " not in shown
        and head not in nouns("abstract")
        and ((first.technical == "" and len(frame.rest) == 1) or IDENTIFIER.match(shown))
    ):
        return shown
    return ""


def make_of(frame: Frame, head: Word) -> list[Word]:
    """The name or model that a thing is: "the kiosk printer is a Star TSP143", "the brand font is Inter"."""
    if frame.subject[0].lower not in {"the", "our", "my"} or head.lemma.lower() in nouns("abstract"):
        return []
    if any(word.tag in {"JJS", "RBS", "VBG"} or word.lower in UNIQUE for word in frame.subject):
        return []
    named = [word for word in frame.rest if word.lower not in BEFORE_NAME]
    end = next(
        (
            place
            for place, word in enumerate(named)
            if word.lower in BEHIND_NAME or word.text in {",", "(", "-", "–"}
        ),
        len(named),
    )
    named = named[:end]
    if not 0 < len(named) < 6 or not named_word(named[-1]):
        return []
    if head.tag in {"NNS", "NNPS"} and not all(named_word(word) for word in named):
        return []
    plain = (word for word in named if not named_word(word))
    if any(word.pos in {"VERB", "AUX", "PRON", "DET", "ADV"} for word in plain):
        return []
    return (
        []
        if any(word.entity in {"GPE", "NORP", "DATE"} for word in named) or is_person(frame, named)
        else named
    )


def is_person(frame: Frame, named: list[Word]) -> bool:
    """True for what the parser takes for a person and no digit speaks against."""
    bare = len(named) == 1 and named[0].text.isalpha() and frame.subject[0].lower == "my"
    return (bare or any(word.entity == "PERSON" for word in named)) and not any(
        any(map(str.isdigit, one.text)) for one in named
    )


def named_word(word: Word) -> bool:
    """True for a word that is written as a name or a model number."""
    return (word.text[:1].isupper() and word.pos in {"PROPN", "NOUN", "ADJ", "X", "NUM"}) or (
        any(map(str.isdigit, word.text)) and any(map(str.isupper, word.text)) and word.technical != "version"
    )


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
