"""Aider's history of a project goes in, one Markdown file; the chats in it come out.

Prompts begin with `#### `, what the program itself says with `> `, and the rest is the model's. Answers have headings
of their own: one whose blank lines are those of a text and not of a prompt is part of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation, digest
from graphmem.capture.document import Portion, deliver_document, portion
from graphmem.capture.machine import Machine
from graphmem.capture.markup import Row, rows
from graphmem.capture.sources import walk
from graphmem.capture.tail import Found, opened
from graphmem.capture.talk import SessionDraft

CLIENT = "aider"
FILE = ".aider.chat.history.md"
BEGIN = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
PROMPT, NOTICE = "#### ", ">"
MODEL = re.compile(r"> (?:Main model|Model|Models): (\S+)")
COMMAND = re.compile(r"/(?!ask\b|code\b|architect\b|ok\b)[a-z-]+(?:\s|$)")
ASKING = re.compile(r"/(?:ask|code|architect|ok)\s+")


class AiderReader(ClientReader):
    """Reads the histories of Aider."""

    client = CLIENT

    def places(self, machine: Machine) -> Iterator[Path]:
        """The file that Aider's variable names, and those in the folder at hand and in the home folder.

        Aider keeps one in every project; nobody knows which projects there are.
        """
        if stated := machine.environ.get("AIDER_CHAT_HISTORY_FILE"):
            yield Path(stated).expanduser()
        with suppress(OSError):  # the folder at hand may be gone
            yield Path.cwd() / FILE
        yield machine.home / FILE

    def discover(self, root: Path) -> Iterator[Path]:
        """Histories below a folder, in a fixed order."""
        yield from walk(root, (".aider.chat.history.md",), {"node_modules", ".git", ".venv", "venv"})

    def recognises(self, path: Path) -> bool:
        """True when a chat begins near the head of a file."""
        try:
            with opened(path) as stream:
                head = stream.read(1 << 16).decode("utf-8", "replace")
        except OSError:
            return False
        return any(BEGIN.match(line) for line in head.splitlines())

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the history says beyond the cursor; raises OSError when it cannot be read."""

        def tell() -> Iterator[Portion]:
            talk = AiderTalk(path, tool_chars=self.tool_chars)
            for row in rows(path, cap=self.max_line):
                talk.row(row)
            talk.flush()
            yield portion(path, talk)

        yield from deliver_document(path, tell, cursor, limits=self.limits)


class AiderTalk(Conversation):
    """What one history says. Only the beginnings of chats have a time, in that of the computer that wrote it."""

    client = CLIENT

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.folder = str(path.resolve().parent) if path.name == FILE else ""
        self.started = ""  # when the chat at hand began, as it is written
        self.chat: SessionDraft | None = None  # once something was said in it
        self.starts: dict[str, int] = {}
        self.spoken = False  # before the first prompt of a chat only the program speaks
        self.blanks: bool | None = None  # whether prompts end in two blanks, as Aider writes them
        self.model = "aider"
        self.asked: list[Row] = []
        self.answered: list[Row] = []

    def row(self, row: Row) -> None:
        """Take in one line."""
        begin = None if row.fenced else BEGIN.match(row.text)
        if begin is not None:
            self.flush()
            self.begin(row, begin[1])
        elif not self.started:
            return
        elif not row.fenced and self.is_prompt(row):
            if self.answered:
                self.flush()
            self.asked.append(row)
            self.spoken = True
        elif not row.fenced and row.text.startswith(NOTICE):
            if not self.answered:
                self.flush()
            model = MODEL.match(row.text)
            self.model = model[1] if model is not None else self.model
        elif self.asked and not self.answered and not row.text.strip():
            self.flush()
        elif self.spoken and (row.text.strip() or self.answered):
            self.answered.append(row)

    def is_prompt(self, row: Row) -> bool:
        """True for a line of a prompt.

        Aider ends each in two blanks. Where an editor took them away, a heading behind a colon is that of an answer.
        """
        if not row.text.startswith(PROMPT.rstrip()):
            return False
        if self.blanks is None:
            self.blanks = row.text.endswith("  ")
        before = next((one.text.rstrip() for one in reversed(self.answered) if one.text.strip()), "")
        return row.text.endswith("  ") if self.blanks else not before.endswith(":")

    def begin(self, row: Row, stated: str) -> None:
        """A chat begins."""
        self.at(Found(row.offset, row.number, {}), stated)
        self.started, self.chat, self.spoken = stated, None, False

    def talk(self, first: str) -> SessionDraft:
        """The session of the chat at hand: it goes by its time and its first words, wherever the file lies."""
        if self.chat is None:
            name = f"{self.started} {digest(first)[:12]}"
            self.starts[name] = self.starts.get(name, 0) + 1
            again = f" {self.starts[name]}" if self.starts[name] > 1 else ""
            self.chat = self.session(name + again)
            self.chat.cwd = self.folder
            self.chat.reached(self.clock.last, derived=False)
        return self.chat

    def flush(self) -> None:
        """A turn is over."""
        asked, answered, self.asked, self.answered = self.asked, self.answered, [], []
        if asked:
            self.at(Found(asked[0].offset, asked[0].number, {}))
            text = "\n".join(row.text.removeprefix(PROMPT.rstrip()).strip() for row in asked)
            text = ASKING.sub("", text, count=1) if ASKING.match(text) else text
            if not COMMAND.match(text):
                self.say(self.talk(text), "user", text)
        if answered:
            self.at(Found(answered[0].offset, answered[0].number, {}))
            text = "\n".join(row.text for row in answered).strip()
            self.say(self.talk(text), "assistant", text, author=self.model)
