"""A list of typed prompts (`history.jsonl`) goes in; those whose conversation is gone come out as sessions.

Both clients keep such a list beside their transcripts, and it overlaps with them. So a prompt counts only when no
transcript of its session stands beside the list.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.capture.batch import Placed, View
from graphmem.capture.harness import request_in, spoken_to_claude, spoken_to_codex
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.sources import first_records, walk
from graphmem.capture.tail import Bad, Clock, Found, read_time
from graphmem.capture.talk import Draft, SessionDraft
from graphmem.model import content_id

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
PASTED = re.compile(r"\[Pasted text #(\d+)[^\]]*\]")
IMAGE = re.compile(r"\[Image #\d+\]")
MARGIN = timedelta(minutes=1)


class Prompt(NamedTuple):
    """One entry of a list."""

    session: str
    cwd: str
    text: str
    stated: Any


def is_claude_prompt(record: dict[str, Any]) -> bool:
    """True for an entry of Claude Code's list."""
    named = isinstance(record.get("display"), str) and "timestamp" in record and "type" not in record
    return named and ("project" in record or "pastedContents" in record)


def is_codex_prompt(record: dict[str, Any]) -> bool:
    """True for an entry of Codex's list."""
    stated = record.get("ts")
    return (
        isinstance(record.get("session_id"), str)
        and isinstance(record.get("text"), str)
        and isinstance(stated, int | float)
        and "type" not in record
    )


class PromptList(ABC):
    """What is common to both lists: which prompts count, and the sessions they make."""

    client = ""

    def __init__(self, path: Path) -> None:
        self.problems: list[Bad] = []
        self.unknown: list[tuple[int, str]] = []
        self.root = path.parent
        self.clock = Clock(path)
        self.sessions: dict[str, SessionDraft] = {}
        self.drafts: list[Draft] = []
        self.seen: dict[tuple[str, ...], int] = {}

    @abstractmethod
    def prompt(self, record: dict[str, Any]) -> Prompt | None:
        """The entry, when its conversation is gone and its text is a request."""

    @abstractmethod
    def is_entry(self, record: dict[str, Any]) -> bool:
        """True for a record that has the shape of this list."""

    def feed(self, found: Found) -> None:
        """Take in one entry."""
        if not self.is_entry(found.value):
            self.problems.append(Bad(found.offset, found.line, "an entry without a prompt"))
            return
        prompt = self.prompt(found.value)
        if prompt is None:
            return
        session = self.sessions.setdefault(prompt.session, SessionDraft(self.client, prompt.session))
        session.cwd = session.cwd or prompt.cwd
        moment, derived = self.clock.at(prompt.stated)
        session.reached(moment, derived=derived)
        base = ("history", prompt.session, str(prompt.stated), prompt.text)
        self.seen[base] = self.seen.get(base, 0) + 1
        key = content_id("msg", self.client, *base, str(self.seen[base]))
        draft = Draft(
            key, session.key, "user", "text", "user", prompt.text, moment, derived, found.offset, found.line
        )
        draft.seq = session.next_seq()
        self.drafts.append(draft)

    def view(self) -> View:
        """The sessions that these prompts are all that is left of."""
        view = View()
        by_key = {session.key: session for session in self.sessions.values()}
        for draft in self.drafts:
            session = by_key[draft.session]
            message = draft.message(session, self.clock.file_time)
            view.messages[draft.id] = Placed(draft.offset, draft.line, message)
            view.sessions.setdefault(session.id, session.session(self.clock.file_time))
        return view


class ClaudeHistory(PromptList):
    """Claude Code's list: prompts of all projects, the older ones without the id of their session."""

    client = "claude-code"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        files = list(walk(self.root / "projects", (".jsonl", ".jsonl.zst")))
        self.present = {path.name.split(".")[0] for path in files}
        self.spans: dict[str, list[tuple[datetime, datetime]]] = {}

    def is_entry(self, record: dict[str, Any]) -> bool:
        """True for an entry of this list."""
        return is_claude_prompt(record)

    def prompt(self, record: dict[str, Any]) -> Prompt | None:
        """The entry, with pasted text in its place."""
        text = self.typed(record)
        session, project = text_at(record, "sessionId"), text_at(record, "project")
        moment = read_time(record.get("timestamp"))
        if not text or session in self.present:
            return None
        if not session:
            if moment is None or self.has_transcript(project, moment):
                return None
            session = f"history {project} {moment:%Y-%m-%d}"
        return Prompt(session, project, text, record.get("timestamp"))

    def typed(self, record: dict[str, Any]) -> str:
        """What was typed and pasted, without commands that are no requests."""
        pasted = dict_at(record, "pastedContents")

        def content(mark: re.Match[str]) -> str:
            return text_at(dict_at(pasted, mark[1]), "content")

        text = IMAGE.sub("", text_at(record, "display")).strip()
        if text.startswith("!"):
            return ""
        if text.startswith("/"):
            command, _, rest = text[1:].partition(" ")
            text = request_in(command, rest)
        return spoken_to_claude(PASTED.sub(content, text))

    def has_transcript(self, project: str, moment: datetime) -> bool:
        """True when a transcript of the project spans that time."""
        slug = re.sub(r"[^A-Za-z0-9-]", "-", project)[:200]
        if slug not in self.spans:
            files = walk(self.root / "projects" / slug, (".jsonl", ".jsonl.zst")) if slug else ()
            self.spans[slug] = [span_of(path) for path in files]
        return any(first - MARGIN <= moment <= last + MARGIN for first, last in self.spans[slug])


def span_of(path: Path) -> tuple[datetime, datetime]:
    """From the first time that a transcript states to the last change of its file."""
    last = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    times = (read_time(record.get("timestamp")) for record in first_records(path))
    return next((time for time in times if time is not None), last), last


class CodexHistory(PromptList):
    """Codex's list: prompts with the ids of their threads."""

    client = "codex"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        folders = (self.root / "sessions", self.root / "archived_sessions")
        names = (path.name for folder in folders for path in walk(folder, (".jsonl", ".jsonl.zst", ".json")))
        self.present = {match[0] for name in names for match in UUID.finditer(name)}

    def is_entry(self, record: dict[str, Any]) -> bool:
        """True for an entry of this list."""
        return is_codex_prompt(record)

    def prompt(self, record: dict[str, Any]) -> Prompt | None:
        """The entry, when no rollout of its thread is there."""
        session, text = text_at(record, "session_id"), spoken_to_codex(text_at(record, "text"))
        if not text or not session or session in self.present or text.startswith("/"):
            return None
        return Prompt(session, "", text, record.get("ts"))
