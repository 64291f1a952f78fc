"""Corrections of what was said just before: "no, I meant Berlin", "actually, it's 8081"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from graphmem.extract.reading import Reading
from graphmem.extract.redated import redated
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim

OPENS = re.compile(
    r"^\W*(?:(?:sorry|wait|oops|no|nope|hmm+|ah|oh|hang on|my bad|my mistake|correction|scratch that"
    r"|actually|typo)\b\W*)+"
    r"(?P<meant>(?:I meant(?: to (?:say|write))?|I mean|make that|it's|it is|that's"
    r"|(?:(?:that|it) )?should be|rather)\b)?"
    r"\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
MEANT = re.compile(
    r"^\W*(?:I meant(?: to (?:say|write))?|make that|I should have said)\s+(?P<rest>.+)$", re.IGNORECASE
)
FIRM = re.compile(
    r"\b(?:no|sorry|oops|wait|correction|typo|actually|my bad|my mistake|scratch that)\b", re.IGNORECASE
)
NUMBER = re.compile(r"\d[\d.,]*")
LONGEST = 12


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """The last claim of the speaker with what was meant in place of what was said."""
    sentence = reading.sentence
    if not reading.by_user or not reading.focus.said or len(sentence.words) > LONGEST:
        return
    if any(word.quoted for word in sentence.words):
        return
    dated = list(redated(reading))
    if dated:
        yield from dated
        return
    found = MEANT.match(sentence.text) or OPENS.match(sentence.text)
    if found is None or not found["rest"]:
        return
    named = found.groupdict().get("meant") or found.re is MEANT
    short = len(found["rest"].split()) <= 3 and bool(FIRM.search(sentence.text[: found.start("rest")]))
    if named or short:
        yield from corrected(reading, reading.focus.said[-1], sentence.start + found.start("rest"))


def corrected(reading: Reading, claim: Claim, start: int) -> Iterator[Claim]:
    """The claim anew, with the name or the number that stands behind a place of the passage."""
    old = claim.object.name if claim.object is not None else claim.value
    new, thing = "", None
    if NUMBER.search(old) and claim.object is None:
        number = NUMBER.search(reading.sentence.passage.text, start, reading.sentence.end)
        new = NUMBER.sub(number[0].rstrip(".,"), old, count=1) if number else ""
    else:
        thing = meant(reading, claim, start)
        new = thing.name if thing is not None else ""
    if not new or new == old or old not in claim.text:
        return
    low, high = reading.sentence.passage.source(reading.sentence.start, reading.sentence.end)
    target = None
    if thing is not None and claim.object is not None:
        kind = reading.kind(thing, reading.ontology.predicate(claim.predicate).range) or claim.object.kind
        target = thing.mention(reading.message.id, reading.sentence, kind)
    own = {"message_id": reading.message.id, "start": low, "end": high}
    subject = msgspec.structs.replace(claim.subject, message_id=reading.message.id, start=low, end=high)
    yield msgspec.structs.replace(
        claim, **own, subject=subject, object=target, value="" if target else new,
        text=finish(claim.text.replace(old, new, 1)),
    )  # fmt: skip


def meant(reading: Reading, claim: Claim, start: int) -> Thing | None:
    """The only name behind a place, of a kind that the claim may have."""
    found: list[Thing] = []
    for word in reading.sentence.words:
        if word.start < start or word.pos not in {"NOUN", "PROPN", "X", "ADJ"}:
            continue
        before = reading.sentence.words[word.i - 1].lower if word.i else ""
        if before in {"not", "than", "of"}:
            break
        thing = reading.thing(word)
        if thing is None or thing.end != word.end:
            continue
        allowed = reading.ontology.predicate(claim.predicate).range
        if claim.object is None or (thing.named and reading.kind(thing, allowed)):
            found.append(thing)
    return found[0] if len(found) == 1 else None
