"""The export of claude.ai goes in; its conversations come out, those of its design tool among them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.exports import ExportReader
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.tail import Found, read_time
from graphmem.capture.talk import SessionDraft

CLIENT = "claude-ai"
NO_PARENT = "00000000-0000-4000-8000-000000000000"
UNSHOWN = re.compile(
    r"\n?`{3,}\s*\n?This block is not supported on your current device yet\.\s*\n?`{3,}\s*\n?"
)
SILENT = frozenset({"thinking", "redacted_thinking", "token_budget", "flag"})
ROLES = {"human": "user", "user": "user", "assistant": "assistant"}


class ClaudeAiReader(ExportReader):
    """Reads exports of claude.ai."""

    client = CLIENT
    wanted = re.compile(r"(?:.*/)?(?:conversations\.json|design_chats/[^/]+\.json)")

    def is_conversation(self, item: dict[str, Any]) -> bool:
        """True for a conversation of either kind."""
        return isinstance(item.get("chat_messages"), list) or is_design(item)

    def looks_like(self, head: bytes) -> bool:
        """True when a conversation begins in these bytes; one of the design tool is a document of its own."""
        return b'"chat_messages"' in head or (b'"contentBlocks"' in head and b'"messages"' in head)

    def talk(self, path: Path) -> Conversation:
        """A fresh interpreter."""
        return ClaudeAiTalk(path, tool_chars=self.tool_chars)


def is_design(item: dict[str, Any]) -> bool:
    """True for a conversation with the design tool."""
    first = next((one for one in list_at(item, "messages") if isinstance(one, dict)), {})
    return "uuid" in item and isinstance(first.get("content"), dict)


class ClaudeAiTalk(Conversation):
    """What one conversation says."""

    client = CLIENT

    def feed(self, found: Found) -> None:
        """Take in the conversation."""
        talk = found.value
        self.at(found)
        session = self.session(text_at(talk, "uuid") or "without an id")
        self.clock.last = read_time(talk.get("created_at"))
        session.reached(self.clock.last, derived=False)
        session.name(0, text_at(talk, "name", "title"))
        session.project = text_at(dict_at(talk, "project"), "name")
        for message in list_at(talk, "chat_messages"):
            if isinstance(message, dict):
                self.message(found, session, message)
            else:
                self.bad("a message should be an object")
        for message in list_at(talk, "messages"):
            if isinstance(message, dict):
                self.design(found, session, message)

    def message(self, found: Found, session: SessionDraft, message: dict[str, Any]) -> None:
        """A prompt or an answer, in blocks; older exports have only its text."""
        self.at(found, message.get("created_at"))
        key, parent = text_at(message, "uuid"), text_at(message, "parent_message_uuid")
        if parent:
            self.hang(session, key, "" if parent == NO_PARENT else parent)
        role = ROLES.get(text_at(message, "sender"), "")
        if not role:
            self.bad("a message without a sender")
            return
        said = 0
        for index, block in enumerate(list_at(message, "content")):
            if isinstance(block, dict):
                said += self.block(session, block, role, key, f"{key} {index}" if key else "")
        files = [
            one
            for name in ("attachments", "files")
            for one in list_at(message, name)
            if isinstance(one, dict)
        ]
        shown = [picture(one, "file_name") for one in files]
        words = UNSHOWN.sub("\n", text_at(message, "text")) if not said else ""
        self.words(
            session, role, "\n\n".join(filter(None, [words, *shown])), key, f"{key} text" if key else ""
        )
        for index, one in enumerate(files):
            # What was pasted or attached is no word of the user's, but can be found.
            text, name = text_at(one, "extracted_content"), text_at(one, "file_name") or "attachment"
            self.result(session, text, name=name, key=f"{key} file {index}" if key else "", node=key)

    def block(self, session: SessionDraft, block: dict[str, Any], role: str, node: str, key: str) -> int:
        """One block; how much of the message's own text it says."""
        kind = text_at(block, "type")
        if kind in ("text", "voice_note"):
            text = text_at(block, "text")
            self.words(session, role, text, node, key)
            return len(text)
        if kind == "tool_use":
            call = text_at(block, "id")
            self.call(
                session, text_at(block, "name"), block.get("input"), call=call, author="claude", key=key, node=node,
                server=text_at(block, "integration_name"),
            )  # fmt: skip
        elif kind == "tool_result":
            text = joined_text(block.get("content"), ("text",))
            self.result(
                session, text, call=text_at(block, "tool_use_id"), name=text_at(block, "name"), key=key, node=node
            )  # fmt: skip
        elif kind not in SILENT:
            self.strange(f"block/{kind}")
        return 0

    def words(self, session: SessionDraft, role: str, text: str, node: str, key: str) -> None:
        """Something that was said."""
        if role == "user":
            self.say(session, "user", text, key=key, node=node)
        else:
            self.say(session, "assistant", text, key=key, author="claude", node=node)

    def design(self, found: Found, session: SessionDraft, message: dict[str, Any]) -> None:
        """A message to or from the design tool."""
        self.at(found, message.get("created_at"))
        content, key = dict_at(message, "content"), text_at(message, "uuid", "id")
        role = ROLES.get(text_at(content, "role"), "")
        blocks = [one for one in list_at(content, "contentBlocks") if isinstance(one, dict)]
        for index, block in enumerate(blocks):
            kind, place = text_at(block, "type"), f"{key} {index}" if key else ""
            if kind == "user_interjection":
                self.words(session, "user", text_at(block, "text", "content"), "", place)
            elif kind == "text" and role:
                self.words(session, role, text_at(block, "text"), "", place)
            elif kind == "tool_call":
                name = text_at(block, "name", "toolName")
                self.call(session, name, block.get("input"), key=place, author="claude")
            elif kind not in ("thinking", "error"):
                self.strange(f"design/{kind}")
        if not blocks and role:
            text = content.get("content")
            self.words(session, role, text if isinstance(text, str) else "", "", key)
