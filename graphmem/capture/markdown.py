"""Markdown goes in: a conversation, where headings tell who speaks, and else a note of the user's own.

Heads of turns are such as `## User`, `**Assistant**` or `_**User (2026-05-01 10:00Z)**_`, outside of fences. Who
keeps notes as files has said each of them when the front matter or the heading says so, else when it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation
from graphmem.capture.document import Portion, deliver_document, portion
from graphmem.capture.machine import Machine
from graphmem.capture.markup import Row, rows
from graphmem.capture.sources import walk
from graphmem.capture.tail import Found, read_time
from graphmem.capture.talk import SessionDraft

CLIENT = "markdown"
WHO = (
    r"(?P<who>user|human|you|me|prompt|assistant|agent|ai|model|response|claude|chatgpt|gpt[\w.-]*|gemini|copilot|cursor"
    r"|system|tool|[\w.-]+ \(assistant\))"
)
HEADS = (
    re.compile(rf"#{{1,6}}\s+\W{{0,4}}{WHO}(?P<more>[^\n]*)$", re.IGNORECASE),
    re.compile(rf"_?\*\*{WHO}(?P<more>[^*\n]*)\*\*_?(?P<after>[^\n]*)$", re.IGNORECASE),
    re.compile(rf"{WHO}:(?P<more>)\s*$", re.IGNORECASE),
)
REST = re.compile(r"\s*:?\s*(?:[(\[](?P<told>[^)\]]*)[)\]])?\s*:?\s*(?P<words>.*)$")
USERS = frozenset({"user", "human", "you", "me", "prompt"})
OTHERS = {"system": "system", "tool": "tool"}
TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?Z| ?[+-]\d\d:?\d\d)?)?")
HEADING = re.compile(r"#{1,6}\s")
TITLE = re.compile(r"#\s+(.+?)\s*#*$")
FIELD = re.compile(r"(\w[\w-]*):\s*[\"']?(.*?)[\"']?\s*$")
TOOL = re.compile(r"<(tool-use|details)\b[^>]*>.*?(?:</\1>|\Z)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SESSION = re.compile(r"<!-- ([\w ]+?) Session ([0-9a-f-]{8,}) \(")
THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class MarkdownReader(ClientReader):
    """Reads conversations and notes in Markdown."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:  # noqa: ARG002  no program keeps them in one place
        """None: such files are named."""
        yield from ()

    def discover(self, root: Path) -> Iterator[Path]:
        """Markdown below a folder, in a fixed order."""
        passed_over = {"node_modules", ".git", ".venv", "venv"}
        yield from (
            path for path in walk(root, (".md", ".markdown"), passed_over) if ".aider." not in path.name
        )

    def recognises(self, path: Path) -> bool:
        """True for any file that goes by the name of Markdown and holds text."""
        return path.suffix.lower() in (".md", ".markdown") and not path.name.endswith("aider.chat.history.md")

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""

        def tell() -> Iterator[Portion]:
            talk = MarkdownTalk(path, tool_chars=self.tool_chars)
            talk.take(list(rows(path, cap=self.max_line)))
            yield portion(path, talk)

        yield from deliver_document(path, tell, cursor, limits=self.limits)


