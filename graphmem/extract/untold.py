"""What a further reading of a sentence tells beside the claims that are known of it, and what gives way to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.broad.weighing import NEAR, SENTENCES
from graphmem.extract.plain.same import told
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

CHANGED = rx.compile(
    r"\b(?:bumped|raised|lowered|set|increased|decreased|reduced|cut|dropped|changed|upped|doubled|halved|moved)\b"
)
# What keeps a sentence as it was said gives way to what it says plainly: "had to sell" to "sold".
TOLD_AS_SAID = words("did noted chose plans practises")


def untold(
    reading: Reading, found: Iterable[Claim], known: Sequence[Claim], *, plainly: bool = False
) -> list[Claim]:
    """What a statement in full tells beside the claims of its short form; `plainly` if it stands in its place."""
    modes = {"asserts", "ends", "denies"} | ({"closes"} if plainly else set())
    fresh: list[Claim] = []
    for new in found:
        over = new.predicate in {"changed_hands", "serves_instead"}  # goes with a claim of the same statement
        if (over and new not in fresh) or (
            new.mode in modes
            and not any(
                told(reading, old, new) and not beside(old, new) and not (plainly and of_another(old, new))
                for old in (*known, *fresh)
            )
        ):
            fresh.append(new)
    return fresh


def gives_way(old: Claim, plain: Sequence[Claim]) -> bool:
    """True for what a sentence says less exactly, or of the wrong one, than the same said plainly."""
    if old.predicate in TOLD_AS_SAID and old.object is None:
        return True
    return any(worse(old, new) for new in plain for worse in WORSE)


def less_exact(old: Claim, new: Claim) -> bool:
    """Of a role another, and liked where it is preferred."""
    return (old.predicate, new.predicate) in {("has_role", "has_role"), ("likes", "prefers")}


def undated(old: Claim, new: Claim) -> bool:
    """The same without the days that are its own."""
    same = old.mode == new.mode == "asserts" and old.predicate == new.predicate
    days = (new.valid_from, new.valid_until)
    return (
        same
        and old.subject.name == new.subject.name
        and old.object_name.lower() == new.object_name.lower()
        and days not in {(None, None), (old.valid_from, old.valid_until)}
    )


def unnamed_port(old: Claim, new: Claim) -> bool:
    """A figure that is a port: "the metrics gateway is 8443"."""
    return (old.predicate, new.predicate) == ("setting_is", "listens_on") and old.value in new.object_name


def listed(old: Claim, new: Claim) -> bool:
    """Given up, by a parser that lists the two: "we're done with jest, vitest from now on"."""
    over = old.mode == "ends" or old.predicate in {"dislikes", "rejected"}
    used = new.mode == "asserts" and new.predicate == "uses"
    return over and used and old.object_name.lower() == new.object_name.lower()


def without_verb(old: Claim, new: Claim) -> bool:
    """An order without the verb that the other has: "snake_case for columns, not camelCase"."""
    orders = old.predicate == new.predicate == "instructs" and old.mode == new.mode == "asserts"
    return orders and old.value != new.value and new.value.endswith(old.value)


WORSE = (less_exact, undated, unnamed_port, listed, without_verb)


def outdone(old: Claim, statement: str, found: Sequence[Claim]) -> bool:
    """True for a value that the same sentence changes: "the pool was capped at 20, I bumped it to 60"."""
    return (
        old.predicate == "setting_is"
        and CHANGED.search(statement) is not None
        and any(
            new.predicate == old.predicate
            and (new.subject.name, new.qualifier) == (old.subject.name, old.qualifier)
            and new.value != old.value
            for new in found
        )
    )


def beside(old: Claim, new: Claim) -> bool:
    """True for claims that tell different things of the same: who built it and who owns it, where it is used."""
    if old.subject.name != new.subject.name and old.mode in {"ends", "closes"} and new.mode == "asserts":
        return True  # "Oskar stepped down as maintainer of the parser, Lena does it now"
    if new.predicate == "plans" and new.mode == "ends" and old.predicate in {"status_is", "let_go"}:
        return True  # "we shelved the rewrite": it is no plan any more either
    if new.predicate == "replaced_by" and old.predicate in {"uses", "rejected"}:
        return True
    if (
        old.subject.name != new.subject.name
        or old.mode != new.mode
        or old.object is None
        or new.object is None
    ):
        return False
    if old.predicate == new.predicate:
        return bool(old.qualifier and new.qualifier and old.qualifier != new.qualifier)
    near = new.predicate in NEAR.get(old.predicate, ()) or old.predicate in NEAR.get(new.predicate, ())
    return not near and not {old.predicate, new.predicate} & SENTENCES


def of_another(old: Claim, new: Claim) -> bool:
    """True for claims of two people: "this week Tom is on call, next week it's me"."""
    return old.subject.name != new.subject.name and {old.subject.kind, new.subject.kind} <= {"person"}


def unsaid(reading: Reading, found: Iterable[Claim], known: Sequence[Claim]) -> list[Claim]:
    """What none of the known claims says in some form."""
    return [
        new
        for new in found
        if not any(old.predicate == new.predicate or told(reading, old, new) for old in known)
    ]
