"""Standing orders in the forms of a line to an agent: "after each change run the analyzer", "diff only"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.standing_forms import (
    AFTER_EACH,
    ASKED,
    BE,
    CALL_IT,
    COMMENTS_IN,
    FOR_WORK,
    HOW_I,
    IN_TONGUE,
    ITS_ALWAYS,
    KEEP,
    LOOSE_NO,
    MATTERS,
    MODAL,
    MOMENT,
    NEVER,
    NO_IN,
    ONLY,
    ORDERED,
    STOP,
    THANKS,
    USE_IN,
    WHENEVER,
)
from graphmem.extract.first import first_of
from graphmem.extract.patterns_orders import turned
from graphmem.extract.plain.commanding import told
from graphmem.extract.plain.orders import IDLE, WORK
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim

# A clause of its own begins with these, and no order.
NO_ORDER = rx.compile(
    r"(?:i|we|it|they|he|she|the|that|there|everything|nothing|my|our|because|since|so|but|and|as)\b",
    re.IGNORECASE,
)
MANNERS = (IN_TONGUE, COMMENTS_IN, ORDERED, ITS_ALWAYS, BE, KEEP, CALL_IT)


def of_sentence(stretch: Stretch) -> list[Claim]:
    """The standing order of a sentence."""
    text = THANKS.sub("", stretch.text.strip(" .!"))
    if not stretch.reading.by_user or not 2 <= len(text.split()) <= 34:
        return []
    asked = ASKED.match(text)
    if asked is not None:
        return [told(stretch, asked["o"] or asked["p"])]
    if stretch.reading.sentence.asks:
        return []
    return first_of((stopped, forbidden, in_manner, on_condition, obliged, listed), stretch, text)


def stopped(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Please stop adding comments above every widget"."""
    match = STOP.match(text)
    if (
        match is None
        or MOMENT.search(match["o"])
        or re.search(r"\b(?:ago|yesterday|last (?:week|month|year))\b", match["o"], re.IGNORECASE)
        or (
            re.search(r"\b(?:the|it|them)\b(?!\s+\w+\s+(?:folder|files?))", match["o"])
            and not re.search(r"\b(?:every|each|all|always)\b", match["o"])
        )
    ):
        return
    if {
        match["v"].lower().removesuffix("ing"),
        match["v"].lower().removesuffix("ing") + "e",
        match["v"].lower()[:-4],
    } & (IDLE - {"ask", "suggest", "say", "tell", "give", "use"}):
        return
    yield told(stretch, f"stop {match['v']} {match['o']}")