class MarkdownTalk(Conversation):
    """What one file says."""

    client = CLIENT

    def take(self, found: Sequence[Row]) -> None:
        """Take in all lines of the file."""
        fields, body = front_matter(found)
        title = next((match[1] for row in body if not row.fenced and (match := TITLE.match(row.text))), "")
        stated = fields.get("date") or fields.get("created") or fields.get("created_at") or ""
        self.at(Found(0, 1, {}), time_in(stated), time_in(title), time_in(self.path.name.replace("_", " ")))
        text = "\n".join(row.text for row in body[:20])
        origin = SESSION.search(text)
        session = self.session(origin[2] if origin else f"{self.path.name}")
        session.cwd = project_folder(self.path)
        session.reached(self.time[0], derived=self.time[1])
        heads = [(index, head) for index, row in enumerate(body) if (head := head_of(row)) is not None]
        shown = title if not TIME.fullmatch(title.rstrip("Z")) else ""
        session.name(0, fields.get("title", "") or shown)
        spoken = {head["who"].lower() in USERS for _, head in heads}
        if spoken != {True, False}:
            # In a talk two speak; a heading alone may be one of a text about something else.
            self.note(session, body)
            return
        ends = [index for index, _ in heads[1:]] + [len(body)]
        for (index, head), end in zip(heads, ends, strict=True):
            self.turn(session, body[index], head, body[index + 1 : end])

    def turn(self, session: SessionDraft, row: Row, head: re.Match[str], body: Sequence[Row]) -> None:
        """What stands below the head of a turn."""
        rest = REST.match(head["more"] + (head.groupdict().get("after") or ""))
        told = (rest["told"] if rest else "") or ""
        words = (rest["words"] if rest else "") or ""
        self.at(Found(row.offset, row.number, {}), time_in(told))
        text = without_rules("\n".join([words, *(one.text for one in body)]))
        who = head["who"].lower()
        if who in USERS:
            self.say(session, "user", text)
        elif who == "system":
            self.say(session, "system", text, author="system")
        elif who == "tool":
            self.result(session, text)
        else:
            author = TIME.sub("", told).strip() or (
                who if who not in ("assistant", "agent", "ai") else "assistant"
            )
            self.say(session, "assistant", TOOL.sub("", text), author=author)

    def note(self, session: SessionDraft, body: Sequence[Row]) -> None:
        """A note, in pieces between blank lines: one that changes leaves the others as they are.

        A heading belongs to what stands below it.
        """
        pieces: list[list[Row]] = [[]]
        for row in body:
            headed = all(HEADING.match(one.text) or not one.text.strip() for one in pieces[-1])
            if row.text.strip() or row.fenced or (pieces[-1] and headed):
                pieces[-1].append(row)
            elif pieces[-1]:
                pieces.append([])
        for piece in filter(None, pieces):
            self.at(Found(piece[0].offset, piece[0].number, {}))
            self.say(session, "user", without_rules("\n".join(row.text for row in piece)))


def front_matter(found: Sequence[Row]) -> tuple[dict[str, str], Sequence[Row]]:
    """The plain fields between two lines of dashes at the very beginning, and the lines behind them."""
    if not found or found[0].text.strip() != "---":
        return {}, found
    end = next((index for index, row in enumerate(found[1:200], 1) if row.text.strip() in ("---", "...")), 0)
    if not end:
        return {}, found
    matches = [match for row in found[1:end] if (match := FIELD.match(row.text))]
    return {match[1].lower(): match[2] for match in matches}, found[end + 1 :]


def head_of(row: Row) -> re.Match[str] | None:
    """The head of a turn that a line is, or None."""
    if row.fenced:
        return None
    for pattern in HEADS:
        match = pattern.match(row.text.strip())
        if match is None:
            continue
        rest = REST.match(match["more"])
        # "# User guide" is a title; a head says at most when, or with which model.
        if rest is not None and not (rest["words"] and pattern is HEADS[0]):
            return match
    return None


def time_in(text: str) -> str | None:
    """A date, with or without a time of day, in a text."""
    match = TIME.search(text)
    if match is None:
        return None
    moment = re.sub(r" (?=[Z+-])", "", match[0])
    return moment if read_time(moment) else None


def without_rules(text: str) -> str:
    """Text without comments, and without the rules that separate turns."""
    text = THINKING.sub("", COMMENT.sub("", text)).strip()
    return re.sub(r"\n+-{3,}\s*\Z", "", text).strip() if text != "---" else ""


def project_folder(path: Path) -> str:
    """The project of a history that SpecStory keeps in it."""
    parts = path.parts
    return str(Path(*parts[: parts.index(".specstory")])) if ".specstory" in parts[1:] else ""
