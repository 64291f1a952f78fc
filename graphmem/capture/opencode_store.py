"""OpenCode's database, of releases 1 and 2, goes in; its sessions come out.

An upgraded file keeps the tables of releases 1 as a frozen copy: a session is read from the newer ones when they
hold anything of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphmem.capture.foreign_tables import Database, Row, json_in
from graphmem.capture.opencode_talk import (
    CLIENT,
    SILENT_TYPES,
    OpenCodeTalk,
    Turn,
    slim,
    turn_of_info,
    turn_of_row,
)
from graphmem.capture.records import text_at
from graphmem.capture.shelf import Told
from graphmem.capture.stores import StoreShelf, by_age, text_in
from graphmem.capture.tail import read_time
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling

SESSION_COLUMNS = (
    "id",
    "parent_id",
    "fork_session_id",
    "directory",
    "title",
    "time_created",
    "revert",
)
MESSAGES = ("id", "session_id", "time_created", "data")
ROWS = (*MESSAGES, "type", "seq")
KINDS = frozenset({"user", "assistant", "compaction"})


def is_store(database: Database) -> bool:
    """True for the tables of releases 1 or 2."""
    older = database.has("session", "id", "directory") and database.has("message", *MESSAGES)
    newer = has_rows(database) and any(
        database.has(name, "id", "directory") for name in ("session_v2", "session")
    )
    return newer or (older and database.has("part", "id", "message_id", "session_id", "data"))


def has_rows(database: Database) -> bool:
    """True when there is the table of messages of releases 2."""
    return database.has("session_message", *ROWS)


class OpenCodeShelf(StoreShelf):
    """The sessions of an `opencode.db`."""

    def __init__(self, database: Database, path: Path, *, tool_chars: int) -> None:
        super().__init__(database, path, tool_chars=tool_chars)
        self.newer: set[str] = set()

    def listed(self) -> dict[str, str]:
        """Keys of sessions with their stamps."""
        self.rows: dict[str, Row] = {}
        for table in ("session", "session_v2"):
            self.rows |= {row["id"]: row for row in self.database.select(table, SESSION_COLUMNS)}
        marks = [
            self.database.stamps(table, "session_id", ("time_updated", "seq"))
            for table in ("message", "part", "session_message")
        ]
        self.newer = set(marks[2]) if has_rows(self.database) else set()
        return by_age(self.rows.values(), "id", "time_created", *marks)

    def tell(self, key: str) -> Told | None:
        """What a session says."""
        row = self.rows.get(key, {})
        fork = text_in(row, "fork_session_id")
        session = SessionDraft(CLIENT, key, parent=text_in(row, "parent_id") or fork)
        session.cwd = text_in(row, "directory")
        session.name(0, text_in(row, "title"))
        telling = self.telling(session)
        telling.begins(row.get("time_created"))
        talk = OpenCodeTalk(telling)
        talk.agent = bool(text_in(row, "parent_id"))
        talk.reverted = reverted(row.get("revert"))
        turns = self.turns(key, telling)
        if fork:
            turns = own_turns(turns, self.turns(fork, self.telling(SessionDraft(CLIENT, fork))))
        talk.take(turns)
        return telling.told()

    def turns(self, key: str, telling: Telling) -> list[Turn]:
        """The messages of a session, oldest first."""
        return self.newer_turns(key, telling) if key in self.newer else self.older_turns(key, telling)

    def newer_turns(self, key: str, telling: Telling) -> list[Turn]:
        """The messages of a session of releases 2."""
        found: list[tuple[Any, Turn]] = []
        for row in self.database.select("session_message", ROWS, "session_id = ?", key, order="seq"):
            kind, name = text_in(row, "type"), text_in(row, "id")
            if kind not in KINDS:
                if kind not in SILENT_TYPES:
                    telling.odd(f"message {kind}")
                continue
            data = telling.object(row["data"], f"session_message {name}")
            if data is not None:
                turn = turn_of_row(name, kind, data, row["time_created"])
                turn.parts = [(one, slim(part, self.tool_chars)) for one, part in turn.parts]
                found.append(((number(row["seq"]), row["rowid"]), turn))
        return [turn for _, turn in sorted(found, key=lambda one: one[0])]

    def older_turns(self, key: str, telling: Telling) -> list[Turn]:
        """The messages of a session of releases 1, with their parts."""
        turns: dict[str, Turn] = {}
        for row in self.database.select("message", MESSAGES, "session_id = ?", key):
            name = text_in(row, "id")
            info = telling.object(row["data"], f"message {name}")
            if info is not None and name:
                turns[name] = turn_of_info(name, info, row["time_created"])
        asked = ("id", "message_id", "data")
        for row in self.database.select("part", asked, "session_id = ?", key):
            name, message = text_in(row, "id"), text_in(row, "message_id")
            part = telling.object(row["data"], f"part {name}")
            if part is not None and message in turns:
                turns[message].parts.append((name, slim(part, self.tool_chars)))
            elif part is not None and text_at(part, "type") == "text":
                telling.lost(f"part {name}", "its message is missing, so nobody knows who said it")
        return in_order(turns)


def in_order(turns: dict[str, Turn]) -> list[Turn]:
    """Messages by the times of their making, each with its parts in order; their names rise with time."""
    for turn in turns.values():
        turn.parts.sort(key=lambda part: part[0])

    def age(turn: Turn) -> tuple[float, str]:
        moment = next((found for found in map(read_time, turn.stated) if found), None)
        return (moment.timestamp() if moment else 0.0, turn.id)

    return sorted(turns.values(), key=age)


def own_turns(turns: list[Turn], parent: list[Turn]) -> list[Turn]:
    """The messages of a fork without those that it was begun with, if they were copied there."""
    same = 0
    for mine, theirs in zip(turns, parent, strict=False):
        if (mine.role, words(mine)) != (theirs.role, words(theirs)):
            break
        same += 1
    return turns[same:]


def words(turn: Turn) -> list[str]:
    """What was said in a message."""
    return [text_at(part, "text") for _, part in turn.parts if part.get("type") == "text"]


def reverted(value: Any) -> tuple[str, str]:
    """The first message and part that the user took back."""
    try:
        stated = json_in(value) if isinstance(value, str | bytes) else value
    except ValueError:
        return "", ""
    return (text_at(stated, "messageID"), text_at(stated, "partID")) if isinstance(stated, dict) else ("", "")


def number(value: Any) -> float:
    """A number of a column, 0 when it holds something else."""
    return float(value) if isinstance(value, int | float) else 0.0
