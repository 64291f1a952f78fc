"""Conversations in the forms that many programs write go in: messages as for OpenAI's interface, and ShareGPT.

A file holds one message a line, one conversation a line, or a document with one or many of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation, digest, picture
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.sources import first_parts, first_records, walk
from graphmem.capture.tail import Found
from graphmem.capture.talk import SessionDraft

OPENAI, SHAREGPT = "openai-messages", "sharegpt"
TIMES = ("timestamp", "created_at", "create_time", "createdAt", "created", "ts", "time", "date", "sent_at")
SESSIONS = (
    "session_id",
    "sessionId",
    "conversation_id",
    "conversationId",
    "thread_id",
    "threadId",
    "chat_id",
)
ROLES = {
    "user": "user", "human": "user", "assistant": "assistant", "gpt": "assistant", "model": "assistant",
    "chatgpt": "assistant", "bard": "assistant", "bing": "assistant", "system": "system", "developer": "system",
    "tool": "tool", "function": "tool", "function_response": "tool", "observation": "tool",
    "function_call": "call", "tool_call": "call",
}  # fmt: skip
TEXT = ("text", "input_text", "output_text")
HIDDEN = ("thinking", "reasoning", "redacted_thinking")


def is_message(record: dict[str, Any]) -> bool:
    """True for a message as for OpenAI's interface."""
    role = record.get("role")
    if not isinstance(role, str) or role not in ROLES:
        return False
    return isinstance(record.get("content"), str | list) or bool(list_at(record, "tool_calls"))


def is_turn(record: dict[str, Any]) -> bool:
    """True for a turn of ShareGPT."""
    return isinstance(record.get("from"), str) and isinstance(record.get("value"), str)


