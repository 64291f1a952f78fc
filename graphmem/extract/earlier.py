"""What was so before what is so now, told with it: "we keep them in S3 since March, before that in GCS"."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.model import USER, Claim

BEFORE = re.compile(r"\b(?:before\s+(?:that|then)|previously|formerly)\b", re.IGNORECASE)
AGAIN = re.compile(r"\b(?:am|is|are|['’](?:m|s|re))\b|[.;](?=\s*\w)", re.IGNORECASE)


def told_apart(reading: Reading, claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a sentence, those behind "before that" as over when the others began."""
    text = reading.sentence.text
    found = BEFORE.search(text)
    if found is None or AGAIN.search(text, found.end()):
        return list(claims)
    place = reading.sentence.start + found.end()
    cut = reading.sentence.passage.source(place - 1, place)[1]
    return [over(reading, claim, claims, cut) for claim in claims]


def over(reading: Reading, claim: Claim, claims: Sequence[Claim], cut: int) -> Claim:
    """The claim as the end of what was so before, when its object stands behind the cut and another one before it."""
    if claim.object is None or claim.object.start < cut or claim.mode != "asserts":
        return claim
    now = next(
        (
            one
            for one in claims
            if one.predicate == claim.predicate and one.subject.name == claim.subject.name
            and one.object is not None and one.object.start < cut and one.mode == "asserts"
        ),
        None,
    )  # fmt: skip
    if now is None:
        return claim
    shown = "The user" if claim.subject.name == USER else claim.subject.name
    party = Party(claim.subject, shown[:1].upper() + shown[1:], user=claim.subject.name == USER)
    when = When(None, now.valid_from, now.grain if now.valid_from else "")
    predicate = reading.ontology.predicate(claim.predicate)
    text = stated(reading, party, predicate, claim.object.name, mode="ends", when=when)
    return msgspec.structs.replace(
        claim, mode="ends", valid_from=None, valid_until=now.valid_from, grain=when.grain, text=text
    )
