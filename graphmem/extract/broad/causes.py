"""Why something went wrong, what helped and what was learned, read from the whole sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import dated, finish
from graphmem.model import Claim

TROUBLE = (
    r"(?:fail(?:s|ed|ing|ure)?|br(?:eaks?|oke|oken)|crash(?:es|ed|ing)?|slow|delayed|late|wrong|flak[ey]\w*|flaky|down|"
    r"tim(?:ed|es|ing)\s+out|timeouts?|stuck|hung|hangs|leak(?:s|ed|ing)?|los[ets]\w*|lost|missing|corrupt\w*|duplicat\w*|"
    r"stutter\w*|lag\w*|bug|problem|issue|outage|incident|error\w*|rejected|refused|empty|bad|double[ds]?|diverge[sd]?|"
    r"out\s+of\s+(?:memory|disk|sync)|oom\w*|deadlock\w*|blocked|froze|frozen)"
)
BECAUSE = rx.compile(
    rf"""
    ^(?P<x>[^,;:]*?\b{TROUBLE}\b[^,;:]*?),?\s+(?:because(?:\s+of)?|since|due\s+to|as(?=\s+(?:it|the|we
    |they|there|our|my|all|i)\b)|cause|thanks\s+to)\s+(?P<y>\S.{{8,}})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
