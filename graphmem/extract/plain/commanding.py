"""What an order to the agent is, and the claim that is made of a standing one."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.patterns_orders import lowered, ordered
from graphmem.extract.plain.order_forms import NOW, POLITE
from graphmem.extract.plain.orders import IDLE, WORK
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAMES = rx.compile(
    r"(?:British|American|Canadian|Australian|English|German|French|Spanish|Italian|Dutch"
    r"|Polish|Python|Markdown|TypeScript)\b"
)


def told(stretch: Stretch, value: str, text: str = "") -> Claim:
    """One standing order."""
    value = re.sub(r"\s+", " ", value).strip(" .!,;:")
    value += '"' * (value.count('"') % 2)
    value = re.sub(r"\byou(?:['’]re| are)\b", "you are", value, flags=re.IGNORECASE)
    value = re.sub(r"^(?:please|pls|plz|also|and|just)[\s,]+", "", value, flags=re.IGNORECASE)
    value = re.sub(r"^(?:do not|dont|don’t|do n't)\s+", "don't ", value, flags=re.IGNORECASE)
    return stretch.reading.claim(
        user(stretch),
        "instructs",
        finish(text) if text else ordered(value),
        value=small(value),
        confidence=0.75,
    )


def small(text: str) -> str:
    """The text with a small first letter, unless its first word is the name of a language or a unit."""
    return text if NAMES.match(text) else lowered(text)


def commands(stretch: Stretch, text: str, *, wide: bool = False) -> bool:
    """True for a text that begins with what an agent can be told to do."""
    rest = re.sub(
        rf"^{POLITE}(?:always\s+|never\s+|do\s?n['’]?t\s+(?:ever\s+)?|do not\s+|make sure (?:to|you"
        r"|that you)\s+|only\s+)?",
        "",
        text,
        flags=re.IGNORECASE,
    )
    first = rest.split(" ", 1)[0].lower().strip(",.")
    if first in {
        "ask",
        "tell",
        "show",
        "warn",
        "stop",
        "check",
        "let",
        "give",
        "explain",
        "propose",
        "answer",
        "wait",
        "confirm",
        "say",
        "prefer",
        "keep",
        "avoid",
        "assume",
    }:
        return (
            bool(re.match(r"(?:let me know|let me \w+ it|(?!let\b)\w+)\b", rest, re.IGNORECASE))
            and " " in rest
        )
    if first in WORK or (
        wide
        and first
        in {
            "make",
            "format",
            "follow",
            "stick",
            "put",
            "be",
            "speak",
            "talk",
            "indent",
            "prefix",
            "sort",
            "link",
            "list",
            "number",
            "highlight",
            "mark",
            "update",
            "read",
            "verify",
            "double-check",
            "set",
            "save",
            "split",
            "bump",
            "show",
            "think",
            "plan",
            "start",
        }
    ):
        return True
    tagged = next((word for word in stretch.words if word.lower == first), None)
    return (
        wide and tagged is not None and tagged.tag in {"VB", "VBP"} and first not in IDLE and first.isalpha()
    )


def once(text: str) -> bool:
    """True for what is meant for this moment."""
    return bool(NOW.search(text))
