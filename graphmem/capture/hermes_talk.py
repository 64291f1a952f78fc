"""Rows of Hermes' `messages`, or the records of its older files, go in; what was said comes out, each thing once.

A row is live (`active`), archived by a compaction (`compacted`), or taken back by the user (neither). A compaction
writes the turns that it keeps a second time, with their old times; older releases began a new session instead and
copied them there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from graphmem.capture.conversation import picture
from graphmem.capture.foreign_tables import json_in, json_or_text
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.telling import Telling

CLIENT = "hermes"
COLUMNS = (
    "role",
    "content",
    "tool_call_id",
    "tool_calls",
    "tool_name",
    "timestamp",
    "codex_message_items",
    "observed",
    "active",
    "compacted",
)
AGENTS = frozenset({"subagent"})
PROGRAMS = frozenset({"cron", "kanban"})  # what they send was written by a program, or long ago

JSON_MARK = "\0json:"  # stands before a list of parts in newer releases
HARNESS = re.compile(
    r"Review the conversation above and\b|\[System note:|\[Note: model was just switched|\[ASYNC DELEGATION\b"
    r"|\[IMPORTANT: Background process",
    re.IGNORECASE,
)
SUMMARY = re.compile(r"\[CONTEXT (?:SUMMARY|COMPACTION)\b", re.IGNORECASE)
SKILL = re.compile(r'\[(?:SYSTEM|IMPORTANT): The user has invoked the "', re.IGNORECASE)
SKILL_REQUEST = re.compile(r"following instruction alongside the skill invocation:\s*", re.IGNORECASE)
RECALLED = re.compile(r"<memory-context>.*?(?:</memory-context>|\Z)", re.DOTALL)


class HermesTalk:
    """The messages of one session, on their way into a `Telling`."""

    def __init__(self, telling: Telling, *, source: str, model: str) -> None:
        self.telling, self.source, self.model = telling, source, model or CLIENT

    def take(self, rows: Iterable[dict[str, Any]], copied: Sequence[tuple[str, str]] = ()) -> None:
        """Take in rows in their order; the first ones that repeat the end of `copied` do not count."""
        once: dict[tuple[str, ...], dict[str, Any]] = {}
        for row in rows:
            key = identity(row)
            if key in once and not is_live(once[key]):
                once[key] = once[key] | {"active": row.get("active"), "compacted": row.get("compacted")}
            once.setdefault(key, row)
        kept = list(once.values())
        said = [words_of(row) for row in kept if is_spoken(row)]
        left = repeated(said, copied)
        for row in kept:
            if left and is_spoken(row):
                left -= 1
            else:
                self.message(row)

    def message(self, row: dict[str, Any]) -> None:
        """One row."""
        role = row.get("role")
        self.telling.turn(row.get("timestamp"))
        if role in ("system", "session_meta") or row.get("observed") in (1, True):
            return
        text, live = self.content(row), is_live(row)
        if role == "user":
            self.user(text, live=live)
        elif role == "assistant":
            self.telling.said("assistant", text, author=self.model, active=live)
            for call in self.calls(row):
                self.call(call, live=live)
        elif role == "tool":
            self.telling.answered(
                text, call=text_at(row, "tool_call_id"), name=text_at(row, "tool_name"), active=live
            )
        elif isinstance(role, str) and role:
            self.telling.odd(f"role {role}")
        else:
            self.telling.lost(place_of(row), "a message without a role")

    def user(self, text: str, *, live: bool) -> None:
        """What stands in the user's name: the user's own words, or those of a program."""
        if SUMMARY.match(text):
            self.telling.said("assistant", text, author=CLIENT, kind="summary", active=live)
        elif self.source in AGENTS:
            self.telling.said("assistant", spoken(text), author="agent", active=live)
        elif self.source in PROGRAMS:
            self.telling.said("system", spoken(text), author=self.source, active=live)
        else:
            self.telling.said("user", spoken(text), active=live)

    def call(self, call: dict[str, Any], *, live: bool) -> None:
        """A call of a tool, as OpenAI writes it."""
        function, name = dict_at(call, "function"), text_at(call, "id", "call_id")
        given: Any = function.get("arguments", call.get("arguments"))
        tool = text_at(function, "name") or text_at(call, "name")
        self.telling.used(tool, json_or_text(given), call=name, author=self.model, active=live)

    def calls(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        """The calls in a row."""
        return [call for call in self.listed(row, "tool_calls") if isinstance(call, dict)]

    def listed(self, row: dict[str, Any], name: str) -> list[Any]:
        """The list in a column, in JSON or as it is."""
        value = row.get(name)
        if isinstance(value, str | bytes) and value:
            value = self.telling.value(value, f"{place_of(row)}, {name}")
        return value if isinstance(value, list) else []

    def content(self, row: dict[str, Any]) -> str:
        """The words of a row: plain text, parts in JSON, or the answer as it came from the model."""
        value = row.get("content")
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        if isinstance(value, str):
            value = parts_in(value)
        text = value if isinstance(value, str) else with_placeholders(value)
        if not text.strip() and row.get("role") == "assistant":
            items = self.listed(row, "codex_message_items")
            found = (
                joined_text(i.get("content"), ("output_text", "text")) for i in items if isinstance(i, dict)
            )
            text = "\n\n".join(part for part in found if part)
        return text


def identity(row: dict[str, Any]) -> tuple[str, ...]:
    """What a turn that was written again has in common with its first writing."""
    return tuple(
        repr(row.get(name)) for name in ("role", "timestamp", "content", "tool_calls", "tool_call_id")
    ) + (() if row.get("timestamp") is not None else (repr(row.get("rowid", id(row))),))


def is_live(row: dict[str, Any]) -> bool:
    """False for what the user took back: neither live nor archived."""
    return row.get("active") not in (0, False) or row.get("compacted") in (1, True)


def is_spoken(row: dict[str, Any]) -> bool:
    """True for turns, as opposed to summaries and what the client says itself."""
    content = row.get("content")
    return (
        row.get("role") in ("user", "assistant") and isinstance(content, str) and not SUMMARY.match(content)
    )


def words_of(row: dict[str, Any]) -> tuple[str, str]:
    """Who said what."""
    return str(row.get("role")), f"{row.get('content')}\x1f{row.get('tool_calls')}"


def repeated(said: Sequence[tuple[str, str]], before: Sequence[tuple[str, str]]) -> int:
    """How many of the first turns are the last ones of the session before."""
    longest = min(len(said), len(before))
    return next((n for n in range(longest, 0, -1) if list(said[:n]) == list(before[len(before) - n :])), 0)


def place_of(row: dict[str, Any]) -> str:
    """Where a row stands, for a message."""
    return f"message {row['rowid']}" if "rowid" in row else "a message"


def parts_in(text: str) -> Any:
    """The parts of a message that has some; else its text."""
    marked = text.startswith(JSON_MARK)
    if not marked and not text.lstrip().startswith('[{"'):
        return text
    try:
        value = json_in(text.removeprefix(JSON_MARK))
    except ValueError:
        return text
    typed = isinstance(value, list) and value and all(isinstance(p, dict) and "type" in p for p in value)
    return value if typed or (marked and isinstance(value, list | dict)) else text


def with_placeholders(value: Any) -> str:
    """The text of parts, with a mark for each image or file."""
    parts = value if isinstance(value, list) else list_at({"": [value]}, "")
    found: list[str] = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            kind = text_at(part, "type").removeprefix("input_").partition("_")[0]
            name = text_at(part, "name", "filename")
            seen = kind in ("image", "audio", "video", "file", "document")
            found.append(picture({"type": kind, "name": name}) if seen else text_at(part, "text"))
    return "\n\n".join(part for part in found if part.strip())


def spoken(text: str) -> str:
    """What the user typed; empty when the client wrote it."""
    text = RECALLED.sub("", text).strip()
    if SKILL.match(text):
        request = SKILL_REQUEST.search(text)
        return text[request.end() :].split("\n\n[", 1)[0].strip() if request else ""
    return "" if HARNESS.match(text) else text