REASON = rx.compile(
    r"""
    ^the\s+(?:real\s+|main\s+|only\s+)?(?:reason|cause)\s+(?:why\s+|that\s+|of\s+|for\s+)?(?P<x>[^,;]+?)
    \s+(?:was|is|were)\s+(?:that\s+)?(?P<y>\S.{6,})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
THATS_WHY = rx.compile(
    r"""
    ^(?P<y>\S.{8,}?)[,;–-]?\s+(?:(?:and\s+)?that(?:'s|’s|\s+is|\s+was)\s+(?:why|the\s+reason)|which\s+
    (?:is|was)\s+why)\s+(?P<x>.*\b\w+.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
WAS_IN = rx.compile(
    r"""
    ^(?:the\s+)?(?:actual\s+|real\s+|root\s+)?(?:problem|bug|issue|culprit|mistake|cause)\s+(?:was
    |turned\s+out\s+to\s+be)\s+(?:in\s+|with\s+|that\s+)?(?P<y>\S+\s+\S.{5,})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
BY = rx.compile(
    r"^(?P<x>(?:the\s+|our\s+|my\s+)?[^,;:]*?)\s+(?:was|were|got|is|are)\s+caused\s+by\s+(?P<y>\S.{3,})$",
    re.IGNORECASE,
)
ELSE = rx.compile(
    rf"""
    ^(?P<x>[^,;]*\b(?:must|has\s+to|have\s+to|needs?|need\s+to|should|is|are)\b[^,;]*?),?\s+(?:or\s+else
    |otherwise|or)\s+(?P<y>[^,;]*\b{TROUBLE}\b.*|\w+\s+(?:go|goes|is|are|gets?)\s+.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
HELPED = rx.compile(
    r"""
    ^(?:(?P<x>(?:[a-z-]+ing\s+)[^,;]{3,}?)\s+(?:fixed|solved|resolved|cured|helped\s+with
    |did\s+the\s+trick|made\s+it\s+work|sorted)\b.*|(?:fixed|solved|resolved)\s+(?:it|this|that
    |the\s+[\w -]+?)\s+(?:by|with)\s+(?P<z>.{6,}))$
    """,
    re.IGNORECASE | re.VERBOSE,
)
NOTED = rx.compile(
    r"""
    ^(?:(?:we|i)\s+)?(?:found\s+out|learned|learnt|figured\s+out|noticed|discovered|realized|realised)
    \s+(?:from\s+[\w\s]{3,30}?\s+|the\s+hard\s+way\s+)?(?:that\s+)(?P<y>\S.{10,})$|^(?:what\s+(?:we|i)
    \s+learned|lessons?(?:\s+learned)?|takeaway|moral)\s*[:,–-]\s*(?P<z>\S.{8,})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
# "It depended on wall clock time. Froze the clock and it's green".
SHOWN = rx.compile(
    r"^(?:(?:it|that|the\s+fix)\s+)?(?:turns?|turned)\s+out(?:\s+that)?,?\s+(?P<y>\S+\s+\S+\s+\S+\s+\S.*)$",
    re.IGNORECASE,
)
CAUSES = (REASON, WAS_IN, BY, BECAUSE, THATS_WHY, ELSE, NOTED, HELPED, SHOWN)
OPEN = rx.compile(
    r"""
    \b(?:you|your|this|these|those|he|she|him|here)\b|\?|\b(?:maybe|perhaps|probably|might|could|would
    |if|think|guess|not\s+sure)\b|^(?:it|that|they|there)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
OWN = {
    "i": "the user",
    "we": "the team",
    "my": "the user's",
    "our": "the team's",
    "me": "the user",
    "us": "the team",
}

# "I learned that the hard way".
WAY = rx.compile(r"the (?:hard|easy|slow|long|wrong|right|painful|expensive) way\b", re.IGNORECASE)


@rx.only_where(CAUSES)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The lesson of a whole sentence."""
    text = stretch.text.strip(" .!")
    if not stretch.reading.by_user or len(text.split()) > 45:
        return
    for pattern in CAUSES:
        match = pattern.match(text)
        if match is None:
            continue
        parts = match.groupdict()
        effect, cause = parts.get("x") or "", parts.get("y") or parts.get("z") or ""
        if pattern is HELPED and re.search(r"\b(?:it|this|that|them|trying|going)\b", effect, re.IGNORECASE):
            return
        if OPEN.search(cause) or (effect and OPEN.search(re.sub(r"^(?:it|this|that)\s", "", effect))):
            return
        told = retold(effect, cause, pattern)
        if told and not WAY.match(told):
            yield lesson(stretch, told)
        return


def retold(effect: str, cause: str, pattern: rx.Pattern) -> str:
    """The lesson as a sentence, "" when too little is left of it."""
    effect, cause = third(effect), third(cause)
    if pattern is REASON:
        return f"{effect}: the reason was that {cause}" if " " in cause else ""
    if pattern in {BECAUSE, THATS_WHY}:
        return f"{effect} because {cause}"
    if pattern is BY:
        return f"{effect} was caused by {cause}"
    if pattern is WAS_IN:
        return f"the problem was {cause}"
    if pattern is ELSE:
        return f"{effect}, otherwise {cause}"
    if pattern is HELPED:
        return f"what helped was {effect or cause}"
    return cause


def third(text: str) -> str:
    """The text without "I" and "my"."""
    text = re.sub(r"\bI['’]m\b", "the user is", text)
    text = re.sub(r"\bI['’]ve\b", "the user has", text)
    return re.sub(
        r"\b(?:(?i:i|we|my|our)|me|us)\b(?![./])", lambda match: OWN[match[0].lower()], text,
    ).strip(" ,;")  # fmt: skip


def with_days(told: str, said_at: datetime) -> str:
    """The lesson with the day in place of "on monday"."""
    for date in reversed(find_dates(told, said_at, tense="past")):
        if date.grain not in {"hour", "minute", "second"} and date.direction in {"", "since", "until"}:
            told = f"{told[: date.start]}{dated(date, told[: date.start].strip(), said_at)}{told[date.end :]}"
    return told


def lesson(stretch: Stretch, told: str) -> Claim:
    """What was learned."""
    party = stretch.reading.user(stretch.words[0])
    told = with_days(told, stretch.reading.said_at)
    return stretch.reading.claim(
        party, "learned", finish(told[:1].upper() + told[1:]), value=told, confidence=0.65
    )
