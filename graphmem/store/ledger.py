"""The ledger: every change as an event in one SQLite file, durable before it is acknowledged.

In come (kind, actor, change) and the cursor of the transcript they came from, in one transaction; out come the
events again, in order, each checked against its checksum. The graph and the indexes can always be made again
from here; nothing else is the truth.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from graphmem.errors import DiskFull, LedgerDamaged, StoreError, StoreTooNew
from graphmem.model import Change
from graphmem.store import packed
from graphmem.store.files import make_private
from graphmem.store.packed import pack, unpack
from graphmem.temporal import format_time, now

# 1: every event stands as JSON. 2: some are packed; a file becomes one of it with the first event that is.
LEDGER_VERSION = 2
PLAIN = 1

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE source (
    path TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    cursor BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE forgotten (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class Event(msgspec.Struct, frozen=True):
    """One row of the ledger; `seq` is its place, `at` when it entered this store, `payload` what it says."""

    seq: int
    at: str
    actor: str
    kind: str
    payload: bytes

    @property
    def id(self) -> str:
        """A content hash of what the event says, for people and logs."""
        return "evt_" + hashlib.blake2b(unpack(self.payload), digest_size=10).hexdigest()

    @property
    def checksum(self) -> bytes:
        """16 bytes of BLAKE2b over every other column."""
        head = f"{self.seq}\x1f{self.at}\x1f{self.actor}\x1f{self.kind}\x1f".encode()
        return hashlib.blake2b(head + self.payload, digest_size=16).digest()

    @property
    def change(self) -> Change:
        """What the event does to the graph."""
        return _decoder.decode(unpack(self.payload))

    @property
    def size(self) -> int:
        """How many bytes of JSON the change is."""
        return packed.size(self.payload)

    def rewritten(self, change: Change) -> Event:
        """The same event with another content; only forgetting asks for one."""
        return msgspec.structs.replace(self, payload=pack(_encoder.encode(change)))


class SourceState(msgspec.Struct, frozen=True):
    """How far a transcript file was read: its size and time then, and the reader's own cursor as JSON."""

    path: str
    client: str
    size: int
    mtime_ns: int
    cursor: bytes


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Change)


