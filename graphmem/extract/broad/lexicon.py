"""The classes of words in `schema/lexicon.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from graphmem.config import resource
from graphmem.extract.vocabulary import longest_first, third, words


@cache
def _tables() -> dict[str, Any]:
    """The file as it stands."""
    return tomllib.loads((resource("schema") / "lexicon.toml").read_text(encoding="utf-8"))


@cache
def verbs(name: str) -> frozenset[str]:
    """The verbs of a class, in their dictionary form."""
    return words(_tables()["verbs"][name])


@cache
def nouns(name: str) -> frozenset[str]:
    """The nouns of a class."""
    return words(_tables()["nouns"][name])


@cache
def states() -> frozenset[str]:
    """What something can be at the moment."""
    return words(_tables()["states"]["words"])


@cache
def passing(name: str) -> tuple[str, ...]:
    """The states of a class that pass, the longer ones first."""
    found = (" ".join(one.split()) for one in _tables()["states"][name].split(";"))
    return tuple(longest_first(one for one in found if one))


@cache
def mends() -> frozenset[str]:
    """What is done to a thing to make it well again."""
    return words(_tables()["states"]["mends"])


@cache
def away() -> str:
    """A pattern of what people are on when they are away."""
    return "".join(_tables()["states"]["away"].split())


def spaced(pattern: str) -> str:
    """A pattern of other readers as it stands inside a verbose one, where a plain space says nothing."""
    return pattern.replace(" ", r"\ ")


@cache
def spoken() -> dict[str, str]:
    """The third person of every verb that is known, each with its dictionary form: "owns" is of "own"."""
    return {third(lemma): lemma for name in _tables()["verbs"] for lemma in verbs(name)}
