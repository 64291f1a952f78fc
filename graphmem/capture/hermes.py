"""Hermes' `state.db`, and the files that older releases wrote: which are transcripts, and reading them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.foreign import opened_database
from graphmem.capture.foreign_tables import Database, Row, json_in
from graphmem.capture.hermes_talk import AGENTS, CLIENT, COLUMNS, HermesTalk, is_spoken, words_of
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.sources import first_parts, first_records, walk
from graphmem.capture.stores import SUFFIXES, StoreReader, StoreShelf, by_age, text_in
from graphmem.capture.tail import Found
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling

ROLES = frozenset({"user", "assistant", "tool", "system"})
SESSION_COLUMNS = (
    "id",
    "source",
    "model",
    "model_config",
    "parent_session_id",
    "started_at",
    "ended_at",
    "end_reason",
    "title",
    "cwd",
    "git_branch",
    "git_repo_root",
)


class HermesReader(StoreReader):
    """Reads `state.db` of Hermes and of each profile, and the sessions that older releases left as files."""

    client = CLIENT
    known_names = ("state.db",)
    passed_over = frozenset({"node_modules", ".git", "logs", "cache", "skills", "plugins", "state-snapshots"})

    def places(self, machine: Machine) -> Iterator[Path]:
        """The databases of the home and of its profiles, and the folders of older files."""
        usual = machine.data / CLIENT if machine.platform == "win32" else machine.home / ".hermes"
        stated = machine.environ.get("HERMES_HOME")
        home = Path(stated).expanduser() if stated else usual
        for folder in (home, *sorted((home / "profiles").glob("*/"))):
            yield folder / "state.db"
            yield folder / "sessions"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, databases first."""
        found = walk(root, (*SUFFIXES, ".jsonl", ".json"), self.passed_over)
        for path in sorted(found, key=lambda path: (path.suffix not in SUFFIXES, str(path))):
            if path.suffix != ".json" or path.name.startswith("session_"):
                yield path

    def recognises(self, path: Path) -> bool:
        """True for a database with its tables, a snapshot of a session, or a session as lines."""
        if path.suffix == ".json":
            return is_snapshot(first_parts(path))
        if path.suffix == ".jsonl":
            first = first_records(path, count=1)
            return bool(first) and first[0].get("role") == "session_meta" and "tools" in first[0]
        return super().recognises(path)

    def shelf(self, database: Database, path: Path) -> HermesShelf | None:
        """The sessions of a database that has Hermes' columns."""
        known = database.has("messages", "session_id", "role", "content", "tool_calls", "timestamp")
        known = known and database.has("sessions", "id", "source")
        return HermesShelf(database, path, tool_chars=self.tool_chars) if known else None

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield the sessions that changed since the cursor; raises OSError when the file cannot be read."""

        def make() -> HermesFile:
            return HermesFile(path, tool_chars=self.tool_chars)

        if path.suffix not in (".json", ".jsonl"):
            yield from super().read(path, cursor)
        elif self.in_database(path):
            return
        elif path.suffix == ".json":
            yield from self.read_document(path, make, cursor, is_record=is_message, lists=("messages",))
        else:
            yield from self.read_lines(path, make(), cursor, is_record=is_message)

    def in_database(self, path: Path) -> bool:
        """True when the database that took the place of an older file holds its session."""
        name = path.stem.removeprefix("session_")
        store = path.parent.parent / "state.db"
        if not store.is_file():
            return False
        try:
            with opened_database(store, max_cell=self.max_line, patience=self.patience) as database:
                return any(True for _ in database.select("messages", ("id",), "session_id = ?", name))
        except sqlite3.Error:
            return False


class HermesShelf(StoreShelf):
    """The sessions of a `state.db`."""

    def listed(self) -> dict[str, str]:
        """Keys of sessions with their stamps."""
        self.rows = {row["id"]: row for row in self.database.select("sessions", SESSION_COLUMNS)}
        marks = self.database.stamps(
            "messages", "session_id", ("active", "compacted", "timestamp"), ("content",)
        )
        return by_age(self.rows.values(), "id", "started_at", marks)

    def tell(self, key: str) -> Told | None:
        """What a session says."""
        row = self.rows.get(key, {})
        session = SessionDraft(CLIENT, key, parent=text_in(row, "parent_session_id"))
        session.cwd = text_in(row, "cwd") or text_in(row, "git_repo_root")
        session.branch = text_in(row, "git_branch")
        session.name(0, text_in(row, "title"))
        telling = self.telling(session)
        telling.begins(row.get("started_at"))
        source = "subagent" if delegated(row) else text_in(row, "source")
        parent = self.rows.get(session.parent, {})
        copied: list[tuple[str, str]] = []
        if parent.get("end_reason") in ("compression", "compaction"):
            copied = [words_of(one) for one in self.messages(session.parent) if is_spoken(one)]
        HermesTalk(telling, source=source, model=text_in(row, "model")).take(self.messages(key), copied)
        return telling.told()

    def messages(self, key: str) -> list[Row]:
        """The rows of a session in their order."""
        rows = self.database.select("messages", COLUMNS, "session_id = ?", key)
        return sorted(rows, key=lambda row: row["rowid"])


class HermesFile(Telling):
    """A session in a file, as releases before the database wrote it: lines, or one document."""

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        name = path.name.removesuffix(".jsonl").removesuffix(".json").removeprefix("session_")
        super().__init__(path, SessionDraft(CLIENT, name), tool_chars=tool_chars)
        self.rows = HermesTalk(self, source="", model="")

    def feed(self, found: Found) -> None:
        """Take in a line, or a part of a document: a message, or something about the session."""
        self.found = found
        message = found.value.get("messages") if "role" not in found.value else found.value
        if isinstance(message, dict):
            if message.get("role") == "session_meta":
                self.head(message)
            self.rows.message(message)
        elif "messages" in found.value:
            self.bad("a message that is no object")
        else:
            self.head(found.value)

    def head(self, record: dict[str, Any]) -> None:
        """Something about the session."""
        if name := text_at(record, "session_id"):
            self.rename(name)
        self.talk.cwd = (
            text_at(record, "cwd") or text_at(dict_at(record, "model_config"), "cwd") or self.talk.cwd
        )
        self.talk.name(0, text_at(record, "title"))
        self.rows.model = text_at(record, "model") or self.rows.model
        self.rows.source = text_at(record, "platform", "source") or self.rows.source
        stated = record.get("session_start", record.get("timestamp"))
        if stated is not None:
            self.begins(stated)


def delegated(row: Row) -> bool:
    """True for a session that another one started, by its source or by its settings."""
    if row.get("source") in AGENTS:
        return True
    try:
        settings = json_in(row.get("model_config"))
    except ValueError:
        return False
    return isinstance(settings, dict) and bool(settings.get("_delegate_from"))


def is_snapshot(parts: list[dict[str, Any]]) -> bool:
    """True for the first parts of a whole session in one document."""
    names = {name for part in parts for name in part}
    return {"session_id", "platform", "session_start"} <= names


def is_message(record: dict[str, Any]) -> bool:
    """True for a message."""
    return record.get("role") in (*ROLES, "session_meta")
