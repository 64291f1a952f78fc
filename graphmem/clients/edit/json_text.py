"""The text of a JSON, JSONC or JSON5 file, a key and a value come in; the text with them, and otherwise as it was, out.

A member goes behind the last one, in the indentation of its neighbours; a comment stays with the line that it is on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from graphmem.clients.edit.json_scan import Node, Scanner, place
from graphmem.clients.edit.splice import (
    NotEditable,
    Splice,
    indent_at,
    line_end,
    line_start,
    newline_of,
    spliced,
)

UNIT = "  "  # where a file shows no indentation of its own
GAP = " \t"


class JsonEditor:
    """Edits JSON; `strict` refuses what only JSONC and JSON5 allow, for clients that refuse it too."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict

    def read(self, text: str) -> Any:
        """The values; an empty file is an empty object. Raises NotEditable."""
        if self.strict and text.strip("\ufeff \t\r\n"):
            try:
                json.loads(text.removeprefix("\ufeff"))
            except json.JSONDecodeError as cause:
                raise NotEditable(f"{place(text, cause.pos)}: {cause.msg}") from cause
            except RecursionError as cause:
                raise NotEditable("it is nested too deep") from cause
        root = Scanner(text).document()
        return {} if root is None else root.value

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at a path of keys; what is missing above it is made."""
        root = Scanner(text).document()
        if root is None:
            new = newline_of(text)
            apart = "" if not text.strip("\ufeff") or text.endswith("\n") else new
            return text + apart + rendered(nested(path, value), "", new) + new
        node, rest = descend(root, path)
        if not rest:
            return spliced(text, [Splice(node.start, node.end, self._value(text, node, value))])
        return self._added(text, node, rest[0], nested(rest[1:], value))

    def append(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at the end of the list at a path; list and objects are made where they are missing."""
        root = Scanner(text).document()
        node, rest = (None, list(path)) if root is None else descend(root, path)
        if node is None or rest:
            return self.put(text, path, [value])
        return self._added(text, node, None, value)

    def drop(self, text: str, path: Sequence[str], index: int | None = None) -> str:
        """The text without the value at a path, or without an item of the list there."""
        root = Scanner(text).document()
        assert root is not None
        above, _ = descend(root, path if index is not None else path[:-1])
        gone = above.below[index] if index is not None else above.member(path[-1])
        assert gone is not None
        return spliced(text, removal(text, above, gone))

    def _value(self, text: str, node: Node, value: Any) -> str:
        """A value in the place of another."""
        if "\n" not in text[node.start : node.end]:
            return json.dumps(value, ensure_ascii=False)
        return rendered(value, indent_at(text, node.start), newline_of(text), unit_of(text))

    def _added(self, text: str, node: Node, key: str | None, value: Any) -> str:
        """A member or an item behind the last one of an object or list."""
        if node.kind == "leaf":
            raise NotEditable(f"{place(text, node.start)}: an object or a list was expected")
        new, unit = newline_of(text), unit_of(text)
        name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
        if not node.below:
            inner = text[node.start + 1 : node.end - 1]
            around = indent_at(text, node.start)
            member = around + unit + name + rendered(value, around + unit, new, unit)
            if "\n" in inner and not inner[inner.rfind("\n") + 1 :].strip(GAP):
                start = line_start(text, node.end - 1) - 1
                start -= text[start - 1] == "\r"
                return spliced(text, [Splice(start, start, new + member)])
            if "\n" not in text and not inner.strip():
                whole = name + json.dumps(value, ensure_ascii=False)
                return spliced(text, [Splice(node.end - 1, node.end - 1, whole)])
            return spliced(text, [Splice(node.end - 1, node.end - 1, new + member + new + around)])
        last = node.below[-1]
        behind = last.comma + 1 if last.comma >= 0 else last.end
        splices = [] if last.comma >= 0 else [Splice(last.end, last.end, ",")]
        comma = "," if last.comma >= 0 else ""
        if "\n" not in text[node.start : last.key_start]:
            whole = " " + name + json.dumps(value, ensure_ascii=False) + comma
            return spliced(text, [*splices, Splice(behind, behind, whole)])
        around = indent_at(text, last.key_start)
        member = new + around + name + rendered(value, around, new, unit) + comma
        at = behind_comments(text, behind, node.end - 1)
        return spliced(text, [*splices, Splice(at, at, member)])


def behind_comments(text: str, at: int, closing: int) -> int:
    """The end of the line, when nothing but a comment stands there; else the place itself."""
    end = line_end(text, at)
    rest = text[at:end].strip(GAP)
    only = rest.startswith("//") or (rest.startswith("/*") and rest.find("*/") == len(rest) - 2)
    return end if only and end <= closing else at


def removal(text: str, above: Node, gone: Node) -> list[Splice]:
    """What has to go for a member to be gone: its line, and one comma."""
    index = above.below.index(gone)
    before = above.below[index - 1] if index else None
    start, end = gone.key_start, gone.comma + 1 if gone.comma >= 0 else gone.end
    floor = before.comma + 1 if before else above.start + 1
    while start > floor and text[start - 1] in GAP:
        start -= 1
    if text[start - 1] == "\n":
        start -= 1
        start -= text[start - 1] == "\r"
    elif before is None:  # the first on its line: what follows takes its place
        start = gone.key_start
        while above.below[-1] is not gone and text[end] in GAP:
            end += 1
    splices = [Splice(start, end, "")]
    if above.below[-1] is gone and before and gone.comma < 0:
        splices.append(Splice(before.comma, before.comma + 1, ""))
    if (
        before is None
        and above.below[-1] is gone
        and not (text[above.start + 1 : start] + text[end : above.end - 1]).strip()
    ):
        return [Splice(above.start + 1, above.end - 1, "")]
    return splices


def descend(root: Node, path: Sequence[str]) -> tuple[Node, list[str]]:
    """The deepest value on a path, and the keys that are missing below it."""
    node, rest = root, list(path)
    while rest and (below := node.member(rest[0])) is not None:
        node = below
        del rest[0]
    return node, rest


def nested(path: Sequence[str], value: Any) -> Any:
    """The value below objects of one member each."""
    for key in reversed(path):
        value = {key: value}
    return value


def rendered(value: Any, around: str, new: str, unit: str = UNIT) -> str:
    """A value over several lines, all but the first indented by what is around it and more."""
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", new + around)


def unit_of(text: str) -> str:
    """By what a file indents: the white space of its first line that is indented."""
    for line in text.split("\n"):
        bare = line.lstrip(GAP)
        if bare.strip() and bare != line and bare[0] not in "/*":
            return line[: len(line) - len(bare)]
    return UNIT
