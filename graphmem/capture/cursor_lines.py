"""Cursor's transcripts of its agents, files of lines or of plain text, go in; what was said comes out.

They hold no times and no ids, and stand beside the databases that Cursor itself reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.document import Portion, deliver_document, portion
from graphmem.capture.harness import paired, without_wrappers
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, joined_text, text_at
from graphmem.capture.sources import first_records, walk
from graphmem.capture.tail import Found, clean_text, opened
from graphmem.capture.talk import SessionDraft

CLIENT = "cursor"
FOLDER, AGENTS = "agent-transcripts", "subagents"
WRAPPED = paired(
    (
        "user_info", "git_status", "rules", "agent_skills", "attached_files", "additional_data", "system_reminder",
        "open_and_recently_viewed_files", "manually_attached_skills", "image_files", "project_layout", "timestamp",
        "cursor_commands", "external_links", "system-reminder", "mcp_instructions", "agent_transcripts",
    )
)  # fmt: skip
QUERY = re.compile(r"<user_query>\s*(.*?)\s*(?:</user_query>|\Z)", re.DOTALL)
CALLS = frozenset({"tool_use", "tool_call", "tool-call"})
RESULTS = frozenset({"tool_result", "tool-result"})
HOLLOW = "[REDACTED]"
SPEAKER = re.compile(r"^(user|assistant):[ \t]*$", re.MULTILINE)
NOTE = re.compile(r"^\[(?:Thinking|Tool call|Tool result)\].*?(?=^\[|\Z|\n\n)", re.MULTILINE | re.DOTALL)


def is_turn(record: dict[str, Any]) -> bool:
    """True for a line in which someone says something."""
    spoken = record.get("role") in ("user", "assistant") and "content" in dict_at(record, "message")
    return spoken and not ({"type", "uuid", "id", "timestamp"} & record.keys())


def is_line(record: dict[str, Any]) -> bool:
    """True for a line of a transcript, as opposed to an object from within one."""
    return is_turn(record) or record.get("type") in ("turn_ended", "error")


class CursorLinesReader(ClientReader):
    """Reads the transcripts that Cursor writes of its agents."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder in which each project has one."""
        yield machine.moved("CURSOR_CONFIG_DIR", ".cursor") / "projects"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be transcripts, in a fixed order; of one in both forms that of lines."""
        for path in walk(root, (".jsonl", ".txt"), {"node_modules", "terminals", "agent-tools"}):
            twin = path.parent / path.stem / f"{path.stem}.jsonl"
            if path.suffix == ".jsonl" or (FOLDER in path.parts and not twin.is_file()):
                yield path

    def recognises(self, path: Path) -> bool:
        """True when a file begins as a transcript does."""
        if path.suffix == ".txt":
            return FOLDER in path.parts and SPEAKER.search(head_of(path)) is not None
        return any(map(is_turn, first_records(path)))

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""
        if path.suffix != ".txt":
            talk = CursorLinesTalk(path, tool_chars=self.tool_chars)
            yield from self.read_lines(path, talk, cursor, is_record=is_line)
            return

        def tell() -> Iterator[Portion]:
            talk = CursorLinesTalk(path, tool_chars=self.tool_chars)
            with opened(path) as stream:
                talk.plain(clean_text(stream.read(self.max_line).decode("utf-8", "replace")))
            yield portion(path, talk)

        yield from deliver_document(path, tell, cursor, limits=self.limits)


class CursorLinesTalk(Conversation):
    """What one transcript says; that of an agent belongs to the one in whose folder it lies."""

    client = CLIENT

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        super().__init__(path, tool_chars=tool_chars)
        parts = path.parts
        parent = parts[parts.index(AGENTS) - 1] if AGENTS in parts[1:-1] else ""
        self.is_agent = bool(parent)
        self.talk: SessionDraft = self.session(path.stem, parent=parent)
        self.waiting: list[str] = []  # calls without an id of their own, which nothing has answered yet
        self.number = 0

    def feed(self, found: Found) -> None:
        """Take in one line."""
        record = found.value
        self.at(found)
        if not is_turn(record):
            if record.get("type") not in ("turn_ended", "error"):
                self.strange(text_at(record, "type") or "line without a speaker")
            return
        author = text_at(record, "model") or "assistant"
        content = dict_at(record, "message")["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict):
                self.block(block, text_at(record, "role"), author)

    def block(self, block: dict[str, Any], role: str, author: str) -> None:
        """Words, a call, or what a tool answered."""
        kind = text_at(block, "type")
        if kind == "text" and role == "user":
            self.user(text_at(block, "text"))
        elif kind == "text":
            self.assistant(text_at(block, "text"), author)
        elif kind in CALLS:
            call = text_at(block, "id", "toolCallId")
            if not call:
                self.number += 1
                call = f"call {self.number}"
                self.waiting.append(call)
            name, given = text_at(block, "name", "toolName"), block.get("input", block.get("args"))
            self.call(self.talk, name, given, call=call, author=author)
        elif kind in RESULTS:
            call = text_at(block, "tool_use_id", "toolCallId")
            if call not in self.tools and call not in self.own_calls and self.waiting:
                call = self.waiting.pop(0)
            text = joined_text(block.get("content", block.get("result")), ("text",))
            self.result(self.talk, text, call=call)
        elif kind == "image":
            self.user(picture(block))
        elif kind not in ("thinking", "redacted_thinking", "reasoning"):
            self.strange(f"block/{kind}")
            if role == "assistant":
                self.assistant(text_at(block, "text"), author)

    def user(self, text: str) -> None:
        """A prompt, without what the editor adds."""
        said = spoken(text)
        if self.is_agent:
            self.say(self.talk, "assistant", said, author="agent")
        else:
            self.say(self.talk, "user", said)

    def assistant(self, text: str, author: str) -> None:
        """An answer; what its service keeps to itself is none."""
        self.say(self.talk, "assistant", text.replace(HOLLOW, ""), author=author)

    def plain(self, text: str) -> None:
        """All turns of a transcript of the old form."""
        marks = list(SPEAKER.finditer(text))
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        for mark, end in zip(marks, ends, strict=False):
            self.at(Found(len(text[: mark.start()].encode()), text.count("\n", 0, mark.start()) + 1, {}))
            words = text[mark.end() : end]
            if mark[1] == "user":
                self.user(words)
            else:
                self.assistant(NOTE.sub("", words), "assistant")


def spoken(text: str) -> str:
    """What the user typed: what the client marks as the request, else all but what it wraps around that."""
    queries = [match[1] for match in QUERY.finditer(text)]
    return "\n\n".join(queries) if queries else without_wrappers(text, WRAPPED)


def head_of(path: Path) -> str:
    """The beginning of a text file; nothing when it cannot be read."""
    try:
        with opened(path) as stream:
            return stream.read(1 << 16).decode("utf-8", "replace")
    except OSError:
        return ""
