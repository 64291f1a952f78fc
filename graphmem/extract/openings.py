"""Where a sentence of chat surely begins, though no full stop tells it: "I'm moving in May, can you draft a letter".

A model of written English takes that for one sentence and one question. What was told before the request is told all
the same, so these places are given to the parser.
"""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.date_words import A_WEEKDAY

ASK = (
    r"(?:(?:can|could|would|will)\s+(?:you|u|we|someone)\b|(?:what|how|where|which|when|why)(?:['’]s|\s+(?:is|are|do"
    r"|does|did|should|shall|can|could|would|will|much|many|else|about|kind|to)\b)|should\s+(?:i|we)\b|is\s+(?:there|that"
    r"|it)\b|are\s+there\b|do\s+(?:you|u)\b|any\s+(?:ideas?|tips|suggestions|advice|chance|recommendations)\b)"
)
# "I'm moving in May, can you draft a letter": the request is a sentence of its own.
REQUEST = rx.compile(
    rf"(?:[,;]|\s[-–—]+)\s+(?P<next>(?:(?:so|and|but|now|anyway|also|then|or|btw|by the way)\s+)*{ASK})",
    re.IGNORECASE,
)
WHAT_NOW = rx.compile(r",\s+(?P<next>so\s+(?:what|how|where|which|when|why)\s)", re.IGNORECASE)
# "We lost the final anyway can you check my letter".
ANYWAY = rx.compile(rf"\s(?P<next>(?:anyways?|so|ok|okay|btw)[\s,]+{ASK})", re.IGNORECASE)
# "So you know who you talk to: I'm Ola", "I get migraines from flicker that's why I turned it off".
SELF = rx.compile(r"(?:[:(]\s*)(?P<next>(?:i['’]m|i\s+am|i|my\s+name)\s)", re.IGNORECASE)
THEREFORE = rx.compile(r"[\w,]\s+(?P<next>(?:and\s+)?that['’]?s\s+why\s)", re.IGNORECASE)
# "On 3 June 2024: I moved to Porto": what stands before the colon dates what stands behind it.
DATED = rx.compile(
    rf"\d|\b(?:yesterday|today|tonight|tomorrow|last|next|this|{A_WEEKDAY}|jan(?:uary)?"
    r"|feb(?:ruary)?|march|april|may|june|july|august|sept(?:ember)?|october|november|december|spring|summer|autumn"
    r"|winter)\b",
    re.IGNORECASE,
)
OPENINGS = (REQUEST, WHAT_NOW, ANYWAY)
# Before these the words behind are what is known or wondered, and no request: "I don't know, what is it?"
WONDERED = rx.compile(
    r"\b(?:know|wonder\w*|ask\w*|sure|tell|see|understand|idea|matter|forgot|remember|explain|show|guess|question is"
    r"|if|whether|when|unless)\b[^.!?]*$",
    re.IGNORECASE,
)


def openings(text: str) -> set[int]:
    """The characters at which a sentence surely begins."""
    found: set[int] = set()
    for pattern in OPENINGS:
        for match in pattern.finditer(text):
            before = text[max(text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1 : match.start()]
            if len(before.split()) > 2 and not WONDERED.search(before):
                found.add(match.start("next"))
    for pattern in (SELF, THEREFORE):
        for match in pattern.finditer(text):
            before = text[max(text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1 : match.start()]
            if before.strip() and not (pattern is SELF and DATED.search(before)):
                found.add(match.start("next"))
    return found
