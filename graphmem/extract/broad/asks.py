"""What the agent is to do from now on, in the forms of a polite word: "please explain things without jargon"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates, written
from graphmem.extract.patterns_orders import lowered, ordered
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim

POLITE = r"(?:(?:please|pls|kindly|also|and|so|ok|okay|btw|oh)(?:\s+to)?[\s,]+)*"
# How the agent speaks: of these an order is meant for all answers unless it points at one.
SPEAKS = r"(?:answer|reply|respond|explain|write|speak|talk|phrase|word|address|describe|summari[sz]e)"
MANNER = rx.compile(
    rf"^{POLITE}(?P<o>{SPEAKS}\s+(?:(?:to\s+)?me\s+|everything\s+|things\s+|all\s+[\w-]+\s+|[\w-]+s\s+)?"
    r"(?:in|without|with|like|as|using|only|more|less|very|really|always|simply|briefly|shortly|slowly|plainly)\b.*)$",
    re.IGNORECASE,
)
GIVE = rx.compile(
    rf"""
    ^{POLITE}(?P<o>(?:give|show|tell|send|offer)\s+me\s+(?:only\s+|just\s+|all\s+)?(?P<n>[\w-]+s
    |feedback|code|output)\b(?!\s+(?:of|from|about)\b)(?P<t>\s+(?:in|as|with|without|values?|instead|not
    |only)\b.*|,\s*not\s.*|\s*$))$
    """,
    re.IGNORECASE | re.VERBOSE,
)
MEND = rx.compile(
    rf"^{POLITE}(?P<o>(?:correct|fix|check|watch|mind)\s+my\s+(?:grammar|english|spelling|mistakes|\w+)\b.*)$",
    re.IGNORECASE,
)
FOR_X = rx.compile(
    rf"""
    ^{POLITE}(?P<c>(?:for|in|on|with)\s+(?:all\s+|any\s+|every\s+|my\s+|our\s+|the\s+)?(?:(?!I\b|we\b)
    [\w-]+\s*){{1,4}}?),?\s+(?P<o>(?:always\s+|only\s+|never\s+|please\s+|just\s+)+(?:use|write|give|do
    |prefer|keep|put|add|ask|check|run|make|show|follow|avoid)\s+.+)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
