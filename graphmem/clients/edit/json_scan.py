"""The text of a JSON document of any dialect comes in; its values come out, each with where it begins and ends.

JSON5 is read, of which JSON and JSON with comments are parts. No library for Python tells the places of values and
keeps every other character, so this one does, and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from graphmem.clients.edit.splice import NotEditable

TOKEN = re.compile(
    r"""
    (?P<gap>[\s\ufeff\u2028\u2029]+|//[^\n\r\u2028\u2029]*|/\*.*?\*/)
  | (?P<mark>[{}\[\]:,])
  | (?P<string>"(?:[^"\\\n\r]|\\(?:\r\n|.))*"|'(?:[^'\\\n\r]|\\(?:\r\n|.))*')
  | (?P<number>[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$.]))
  | (?P<word>(?:[^\W\d]|[$\\])[\w$\\\u200c\u200d]*)
    """,
    re.VERBOSE | re.DOTALL,
)
WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
CONTINUED = {"\r\n", "\n", "\r", "\u2028", "\u2029"}
DEEPEST = 200


@dataclass(slots=True)
class Node:
    """A value and its place; `comma` is where a comma stands behind it, or -1."""

    start: int
    end: int
    value: Any
    kind: str = "leaf"  # or "object", "list"
    comma: int = -1
    key: str = ""
    key_start: int = -1
    below: list[Node] = field(default_factory=list)

    def member(self, key: str) -> Node | None:
        """The value under a key; of several, the one that counts."""
        return next(
            (node for node in reversed(self.below) if self.kind == "object" and node.key == key), None
        )


class Scanner:
    """Reads one document; raises NotEditable naming line and column."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.at = 0
        self.depth = 0

    def document(self) -> Node | None:
        """The whole of it, or None where there is no value at all."""
        if not self.tokens:
            return None
        node = self.value()
        if self.at < len(self.tokens):
            raise self.wrong("nothing more")
        return node

    def value(self) -> Node:
        """The value that comes next."""
        kind, start, end = self.take("a value")
        word = self.text[start:end]
        if kind == "mark" and word in "{[":
            self.depth += 1
            if self.depth > DEEPEST:
                raise NotEditable(f"it is nested more than {DEEPEST} deep")
            node = self.braces(start) if word == "{" else self.brackets(start)
            self.depth -= 1
            return node
        if kind == "string":
            return Node(start, end, unquoted(word))
        if kind == "number":
            return Node(start, end, number(word))
        if kind == "word" and word in WORDS:
            return Node(start, end, WORDS[word])
        self.at -= 1
        raise self.wrong("a value")

    def braces(self, start: int) -> Node:
        """Members up to the closing brace."""
        found = Node(start, start, {}, "object")
        while not self.closes(found, "}"):
            kind, at, end = self.take("a key")
            if kind not in {"string", "word", "number"}:
                self.at -= 1
                raise self.wrong("a key")
            word = self.text[at:end]
            key = unquoted(word) if kind == "string" else unescaped(word)
            self.expect(":")
            node = self.value()
            node.key, node.key_start = key, at
            found.value[key] = node.value
            found.below.append(node)
            self.separate(node, "}")
        return found

    def brackets(self, start: int) -> Node:
        """Values up to the closing bracket."""
        found = Node(start, start, [], "list")
        while not self.closes(found, "]"):
            node = self.value()
            node.key_start = node.start
            found.value.append(node.value)
            found.below.append(node)
            self.separate(node, "]")
        return found

    def closes(self, found: Node, mark: str) -> bool:
        """Whether the closing mark comes next, and is taken."""
        if not self.sees(mark):
            return False
        found.end = self.take(mark)[2]
        return True

    def separate(self, node: Node, closing: str) -> None:
        """Take the comma behind a value, unless the closing mark comes."""
        if self.sees(","):
            node.comma = self.take(",")[1]
        elif not self.sees(closing):
            raise self.wrong(f"',' or {closing!r}")

    def sees(self, mark: str) -> bool:
        """Whether a mark comes next."""
        return self.at < len(self.tokens) and self.text.startswith(mark, self.tokens[self.at][1])

    def expect(self, mark: str) -> None:
        """Take a mark."""
        if not self.sees(mark):
            raise self.wrong(repr(mark))
        self.at += 1

    def take(self, wanted: str) -> tuple[str, int, int]:
        """The next token."""
        if self.at >= len(self.tokens):
            raise self.wrong(wanted)
        self.at += 1
        return self.tokens[self.at - 1]

    def wrong(self, wanted: str) -> NotEditable:
        """What is amiss, and where."""
        where = self.tokens[self.at][1] if self.at < len(self.tokens) else len(self.text)
        return NotEditable(f"{place(self.text, where)}: {wanted} was expected")

    def _tokens(self) -> list[tuple[str, int, int]]:
        """Everything but white space and comments."""
        found, at = [], 0
        while at < len(self.text):
            match = TOKEN.match(self.text, at)
            if match is None:
                raise NotEditable(f"{place(self.text, at)}: {self.text[at]!r} cannot stand there")
            if match.lastgroup != "gap":
                found.append((str(match.lastgroup), at, match.end()))
            at = match.end()
        return found


def place(text: str, at: int) -> str:
    """Line and column of a place, as people count them."""
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"


def unquoted(word: str) -> str:
    """The text that a string literal stands for."""
    return unescaped(word[1:-1])


def unescaped(word: str) -> str:
    """The text with its escapes resolved; halves of a character that belong together are joined."""
    if "\\" not in word:
        return word
    text = ESCAPE.sub(one_escape, word)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def one_escape(match: re.Match[str]) -> str:
    """What one escape stands for."""
    wide, short, other = match.groups()
    if wide or short:
        return chr(int(wide or short, 16))
    return "" if other in CONTINUED else ESCAPED.get(other, other)


def number(word: str) -> int | float:
    """The number that a literal stands for."""
    sign, digits = (-1, word[1:]) if word[0] == "-" else (1, word.lstrip("+"))
    if digits[:2] in {"0x", "0X"}:
        return sign * int(digits, 16)
    try:
        return sign * int(digits)
    except ValueError:
        return sign * float(digits)
