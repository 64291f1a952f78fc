"""Copilot CLI's folder and files: which of them are sessions, and reading one from where it was left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.copilot_talk import CLIENT, CopilotTalk, is_event
from graphmem.capture.machine import Machine
from graphmem.capture.sources import first_records, walk

EVENTS, NOTES = "events.jsonl", "workspace.yaml"
SMALL = 1 << 20
LINE = re.compile(r"""^(\w+):[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'|>\n][^\n]*?))[ \t]*$""", re.MULTILINE)
OWN_KINDS = ("session.", "user.message", "assistant.", "tool.execution")


class CopilotReader(ClientReader):
    """Reads the sessions of Copilot CLI."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of sessions, that of today and that of the first releases."""
        home = machine.moved("COPILOT_HOME", ".copilot")
        yield home / "session-state"
        yield home / "history-session-state"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order."""
        yield from walk(root, (".jsonl",), {"checkpoints", "files", "rewind-snapshots", "node_modules"})

    def recognises(self, path: Path) -> bool:
        """True when one of the first records is an event of this client."""
        first = first_records(path)
        return any(is_event(r) and r["type"].startswith(OWN_KINDS) and "timestamp" in r for r in first)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        external = path.parent.name if path.name == EVENTS else path.stem
        talk = CopilotTalk(path, external=external, tool_chars=self.tool_chars, about=notes_beside(path))
        yield from self.read_lines(path, talk, cursor, is_record=is_event)


def notes_beside(path: Path) -> dict[str, str]:
    """What `workspace.yaml` tells of a session: plain values on lines of their own."""
    notes = path.with_name(NOTES)
    try:
        text = notes.read_text(encoding="utf-8", errors="replace") if notes.stat().st_size <= SMALL else ""
    except OSError:
        return {}
    return {match[1]: match[2] or match[3] or match[4] or "" for match in LINE.finditer(text)}
