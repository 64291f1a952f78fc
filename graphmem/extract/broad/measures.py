"""How much and how many, of anything that has a name: "our ward is 28 beds", "the AUC is 0.871 now"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import spaced, verbs
from graphmem.extract.parse import Word
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.standings import EVERY
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.plain.values import ABOUT, ABOUT_WORK, EACH, GENERIC, MONEY, SCALE, SPANS, UNITS
from graphmem.extract.vocabulary import FAMILY, PETS, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NUMBER = r"(?:[$€£¥~]\s?)?\d[\d.,]*(?:e-?\d+)?(?:x\d+)?(?:\s?(?:%|percent\b)|\s?(?:" + SCALE + r")\b)?"
SPELT = (
    r"(?:half\s+an|an?(?=\s(?:hour|day|week|month|year|minute|quarter))|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|twenty|thirty|forty|fifty|a\s+hundred|a\s+thousand)"
)
OFTEN = rx.compile(rf"{EVERY}\b", re.IGNORECASE)
AMOUNT = rx.compile(
    rf"""^(?:(?:at|to|for|out\sat|down\sto|up\sto|set\sto|be|after|within|every)\s+)?
    {spaced(ABOUT)}
    (?P<n>{spaced(NUMBER)}|{spaced(SPELT)}(?=\s))
    (?P<u>(?:\s|-)?(?:{spaced(UNITS)}|{spaced(SPANS)}|{spaced(MONEY)})\b(?:{spaced(EACH)})?
       | {spaced(EACH)}
       | \s(?:to|out\sof|in)\s\d+
       | \s(?:people|staff|baud|quid)\b
       | \s(?!{spaced(SPANS)})(?:[a-z-]+\s)?[a-z-]+s\b(?:{spaced(EACH)})?
    )?
    (?P<t>.*)$""",
    re.IGNORECASE | re.VERBOSE,
)
# What may stand behind an amount: when, for whom, of what; nothing that makes another thing of it.
BEHIND = rx.compile(
    r"^\s*(?:$|,|(?:for|on|in|per|of|at|across|with|each|after|before|until|till|from|by|so\sfar|now|today|total|max"
    r"|min|long|wide|high|big|deep|net|gross|plus|including|excluding|monthly|yearly|daily|when|or|and\sup|already"
    r"|altogether|left|tops|since|as|between|of\swhich|within|everywhere|this|last|up|down|again|netto|brutto)\b)",
    re.IGNORECASE | re.VERBOSE,
)
CLOCK = rx.compile(
    r"^(?:at\s+)?\d{1,2}(?::\d\d)?\s*(?:am|pm|o'?clock|h\b|utc|cet)|^\d{1,2}:\d\d|^(?:19|20)\d\d\s*$|"
    r"^\d{1,2}(?:st|nd|rd|th)\b|^\d{4}-\d\d|^\d+(?:\.\d+){2,}|^\d+\.\d+\.\w|^(?:a|an|one)\b",
    re.IGNORECASE,
)
AWAY = rx.compile(
    r"\b(?:away|ago|old|late|early|older|younger|of (?:us|them|those)|minutes? (?:walk|drive))\b",
    re.IGNORECASE,
)
# The measure of these is a matter of the moment.
PASSING = words(
    "time thing day today weather temperature walk drive ride movie film game episode book series show"
    " match party class"
    " session dinner lunch meeting call talk trip flight hike race line queue answer result output one point section"
    " chapter step difference change loop animation"
)
STEADY = verbs("measure") - words("take last go come run")


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The amount that a frame tells of something."""
    if frame.denied or frame.modal or not frame.rest or (not frame.subject and not frame.rest):
        return
    if frame.mine:
        yield from of_people(frame)
        return
    set_at = (
        frame.passive
        and frame.lemma in {"set", "fix", "cap", "limit", "pin", "price", "value", "size"}
        and not frame.mine
    )
    if frame.verb.lower == "go" and frame.helpers:
        return  # "orders svc is go 1.22"
    if frame.lemma not in verbs("measure") and not set_at:
        yield from repeated(frame)
        return
    yield from repeated(frame)
    amount = AMOUNT.match(frame.text(frame.rest))
    if amount is None or not fits(frame, amount):
        return
    stretch = frame.stretch
    label = label_of(stretch, 0, place_behind(frame), most=7)
    if not label or label.lower() in GENERIC or label.split()[-1].lower().startswith(("#", "http")):
        return
    value = amount_of(amount)
    mine = frame.subject[0].lower == "my"
    owner = "The user's " if mine else "The "
    verb = (
        "is"
        if frame.lemma in {"be", "stay", "sit", "stand"}
        or set_at
        or not frame.verb.text.isalpha()
        or frame.tense == "perfect"
        else frame.verb.text.lower()
    )
    when = frame.when() if frame.tense == "past" else None
    if verb == "is" and (frame.subject[-1].tag in {"NNS", "NNPS"} or frame.verb.lower in {"are", "were"}):
        verb = "are"
    yield setting(stretch, label, value, f"{owner}{label} {verb} {value}", when=when, confidence=0.65)


