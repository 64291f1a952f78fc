"""Pi's folder and files: which of them are sessions, and reading one from where it was left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.machine import Machine
from graphmem.capture.openclaw_talk import is_openclaw
from graphmem.capture.pi_talk import PiTalk, is_event, is_session
from graphmem.capture.sources import first_records, walk

NOT_CHATS = frozenset({"node_modules", "npm", "git"})


class PiReader(ClientReader):
    """Reads the sessions of Pi."""

    client = "pi"

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder of sessions."""
        yield machine.moved("PI_CODING_AGENT_DIR", ".pi/agent") / "sessions"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order."""
        yield from walk(root, (".jsonl", ".jsonl.zst"), NOT_CHATS)

    def recognises(self, path: Path) -> bool:
        """True when one of the first records is an event of Pi, and not of what was made of it."""
        first = first_records(path)
        return is_session(first) and not is_openclaw(path, first)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        talk = PiTalk(path, tool_chars=self.tool_chars)
        yield from self.read_lines(path, talk, cursor, is_record=is_event)
