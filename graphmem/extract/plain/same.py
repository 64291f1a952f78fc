"""Do two claims of a sentence say the same? What is read twice is told once."""

from __future__ import annotations

import re

from graphmem.extract.plain.turnings import named
from graphmem.extract.reading import Reading
from graphmem.model import Claim

NEXT = frozenset({"lives_in", "works_at", "has_role"})


def told(reading: Reading, old: Claim, new: Claim) -> bool:
    """True when the old claim says what the new one says, or speaks of the same thing in another way."""
    one, other = named(old), named(new)
    if old.predicate == "plans" and new.predicate in NEXT and new.valid_until is not None:
        return False  # "from June till August I'll be in Marseille"
    if new.mode == "closes":  # "I quit my job at Corvid" ends what it names already
        return (
            old.predicate == new.predicate
            and old.mode in {"ends", "closes"}
            and not (one and other and one != other)
        )
    if old.mode == "closes" and not one and old.predicate != "works_at":
        return old.predicate == new.predicate  # "defended my thesis" is done, too
    if old.predicate == new.predicate and reading.ontology.predicate(new.predicate).functional:
        if old.mode != new.mode and one != other:
            return False  # "I don't live in Zagreb anymore, I'm in Split now"
        if one != other and is_next(reading, old) and (new.valid_from is None and new.mode == "asserts"):
            return False  # "I'm in Salford at the moment, but I'll be moving to Bristol on March 1"
        if one != other and is_next(reading, new) and new.valid_until is not None and old.valid_from is None:
            return False  # "I live in Ghent, but from June till August I'll be in Marseille"
        if one != other and old.qualifier and new.qualifier and apart(old.qualifier, new.qualifier):
            return False  # "our bill is 8k, the budget is 6k"
        return old.subject.name == new.subject.name or one == other
    if old.predicate == new.predicate and not (one and other):
        return True
    if old.predicate == new.predicate and new.predicate in {"owns", "maintains"}:
        return old.subject.name == new.subject.name and (one in other or other in one)
    if old.predicate != new.predicate and new.predicate in {"chose", "has_role", "age_is"}:
        return False
    if old.predicate == new.predicate and {word for word in one.split() if len(word) > 3} & set(
        other.split()
    ):
        return True
    return within(one, other) or within(other, one)


def is_next(reading: Reading, claim: Claim) -> bool:
    """True for a home, an employer or a role that is still to come."""
    begins = claim.valid_from is not None and claim.valid_from > reading.said_at
    return begins and claim.predicate in NEXT and claim.mode == "asserts"


def within(one: str, other: str) -> bool:
    """True when one name is part of another; a figure is that as a whole word alone: 4 is no part of 24."""
    if any(map(str.isdigit, one)):
        return f" {one} " in f" {other} "
    return one in other


def apart(one: str, other: str) -> bool:
    """True when two names of values share no word, or the second is of something that belongs to the first."""
    if re.search(rf" of (?:the )?{re.escape(one)}$", other):
        return True  # "celery: 4 workers, prefetch 1"
    common = {"expiry", "duration", "cost", "retention", "timeout", "limit", "of", "the", "for", "in", "on"}
    left, right = set(one.lower().split()) - common, set(other.lower().split()) - common
    return bool(left and right) and not (left <= right or right <= left)
