"""Who follows whom in a role: "Ingrid replaced Pavel as CTO in March", "Pavel was succeeded by Ingrid as CTO"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract import sieve as rx
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.people import is_role
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.slots import clause_of, compiled, holder, matches, slot, span_of
from graphmem.model import Claim, ClaimMode

SOON = r"(?:(?:has|have|is|are|will|be|just|recently|officially|finally|now) )*"
STOPS = r"in|on|at|from|since|last|this|next|as|and|but|yesterday|today|tomorrow|by|until|effective|starting|while|when"
ROLE = (
    rf"(?:the |our |an? |new )*(?P<role>[\w/-]+(?: (?!(?:{STOPS}|of)\b)[\w/-]+){{0,3}}(?: of (?:the )?[\w-]+"
    rf"(?: (?!(?:{STOPS})\b)[\w-]+)?)?)"
)
FOLLOWS = r"(?:replaced|replaces|replace|replacing|succeeded|succeeds|succeed|succeeding)"
PATTERNS = tuple(
    compiled(template)
    for template in (
        rf"\b<A> {SOON}{FOLLOWS} <B> as {ROLE}",
        rf"\b<A> {SOON}(?:took|taken|takes|taking|take) over from <B> as {ROLE}",
        rf"\b<A> {SOON}(?:took|taken|takes|taking|take) over as {ROLE} from <B>",
        rf"\b<B> (?:was|is|has|been|being|got|will|be| )*?(?:replaced|succeeded) by <A> as {ROLE}",
        rf"\b<B> (?:was|is|has|been|being|got|will|be| )*?(?:replaced|succeeded) as {ROLE} by <A>",
        rf"\b<A> (?:becomes|will become|is becoming|is going to be) {ROLE}",
    )
)
# Who leads or owns something that has a name is told of it, and no role of theirs.
OF_THING = re.compile(r"(?:tech )?(?:leads?|head|manager|owner|maintainer) of (?:the|our)\b", re.IGNORECASE)
BECOMES = len(PATTERNS) - 1  # tells of a day to come, or nothing
COMING = re.compile(r"\b(?:is|are|will|takes|replaces|succeeds|becomes)\b", re.IGNORECASE)


@rx.only_where(PATTERNS)
def of_sentence(reading: Reading) -> Iterator[Claim]:
    """Who has a role from then on, and who has it no more."""
    for match, number in matches(reading, PATTERNS):
        whole = clause_of(reading, match)
        new, old = holder(reading, slot(reading, match, "A")), holder(reading, slot(reading, match, "B"))
        role = match["role"].strip()
        if whole is None or new is None or not is_role(role) or OF_THING.match(role):
            continue
        if number == BECOMES and not reading.dates(replace(whole, tense="future")):
            continue
        told = replace(whole, tense="future") if COMING.search(match[0]) else whole
        if told.tense == "future" and not reading.dates(told):
            told = whole
        sides: tuple[tuple[Party | None, ClaimMode], ...] = ((new, "asserts"), (old, "ends"))
        for party, mode in sides:
            if party is not None and party.mention.kind == "person":
                yield in_role(reading, party, role, span_of(reading, told, ends=mode == "ends"), mode)
        return


def in_role(reading: Reading, party: Party, role: str, when: When, mode: ClaimMode) -> Claim:
    """One who has a role, or had it."""
    party = party._replace(shown="The user") if party.user else party
    predicate = reading.ontology.predicate("has_role")
    text = stated(reading, party, predicate, role, mode=mode, when=when)
    return reading.claim(party, "has_role", text, value=role, mode=mode, when=when, confidence=0.8)
