"""What a pattern cannot match without: a regular expression goes in, literals come out of which each match holds one.

Read off the parsed pattern alone, so that it is so for every text; `sieve.py` asks for it of each pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from graphmem.extract.vocabulary import words

# So many strings of one stretch of a pattern are held beside each other, and so many needs of one pattern.
STRINGS, NEEDS = 96, 3
CERTAIN = 0.9  # what so many texts hold tells nothing
DIGIT = "\\d"
# What a letter of a pattern may match beside itself, though lower case does not tell.
FOLDS = str.maketrans({"İ": "i", "ı": "i", "ſ": "s", "\u212a": "k"})
UNIT = re.compile(r"[a-z0-9]+|[^\sa-z0-9]")
# How likely it is that a text holds some letters, by their number, and letters and words that are likelier than that.
LIKELY = (1.0, 0.5, 0.12, 0.02, 0.006, 0.003)
USUAL = {
    **dict.fromkeys("aehilnorst.", 0.9),
    **dict.fromkeys("bcdgmpuwy", 0.6),
    **dict.fromkeys(words("an at er es he in it me on or re th , ing the ve"), 0.35),
    **dict.fromkeys(words("al be el hi is nd se so st ti to we ll ' ’ ! and"), 0.2),
    **dict.fromkeys(words("you that with her for all our ever from his have this they was are - ?"), 0.08),
    DIGIT: 0.1,
}
USUAL_WORDS = dict.fromkeys(words("i the a to and"), 0.25) | dict.fromkeys(
    words("is it in of on my we that you for have was with s m"), 0.1
)

Need = frozenset[str]


def folded(text: str) -> str:
    """The text in the form in which literals are compared."""
    return text.lower() if text.isascii() else text.translate(FOLDS).lower()


class Part:
    """What is known of a part of a pattern: all strings that it matches, in small letters, or else what it needs."""

    __slots__ = ("needs", "strings")

    def __init__(self, strings: frozenset[str] | None, needs: Sequence[Need] = ()) -> None:
        self.strings, self.needs = strings, list(needs)

    def all_needs(self) -> list[Need]:
        """The needs, with that of the strings."""
        own = need_of(self.strings) if self.strings is not None else None
        return [*self.needs, own] if own else list(self.needs)


EMPTY = frozenset({""})
CUT = frozenset({" "})
NOTHING = Part(None)


def necessary(pattern: str, flags: int = 0) -> list[Need]:
    """Sets of literals: a text that the pattern matches holds at least one of each set.

    The most telling sets come first; none is given for a pattern that any text may match.
    """
    found = sequence(parser.parse(pattern, flags)).all_needs()
    told: list[Need] = []
    for need in sorted(set(found), key=lambda one: (likely(one), sorted(one))):
        if likely(need) < CERTAIN and not any(one <= need for one in told):
            told.append(need)
    return told[:NEEDS]


def likely(need: Need) -> float:
    """About how likely a text holds one of the literals."""
    return 1.0 - prod(1.0 - chance(atom) for atom in need)


def chance(atom: str) -> float:
    """About how likely a text holds a literal."""
    if atom[0] == " ":
        return USUAL_WORDS.get(atom[1:], 0.01)
    if atom in USUAL:
        return USUAL[atom]
    return LIKELY[min(len(atom), len(LIKELY) - 1)] if atom.isalnum() else 0.03


def need_of(strings: frozenset[str]) -> Need | None:
    """One literal of each string, its most telling one; None when a string has none.

    A word between what is no part of it stands behind a blank: it has to be a whole unit of the text.
    """
    chosen: set[str] = set()
    for string in strings:
        atoms = [
            f" {atom[0]}" if atom.start() and atom.end() < len(string) and atom[0].isalnum() else atom[0]
            for atom in UNIT.finditer(string)
            if atom[0].isascii() or not atom[0].isalnum()
        ]
        if not atoms:
            return None
        chosen.add(min(atoms, key=lambda one: (chance(one), one)))
    return frozenset(chosen) if chosen else None


def sequence(parts: Any) -> Part:
    """Parts behind each other: strings grow together as long as they are few."""
    strings: frozenset[str] = EMPTY
    needs: list[Need] = []
    exact = True
    for part in parts_of(parts):
        needs += part.needs
        if part.strings is not None and len(strings) * len(part.strings) <= STRINGS:
            strings = frozenset(one + other for one in strings for other in part.strings)
            continue
        own = need_of(strings)
        needs += [own] if own else []
        strings, exact = part.strings or EMPTY, False
        if len(strings) > STRINGS:
            own = need_of(strings)
            needs += [own] if own else []
            strings = EMPTY
    if exact:
        return Part(strings, needs)
    own = need_of(strings)
    return Part(None, [*needs, own] if own else needs)


def parts_of(parsed: Any) -> Iterator[Part]:
    """The parts of a parsed pattern; letters that follow each other, which are most of it, are one."""
    word = ""
    for op, value in parsed:
        if op is ops.LITERAL:
            word += folded(chr(value))
            continue
        if word:
            yield Part(frozenset({word}))
            word = ""
        yield part_of(op, value)
    if word:
        yield Part(frozenset({word}))


def part_of(op: Any, value: Any) -> Part:
    """A part of a parsed pattern that is no letter."""
    if op is ops.AT:
        return Part(EMPTY if value is ops.AT_NON_BOUNDARY else CUT)
    if op is ops.ASSERT_NOT:
        return Part(EMPTY)
    if op is ops.ASSERT:
        return Part(EMPTY, sequence(value[1]).all_needs())
    if op is ops.SUBPATTERN:
        return sequence(value[-1])
    if op is ops.ATOMIC_GROUP:
        return sequence(value)
    if op is ops.BRANCH:
        return branches([sequence(one) for one in value[1]])
    if op is ops.IN:
        return class_of(value)
    if op in {ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT}:
        return repeated(*value)
    return NOTHING


def branches(found: list[Part]) -> Part:
    """One of several parts."""
    sets = [one.strings for one in found]
    exact = [one for one in sets if one is not None]
    if len(exact) == len(sets):
        return Part(frozenset().union(*exact))
    best: list[Need] = []
    for one in found:
        needs = one.all_needs()
        if not needs:
            return NOTHING
        best.append(min(needs, key=lambda need: (likely(need), sorted(need))))
    return Part(None, [frozenset().union(*best)])


def class_of(members: Any) -> Part:
    """A set of characters: white space cuts, few characters are strings, and digits are looked for as such."""
    if all(op is ops.LITERAL for op, _ in members):
        return Part(frozenset(folded(chr(value)) for _, value in members))
    if all(op is ops.CATEGORY and value is ops.CATEGORY_SPACE for op, value in members):
        return Part(CUT)
    if all(op is ops.LITERAL or (op, value) == (ops.CATEGORY, ops.CATEGORY_DIGIT) for op, value in members):
        signs = {folded(chr(value)) for op, value in members if op is ops.LITERAL}
        return Part(None, [frozenset({DIGIT, *signs})] if all(one.strip() for one in signs) else [])
    return NOTHING


def repeated(least: int, most: Any, inside: Any) -> Part:
    """A part that comes several times or not at all."""
    part = sequence(inside)
    if part.strings is not None and all(not one.strip() for one in part.strings):
        return Part(part.strings if least else part.strings | EMPTY, part.needs if least else [])
    if least == 0:
        return Part(part.strings | EMPTY) if most == 1 and part.strings is not None else NOTHING
    if least == most == 1:
        return part
    return Part(None, part.all_needs())
