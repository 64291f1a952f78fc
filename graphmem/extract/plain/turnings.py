"""What changes in a project comes before all else that a sentence says, in place of what the parse made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphmem.extract.first import first_of
from graphmem.extract.plain import adjusted, moves, reversals, upkeep
from graphmem.extract.plain.stretch import Stretch, statement, stretches
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

OfStretch = Callable[[Stretch], Iterable[Claim]]
# What changes: these know what stands before and behind "to", and are right where the parse is not.
CHANGES: tuple[OfStretch, ...] = (
    upkeep.of_dependencies,
    reversals.of_stretch,
    moves.of_stretch,
    adjusted.of_stretch,
    upkeep.of_stretch,
)
WHOLE: tuple[OfStretch, ...] = (moves.of_sentence,)
GIVES_WAY = words(
    "uses owns version_is deployed_on listens_on located_in stored_in setting_is chose rejected depends_on did"
    " has_role works_at lives_in member_of"
)


def changes_of(reading: Reading, found: Sequence[Claim]) -> tuple[list[Claim], list[Claim]]:
    """The claims of what changes in a sentence, and those of the claims `found` that stand beside them."""
    changed: list[Claim] = []
    left = list(found)
    entire = [(stretch, claims) for stretch in statement(reading) if (claims := first_of(WHOLE, stretch))]
    in_parts = [(stretch, first_of(CHANGES, stretch)) for stretch in stretches(reading) if not entire]
    for stretch, claims in (*entire, *in_parts):
        if all(read_already(claim, left) for claim in claims):
            continue
        left = [one for one in left if not gives_way(one, stretch, claims)]
        changed += [claim for claim in claims if not dated_otherwise(claim, left)]
    return changed, left


def named(claim: Claim) -> str:
    """What a claim is about beside its subject, in lower case."""
    return claim.object_name.lower()


def read_already(new: Claim, found: Sequence[Claim]) -> bool:
    """True for what the parse has read in the same way; of versions it may know more, as where they run."""
    return any(
        one.predicate == new.predicate
        and one.mode == new.mode
        and named(one) == named(new)
        and (new.predicate == "version_is" or one.subject.name.lower() == new.subject.name.lower())
        and (new.predicate == "version_is" or bool(one.qualifier) >= bool(new.qualifier))
        for one in found
    )


def dated_otherwise(new: Claim, found: Sequence[Claim]) -> bool:
    """True for a date or a state that the parse has read already, under its own name."""
    same = {"due_on", "status_is"}
    return new.predicate in same and any(
        one.predicate == new.predicate and one.value == new.value for one in found
    )


def taken(claim: Claim, changed: Sequence[Claim]) -> bool:
    """True for a choice of what a change says already that it is in use, or the other way round."""
    both = {"uses", "chose"}
    return claim.predicate in both and any(
        one.predicate in both and one.mode == claim.mode and named(one) == named(claim) for one in changed
    )


def gives_way(old: Claim, stretch: Stretch, changed: Sequence[Claim]) -> bool:
    """True for what the parse has made of a statement that tells of a change, when it speaks of the same words."""
    text = stretch.text.lower()
    said = old.text.lower() if old.predicate == "did" else named(old)
    if old.mode == "ends" and old.predicate == "uses" and changed[0].predicate == "depends_on":
        return False  # "we dropped Redis from the shop"
    about = any(named(one) in said or one.qualifier.lower() in said for one in changed if named(one))
    return old.predicate in GIVES_WAY and (said in text or (old.predicate == "did" and about))
