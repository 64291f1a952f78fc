"""Cursor's `state.vscdb`, of all projects or of one, goes in; chats and what was said in them come out.

The file is a table of keys and values: `composerData:<chat>` lists the bubbles of a chat in their order, and each
`bubbleId:<chat>:<bubble>` is one of them. Bubbles that the list no longer names are on a branch that was left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from graphmem.capture.cursor_lines import CLIENT
from graphmem.capture.cursor_talk import USER, CursorTalk, slim
from graphmem.capture.foreign import opened_database
from graphmem.capture.foreign_tables import Database, json_in
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.shelf import Told
from graphmem.capture.sources import object_on
from graphmem.capture.stores import StoreShelf, text_in
from graphmem.capture.talk import SessionDraft
from graphmem.capture.telling import Telling

GLOBAL = "cursorDiskKV"
LOCAL = "ItemTable"
BUSY = ("generating", "streaming")  # the last answer of such a chat is not all there yet
CHAT, BUBBLE = "composerData:", "bubbleId:"
CHATS = "composer.composerData"  # in a project's own file: the chats that belong to it
OLD_CHATS = "workbench.panel.aichat.view.aichat.chatdata"


def after(prefix: str) -> str:
    """The first key behind all that begin so."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class GlobalShelf(StoreShelf):
    """The chats of all projects."""

    def __init__(self, database: Database, path: Path, *, tool_chars: int, max_cell: int) -> None:
        super().__init__(database, path, tool_chars=tool_chars)
        self.max_cell = max_cell

    def listed(self) -> dict[str, str]:
        """Keys of chats with their stamps."""
        stamps: dict[str, list[Any]] = {}
        for row in self.rows(CHAT, "#value"):
            if row["#value"] is not None:
                stamps[row["key"].removeprefix(CHAT)] = [row["rowid"], row["#value"], 0, 0, 0]
        # Most releases write a changed bubble as a new row; then its length, which is dear to ask for, tells no more.
        asked = () if self.database.tables[GLOBAL].renumbered else ("#value",)
        for row in self.rows(BUBBLE, *asked):
            chat = row["key"].removeprefix(BUBBLE).partition(":")[0]
            stamp = stamps.setdefault(chat, [0, 0, 0, 0, 0])
            stamp[2], stamp[3] = stamp[2] + 1, stamp[3] + row["rowid"]
            stamp[4] += row.get("#value") or 0
        return {chat: repr(stamp) for chat, stamp in stamps.items()}

    def rows(self, prefix: str, *columns: str) -> Iterator[dict[str, Any]]:
        """The rows whose keys begin so."""
        found = self.database.select(
            GLOBAL, ("key", *columns), "key >= ? AND key < ?", prefix, after(prefix), order="key"
        )
        return (row for row in found if isinstance(row["key"], str))

    def tell(self, key: str) -> Told | None:
        """What a chat says."""
        telling = self.telling(SessionDraft(CLIENT, key))
        chat: dict[str, Any] = {}
        for row in self.database.select(GLOBAL, ("value",), "key = ?", CHAT + key):
            if row["value"] is not None:
                chat = telling.object(row["value"], f"chat {key}") or {}
        bubbles: dict[str, dict[str, Any]] = {}
        for row in self.rows(f"{BUBBLE}{key}:", "value"):
            name = row["key"].removeprefix(f"{BUBBLE}{key}:")
            if row["value"] is not None:
                bubble = telling.object(row["value"], f"bubble {name} of chat {key}")
                if bubble is not None:
                    # By the name that the list of bubbles knows it by; only where there is none, by that of its row.
                    stated = bubble.get("bubbleId")
                    bubbles[stated if isinstance(stated, str) else name] = slim(bubble, self.tool_chars)
        describe(telling, chat)
        talk = CursorTalk(telling, chat)
        inline = [one for one in list_at(chat, "conversation") if isinstance(one, dict)]
        heads = [one for one in list_at(chat, "fullConversationHeadersOnly") if isinstance(one, dict)]
        names = [one["bubbleId"] for one in heads if isinstance(one.get("bubbleId"), str)]
        for number, bubble in enumerate(inline):
            talk.bubble(text_at(bubble, "bubbleId") or str(number), slim(bubble, self.tool_chars))
        unfinished = names[-1] if names and chat.get("status") in BUSY else ""
        for name in dict.fromkeys(names):
            bubble = bubbles.pop(name, None)
            if bubble is not None and (name != unfinished or bubble.get("type") == USER):
                talk.bubble(name, bubble)
        for name, bubble in sorted(bubbles.items(), key=lambda item: str(item[1].get("createdAt"))):
            talk.bubble(name, bubble, active=not (names or inline))
        session = telling.talk
        session.cwd = session.cwd or talk.folder or (self.folders.get(key, "") if telling.drafts else "")
        return telling.told()

    @cached_property
    def folders(self) -> dict[str, str]:
        """The folder of each chat that a project's own file lists."""
        found: dict[str, str] = {}
        root = self.path.parent.parent / "workspaceStorage"
        for store in sorted(root.glob("*/state.vscdb")):
            try:
                with opened_database(store, max_cell=self.max_cell, patience=1.0) as database:
                    for row in database.select(LOCAL, ("value",), "key = ?", CHATS):
                        chats = list_at(json_in(row["value"]), "allComposers")
                        names = (text_at(one, "composerId") for one in chats if isinstance(one, dict))
                        found |= dict.fromkeys(names, folder_of(store))
            except (OSError, sqlite3.Error, ValueError, AttributeError):
                continue
        return found


