"""Cursor's files: those of its editor, of all projects and of each, those of its command line, and its transcripts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor, Limits
from graphmem.capture.cursor_cli import CommandLineShelf
from graphmem.capture.cursor_ide import BUBBLE, GLOBAL, LOCAL, GlobalShelf, LocalShelf, after
from graphmem.capture.cursor_lines import CLIENT, CursorLinesReader
from graphmem.capture.foreign import is_database, opened_database
from graphmem.capture.foreign_tables import Database
from graphmem.capture.machine import Machine
from graphmem.capture.shelf import Shelf
from graphmem.capture.stores import StoreReader
from graphmem.config import Settings

EDITORS = ("Cursor", "Cursor Nightly")
PROJECTS, CHATS = "projects", "chats"


class CursorReader(StoreReader):
    """Reads `state.vscdb` of Cursor's editor, `store.db` of its command line, and the transcripts of its agents."""

    client = CLIENT
    known_names = ("state.vscdb", "store.db")
    suffixes = (".vscdb", ".db")
    passed_over = frozenset({"node_modules", ".git", "History", "extensions", "logs", "CachedData"})

    def __init__(self, settings: Settings, *, limits: Limits | None = None) -> None:
        super().__init__(settings, limits=limits)
        self.lines = CursorLinesReader(settings, limits=limits)
        self.editors: tuple[Path, ...] = ()  # the files of all projects, as the places name them

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of the editor's files, of the chats on the command line, and of transcripts."""
        users = [machine.config / name / "User" for name in EDITORS]
        self.editors = tuple(user / "globalStorage" / "state.vscdb" for user in users)
        yield from self.editors
        yield from (user / "workspaceStorage" for user in users)
        if stated := machine.environ.get("CURSOR_DATA_DIR"):
            yield Path(stated).expanduser() / CHATS
        yield machine.moved("CURSOR_CONFIG_DIR", ".cursor") / CHATS
        yield from self.lines.places(machine)

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, in a fixed order, databases first."""
        yield from super().discover(root)
        yield from self.lines.discover(root)

    def recognises(self, path: Path) -> bool:
        """True for a database with its tables, or a file that begins as a transcript does."""
        return super().recognises(path) if is_database(path) else self.lines.recognises(path)

    def shelf(self, database: Database, path: Path) -> Shelf | None:
        """The chats of a database that has Cursor's tables; the other editors of its kind have no chats in them."""
        if database.has(GLOBAL, "key", "value"):
            return GlobalShelf(database, path, tool_chars=self.tool_chars, max_cell=self.max_line)
        if database.has("blobs", "id", "data") and database.has("meta", "key", "value"):
            return CommandLineShelf(database, path, tool_chars=self.tool_chars)
        if database.has(LOCAL, "key", "value") and path.suffix == ".vscdb":
            shelf = LocalShelf(database, path, tool_chars=self.tool_chars)
            return shelf if any(part.startswith("Cursor") for part in path.parts) or shelf.listed() else None
        return None

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what is said beyond the cursor; raises OSError when the file cannot be read."""
        if is_database(path):
            yield from super().read(path, cursor)
        elif not self.in_store(path):
            self.lines.warm = self.warm
            yield from self.lines.read(path, cursor)

    def in_store(self, path: Path) -> bool:
        """True when a database holds the talk of a transcript, with the times that the transcript lacks."""
        home = next((one.parent for one in path.parents if one.name == PROJECTS), None)
        if home is not None and any((home / CHATS).glob(f"*/{path.stem}/store.db")):
            return True
        prefix = f"{BUBBLE}{path.stem}:"
        for store in self.editors:
            try:
                with opened_database(store, max_cell=self.max_line, patience=self.patience) as database:
                    where = ("key >= ? AND key < ?", prefix, after(prefix))
                    if any(True for _ in database.select(GLOBAL, ("key",), *where, order="key")):
                        return True
            except (OSError, sqlite3.Error):
                continue
        return False
