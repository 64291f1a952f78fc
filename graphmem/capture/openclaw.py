"""OpenClaw's folder and files of lines: which of them are sessions, and reading one from where it was left.

Releases since August 2026 keep their sessions in a database; these files remain where an older one wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.machine import Machine
from graphmem.capture.openclaw_talk import STATES, OpenClawTalk, is_openclaw
from graphmem.capture.pi_talk import is_event, is_session
from graphmem.capture.records import text_at
from graphmem.capture.sources import first_records, object_on, walk

INDEX = "sessions.json"
INDEX_SIZE = 64 << 20
# Sessions, and those that were reset; not copies at a checkpoint, and none that the user deleted.
SESSION = re.compile(r"(?!.*\.checkpoint\.).+\.jsonl(?:\.zst|\.reset\.[^/\\]+)?")
NOT_CHATS = frozenset({"node_modules", "logs", "media", "extensions", "plugins", "sandboxes"})
GROUPS = frozenset({"group", "channel"})


class OpenClawReader(ClientReader):
    """Reads the sessions that OpenClaw kept as files of lines."""

    client = "openclaw"

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of agents, in that of today and in those of earlier names."""
        if stated := machine.environ.get("OPENCLAW_STATE_DIR"):
            yield Path(stated).expanduser() / "agents"
        for name in STATES:
            yield machine.home / name / "agents"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order."""
        yield from (path for path in walk(root, ("",), NOT_CHATS) if SESSION.fullmatch(path.name))

    def recognises(self, path: Path) -> bool:
        """True for a file of such events in a place that is OpenClaw's."""
        first = first_records(path)
        return is_session(first) and is_openclaw(path, first)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
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
