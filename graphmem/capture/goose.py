"""Goose's `sessions.db`, or the files that older releases wrote, go in; sessions and what was said in them come out.

A compaction writes all messages of a session anew: what was said stays visible to the user only, and a summary is
added that only the model sees. So a message is known by its words and its time and not by its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.conversation import picture
from graphmem.capture.foreign_tables import Database
from graphmem.capture.harness import compact
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.sources import first_records, walk
from graphmem.capture.stores import SUFFIXES, StoreReader, StoreShelf, by_age, text_in
from graphmem.capture.tail import Found
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling

CLIENT = "goose"
SESSION_COLUMNS = (
    "id",
    "name",
    "description",
    "session_type",
    "working_dir",
    "created_at",
    "parent_session_id",
)
COLUMNS = ("role", "content_json", "created_timestamp", "metadata_json")
SILENT = frozenset(
    {
        "thinking",
        "redactedThinking",
        "reasoning",
        "systemNotification",
        "conversationCompacted",
        "contextLengthExceeded",
        "summarizationRequested",
        "toolConfirmationRequest",
        "actionRequired",
        "frontendToolRequest",
        "inputRequest",
    }
)
AGENTS = frozenset({"sub_agent", "subagent"})
PROGRAMS = frozenset({"scheduled", "hidden"})
INFO = re.compile(r"<info-msg>.*?(?:</info-msg>|\Z)", re.DOTALL)


class GooseReader(StoreReader):
    """Reads `sessions.db` of Goose, and the sessions that older releases left as lines of JSON."""

    client = CLIENT
    known_names = ("sessions.db",)

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder of sessions."""
        if stated := machine.environ.get("GOOSE_PATH_ROOT"):
            yield Path(stated).expanduser() / "data" / "sessions"
        elif machine.platform == "win32":
            yield machine.config / "Block" / "goose" / "data" / "sessions"
        else:
            yield machine.moved("XDG_DATA_HOME", ".local/share/goose/sessions", "goose", "sessions")
            if machine.platform == "darwin":
                yield machine.data / "Block" / "goose" / "sessions"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, databases first."""
        found = walk(root, (*SUFFIXES, ".jsonl"), self.passed_over)
        yield from sorted(found, key=lambda path: (path.suffix not in SUFFIXES, str(path)))

    def recognises(self, path: Path) -> bool:
        """True for a database with its tables, or lines that begin with the head of a session."""
        if path.suffix == ".jsonl":
            first = first_records(path, count=1)
            return bool(first) and is_head(first[0])
        return super().recognises(path)

    def shelf(self, database: Database, path: Path) -> GooseShelf | None:
        """The sessions of a database that has Goose's columns."""
        known = database.has("messages", "session_id", "role", "content_json", "created_timestamp")
        known = known and database.has("sessions", "id", "working_dir")
        return GooseShelf(database, path, tool_chars=self.tool_chars) if known else None

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield the sessions that changed since the cursor; raises OSError when the file cannot be read."""
        if path.suffix == ".jsonl":
            talk = GooseFile(path, tool_chars=self.tool_chars)
            yield from self.read_lines(path, talk, cursor, is_record=is_line)
        else:
            yield from super().read(path, cursor)


class GooseShelf(StoreShelf):
    """The sessions of a `sessions.db`."""

    def listed(self) -> dict[str, str]:
        """Keys of sessions with their stamps."""
        self.rows = {row["id"]: row for row in self.database.select("sessions", SESSION_COLUMNS)}
        marks = self.database.stamps(
            "messages", "session_id", ("created_timestamp",), ("content_json", "metadata_json")
        )
        return by_age(self.rows.values(), "id", "created_at", marks)

    def tell(self, key: str) -> Told | None:
        """What a session says."""
        row = self.rows.get(key, {})
        session = SessionDraft(CLIENT, key, parent=text_in(row, "parent_session_id"))
        session.cwd = text_in(row, "working_dir")
        session.name(0, text_in(row, "name") or text_in(row, "description"))
        telling = self.telling(session)
        telling.begins(utc(row.get("created_at")))
        talk = GooseTalk(telling, text_in(row, "session_type"))
        for message in sorted(
            self.database.select("messages", COLUMNS, "session_id = ?", key), key=lambda one: one["rowid"]
        ):
            place = f"message {message['rowid']}"
            content = telling.value(message["content_json"], f"{place}, content_json")
            flags = message["metadata_json"] and telling.value(
                message["metadata_json"], f"{place}, metadata_json"
            )
            shown = not (isinstance(flags, dict) and flags.get("userVisible") is False)
            if content is not None and shown:
                talk.message(message["role"], content, message["created_timestamp"], place)
        return telling.told()


def utc(value: Any) -> Any:
    """A time as SQLite writes it, which is UTC and does not say so."""
    return (
        f"{value}+00:00" if isinstance(value, str) and re.fullmatch(r"[\d-]{10} [\d:.]{8,}", value) else value
    )


class GooseFile(Telling):
    """A session as lines: first its head, then its messages."""

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        super().__init__(path, SessionDraft(CLIENT, path.name.removesuffix(".jsonl")), tool_chars=tool_chars)
        self.messages = GooseTalk(self, "")

    def feed(self, found: Found) -> None:
        """Take in a line."""
        self.found, record = found, found.value
        if is_head(record):
            self.talk.cwd = text_at(record, "working_dir")
            self.talk.name(0, text_at(record, "description"))
        else:
            self.messages.message(
                record.get("role"), record.get("content"), record.get("created"), "a message"
            )


def is_head(record: dict[str, Any]) -> bool:
    """True for the first line of a session."""
    return "role" not in record and isinstance(record.get("working_dir"), str) and "message_count" in record


def is_line(record: dict[str, Any]) -> bool:
    """True for a head or a message."""
    return is_head(record) or isinstance(record.get("content"), list)


class GooseTalk:
    """The messages of one session, on their way into a `Telling`."""

    def __init__(self, telling: Telling, kind: str) -> None:
        self.telling, self.kind = telling, kind

    def message(self, role: Any, content: Any, stated: Any, place: str) -> None:
        """One message: texts of one side, calls of tools, and their results in the user's name."""
        self.telling.turn(stated)
        if role not in ("user", "assistant") or not isinstance(content, list):
            self.telling.lost(place, "no message of a user or an assistant")
            return
        texts: list[str] = []
        for part in content:
            if not isinstance(part, dict):
                self.telling.lost(place, "a part that is no object; the others were read")
            elif part.get("type") == "text":
                texts.append(text_at(part, "text"))
            elif part.get("type") in ("image", "document"):
                texts.append(picture(part))
            elif part.get("type") in ("toolRequest", "toolResponse"):
                self.say(role, texts)
                self.tool(part)
                texts = []
            elif part.get("type") not in SILENT:
                self.telling.odd(f"content {part.get('type')}")
        self.say(role, texts)

    def tool(self, part: dict[str, Any]) -> None:
        """A call or a result."""
        name = text_at(part, "id")
        if part.get("type") == "toolRequest":
            call = dict_at(dict_at(part, "toolCall"), "value") or dict_at(part, "toolCall")
            self.telling.used(text_at(call, "name"), call.get("arguments"), call=name)
        else:
            result = dict_at(part, "toolResult")
            self.telling.answered(answer(result.get("value", result.get("error"))), call=name)

    def say(self, role: str, texts: list[str]) -> None:
        """The words of a message."""
        text = "\n\n".join(part for part in texts if part.strip())
        if role == "assistant":
            self.telling.said("assistant", text, author=CLIENT)
            return
        text = INFO.sub("", text)
        if self.kind in AGENTS:
            self.telling.said("assistant", text, author="agent")
        elif self.kind in PROGRAMS:
            self.telling.said("system", text, author=self.kind)
        else:
            self.telling.said("user", text)


def answer(value: Any) -> str:
    """What a tool answered: text, parts, or anything else as JSON."""
    if isinstance(value, dict) and isinstance(value.get("content"), list):
        value = list_at(value, "content")
    parts = value if isinstance(value, list) else []
    if parts and all(isinstance(part, dict) for part in parts):
        return joined_text(parts, ("text",))
    return compact(value) if value not in (None, [], {}) else ""
