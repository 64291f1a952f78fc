"""How work is done here, told of a whole kind of thing: "errors get wrapped with %w", "branches are named feat/x"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.order_forms import ARTIFACTS
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim

KIND = rf"(?:(?:all|our|the|new|every|public|private|unit|feature|db|api|sql|commit|pr)\s+)*(?:[\w-]+\s+)?{ARTIFACTS}"
DONE = (
    r"(?:named|written|wrapped|logged|sorted|grouped|prefixed|suffixed|tagged|labelled|labeled|formatted|signed"
    r"|squashed|reviewed|generated|capitali[sz]ed|indented|versioned|numbered|documented|tested|merged|rebased|translated"
    r"|rounded|given|checked|validated|handled|raised|thrown|passed|spelled|spelt|ordered|placed|put|quoted|hashed|cased)"
)
# "In this repo branches are named like feat/PROJ-123".
MADE = rx.compile(
    rf"^(?:(?:in|for|on)\s+(?:this|our|the)\s+(?:repo|project|codebase|team|code),?\s+)?(?P<s>{KIND})\s+(?:here\s+)?"
    rf"(?:are|get|go|must be|have to be|should be)\s+(?:always\s+|only\s+)?(?P<v>{DONE})\s+"
    r"(?P<o>(?:like|as|with|in|by|after|under|to|at|on|into|through|via|next to|alphabetically|without|once"
    r"|using)\b.+)$",
    re.IGNORECASE,
)
GOES = rx.compile(
    rf"^(?P<s>{KIND})\s+(?:always\s+)?(?P<v>go|live|belong)\s+(?P<o>(?:next to|under|in|into|beside|alongside"
    rf"|inside|with"
    r"|through)\s+.+)$",
    re.IGNORECASE,
)
# "Commit msgs = conventional commits, english, subject under 60 chars".
EQUALS = rx.compile(
    r"^(?P<s>(?:commit|pr|branch|test|variable|file)\s+(?:msgs?|messages|titles?|names?|naming)|commits|branches|prs|docstrings|tests)"
    r"\s*(?:=|:|->|→)\s*(?P<o>[^\d\s/~][^=]*)$",
    re.IGNORECASE,
)
RULES = (MADE, GOES, EQUALS)
KEEP_OUT = rx.compile(
    r"^(?:please\s+)?keep\s+(?P<o>(?:my|our|the|all|any)\s+.+?)\s+out\s+of\s+(?P<p>any\w*|every\w*|all|your|the\s+\w+s)\b(?P<t>.*)$",
    re.IGNORECASE,
)
FOR_EVERY = rx.compile(
    r"^i\s+(?:always\s+)?(?:want|need|expect|like)\s+(?P<o>(?:an?|the|one|two|three)\s+[\w -]{2,40}?\s+(?:for"
    r"|with|in|at|under|on)\s+"
    r"(?:every|each|all|any)\s+[^,;]+)",
    re.IGNORECASE,
)
ALWAYS = rx.compile(
    r"^(?P<o>(?!i\b|we\b|you\b|it\b|he\b|she\b|they\b)[\w-]+(?:\s+[\w-]+){0,2})\s+always$", re.IGNORECASE
)
START = rx.compile(
    r"^(?:and\s+|also\s+|but\s+)?(?:don['’]?t|do\s+not|never)\s+(?P<v>start|begin|end|open|close|finish)\s+(?P<o>with\s+.+)$",
    re.IGNORECASE,
)
POINTED = rx.compile(
    r"\b(?:this|that|these|those|it|them|now|today|yesterday|again|loop|slow|red|green|wrong)\b",
    re.IGNORECASE,
)


@rx.only_where(START, KEEP_OUT, FOR_EVERY)
def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """The convention that a whole sentence tells the agent to keep."""
    text = stretch.text.strip(" .!")
    match = START.match(text)
    if match is not None:
        yield told(
            stretch,
            f"don't {match['v']} {match['o']}",
            f"The user wants the agent never to {match['v']} {match['o']}",
        )
        return
    if POINTED.search(text):
        return
    match = KEEP_OUT.match(text)
    if match is not None:
        kept = re.sub(r"\b(?:my|our)\b", "the user's", match["o"])
        yield told(stretch, f"keep {match['o']} out of {match['p']}{match['t']}",
                   f"The user wants the agent to keep {kept} out of {match['p']}{match['t']}")  # fmt: skip
        return
    match = FOR_EVERY.match(text)
    if match is not None:
        yield told(stretch, match["o"], f"The user wants {match['o']}")


@rx.only_where(RULES)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The convention that a statement tells of a kind of thing."""
    text = stretch.text.strip(" .!")
    front = POINTED.sub("", re.sub(r"^in this\b", "in the", text, flags=re.IGNORECASE))
    if len(front) < len(re.sub(r"^in this\b", "in the", text, flags=re.IGNORECASE)) or len(text.split()) > 24:
        return
    for pattern in RULES:
        match = pattern.match(text)
        if match is not None and (pattern is GOES or stretch.words[0].lower != "the"):
            yield told(stretch, text, f"The user's rule is: {text}")
            return


def told(stretch: Stretch, value: str, text: str) -> Claim:
    """What is to be kept from now on."""
    value = value.strip(" .!,;")
    return stretch.reading.claim(
        user(stretch), "instructs", finish(text.strip(" .!,;")), value=value, confidence=0.7
    )
