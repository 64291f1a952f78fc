"""Whether two names mean one entity: a decision with its reason, from the names, the kinds, and who else is about.

Every rule depends on what the graph holds and not on when it came to hold it, so that any order of import ends in
the same links. What is unsure stays two entities and becomes a candidate for a person to settle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.model import Entity
from graphmem.names import MIN_TYPO, acronym, is_acronym, name_key, same_given, words_of

# Kinds that may be one thing seen from two sides; any kind agrees with itself and with "concept".
_FAMILIES = (
    {"person", "agent"},
    {"organization", "product", "technology", "service", "project", "package"},
    {"project", "repository", "package", "service", "product"},
    {"place", "organization"},
    {"service", "technology", "package", "host"},
)


@dataclass(frozen=True, slots=True)
class Match:
    """Two entities that are one (`same`) or may be, and why; score between 0 and 1."""

    one: str
    other: str
    same: bool
    score: float
    method: str


def agree(one: Entity, other: Entity) -> bool:
    """True when the two kinds can be of one thing."""
    kinds = {one.kind, other.kind}
    return len(kinds) == 1 or "concept" in kinds or any(kinds <= family for family in _FAMILIES)


def compare(one: Entity, other: Entity) -> Match | None:
    """What the two names alone tell, or None when they tell nothing."""
    if not agree(one, other):
        return None
    a, b = words_of(one.name), words_of(other.name)
    if (len(a), one.id) > (len(b), other.id):
        one, other, a, b = other, one, b, a
    if "person" in (one.kind, other.kind):
        return _people(one, other, a, b)
    return _things(one, other, a, b)


def _people(one: Entity, other: Entity, a: list[str], b: list[str]) -> Match | None:
    def match(same: bool, score: float, method: str) -> Match:
        return Match(one.id, other.id, same, score, method)

    if len(a) == 1 and len(b) == 1:
        return match(False, 0.5, "nickname") if a != b and same_given(a[0], b[0]) else None
    if len(a) == 1:
        if a[0] == b[0] or same_given(a[0], b[0]):
            return match(True, 0.85, "given name")
        return match(False, 0.5, "family name") if a[0] == b[-1] else None
    if a[-1] != b[-1]:
        return None
    if same_given(a[0], b[0]):
        return match(True, 0.95, "nickname")
    if (len(a[0]) == 1 and a[0] == b[0][0]) or (len(b[0]) == 1 and b[0] == a[0][0]):
        return match(True, 0.85, "initial")
    return None


def _things(one: Entity, other: Entity, a: list[str], b: list[str]) -> Match | None:
    letters = acronym(other.name)
    if is_acronym(one.name) and letters == one.name.casefold() and len(letters) >= 3:
        return Match(one.id, other.id, True, 0.85, "acronym")
    if len(a) == 1 and len(b) == 1 and min(len(a[0]), len(b[0])) >= MIN_TYPO and one.kind == other.kind:
        return _typo(one, other, a[0], b[0])
    # "orders" beside "orders service": the head only says what it is.
    if len(a) == 1 and len(b) == 2 and a[0] == b[0] and b[1] in {one.kind, other.kind}:
        return Match(one.id, other.id, False, 0.6, "short form")
    return None


def _typo(one: Entity, other: Entity, a: str, b: str) -> Match | None:
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only two long, near names need it

    if any(char.isdigit() for char in a + b) or OSA.distance(a, b, score_cutoff=1) != 1:
        return None
    # Two swapped letters are a slip; one letter more or less may be another name.
    swapped = sorted(a) == sorted(b)
    return Match(one.id, other.id, swapped, 0.9 if swapped else 0.6, "spelling")


def decide(entities: Iterable[Entity], distinct: set[frozenset[str]]) -> list[Match]:
    """Every match among entities that share a block, each pair once.

    A part of a name that fits several fuller ones means none of them surely: all become candidates. Pairs in
    `distinct` were told apart by a person.
    """
    listed = sorted(entities, key=lambda e: e.id)
    found = [
        match
        for i, one in enumerate(listed)
        for other in listed[i + 1 :]
        if frozenset({one.id, other.id}) not in distinct and (match := compare(one, other))
    ]
    return [_unsure(match) if _ambiguous(match, found, listed) else match for match in found]


def _unsure(match: Match) -> Match:
    return Match(match.one, match.other, False, 0.5, match.method)


def _ambiguous(match: Match, found: Sequence[Match], entities: Sequence[Entity]) -> bool:
    """True when the shorter name fits two fuller ones that are not each other."""
    if not match.same or match.method not in ("given name", "initial", "acronym"):
        return False
    names = {entity.id: entity.name for entity in entities}
    fits = {m.other for m in found if m.same and m.one == match.one and m.method == match.method}
    return len({_core(names[key]) for key in fits}) > 1


def _core(name: str) -> str:
    """What two fuller names must share to count as one: the family name and the first letter before it."""
    words = name_key(name).split()
    return f"{words[0][0]} {words[-1]}"
