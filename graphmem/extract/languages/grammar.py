"""What a language file holds: the labels of its parser, its small words, and what its verbs say, as data.

`graphmem.extract.languages.reader` reads every language by such a table; it knows no word of any. A language is found
by the name of its file, so a further one is a further file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.languages.dates import DateWords
from graphmem.model import ClaimMode

CODE = rx.compile(r"[a-z]{2,3}")  # no module of this package that is not a language has so short a name


class Rule(NamedTuple):
    """A verb and what it says: "wohnen" with what stands behind "in" is where somebody lives.

    `verbs` are lemmas and forms in lower case, separated by spaces: small models get many lemmas wrong. `takes` tells
    where the object stands: "object", "subject" (the one who is pleased is "me"), or "prep:in|bei" for what stands
    behind a preposition. Without `kinds` the object is a literal.
    """

    predicate: str
    verbs: str
    takes: str
    kinds: tuple[str, ...] = ()
    mode: ClaimMode = "asserts"
    also: str = ""  # one of these words must stand in the clause


class Says(NamedTuple):
    """How a claim reads in the language, with {s} and {o}: that it is so, is not so, and is so no longer."""

    asserts: str
    denies: str
    ends: str


class Kin(NamedTuple):
    """A word for a relative: its English name, what the user is to them, and how "my sister" reads of the user."""

    english: str
    predicate: str
    shown: str


@dataclass(frozen=True, slots=True)
class Labels:
    """Dependency labels of the language's spaCy models, by what they mean here."""

    subject: frozenset[str]
    object: frozenset[str]
    prepositional: frozenset[
        str
    ]  # of a noun with a preposition, or of the preposition when that stands above
    case: frozenset[str]  # of a preposition below its noun
    kernel: frozenset[str]  # of a noun below its preposition
    chain: frozenset[str]  # of a verb below its auxiliary: one clause
    joined: frozenset[str]  # of a verb that begins a clause of its own
    name: frozenset[str]  # of the further words of a name
    beside: frozenset[str]  # of "Anna" in "my sister Anna"
    aside: frozenset[str]  # branches that are left out of a phrase


@dataclass(frozen=True, slots=True)
class Language:
    """One language; all words in lower case. Patterns see the text of one sentence."""

    labels: Labels
    me: frozenset[str]  # the speaker as a subject
    us: frozenset[str]
    pleased: frozenset[str]  # the speaker to whom something is pleasing
    my: frozenset[str]
    my_forms: frozenset[str]  # verbs that mean the speaker without a pronoun
    our_forms: frozenset[str]
    negations: frozenset[str]
    no_claim: rx.Pattern  # a question, a condition, hearsay, an example
    not_yet: frozenset[str]  # words of a clause that is about a wish, a plan or a possibility
    over: rx.Pattern  # "no longer", "used to"
    kin: dict[str, Kin]
    user: str
    team: str
    since: str  # with {d}
    until: str
    says: dict[str, Says]
    opposite: dict[str, str]  # not to like is to dislike
    phrases: tuple[tuple[str, rx.Pattern], ...]  # predicate and a form of words that needs no parser; group o
    orders: rx.Pattern  # a standing instruction
    rules: tuple[Rule, ...]  # of those that want the same object the first wins
    than: frozenset[str]  # before what is liked less
    leading: frozenset[str]  # articles and negations that are no part of what is liked
    spaced: bool  # words have spaces between them
    dates: DateWords


@cache
def language(code: str) -> Language | None:
    """The table of a language by its ISO 639 code, or None when there is none."""
    name = f"graphmem.extract.languages.{code}"
    if not CODE.fullmatch(code) or find_spec(name) is None:
        return None
    found: Language = import_module(name).LANGUAGE
    return found
