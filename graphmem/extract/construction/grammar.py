"""The construction grammar: from `schema/constructions.toml`, and a file of the user, to patterns found by a word.

A pattern is words in their dictionary form with slots among them: `S be scared|afraid of O`.

    S, O, Q      who is spoken of, what is said of it, the qualifier; `_` is any phrase that is not kept
    O:condition  a slot that only takes what is of that type, or of one of several: `O:place+org`
    a|b          one of these words; `(a b|c d)` one of these phrases; a `?` behind it: or nothing
    ^, $         the beginning and the end of a part of a sentence

The first word behind a slot at the beginning is the verb: auxiliaries, adverbs and "not" before it are the matcher's.

A rewording has the same patterns, and in the place of the predicate the plain words that mean the same.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from graphmem.config import resource
from graphmem.errors import OntologyError
from graphmem.extract.vocabulary import words

Role = Literal["says", "affirms", "starts", "ends", "happens", "denies"]
ROLES: tuple[Role, ...] = get_args(Role)
SLOTS = words("S O Q _")
# Words that stand in too many sentences to be looked for first.
COMMON = words(
    "be have get do go make take of in on at to for with from by a an the my our up out off into and or as it not no"
    " all about over S O Q _ ^ $"
)
TOKEN = re.compile(r"\([^()]+\)\??|\S+")


class Element(NamedTuple):
    """One place of a pattern: words of which one must stand there, or a slot with the types that it takes."""

    words: frozenset[str] = frozenset()
    slot: str = ""  # "S", "O", "Q", "_", or "^" and "$"
    types: tuple[str, ...] = ()


class Construction(NamedTuple):
    """A way of saying a predicate."""

    predicate: str
    role: Role
    elements: tuple[Element, ...]
    verb: int  # the place of the verb among the elements, -1 when there is none
    source: str
    start: int  # the place of its first word
    needs: tuple[
        frozenset[str], ...
    ]  # of each of these words one stands in every sentence that it is found in

    @property
    def leading(self) -> str:
        """The slot that stands before all words, or ""."""
        first = self.elements[self.opens]
        return first.slot if first.slot in SLOTS else ""

    @property
    def opens(self) -> bool:
        """True when it only stands at the beginning of a part of a sentence."""
        return self.elements[0].slot == "^"


class LexicalType(NamedTuple):
    """A class of words that a slot can ask for."""

    words: frozenset[str]
    suffixes: tuple[str, ...] = ()


Filed = dict[str, list[tuple[Construction, int]]]


class Grammar:
    """All constructions and all rewordings, each filed under the rarest of its words."""

    def __init__(
        self,
        constructions: Iterable[Construction],
        types: Mapping[str, LexicalType],
        rewordings: Iterable[Construction] = (),
    ) -> None:
        self.types = dict(types)
        self.by_word, self.rewordings = filed(constructions), filed(rewordings)

    @property
    def constructions(self) -> set[Construction]:
        """All of them."""
        return {one for filed in self.by_word.values() for one, _ in filed}

    def is_of(self, name: str, text: str) -> bool:
        """True when a word or phrase in small letters belongs to a lexical type."""
        found = self.types.get(name)
        return found is not None and (
            text in found.words or bool(found.suffixes and text.endswith(found.suffixes))
        )


def filed(constructions: Iterable[Construction]) -> Filed:
    """Constructions by the word that is looked for first, with the place of that word."""
    found: Filed = {}
    for one in constructions:
        place = anchor(one.elements)
        for word in one.elements[place].words:
            found.setdefault(word, []).append((one, place))
    return found


def anchor(elements: tuple[Element, ...]) -> int:
    """The place of the word to look for: the first that is not common, else the first word."""
    literal = [place for place, one in enumerate(elements) if one.words]
    rare = [place for place in literal if not elements[place].words & COMMON]
    return (rare or literal)[0]


def read_construction(predicate: str, role: Role, text: str) -> Iterator[Construction]:
    """The constructions that one line of the file stands for; raises OntologyError for a line that is none."""
    choices: list[list[tuple[str, ...]]] = []
    for token in TOKEN.findall(text):
        body, optional = token.removesuffix("?"), token.endswith("?")
        if body.startswith("("):
            phrases = [tuple(one.split()) for one in body[1:-1].split("|")]
            single = [
                one[0] for one in phrases if len(one) == 1 and ":" not in one[0] and one[0] not in SLOTS
            ]
            options: list[tuple[str, ...]] = [("|".join(single),)] if single else []
            options += [one for one in phrases if len(one) != 1 or one[0] not in single]
        else:
            options = [(body,)]
        choices.append([*options, ()] if optional else options)
    for chosen in itertools.product(*choices):
        elements = tuple(read_element(token, text) for group in chosen for token in group)
        kept = {one.slot for one in elements} & {"S", "O"}
        if not any(one.words for one in elements) or not ("O" in kept or (" " in predicate and kept)):
            raise OntologyError(f"The construction {text!r} of {predicate} has no word or no slot O.")
        first = next(place for place, one in enumerate(elements) if one.words)
        spoken = first == 1 and elements[0].slot in SLOTS and elements[1].words not in ({"'s"}, {"and"})
        verb = 1 if spoken else -1
        yield Construction(predicate, role, elements, verb, text, first, needs_of(elements, first, verb))


def needs_of(elements: tuple[Element, ...], first: int, verb: int) -> tuple[frozenset[str], ...]:
    """The words that a sentence must hold beside the anchor; a "be" right before that may be left out."""
    at = anchor(elements)
    bare = first if elements[first].words == {"be"} and first + 1 == at and verb == first else -1
    return tuple(one.words for place, one in enumerate(elements) if one.words and place not in {at, bare})


def read_element(token: str, text: str) -> Element:
    """One word, one choice of words or one slot of a pattern."""
    if token in {"^", "$"}:
        return Element(slot=token)
    slot, _, types = token.partition(":")
    if slot in SLOTS:
        return Element(slot=slot, types=tuple(types.split("+")) if types else ())
    if not re.fullmatch(r"[\w'&+./>=→-]+(?:\|[\w'&+./>=→-]+)*|[:,]", token):
        raise OntologyError(
            f"The construction {text!r}: {token!r} is no word, no choice of words and no slot."
        )
    return Element(words=frozenset(token.split("|")))


def load_grammar(path: str | Path | None = None) -> Grammar:
    """The packaged grammar, with the file at `path` added to it; cached until the file changes.

    Raises OntologyError that names the file and the line when one cannot be read.
    """
    if path is None:
        return _load(None, 0)
    extra = Path(path).expanduser()
    try:
        return _load(extra, extra.stat().st_mtime_ns)
    except OSError as cause:
        raise OntologyError(
            f"{extra} cannot be read: {cause.strerror}.", hint="Check the path and its permissions."
        ) from cause


@lru_cache(maxsize=8)
def _load(extra: Path | None, _stamp: int) -> Grammar:
    types: dict[str, LexicalType] = {}
    found: list[Construction] = []
    plain: list[Construction] = []
    for file in (resource("schema") / "constructions.toml", extra):
        if file is None:
            continue
        tables = read_tables(file)
        for name, body in tables.get("types", {}).items():
            known, own = types.get(name, LexicalType(frozenset())), read_type(file, name, body)
            types[name] = LexicalType(known.words | own.words, (*known.suffixes, *own.suffixes))
        for predicate, body in tables.get("constructions", {}).items():
            found += constructions_of(file, predicate, body)
        for words_, body in tables.get("rewordings", {}).items():
            plain += constructions_of(file, words_, body)
    return Grammar(found, types, plain)


def read_type(file: Path, name: str, body: dict[str, Any]) -> LexicalType:
    """A class of words; raises OntologyError when it is not one text of words and a list of endings."""
    text, suffixes = body.get("words", ""), body.get("suffixes", [])
    whole = (
        isinstance(text, str) and isinstance(suffixes, list) and all(isinstance(one, str) for one in suffixes)
    )
    if not whole or body.keys() - {"words", "suffixes"}:
        raise OntologyError(
            f"{file}: types.{name} is no class of words.",
            hint='Allowed: words = "one, two" and suffixes = ["itis"].',
        )
    return LexicalType(frozenset(" ".join(one.split()) for one in text.split(",")) - {""}, tuple(suffixes))


def constructions_of(file: Path, predicate: str, body: dict[str, Any]) -> list[Construction]:
    """The constructions of one predicate of a file."""
    found: list[Construction] = []
    for role, lines in body.items():
        if role not in ROLES or not isinstance(lines, list) or not all(isinstance(one, str) for one in lines):
            raise OntologyError(
                f"{file}: constructions.{predicate}.{role} is not known.",
                hint=f"Allowed: {', '.join(ROLES)}.",
            )
        for line in lines:
            try:
                found += read_construction(predicate, role, line)
            except OntologyError as cause:
                raise OntologyError(f"{file}: {cause.message}") from cause
    return found


def read_tables(file: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The tables of a file; raises OntologyError when it is not such a file."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise OntologyError(f"{file} cannot be read as TOML: {cause}.", hint="Correct the file.") from cause
    for part, table in data.items():
        if (
            part not in {"types", "constructions", "rewordings"}
            or not isinstance(table, dict)
            or not all(isinstance(body, dict) for body in table.values())
        ):
            raise OntologyError(
                f"{file}: {part} is no table of tables.", hint="Allowed: types, constructions, rewordings."
            )
    return data