class Ledger:
    """An append-only list of events in `path`, opened by one process.

    Raises StoreTooNew for a file of a later version (left untouched), LedgerDamaged for a row or a file that
    does not check out, DiskFull when a write finds no room.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._forgetting: list[str] = []
        with _translated(path):
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        # The version is read before anything is written, so that a newer file stays as it is.
        version = self._version()
        if version is not None and version > LEDGER_VERSION:
            raise StoreTooNew(
                f"{self.path} was written by a newer graphmem (ledger version {version}, this one reads up to "
                f"{LEDGER_VERSION}). It was not touched.",
                hint="Upgrade graphmem.",
            )
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "wal_autocheckpoint=1000"):
            self._db.execute(f"PRAGMA {pragma}").close()
        self._path_mode()
        if version is None:
            with self.transaction():
                for statement in SCHEMA.split(";"):
                    if statement.strip():
                        self._db.execute(statement)
                self._db.execute("INSERT INTO meta VALUES ('version', ?)", (str(PLAIN),))
        elif self._db.execute("SELECT 1 FROM meta WHERE key = 'scrub'").fetchone():
            self._scrub()

    def _path_mode(self) -> None:
        make_private(*(self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal", "-shm")))

    def _version(self) -> int | None:
        if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            return None
        row = self._db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        return int(row[0]) if row else None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All writes inside are durable together, or none of them is."""
        with self._lock, _translated(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def append(
        self,
        changes: Sequence[tuple[str, Change]],
        *,
        actor: str,
        sources: Sequence[SourceState] = (),
        also: Callable[[], None] | None = None,
    ) -> list[Event]:
        """Write events (kind and change each) and how far their sources were read; all or none is durable.

        `also` writes to side tables in the same transaction.
        """
        with self.transaction():
            events = self._append(changes, actor) if changes else []
            self._put_sources(sources)
            if also is not None:
                also()
        return events

    def side_tables(self, schema: str, *, forgetting: str = "") -> None:
        """Make the tables of a layer above that are not there yet: work to be done, never knowledge.

        A statement `forgetting` takes from them whatever may hold words, each time that something is forgotten.
        """
        if forgetting and forgetting not in self._forgetting:
            self._forgetting.append(forgetting)
        with self.transaction():
            for statement in filter(str.strip, schema.split(";")):
                self._db.execute(statement)

    def rows(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """The rows of a reading statement over side tables."""
        return self._all(statement, *parameters)

    def change_rows(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Run a writing statement over side tables once for each row; only inside `transaction()`."""
        self._db.executemany(statement, rows)

    def _append(self, changes: Sequence[tuple[str, Change]], actor: str) -> list[Event]:
        at = format_time(now()) or ""
        events = []
        for seq, (kind, change) in enumerate(changes, self.last_seq + 1):
            event = Event(seq, at, actor, kind, pack(_encoder.encode(change)))
            self._db.execute(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)",
                (seq, event.id, at, actor, kind, event.payload, event.checksum),
            )
            never = ((key,) for key in (*change.forgotten, *change.sealed))
            self._db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", never)
            events.append(event)
        self._tell_version(events)
        return events

    def _tell_version(self, events: Iterable[Event]) -> None:
        """Let no graphmem open the file that could not read what these events are packed in."""
        if any(packed.is_packed(event.payload) for event in events):
            self._db.execute("UPDATE meta SET value = ? WHERE key = 'version'", (str(LEDGER_VERSION),))

    def _put_sources(self, sources: Sequence[SourceState]) -> None:
        self._db.executemany(
            "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?)",
            ((s.path, s.client, s.size, s.mtime_ns, s.cursor) for s in sources),
        )

    def source(self, path: str) -> SourceState | None:
        """How far that file was read, or None when it never was."""
        row = self._one("SELECT path, client, size, mtime_ns, cursor FROM source WHERE path = ?", path)
        return SourceState(*row) if row else None

    def sources(self) -> list[SourceState]:
        """Every file that was read."""
        return [
            SourceState(*row) for row in self._all("SELECT path, client, size, mtime_ns, cursor FROM source")
        ]

    @property
    def last_seq(self) -> int:
        """The number of the newest event; 0 when there is none."""
        return int((self._one("SELECT max(seq) FROM event") or (0,))[0] or 0)

    def is_forgotten(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that were forgotten, or sealed after a part was, and must not be taken in again."""
        return {item for item in ids if self._one("SELECT 1 FROM forgotten WHERE id = ?", item)}

    def events(self, after: int = 0, *, page: int = 200) -> Iterator[Event]:
        """The events after that seq, in order, each checked; raises LedgerDamaged naming the first bad one."""
        while True:
            rows = self._all(
                "SELECT seq, at, actor, kind, payload, checksum FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
                after,
                page,
            )
            for *columns, checksum in rows:
                event = Event(*columns)
                sound = isinstance(event.payload, bytes) and event.checksum == checksum
                if event.seq != after + 1 or not sound:
                    raise LedgerDamaged(
                        f"Event {after + 1} of {self.path} is missing or does not match its checksum.",
                        hint="Restore ledger.db from a backup; the events before it are sound.",
                    )
                after = event.seq
                yield event
            if len(rows) < page:
                return

    def forget(self, change: Change, events: Sequence[Event], *, actor: str) -> None:
        """Append what was forgotten, put these events in the place of their old selves, and leave no trace of those.

        Events and rewriting are durable together; cleaning the file follows, and is made up for on the next
        opening when it is cut off.
        """
        with self.transaction():
            self._append([("Forgotten", change)], actor)
            self._db.executemany(
                "UPDATE event SET id = ?, payload = ?, checksum = ? WHERE seq = ?",
                ((event.id, event.payload, event.checksum, event.seq) for event in events),
            )
            self._tell_version(events)
            for statement in self._forgetting:
                self._db.execute(statement)
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('scrub', '1')")
        self._scrub()

    def _scrub(self) -> None:
        """Rewrite the file so that nothing deleted can be read in it or in its write-ahead log."""
        with self._lock, _translated(self.path):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._db.execute("VACUUM")
            self._db.execute("DELETE FROM meta WHERE key = 'scrub'")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def check(self) -> int:
        """Read every event against its checksum and the file against itself; the number of events."""
        result = self._one("PRAGMA integrity_check")
        if result is None or result[0] != "ok":
            raise LedgerDamaged(f"{self.path} is damaged: {result}.", hint="Restore ledger.db from a backup.")
        return sum(1 for _ in self.events())

    def close(self) -> None:
        """Close the file; further calls fail."""
        with self._lock:
            self._db.close()

    def _one(self, statement: str, *parameters: object) -> tuple[Any, ...] | None:
        with self._lock, _translated(self.path):
            row: tuple[Any, ...] | None = self._db.execute(statement, parameters).fetchone()
            return row

    def _all(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self._lock, _translated(self.path):
            return self._db.execute(statement, parameters).fetchall()


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours, with the file and the next step."""
    try:
        yield
    except sqlite3.Error as cause:
        text = str(cause)
        if "disk is full" in text:
            raise DiskFull(
                f"There is no room on the disk for {path}; the last write was not made.",
                hint="Free some space and run the command again: nothing that was acknowledged is lost.",
            ) from cause
        if isinstance(cause, sqlite3.DatabaseError) and ("malformed" in text or "not a database" in text):
            raise LedgerDamaged(f"{path} is damaged: {text}.", hint="Restore it from a backup.") from cause
        raise StoreError(
            f"{path} cannot be used: {text}.", hint="Check the folder and its permissions."
        ) from cause