def turns_in(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects in a list of messages."""
    return [one for one in list_at(record, name) if isinstance(one, dict)]


class MessagesReader(ClientReader):
    """Reads messages as for OpenAI's interface."""

    client = OPENAI
    held, suffixes = "messages", (".jsonl", ".json", ".jsonl.zst")

    def is_said(self, record: dict[str, Any]) -> bool:
        """True for a single message."""
        return is_message(record)

    def is_record(self, record: dict[str, Any]) -> bool:
        """True for a message or a conversation."""
        return self.is_said(record) or any(map(self.is_said, turns_in(record, self.held)))

    def places(self, machine: Machine) -> Iterator[Path]:  # noqa: ARG002  no program keeps them in one place
        """None: such files are named."""
        yield from ()

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may hold conversations, in a fixed order."""
        yield from walk(root, self.suffixes, {"node_modules"})

    def recognises(self, path: Path) -> bool:
        """True when one of the first records is a message or a conversation."""
        if any(map(self.is_record, first_records(path))):
            return True
        parts = first_parts(path)
        return any(
            self.is_record(one) for part in parts for one in (part, *part.values()) if isinstance(one, dict)
        )

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the file says beyond the cursor; raises OSError when it cannot be read."""

        def make() -> MessagesTalk:
            return MessagesTalk(path, client=self.client, held=self.held, tool_chars=self.tool_chars)

        first = first_records(path)
        if path.suffix != ".json" and any(map(self.is_record, first)):
            yield from self.read_lines(path, make(), cursor, is_record=self.is_record)
        else:
            yield from self.read_document(path, make, cursor, is_record=self.is_record, lists=("", self.held))


class ShareGptReader(MessagesReader):
    """Reads conversations of ShareGPT."""

    client, held = SHAREGPT, "conversations"

    def is_said(self, record: dict[str, Any]) -> bool:
        """True for a single turn."""
        return is_turn(record)


class MessagesTalk(Conversation):
    """What one file says. Conversations that name no id go by their first words."""

    def __init__(self, path: Path, *, client: str, held: str, tool_chars: int) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.client, self.held = client, held
        self.stem = path.name.split(".json")[0]
        self.about: dict[str, Any] = {}
        self.openings: dict[str, int] = {}

    def feed(self, found: Found) -> None:
        """Take in one line, or one part of a document."""
        record = found.value
        if self.is_single(record):
            self.single(found, record)
            return
        if self.held in record and isinstance(record[self.held], list):
            self.whole(found, record)
            return
        for name, value in record.items():
            if name not in ("", self.held):
                self.about[name] = value
            elif not isinstance(value, dict):
                self.at(found)
                self.bad("an item that is no object")
            elif isinstance(value.get(self.held), list):
                self.whole(found, value)
            elif self.is_single(value):
                self.single(found, value)
            else:
                self.at(found)
                self.bad("an item that is neither a message nor a conversation")

    def is_single(self, record: dict[str, Any]) -> bool:
        """True for a single message of either form."""
        return is_message(record) or is_turn(record)

    def single(self, found: Found, record: dict[str, Any]) -> None:
        """A message that is not part of a list: of the session that it names, else of that of the file."""
        session = self.session(
            text_at(record, *SESSIONS) or text_at(self.about, *SESSIONS, "id") or self.stem
        )
        self.described(session, self.about)
        self.described(session, record)
        if self.clock.last is None:
            self.at(found, *(self.about.get(name) for name in TIMES))
        self.message(found, session, record)

    def whole(self, found: Found, record: dict[str, Any]) -> None:
        """A conversation: of its id, else of its first words and of how many began with them before."""
        turns = turns_in(record, self.held)
        external = text_at(record, *SESSIONS, "id", "uuid")
        if not external:
            spoken = [one for one in turns if ROLES.get(text_at(one, "role", "from")) == "user"][:1] or turns[
                :1
            ]
            opening = digest(" ".join(worded(one) for one in spoken))[:16]
            self.openings[opening] = self.openings.get(opening, 0) + 1
            external = f"{opening} {self.openings[opening]}"
        session = self.session(external)
        self.described(session, record)
        self.at(found, *(record.get(name) for name in TIMES))
        for turn in turns:
            self.message(found, session, turn)

    def described(self, session: SessionDraft, record: dict[str, Any]) -> None:
        """What is told of a session beside what was said."""
        session.name(0, text_at(record, "title", "name") if "role" not in record else "")
        session.cwd = session.cwd or text_at(record, "cwd", "workspace", "working_directory")

    def message(self, found: Found, session: SessionDraft, record: dict[str, Any]) -> None:
        """One message, in either form."""
        self.at(found, *(record.get(name) for name in TIMES))
        stated = text_at(record, "role", "from").lower()
        role, key, text = ROLES.get(stated, ""), text_at(record, "id", "uuid"), worded(record)
        name = text_at(record, "name")
        if role == "user":
            self.say(session, "user", text, key=key, author=name or "user")
        elif role == "assistant":
            self.say(session, "assistant", text, key=key, author=text_at(record, "model") or "assistant")
            self.calls(session, record)
        elif role == "system":
            self.say(session, "system", text, key=key, author=stated)
        elif role == "tool":
            self.result(session, text, call=text_at(record, "tool_call_id"), name=name, key=key)
        elif role == "call":
            self.call(session, name, text, key=key)
        else:
            self.strange(f"role/{stated or 'none'}"[:60])
        self.answers(session, record)

    def calls(self, session: SessionDraft, record: dict[str, Any]) -> None:
        """The tools that an answer calls."""
        old = dict_at(record, "function_call")
        for call in [*turns_in(record, "tool_calls"), *([{"function": old}] if old else [])]:
            given = dict_at(call, "function") or call
            self.call(
                session, text_at(given, "name"), given.get("arguments", given.get("input")), call=text_at(call, "id")
            )  # fmt: skip
        for block in turns_in(record, "content"):
            if block.get("type") == "tool_use":
                self.call(session, text_at(block, "name"), block.get("input"), call=text_at(block, "id"))

    def answers(self, session: SessionDraft, record: dict[str, Any]) -> None:
        """What tools answered, where it stands in blocks."""
        for block in turns_in(record, "content"):
            if block.get("type") == "tool_result":
                text = joined_text(block.get("content"), TEXT)
                self.result(session, text, call=text_at(block, "tool_use_id"))


def worded(record: dict[str, Any]) -> str:
    """The words of a message, with marks where images and sounds stood."""
    content = record.get("content", record.get("value"))
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for part in content if isinstance(content, list) else ():
        kind = text_at(part, "type") if isinstance(part, dict) else ""
        if isinstance(part, str):
            parts.append(part)
        elif kind in TEXT:
            parts.append(text_at(part, "text"))
        elif kind in ("image_url", "input_image", "image"):
            parts.append(picture({"type": "image"}))
        elif kind in ("input_audio", "audio"):
            parts.append(picture({"type": "audio"}))
        elif kind in ("file", "input_file", "document"):
            parts.append(picture(dict_at(part, "file") or part))
    return "\n\n".join(part for part in parts if part.strip())
