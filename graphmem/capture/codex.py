"""Codex's folder and files: which of them are rollouts, and reading one from where it was left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor, Limits, deliver
from graphmem.capture.codex_index import titles
from graphmem.capture.codex_records import is_rollout, root_of, whole_record
from graphmem.capture.codex_talk import CodexTalk
from graphmem.capture.codex_turns import Parent
from graphmem.capture.history import CodexHistory, is_codex_prompt
from graphmem.capture.machine import Machine
from graphmem.capture.places import below_home, client_home
from graphmem.capture.records import text_at
from graphmem.capture.sources import first_records, object_on, walk
from graphmem.capture.tail import Bad, Found, Tail
from graphmem.capture.warm import Warm
from graphmem.config import Settings

CLIENT = "codex"
SUFFIXES = (".jsonl", ".jsonl.zst")
NOT_CHATS = frozenset({"memories", "log", "logs", "skills", "node_modules"})
REMEMBERED_PARENTS = 8


class CodexReader:
    """Reads the rollouts of Codex and its list of typed prompts."""

    client = CLIENT

    def __init__(self, settings: Settings, *, limits: Limits | None = None) -> None:
        self.max_line = int(settings["capture.max_line_mb"]) << 20
        self.tool_chars = int(settings["capture.tool_chars"])
        self.limits = limits or Limits()
        self.settings = settings
        self.warm: Warm | None = None
        self._parents: dict[tuple[Path, int, int], Parent] = {}
        self._titles: dict[Path, dict[str, str]] = {}

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of rollouts and the list of prompts: the client's own folder holds much else."""
        home = client_home(self.settings, "capture.codex_home", machine, "CODEX_HOME")
        yield from below_home(home, "sessions", "archived_sessions")

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be rollouts, in a fixed order, lists of prompts last.

        A rollout that lies there plain and packed, maybe in two folders, comes once, plain.
        """
        found = list(walk(root, (*SUFFIXES, ".json"), NOT_CHATS))
        plain = {path.name for path in found}
        for path in sorted(found, key=lambda path: (path.name == "history.jsonl", str(path))):
            document = path.suffix == ".json" and not path.name.startswith("rollout-")
            packed_twin = path.suffix == ".zst" and path.name.removesuffix(".zst") in plain
            if not (document or packed_twin):
                yield path

    def recognises(self, path: Path) -> bool:
        """True when one of the first records is of this client's kind."""
        if path.suffix == ".json":
            document = self.document(path)
            return document is not None and is_rollout(document)
        return any(is_rollout(r) or is_codex_prompt(r) for r in first_records(path))

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        first = first_records(path, count=5)
        if any(map(is_codex_prompt, first)) and not any(map(is_rollout, first)):
            tail = Tail(path, max_line=self.max_line, is_record=is_codex_prompt)
            yield from deliver(
                tail, CodexHistory(path), cursor, limits=self.limits, fallback=True, warm=self.warm
            )
            return
        talk = CodexTalk(
            path,
            tool_chars=self.tool_chars,
            titles=self.titles(path),
            parents=lambda thread: self.parent(path, thread),
        )
        yield from deliver(self.tail(path), talk, cursor, limits=self.limits, warm=self.warm)

    def titles(self, path: Path) -> dict[str, str]:
        """The titles of the threads, as they are now; a talk that is kept warm sees what changes in them."""
        root = root_of(path)
        kept = self._titles.setdefault(root, {})
        now = titles(root)
        kept.update(now)
        for gone in kept.keys() - now.keys():
            del kept[gone]
        return kept

    def tail(self, path: Path) -> Tail:
        """The records of a rollout of any age."""
        if path.suffix == ".json":
            return Document(path, max_line=self.max_line, is_record=is_rollout)
        return Tail(path, max_line=self.max_line, is_record=whole_record(first_records(path)))

    def document(self, path: Path) -> dict[str, object] | None:
        """The object that a whole file is, or None."""
        try:
            return object_on(path.read_bytes()) if path.stat().st_size <= self.max_line else None
        except OSError:
            return None

    def parent(self, path: Path, thread: str) -> Parent | None:
        """A thread whose rollout lies in the same folder tree, or None."""
        root = root_of(path)
        folders = [root / "sessions", root / "archived_sessions"]
        for found in (
            other
            for folder in (folders if any(map(Path.is_dir, folders)) else [root])
            for other in walk(folder, SUFFIXES)
            if other != path and (thread in other.name or self.begins(other, thread))
        ):
            try:
                status = found.stat()
                key = (found, status.st_size, status.st_mtime_ns)
                if key not in self._parents:
                    self._remember(key)
            except OSError:
                continue
            return self._parents[key]
        return None

    def begins(self, path: Path, thread: str) -> bool:
        """True for a rollout that is not named after its thread but begins with it."""
        if path.name.startswith("rollout-") and path.suffix != ".json":
            return False
        return any(
            text_at(record.get("payload", {}), "id") == thread
            for record in first_records(path, count=1)
            if is_rollout(record) and record.get("type") == "session_meta"
        )

    def _remember(self, key: tuple[Path, int, int]) -> None:
        """Read a parent; the few last ones are kept, because a thread has many agents."""
        talk = CodexTalk(key[0], tool_chars=self.tool_chars)
        for item in self.tail(key[0]).records():
            if isinstance(item, Found):
                talk.feed(item)
        while len(self._parents) >= REMEMBERED_PARENTS:
            del self._parents[next(iter(self._parents))]
        self._parents[key] = talk.parent()


class Document(Tail):
    """A whole session in one JSON document: there is one record, or none that can be read."""

    def has_more(self, offset: int) -> bool:
        """True when the file is longer than that."""
        return self.path.stat().st_size > offset

    def records(self, *, after: tuple[int, int] = (0, 0)) -> Iterator[Found | Bad]:  # noqa: ARG002 - all or nothing
        """The document; it is replaced, never read on."""
        data = self.path.read_bytes()
        self.end, self.line, self.closed = len(data), data.count(b"\n") + 1, False
        if len(data) > self.max_line:
            yield Bad(0, 0, f"the document is larger than {self.max_line >> 20} MiB and was skipped")
            return
        document = object_on(data)
        if document is None:
            yield Bad(0, 0, "the document is not valid JSON")
        else:
            yield Found(0, 1, document)
