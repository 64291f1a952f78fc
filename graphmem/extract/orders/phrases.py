"""Mere phrases that say how things are to look: "no emojis", "short answers only", "timestamps in utc please"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.orders.lexicon import (
    ARTIFACTS,
    DEFINITE,
    LANGUAGES,
    MANNER_WORDS,
    MANNERS,
    PLACED,
    STYLE,
    UNSTYLED,
    UNWANTED,
)
from graphmem.extract.orders.moment import is_now, is_pointed
from graphmem.extract.orders.structure import CHOICE, OCCASION, main_part, noun
from graphmem.extract.parse import FINITE, Word
from graphmem.extract.vocabulary import words

NO = rx.compile(
    r"^(?:no|zero|never any|nothing)\s+(?:more\s+|unnecessary\s+"
    r"|needless\s+)?(?P<o>[\w'’+#.-]*\w(?:\s+[\w'’+#-]+){0,4}?)"
    r"(?P<x>\s+(?:in|on|at|outside|without|except|unless|anywhere|inside|for|within|between|after|before)\s.{1,50}?)?"
    r"(?P<z>\s*[,;]\s.*)?$",
    re.IGNORECASE,
)
WHERE_NO = rx.compile(
    r"\b(?:in (?:the )?(?:copy|code|new code|repo|tests?|comments?|commits?|commit messages|docs|answers|replies|prod"
    r"|production|ui)|on fridays?|after init|without (?:asking|a test|tests|review)|outside|in here)\b",
    re.IGNORECASE,
)
LOOSE_NO = words(
    "way problem idea clue need reason doubt worries prob problems rush hurry chance luck thanks one"
    " matter such sense wonder time longer worry offense offence news more issue issues errors error"
    " changes change difference result results output tests users answer response luck point comment exceptions"
    " pressure kidding surprise hard big good sign thank"
)
TALK = (
    r"(?:answers?|repl(?:y|ies)|responses?|messages|explanations?|summaries|sentences|commits?(?: messages)?|english"
    r"|style|tone|prs?|diffs?)"
)
WORK = (
    r"(?:answers?|repl(?:y|ies)|responses?|comments?|commit messages?|docs|explanations?|summaries|everything"
    r"|messages)"
)
PHRASES = tuple(
    rx.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:only\s+)?(?:(?:{MANNERS}|bullet[- ]?(?:point)?|one[- ]line)\s+)+{TALK}(?:\s+only)?(?:\s+when\s.+)?$",
        (
            r"^(?:british|american|uk|us|australian|canadian)\s+(?:english\s+)?(?:spelling|english|style)(?:\s+(?:in"
            r"|for)\s.+)?$"
        ),
        (
            r"^(?:(?:metric|imperial|si)\s+units|24[- ]?h(?:our)?\s+(?:times?|clock|format)|iso (?:8601 )?dates"
            r"|sentence case(?: for [\w ]+)?|oxford commas?|(?:small|atomic|tiny)\s+(?:commits|prs|pull requests"
            r"|diffs))$"
        ),
        r"^(?:variable|function|class|file|branch|test|column|table)\s+names\s+in\s+[\w-]+$",
        rf"^{WORK}\s+(?:only\s+)?(?:in|as|with|without|under)\s+\w[\w -]{{1,40}}?$",
        rf"^(?:(?:all|the|every|your|code)\s+)*(?:{ARTIFACTS}|docs|comments)\s+(?:only\s+)?in\s+{LANGUAGES}\b.*$",
        (
            r"^(?:type hints?|types?|annotations|docstrings?|tests?|unit tests|comments?|logging"
            r"|doc comments)\s+(?:everywhere"
            r"|required|mandatory|(?:on|for|in|with)\s+(?:every|all|each|any)\s+[\w -]{2,30}|always)$"
        ),
        (
            r"^(?:one|a single|max(?:imum)?(?: of)? \w+|at (?:most|least) \w+|(?:never "
            r"|no )more than \w+)\s+[\w-]+(?:\s+[\w-]+)?"
            r"\s+(?:per|in (?:a|one|any|each))\s+[\w-]+$"
        ),
        (
            rf"^(?:{LANGUAGES}|snake_case|camelcase|kebab-case|tabs|spaces|single quotes|double quotes|typescript"
            rf"|python|markdown"
            r"|plain text|metric|code|diffs?|bullets|bullet points)\s+only(?:\s+(?:in|for)\s.+)?(?:,.*)?$"
        ),
        (
            r"^(?:tl;?dr|summary|the answer|answer|conclusion|result|code|the code|a table|table|diff"
            r"|the diff)\s+(?:first|at the top"
            r"|on top|before)\b.*$"
        ),
        r"^always\b.+\bnever\b.+$",
        r"^one\s+[\w-]+\s+at\s+a\s+time$",
        r"^(?:dates|times|prices|amounts|distances|measurements|weights|temperatures|sums|quantities)\s+(?:as|in)\s+(?!.*\b(?:is|are|was|were|looks?|seems?|has|have|do|does)\b)\S.*$",
        r"^no\s+[\w -]{2,30}\s+on\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|holidays)$",
    )
)
ONLY = rx.compile(r"^(?:[\w-]+\s+){1,2}only$|^[A-Za-z][\w+# -]{1,24}\s+only\s+(?:in|for)\s.+$", re.IGNORECASE)
# Whole answers to how something is to be given.
MEASURES = words("metric imperial celsius fahrenheit utc cet gmt iso si kelvin kilometers kilometres")
# "Classes in PascalCase", "times in 24h format".
SHAPES = rx.compile(
    r"\b(?:snake|kebab|camel|pascal|title|sentence|upper|lower)[-_ ]?case\b|\b(?:format|notation)$",
    re.IGNORECASE,
)


def is_phrase(text: str, own: Sequence[Word], *, polite: bool, alone: bool) -> bool:
    """True for a phrase that says how things are to look; `alone`: nothing else was read of the sentence."""
    if is_now(text):
        return False
    if any(one.match(text) for one in PHRASES) or (ONLY.match(text) and (polite or text[0].isupper())):
        return True
    without = NO.match(text)
    if without is not None:
        return is_ban(without, own, polite=polite)
    return alone and not is_pointed(text) and is_style(own, text, polite=polite)


def is_ban(without: re.Match[str], own: Sequence[Word], *, polite: bool) -> bool:
    """ "No emojis in the copy"; not "no problem", "no errors in the log"."""
    what = re.sub(r"\s+here$", "", without["o"].lower()).split()
    known = re.match(rf"{UNWANTED}\b", without["o"], re.IGNORECASE)
    told = {word.tag for word in own if word.lower in what and word.text.islower()}
    if told & {"VBD", "MD", "VBP"} or ("VBZ" in told and not known):  # taggers take a plural for a verb
        return False
    if what[0] in LOOSE_NO or what[-1] in LOOSE_NO or re.search(r"\b(?:from|of|by)\b", without["o"]):
        return False
    lone = (
        not without["x"]
        or without["x"].split()[0] not in {"on", "at", "for"}
        or "friday" in without["x"].lower()
    )
    here = WHERE_NO.search(without["x"] or "") or without["o"].lower().endswith(" here")
    return bool((known and lone) or polite or here)


def is_style(own: Sequence[Word], text: str, *, polite: bool) -> bool:
    """True for "timestamps in utc", "two spaces indentation in yaml", "metric please"."""
    if any(word.tag in FINITE | {"VB", "VBG", "PRP", "WP", "WRB"} for word in main_part(own)):
        return False
    place = next((at for at, word in enumerate(own) if at and word.lower in PLACED), len(own))
    head = [word for word in own[:place] if word.pos not in {"PUNCT", "ADV"}]
    if not head or any(word.lower in DEFINITE | {"a", "an", "some"} for word in head):
        return False
    last = noun(head[-1])
    if own[-1].lower == "only" and head[-1].tag == "NNS" and len(own) <= 4 and place == len(own) - 1:
        return True  # "window seats only"
    counted = any(word.tag == "CD" for word in head) and last not in {"indent", "indentation"}
    if last in MEASURES:
        return polite or CHOICE.search(text) is not None
    if last not in STYLE or counted or own[-1].pos == "ADJ":
        return False  # "timestamps in the export look wrong"
    whole = place == len(own)
    if SHAPES.search(text) or (OCCASION.search(text) and not whole):
        return True
    if polite:
        return (not whole and own[place].lower in MANNER_WORDS) or len(head) > 1
    return not whole and last not in UNSTYLED and own[place].lower in MANNER_WORDS
