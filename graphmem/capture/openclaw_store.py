"""OpenClaw's database goes in; its sessions come out. Their events are those of the files of older releases.

Releases since August 2026 keep one database for each agent. Long events are packed by zstd in newer ones. The same
file holds keys and tokens: nothing but the named tables is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from graphmem.capture.document import portion
from graphmem.capture.foreign_tables import Database, Row, json_in
from graphmem.capture.machine import Machine
from graphmem.capture.openclaw_talk import STATES, OpenClawTalk
from graphmem.capture.records import text_at
from graphmem.capture.shelf import Told
from graphmem.capture.stores import StoreReader, StoreShelf, by_age, text_in, unpacked
from graphmem.capture.tail import Bad, Found
from graphmem.capture.talk import SessionDraft
from graphmem.model import TRUST

CLIENT = "openclaw"
GROUPS = frozenset({"group", "channel"})
WINDOWS = (
    "session_id",
    "session_key",
    "previous_session_id",
    "reason",
    "created_at",
    "updated_at",
    "chat_type",
    "display_name",
    "spawned_by",
)
NODES = ("session_key", "current_session_id", "label", "display_name", "updated_at")
# A window that goes on where another one ended, as opposed to a talk begun anew.
FOLLOWING = frozenset({"fork", "rewind", "compaction", "recovery", "rollover"})
EVENTS = ("seq", "event_json", "event_zstd", "created_at")


class OpenClawStoreReader(StoreReader):
    """Reads the databases of OpenClaw's agents."""

    client = CLIENT
    known_names = ("openclaw-agent.sqlite",)
    suffixes = (".sqlite", ".db")

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of agents, in that of today and in those of earlier names."""
        if stated := machine.environ.get("OPENCLAW_STATE_DIR"):
            yield Path(stated).expanduser() / "agents"
        for name in STATES:
            yield machine.home / name / "agents"

    def shelf(self, database: Database, path: Path) -> OpenClawShelf | None:
        """The sessions of a database that has OpenClaw's columns."""
        known = database.has("transcript_events", "session_id", "seq", "event_json", "created_at")
        known = known and any(
            name in database.tables for name in ("session_windows", "session_nodes", "sessions")
        )
        return (
            OpenClawShelf(database, path, tool_chars=self.tool_chars, max_cell=self.max_line)
            if known
            else None
        )


class OpenClawShelf(StoreShelf):
    """The sessions of one agent."""

    def __init__(self, database: Database, path: Path, *, tool_chars: int, max_cell: int) -> None:
        super().__init__(database, path, tool_chars=tool_chars)
        self.max_cell = max_cell

    def listed(self) -> dict[str, str]:
        """Keys of sessions with their stamps."""
        self.windows = {row["session_id"]: row for row in self.database.select("session_windows", WINDOWS)}
        self.nodes = {row["session_key"]: row for row in self.database.select("session_nodes", NODES)}
        rewritten = self.database.select("transcript_rewrite_watermarks", ("session_id", "generation"))
        marks = [
            self.database.stamps("transcript_events", "session_id", ("seq", "created_at")),
            {
                row["session_id"]: repr(row["generation"])
                for row in rewritten
                if isinstance(row["session_id"], str)
            },
            self.database.stamps(
                "session_transcript_active_events", "session_id", ("event_seq", "active_position")
            ),
        ]
        named = {key: repr(self.node(row)) for key, row in self.windows.items() if isinstance(key, str)}
        cold = self.database.select("session_transcript_cold_archives", ("session_id",))
        self.packed_away = {row["session_id"] for row in cold} - marks[0].keys()
        return by_age(self.windows.values(), "session_id", "created_at", *marks, named)

    def problems(self) -> list[str]:
        """The damaged stretches that were met, and what lies where no rule leads."""
        away = len(self.packed_away)
        note = (
            [f"sessions that OpenClaw has put into its archive and that are not read: {away}"] if away else []
        )
        return [*super().problems(), *note]

    def node(self, window: Row) -> Row:
        """What is known of the chat that a session belongs to."""
        return self.nodes.get(window.get("session_key"), {})

    def tell(self, key: str) -> Told | None:
        """What a session says."""
        window = self.windows.get(key, {})
        node = self.node(window)
        talk = OpenClawTalk(
            self.path,
            tool_chars=self.tool_chars,
            group=window.get("chat_type") in GROUPS,
            title=text_in(window, "display_name") or text_in(node, "label") or text_in(node, "display_name"),
        )
        leaf = self.leaf(key)
        ends = ""
        for row in self.events(key):
            event = self.event(talk, row)
            if event is not None:
                if talk.talk is None and text_at(event, "type") != "session":
                    talk.feed(Found(0, 0, {"type": "session", "id": key}))
                talk.feed(Found(0, 0, event))
                ends = text_at(event, "id") if row["seq"] == leaf else ends
        if talk.talk is None:
            return self.only_problems(talk, key)
        if ends in talk.knots:
            talk.leaves[talk.talk.key] = ends
        before = text_in(window, "previous_session_id") if window.get("reason") in FOLLOWING else ""
        spawner = self.nodes.get(window.get("spawned_by"), {})
        talk.talk.parent = talk.talk.parent or before or text_in(spawner, "current_session_id")
        return self.all_told(talk, agent=bool(text_in(window, "spawned_by")))

    def events(self, key: str) -> list[Row]:
        """The rows of a session in their order."""
        rows = self.database.select("transcript_events", EVENTS, "session_id = ?", key, order="seq")
        return sorted(rows, key=lambda row: (row["seq"] if isinstance(row["seq"], int) else 0, row["rowid"]))

    def leaf(self, key: str) -> int | None:
        """The place of the event that the talk ends with, when the client says it."""
        asked = ("event_seq", "active_position")
        rows = self.database.select("session_transcript_active_events", asked, "session_id = ?", key)
        found = [
            (row["active_position"], row["event_seq"])
            for row in rows
            if isinstance(row["active_position"], int)
        ]
        return max(found)[1] if found else None

    def all_told(self, talk: OpenClawTalk, *, agent: bool) -> Told | None:
        """The session; one that another session started was never typed by the user."""
        said = portion(self.path, talk)
        messages = [
            msgspec.structs.replace(one, role="assistant", author="agent", trust=TRUST["assistant"])
            if agent and one.role == "user"
            else one
            for one in said.messages
        ]
        session = next(iter(said.sessions.values()), None)
        if session is None:
            return self.only_problems(talk, talk.current.external)
        kinds = [kind for kind, count in said.unknown.items() for _ in range(count)]
        return Told(session, tuple(messages), tuple(talk.problems), tuple(kinds))

    def only_problems(self, talk: OpenClawTalk, key: str) -> Told | None:
        """A session of which nothing can be told but what was lost."""
        session = SessionDraft(CLIENT, key).session(talk.clock.file_time)
        return Told(session, (), tuple(talk.problems)) if talk.problems else None

    def event(self, talk: OpenClawTalk, row: Row) -> dict[str, Any] | None:
        """The event of a row, or None and a note."""
        place = f"event {row['seq']}"
        try:
            packed = row["event_zstd"]
            value = json_in(row["event_json"] if packed is None else unpacked(packed, self.max_cell))
        except ValueError as cause:
            talk.problems.append(Bad(0, 0, f"{place}: no JSON, {cause}"))
            return None
        if isinstance(value, dict):
            return value
        talk.problems.append(Bad(0, 0, f"{place}: no object"))
        return None
