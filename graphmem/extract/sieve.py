"""Regular expressions that are tried only on a text which holds what they cannot match without.

The readers try some thousand patterns on every statement, and nearly all fail: one that asks for "allergic" or
"intolerant" need not be tried where neither stands. `compile` finds in a pattern the literal strings of which each
match holds one (`necessary`), and a text is cut once into its units, so that whether a pattern can match is one look
at the mask of the text. What a pattern finds is what `re` finds.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Protocol

from graphmem.extract.vocabulary import words

__all__ = ["Pattern", "compile", "escape", "necessary", "possible"]

escape = re.escape

# So many strings of one stretch of a pattern are held beside each other, and so many needs of one pattern.
STRINGS, NEEDS = 96, 3
TEXTS, LONG = 4096, 1000  # so many texts are remembered with what they hold, none of more letters
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


class Matcher(Protocol):
    """`match`, `search` and `fullmatch` of a pattern."""

    def __call__(self, string: str, pos: int = 0, endpos: int = sys.maxsize, /) -> re.Match[str] | None:
        """The match, or None."""
        ...


class Finder(Protocol):
    """`finditer` of a pattern."""

    def __call__(self, string: str, pos: int = 0, endpos: int = sys.maxsize, /) -> Iterator[re.Match[str]]:
        """The matches in their order."""
        ...


class Pattern:
    """A pattern with the methods of `re.Pattern`; equal to the one that a match names as its `re`.

    What it needs is found out when the first pattern is tried, and it is compiled when a text holds that: importing
    the readers costs nothing, and much of what they ask for never comes up.
    """

    __slots__ = ("_bits", "_made", "finditer", "flags", "fullmatch", "match", "pattern", "search")

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags
        self._bits = -1
        self._made: re.Pattern[str] | None = None
        self.match: Matcher = self._tried("match")
        self.search: Matcher = self._tried("search")
        self.fullmatch: Matcher = self._tried("fullmatch")
        self.finditer: Finder = self._tried("finditer", ())

    @property
    def made(self) -> re.Pattern[str]:
        """What `re` makes of it."""
        if self._made is None:
            self._made = re.compile(self.pattern, self.flags)
        return self._made

    @property
    def groupindex(self) -> Mapping[str, int]:
        """Its named groups and their numbers."""
        return self.made.groupindex

    @property
    def bits(self) -> int:
        """The bits of what it needs."""
        if self._bits < 0:
            settle()
        return self._bits

    def can(self, text: str) -> bool:
        """False when the text lacks what each match holds."""
        bits = self.bits  # first: what is known of a text is forgotten when a need is added
        return possible(text) & bits == bits

    def findall(self, string: str) -> list[Any]:
        """As `re.findall`."""
        return self.made.findall(string) if self.can(string) else []

    def sub(self, by: str | Callable[[re.Match[str]], str], string: str, count: int = 0) -> str:
        """As `re.sub`."""
        return self.made.sub(by, string, count) if self.can(string) else string

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        """As `re.split`."""
        return self.made.split(string, maxsplit) if self.can(string) else [string]

    def _tried(self, name: str, none: Any = None) -> Any:
        """A method that is called when the text holds what is needed, and else answers at once."""
        texts = _texts
        bits = -1
        method: Any = None

        def tried(string: str, *at: int) -> Any:
            nonlocal bits, method
            if bits < 0:
                bits = self.bits
            mask = texts.get(string)
            if mask is None:
                mask = possible(string)
            if mask & bits != bits:
                return none
            if method is None:
                method = getattr(self.made, name)
            return method(string, *at)

        return tried

    def __eq__(self, other: object) -> bool:
        return self.made == (other.made if isinstance(other, Pattern) else other)

    def __hash__(self) -> int:
        return hash(self.made)

    def __repr__(self) -> str:
        return f"compile({self.pattern!r}, {self.flags})"


_bits: dict[Need, int] = {}  # the bit of each need
_atoms: dict[str, int] = {}  # the bits of the needs that a literal fulfils
_units: dict[str, int] = {}  # those that a unit of a text fulfils
_texts: dict[str, int] = {}  # those that a text fulfils
_waiting: list[Pattern] = []  # whose needs are not known yet
_longest = 0
_lock = threading.Lock()  # a text must not be looked at while a need is added


def compile(pattern: str, flags: int = 0) -> Pattern:  # noqa: A001 - it is what `re` calls so
    """The pattern, to be tried where it can match."""
    made = Pattern(pattern, flags)
    _waiting.append(made)
    return made


def possible(text: str) -> int:
    """The bits of all needs that a text fulfils; all there are for a long text, which lacks little."""
    if len(text) > LONG:
        return -1
    found = _texts.get(text)
    if found is None:
        with _lock:
            if len(_texts) >= TEXTS:
                _texts.clear()
            found = 0
            for unit in UNIT.findall(folded(text)):
                found |= of_unit(unit)
            _texts[text] = found
    return found


def settle() -> None:
    """Find out what the patterns need that were added since, and forget what was known of texts without them.

    The needs are given to the patterns last: nobody may test a new one on what was known of a text before.
    """
    with _lock:
        waiting = list(_waiting)
        found = [sum({bit_of(need) for need in necessary(made.pattern, made.flags)}) for made in waiting]
        _units.clear()
        _texts.clear()
        for made, bits in zip(waiting, found, strict=True):
            made._bits = bits
        del _waiting[: len(waiting)]


def bit_of(need: Need) -> int:
    """The bit that stands for a need."""
    global _longest  # noqa: PLW0603 - how far a unit is looked through
    if need not in _bits:
        _bits[need] = 1 << len(_bits)
        for atom in need:
            _atoms[atom] = _atoms.get(atom, 0) | _bits[need]
            _longest = max(_longest, len(atom))
    return _bits[need]


def folded(text: str) -> str:
    """The text in the form in which literals are compared."""
    return text.lower() if text.isascii() else text.translate(FOLDS).lower()


def of_unit(unit: str) -> int:
    """The bits that one word or sign fulfils."""
    known = _units.get(unit)
    if known is not None:
        return known
    if len(_units) >= TEXTS:
        _units.clear()
    found = _atoms.get(f" {unit}", 0)
    if any(char.isdecimal() for char in unit):
        found |= _atoms.get(DIGIT, 0)
    for start in range(len(unit)):
        for end in range(start + 1, min(start + _longest, len(unit)) + 1):
            found |= _atoms.get(unit[start:end], 0)
    _units[unit] = found
    return found


# --- what a pattern cannot match without ----------------------------------------------------------


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
        if likely(need) < 1.0 and not any(one <= need for one in told):
            told.append(need)
    return told[:NEEDS]


def likely(need: Need) -> float:
    """About how likely a text holds one of the literals."""
    return sum(chance(atom) for atom in need)


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
    for op, value in parts:
        part = part_of(op, value)
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


def part_of(op: Any, value: Any) -> Part:
    """One part of a parsed pattern."""
    if op is ops.LITERAL:
        return Part(frozenset({folded(chr(value))}))
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
