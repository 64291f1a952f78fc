"""The records of a Gemini CLI session go in, from either of its formats; sessions and messages come out.

Old releases wrote one document, new ones a line for each change: a message written again under its id replaces the
first, `$set` patches what is known of the session, `$rewindTo` takes back all from a message on.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.harness import paired, without_wrappers
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.tail import Found, read_time
from graphmem.capture.talk import SessionDraft

CLIENT = "gemini-cli"
SAID = frozenset({"user", "gemini", "model"})
NOTICES = frozenset({"info", "error", "warning"})
ROLES = {"user": "user", "model": "gemini", "gemini": "gemini"}
WRAPPED = paired(("session_context", "hook_context", "system-reminder", "loaded_context"))
REFERENCED = re.compile(
    r"\n*--- Content from referenced files ---.*?(?:--- End of content ---|\Z)", re.DOTALL
)
COMMAND = re.compile(r"/[a-z][\w:-]*(?:\s|$)|\?\s*$")
NAMED = 0  # rank of the client's own summary


def is_message(record: dict[str, Any]) -> bool:
    """True for a message of a session."""
    kind = record.get("type")
    return isinstance(record.get("id"), str) and isinstance(kind, str) and kind in SAID | NOTICES and (
        "content" in record or "parts" in record or "toolCalls" in record
    )  # fmt: skip


def is_head(record: dict[str, Any]) -> bool:
    """True for what a session begins with."""
    return isinstance(record.get("sessionId"), str) and "projectHash" in record


def is_line(record: dict[str, Any]) -> bool:
    """True for a line of a session, as opposed to an object from within one."""
    return (
        is_message(record) or is_head(record) or isinstance(record.get("$set"), dict) or "$rewindTo" in record
    )


def is_turn(record: dict[str, Any]) -> bool:
    """True for a turn of a saved conversation, as the model saw it."""
    return record.get("role") in ROLES and isinstance(record.get("parts"), list)


class GeminiTalk(Conversation):
    """What the records of one session say; `cwd` is the folder of its project, where that is known."""

    client = CLIENT

    def __init__(self, path: Path, *, tool_chars: int, cwd: str = "", parent: str = "") -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.cwd, self.parent = cwd, parent
        self.external = path.name.split(".json")[0]
        self.head: dict[str, Any] = {}
        self.order: dict[str, int] = {}  # messages by id, in the order in which they came first
        self.turns = 0

    @property
    def current(self) -> SessionDraft:
        """The session of the file."""
        if not self.sessions:
            self.session(text_at(self.head, "sessionId") or self.external, parent=self.parent)
            self.describe()
        return next(iter(self.sessions.values()))

    def feed(self, found: Found) -> None:
        """Take in one line, or one part of a document."""
        record = found.value
        self.at(found)
        if "$rewindTo" in record:
            self.rewind(text_at(record, "$rewindTo"))
        elif isinstance(record.get("$set"), dict):
            self.meta(record["$set"])
        elif is_message(record):
            self.message(record)
        else:
            self.meta(record)

    def meta(self, record: dict[str, Any]) -> None:
        """What is known of the session, maybe with messages."""
        self.head |= {name: value for name, value in record.items() if name not in ("messages", "history")}
        if self.sessions:
            self.describe()
        for name, take in (("messages", self.message), ("history", self.turn)):
            value = record.get(name)
            for item in value if isinstance(value, list) else [value] if name in record else ():
                if isinstance(item, dict):
                    take(item)
                else:
                    self.bad(f"a message should be an object, in {name}")

    def describe(self) -> None:
        """Tell the session what is known of it."""
        session = self.current
        folders = [one for one in list_at(self.head, "directories") if isinstance(one, str)]
        session.cwd = self.cwd or next(iter(folders), "")
        session.reached(read_time(self.head.get("startTime", self.head.get("start_time"))), derived=False)
        session.name(NAMED, text_at(self.head, "summary"))

    def message(self, record: dict[str, Any]) -> None:
        """A message, or a longer state of one."""
        kind, key = text_at(record, "type"), text_at(record, "id")
        self.at(self.found, record.get("timestamp"))
        if kind not in SAID:
            if kind not in NOTICES:
                self.strange(kind or "message without a type")
            return
        if key:
            self.order.setdefault(key, len(self.order))
        self.left.discard(key)
        content = record.get("content", record.get("parts"))
        if kind == "user":
            shown = record.get("displayContent") or content
            self.user(worded(shown), key)
            self.responses(content)
            return
        author = text_at(record, "model") or "gemini"
        self.say(self.current, "assistant", worded(content), key=key, author=author, node=key)
        for call in list_at(record, "toolCalls"):
            if isinstance(call, dict):
                self.tool(call, author, key)

    def user(self, text: str, key: str) -> None:
        """A prompt, without the files that it names; commands to the client are none.

        An agent is spoken to by the model that started it.
        """
        text = REFERENCED.sub("", without_wrappers(text, WRAPPED)).strip()
        if COMMAND.match(text):
            return
        if self.head.get("kind") == "subagent":
            self.say(self.current, "assistant", text, key=key, author="agent", node=key)
        else:
            self.say(self.current, "user", text, key=key, node=key)

    def tool(self, record: dict[str, Any], author: str, node: str) -> None:
        """A tool that was called, and what it answered."""
        call, name = text_at(record, "id"), text_at(record, "name")
        key = f"{node} call {call}"
        self.call(self.current, name, record.get("args"), call=call, key=key, author=author, node=node)
        answers = [answer_in(part) for part in list_at(record, "result") if isinstance(part, dict)]
        text = "\n".join(filter(None, answers)) or text_at(record, "resultDisplay")
        self.result(self.current, text, call=call, name=name, key=f"{node} result {call}", node=node)

    def responses(self, content: Any) -> None:
        """What tools answered, where it stands in a message of its own."""
        for part in content if isinstance(content, list) else ():
            response = dict_at(part, "functionResponse") if isinstance(part, dict) else {}
            if response:
                call, name = text_at(response, "id"), text_at(response, "name")
                self.result(self.current, answer_in(part), call=call, name=name)

    def turn(self, record: dict[str, Any]) -> None:
        """A turn of a saved conversation."""
        if not is_turn(record):
            self.bad("a turn without a role or without parts")
            return
        self.turns += 1
        self.at(self.found, record.get("ts"), record.get("timestamp"))
        text = worded(record["parts"])
        if ROLES[record["role"]] == "user":
            self.user(text, f"turn {self.turns}")
            self.responses(record["parts"])
            return
        self.say(self.current, "assistant", text, key=f"turn {self.turns}", author="gemini")
        for part in record["parts"]:
            call = dict_at(part, "functionCall") if isinstance(part, dict) else {}
            if call:
                name = text_at(call, "name")
                self.call(self.current, name, call.get("args"), call=text_at(call, "id"), author="gemini")

    def rewind(self, key: str) -> None:
        """The talk goes on from before that message."""
        if key in self.order:
            self.left.update(one for one, place in self.order.items() if place >= self.order[key])


def worded(content: Any) -> str:
    """The words of a message, with marks where images and files stood."""
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict) and part.get("thought") is not True:
            data = dict_at(part, "inlineData") or dict_at(part, "fileData")
            parts.append(picture(data, "displayName") if data else text_at(part, "text"))
    return "\n\n".join(part for part in parts if part.strip())


def answer_in(part: dict[str, Any]) -> str:
    """What a tool answered."""
    response = dict_at(dict_at(part, "functionResponse"), "response")
    return text_at(response, "output", "error", "content") or text_at(part, "text")
