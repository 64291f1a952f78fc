"""OpenCode's database, or the files of its older releases: which of them are transcripts, and reading them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.foreign import opened_database, stamp_of
from graphmem.capture.foreign_tables import Database
from graphmem.capture.machine import Machine
from graphmem.capture.opencode_files import OpenCodeFiles, is_session
from graphmem.capture.opencode_store import OpenCodeShelf, is_store
from graphmem.capture.opencode_talk import CLIENT
from graphmem.capture.shelf import deliver_sessions
from graphmem.capture.sources import walk
from graphmem.capture.stores import StoreReader


class OpenCodeReader(StoreReader):
    """Reads `opencode.db` of releases 1.2 and later, and the files of sessions of those before."""

    client = CLIENT
    known_names = ("opencode.db",)
    suffixes = (".db",)
    passed_over = frozenset({"node_modules", ".git", "bin", "log", "snapshot", "message", "part"})

    def places(self, machine: Machine) -> Iterator[Path]:
        """The databases, one a release channel, and the folders of older sessions."""
        home = machine.moved("XDG_DATA_HOME", ".local/share/opencode", CLIENT)
        stated = machine.environ.get("OPENCODE_DB")
        if stated and stated != ":memory:":
            yield home / Path(stated).expanduser()
        yield from sorted(home.glob("opencode*.db"))
        yield home / "storage" / "session"
        yield from sorted(home.glob("project/*/storage/session/info"))

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, databases first."""
        found = walk(root, (".db", ".json"), self.passed_over)
        for path in sorted(found, key=lambda path: (path.suffix == ".json", str(path))):
            if path.suffix == ".db" or path.name.startswith("ses_"):
                yield path

    def recognises(self, path: Path) -> bool:
        """True for a database with its tables, or the description of a session."""
        if path.suffix == ".json":
            return is_session(self.files(path).document(path) or {})
        return super().recognises(path)

    def shelf(self, database: Database, path: Path) -> OpenCodeShelf | None:
        """The sessions of a database that has OpenCode's columns."""
        return OpenCodeShelf(database, path, tool_chars=self.tool_chars) if is_store(database) else None

    def files(self, path: Path) -> OpenCodeFiles:
        """The session that a file describes."""
        return OpenCodeFiles(path, max_line=self.max_line, tool_chars=self.tool_chars)

    def stamp(self, path: Path) -> tuple[int, int]:
        """Size and time of change (ns) of all that belongs to a file; raises OSError."""
        return self.files(path).stamp() if path.suffix == ".json" else stamp_of(path)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield the sessions that changed since the cursor; raises OSError when the file cannot be read."""
        if path.suffix != ".json":
            yield from super().read(path, cursor)
        elif not self.in_database(path):
            yield from deliver_sessions(path, self.files(path), cursor, limits=self.limits)

    def in_database(self, path: Path) -> bool:
        """True when the database that took the place of the files holds their session."""
        home = next((one.parent for one in path.parents if one.name == "storage"), path.parent)
        for store in sorted(home.glob("opencode*.db")):
            try:
                with opened_database(store, max_cell=self.max_line, patience=self.patience) as database:
                    for table in ("session_message", "message"):
                        if any(True for _ in database.select(table, ("id",), "session_id = ?", path.stem)):
                            return True
            except sqlite3.Error:
                continue
        return False
