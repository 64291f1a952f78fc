"""Whether two names mean one entity: a decision with its reason, from the names, the kinds, and who else is about.

Every rule depends on what the graph holds and not on when it came to hold it, so that any order of import ends in
the same links. What is unsure stays two entities and becomes a candidate for a person to settle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.model import Entity
from graphmem.names import (
    MIN_TYPO,
    OPEN_FORMS,
    acronym,
    is_acronym,
    name_key,
    place_name,
    same_given,
    words_of,
)

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
    a, b = words_of(one.name), words_of(other.name)
    if (len(a), one.id) > (len(b), other.id):
        one, other, a, b = other, one, b, a
    told = _spelling(one, other, a, b)
    if told is None and {one.kind, other.kind} <= _PEOPLE and "person" in (one.kind, other.kind):
        told = _people(a, b)
    elif told is None and agree(one, other):
        told = _things(one, other, a, b)
    return told and Match(one.id, other.id, *told)


Told = tuple[bool, float, str]

_PEOPLE = {"person", "agent", "concept"}


def _spelling(one: Entity, other: Entity, a: list[str], b: list[str]) -> Told | None:
    """One name written in two ways; a tagger may have taken the rarer way for something else, so kinds do not count."""
    if place_name(one.name) or place_name(other.name):
        return None
    if a != b and len(a) + len(b) > 2 and len("".join(a)) > 4 and "".join(a) == "".join(b):
        return True, 0.9, "spelling"
    if len(a) != 1 or len(b) != 1 or min(len(a[0]), len(b[0])) < MIN_TYPO:
        return None
    return _slip(a[0], b[0], agree(one, other))


def _slip(a: str, b: str, alike: bool) -> Told | None:
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only two long, near names need it

    if any(char.isdigit() for char in a + b) or OSA.distance(a, b, score_cutoff=1) != 1:
        return None
    # Two swapped letters are a slip; one letter more or less may be another name.
    if sorted(a) == sorted(b):
        return True, 0.9, "spelling"
    return (False, 0.6, "spelling") if alike else None


def _people(a: list[str], b: list[str]) -> Told | None:
    if len(a) == 1 and len(b) == 1:
        return (False, 0.5, "nickname") if a != b and same_given(a[0], b[0]) else None
    if len(a) == 1:
        if a[0] == b[0]:
            return True, 0.85, "given name"
        if same_given(a[0], b[0]):
            return False, 0.6, "nickname"
        return (False, 0.5, "family name") if a[0] == b[-1] else None
    if _initial(a[-1], b[-1]) and a[0] == b[0]:
        return True, 0.85, "initial"
    if a[-1] != b[-1] or a == b:
        return None
    if _initial(a[0], b[0]):
        return True, 0.85, "initial"
    if not same_given(a[0], b[0]):
        return None
    return (False, 0.6, "nickname") if OPEN_FORMS & {a[0], b[0]} else (True, 0.95, "nickname")


def _initial(a: str, b: str) -> bool:
    """True when exactly one of the two is the first letter of the other."""
    return len(a) != len(b) and 1 in (len(a), len(b)) and a[:1] == b[:1]


def _things(one: Entity, other: Entity, a: list[str], b: list[str]) -> Told | None:
    if told := _places(one, other):
        return told
    letters = acronym(other.name)
    if is_acronym(one.name) and letters == one.name.casefold() and len(letters) >= 3:
        return True, 0.85, "acronym"
    # "orders" beside "orders service": the head only says what it is.
    if len(a) == 1 and len(b) == 2 and a[0] == b[0] and b[1] in {one.kind, other.kind}:
        return False, 0.6, "short form"
    return None


def _places(one: Entity, other: Entity) -> Told | None:
    """A path or an address beside the name of what lies there."""
    ends = place_name(one.name), place_name(other.name)
    if all(ends):
        keys = sorted((name_key(one.name), name_key(other.name)), key=len)
        return (True, 0.85, "path") if keys[1].endswith("/" + keys[0].lstrip("~./")) else None
    end = ends[0] or ends[1]
    if not end:
        return None
    name = other if ends[0] else one
    words = words_of(name.name)
    if words == [end] and ("." in end or name.kind in ("repository", "project")):
        return True, 0.85, "path"
    return (True, 0.85, "path") if words == [end, "repository"] else None


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
    if not match.same or match.method not in ("given name", "initial", "acronym", "path"):
        return False
    by_id = {entity.id: entity for entity in entities}
    ends = {match.one, match.other}
    fits = {
        (m.other if m.one in ends else m.one)
        for m in found
        if m.same and m.method == match.method and ends & {m.one, m.other} and {m.one, m.other} != ends
    }
    short = min((by_id[key] for key in ends), key=lambda e: (len(e.name), e.id))
    rivals = [by_id[key] for key in fits - ends if any({m.one, m.other} == {short.id, key} for m in found)]
    fuller = next(by_id[key] for key in ends if key != short.id)
    return any(not ((told := compare(fuller, rival)) and told.same) for rival in rivals)
