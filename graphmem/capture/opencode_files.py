"""A session of OpenCode as files (releases before 1.2) goes in; what was said in it comes out.

One file describes the session, one each message, one each part of a message. They lie in three folders beside each
other, which were laid out otherwise in the first releases.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.opencode_store import in_order, reverted
from graphmem.capture.opencode_talk import CLIENT, OpenCodeTalk, Turn, slim, turn_of_info
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.sources import object_on
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling


def is_session(info: dict[str, Any]) -> bool:
    """True for the description of a session."""
    created = dict_at(info, "time").get("created")
    named = bool(text_at(info, "id")) and isinstance(info.get("title"), str) and "role" not in info
    return named and isinstance(created, int | float) and "version" in info


class OpenCodeFiles:
    """The one session that a description names."""

    def __init__(self, path: Path, *, max_line: int, tool_chars: int) -> None:
        self.path, self.max_line, self.tool_chars = path, max_line, tool_chars
        root = path.parent.parent if path.parent.name == "info" else path.parent.parent.parent
        self.messages, self.parts = root / "message", root / "part"

    def folders(self) -> Iterator[Path]:
        """The folders that hold the messages of the session and their parts."""
        name = self.path.stem
        for key in dict.fromkeys((name, name.removeprefix("ses_"))):
            yield self.messages / key
            if (self.parts / key).is_dir():
                yield from sorted(one for one in (self.parts / key).iterdir() if one.is_dir())
            for message in files(self.messages / key):
                info = self.document(message) or {}
                for known in dict.fromkeys((message.stem, text_at(info, "id"))):
                    if known:
                        yield self.parts / known
        yield self.parts

    def stamp(self) -> tuple[int, int]:
        """Size and time of change (ns) of all files of the session together; raises OSError."""
        status = self.path.stat()
        size, changed = status.st_size, status.st_mtime_ns
        for folder in self.folders():
            for one in files(folder):
                found = one.stat()
                size, changed = size + found.st_size, max(changed, found.st_mtime_ns)
        return size, changed

    def listed(self) -> dict[str, str]:
        """The one session."""
        return {self.path.stem: repr(self.stamp())}

    def told(self, key: str) -> Told | None:  # noqa: ARG002  there is one
        """What the session says."""
        info = self.document(self.path)
        session = SessionDraft(CLIENT, text_at(info or {}, "id") or self.path.stem)
        telling = Telling(self.path, session, tool_chars=self.tool_chars)
        if info is None:
            telling.lost(self.path.name, "no JSON object")
            return telling.told()
        session.parent = text_at(info, "parentID")
        session.cwd = text_at(info, "directory")
        session.name(0, text_at(info, "title"))
        telling.begins(dict_at(info, "time").get("created"))
        talk = OpenCodeTalk(telling)
        talk.agent = bool(session.parent)
        talk.reverted = reverted(info.get("revert"))
        talk.take(in_order(self.turns(telling)))
        return telling.told()

    def turns(self, telling: Telling) -> dict[str, Turn]:
        """The messages of the session with their parts."""
        turns: dict[str, Turn] = {}
        for folder in self.folders():
            for path in files(folder):
                record = self.document(path)
                if record is None:
                    telling.lost(path.name, "no JSON object")
                elif self.messages in path.parents:
                    key = text_at(record, "id") or path.stem
                    turns[key] = turn_of_info(key, record)
                elif text_at(record, "messageID") in turns or folder.name in turns:
                    message = text_at(record, "messageID") or folder.name
                    if message in turns and path.stem not in {known for known, _ in turns[message].parts}:
                        turns[message].parts.append((path.stem, slim(record, self.tool_chars)))
        return turns

    def document(self, path: Path) -> dict[str, Any] | None:
        """The object that a file is, or None."""
        try:
            return object_on(path.read_bytes()) if path.stat().st_size <= self.max_line else None
        except OSError:
            return None

    def problems(self) -> list[str]:
        """Nothing but what is told with the session."""
        return []


def files(folder: Path) -> list[Path]:
    """The JSON files in a folder, by name; none when there is no such folder."""
    return sorted(folder.glob("*.json")) if folder.is_dir() else []
