"""What makes of an order one for now: it names this moment, or it points at the thing in hand."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx

# Of this moment, whatever else is said. "From now on" and "this repo" are for good.
NOW = rx.compile(
    r"\b(?:this(?!\s+(?:repo(?:sitory)?|project|codebase|code base|team|company|machine|folder)\b)|these|those|today"
    r"|tonight|tomorrow|now(?! on\b)|yet|attached|current|currently|latest|for now|just once"
    r"|(?:above|below)(?=\s*$|[,.])|(?:first|second|third|last|other) (?:one|option|approach|version)|previous"
    r"|again(?=\s*$|[,.])|(?:step|line|option|chapter) \d+)\b|\bthen$"
    r"|\b[\w-]+\.(?:py|js|ts|go|rs|java|cpp|c|kt|swift|rb|php|gd)\b",
    re.IGNORECASE,
)
# Points at something; who says "always" or "before you commit" may still mean it for good.
POINTED = rx.compile(
    r"\b(?:that(?=\s*$|[,.]|\s+(?:one|file|line|test|function|bug|thing)\b)|it|them|they|him|her|next(?! to\b)"
    r"|again|following|above"
    r"|below(?! \d)|same|last|here(?! too)|there|more(?! than)|another|else|other one|new one|one$)\b",
    re.IGNORECASE,
)
PART = rx.compile(
    r"\bthe\s+(?:above|following|code|function|file|tests?|script|error|results?|output|text|first|second|last"
    r"|same|other"
    r"|intro\w*|conclusion|button|page|class|method|variable|row|table|image|title|query|answer|email|message|story"
    r"|essay|letter|list)\b(?!\s+(?:style|guide|names?|files?|folder|messages?|first)\b)",
    re.IGNORECASE,
)
LATER = rx.compile(r"\b(?:until (?:i|we) say|here (?:too|as well))\b", re.IGNORECASE)


def is_now(text: str) -> bool:
    """True for what can only be meant for this moment."""
    return NOW.search(text) is not None


def is_pointed(text: str) -> bool:
    """True for what names this moment or points at something."""
    return is_now(text) or POINTED.search(LATER.sub("", text)) is not None


def is_in_hand(text: str) -> bool:
    """True for what points at something or names a part of the work in hand: "the function"."""
    return is_pointed(text) or PART.search(text) is not None
