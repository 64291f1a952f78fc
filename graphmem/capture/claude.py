"""Claude Code's folder and files: which of them are transcripts, and reading one from where it was left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor, Limits, deliver
from graphmem.capture.claude_records import is_transcript, looks_whole
from graphmem.capture.claude_talk import ClaudeTalk
from graphmem.capture.history import ClaudeHistory, is_claude_prompt
from graphmem.capture.machine import Machine
from graphmem.capture.places import below_home, client_home
from graphmem.capture.sources import first_records, walk
from graphmem.capture.tail import Tail
from graphmem.capture.warm import Warm
from graphmem.config import Settings

CLIENT = "claude-code"
NOT_CHATS = frozenset(
    {"tool-results", "todos", "file-history", "shell-snapshots", "memory", "plans", "plugins", "node_modules"}
)


class ClaudeReader:
    """Reads the transcripts of Claude Code and its list of typed prompts."""

    client = CLIENT

    def __init__(self, settings: Settings, *, limits: Limits | None = None) -> None:
        self.max_line = int(settings["capture.max_line_mb"]) << 20
        self.tool_chars = int(settings["capture.tool_chars"])
        self.limits = limits or Limits()
        self.settings = settings
        self.warm: Warm | None = None

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder of projects and the list of prompts: the client's own folder holds much else."""
        home = client_home(self.settings, "capture.claude_home", machine, "CLAUDE_CONFIG_DIR")
        yield from below_home(home, "projects")

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, in a fixed order, lists of prompts last."""
        found = [
            path for path in walk(root, (".jsonl", ".jsonl.zst"), NOT_CHATS) if path.name != "journal.jsonl"
        ]
        yield from sorted(found, key=lambda path: (path.name == "history.jsonl", str(path)))

    def recognises(self, path: Path) -> bool:
        """True when one of the first records is of this client's kind."""
        return any(is_transcript(r) or is_claude_prompt(r) for r in first_records(path))

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        history = any(is_claude_prompt(record) for record in first_records(path, count=5))
        tail = Tail(path, max_line=self.max_line, is_record=is_claude_prompt if history else looks_whole)
        talk = ClaudeHistory(path) if history else ClaudeTalk(path, tool_chars=self.tool_chars)
        yield from deliver(tail, talk, cursor, limits=self.limits, fallback=history, warm=self.warm)