INSTEAD = rx.compile(
    rf"""
    ^{POLITE}(?P<o>(?:use|write|prefer|text|email|call|message|give|show|format|say)\s+(?!the\b|that\b
    |this\b|it\b|my\b|our\b)[^,;]{{2,40}}?(?:,?\s+(?:not|never|instead\s+of|rather\s+than)
    \s+[^,;]{{2,40}}|\s+instead))$
    """,
    re.IGNORECASE | re.VERBOSE,
)
ONLY = rx.compile(
    rf"""
    ^{POLITE}(?P<o>keep\s+(?:it|everything|things|all\s+\w+|[\w-]+s)\s+(?:in\s+)?[\w-]+(?:\s+only)?|
    (?:[\w-]+\s+){{1,3}}only)(?:\s+please)?$
    """,
    re.IGNORECASE | re.VERBOSE,
)
NOTHING = rx.compile(
    rf"""
    ^{POLITE}(?:so\s+)?(?P<o>(?:nothing|no)\s+(?!worries|problem|idea|need|clue|way|doubt|one|thanks
    |longer|more\b|luck|wonder|rush|hurry|offense|pressure|kidding|comment|surprise|chance|hard|big|such
    |matter|good|sign|errors?|changes?)[\w -]{{2,40}}?)[\s,]+(?:please|pls)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
DONT = rx.compile(
    rf"^{POLITE}(?P<o>(?:don['’]?t|do\s+not|never|not|avoid|stop|no\s+need\s+to)\s+(?P<v>[a-z]+)\s+(?P<t>.+))$",
    re.IGNORECASE,
)
# Behind a rule or a state: "mocks are banned here, use testcontainers".
USE = rx.compile(
    r"^(?:so\s+)?use\s+(?!the\b|an?\b|that\b|this\b|my\b|our\b|your\b|it\b)[\w.`/-]+(?:\s+[\w.-]+)?$",
    re.IGNORECASE,
)
VERBS = frozenset(
    [
        "use",
        "write",
        "suggest",
        "propose",
        "schedule",
        "simplify",
        "change",
        "touch",
        "put",
        "save",
        "send",
        "call",
        "offer",
        "recommend",
        "explain",
        "round",
        "translate",
        "addremove",
        "invent",
        "assume",
        "edit",
        "share",
        "mention",
        "ask",
        "include",
        "restart",
        "drain",
        "store",
        "log",
        "skip",
        "message",
        "email",
        "bother",
        "delete",
        "rename",
        "make",
        "plan",
        "book",
        "promise",
        "commit",
        "push",
        "show",
        "give",
        "name",
        "upgrade",
        "modify",
        "repeat",
        "quote",
    ]
)
REMIND = rx.compile(
    rf"^{POLITE}(?:remind\s+me|don['’]?t\s+let\s+me\s+forget)\s+(?P<d>.{{0,25}}?)to\s+(?P<o>[a-z]+\s.+)$",
    re.IGNORECASE,
)
COPY_ON = rx.compile(
    rf"""
    ^{POLITE}(?P<o>(?:cc|ask|tell|check\s+with|consult|ping|copy|warn|call)\s+(?:him|her|them|[A-Z]\w+
    |me)\s+(?:in\s+|on\s+)?(?:before|first|on\s+(?:anything|everything|all)|with\s+anything)\b.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
ORDERS = (MANNER, GIVE, MEND, INSTEAD, ONLY, NOTHING, COPY_ON)
BANNED = rx.compile(
    r"""
    ^(?P<s>[\w][\w -]{1,40}?)\s+(?:is|are)\s+(?:strictly\s+)?(?:banned|forbidden|not\s+allowed
    |prohibited|off[- ]limits|a\s+no[- ]go|verboten|mandatory|required)\b(?P<t>.*)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
WANTED = rx.compile(
    r"""
    ^(?:for\s+(?P<c>[\w -]{2,30}?),?\s+)?i\s+(?:always\s+|only\s+|just\s+)*(?:want|need|expect|like
    |prefer)\s*:\s*(?P<o>.{5,})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
SHOULD = rx.compile(
    r"""
    ^(?P<s>(?:the\s+|all\s+|our\s+|every\s+)?[\w][\w -]{1,30}?)\s+(?P<m>must|has\s+to|have\s+to
    |needs?\s+to)\s+(?P<n>not\s+|always\s+|never\s+|only\s+)?(?P<o>(?:be|stay|have|use|go|follow|start
    |end|come|live|contain|fit)\b.+)$
    """,
    re.IGNORECASE | re.VERBOSE,
)
# What points at the thing in hand.
MOMENT = rx.compile(
    r"""
    \b(?:this|that|these|those|it|them|here|there|now|today|tomorrow|tonight|then|him|her|above|below|attached
    |following|again|one)\b|\b(?:line|step|option|chapter|paragraph|section|part)s?\s*\d*\b|[\w-]+\.
    (?:py|js|ts|go|rs|java|md|json)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
PARTS = rx.compile(
    r"""
    \bthe\s+(?:above|following|code|function|file|test|tests|script|error|result|output|text|first
    |second|last|same|other|intro\w*|conclusion|button|page|class|method|variable|row|table|image|title
    |query|answer|email|message|story|essay|letter|list)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


FOR_ME = rx.compile(r"no\s+[\w\s,]+?\s+for\s+(?:me|us)\b(?:,?\s+(?:please|thanks|ta))?$", re.IGNORECASE)


@rx.only_where(ORDERS, REMIND, BANNED, WANTED, SHOULD, FOR_X, USE, DONT)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The standing order of one part of what was said."""
    text = stretch.text.strip(" .!")
    reading = stretch.reading
    if not reading.by_user or not 2 < len(text.split()) + 1 < 28 or reading.sentence.asks:
        return
    reminded = REMIND.match(text)
    if reminded is not None:
        yield from to_remember(stretch, reminded)
        return
    found = value_of(text, stretch)
    if FOR_ME.match(text):
        return  # "no dairy for me please" tells what is not eaten
    if found:
        yield order(stretch, found)


def to_remember(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """ "Remind me to book annual leave before the 30th": it stands on the user's list."""
    what = re.sub(r"\b(?:my|our)\b", "their", f"{match['o']} {match['d'] or ''}".strip(" .!"))
    if re.search(r"\b(?:this|that|it|these|those|what|how)\b", what, re.IGNORECASE):
        return
    dates = find_dates(what, stretch.reading.said_at, tense="future")
    for date in dates[:1]:
        what = f"{what[: date.start]}{written(date, stretch.reading.said_at)}{what[date.end :]}"
    party = stretch.reading.user(stretch.words[0])
    yield stretch.reading.claim(party, "plans", finish(f"The user is to {what}"), value=what, confidence=0.7)


def value_of(text: str, stretch: Stretch) -> str:
    """The order as it is kept, "" when none is given."""
    ban = BANNED.match(text)
    if (
        ban is not None
        and "," not in text
        and not re.match(r"(?:the|this|that|it|he|she|i|we)\b", ban["s"], re.IGNORECASE)
    ):
        return f"keep to this: {text}"
    wanted = WANTED.match(text)
    if wanted is not None:
        return f"give {wanted['o']}{' for ' + wanted['c'] if wanted['c'] else ''}"
    should = SHOULD.match(text)
    if should is not None:
        dated = find_dates(text, stretch.reading.said_at, tense="future")
        kept = lasting(should["o"]) and plain_subject(should["s"]) and not dated
        return f"keep to this: {text}" if kept else ""
    where = FOR_X.match(text)
    if where is not None:
        return f"{where['c'].strip()}, {where['o']}" if lasting(where["o"]) else ""
    for pattern in ORDERS:
        match = pattern.match(text)
        if match is None:
            continue
        if (
            pattern in {MANNER, INSTEAD}
            and stretch.words[0].pos in {"NOUN", "PROPN"}
            and stretch.words[0].tag == "NNS"
        ):
            return ""
        if (
            pattern is ONLY
            and not text.lower().startswith(("keep", "please", "only"))
            and not only_kind(match["o"])
        ):
            return ""
        return match["o"] if pattern in {COPY_ON, ONLY} or lasting(match["o"]) else ""
    bare = USE.match(text)
    if bare is not None and stretch.start > stretch.reading.sentence.start + 3:
        return text if lasting(text) else ""
    dont = DONT.match(text)
    if dont is not None and dont["v"].lower().removesuffix("ing") in VERBS | {
        "us",
        "writ",
        "mak",
        "nam",
        "suggest",
    }:
        return dont["o"] if lasting(dont["t"]) else ""
    return ""


def only_kind(text: str) -> bool:
    """True for "english only", "WebP only", "python 3.11 only": a name of what alone will do."""
    words_ = text.split()
    return len(words_) <= 3 and (
        words_[0][:1].isupper() or words_[0].lower() in {"english", "metric", "markdown", "bullets", "code"}
    )


NO_SUBJECT = rx.compile(
    r"\b(?:i|we|you|he|she|it|they|this|that|there|someone|everyone|nobody|one|is|are|was|so|and|but|if|to|just)\b",
    re.IGNORECASE,
)


def plain_subject(text: str) -> bool:
    """True for what stands for a kind of work and no person: "Copy has to be ...", "all dates must be ..."."""
    return not NO_SUBJECT.search(text)


def lasting(text: str) -> bool:
    """True for what is meant for all times."""
    return not MOMENT.search(text) and not PARTS.search(text)


def order(stretch: Stretch, value: str) -> Claim:
    """What the agent is to do from now on."""
    value = re.sub(r"^(?:please|pls|kindly)(?:\s+to)?\s+", "", value.strip(" .!,"), flags=re.IGNORECASE)
    value = re.sub(r"^(?:do not|dont|don’t|not)\s+", "don't ", value, flags=re.IGNORECASE)
    party = stretch.reading.user(stretch.words[0])
    return stretch.reading.claim(party, "instructs", ordered(value), value=lowered(value), confidence=0.65)
