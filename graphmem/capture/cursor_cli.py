"""Cursor's `store.db` goes in, the file of one chat on the command line; what was said in it comes out.

The file holds pieces under their hashes. A piece is a message in JSON, or a Protocol Buffers message that names other
pieces; the row `meta` tells the name of the chat and the hash of the piece that names the messages as they are now.
Messages that it does not reach were dropped by a summary when they are older than all that it reaches, else they are
on a branch that was left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from graphmem.capture.cursor_lines import CLIENT
from graphmem.capture.cursor_talk import CursorTalk
from graphmem.capture.foreign_tables import json_in, json_or_text
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.sources import object_on
from graphmem.capture.stores import StoreShelf, text_in
from graphmem.capture.tail import read_time
from graphmem.capture.talk import SessionDraft

HASH_BYTES = 32
DEPTH = 32
MESSAGE_FIELD, FOLDER_FIELD = 1, 9
PARENTS = ("parentAgentId", "rootParentAgentId")
ROLES = frozenset({"user", "assistant", "tool", "system"})


class CommandLineShelf(StoreShelf):
    """The one chat of a `store.db`."""

    def listed(self) -> dict[str, str]:
        """The chat, by the hash of its state."""
        rows = self.database.select("meta", ("key", "value"))
        stamp = [(row["key"], row["value"]) for row in rows]
        count = sum(1 for _ in self.database.select("blobs", ("id",)))
        return {self.path.parent.name or self.path.stem: repr((stamp, count, self.beside()))}

    def beside(self) -> dict[str, Any]:
        """What newer releases note of the chat in a file beside the database."""
        try:
            return object_on(self.path.with_name("meta.json").read_bytes()) or {}
        except OSError:
            return {}

    def tell(self, key: str) -> Told | None:
        """What the chat says."""
        meta, beside = self.meta(), self.beside()
        started_by = dict_at(meta, "subagentInfo")
        session = SessionDraft(CLIENT, text_at(meta, "agentId") or key, parent=text_at(started_by, *PARENTS))
        session.name(0, text_at(beside, "title") or text_at(meta, "name"))
        telling = self.telling(session)
        telling.begins(beside.get("createdAtMs"), meta.get("createdAt"))
        session.reached(read_time(beside.get("updatedAtMs")), derived=False)
        talk = CursorTalk(telling, meta)
        talk.agent = talk.agent or bool(started_by) or beside.get("isSubagent") is True
        talk.folder = text_at(beside, "cwd")
        self.folder = ""
        reached = list(self.messages(text_at(meta, "latestRootBlobId"), set(), 0))
        within = {name for name, _ in reached}
        rows = list(self.written())
        first = min(
            (number for name, number, one in rows if name in within and one["role"] != "system"), default=0
        )
        loose = [(name, number, one) for name, number, one in rows if name not in within]
        times: Counter[str] = Counter()
        for name, message in (
            *((name, one) for name, number, one in loose if not reached or number < first),
            *reached,
        ):
            times[name] += 1
            talk.message(f"{name} {times[name]}", message, active=True)
        for name, number, message in loose:
            if reached and number >= first:
                talk.message(f"{name} 1", message, active=False)
        session.cwd = talk.folder or self.folder
        return telling.told()

    def meta(self) -> dict[str, Any]:
        """What the client notes of the chat: JSON, most often as hexadecimal digits."""
        for row in self.database.select("meta", ("key", "value")):
            for plain in (row["value"], from_hex(row["value"])):
                found = json_or_text(plain)
                if isinstance(found, dict) and ("agentId" in found or "latestRootBlobId" in found):
                    return found
        return {}

    def messages(self, name: str, passed: set[str], depth: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """The messages that a piece is or names, in their order."""
        data = self.piece(name) if name and depth < DEPTH else b""
        message = message_in(data)
        if message is not None:
            yield name, message
            return
        if name in passed:
            return  # a piece that names itself
        passed.add(name)
        for number, value in fields(data):
            if number == FOLDER_FIELD and not self.folder:
                self.folder = folder_in(value)
            if number == MESSAGE_FIELD and len(value) == HASH_BYTES:
                yield from self.messages(value.hex(), passed, depth + 1)
            elif value[:1] == b"{" and (inner := message_in(value)) is not None:
                yield f"{name}#{len(value)}", inner

    def piece(self, name: str) -> bytes:
        """The piece with that hash, empty when it is not there."""
        for row in self.database.select("blobs", ("data",), "id = ?", name):
            data = row["data"]
            return data.encode() if isinstance(data, str) else data if isinstance(data, bytes) else b""
        return b""

    def written(self) -> Iterator[tuple[str, int, dict[str, Any]]]:
        """All messages with the numbers of their rows, in the order they were written."""
        for row in self.database.select("blobs", ("id", "data")):
            name, data = text_in(row, "id"), row["data"]
            message = message_in(
                data.encode() if isinstance(data, str) else data if isinstance(data, bytes) else b""
            )
            if name and message is not None:
                yield name, row["rowid"], message


def from_hex(value: Any) -> bytes:
    """The bytes that a text of hexadecimal digits stands for; none when it is no such text."""
    try:
        return bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        return b""


def message_in(data: bytes) -> dict[str, Any] | None:
    """The message that a piece is, or None."""
    if data[:1] != b"{":
        return None
    try:
        value = json_in(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) and value.get("role") in ROLES else None


def fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbers and contents of the fields of a Protocol Buffers message that have a length; ends where it is none.

    Wire format: https://protobuf.dev/programming-guides/encoding/
    """
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            _, at = varint(data, at)
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        elif kind == 2:
            size, at = varint(data, at)
            if at + size > len(data):
                return
            yield tag >> 3, data[at : at + size]
            at += size
        else:
            return


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length and the place behind it; one that is cut reaches to the end."""
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    return value, len(data)


def folder_in(value: bytes) -> str:
    """The folder that a field names, or ""."""
    text = value.decode("utf-8", "replace").removeprefix("file://")
    return text if text.isprintable() and (text.startswith("/") or text[1:3] == ":\\") else ""
