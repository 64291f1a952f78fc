"""What the parser's patterns have taken for something else than plain words say of a person."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.model import USER, Claim

# What the parser takes for the second is really the first, where both are said of the same words.
TAKEN_FOR = {
    "time_zone_is": {"name", "lives_in"},
    "speaks": {"child_of", "uses", "skilled_in"},
    "member_of": {"part_of", "practises", "uses"},
    "lives_in": {"works_at"},
    "has_role": {"prefers", "name", "is_a"},
    "comes_from": {"has_role", "name"},
    "studies": {"practises"},
    "has_pet": {
        "sibling_of",
        "child_of",
        "parent_of",
        "married_to",
        "friend_of",
        "relative_of",
        "reports_to",
    },
    "reachable_at": {"prefers", "instructs"},
}
# Adjectives of "a bit of Polish" and "a severe allergy".
DEGREES = {"speaks": {"little", "bit", "some"}, "allergic_to": {"severe", "mild", "bad", "serious"}}
# "Add a test where Anna is 30": nobody's age.
MADE_UP = rx.compile(
    r"\b(?:tests?|fixtures?|seed|sample|mock|dummy|persona|fictional|fake|placeholder|scenario|test case"
    r"|row|record|schema|model)\b.*\b(?:where|with|named|called|whose|who)\b|\bpersona be\b"
    r"|^\W*(?:add|write|create|generate|insert|make|draft)\b.*\b(?:named|called|where|who)\b",
    re.IGNORECASE,
)
PERSONAL = {"age_is", "lives_in", "works_at", "has_role", "comes_from", "born_on", "married_to"}


CHILDREN = rx.compile(r"\b(?:Elementary|Primary|Middle School|Junior High|Kindergarten|Preschool|Nursery)\b")
# What is on its way to somebody.
COMING = rx.compile(
    r"\b(?:is|are)\s+(?:buying|purchasing|ordering|adopting|acquiring|building)\s", re.IGNORECASE
)
# Whoever of these "is at" or "starts at" a school learns there.
OF_CHILD = re.compile(
    r"user's (?:[\w-]+ )?(?:son|daughter|kid|child|nephew|niece|grandson|granddaughter|stepson|stepdaughter"
    r"|godson|goddaughter|twins?)"
)
SCHOOL = rx.compile(
    r"\b(?:School|Gymnasium|College|University|Uni|Academy|Lycée|Lyceum|High|Institute|Kita)\b", re.IGNORECASE
)
TAUGHT = rx.compile(
    r"\b(?:teach\w*|taught|works?|working|jobs?|nurse|principal|head|staff|as an?)\b", re.IGNORECASE
)


def real(text: str, found: Sequence[Claim]) -> list[Claim]:
    """The claims of a sentence without what it says of people who are made up in it."""
    found = [one for one in found if not is_pupil(text, one)]
    if not MADE_UP.search(text):
        return found
    return [one for one in found if one.predicate not in PERSONAL or one.subject.name == USER]


def is_pupil(text: str, claim: Claim) -> bool:
    """True for "Leo starts at Northside Middle School in September" read as a job."""
    if claim.predicate != "works_at" or claim.mode != "asserts" or claim.subject.name == USER:
        return False
    name = claim.object.name if claim.object is not None else ""
    school = CHILDREN.search(name) or (OF_CHILD.fullmatch(claim.subject.name) and SCHOOL.search(name))
    return bool(school) and not TAUGHT.search(text)


def mistaken(old: Claim, new: Claim) -> bool:
    """True when the parser has taken the words of the new claim for something else."""
    before, now = words_of(old), words_of(new)
    if old.predicate == new.predicate:
        if before in DEGREES.get(new.predicate, ()):
            return True
        if before != now:
            return False
        if new.subject.name == f"user's {old.subject.name}":
            return True
        return old.mode == "ends" and new.mode == "asserts" and bool(new.valid_from) and not old.valid_until
    if new.predicate == "lives_in" and new.mode != "ends":
        return False  # "Dana moved to Acme"
    return old.predicate in TAKEN_FOR.get(new.predicate, ()) and (
        now == before
        or (new.predicate in {"reachable_at", "studies", "has_role"} and now in before)
        or (new.predicate == "member_of" and before in now)
    )


def words_of(claim: Claim) -> str:
    """What a claim is about beside its subject, in lower case."""
    return claim.object_name.lower()


def not_yet(claim: Claim) -> Claim:
    """What somebody is buying is no belonging yet, but a plan."""
    found = COMING.search(claim.text) if claim.predicate == "owns" and claim.mode == "asserts" else None
    if found is None:
        return claim
    told = claim.text.rstrip(".")[found.start() :].strip()
    return msgspec.structs.replace(
        claim, predicate="plans", object=None, value=told, qualifier="", kind="plan"
    )