def repeated(frame: Frame) -> Iterator[Claim]:
    """ "The db password is rotated every quarter", "staging gets wiped every sunday"."""
    if not frame.passive or frame.tense != "present":
        return
    match = OFTEN.search(frame.text(frame.rest))
    head = noun_of(frame.subject)
    if (
        match is None
        or head is None
        or frame.lemma in {"delay", "block", "skip", "break", "late"}
        or any(word.lower in PRONOUNS for word in frame.subject if word.lower not in {"my", "our"})
    ):
        return
    label = label_of(frame.stretch, 0, place_behind(frame))
    if label and head.lemma.lower() not in FAMILY | dict.fromkeys(PETS, ""):
        be = "are" if head.tag in {"NNS", "NNPS"} else "is"
        told = f"The {label} {be} {frame.verb.lower} {match[0]}"
        yield setting(frame.stretch, f"{label} schedule", match[0], told, confidence=0.65)


LABELLED = rx.compile(
    rf"""
    ^(?P<s>(?:[a-z][\w-]*\s+){{1,3}}?)(?:of\s+)?(?P<n>{spaced(NUMBER)})(?P<u>\s?(?:{spaced(UNITS)}|{spaced(SPANS)}|{spaced(MONEY)})\b
    (?:{spaced(EACH)})?)?(?P<t>\s+(?:for|per|on|in|at)\s.+)?$
    """,
    re.IGNORECASE | re.VERBOSE,
)


def of_words(piece: Stretch) -> Iterator[Claim]:
    """A label and its number without any verb: "batch size 64", "ttl 1 hour for images"."""
    match = LABELLED.match(piece.text.strip(" .!"))
    if match is None or piece.negated():
        return
    label = label_of(piece, *match.span("s"), most=3)
    last = label.lower().split()[-1] if label else ""
    inside = piece.between(*match.span("s"))
    if (
        not label
        or piece.reading.ontology.known(label)
        or not all(one.pos in {"NOUN", "ADJ", "PROPN", "VERB"} for one in inside)
    ):
        return
    if (
        last in ABOUT_WORK - (GENERIC if len(inside) < 2 else set()) - {"session", "sessions"}
        and inside[0].pos != "INTJ"
        and inside[0].lower not in {"hello", "hi"}
    ) or (len(inside) > 1 and (match["u"] or re.search(r"[e.x%]", match["n"]))):
        yield setting(piece, label, f"{match['n']}{match['u'] or ''}".strip(), confidence=0.6)


def place_behind(frame: Frame) -> int:
    """The character of the stretch's text where the subject ends."""
    last = frame.subject[-1]
    inside = [word for word in frame.stretch.words if word.i <= last.i]
    gaps = sum(word.end != behind.start for word, behind in pairwise(inside))  # "redis" and "'s" have none
    return sum(len(word.text) for word in inside) + gaps + 1


def amount_of(amount: re.Match[str]) -> str:
    """The number with its unit."""
    return bare(f"{amount['n'].strip(' ,.')}{amount['u'] or ''}").strip()


