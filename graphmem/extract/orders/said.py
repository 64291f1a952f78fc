"""How a standing order is written down: one claim, in the words of somebody who tells of it."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import third
from graphmem.extract.wording import finish
from graphmem.model import Claim

# From the user's mouth into a sentence about both.
PRESENT = rx.compile(
    r"\bI (am|have|do|go|ask|write|say|tell|use|want|need|give|send|work|mention|request|type|paste|know"
    r"|prefer|like|live|speak|run|read|mean|think)\b"
)
THIRD = {
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
    "did": "did",
    "made": "made",
    "wrote": "wrote",
}
YOU = rx.compile(
    r"\byou (only |just |still |already )?"
    r"(?!always|never|only|just|still|already|can|could|will|would|should|must|may|might|also|have to)([a-z]+)\b"
)
YOU_DENIED = rx.compile(r"\byou (?:do\s?n['’]?t|do not)\b")
TURNED = tuple(
    (rx.compile(rf"\b{word}\b"), other)
    for word, other in (
        ("me", "the user"),
        ("I", "the user"),
        ("my", "the user's"),
        ("you", "it"),
        ("your", "its"),
    )
)
# "Assume I'm on a Mac": the short forms behind "I".
SHORTENED = rx.compile(r"\bI['’](m|ve|ll|d)\b")
DENIED = rx.compile(r"\bI (?:do\s?n['’]?t|do not)\b")
FULL = {"m": "is", "ve": "has", "ll": "will", "d": "would"}
OCCASION = rx.compile(
    r"((?:when|while|before|after|whenever|for|if|once|unless|in|on|with|across|every time|each time|any ?time"
    r"|as soon as|where(?:ver)?)\s[^,]+),\s+(.+)",
    re.IGNORECASE,
)
NEVER = rx.compile(r"^(?:please\s+)?(?:don't|do not|never)\s+(?:ever\s+)?", re.IGNORECASE)
STOP = rx.compile(r"^stop\s+(?=\w+ing\b)", re.IGNORECASE)
# A name of a language or of a unit keeps its capital.
NAMES = rx.compile(
    r"(?:British|American|Canadian|Australian|English|German|French|Spanish|Italian|Dutch"
    r"|Polish|Python|Markdown|TypeScript)\b"
)


def instructed(
    reading: Reading, word: Word, value: str, text: str = "", *, confidence: float = 0.75
) -> Claim:
    """One standing order; `text` tells of it when it is no verb with its objects."""
    value = re.sub(r"\s+", " ", value).strip(" .!,;:")
    value = re.sub(r"^([^,]+)\s+(?:again|instead)$", r"\1", value)
    value = re.sub(r"^(?:please|pls|plz|kindly|also|and|just)[\s,]+", "", value, flags=re.IGNORECASE)
    value = re.sub(r"\byou['’]re\b", "you are", value, flags=re.IGNORECASE)
    value = re.sub(r"^(?:do not|dont|don’t|do n't)\s+", "don't ", value, flags=re.IGNORECASE)
    shown = finish(turned(text)) if text else ordered(value)
    return reading.claim(reading.user(word), "instructs", shown, value=lowered(value), confidence=confidence)


def ordered(text: str) -> str:
    """An order as a sentence about it: "don't use emojis" -> "The user wants the agent never to use emojis."."""
    occasion = OCCASION.match(text)
    if occasion:
        text = f"{occasion[2]} {lowered(occasion[1])}"
    rest = NEVER.sub("", text)
    if STOP.match(text):
        shown = f"The user wants the agent to stop {STOP.sub('', text)}"
    elif rest != text:
        shown = f"The user wants the agent never to {rest}"
    elif re.match(r"no need\b", text, re.IGNORECASE):
        shown = f"The user sees {lowered(text)}"
    elif re.match(r"no\s+\w", text, re.IGNORECASE):
        shown = f"The user wants {lowered(text)}"  # "no floats please"
    else:
        shown = f"The user wants the agent to {lowered(text)}"
    return finish(turned(shown))


def turned(shown: str) -> str:
    """What was said to the agent, told of the two: "you" is the agent and "I" the user; what is quoted stays."""
    parts = re.split(r'("[^"]*")', shown)
    return "".join(part if place % 2 else of_both(part) for place, part in enumerate(parts))


def of_both(shown: str) -> str:
    """Plain words from the user's mouth, told of the two."""
    shown = YOU_DENIED.sub("it does not", shown)
    shown = YOU.sub(lambda found: f"it {found[1] or ''}{THIRD.get(found[2]) or third(found[2])}", shown)
    shown = SHORTENED.sub(lambda found: f"the user {FULL[found[1].lower()]}", shown)
    shown = DENIED.sub("the user does not", shown)
    shown = PRESENT.sub(lambda found: f"the user {third(found[1])}", shown)
    for pattern, word in TURNED:
        shown = pattern.sub(word, shown)
    return shown


def lowered(text: str) -> str:
    """The text with a small first letter, unless its first word is a name."""
    return text if len(text) < 2 or text[1].isupper() or NAMES.match(text) else text[0].lower() + text[1:]
