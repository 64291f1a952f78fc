"""Claims about what someone knows, how long they have done it, and where they do it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.clauses import Clause
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

DEGREES = words(
    "phd doctorate degree master masters bachelor bachelors msc bsc ma ba mba diploma thesis internship"
)


def employed(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I do data engineering at a startup called Freightly"."""
    if clause.lemma not in {"do", "lead", "run", "manage", "build"} or clause.tense != "present":
        return
    if any(word.lemma.lower().removesuffix("'s") in DEGREES for word in clause.objects):
        return
    party = reading.party(clause.subject, ("person",))
    for word in clause.behind("at"):
        thing = reading.thing(word)
        if party is None or party.we or party.mention.kind != "person" or thing is None:
            continue
        company = thing.named and (
            thing.kind == "organization" or (thing.kind == "" and clause.lemma == "do")
        )
        if company and not reading.is_date(word, clause):
            text = finish(f"{party.shown} works at {thing.name}")
            yield reading.claim(party, "works_at", text, thing=thing, kind="organization", confidence=0.85)


def knowing(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I know Rust pretty well", "Yara knows Scala"."""
    party = reading.party(clause.subject, ("person",))
    well = bool(clause.adverbs & {"well", "inside"})
    for word in clause.objects:
        thing = reading.thing(word)
        known = thing is not None and thing.named and (thing.kind == "technology" or well)
        if party is None or party.we or thing is None or not known or thing.kind in {"person", "place"}:
            continue
        kind = reading.kind(thing, ("technology", "concept"))
        text = finish(f"{party.shown} knows {thing.name}{' well' if well else ''}")
        if kind:
            yield reading.claim(party, "skilled_in", text, thing=thing, kind=kind, confidence=0.85)


def experienced(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I have 8 years of experience with Java", "I have no experience with Kubernetes"."""
    word = next((one for one in clause.words if one.lower == "experience"), None)
    party = reading.party(clause.subject, ("person",))
    if word is None or party is None or party.we or party.mention.kind != "person":
        return
    none = clause.negated or any(
        one.lower in {"no", "little", "zero"} for one in reading.sentence.subtree(word)
    )
    for other in clause.behind("with", "in"):
        thing = reading.thing(other)
        if thing is None or reading.is_date(other, clause) or other.i < word.i:
            continue
        kind = reading.kind(thing, ("technology", "concept")) if thing.named else ""
        years = next((one.text for one in clause.words if one.text.isdigit()), "")
        amount = "no" if none else f"{years} years of" if years else ""
        text = finish(re.sub(r"\s+", " ", f"{party.shown} has {amount} experience with {thing.name}"))
        yield reading.claim(
            party, "new_to" if none else "skilled_in", text, thing=thing if kind else None, kind=kind,
            value="" if kind else thing.name, confidence=0.85,
        )  # fmt: skip