def fits(frame: Frame, amount: re.Match[str]) -> bool:
    """True for an amount of something lasting that has a name."""
    rest = frame.text(frame.rest)
    head = noun_of(frame.subject)
    if head is None or CLOCK.match(rest) or AWAY.search(rest) or not BEHIND.match(amount["t"]):
        return False
    if any(
        word.lower in PRONOUNS - {"all"} for word in frame.subject if word.lower not in {"my", "our", "their"}
    ):
        return False
    if (
        head.lemma.lower() in FAMILY | dict.fromkeys(PETS, "")
        or head.lemma.lower() in PASSING
        or head.entity == "PERSON"
    ):
        return False
    if frame.tense not in {"present", "perfect", "past"} or (frame.tense == "past" and not turned(frame)):
        return False
    first = frame.subject[0].lower
    firm = (
        head.lower in ABOUT_WORK
        or first in {"the", "our", "my", "all", "every"}
        or len(frame.subject) > 1
        or head.tag in {"NNS", "NN"}
    )
    if first in {"a", "an", "this", "that", "these", "those", "your", "his", "her"} or not firm:
        return False
    unit = bool(amount["u"]) or bool(re.search(r"[$€£¥%.ex]|\d[kmb]\b|percent", amount["n"], re.IGNORECASE))
    if head.pos == "PROPN" and not head.technical and not head.text.isupper() and not unit:
        return False
    if frame.lemma not in STEADY and not unit:
        return False
    return unit or len(frame.subject) > 1


def turned(frame: Frame) -> bool:
    """True for a past that tells where something stands now: "activation went to 38 %", "churn fell to 1.8 %"."""
    return frame.lemma in {"go", "drop", "fall", "rise", "climb", "grow", "shrink", "hit", "reach", "get"}


def noun_of(words_: list[Word]) -> Word | None:
    """The noun of a subject: the last before a preposition."""
    for place, word in enumerate(words_):
        if place and word.lower in {"of", "for", "in", "on", "at", "per", "to", "from"}:
            return words_[place - 1]
    return words_[-1] if words_ and words_[-1].pos in {"NOUN", "PROPN", "X", "ADJ", "VERB", "NUM"} else None


HOLDS = rx.compile(
    rf"""
    ^(?:(?:got|around|about|roughly|already|only)\s+)*(?P<n>(?:[$€£¥]\s?)?\d[\d.,]*\s?(?:{spaced(SCALE)})?\s?
    (?:%|percent\b|(?:{spaced(MONEY)}|yen|zloty)\b)?)(?P<t>.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
HEADS = rx.compile(
    r"^(?:now\s+|about\s+|only\s+|around\s+)*(?P<n>\d+)\s+(?P<u>people|engineers|devs|developers|employees|strong)\b",
    re.IGNORECASE,
)


def of_people(frame: Frame) -> Iterator[Claim]:
    """ "We're 9 people", "I own 41 percent", "got about £14,000 so far"."""
    if frame.going or frame.tense in {"future", "past"}:
        return
    rest = frame.text(frame.rest)
    team = HEADS.match(rest)
    if frame.lemma == "be" and team is not None:
        value = f"{team['n']} {team['u']}"
        yield setting(
            frame.stretch, "size of the team", value, f"The user's team is {value}", confidence=0.65
        )
        return
    held = HOLDS.match(
        re.sub(r"^(?:my|our)\s+[\w-]+\s+(?=[$€£¥\d])", "", rest) if frame.lemma == "owe" else rest
    )
    if held is None or frame.lemma not in {"own", "have", "get", "owe", "hold", "save"}:
        return
    value = held["n"].strip(" ,.")
    if not re.search(rf"[$€£¥%]|\b(?:{MONEY}|percent|yen|zloty|quid)\b", value, re.IGNORECASE):
        return
    name = {"own": "share", "hold": "share"}.get(frame.lemma, "money at hand")
    shown = {"own": "owns", "hold": "holds", "owe": "owes", "save": "saved"}.get(frame.lemma, "has")
    yield setting(frame.stretch, name, value, finish(f"The user {shown} {value}"), confidence=0.6)
