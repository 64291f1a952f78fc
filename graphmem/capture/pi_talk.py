"""The events of a Pi session go in; sessions and messages come out. OpenClaw writes the same events.

A session is a tree: going back and asking something else makes a second branch, and the talk ends with the last
event. A session that was branched off begins with copies of its parent's events, under the same ids and times.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from graphmem.capture.conversation import Conversation, digest, picture
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.tail import Found
from graphmem.capture.talk import SessionDraft
from graphmem.model import content_id

# Events that change nothing of what was said, and what extensions put before the model.
SILENT = frozenset(
    {"thinking_level_change", "custom", "custom_message", "label", "context_transform", "ephemeral"}
)
KNOWN = SILENT | {"session", "message", "model_change", "compaction", "branch_summary", "session_info"}
SUMMARIES = {"compactionSummary": "summary", "branchSummary": "summary"}
NAMED = 0  # rank of a title given inside the session
FILE_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")


def is_event(record: dict[str, Any]) -> bool:
    """True for an event of a session, as opposed to an object from within one."""
    kind = record.get("type")
    if kind == "message":
        return isinstance(dict_at(record, "message").get("role"), str) and "uuid" not in record
    if kind == "session":
        return isinstance(record.get("id"), str) and ("cwd" in record or "version" in record)
    return isinstance(kind, str) and kind in KNOWN and "timestamp" in record


def is_session(records: list[dict[str, Any]]) -> bool:
    """True when a file that begins with these records can only be a session of Pi or of what was made of it."""
    kinds = {record["type"] for record in records if is_event(record)}
    if "session" in kinds:
        return True
    # Without its head, a file is known by events that only these clients write, or by the second time of a message.
    timed = any(isinstance(dict_at(record, "message").get("timestamp"), int | float) for record in records)
    return bool(kinds & {"model_change", "thinking_level_change"}) or ("message" in kinds and timed)


class PiTalk(Conversation):
    """What the events of one session say."""

    client = "pi"

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.talk: SessionDraft | None = None
        self.model = "assistant"

    @property
    def current(self) -> SessionDraft:
        """The session of the file; one without a head goes by the name of its file."""
        if self.talk is None:
            self.talk = self.session(id_in(self.path.name) or self.path.name.split(".")[0])
        return self.talk

    def feed(self, found: Found) -> None:
        """Take in one event."""
        event = found.value
        kind = text_at(event, "type")
        message = dict_at(event, "message")
        self.at(found, event.get("timestamp"), message.get("timestamp"))
        if kind == "session":
            self.head(event)
            return
        if not kind:
            self.bad("an event without a type")
            return
        self.hang(self.current, text_at(event, "id"), text_at(event, "parentId"))
        if kind == "message":
            self.message(event, message)
        elif kind == "model_change":
            self.model = text_at(event, "modelId") or self.model
        elif kind in ("compaction", "branch_summary"):
            self.summary(event, text_at(event, "summary"))
        elif kind == "session_info":
            self.current.name(NAMED, text_at(event, "name"))
        elif kind not in SILENT:
            self.strange(kind)

    def head(self, event: dict[str, Any]) -> None:
        """The first line; another one is a copied parent's."""
        if self.talk is not None:
            return
        self.talk = self.session(text_at(event, "id") or self.path.name.split(".")[0])
        self.talk.cwd = text_at(event, "cwd")
        source = text_at(event, "parentSession", "branchedFrom")
        self.talk.parent = id_in(source)
        self.model = text_at(event, "modelId") or self.model
        if not source:
            # A branch is younger than the events that were copied into it.
            self.talk.reached(self.time[0], derived=self.time[1])

    def message(self, event: dict[str, Any], message: dict[str, Any]) -> None:
        """Something that was said, or a tool that answered."""
        role, content = text_at(message, "role"), message.get("content")
        if role == "user":
            self.user(event, self.worded(content))
        elif role == "assistant":
            self.assistant(event, message)
        elif role == "toolResult":
            call, name = text_at(message, "toolCallId"), text_at(message, "toolName")
            text = self.worded(content)
            self.result(
                self.current, text, call=call, name=name, key=self.key(event, text), node=self.node(event)
            )
        elif role == "bashExecution":
            text = f"$ {text_at(message, 'command')}\n{text_at(message, 'output')}"
            self.result(self.current, text, name="bash", key=self.key(event, text), node=self.node(event))
        elif role in SUMMARIES:
            self.summary(event, text_at(message, "summary") or self.worded(content))
        elif not role:
            self.bad("a message without a role")
        elif role not in ("custom", "system"):
            self.strange(f"message/{role}")

    def user(self, event: dict[str, Any], text: str) -> None:
        """A prompt."""
        self.say(self.current, "user", text, key=self.key(event, text), node=self.node(event))

    def assistant(self, event: dict[str, Any], message: dict[str, Any]) -> None:
        """An answer: text, tool calls, or thinking, which is left out."""
        author = text_at(message, "model") or self.model
        content = message.get("content")
        blocks = (
            [{"type": "text", "text": content}] if isinstance(content, str) else list_at(message, "content")
        )
        for index, block in enumerate(blocks):
            kind = block.get("type") if isinstance(block, dict) else ""
            if kind == "text":
                text = self.answer(text_at(block, "text"), author)
                key = self.key(event, text, index)
                self.say(self.current, "assistant", text, key=key, author=author, node=self.node(event))
            elif kind == "toolCall":
                call = text_at(block, "id")
                key = self.key(event, f"{call} {text_at(block, 'name')}", index)
                given = block.get("arguments", block.get("partialJson"))
                name = text_at(block, "name")
                self.call(self.current, name, given, call=call, key=key, author=author, node=self.node(event))

    def answer(self, text: str, author: str) -> str:  # noqa: ARG002  OpenClaw needs to know who says it
        """What of an answer was said to the user."""
        return text

    def summary(self, event: dict[str, Any], text: str) -> None:
        """What became of a part of the talk when it was compacted or left."""
        key = self.key(event, text)
        self.say(
            self.current, "assistant", text, key=key, author=self.model, kind="summary", node=self.node(event)
        )

    def worded(self, content: Any) -> str:
        """Text with marks where images stood."""
        pictures = [
            picture(block)
            for block in (content if isinstance(content, list) else [])
            if isinstance(block, dict) and block.get("type") == "image"
        ]
        return "\n\n".join(part for part in (joined_text(content, ("text",)), *pictures) if part)

    def node(self, event: dict[str, Any]) -> str:
        """The place of an event in the tree."""
        return text_at(event, "id")

    def key(self, event: dict[str, Any], text: str, index: int = 0) -> str:
        """What tells a message in every session that it was copied into: id and time of its event, or its words."""
        name, moment = text_at(event, "id"), text_at(event, "timestamp")
        words = "" if name else digest(text)
        return " ".join((name, moment, words, str(index))) if moment else f"{name}{words} {index}"

    def ident(self, session: SessionDraft, key: str) -> str:
        """The id of a message, the same in a session and in those that were branched off from it."""
        if text_at(self.found.value, "timestamp"):
            return content_id("msg", self.client, key)
        return super().ident(session, key)


def id_in(path: str) -> str:
    """The id of the session that a path leads to; "" when it names none."""
    stem = PurePosixPath(path.replace("\\", "/")).name.split(".jsonl")[0]
    match = FILE_ID.search(stem)
    return match[0] if match else stem.rpartition("_")[2]
