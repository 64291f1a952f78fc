"""The text of a YAML file, a key and a value come in; the text with them, and otherwise as it was, goes out.

ruamel.yaml tells where every value stands, and its own writer is not used: it would set everything anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from typing import Any

from graphmem.clients.edit.splice import NotEditable, Splice, line_end, line_start, newline_of, spliced

PLAIN = re.compile(r"[A-Za-z_][\w-]*")
WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
STEP = 2


class YamlEditor:
    """Edits YAML of one document."""

    def read(self, text: str) -> Any:
        """The values; an empty file is an empty mapping. Raises NotEditable."""
        found = parsed(lambda yaml: yaml.load(StringIO(text)))
        return {} if found is None else found

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at a path of keys; what is missing above it is made."""
        root = composed(text)
        if root is None or is_empty(root):
            apart = "" if not text or text.endswith("\n") else newline_of(text)
            return text + apart + lines(nested(path, value), 0, newline_of(text))
        node, rest = descend(root, path)
        if rest:
            return added(text, node, rest[0], nested(rest[1:], value))
        start, end = node.start_mark.index, leaf_end(node)
        if "\n" in text[start:end]:
            raise NotEditable("a value over several lines cannot be replaced")
        return spliced(text, [Splice(start, end, (" " if start == end else "") + flow(value))])

    def append(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text with a value at the end of the list at a path; what is missing is made."""
        root = composed(text)
        node, rest = (None, list(path)) if root is None or is_empty(root) else descend(root, path)
        if node is None or rest:
            return self.put(text, path, [value])
        return added(text, node, None, value)

    def drop(self, text: str, path: Sequence[str], index: int | None = None) -> str:
        """The text without the value at a path, or without an item of the list there."""
        root = composed(text)
        above, _ = descend(root, path if index is not None else path[:-1])
        starts = [(key or item).start_mark.index for key, item in members(above)]
        ends = [own_end(above, key, item) for key, item in members(above)]
        which = index if index is not None else [key.value for key, _ in members(above)].index(path[-1])
        start, end = starts[which], ends[which]
        if above.flow_style:
            if which + 1 < len(starts):
                return spliced(text, [Splice(start, starts[which + 1], "")])
            return spliced(text, [Splice(ends[which - 1] if which else start, end, "")])
        start, end = line_start(text, start), line_end(text, end if text[end - 1 : end] != "\n" else end - 1)
        if end == len(text) and start and not text.endswith("\n"):
            start -= 2 if text.startswith("\r\n", start - 2) else 1
        else:
            end += 2 if text.startswith("\r\n", end) else 1
        splices = [Splice(start, end, "")]
        outer = path if index is not None else path[:-1]
        if len(starts) == 1 and outer:  # a key without a value would have none, and no empty one
            colon = text.index(":", key_of(root, outer).end_mark.index) + 1
            splices.append(Splice(colon, colon, " {}" if index is None else " []"))
        return spliced(text, splices)


def key_of(root: Any, path: Sequence[str]) -> Any:
    """The key at a path."""
    above, _ = descend(root, path[:-1])
    return next(key for key, _ in above.value if key.value == path[-1])


def added(text: str, node: Any, key: str | None, value: Any) -> str:
    """A member or an item behind the last one of a mapping or list."""
    new = newline_of(text)
    wanted = "mapping" if key is not None else "sequence"
    if not is_empty(node) and node.id != wanted:
        raise NotEditable(f"line {node.start_mark.line + 1}: a {wanted} was expected")
    if not is_empty(node) and node.flow_style:
        closing = leaf_end(node) - 1
        entry = flow(value) if key is None else f"{flow(key)}: {flow(value)}"
        behind = max((own_end(node, name, item) for name, item in members(node)), default=0)
        if behind:
            return spliced(text, [Splice(behind, behind, ", " + entry)])
        return spliced(text, [Splice(closing, closing, entry)])
    if is_empty(node):
        above = node.start_mark.index
        column = column_of_line(text, above) + STEP
    elif key is None:
        above = leaf_end(node)
        first = node.value[0].start_mark.index
        column = text.rfind("-", 0, first) - line_start(text, text.rfind("-", 0, first))
    else:
        above = leaf_end(node)
        column = node.value[0][0].start_mark.column
    entry = lines([value] if key is None else {key: value}, column, new)
    if above and text[above - 1] == "\n":  # a block of text ends with its line
        return text[:above] + entry + text[above:]
    at = line_end(text, above)
    return text[:at] + new + entry.removesuffix(new) + text[at:]


def column_of_line(text: str, at: int) -> int:
    """How far the line of a place is indented; the dash of a list counts as white space."""
    line = text[line_start(text, at) :]
    return len(line) - len(line.lstrip(" -"))


def lines(value: Any, column: int, new: str) -> str:
    """A mapping or a list in block style, every line at a column or beyond."""
    pad = " " * column
    if isinstance(value, dict):
        return "".join(
            f"{pad}{flow(name)}:{new}{lines(held, column + STEP, new)}"
            if isinstance(held, dict)
            or (isinstance(held, list) and any(isinstance(one, dict) for one in held))
            else f"{pad}{flow(name)}: {flow(held)}{new}"
            for name, held in value.items()
        )
    return "".join(
        f"{pad}- {lines(item, column + STEP, new).lstrip(' ')}"
        if isinstance(item, dict)
        else f"{pad}- {flow(item)}{new}"
        for item in value
    )


def flow(value: Any) -> str:
    """A value on one line: as in JSON, a plain word without quotes."""
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in WORDS:
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(name)}: {flow(held)}" for name, held in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def nested(path: Sequence[str], value: Any) -> Any:
    """The value below mappings of one member each."""
    for key in reversed(path):
        value = {key: value}
    return value


def members(node: Any) -> Iterable[tuple[Any, Any]]:
    """The keys and values of a mapping, or the items of a list without keys."""
    return node.value if node.id == "mapping" else [(None, item) for item in node.value]


def is_empty(node: Any) -> bool:
    """Whether nothing stands where a value may be."""
    return bool(node.id == "scalar" and node.value == "" and node.style is None and not node.anchor)


def leaf_end(node: Any) -> int:
    """Where the last thing ends that belongs to a value; the marks of a block go on to what follows it."""
    if node.id == "scalar" or node.flow_style or not node.value:
        return int(node.end_mark.index)
    return max(own_end(node, key, item) for key, item in members(node))


def own_end(above: Any, key: Any, item: Any) -> int:
    """Where a member ends. An alias is the very node that it stands for, whose place is somewhere before."""
    if item.start_mark.index >= (key or above).start_mark.index:
        return leaf_end(item)
    if key is None:
        raise NotEditable(f"line {above.start_mark.line + 1}: a list with an alias in it cannot be changed")
    return int(key.end_mark.index)


def descend(root: Any, path: Sequence[str]) -> tuple[Any, list[str]]:
    """The deepest value on a path, and the keys that are missing below it."""
    node, rest = root, list(path)
    while rest and node.id == "mapping":
        found = next(
            ((key, item) for key, item in node.value if key.id == "scalar" and key.value == rest[0]), None
        )
        if found is None:
            break
        key, below = found
        if below.start_mark.index < key.start_mark.index:
            raise NotEditable(f"{rest[0]} is an alias, and what it stands for would change")
        node = below
        del rest[0]
    return node, rest


def composed(text: str) -> Any:
    """The root of the document with the place of everything, or None."""
    return parsed(lambda yaml: yaml.compose(StringIO(text)))


def parsed(read: Callable[[Any], Any]) -> Any:
    """What a reader of YAML makes of a text; raises NotEditable naming the line."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - only who edits such a file
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415

    try:
        return read(YAML(typ="safe", pure=True))
    except MarkedYAMLError as cause:
        mark = cause.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise NotEditable(f"{where}{cause.problem}") from cause
    except YAMLError as cause:
        raise NotEditable(str(cause)) from cause
