"""Regular expressions that are tried only on a text which holds what they cannot match without.

The readers try some thousand patterns on every statement, and nearly all fail: one that asks for "allergic" or
"intolerant" need not be tried where neither stands. `compile` finds in a pattern the literal strings of which each
match holds one (`needs.py`), and a text is cut once into its units, so that whether a pattern can match is one look
at the mask of the text. What a pattern finds is what `re` finds.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from graphmem.extract.needs import DIGIT, UNIT, Need, folded
from graphmem.extract.needs_kept import needs_of

__all__ = ["Pattern", "compile", "escape", "possible"]

escape = re.escape

TEXTS, LONG = 4096, 1000  # so many texts are remembered with what they hold, none of more letters


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
        needs = needs_of([(made.pattern, made.flags) for made in waiting])
        found = [sum({bit_of(need) for need in those}) for those in needs]
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
