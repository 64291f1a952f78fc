"""The folders of Visual Studio Code and its kin: which files are chat sessions, and reading one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.sources import first_parts, first_records, object_on, walk
from graphmem.capture.vscode_talk import CLIENT, STATE, VscodeTalk, is_operation, is_request

MARKS = frozenset(
    {"requesterUsername", "responderUsername", "creationDate", "initialLocation", "lastMessageDate"}
)
SMALL = 1 << 20


class VscodeReader(ClientReader):
    """Reads the chat sessions of Visual Studio Code: Copilot's, and those of other participants."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of sessions in every editor, those of each window and those of windows without a folder."""
        for editor in machine.editors():
            yield from sorted((editor / "workspaceStorage").glob("*/chatSessions"))
            yield editor / "globalStorage" / "emptyWindowChatSessions"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order; of one kept in both forms the log."""
        for path in walk(root, (".json", ".jsonl"), {"node_modules", "chatEditingSessions"}):
            if path.suffix == ".jsonl" or not path.with_suffix(".jsonl").is_file():
                yield path

    def recognises(self, path: Path) -> bool:
        """True when a file begins as a session does."""
        return is_log(path) or is_document(first_parts(path))

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the session says beyond the cursor; raises OSError when it cannot be read."""
        cwd = folder_of(path)

        def make() -> VscodeTalk:
            return VscodeTalk(path, tool_chars=self.tool_chars, cwd=cwd)

        if is_log(path):
            yield from self.read_lines(path, make(), cursor, is_record=is_operation)
        else:
            yield from self.read_document(path, make, cursor, is_record=is_request, lists=("requests",))


def is_log(path: Path) -> bool:
    """True for a log of changes to a session."""
    first = first_records(path)
    return any(
        is_operation(record) and (record["kind"] != STATE or "requests" in dict_at(record, "v"))
        for record in first
    )


def is_document(parts: list[dict[str, Any]]) -> bool:
    """True for a session as one document, or for one that was exported."""
    names = {name for part in parts for name in part}
    requests = [part["requests"] for part in parts if isinstance(part.get("requests"), dict)]
    return bool(names & MARKS) and (any(map(is_request, requests)) or "requests" in names)


def folder_of(path: Path) -> str:
    """The folder that the window of a session had open; "" when it had none."""
    try:
        note = path.parent.parent / "workspace.json"
        known = object_on(note.read_bytes()) if note.stat().st_size <= SMALL else None
    except OSError:
        return ""
    return path_in(text_at(known or {}, "folder", "workspace"))


def path_in(address: str) -> str:
    """The path that a `file:` address names, or that of another computer's address; a plain path stays as it is."""
    if "://" not in address:
        return address
    path = unquote(urlsplit(address).path)
    # Windows writes file:///c%3A/work.
    return path[1:] if path[2:3] == ":" else path
