"""What an event puts an end to, though nobody says so: a birth ends being pregnant, a debt that is paid the debt.

Each is one more word of `let_go`, or the end of a condition, beside what the sentence tells: it closes what is known,
whenever that was told, and says nothing where nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.plain.changes import WHO, past, person
from graphmem.extract.plain.pieces import pieces
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch, stretches
from graphmem.extract.reading import Reading
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim

BORN = rx.compile(
    rf"^{WHO}(?:had|gave\s+birth\s+to|welcomed|delivered)\s+(?:(?:an?|our|her|their|the|my)\s+)?(?:(?:healthy"
    rf"|little|beautiful|second|third|first)\s+)*"
    r"(?:baby|son|daughter|(?:baby\s+)?(?:boy|girl)|twins)\b(?!\s+(?:shower|sitter|monitor|photos?|clothes|food"
    r"|bump))",
    re.IGNORECASE,
)
WEDDING = re.compile(
    r"\b(?:got|were|was|get)\s+(?:married|hitched)\b|\btied\s+the\s+knot\b|\bmarried\s+(?:in|on|last)\b"
)
REPAID = rx.compile(
    r"^(?:(?:i|we)(?:['’]ve|\s+have)?\s+)?(?:(?:finally|just|already)\s+)*(?:paid|repaid|settled\s+up\s+with"
    r"|paid\s+off)\s+"
    r"(?:my\s+)?(?P<o>(?-i:[A-Z])[\w'-]+|sister|brother|mum|mom|dad|parents|boss|landlord"
    r"|friend)(?:\s+back)?(?=\s*(?:[,.;!]|$)|\s+(?:today|yesterday|last"
    r"|in|on|all|the|for|now|and)\b)",
    re.IGNORECASE,
)
# "We dropped support for Safari 14", "dropped Safari 14 support".
UNSUPPORTED = rx.compile(
    r"^(?:(?:i|we|they)(?:['’]ve|\s+have)?\s+)?(?:(?:finally|just|also|now)\s+)*(?:(?:dropped|removed|ended|cut"
    r"|deprecated)\s+(?:the\s+)?support\s+(?:for|of)"
    r"|(?:stopped|no\s+longer)\s+support(?:ing|s)?|(?:do\s?n['’]?t|do\s+not"
    r"|does\s?n['’]?t)\s+support(?=.*\bany\s?more))\s+(?P<o>[\w][\w.+# -]*?)"
    r"(?=\s*(?:[,.;!]|$)|\s+(?:in|with|since|from|as|because|any\s?more|now|last|and|starting)\b)"
    r"|^(?:(?:i|we|they)(?:['’]ve|\s+have)?\s+)?(?:(?:finally|just|also)\s+)*(?:dropped|removed"
    r"|ended)\s+(?P<o2>[\w][\w.+# -]*?)\s+support\b",
    re.IGNORECASE,
)


def of_sentence(reading: Reading) -> Iterator[Claim]:
    """What is over by what the statements of a sentence tell."""
    if not reading.by_user:
        return
    for stretch in stretches(reading):
        for piece in pieces(stretch):
            if not piece.negated() or UNSUPPORTED.match(piece.text):
                yield from ended(piece)


@rx.only_where(BORN, REPAID, UNSUPPORTED)
def ended(stretch: Stretch) -> Iterator[Claim]:
    """The ends in one statement."""
    reading, when = stretch.reading, past(stretch)
    born = BORN.match(stretch.text)
    party = person(stretch, born) if born is not None else None
    if party is not None and party.mention.kind == "person":
        text = finish(f"{party.shown} is no longer pregnant")
        yield reading.claim(
            party, "has_condition", text, value="pregnant", mode="closes", when=when, confidence=0.6
        )
        return
    for pattern, value, told in (
        (REPAID, "owes {}", "owes {} nothing"),
        (UNSUPPORTED, "{}", "no longer supports {}"),
    ):
        match = pattern.match(stretch.text)
        if match is not None:
            name = (match["o"] or match["o2"]).strip()
            yield reading.claim(
                user(stretch), "let_go", finish(f"The user {told.format(name)}"), value=value.format(name),
                mode="closes", when=when, confidence=0.6,
            )  # fmt: skip
            return


def wedded(found: Sequence[Claim]) -> Iterator[Claim]:
    """ "Lena and I got married": who is married to somebody is their girlfriend no more."""
    for one in found:
        told = one.predicate == "married_to" and one.mode == "asserts" and one.object is not None
        if told and one.object is not None and WEDDING.search(one.text):
            shown = "the user" if one.subject.name == USER else one.subject.name
            yield msgspec.structs.replace(
                one, predicate="partner_of", mode="closes", valid_from=None, valid_until=one.valid_from, confidence=0.6,
                text=finish(f"{one.object.name} is the spouse of {shown} now"),
            )  # fmt: skip
