"""Gemini CLI's folder and files: which of them are sessions, and reading one from where it was left."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.gemini_talk import CLIENT, GeminiTalk, is_head, is_line, is_message, is_turn
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at
from graphmem.capture.sources import first_parts, first_records, object_on, walk

LISTS = ("messages", "history")
SMALL = 1 << 20
SESSION = re.compile(r"(?!logs\.json$).+\.jsonl?(?:\.zst)?")
UP = 4  # so many folders above a session lies at most what tells of its project


class GeminiReader(ClientReader):
    """Reads the sessions of Gemini CLI."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder in which each project has one."""
        yield machine.moved("GEMINI_CLI_HOME", ".gemini/tmp", ".gemini", "tmp")

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order; of a session in both formats the newer one."""
        found = [
            path for path in walk(root, (".json", ".jsonl", ".jsonl.zst")) if SESSION.fullmatch(path.name)
        ]
        stems = {path.with_suffix("") for path in found if path.suffix == ".jsonl"}
        yield from (path for path in found if path.suffix != ".json" or path.with_suffix("") not in stems)

    def recognises(self, path: Path) -> bool:
        """True when a file begins as a session does."""
        return is_lines(path) or is_document(first_parts(path))

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        cwd = project_of(path)
        parent = path.parent.name if path.parent.parent.name == "chats" else ""

        def make() -> GeminiTalk:
            return GeminiTalk(path, tool_chars=self.tool_chars, cwd=cwd, parent=parent)

        if is_lines(path):
            yield from self.read_lines(path, make(), cursor, is_record=is_line)
        else:
            yield from self.read_document(path, make, cursor, is_record=is_part, lists=LISTS)


def is_lines(path: Path) -> bool:
    """True for the newer format: a record on each line."""
    first = first_records(path)
    whole = any(
        isinstance(record.get(name), list) for record in first[:1] for name in LISTS if len(first) == 1
    )
    return (
        any(is_head(record) or (is_message(record) and "timestamp" in record) for record in first)
        and not whole
    )


def is_part(record: dict[str, Any]) -> bool:
    """True for an item of a document."""
    return is_message(record) or is_turn(record)


def is_document(parts: list[dict[str, Any]]) -> bool:
    """True for the older format, or for a conversation that was saved by name."""
    known = {name: value for part in parts for name, value in part.items()}
    if isinstance(known.get("sessionId"), str) and "projectHash" in known:
        return True
    items = [part["messages"] for part in parts if isinstance(part.get("messages"), dict)]
    turns = [part["history"] for part in parts if isinstance(part.get("history"), dict)]
    return ("sessionId" in known and any(map(is_message, items))) or any(map(is_turn, turns))


def project_of(path: Path) -> str:
    """The folder of the project that a session belongs to, as the client noted it beside; "" when it did not."""
    for folder in list(path.parents)[:UP]:
        root = text_in(folder / ".project_root").strip()
        if root:
            return root
    for folder in list(path.parents)[:UP]:
        if folder.parent.name == "tmp":
            projects = dict_at(
                object_on(text_in(folder.parent.parent / "projects.json").encode()) or {}, "projects"
            )
            names = {str(slug): project for project, slug in projects.items()}
            hashes = {hashlib.sha256(project.encode()).hexdigest(): project for project in projects}
            return names.get(folder.name) or hashes.get(folder.name, "")
    return ""


def text_in(path: Path) -> str:
    """A small file's text; "" when it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.stat().st_size <= SMALL else ""
    except OSError:
        return ""