class LocalShelf(StoreShelf):
    """The chats in the file of one project, as older releases kept them."""

    def listed(self) -> dict[str, str]:
        """Keys of chats with their stamps."""
        self.chats: dict[str, dict[str, Any]] = {}
        self.broken: list[str] = []
        for key, names in ((OLD_CHATS, ("tabs", "tabId")), (CHATS, ("allComposers", "composerId"))):
            for row in self.database.select(LOCAL, ("value",), "key = ?", key):
                try:
                    value = json_in(row["value"])
                except ValueError as cause:
                    self.broken.append(f"the value of {key}: no JSON, {cause}")
                    continue
                for chat in list_at(value, names[0]) if isinstance(value, dict) else []:
                    if isinstance(chat, dict) and text_at(chat, names[1]):
                        self.chats.setdefault(text_at(chat, names[1]), chat)
        return {key: repr(chat) for key, chat in self.chats.items()}

    def problems(self) -> list[str]:
        """What could not be read."""
        return [*super().problems(), *self.broken]

    def tell(self, key: str) -> Told | None:
        """What a chat says; most only have a name here, and their words in the file of all projects."""
        chat = self.chats[key]
        telling = self.telling(SessionDraft(CLIENT, key))
        bubbles = [
            one
            for name in ("conversation", "bubbles")
            for one in list_at(chat, name)
            if isinstance(one, dict)
        ]
        if not bubbles:
            return None
        describe(telling, chat)
        telling.talk.cwd = telling.talk.cwd or folder_of(self.path)
        talk = CursorTalk(telling, chat)
        for number, bubble in enumerate(bubbles):
            talk.bubble(text_at(bubble, "bubbleId", "id") or str(number), slim(bubble, self.tool_chars))
        return telling.told()


def describe(telling: Telling, chat: dict[str, Any]) -> None:
    """The name, folder and beginning of a chat."""
    session = telling.talk
    session.name(0, text_at(chat, "name", "chatTitle"))
    session.parent = text_at(dict_at(chat, "subagentInfo"), "parentComposerId")
    uri = dict_at(dict_at(chat, "workspaceIdentifier"), "uri")
    session.cwd = text_at(uri, "fsPath", "path")
    telling.begins(chat.get("createdAt"), chat.get("lastSendTime"))


def folder_of(store: Path) -> str:
    """The folder of the project that a file belongs to."""
    try:
        described = object_on((store.parent / "workspace.json").read_bytes()) or {}
    except OSError:
        return ""
    path = unquote(urlsplit(text_in(described, "folder") or text_in(described, "workspace")).path)
    if path[2:3] == ":" and path.startswith("/"):
        path = path[1:]
    return str(PurePosixPath(path).parent) if path.endswith(".code-workspace") else path
