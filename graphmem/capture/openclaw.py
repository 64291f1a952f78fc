"""OpenClaw's folder: which files are sessions, and reading one from where it was left.

Releases since August 2026 keep their sessions in a database (`openclaw_store`); the files of lines of older ones
remain beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor, Limits
from graphmem.capture.client import ClientReader
from graphmem.capture.foreign import is_database
from graphmem.capture.machine import Machine
from graphmem.capture.openclaw_store import GROUPS, OpenClawStoreReader
from graphmem.capture.openclaw_talk import STATES, OpenClawTalk, is_openclaw
from graphmem.capture.pi_talk import is_event, is_session
from graphmem.capture.records import text_at
from graphmem.capture.sources import first_records, object_on, walk
from graphmem.config import Settings

INDEX = "sessions.json"
INDEX_SIZE = 64 << 20
# Sessions, and those that were reset; not copies at a checkpoint, and none that the user deleted.
SESSION = re.compile(r"(?!.*\.checkpoint\.).+\.jsonl(?:\.zst|\.reset\.[^/\\]+)?")
NOT_CHATS = frozenset({"node_modules", "logs", "media", "extensions", "plugins", "sandboxes"})
DATABASES = (".sqlite", ".db")


class OpenClawReader(ClientReader):
    """Reads the sessions of OpenClaw, in databases and in files of lines."""

    client = "openclaw"

    def __init__(self, settings: Settings, *, limits: Limits | None = None) -> None:
        super().__init__(settings, limits=limits)
        self.store = OpenClawStoreReader(settings, limits=limits)

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of agents, in that of today and in those of earlier names."""
        if stated := machine.environ.get("OPENCLAW_STATE_DIR"):
            yield Path(stated).expanduser() / "agents"
        for name in STATES:
            yield machine.home / name / "agents"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order, databases first."""
        found = [
            one
            for one in walk(root, ("",), NOT_CHATS)
            if one.suffix in DATABASES or SESSION.fullmatch(one.name)
        ]
        yield from sorted(found, key=lambda path: (path.suffix not in DATABASES, str(path)))

    def recognises(self, path: Path) -> bool:
        """True for a database with its tables, or a file of such events in a place that is OpenClaw's."""
        if is_database(path):
            return self.store.recognises(path)
        first = first_records(path)
        return is_session(first) and is_openclaw(path, first)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        if is_database(path):
            yield from self.store.read(path, cursor)
            return
        entry = entry_of(path)
        talk = OpenClawTalk(
            path,
            tool_chars=self.tool_chars,
            group=text_at(entry, "chatType") in GROUPS,
            title=text_at(entry, "label", "displayName", "subject"),
        )
        yield from self.read_lines(path, talk, cursor, is_record=is_event)


def entry_of(path: Path) -> dict[str, Any]:
    """What the index beside a session tells of it, or nothing."""
    index = path.with_name(INDEX)
    try:
        known = object_on(index.read_bytes()) if index.stat().st_size <= INDEX_SIZE else None
    except OSError:
        return {}
    session = path.name.split(".jsonl")[0]
    entries = (entry for entry in (known or {}).values() if isinstance(entry, dict))
    return next((entry for entry in entries if entry.get("sessionId") == session), {})
