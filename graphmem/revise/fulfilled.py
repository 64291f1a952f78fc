"""What somebody has now ends what they were without: a wife ends "is single", a job "is looking for a job".

Nobody says so; it follows from a later statement of the same subject, whichever of the two was read first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.revise.belief import object_key
from graphmem.store import queries
from graphmem.store.queries import Reader

STATED = ("noted", "practises")
ALONE = ("is single", "is single again")
WAYS = ("looking", "hunting", "searching")
JOBS = ("a job", "a new job", "work", "another job")
HUNTED = tuple(f"is {way} for {what}" for way in WAYS for what in JOBS)
JOBLESS = ("is unemployed", "is between jobs", "is out of work", "is jobless", *HUNTED)
HOMES = (
    "flat",
    "apartment",
    "place",
    "house",
    "home",
    "room",
    "place to live",
    "new place",
    "new flat",
    "new apartment",
)
SOUGHT = tuple(f"is {way} for a {home}" for way in WAYS for home in HOMES)
# What each of these puts an end to, in the words in which it is kept.
ENDED = {"partner_of": ALONE, "married_to": ALONE, "works_at": JOBLESS, "lives_in": SOUGHT}
OWNED = "owns"
WANTED = ("is saving for {}", "is saving up for {}", "is looking for {}")
GIVERS = frozenset({*ENDED, OWNED})
AIMED = re.compile(r"is (?:saving(?: up)?|looking) for (?P<what>.+)", re.IGNORECASE)


def statements(witness: Evidence) -> tuple[str, ...]:
    """The statements that are over with what a witness tells."""
    if witness.mode != "asserts" or witness.predicate not in GIVERS or not witness.value:
        return ()
    if witness.predicate != OWNED:
        return ENDED[witness.predicate]
    thing = witness.value.casefold()
    named = (f"an {thing}" if thing[0] in "aeiou" else f"a {thing}", f"the {thing}", thing)
    return tuple(form.format(one) for form in WANTED for one in named)


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots that what is told may end."""
    for told in statements(witness):
        predicate = "practises" if told.startswith("is saving") else "noted"
        yield msgspec.structs.replace(witness, predicate=predicate, qualifier="", object="", value=told)


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of what may have ended such statements."""
    slots: set[str] = set()
    for one in witnesses:
        if one.predicate in STATED and one.mode == "asserts":
            for predicate in givers(one.value.casefold()):
                slots |= {fact.slot for fact in queries.facts_about(reader, {one.subject}, predicate)}
    return slots


def givers(told: str) -> list[str]:
    """By which predicates a statement may be over."""
    found = [predicate for predicate, ended in sorted(ENDED.items()) if told in ended]
    return [*found, OWNED] if AIMED.fullmatch(told) else found


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of what was stated, under the ids of the words that tell of what somebody has since."""
    if not group or group[0].predicate not in STATED:
        return []
    told = {object_key(w): w for w in group if w.mode == "asserts" and givers(w.value.casefold())}
    return [
        msgspec.structs.replace(
            word, predicate=one.predicate, qualifier=one.qualifier, mode="closes", object=one.object, value=one.value,
            valid_from=None, valid_until=word.valid_from or word.said_at,
        )
        for one in told.values()
        for word in words
        if word.predicate in GIVERS and word.subject == one.subject and word.said_at > one.said_at
        and one.value.casefold() in statements(word)
    ]  # fmt: skip
