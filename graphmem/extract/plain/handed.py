"""That a thing has changed hands: whoever had it before has it no more, though nobody says who that was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.reading import Reading
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim

HELD = frozenset({"owns", "maintains", "leads"})
TAKEN = rx.compile(
    r"\b(?:(?:took|taken|takes|taking)\b.*\bover|inherit\w*|(?:handed|passed|given|gave|transferred|reassigned|moved)\b.*\b(?:to|back)"
    r"|now|nowadays|these\s+days|from\s+now\s+on|as\s+of|again|instead|no\s+longer|any\s?more"
    r"|new\s+(?:owner|maintainer|lead|head))\b",
    re.IGNORECASE,
)
SHARED = rx.compile(
    r"\b(?:too|also|as\s+well|both|together|jointly|shares?|co-?\w+s?|alongside|along\s+with|help\w*|additionally|another)\b",
    re.IGNORECASE,
)


def of_sentence(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """Beside each claim that somebody has a thing now: that nobody else has."""
    text = reading.sentence.text
    if not reading.by_user or not TAKEN.search(text) or SHARED.search(text):
        return
    held = [
        one for one in found if one.predicate in HELD and one.mode == "asserts" and one.object is not None
    ]
    for one in held:
        rivals = [
            other for other in held if other.object == one.object and other.subject.name != one.subject.name
        ]
        if one.object is None or rivals:
            continue
        who = "the user" if one.subject.name == USER else one.subject.name
        yield msgspec.structs.replace(
            one, subject=one.object, object=one.subject, predicate="changed_hands", mode="closes", qualifier="",
            text=finish(f"{one.object.name} has gone over to {who}"), valid_from=None, valid_until=one.valid_from,
            confidence=0.6,
        )  # fmt: skip
