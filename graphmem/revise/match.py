"""Whether two names mean one entity: a decision with its reason, from the names, the kinds, and who else is about.

Every rule depends on what the graph holds and not on when it came to hold it, so that any order of import ends in
the same links. What is unsure stays two entities and becomes a candidate for a person to settle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from graphmem.model import Entity
from graphmem.names import (
    MIN_TYPO,
    OPEN_FORMS,
    TITLES,
    acronym,
    is_acronym,
    is_given_name,
    listed,
    may_be_acronym,
    name_key,
    place_name,
    same_given,
    singular,
    surely_short,
    words_of,
)

# Kinds that may be one thing seen from two sides; any kind agrees with itself and with "concept".
_FAMILIES = (
    {"person", "agent"},
    {"organization", "product", "technology", "service", "project", "package"},
    {"project", "repository", "package", "service", "product"},
    {"file", "url", "repository", "project"},
    {"place", "organization"},
    {"service", "technology", "package", "host"},
)
_PEOPLE = {"person", "agent", "concept"}
# Ends that are used for one thing.
_ALIKE = ({"service", "api", "server", "backend", "app", "gateway", "system"}, {"service", "database"},
          {"repository", "project", "app", "codebase"}, {"job", "worker", "task", "cron"})  # fmt: skip
# Rules by which a lesser name may fit several fuller ones.
_PARTIAL = frozenset({"given name", "family name", "initial", "middle name", "acronym", "path"})
UNSURE = 0.5
_TITLED = frozenset(TITLES.values())
# No more votes than this for a kind: a tagger's guess at a lone word, and nothing that was said.
_GUESSED = 2

Told = tuple[bool, float, str]


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
    told: Told | None
    if place_name(one.name) or place_name(other.name):
        told = _places(one, other) if agree(one, other) else None
    elif a == b:
        # A store from before the two meanings of a name were told apart has the person under the name alone.
        told = (True, 0.9, "spelling") if {one.kind, other.kind} <= {"person", "agent"} else None
    elif _numbers(a) != _numbers(b):
        told = None  # "db-1" and "db-2", "Falcon" and "Falcon 2"
    else:
        told = _spelling(a, b, agree(one, other))
        if told is None and _are_people(one, other, b):
            told = _people(a, b)
        elif told is None and agree(one, other):
            told = _things(one, other, a, b)
    return told and Match(one.id, other.id, *told)


def _numbers(words: Sequence[str]) -> list[str]:
    return re.findall(r"\d+", " ".join(words))


def _are_people(one: Entity, other: Entity, fuller: Sequence[str]) -> bool:
    """True when both may be people, one surely is, and neither bears the name of a company."""
    kinds = {one.kind, other.kind}
    if kinds == {"person", "organization"}:
        # "Ingrid approved it" beside Ingrid Holm: a lone name is often taken for a company's.
        guess = one if one.kind == "organization" else other
        words, whole = words_of(guess.name), len(fuller) == 2
        guessed = sum(int(vote.rpartition(":")[2]) for vote in guess.votes.split()) <= _GUESSED
        first, titled = words == [fuller[0]], fuller[0] in _TITLED and len(words) == 2
        return whole and guessed and (first or titled or words_of(one.name)[0] in _TITLED)
    return kinds <= _PEOPLE and "person" in kinds and fuller[-1] not in listed("no_family")


def _spelling(a: Sequence[str], b: Sequence[str], alike: bool) -> Told | None:
    """One name written in two ways; a tagger may have taken the rarer way for something else, so kinds do not count."""
    if a != b and len(a) + len(b) > 2 and len("".join(a)) > 4 and "".join(a) == "".join(b):
        return True, 0.9, "spelling"
    differ = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    if len(a) != len(b) or len(differ) != 1 or min(map(len, differ[0])) < MIN_TYPO:
        return None
    return _slip(*differ[0], alike)


def _slip(a: str, b: str, alike: bool) -> Told | None:
    if _distance(a, b) != 1:
        return None
    # Two swapped letters are a slip; one letter more or less may be another name.
    if sorted(a) == sorted(b):
        return True, 0.9, "spelling"
    return (False, 0.6, "spelling") if alike else None


def _distance(a: str, b: str) -> int:
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only two near names need it

    return OSA.distance(a, b, score_cutoff=1)


def _people(a: Sequence[str], b: Sequence[str]) -> Told | None:
    titles = [words[0] for words in (a, b) if words[0] in _TITLED]
    if titles and len(b) > 1:
        return _titled(titles, a, b)
    if len(a) == 1:
        return _lone(a[0], b)
    if _initial(a[-1], b[-1]) and a[0] == b[0] and len(a) == len(b):
        return True, 0.85, "initial"
    if a == b:
        return None
    if a[-1] != b[-1]:
        return _other_family(a, b)
    if a[0] == b[0]:
        middle = [word for word in b[1:-1] if word not in a]
        return (True, 0.85, "middle name") if len(a) == 2 and middle else None
    if _initial(a[0], b[0]):
        return True, 0.85, "initial"
    if same_given(a[0], b[0]):
        sure = surely_short(a[0], b[0]) and not OPEN_FORMS & {a[0], b[0]}
        return (True, 0.95, "nickname") if sure else (False, 0.6, "nickname")
    near = len(a[0]) > 3 and _distance(a[0], b[0]) == 1
    return (False, 0.4, "spelling") if near and len(a) == len(b) == 2 else None


def _titled(titles: Sequence[str], a: Sequence[str], b: Sequence[str]) -> Told | None:
    """Mr. Hall beside Hall, beside John Hall, or beside another with a title: who is addressed so has a family name."""
    if a[-1] != b[-1]:
        return None
    if len(titles) == 2:
        return (False, 0.4, "family name") if {"dr", "prof"} & set(titles) else None
    either = len(a) == 1 and is_given_name(a[0])
    return (False, UNSURE, "family name") if either else (True, 0.8, "family name")


def _lone(name: str, fuller: Sequence[str]) -> Told | None:
    """One word beside the name of a person."""
    if len(fuller) == 1:
        return (False, 0.5, "nickname") if name != fuller[0] and same_given(name, fuller[0]) else None
    if len(name) == 1:
        return None
    if name == fuller[0]:
        return True, 0.85, "given name"
    if same_given(name, fuller[0]):
        return False, 0.6, "nickname"
    if name == fuller[-1]:
        return (False, UNSURE, "family name") if is_given_name(name) else (True, 0.8, "family name")
    return None


def _other_family(a: Sequence[str], b: Sequence[str]) -> Told | None:
    """Family names that differ: a slip, or a second one that was added."""
    if a[0] != b[0]:
        return None
    if len(a) == len(b) == 2 and min(len(a[1]), len(b[1])) > 4 and _distance(a[1], b[1]) == 1:
        return False, UNSURE, "spelling"
    return (False, UNSURE, "longer name") if len(a) == 2 and list(b[:2]) == list(a) else None


def _initial(a: str, b: str) -> bool:
    """True when exactly one of the two is the first letter of the other."""
    return len(a) != len(b) and 1 in (len(a), len(b)) and a[:1] == b[:1]


def _things(one: Entity, other: Entity, a: Sequence[str], b: Sequence[str]) -> Told | None:
    letters = acronym(other.name)
    if len(letters) >= 3 and letters == one.name.casefold() and may_be_acronym(one.name):
        # The letters of a known tool are its own: GPT is not the Great Plains Transit.
        apart = {one.kind, other.kind} == {"technology", "organization"} or letters in listed(
            "common_letters"
        )
        sure = is_acronym(one.name) and len(b) >= len(letters) and not apart
        return (True, 0.85, "acronym") if sure else (False, UNSURE, "acronym")
    # "orders" beside "orders service": the head only says what it is.
    same_stem = singular(a[0]) == singular(b[0])
    if (
        len(a) == 1
        and len(b) == 2
        and same_stem
        and (b[1] in {one.kind, other.kind} or b[1] in listed("dropped"))
    ):
        return False, 0.6, "short form"
    if len(a) == len(b) == 2 and a[0] == b[0] and any({a[1], b[1]} <= ends for ends in _ALIKE):
        return False, 0.3, "same stem"
    return None


def _places(one: Entity, other: Entity) -> Told | None:
    """A path or an address beside the name of what lies there."""
    ends = place_name(one.name), place_name(other.name)
    if all(ends):
        keys = sorted((name_key(one.name), name_key(other.name)), key=len)
        tail = "/" + re.sub(r"^[~./]+", "", keys[0])
        return (True, 0.85, "path") if keys[0] != keys[1] and keys[1].endswith(tail) else None
    end = (ends[0] or ends[1]).replace("-", " ").replace("_", " ")
    name = other if ends[0] else one
    words = words_of(name.name)
    if words == words_of(end) and ("." in end or name.kind in ("repository", "project")):
        return True, 0.85, "path"
    return (True, 0.85, "path") if words == words_of(f"{end} repository") and "." not in end else None


def decide(
    entities: Iterable[Entity],
    distinct: Collection[frozenset[str]],
    *,
    joined: Mapping[str, str] | None = None,
) -> list[Match]:
    """Every match among entities that share a block, each pair once.

    A part of a name that fits several fuller ones means none of them surely: all become candidates. Pairs in
    `distinct` were settled by somebody's word; `joined` maps entities to the group that such words put them in:
    whoever "Bob" was said to be, a Bob Smith may be somebody else.
    """
    by_id = {entity.id: entity for entity in sorted(entities, key=lambda e: e.id)}
    found = [
        match
        for one, other in _mates(by_id.values())
        if frozenset({one, other}) not in distinct and (match := compare(by_id[one], by_id[other]))
    ]
    fits: dict[str, set[str]] = {}
    for match in found:
        if match.same and match.method in _PARTIAL:
            short, fuller = _in_order(match, by_id)
            fits.setdefault(short, set()).add(fuller)
    groups = joined or {}
    return [
        replace(match, same=False, score=UNSURE)
        if match.same and match.method in _PARTIAL and _unsure(match, by_id, fits, groups)
        else match
        for match in found
    ]


def _mates(entities: Iterable[Entity]) -> list[tuple[str, str]]:
    """The pairs that share a block, in order: a batch of strangers is not compared each with each."""
    blocks: dict[str, list[str]] = {}
    for entity in entities:
        for key in dict.fromkeys(entity.blocks):
            blocks.setdefault(key, []).append(entity.id)
    return sorted({pair for group in blocks.values() for pair in combinations(group, 2)})


def _in_order(match: Match, by_id: Mapping[str, Entity]) -> tuple[str, str]:
    """The lesser name of the two, then the fuller."""

    def rank(key: str) -> tuple[int, bool, int, str]:
        words = words_of(by_id[key].name)
        return min(len(words), 2), words[0] not in _TITLED, len(name_key(by_id[key].name)), key

    short, fuller = sorted((match.one, match.other), key=rank)
    return short, fuller


def _unsure(
    match: Match,
    by_id: Mapping[str, Entity],
    fits: Mapping[str, set[str]],
    groups: Mapping[str, str],
) -> bool:
    """True when the lesser name was said to be somebody else's, or fits two fuller ones that are not each other."""
    short, fuller = _in_order(match, by_id)
    if groups.get(fuller, fuller) == groups.get(short, short):
        return False
    said = {key for key, group in groups.items() if group == groups.get(short)}
    for rival in (said | fits[short]) - {short, fuller}:
        if groups.get(fuller, fuller) == groups.get(rival, rival):
            continue
        told = compare(by_id[fuller], by_id[rival]) if rival in by_id else None
        if told is None or not told.same:
            return True
    return False
