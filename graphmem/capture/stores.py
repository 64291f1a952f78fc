"""A client's SQLite file and a cursor go in; batches come out. What all readers of such files have in common."""

from __future__ import annotations

import io
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.foreign import PATIENCE, Moved, is_database, opened_database
from graphmem.capture.foreign_tables import Database, Locked, Row
from graphmem.capture.machine import Machine
from graphmem.capture.shelf import Shelf, Told, deliver_sessions
from graphmem.capture.sources import walk
from graphmem.capture.tail import CHUNK, Unpacked, read_time
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling
from graphmem.model import Problem

SUFFIXES = (".db", ".sqlite", ".sqlite3", ".vscdb")
ATTEMPTS = 3  # a file that begins to change while it is read is opened anew so often


class StoreShelf(ABC):
    """The sessions in the tables of a database: what the shelves of all clients begin with."""

    def __init__(self, database: Database, path: Path, *, tool_chars: int) -> None:
        self.database, self.path, self.tool_chars = database, path, tool_chars

    @abstractmethod
    def listed(self) -> dict[str, str]:
        """Keys of all sessions, the oldest first, each with its stamp."""

    @abstractmethod
    def tell(self, key: str) -> Told | None:
        """What a session says; all that is asked for it sees one state of the file."""

    def told(self, key: str) -> Told | None:
        """What a session says now; None when it says nothing that counts."""
        with self.database.snapshot():
            return self.tell(key)

    def problems(self) -> list[str]:
        """The damaged stretches that were met."""
        return self.database.problems

    def telling(self, session: SessionDraft) -> Telling:
        """A session in the making."""
        return Telling(self.path, session, tool_chars=self.tool_chars)


def by_age(rows: Iterable[Row], key: str, started: str, *stamps: Mapping[str, str]) -> dict[str, str]:
    """Keys of sessions, the oldest first, with the stamps of their rows and of what belongs to them.

    A session whose own row is lost is there too, by what belongs to it.
    """
    found: dict[str, tuple[float, str]] = {}
    for row in rows:
        name = row[key]
        if isinstance(name, str) and name:
            moment = read_time(row.get(started))
            plain = {column: value for column, value in row.items() if column != "rowid"}
            found[name] = (moment.timestamp() if moment else 0.0, repr(plain))
    for name in dict.fromkeys(name for stamp in stamps for name in stamp):
        found.setdefault(name, (0.0, ""))
    ordered = sorted(found, key=lambda name: (found[name][0], name))
    return {name: "".join([found[name][1], *(stamp.get(name, "") for stamp in stamps)]) for name in ordered}


class StoreReader(ClientReader, ABC):
    """Reads the SQLite files of one client."""

    known_names: ClassVar[tuple[str, ...]]  # what the client calls its files
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES
    passed_over: ClassVar[frozenset[str]] = frozenset({"node_modules", ".git"})

    patience = PATIENCE

    @abstractmethod
    def places(self, machine: Machine) -> Iterator[Path]:
        """Folders and files where the client keeps its transcripts on a computer; they need not exist."""

    @abstractmethod
    def shelf(self, database: Database, path: Path) -> Shelf | None:
        """The sessions of a database, by the tables and columns that are there; None when it is not the client's."""

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be this client's, in a fixed order."""
        yield from walk(root, self.suffixes, self.passed_over)

    def recognises(self, path: Path) -> bool:
        """True for a database with this client's tables; while it is locked, its name must do."""
        if not is_database(path):
            return False
        try:
            with opened_database(path, max_cell=self.max_line, patience=self.patience) as database:
                return self.shelf(database, path) is not None
        except (OSError, sqlite3.Error):
            return path.name in self.known_names

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield the sessions that changed since the cursor; raises OSError when the file cannot be read."""
        try:
            for _ in range(ATTEMPTS):
                try:
                    with opened_database(path, max_cell=self.max_line, patience=self.patience) as database:
                        shelf = self.shelf(database, path)
                        if shelf is None:
                            yield trouble(path, cursor, self.strange(database))
                            return
                        found = deliver_sessions(
                            path, shelf, cursor, limits=self.limits, check=database.check
                        )
                        for batch in found:
                            cursor = batch.cursor
                            yield batch
                        return
                except Moved:
                    continue
            raise Locked("the database changes faster than it can be read; read it again later")
        except sqlite3.Error as error:
            yield trouble(path, cursor, f"the database cannot be read: {error}")

    def strange(self, database: Database) -> str:
        """What to say about a database without the tables that are known."""
        found = database.shape()
        return f"the tables of {self.client} are not as any release that I know has them; found: {found}"


def trouble(path: Path, cursor: Cursor | None, reason: str) -> Batch:
    """A batch that only tells of a problem."""
    problem = Problem(str(path), 0, reason)
    return Batch(sessions=(), messages=(), problems=(problem,), unknown={}, cursor=cursor or Cursor())


def text_in(row: dict[str, Any], name: str) -> str:
    """The text of a column, "" when it holds something else."""
    value = row.get(name)
    return value if isinstance(value, str) else ""


def unpacked(data: Any, limit: int) -> bytes:
    """What zstd made smaller, at most `limit` bytes of it; of damaged data what stands before the damage.

    Raises ValueError.
    """
    try:
        stream = Unpacked(io.BytesIO(data if isinstance(data, bytes) else b""))
    except ImportError:
        raise ValueError("it is packed, and zstandard is not installed: pip install zstandard") from None
    plain = bytearray()
    while piece := stream.read(CHUNK):
        plain += piece
        if len(plain) > limit:
            raise ValueError(f"unpacked it is larger than {limit >> 20} MiB")
    return bytes(plain)
