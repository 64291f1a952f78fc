"""Zed's `threads.db` goes in; threads and what was said in them come out.

Each thread is one document in one cell, packed by zstd in newer releases, and written anew whenever it changes. Its
messages have no times of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.foreign_tables import Database
from graphmem.capture.harness import compact
from graphmem.capture.machine import Machine
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.stores import StoreReader, StoreShelf, by_age, text_in, unpacked
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling

CLIENT = "zed"
COLUMNS = ("id", "summary", "updated_at", "data_type", "parent_id", "folder_paths", "created_at")
SILENT = frozenset({"Thinking", "RedactedThinking"})
COMPACTION = frozenset({"Compaction", "Summary"})
FOLDERS = ("Zed", "Zed Preview", "Zed Nightly")


class ZedReader(StoreReader):
    """Reads the threads of Zed's agent."""

    client = CLIENT
    known_names = ("threads.db",)
    suffixes = (".db",)

    def places(self, machine: Machine) -> Iterator[Path]:
        """The databases of the releases and of the Flatpak."""
        if machine.platform in ("darwin", "win32"):
            folders = [machine.data / name for name in FOLDERS]
        else:
            folders = [machine.data / "zed", machine.data / "zed-preview", machine.data / "zed-nightly"]
            folders.append(machine.moved("FLATPAK_XDG_DATA_HOME", ".var/app/dev.zed.Zed/data/zed", "zed"))
        yield from (folder / "threads" / "threads.db" for folder in folders)

    def shelf(self, database: Database, path: Path) -> ZedShelf | None:
        """The threads of a database that has Zed's columns."""
        known = database.has("threads", "id", "summary", "updated_at", "data_type", "data")
        return ZedShelf(database, path, tool_chars=self.tool_chars, max_cell=self.max_line) if known else None


class ZedShelf(StoreShelf):
    """The threads of a `threads.db`."""

    def __init__(self, database: Database, path: Path, *, tool_chars: int, max_cell: int) -> None:
        super().__init__(database, path, tool_chars=tool_chars)
        self.max_cell = max_cell

    def listed(self) -> dict[str, str]:
        """Keys of threads with their stamps."""
        self.rows = {row["id"]: row for row in self.database.select("threads", COLUMNS)}
        marks = self.database.stamps("threads", "id", (), ("data",))
        return by_age(self.rows.values(), "id", "updated_at", marks)

    def tell(self, key: str) -> Told | None:
        """What a thread says."""
        row = self.rows.get(key, {})
        session = SessionDraft(CLIENT, key, parent=text_in(row, "parent_id"))
        session.cwd = text_in(row, "folder_paths").split("\n", 1)[0].strip()
        session.name(0, text_in(row, "summary"))
        telling = self.telling(session)
        for cell in self.database.select("threads", ("data",), "id = ?", key):
            try:
                packed = text_in(row, "data_type") == "zstd"
                data = unpacked(cell["data"], self.max_cell) if packed else cell["data"]
            except ValueError as cause:
                telling.lost(f"thread {key}", cause)
                continue
            document = telling.object(data, f"thread {key}")
            if document is not None:
                telling.begins(row.get("created_at"), row.get("updated_at"), document.get("updated_at"))
                ZedTalk(telling, document).take()
        return telling.told()


