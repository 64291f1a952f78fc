"""The text of a TOML file, a key and a value come in; the text with them, and otherwise as it was, goes out.

A table of ours is a block of its own at the end of the file; tomlkit changes what stands elsewhere.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

from graphmem.clients.edit.splice import lookup, newline_of, without

BARE = re.compile(r"[A-Za-z0-9_-]+")
HEADER = re.compile(r"[ \t]*\[")


class TomlEditor:
    """Edits TOML."""

    def read(self, text: str) -> Any:
        """The values. Raises ValueError."""
        return tomllib.loads(text)

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at a path of keys; what is missing above it is made."""
        values = self.read(text)
        if isinstance(value, dict) and lookup(values, path) is None:
            longer = text + block(text, path, value)
            try:
                tomllib.loads(longer)
            except tomllib.TOMLDecodeError:
                pass  # what is above it is an inline table, which no block may extend
            else:
                return longer
        return changed(text, path[:-1], lambda table: table.__setitem__(path[-1], value))

    def append(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at the end of the list at a path, made where it is missing."""
        there = lookup(self.read(text), path)
        if isinstance(value, dict):
            longer = text + block(text, path, value, brackets=2)
            try:
                tomllib.loads(longer)
            except tomllib.TOMLDecodeError:
                pass  # the list is written in one line, and no block may extend it
            else:
                return longer
        if there is None:
            return changed(text, path[:-1], lambda table: table.__setitem__(path[-1], [value]))
        return changed(text, path[:-1], lambda table: table[path[-1]].append(value))

    def drop(self, text: str, path: Sequence[str], index: int | None = None) -> str:
        """The text without the value at a path, or without an item of the list there."""
        values, shorter = self.read(text), without_block(text, path, index)
        wanted = [repr(without(values, path, index=index)), repr(without(values, path, prune=True))]
        if index is not None and len(lookup(values, path)) > 1:
            del wanted[1]
        try:
            if shorter is not None and repr(tomllib.loads(shorter)) in wanted:
                return shorter
        except tomllib.TOMLDecodeError:
            pass  # what looked like a header was none
        if index is not None:
            return changed(text, path[:-1], lambda table: table[path[-1]].__delitem__(index))
        return changed(text, path[:-1], lambda table: table.__delitem__(path[-1]))


def block(text: str, path: Sequence[str], value: dict[str, Any], *, brackets: int = 1) -> str:
    """A table with its header, apart from what is before it; with two brackets it is one more of a list."""
    new = newline_of(text)
    apart = "" if not text else new if text.endswith("\n") else new + new
    header = "[" * brackets + ".".join(map(key, path)) + "]" * brackets
    lines = [header, *(f"{key(name)} = {literal(held)}" for name, held in value.items())]
    return apart + "".join(line + new for line in lines)


def key(name: str) -> str:
    """A key as TOML has it."""
    return name if BARE.fullmatch(name) else literal(name)


def literal(value: Any) -> str:
    """Text, numbers and booleans are written as in JSON, but for one character; tables and lists in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key(name)} = {literal(held)}" for name, held in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def without_block(text: str, path: Sequence[str], index: int | None = None) -> str | None:
    """The text without the block of a table and of those below it; None when no line begins it.

    With an index, the block of that table among those of a list. Comments and empty lines at its end belong to what
    follows; the empty line before it is ours.
    """
    names = r"\s*\.\s*".join(rf"(?:{re.escape(name)}|\"{re.escape(name)}\")" for name in path)
    header = re.compile(rf"[ \t]*(?P<item>\[)?\[\s*{names}\s*(?:(?P<below>\.)|\])")
    kept: list[str] = []
    held: list[str] = []  # what may belong to the table that follows
    inside = found = False
    seen = -1
    for line in text.splitlines(keepends=True):
        if HEADER.match(line):
            match, was = header.match(line), inside
            if match and match["item"] and not match["below"]:
                seen += 1
            inside = match is not None and (index is None or seen == index)
            if inside and not was:
                found = True
                if kept and not kept[-1].strip():
                    kept.pop()
            if was and not inside:
                kept.extend(held)
            held = []
        if not inside:
            kept.append(line)
        elif not line.strip() or line.lstrip().startswith("#"):
            held.append(line)
        else:
            held = []
    return "".join([*kept, *(held if inside else ())]) if found else None


def changed(text: str, path: Sequence[str], change: Any) -> str:
    """The text with a change in the table at a path, by tomlkit, which keeps the rest."""
    import tomlkit  # noqa: PLC0415 - only who edits such a file

    document = tomlkit.parse(text)
    table: Any = document
    for name in path:
        table = table.setdefault(name, tomlkit.table()) if name not in table else table[name]
    change(table)
    return tomlkit.dumps(document)
