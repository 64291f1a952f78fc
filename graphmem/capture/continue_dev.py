"""Continue's folder goes in; its sessions, each in a document of its own, come out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.sources import first_parts, walk
from graphmem.capture.tail import Found, decode
from graphmem.capture.talk import SessionDraft
from graphmem.capture.vscode import path_in

CLIENT = "continue"
INDEX = "sessions.json"
INDEX_SIZE = 64 << 20
UNNAMED = frozenset({"New Session", "New session", "Untitled"})


def is_turn(record: dict[str, Any]) -> bool:
    """True for a turn of a session."""
    message = record.get("message")
    return isinstance(message, dict) and isinstance(message.get("role"), str)


class ContinueReader(ClientReader):
    """Reads the sessions of Continue."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folder of sessions."""
        yield machine.moved("CONTINUE_GLOBAL_DIR", ".continue") / "sessions"

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be sessions, in a fixed order."""
        yield from (path for path in walk(root, (".json",), {"node_modules"}) if path.name != INDEX)

    def recognises(self, path: Path) -> bool:
        """True when a file begins as a session does."""
        parts = first_parts(path)
        names = {name for part in parts for name in part}
        turns = [part["history"] for part in parts if isinstance(part.get("history"), dict)]
        return "sessionId" in names and (
            any(map(is_turn, turns)) or ("history" in names and "workspaceDirectory" in names)
        )

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the session says beyond the cursor; raises OSError when it cannot be read."""

        def make() -> ContinueTalk:
            return ContinueTalk(path, tool_chars=self.tool_chars, about=entry_of(path))

        yield from self.read_document(path, make, cursor, is_record=is_turn, lists=("history",))


class ContinueTalk(Conversation):
    """What one session says. It has no times but that of its beginning, which stands in the index."""

    client = CLIENT

    def __init__(self, path: Path, *, tool_chars: int, about: dict[str, Any]) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.about = about
        self.clock.at(about.get("dateCreated"))

    @property
    def current(self) -> SessionDraft:
        """The session of the file."""
        session = self.session(text_at(self.about, "sessionId") or self.path.stem)
        session.cwd = path_in(text_at(self.about, "workspaceDirectory"))
        title = text_at(self.about, "title")
        session.name(0, "" if title in UNNAMED else title)
        session.reached(self.clock.last, derived=False)
        return session

    def feed(self, found: Found) -> None:
        """Take in one part of the document."""
        self.at(found)
        for name, value in found.value.items():
            if name != "history":
                self.about[name] = value
            elif isinstance(value, dict) and is_turn(value):
                self.turn(value)
            else:
                self.bad("a turn without a message")

    def turn(self, turn: dict[str, Any]) -> None:
        """A prompt, or an answer with the tools that it called."""
        message = turn["message"]
        role, key = text_at(message, "role"), text_at(message, "id")
        text = worded(message.get("content"))
        if role == "user":
            self.say(self.current, "user", text, key=key)
        elif role == "assistant":
            self.say(self.current, "assistant", text, key=key)
            for call in list_at(message, "toolCalls"):
                if isinstance(call, dict):
                    given = dict_at(call, "function")
                    self.call(
                        self.current, text_at(given, "name"), given.get("arguments"), call=text_at(call, "id")
                    )
            for state in list_at(turn, "toolCallStates"):
                if isinstance(state, dict):
                    output = [
                        text_at(one, "content") for one in list_at(state, "output") if isinstance(one, dict)
                    ]
                    self.result(
                        self.current, "\n".join(filter(None, output)), call=text_at(state, "toolCallId")
                    )
        elif role == "tool":
            self.result(self.current, text, call=text_at(message, "toolCallId"))
        elif role not in ("system", "thinking"):
            self.strange(f"message/{role}")


def worded(content: Any) -> str:
    """The words of a message, with marks where images stood."""
    if isinstance(content, str):
        return content
    parts = [
        text_at(part, "text") if part.get("type") == "text" else picture({"type": "image"})
        for part in (content if isinstance(content, list) else [])
        if isinstance(part, dict) and part.get("type") in ("text", "imageUrl")
    ]
    return "\n\n".join(filter(None, parts))


def entry_of(path: Path) -> dict[str, Any]:
    """What the index tells of a session, or nothing."""
    index = path.with_name(INDEX)
    try:
        known = decode(index.read_bytes()) if index.stat().st_size <= INDEX_SIZE else None
    except (OSError, ValueError):
        return {}
    entries = known if isinstance(known, list) else []
    return next((dict(e) for e in entries if isinstance(e, dict) and e.get("sessionId") == path.stem), {})