class ZedTalk:
    """The messages of one thread, on their way into a `Telling`."""

    def __init__(self, telling: Telling, document: dict[str, Any]) -> None:
        self.telling, self.document = telling, document
        self.name = telling.talk.external
        model = dict_at(document, "model")
        self.model = text_at(model, "model") or CLIENT
        self.agent = bool(telling.talk.parent)  # only agents that a thread started have one
        telling.talk.name(1, text_at(document, "title", "summary"))

    def take(self) -> None:
        """Take in the messages of a document of any age."""
        for number, message in enumerate(list_at(self.document, "messages")):
            place = f"thread {self.name}, message {number}"
            if isinstance(message, str):
                if message != "Resume":
                    self.telling.odd(f"message {message}")
            elif not isinstance(message, dict):
                self.telling.lost(place, "no object")
            elif isinstance(message.get("User"), dict):
                self.user(text_of(message["User"]))
            elif isinstance(message.get("Agent"), dict):
                self.answer(message["Agent"], number)
            elif COMPACTION & message.keys():
                self.summary(message)
            elif message.get("role") in ("user", "assistant", "system"):
                self.old(message, number)
            else:
                self.telling.odd(f"message {', '.join(sorted(message))}")

    def user(self, text: str) -> None:
        """What the user typed, or the thread that started this one."""
        if self.agent:
            self.telling.said("assistant", text, author="agent")
        else:
            self.telling.said("user", text)

    def answer(self, message: dict[str, Any], number: int) -> None:
        """What the model said and which tools it used."""
        results = dict_at(message, "tool_results")
        texts = 0
        for part in list_at(message, "content"):
            if not isinstance(part, dict):
                continue
            if isinstance(part.get("Text"), str):
                key = f"answer {number} {texts}"
                self.telling.said("assistant", part["Text"], key=key, author=self.model)
                texts += 1
            elif isinstance(part.get("ToolUse"), dict):
                self.tool(part["ToolUse"], results, number)
            elif not SILENT & part.keys():
                self.telling.odd(f"content {', '.join(sorted(part))}")

    def tool(self, use: dict[str, Any], results: dict[str, Any], number: int) -> None:
        """A call and, when it is there, its result."""
        call = text_at(use, "id")
        name = text_at(use, "name")
        given = use.get("input") if use.get("input") not in (None, {}) else text_at(use, "raw_input")
        self.telling.used(name, given, call=call, key=f"call {number} {call or name}", author=self.model)
        result = dict_at(results, call)
        if result:
            self.telling.answered(result_text(result), call=call, name=name, key=f"result {number} {call}")

    def summary(self, message: dict[str, Any]) -> None:
        """What the client put in the place of older messages."""
        value = next(message[name] for name in COMPACTION if name in message)
        text = text_at(value, "Summary", "summary") if isinstance(value, dict) else compact(value)
        self.telling.said("assistant", text, author=CLIENT, kind="summary")

    def old(self, message: dict[str, Any], number: int) -> None:
        """A message as releases before 0.3 of the format wrote it."""
        segments = [one for one in list_at(message, "segments") if isinstance(one, dict)]
        text = "\n\n".join(text_at(one, "text") for one in segments if one.get("type") == "text")
        text = text or text_at(message, "text")
        if message["role"] == "user":
            self.user(text)
        elif message["role"] == "assistant":
            self.telling.said("assistant", text, key=f"answer {number} 0", author=self.model)
        results = {
            text_at(one, "tool_use_id"): one
            for one in list_at(message, "tool_results")
            if isinstance(one, dict)
        }
        for use in list_at(message, "tool_uses"):
            if isinstance(use, dict):
                self.tool(use, results, number)


def text_of(message: dict[str, Any]) -> str:
    """The words of a user's message; what is mentioned or attached stands by its name."""
    found: list[str] = []
    for part in list_at(message, "content"):
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("Text"), str):
            found.append(part["Text"])
        elif "Image" in part:
            found.append("[image]")
        elif isinstance(part.get("Mention"), dict):
            found.append(mention(dict_at(part, "Mention").get("uri")))
    joined = ""
    for text in found:
        joined += f" {text}" if text.startswith("[") and joined[-1:].strip() else text
    return joined


def mention(uri: Any) -> str:
    """The name of a mentioned thing: a file, a symbol, another thread."""
    kind, value = next(iter(uri.items()), ("", {})) if isinstance(uri, dict) else ("", {})
    fields = value if isinstance(value, dict) else {}
    name = text_at(fields, "name", "abs_path", "path", "url")
    return (
        f"[{str(kind).lower() or 'mention'}: {Path(name).name or name}]" if name else f"[{str(kind).lower()}]"
    )


def result_text(result: dict[str, Any]) -> str:
    """What a tool answered; an image is left out."""
    content = result.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = [
        text_at(part, "Text", "text") if isinstance(part, dict) else compact(part or "") for part in parts
    ]
    return "\n".join(text for text in texts if text) or compact(result.get("output") or "")
