"""Whom a message speaks to: "Hey Maya, ..." and "..., Maya!" name the hearer, who is no part of what is said."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphmem.extract import sieve as rx
from graphmem.remembered import remembered

NAME = r"(?-i:[A-Z][a-z]{1,14})"
START = r"(?:^|(?<=\n)|(?<=[.!?]\s)|(?<=[.!?]\s\s))"
ENDS = r"(?=\s*(?:[,!?:]|\.(?:\s|$)|\s[-–—]|$))"
# Behind these a name with a mark behind it is the hearer's.
GREETING = rx.compile(
    rf"{START}(?:hey(?: there)?|hi(?: there)?|hiya|hello|dear|thanks(?: (?:so much|a lot|a bunch|a ton|again))?"
    r"|thank you|thx|cheers|bye|goodbye|congrats|congratulations|good (?:morning|evening|night|afternoon)"
    rf"|welcome(?: back)?)(?P<x>,?\s+{NAME}){ENDS}",
    re.IGNORECASE,
)
# And behind these where people talk to each other: "Yeah Maya, ...", but not "yes, Berlin".
ASSENT = rx.compile(
    rf"{START}(?:wow|woah|whoa|oh|ah|aw+|oof|haha|woohoo|omg|yeah|yea|yep|yup|yes|nope|nah|sure(?: thing)?|okay|ok"
    r"|cool|nice(?: one| work| job)?|awesome|absolutely|definitely|totally|agreed|sorry|exactly|gotcha|way to go"
    r"|no (?:worries|problem|way|doubt)|of course|for sure|great (?:job|work|news|idea)|good (?:job|luck))"
    rf"(?P<x>\s+{NAME})(?=[,!])",
    re.IGNORECASE,
)
SHORTEST = 3  # letters of a short form: "Sam" of "Samantha"


def without_address(text: str, others: Collection[str], *, among_people: bool) -> str:
    """The text with spaces in place of the names of those to whom it speaks; every offset stays.

    `others` are those who have spoken before, who are known by their names wherever a mark sets them off.
    """
    for form in (GREETING, *((ASSENT,) if among_people else ())):
        for match in form.finditer(text):
            text = blanked(text, *match.span("x"))
    for name in sorted(others):
        for match in called(name).finditer(text):
            text = blanked(text, *match.span(match.lastgroup or 0))
    return text


def blanked(text: str, low: int, high: int) -> str:
    """The text with spaces in a place."""
    return text[:low] + " " * (high - low) + text[high:]


@remembered(256)
def called(name: str) -> re.Pattern[str]:
    """Where somebody of that name is spoken to, by a short form, too."""
    first = name.split(maxsplit=1)[0]
    sizes = range(len(first), min(SHORTEST, len(first)) - 1, -1)
    forms = "|".join(re.escape(first[:size]) for size in sizes)
    return re.compile(
        rf"{START}(?P<x>(?:{forms})(?:,|(?=[!?]|\s[-–—])))(?=.)|(?<=\w)(?P<y>,\s+(?:{forms})){ENDS}"
    )
