"""The vocabulary: from `schema/ontology.toml`, and a file of the user, to kinds, predicates and their patterns.

A user's file has the same shape; its tables are laid over the packaged ones key by key, so that it can add a
predicate or change one property of a known one. A predicate that stands nowhere is allowed: many-valued, stable.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from graphmem.config import resource
from graphmem.errors import OntologyError

FactKind = Literal[
    "fact", "preference", "decision", "event", "plan", "instruction", "state", "lesson", "note"
]
PatternRole = Literal["says", "starts", "ends", "moves"]

# In `range`: the object may be a literal.
LITERAL = "value"

S = TypeVar("S", bound=msgspec.Struct)


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of entity; `heads` are the common nouns that name one of its members ("the billing service")."""

    name: str
    doc: str = ""
    heads: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # members known by name; one with a capital only when written so


class Predicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be said of something: how it reads, what it holds between, and how it behaves in time."""

    name: str
    label: str = ""  # how it reads between subject and object; the name in words when none is given
    past: str = ""
    doc: str = ""
    domain: tuple[str, ...] = ()  # kinds of the subject; empty = any
    range: tuple[str, ...] = ()  # kinds of the object, "value" for a literal; empty = any
    inverse: str = ""
    functional: bool = False  # one value at a time: a new one closes the old
    perishable: bool = False  # fades with age
    symmetric: bool = False
    fact: FactKind = "fact"
    ask: tuple[str, ...] = ()  # interrogatives of a question for it
    cues: tuple[str, ...] = ()  # words of a question for it
    says: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.label:
            msgspec.structs.force_setattr(self, "label", self.name.replace("_", " "))
        if not self.past:
            msgspec.structs.force_setattr(self, "past", self.label)

    @property
    def literal(self) -> bool:
        """True when the object may be a literal."""
        return not self.range or LITERAL in self.range


class Pattern(msgspec.Struct, frozen=True):
    """One surface pattern: the words to look for, and what they say of which predicate."""

    predicate: str
    role: PatternRole
    verbs: tuple[str, ...]  # lemmas; for a copular pattern the participles or adjectives
    copular: bool = False
    thing: bool = False  # the direct object is what the fact is about
    prepositions: tuple[str, ...] = ()  # empty: the object is the direct object


# Shorter names are too near to other words to tell a slip.
MIN_SLIP = 7


class Ontology:
    """Kinds, predicates and patterns; `predicate()` never fails for a name that is not empty."""

    def __init__(self, kinds: Iterable[Kind], predicates: Iterable[Predicate]) -> None:
        self.kinds: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
        self.predicates: Mapping[str, Predicate] = {predicate.name: predicate for predicate in predicates}
        self.heads: Mapping[str, str] = {
            head: kind.name for kind in self.kinds.values() for head in kind.heads
        }
        self.names: Mapping[str, str] = {
            name: kind.name for kind in self.kinds.values() for name in kind.names
        }
        self._by_letters: dict[str, list[str]] = {}
        for known in self.names:
            if known.islower() and len(known) >= MIN_SLIP:
                self._by_letters.setdefault("".join(sorted(known)), []).append(known)
        self.patterns: dict[str, list[Pattern]] = {}
        for predicate in self.predicates.values():
            for pattern in patterns_of(predicate):
                for verb in pattern.verbs:
                    self.patterns.setdefault(verb, []).append(pattern)

    def known(self, name: str) -> str:
        """The kind of something that is known by this name, or ""."""
        return self.names.get(name) or self.names.get(name.lower(), "")

    def slip(self, name: str) -> str:
        """The kind of what is known by this name but for two letters that changed places ("Terrafrom"), or ""."""
        typed = name.lower()
        if len(typed) < MIN_SLIP or typed in self.names:
            return ""
        for known in self._by_letters.get("".join(sorted(typed)), ()):
            apart = [
                place for place, (one, other) in enumerate(zip(typed, known, strict=True)) if one != other
            ]
            if len(apart) == 2 and apart[1] == apart[0] + 1:
                return self.names[known]
        return ""

    def predicate(self, name: str) -> Predicate:
        """The predicate of that name; an unknown one is many-valued and stable. Raises OntologyError when empty."""
        known = self.predicates.get(name)
        if known is not None:
            return known
        if not name.strip():
            raise OntologyError("A predicate needs a name.")
        return Predicate(name=name, label=name.replace("_", " "))


def patterns_of(predicate: Predicate) -> list[Pattern]:
    """The surface patterns of a predicate, read from their short notation; raises OntologyError for a bad one."""
    roles: tuple[tuple[PatternRole, tuple[str, ...]], ...] = (
        ("says", predicate.says),
        ("starts", predicate.starts),
        ("ends", predicate.ends),
        ("moves", predicate.moves),
    )
    return [read_pattern(predicate.name, role, text) for role, texts in roles for text in texts]


def read_pattern(predicate: str, role: PatternRole, text: str) -> Pattern:
    """`"work at|for"`, `"own"`, `"be based in"`, `"deploy * on|to"` as a Pattern; raises OntologyError."""
    words = text.split()
    if not words or not all(re.fullmatch(r"[a-z]+(\|[a-z]+)*|\*", word) for word in words):
        raise OntologyError(f"The pattern {text!r} of {predicate} is not words and alternatives with |.")
    groups = [tuple(word.split("|")) for word in words]
    copular = set(groups[0]) <= {"be", "get"} and len(groups) > 2
    head = groups[1] if copular else groups[0]
    rest = groups[2:] if copular else groups[1:]
    thing = ("*",) in rest
    behind = [group for group in rest if group != ("*",)]
    if len(behind) > 2:
        raise OntologyError(f"The pattern {text!r} of {predicate} has too many words.")
    prepositions = tuple(word for group in behind for word in group)
    return Pattern(predicate, role, head, copular=copular, thing=thing, prepositions=prepositions)


def load_ontology(path: str | Path | None = None) -> Ontology:
    """The packaged ontology, with the file at `path` laid over it; cached until the file changes.

    Raises OntologyError that names the file and the key when a file cannot be read or is wrong.
    """
    packaged = resource("schema") / "ontology.toml"
    if path is None:
        return _load(packaged, None, 0)
    extra = Path(path).expanduser()
    try:
        stamp = extra.stat().st_mtime_ns
    except OSError as cause:
        raise OntologyError(
            f"{extra} cannot be read: {cause.strerror}.", hint="Check the path and its permissions."
        ) from cause
    return _load(packaged, extra, stamp)


@lru_cache(maxsize=8)
def _load(packaged: Path, extra: Path | None, _stamp: int) -> Ontology:
    tables = read_tables(packaged)
    origin = {(part, name): packaged for part, table in tables.items() for name in table}
    if extra is not None:
        for part, table in read_tables(extra).items():
            for name, properties in table.items():
                tables[part][name] = {**tables[part].get(name, {}), **properties}
                origin[part, name] = extra
    kinds = [convert(Kind, "kinds", name, body, origin) for name, body in tables["kinds"].items()]
    predicates = [
        convert(Predicate, "predicates", name, body, origin) for name, body in tables["predicates"].items()
    ]
    known = {kind.name for kind in kinds} | {LITERAL}
    for predicate in predicates:
        file = origin["predicates", predicate.name]
        for key, named in (("domain", predicate.domain), ("range", predicate.range)):
            for kind in named:
                if kind not in known:
                    raise OntologyError(
                        f"{file}: predicates.{predicate.name}.{key} names the kind {kind!r}, which is not defined.",
                        hint=f"Add [kinds.{kind}] or use one of: {', '.join(sorted(known))}.",
                    )
        try:
            patterns_of(predicate)
        except OntologyError as cause:
            raise OntologyError(f"{file}: {cause.message}") from cause
    return Ontology(kinds, predicates)


def read_tables(path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The tables `kinds` and `predicates` of a file; raises OntologyError when it is not such a file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as cause:
        raise OntologyError(f"{path} cannot be read: {cause.strerror}.") from cause
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise OntologyError(f"{path} is not valid TOML: {cause}.", hint="Correct the file.") from cause
    for part in data:
        if part not in {"kinds", "predicates"}:
            raise OntologyError(f"{path}: there is no table {part!r}.", hint="Allowed: kinds, predicates.")
    tables: dict[str, dict[str, dict[str, Any]]] = {"kinds": {}, "predicates": {}}
    for part, table in data.items():
        if not isinstance(table, dict):
            raise OntologyError(f"{path}: {part} must be a table.")
        for name, properties in table.items():
            if not isinstance(properties, dict):
                raise OntologyError(f"{path}: {part}.{name} must be a table.")
            tables[part][name] = properties
    return tables


def convert(
    shape: type[S], part: str, name: str, body: dict[str, Any], origin: Mapping[tuple[str, str], Path]
) -> S:
    """One table as a record; raises OntologyError that names the file, the table and the key."""
    where = f"{origin[part, name]}: {part}.{name}"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise OntologyError(f"{where}: a name is lower-case letters, digits and underscores.")
    if "name" in body:
        raise OntologyError(f"{where}.name: the name is the name of the table.")
    try:
        return msgspec.convert({**body, "name": name}, shape)
    except msgspec.ValidationError as cause:
        text = str(cause)
        key = re.search(r"\$\.([a-z_]+)", text)
        field = re.search(r"unknown field `([^`]+)`", text)
        dotted = key[1] if key else field[1] if field else ""
        raise OntologyError(f"{where}{'.' + dotted if dotted else ''}: {text}.") from cause
