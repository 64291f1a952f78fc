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
    role = old.predicate == "has_role" and any(one.predicate == "has_role" for one in plain)
    rather = old.predicate == "likes" and any(one.predicate == "prefers" for one in plain)
    again = old.mode == "asserts" and any(
        (one.predicate, one.mode, one.subject.name) == (old.predicate, old.mode, old.subject.name)
        and told_of(one).lower() == told_of(old).lower()
        and (one.valid_from, one.valid_until) not in {(None, None), (old.valid_from, old.valid_until)}
        for one in plain
    )
    port = old.predicate == "setting_is" and any(
        one.predicate == "listens_on" and old.value in told_of(one) for one in plain
    )
    # "we're done with jest, vitest from now on": a parser lists the two.
    listed = (old.mode == "ends" or old.predicate in {"dislikes", "rejected"}) and any(
        one.mode == "asserts" and one.predicate == "uses" and told_of(one).lower() == told_of(old).lower()
        for one in plain
    )
    order = old.predicate == "instructs" and any(
        (one.predicate, one.mode, old.mode) == ("instructs", "asserts", "asserts")
        and one.value != old.value
        and one.value.endswith(old.value)
        for one in plain
    )
    return (
        role
        or rather
        or again
        or port
        or listed
        or order
        or (old.predicate in TOLD_AS_SAID and old.object is None)
    )


def told_of(claim: Claim) -> str:
    """The object or the value."""
    return claim.object.name if claim.object is not None else claim.value


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
