"""How the sources of each client do: when they were read last, and what in them could not be read or was not known.

In come numbers, paths and the types of records, never a word of a conversation; they live beside the events in
`ledger.db` and are written in the transaction of the messages that they count. A client that changes its format
shows here as records of a new type, or as files that yield nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now

SCHEMA = """
CREATE TABLE IF NOT EXISTS source_health (
    path TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    read_at TEXT NOT NULL,
    said_at TEXT NOT NULL,
    messages INTEGER NOT NULL,
    problems INTEGER NOT NULL,
    problem TEXT NOT NULL,
    unknown TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS unknown_record (
    client TEXT NOT NULL,
    kind TEXT NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (client, kind)
) WITHOUT ROWID;
"""


class Reading(msgspec.Struct, frozen=True):
    """What one batch of a source gave; `restarted` says that what was counted of it before counts no more."""

    path: str
    client: str
    said_at: str = ""  # the time of its newest message (RFC 3339)
    messages: int = 0
    problems: int = 0
    problem: str = ""  # the last of them, in words
    unknown: dict[str, int] = {}
    restarted: bool = False


class SourceRow(msgspec.Struct, frozen=True):
    """All that was counted of one source."""

    path: str
    client: str
    read_at: str
    said_at: str
    messages: int
    problems: int
    problem: str
    unknown: dict[str, int]


class SourceHealth:
    """The side tables of a ledger that concern the sources."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.side_tables(SCHEMA)

    def put(self, readings: Iterable[Reading]) -> None:
        """Add what was read to what is known of its sources; inside a transaction of the ledger."""
        at = format_time(now()) or ""
        for reading in readings:
            old = None if reading.restarted else self.source(reading.path)
            unknown = Counter(old.unknown if old else {})
            unknown.update(reading.unknown)
            row = (
                reading.path,
                reading.client,
                at,
                max(reading.said_at, old.said_at if old else ""),
                reading.messages + (old.messages if old else 0),
                reading.problems + (old.problems if old else 0),
                reading.problem or (old.problem if old else ""),
                msgspec.json.encode(dict(sorted(unknown.items()))).decode(),
            )
            self.ledger.change_rows(
                "INSERT OR REPLACE INTO source_health VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [row]
            )
            self.ledger.change_rows(
                "INSERT INTO unknown_record VALUES (?, ?, ?, ?) "
                "ON CONFLICT (client, kind) DO UPDATE SET last_at = excluded.last_at",
                [(reading.client, kind, at, at) for kind in sorted(reading.unknown)],
            )

    def source(self, path: str) -> SourceRow | None:
        """What was counted of one source, or None when it was never read."""
        rows = self.ledger.rows(
            "SELECT path, client, read_at, said_at, messages, problems, problem, unknown FROM source_health "
            "WHERE path = ?",
            path,
        )
        return row_of(*rows[0]) if rows else None

    def sources(self) -> list[SourceRow]:
        """What was counted of every source, by client and path."""
        rows = self.ledger.rows(
            "SELECT path, client, read_at, said_at, messages, problems, problem, unknown FROM source_health "
            "ORDER BY client, path"
        )
        return [row_of(*row) for row in rows]

    def first_seen(self) -> dict[tuple[str, str], str]:
        """When a record of an unknown type was first met (RFC 3339), by client and type."""
        rows = self.ledger.rows("SELECT client, kind, first_at FROM unknown_record ORDER BY client, kind")
        return {(client, kind): at for client, kind, at in rows}


def row_of(*columns: Any) -> SourceRow:
    """A row of the table, with the unknown types taken out of their JSON."""
    named = dict(zip(SourceRow.__struct_fields__, columns, strict=True))
    return SourceRow(**named | {"unknown": msgspec.json.decode(named["unknown"], type=dict[str, int])})
