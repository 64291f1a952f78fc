"""The record of activity with Gemini that Google Takeout gives goes in; prompts and answers come out as sessions.

It is a log, newest first, in the language of its owner, without conversations as such; only the address of a prompt
tells which conversation it was part of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from graphmem.capture.archives import Member, is_archive, members
from graphmem.capture.conversation import Conversation, digest, picture
from graphmem.capture.document import Portion, portion
from graphmem.capture.exports import ExportReader
from graphmem.capture.parts import Parts
from graphmem.capture.records import list_at, text_at
from graphmem.capture.tail import Bad, Found, read_time

CLIENT = "gemini-takeout"
LOG = "MyActivity.json"
PRODUCT = re.compile(r"\b(?:Gemini|Bard)\b")
PROMPTED = re.compile(r"(?:Prompted|Asked|Said)\s+", re.IGNORECASE)
# In other languages the words before a prompt end in a colon.
LABEL = re.compile(r"[^:：\n]{2,40}[:：]\s*")
BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "br", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table", "hr"}
)
HIDDEN = frozenset({"script", "style"})
TAG = re.compile(r"<[^<>]*>")


class TakeoutReader(ExportReader):
    """Reads the activity with Gemini from Google Takeout, in JSON."""

    client = CLIENT
    wanted = re.compile(r".*\.json")

    def is_conversation(self, item: dict[str, Any]) -> bool:
        """True for a record of this log."""
        if not isinstance(item.get("title"), str) or not isinstance(item.get("time"), str):
            return False
        products = [one for one in list_at(item, "products") if isinstance(one, str)]
        named = any(map(PRODUCT.search, [text_at(item, "header"), *products]))
        return named or host(text_at(item, "titleUrl")) == "gemini.google.com"

    def looks_like(self, head: bytes) -> bool:  # noqa: ARG002  records are short
        """Never: a record is short enough to be looked at whole."""
        return False

    def discover(self, root: Path) -> Iterator[Path]:
        """Archives, and logs that lie where Takeout puts them; their own name is in the language of their owner."""
        for path in super().discover(root):
            if path.suffix == ".zip" or path.name == LOG or any(map(PRODUCT.search, path.parts[-3:-1])):
                yield path

    def chosen(self, path: Path) -> list[Member]:
        """The members that may be the log; an archive holds those of many services."""
        found = super().chosen(path)
        return (
            [one for one in found if PRODUCT.search(one.name)] or found if is_archive(path) else members(path)
        )

    def talk(self, path: Path) -> Conversation:
        """A fresh interpreter."""
        return TakeoutTalk(path, tool_chars=self.tool_chars)

    def portions(self, path: Path, member: Member, parts: Parts) -> Iterator[Portion]:
        """All records of a member together, oldest first."""
        talk = self.talk(path)
        records: list[Found] = []
        for part in parts:
            if isinstance(part, Bad):
                talk.problems.append(part)
            elif isinstance(item := part.value.get(""), dict) and self.is_conversation(item):
                records.append(part._replace(value=item))
        for record in sorted(records, key=lambda record: text_at(record.value, "time")):
            talk.feed(record)
        told = portion(path, talk)
        yield told._replace(
            problems=[self.problem(path, member, one.line, one.reason) for one in told.problems]
        )


class TakeoutTalk(Conversation):
    """What the records of a log say."""

    client = CLIENT

    def feed(self, found: Found) -> None:
        """Take in one record."""
        record = found.value
        self.at(found, record.get("time"))
        prompt = prompt_in(record)
        if not prompt:
            return
        moment = read_time(record.get("time"))
        thread = urlsplit(text_at(record, "titleUrl")).path.rstrip("/").rpartition("/")[2]
        day = f"{moment:%Y-%m-%d}" if moment else "without a day"
        session = self.session(thread if thread not in ("", "app") else f"activity of {day}")
        key = f"{text_at(record, 'time')} {digest(prompt)}"
        files = [picture(one) for one in list_at(record, "attachedFiles") if isinstance(one, dict)]
        self.say(session, "user", "\n\n".join([prompt, *files]), key=key)
        answers = [text_at(one, "html") for one in list_at(record, "safeHtmlItem") if isinstance(one, dict)]
        text = "\n\n".join(filter(None, map(plain_text, answers)))
        self.at(found)
        self.say(session, "assistant", text, key=f"{key} answer", author="gemini")


def host(address: str) -> str:
    """The host of an address; "" when it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def prompt_in(record: dict[str, Any]) -> str:
    """What the user asked; "" for other activities, such as a choice between two answers."""
    title = text_at(record, "title").strip()
    english = PROMPTED.match(title)
    if english is not None:
        return title[english.end() :]
    label = LABEL.match(title)
    if label is not None and (record.get("safeHtmlItem") or record.get("titleUrl")):
        return title[label.end() :]
    return title if record.get("safeHtmlItem") else ""


class Text(HTMLParser):
    """Collects the text of a piece of HTML, a line for each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  as inherited
        """A block begins a line, an item a point."""
        self.hidden += tag in HIDDEN
        if tag in BLOCKS:
            self.pieces.append("\n- " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line."""
        self.hidden = max(0, self.hidden - (tag in HIDDEN))
        if tag in BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        """Text that can be seen."""
        if not self.hidden:
            self.pieces.append(data)


def plain_text(html: str) -> str:
    """The text of a piece of HTML."""
    parser = Text()
    try:
        parser.feed(html)
        parser.close()
    except AssertionError:
        # The parser gives up at declarations that are none.
        parser.pieces[:] = [TAG.sub("\n", html)]
    lines = (" ".join(line.split()) for line in "".join(parser.pieces).splitlines())
    return "\n".join(line for line in lines if line and line != "-")
