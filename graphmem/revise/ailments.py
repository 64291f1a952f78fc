"""Which ailments are over with what is said to be well: a torn meniscus with the knee, a broken wrist with its cast."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.model import Evidence
from graphmem.revise.belief import Belief, covers, stems

PREDICATE = "has_condition"
# What sits within a part of the body.
WITHIN = {
    "knee": ("meniscus", "acl", "mcl", "kneecap", "cruciate"),
    "shoulder": ("rotator", "collarbone"),
    "back": ("disc", "disk", "sciatica", "lumbago"),
    "ankle": ("achilles",),
    "foot": ("plantar", "toe"),
    "wrist": ("carpal",),
    "elbow": ("tennis", "golfer's"),
    "leg": ("hamstring", "shin"),
}
# What is worn until then, and what the ailment is called.
WORN = {
    "cast": ("broken", "fractured"),
    "plaster": ("broken", "fractured"),
    "splint": ("broken", "fractured", "sprained"),
    "sling": ("broken", "dislocated"),
    "brace": ("sprained", "torn"),
    "stitches": ("cut",),
    "crutches": ("sprained", "broken"),
}
SIGNS = {
    stem: frozenset().union(*map(stems, signs))
    for name, signs in (WITHIN | WORN).items()
    for stem in stems(name)
}


def heals_with(ailment: str, well: str) -> bool:
    """True when an ailment is over once a part of the body is well, or once something is taken off."""
    signs = frozenset().union(*(SIGNS.get(stem, frozenset()) for stem in stems(well)))
    return bool(signs & stems(ailment))


def meant_by(witness: Evidence, live: Iterable[Belief]) -> list[Belief]:
    """The beliefs that a short name of their value means; of ailments, if there is none, what is over with it."""
    live = list(live)
    near = [one for one in live if covers(one.told, witness.value) or covers(witness.value, one.told)]
    if not near and witness.predicate == "owns":
        near = [
            one for one in live if one.what and one.what == witness.value.casefold()
        ]  # "my bike got stolen"
    if not near and witness.predicate == PREDICATE:
        near = [one for one in live if heals_with(one.told, witness.value)]
    return [one for one in near if one.valid_until is None] or near
