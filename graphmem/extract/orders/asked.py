"""Whether something is asked for good: by what is said around it, by its verb, or by what it is done to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.orders.forms import AGAIN, FORMS, OF_MANNER
from graphmem.extract.orders.lexicon import IDLE, LANGUAGES, MANNERS, VERBS, WORK
from graphmem.extract.orders.moment import is_in_hand, is_now, is_pointed
from graphmem.extract.orders.peeled import Asked
from graphmem.extract.orders.structure import is_lasting, main_part
from graphmem.extract.parse import FINITE, NAMING, Word
from graphmem.extract.restate.spliced import UNMARKED
from graphmem.extract.vocabulary import words

BANS = rx.compile(
    r"^(?P<n>never(?:,? ever)?|do\s?n['’]?t(?: you)?|do not|to not|not|no need to|stop|quit|avoid|refrain from)\s+"
    r"(?:ever\s+|even\s+)?(?:bother\s+(?:with\s+|to\s+)?|feel the need to\s+)?(?P<v>[a-z][a-z-]*)(?P<o>.*)$",
    re.IGNORECASE,
)
SPOKEN = words("ask say tell give bother let")  # idle, but not where they are forbidden
# Not to do one of these is a custom, whatever it is done to.
UNDONE = words(
    "use write suggest propose schedule simplify touch put save send call offer recommend explain round"
    " translate invent assume edit share mention ask include restart drain store log skip message email"
    " bother bring delete rename make plan book promise commit push show give name upgrade modify repeat quote"
)
WORDLESS = words(
    "guess assume apologise apologize hallucinate improvise speculate invent sugarcoat overthink"
)
# A refusal of one of these is of a custom, and of no single deed.
GENERAL = rx.compile(
    r"\b(?:yourself|without|unless|when(?:ever)?|ever|any|all|every|each|always|before|after|by hand|i did ?n['’]?t"
    r"|in (?:code|tests|comments|docs|commits|prod)|on (?:main|prod|fridays?|weekends?)|to (?:main|prod|master)"
    r"|at the (?:end|start|beginning)|what you|for permission|me\s+(?:for|about|with|when))\b"
    r"|\b\w{3,}s\b(?!\s+\w+\s*$)|/",
    re.IGNORECASE,
)
ONE = rx.compile(r"^(?:the|our|that)\s+[\w-]+$", re.IGNORECASE)
KNOWN = rx.compile(
    r"\b(?:the|my|our|your)\s+(?:docs|main|production|prod|master|readme|changelog|config|database|user|word \""
    r"|phrase \"|[\w./-]*[./][\w./-]*"
    r"|(?:[\w.-]+\s+)(?:files?|folders?|director(?:y|ies)|branch|tables?|schemas?|docs|client|code|library))\b",
    re.IGNORECASE,
)
DEFINED = rx.compile(r"\b(?:the|our)\s+[\w-]+", re.IGNORECASE)
# What is wished of somebody is a habit with one of these.
HABIT = rx.compile(
    rf"\b(?:in {LANGUAGES}|always|never|every|each|any|before|after|when|without|all|comments|answers|messages|only)\b"
    rf"|^be (?:more |very |really )?{MANNERS}",
    re.IGNORECASE,
)
TIMES = rx.compile(
    r"\b(?:before|after|when|whenever|every|each|always|all|any|never|in general|by default)\b", re.IGNORECASE
)
# The condition of all times: of what I ask, of what you do, of anything of a kind.
OPEN_IF = rx.compile(
    r"^(?:if|in case|when(?:ever)?)\s+(?:in doubt|unsure|uncertain|not sure|you(?:['’]re| are)\s+(?:ever\s+"
    r"|not\s+(?:really\s+|100%\s+|entirely\s+|quite\s+|fully\s+)?|in\s+|un)?(?:sure|unsure|doubt|certain"
    r"|uncertain|stuck"
    r"|blocked|confused)\b|you (?:do ?n['’]?t|do not) (?:know|understand)\b|something(?:'s| is| looks"
    r"| seems) (?:unclear"
    r"|ambiguous|off|not clear|missing)|(?:anything|requirements?|a requirement|things?)\s+(?:is|are|'s)\s+(?:unclear"
    r"|ambiguous)|you(?:'re| are) about to\b|there(?:'s| is) (?:ever\s+)?(?:more than one|any doubt|a conflict"
    r"|ambiguity)"
    r"|i say\b)|^unless (?:i|told|asked|you)\b|^(?:whenever|every time|each time|any ?time)\b",
    re.IGNORECASE,
)
OF_MINE = rx.compile(
    r"^(?:if|when|once)\s+i\s+(?:ask|say|paste|send|share|type|post|want|request|report|mention|give|show|write)\b",
    re.IGNORECASE,
)
OF_KIND = rx.compile(
    r"^(?:if|when|once|after|before|as soon as|while|where|on|at|with)\s+(?:an?|any|some|two|both|every|each|all)\s"
    r"|^(?:when|while|before|after)\s+(?:\w+ing|done with an?)\b"
    r"|^(?:when|before|after|if|while)\s+you\s+(?!can\b|could\b|are\b|get\b|have\b|need\b|want\b|see\b|feel\b"
    r"|find\b|finish\b"
    r"|wake\b|go\b|think\b|look\b|like\b)[a-z]+|^(?:after|once|when) you(?:['’]re| are)? (?:finish|done"
    r"|finished)(?: with)? an?\b",
    re.IGNORECASE,
)
OF_WORK = rx.compile(
    r"^(?:in|for|on|throughout|across|within|inside|under|with|at)\s+(?!case\b|the\s+(?!code|repo|project|docs"
    r"|tests?\b|team|backend|frontend))",
    re.IGNORECASE,
)
POINTS = rx.compile(
    r"\b(?:the|it|them|that|its|done|finished|ready|back|there|he|she|they|him|her)\b", re.IGNORECASE
)
CLAUSE = rx.compile(
    r"^(?:i|we|it|they|he|she|the|that|there|everything|nothing|my|our|because|since|so|but|and|as|you)\b",
    re.IGNORECASE,
)


def stands(asked: Asked, own: Sequence[Word], *, alone: bool) -> bool:
    """True when what is asked for with these words holds for good; `alone`: nothing else was read of them."""
    ban = BANS.match(asked.text)
    if ban is not None:
        return forbids(asked, ban, own)
    return bids(asked, own) or (alone and "question" not in asked.marks and is_lasting(asked, own))


def forbids(asked: Asked, ban: re.Match[str], own: Sequence[Word]) -> bool:
    """ "Never push to main", "don't touch the vendored folder"; not "don't run the tests"."""
    verb, rest = ban["v"].lower(), re.sub(r"^(?:him|her)\s", "", ban["o"].strip(" ,"))
    strict = asked.firm or "every time" in asked.text
    forms = {
        verb,
        verb.removesuffix("ing"),
        verb.removesuffix("ing") + "e",
        re.sub(r"(.)\1?ing$", r"\1", verb),
    }
    if (
        asked.where
        and holds_again(asked.where)
        and not is_now(asked.whole)
        and re.search(r"\ban?\b", asked.where)
    ):
        return bool(forms & WORK)
    if (
        is_now(asked.whole)
        or re.match(r"it\b", rest)
        or re.search(r"\b(?:him|her|them)$|^(?:them|that|there|here|so|too)\b", rest)
    ):
        return False
    if forms & (IDLE - SPOKEN) or not forms & WORK:
        tag = next((word.tag for word in own if word.lower == verb), "")
        return (
            strict
            and not asked.where
            and verb not in IDLE - {"go", "take", "know"}
            and tag in {"VB", "VBP", "NN"}
            and bool(rest)
        )
    if verb.endswith("ed") or (ban["n"].lower() in {"stop", "quit"} and not verb.endswith("ing")):
        return verb in {"embed", "need"}
    if strict or not rest:
        return bool(rest) or verb in WORDLESS
    if asked.where:
        return holds_again(asked.where) and not is_pointed(rest)
    if is_pointed(rest) and not re.search(r"\bask", rest):
        return False
    if forms & UNDONE and not is_in_hand(rest):
        return True
    if ONE.match(rest) and not KNOWN.search(rest):
        return False
    return bool(GENERAL.search(rest) or KNOWN.search(rest) or not (is_in_hand(rest) or DEFINED.search(rest)))


def bids(asked: Asked, own: Sequence[Word]) -> bool:
    """ "Always run the linter", "when in doubt, ask", "keep functions under 40 lines"."""
    if is_now(asked.whole):
        return AGAIN.match(asked.text) is not None
    text = re.sub(r"^(?:always|only)\s+", "", asked.text, flags=re.IGNORECASE)
    if not begins(own, text):
        return False
    if asked.firm or "always" in asked.marks:
        return "always" not in asked.marks or not is_pointed(text)
    if "question" in asked.marks:
        return False
    if asked.where:
        return (
            holds_again(asked.where)
            and not CLAUSE.match(text)
            and not re.search(r"\b(?:that|those)\b$", text)
        )
    first = text.split(maxsplit=1)[0].lower()
    if (
        "wish" in asked.marks
        and HABIT.search(text)
        and not is_pointed(text)
        and first not in IDLE - SPOKEN - {"be"}
    ):
        return True
    if (
        ("ensured" in asked.marks or text.lower().startswith("make sure"))
        and TIMES.search(text)
        and not is_pointed(text)
    ):
        return True
    light = first in {"ask", "tell", "cc", "let", "call", "get", "be", "keep"}
    if OF_MANNER.match(text):
        return True
    return any(form.match(text) for form in FORMS) and not (is_now(text) if light else is_in_hand(text))


def begins(own: Sequence[Word], text: str) -> bool:
    """True for words that begin with what an agent can be told to do."""
    first = text.split(maxsplit=1)[0].lower().strip(",.")
    if " " not in text:
        return first == "ask"
    tagged = next((word for word in own if word.lower == first), None)
    if first in WORK | VERBS | UNMARKED or first in words("lead close regard count greet mind correct fix"):
        told = tagged is not None and tagged.tag in {"VBD", "VBN", "VBZ"} and tagged.lower != tagged.lemma
        return tagged is None or not (told or reports(own, tagged))
    return tagged is not None and tagged.tag in {"VB", "VBP"} and first not in IDLE and first.isalpha()


def reports(own: Sequence[Word], first: Word) -> bool:
    """True for "names are short" and "comments in the code are old": a noun in front, and a verb that tells of it."""
    behind = [word for word in own if word.i > first.i]
    if first.tag == "NNS" or (behind and behind[0].lemma == "be"):
        return True
    return (
        first.i == 0
        and not (behind and behind[0].tag == "IN")  # "reply in the language I write in"
        and first.tag in NAMING
        and any(word.tag in FINITE for word in main_part(behind))
        and first.lower not in VERBS
    )


def holds_again(condition: str) -> bool:
    """True for a condition that comes again."""
    if OPEN_IF.match(condition):
        return True
    if OF_MINE.match(condition):
        return not re.search(r"\b(?:it|them|that)\b", condition)
    if OF_KIND.match(condition):
        return (
            not POINTS.search(condition)
            or re.search(r"^\w+ you (?!make\b)\w+ the \w+$|\ban?\b", condition) is not None
        )
    return OF_WORK.match(condition) is not None and not re.search(r"\b(?:it|them|that|me|you)\b", condition)
