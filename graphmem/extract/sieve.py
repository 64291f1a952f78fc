"""Regular expressions that are tried only on a text which holds what they cannot match without.

The readers try some thousand patterns on every statement, and nearly all fail: one that asks for "allergic" or
"intolerant" need not be tried where neither stands. `compile` finds in a pattern the literal strings of which each
match holds one (`needs.py`), and a text is cut once into its units, so that whether a pattern can match is one look
at the mask of the text. What a pattern finds is what `re` finds. A reader that finds nothing where none of its
patterns can match says so with `only_where`, and one look at the mask spares it altogether.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce, wraps
from operator import or_
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from graphmem.extract.needs import DIGIT, UNIT, Need, folded
from graphmem.extract.needs_kept import needs_of
from graphmem.remembered import when_forgetting

__all__ = ["Pattern", "compile", "escape", "only_where", "possible"]

escape = re.escape

TEXTS, LONG = 4096, 1000  # so many texts are remembered with what they hold, none of more letters
ANY = 1  # the bit of what every text holds


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


class Said(Protocol):
    """A sentence or a part of one."""

    @property
    def text(self) -> str:
        """Its words as one text."""
        ...


S = TypeVar("S", bound=Said)
P = ParamSpec("P")
R = TypeVar("R")


class Pattern:
    """A pattern with the methods of `re.Pattern`; equal to the one that a match names as its `re`.

    What it needs is found out when the first pattern is tried, and it is compiled when a text holds that: importing
    the readers costs nothing, and much of what they ask for never comes up.
    """

    __slots__ = ("_bits", "_made", "_rarest", "finditer", "flags", "fullmatch", "match", "pattern", "search")

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags
        self._bits = self._rarest = -1
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

    @property
    def rarest(self) -> int:
        """The bit of what the fewest texts hold of that."""
        if self._bits < 0:
            settle()
        return self._rarest

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
        if isinstance(other, Pattern):
            return self.pattern == other.pattern and self.flags == other.flags
        return self.made == other

    def __hash__(self) -> int:
        return hash(self.made)

    def __repr__(self) -> str:
        return f"compile({self.pattern!r}, {self.flags})"


_bits: dict[Need, int] = {}  # the bit of each need
_atoms: dict[str, int] = {}  # the bits of the needs that a literal fulfils
_units: dict[str, int] = {}  # those that a unit of a text fulfils
_texts: dict[str, int] = {}  # those that a text fulfils
when_forgetting(_units.clear)
when_forgetting(_texts.clear)
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
            found = ANY
            for unit in UNIT.findall(folded(text)):
                found |= of_unit(unit)
            _texts[text] = found
    return found


def patterns_in(found: object) -> Iterator[Pattern]:
    """The patterns of a table, which may be rows of patterns and what follows from each."""
    if isinstance(found, Pattern):
        yield found
    elif isinstance(found, tuple | list):
        for one in found:
            yield from patterns_in(one)


def only_where(
    *tables: Pattern | Sequence[Any],
) -> Callable[[Callable[Concatenate[S, P], Iterable[R]]], Callable[Concatenate[S, P], Iterable[R]]]:
    """Say of a reader that it finds nothing in a text that none of these patterns can match: it is not called there."""

    def spared(reader: Callable[Concatenate[S, P], Iterable[R]]) -> Callable[Concatenate[S, P], Iterable[R]]:
        texts = _texts
        patterns = list(patterns_in(tables))
        needs: tuple[int, ...] = ()
        rarest = ANY

        @wraps(reader)
        def read(said: S, /, *more: P.args, **named: P.kwargs) -> Iterable[R]:
            nonlocal needs, rarest
            if not needs:
                rarest = reduce(or_, (pattern.rarest for pattern in patterns))
                needs = tuple(pattern.bits for pattern in patterns)
            mask = texts.get(said.text)
            if mask is None:
                mask = possible(said.text)
            if not mask & rarest:
                return ()
            for need in needs:
                if mask & need == need:
                    return reader(said, *more, **named)
            return ()

        return read

    return spared


def settle() -> None:
    """Find out what the patterns need that were added since, and forget what was known of texts without them.

    The needs are given to the patterns last: nobody may test a new one on what was known of a text before.
    """
    with _lock:
        waiting = list(_waiting)
        needs = needs_of([(made.pattern, made.flags) for made in waiting])
        found = [[bit_of(need) for need in those] for those in needs]
        _units.clear()
        _texts.clear()
        for made, bits in zip(waiting, found, strict=True):
            made._rarest = bits[0] if bits else ANY
            made._bits = sum(bits)
        del _waiting[: len(waiting)]


def bit_of(need: Need) -> int:
    """The bit that stands for a need."""
    global _longest  # noqa: PLW0603 - how far a unit is looked through
    if need not in _bits:
        _bits[need] = ANY << len(_bits) + 1
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
