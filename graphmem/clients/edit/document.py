"""The bytes of a settings file and edits come in; the bytes with the edits, and nothing else changed, go out.

Every edit is checked: the values that are read afterwards are those of before and the edit, or it is refused.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from graphmem.clients.edit.json_text import JsonEditor
from graphmem.clients.edit.splice import NotEditable, lookup, without
from graphmem.clients.edit.toml_text import TomlEditor
from graphmem.clients.edit.yaml_text import YamlEditor

Format = Literal["json", "jsonc", "json5", "toml", "yaml"]
BOM = "\ufeff"


class Editor(Protocol):
    """What is asked of the editor of a format."""

    def read(self, text: str) -> Any:
        """The values. Raises NotEditable."""
        ...

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at a path of keys; what is missing above it is made."""
        ...

    def append(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at the end of the list at a path; what is missing is made."""
        ...

    def drop(self, text: str, path: Sequence[str], index: int | None = None) -> str:
        """The text without the value at a path, or without an item of the list there."""
        ...


EDITORS: dict[Format, Editor] = {
    "json": JsonEditor(strict=True),
    "jsonc": JsonEditor(strict=False),
    "json5": JsonEditor(strict=False),
    "toml": TomlEditor(),
    "yaml": YamlEditor(),
}


class Document:
    """A settings file in memory. Raises ValueError when it cannot be read, and when an edit would change more."""

    def __init__(self, data: bytes, form: Format) -> None:
        text = data.decode("utf-8")
        self.bom, self.text = text.startswith(BOM), text.removeprefix(BOM)
        self.editor = EDITORS[form]
        self.values = self.editor.read(self.text)
        if not isinstance(self.values, dict):
            raise NotEditable("it holds no keys, but a single value or a list")

    @property
    def data(self) -> bytes:
        """What is to be written."""
        return ((BOM if self.bom else "") + self.text).encode()

    def get(self, path: Sequence[str]) -> Any:
        """The value at a path of keys, or None."""
        return lookup(self.values, path)

    def put(self, path: Sequence[str], value: Any) -> None:
        """Set the value at a path."""
        wanted = copy.deepcopy(self.values)
        above = made(wanted, path[:-1])
        above[path[-1]] = value
        self._become(self.editor.put(self.text, path, value), wanted)

    def append(self, path: Sequence[str], value: Any) -> None:
        """Put a value at the end of the list at a path."""
        wanted = copy.deepcopy(self.values)
        above = made(wanted, path[:-1])
        held = above.get(path[-1])
        if held is not None and not isinstance(held, list):
            raise NotEditable(f"{'.'.join(path)} is no list")
        above[path[-1]] = [*(held or ()), value]
        self._become(self.editor.append(self.text, path, value), wanted)

    def drop(self, path: Sequence[str], index: int | None = None) -> None:
        """Take away the value at a path, or an item of the list there."""
        wanted = [without(self.values, path, index=index)]
        if index is None or len(lookup(self.values, path)) == 1:
            # A table of TOML is there by what it holds: with the last of it it is gone.
            wanted.append(without(self.values, path, prune=True))
        self._become(self.editor.drop(self.text, path, index), *wanted)

    def _become(self, text: str, *wanted: Any) -> None:
        values = self.editor.read(text)
        if not any(same(values, one) for one in wanted):
            raise NotEditable("it is written in a way in which no single entry can be changed")
        self.text, self.values = text, values


def made(values: Any, path: Sequence[str]) -> Any:
    """The mapping at a path, made where it is missing; raises NotEditable where something else stands."""
    for key in path:
        if values.get(key) is None:
            values[key] = {}
        values = values[key]
        if not isinstance(values, dict):
            raise NotEditable(f"{key} holds no keys")
    return values


def same(one: Any, other: Any) -> bool:
    """Whether values are the same, also where a number is none; the order of keys does not count, other types do."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and one != one:  # noqa: PLR0124 - no number is like itself when it is none
        return isinstance(other, float) and other != other  # noqa: PLR0124 - as above
    return type(one) is type(other) and bool(one == other)