def forbidden(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Never restart kafka-1 without draining it first", "don't page me for disk warnings below 85%"."""
    match = NEVER.match(text)
    if match is None or match["n"].lower() == "not":
        return
    strict = bool(re.search(r"never|ever", match["n"], re.IGNORECASE))
    verb, rest = match["v"].lower(), match["o"]
    if verb in IDLE | {"again", "mind", "seen", "been", "had", "works", "worked"} and not (
        strict and verb in {"ask", "give", "tell", "go"}
    ):
        return
    if verb.endswith(("ed", "s")) and verb not in {
        "miss",
        "process",
        "discuss",
        "address",
        "bypass",
        "pass",
        "press",
        "embed",
        "speed",
        "need",
        "feed",
        "guess",
        "suppress",
        "focus",
    }:
        return
    tagged = next((word for word in stretch.words if word.lower == verb), None)
    if (
        tagged is not None
        and tagged.tag in {"VBD", "VBN", "VBG", "VBZ", "NN", "NNS", "JJ", "RB", "IN"}
        and verb not in WORK
        and not strict
    ):
        return
    if (
        MOMENT.search(rest)
        or re.search(r"\b(?:him|her|them)$", rest)
        or re.match(r"(?:it|them|that|him|her|there|here|so|too)\b", rest, re.IGNORECASE)
    ):
        return
    if strict:
        yield told(stretch, f"never {verb} {rest}")
        return
    general = re.search(
        r"\b(?:yourself|without|unless|when(?:ever)?|ever|any|all|every|each|always|before|by hand|i did"
        r" ?n['’]?t|in (?:code|tests|comments|docs|commits|prod)|on (?:main|prod|fridays?)|to (?:main|prod)"
        r"|me\s+(?:for|about|with|when))\b|\b\w{3,}s\b(?!\s+\w+\s*$)|/",
        rest,
        re.IGNORECASE,
    )
    definite = re.match(r"(?:the|my|our|that)\s+(?P<n>[\w.-]+)$", rest, re.IGNORECASE)
    pointed = (definite is not None and "." not in definite["n"]) or (
        re.search(r"\b(?:it|them)\b", rest) and not re.search(r"\bask", rest)
    )
    firm = re.match(
        r"(?:the|our)\s+[\w./-]+(?:\.\w+|/)\s*(?:file|folder)?$|(?:the|our)\s+[\w.-]+\s+(?:file|files|folder"
        r"|directory|branch|table|schema)$",
        rest,
        re.IGNORECASE,
    )
    if (general and not pointed) or firm:
        yield told(stretch, f"don't {verb} {rest}")


@rx.only_where(MANNERS, ONLY, HOW_I)
def in_manner(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Answer me in Spanish from here on", "keep it lean", "TLDR first, details after", "reply with the diff only"."""
    for pattern in MANNERS:
        match = pattern.match(text)
        if match is not None and not MOMENT.search(
            re.sub(r"from (?:now|here|this point)|\bnow on\b", "", text)
        ):
            if (pattern is BE and len(text.split()) > 14) or (
                pattern is BE
                and re.search(r"\b(?:the|an?)\s+\w+\s+(?:file|function|test|script|class)\b", text)
            ):
                return
            phrase = f"The user wants {turned(text)}" if pattern is COMMENTS_IN else ""
            yield told(stretch, match["o"] if pattern is ITS_ALWAYS else text, phrase)
            return
    match = ONLY.match(text)
    if match is not None and not MOMENT.search(text):
        if (
            match["d"]
            and not re.search(r"\b(?:in|for)\b", text)
            and stretch.reading.ontology.known(match["d"].rsplit(" ", 1)[0]) == ""
        ):
            return
        yield told(stretch, text)
        return
    match = HOW_I.match(text)
    if match is not None:
        yield told(
            stretch, f"{match['s']}: {match['o']}", f"The user wants {match['s']} like this: {match['o']}"
        )


@rx.only_where(AFTER_EACH, WHENEVER, FOR_WORK, USE_IN)
def on_condition(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "After each change run flutter analyze", "whenever I paste a stack trace just tell me the root cause"."""
    match = AFTER_EACH.match(text)
    if match is not None and not MOMENT.search(text):
        first = match["o"].split(" ", 1)[0].lower()
        tagged = next((word for word in stretch.words if word.lower == first), None)
        if first in WORK or (
            tagged is not None
            and tagged.tag in {"VB", "VBP", "NN"}
            and first not in IDLE | {"i", "we", "the", "a"}
        ):
            yield told(stretch, f"{match['o']} {match['c']}")
        return
    match = WHENEVER.match(text)
    if match is not None and standing_condition(match["c"]) and not MOMENT.search(text):
        rest = match["o"]
        if re.match(
            r"(?:i|we|it|they|he|she|the|that|there|everything|nothing|my|our|because|since|so|but|and|as)\b",
            rest,
            re.IGNORECASE,
        ):
            return
        yield told(stretch, f"{match['c'][0].lower()}{match['c'][1:]}, {rest}")
        return
    match = FOR_WORK.match(text)
    if (
        match is not None
        and not MOMENT.search(text)
        and not re.search(r"\b(?:it|them|that|i|we|they|he|she|you)\b", text, re.IGNORECASE)
    ):
        yield told(stretch, f"{match['o']} for {match['c']}")
        return
    match = USE_IN.match(text)
    if (
        match is not None
        and not MOMENT.search(text)
        and not re.search(r"\b(?:it|them|that|in the|for the|of the)\b", text)
    ):
        if re.search(r"\b(?:every|all)\b", match["o"]) and match["v"].lower() in {"give", "show", "write"}:
            return
        yield told(stretch, text)


def standing_condition(condition: str) -> bool:
    """True for a condition that comes again: of what I ask, of what you do, of anything of a kind."""
    if re.match(r"(?:whenever|every time|each time|any ?time)\b", condition, re.IGNORECASE):
        return True
    if re.match(
        r"(?:if|when|once|unless)\s+i\s+(?:ask|say|paste|send|share|type|post|want|request|report)\b",
        condition,
        re.IGNORECASE,
    ):
        return not re.search(r"\b(?:it|them|that)\b", condition)
    if re.search(r"\b(?:the|it|them|that|done|finished|ready|back|there)\b", condition) and not re.search(
        r"\b(?:done|finished) with an?\b|\ban?\b", condition
    ):
        return False
    return not re.match(
        r"(?:if|when|once|after|before)\s+you\s+(?:can|could|get|have|need|want|see|feel|find|wake|go|think"
        r"|look|like|are)\b",
        condition,
        re.IGNORECASE,
    )


def obliged(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "You must write the comments in french", "I would like that you always explain me the changes before"."""
    match = MODAL.match(text)
    if match is None or MOMENT.search(match["o"]):
        return
    first = match["o"].split(" ", 1)[0].lower()
    front = (match["n"] or match["m"] or "").strip().lower()
    if re.match(r"you\s+(?:can|may)\b", text, re.IGNORECASE) and front != "only":
        return
    if first in IDLE - {"ask", "give", "tell"} or (re.search(r"\b(?:it|them)\b", match["o"]) and not front):
        return
    habit = front in {"always", "never"} or re.search(
        r"\b(?:in (?:english|french|german|spanish|italian)|always|never|every|each|any|before|after|when"
        r"|without|all|comments|answers|messages)\b",
        match["o"],
        re.IGNORECASE,
    )
    if habit:
        yield told(
            stretch,
            f"don't {match['o']}" if front == "not" else f"{front} {match['o']}".strip(),
        )


def listed(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "No emojis in the copy", "no pandas in new code, polars only"."""
    match = NO_IN.match(text)
    if match is None or stretch.words[0].lower == "not" or match["o"].lower() in {"exceptions", "comment"}:
        return
    if (match["z"] or "").lstrip().startswith("."):
        text = text[: match.start("z")]
    what = match["o"].lower().split()
    if (
        what[0] in LOOSE_NO
        or what[-1] in LOOSE_NO
        or MOMENT.search(text)
        or any(
            word.tag in {"VBZ", "VBD", "MD"}
            for word in stretch.between(*match.span("o"))
            if word.text.islower()
        )
    ):
        return
    place = match["x"] or ""
    general = re.search(
        r"\b(?:in (?:the )?(?:copy|code|new code|repo|tests?|comments?|commits?|commit messages|docs|answers"
        r"|replies|prod|production|ui)|on fridays?|after init|without (?:asking|a test|tests|review)|outside"
        r"|in here)\b",
        place,
        re.IGNORECASE,
    )
    if (MATTERS.match(match["o"]) and (general or not place)) or general:
        yield told(stretch, text, f"The user wants: {text}")
