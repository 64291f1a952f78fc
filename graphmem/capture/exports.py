"""The exports that services send to their users go in; the conversations in them come out, one after the other.

Every export is whole: one that was asked for a month later holds the same conversations, grown. Messages have the
ids of the service, so what is known is not stored again.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.archives import Member, Unreadable, is_archive, members
from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.conversation import Conversation
from graphmem.capture.document import Portion, deliver_document, portion
from graphmem.capture.machine import Machine
from graphmem.capture.parts import Parts
from graphmem.capture.sources import Sniffed, walk
from graphmem.capture.tail import Bad, Found
from graphmem.model import Problem

SNIFFED_ITEMS = 5
SNIFFED_MEMBERS = 300


class ExportReader(ClientReader, ABC):
    """A reader of exports in the making: say which members hold conversations, and what one looks like."""

    wanted = re.compile(r"(?:.*/)?conversations\.json")  # full names of members
    lists: tuple[str, ...] = ()

    @abstractmethod
    def is_conversation(self, item: dict[str, Any]) -> bool:
        """True for a conversation of this service, as opposed to an object from within one."""

    @abstractmethod
    def talk(self, path: Path) -> Conversation:
        """A fresh interpreter for one conversation."""

    def places(self, machine: Machine) -> Iterator[Path]:  # noqa: ARG002  an export lies where its owner put it
        """None: nobody knows where an export was put."""
        yield from ()

    def discover(self, root: Path) -> Iterator[Path]:
        """Archives, and unpacked files of such names, below a folder, in a fixed order."""
        for path in walk(root, (".zip", ".json"), {"node_modules"}):
            if path.suffix == ".zip" or self.wanted.fullmatch("/".join(path.parts[-2:])):
                yield path

    def recognises(self, path: Path) -> bool:
        """True when one of the members begins with a conversation."""
        try:
            return any(map(self.begins, self.chosen(path)[:SNIFFED_MEMBERS]))
        except OSError:
            return False

    def chosen(self, path: Path) -> list[Member]:
        """The members that may hold conversations; a file that is not packed is one, whatever its name."""
        found = members(path)
        return [one for one in found if self.wanted.fullmatch(one.name)] if is_archive(path) else found

    def begins(self, member: Member) -> bool:
        """True when one of the first items of a member is a conversation."""
        head = member.head()
        if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
            return False
        whole: dict[str, Any] = {}
        parts = Parts(Sniffed(head), lists=self.lists, cap=len(head) + 1, is_record=self.is_conversation)
        for number, part in enumerate(parts):
            if isinstance(part, Found):
                whole |= part.value
                items = [whole, *part.value.values()]
                if any(isinstance(one, dict) and self.is_conversation(one) for one in items):
                    return True
            if number >= SNIFFED_ITEMS and "" in whole:
                break
        # The first conversation may be longer than what was looked at.
        return self.looks_like(head)

    @abstractmethod
    def looks_like(self, head: bytes) -> bool:
        """True when bytes that break off within the first conversation can only be this service's."""

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the export says beyond the cursor; raises OSError when it cannot be read."""
        yield from deliver_document(path, lambda: self.tell(path), cursor, limits=self.limits)

    def tell(self, path: Path) -> Iterator[Portion]:
        """All conversations, with what could not be read between them."""
        for member in self.chosen(path):
            try:
                with member.opened() as stream:
                    parts = Parts(stream, lists=self.lists, cap=self.max_line, is_record=self.is_conversation)
                    yield from self.portions(path, member, parts)
            except Unreadable as cause:
                yield Portion({}, (), [Problem(str(path), 0, f"{member.name} {cause}")])

    def portions(self, path: Path, member: Member, parts: Parts) -> Iterator[Portion]:
        """The conversations of one member, each interpreted by itself; a member may be a single one."""
        whole: dict[str, Any] = {}
        for part in parts:
            if isinstance(part, Bad):
                yield Portion({}, (), [self.problem(path, member, part.line, part.reason)])
                continue
            for name, item in part.value.items():
                if isinstance(item, dict) and self.is_conversation(item):
                    yield self.told(path, member, part._replace(value=item))
                elif name in ("", *self.lists):
                    yield Portion(
                        {}, (), [self.problem(path, member, part.line, "an item that is no conversation")]
                    )
                else:
                    whole[name] = item
        if self.is_conversation(whole):
            yield self.told(path, member, Found(0, 1, whole))

    def told(self, path: Path, member: Member, found: Found) -> Portion:
        """What one conversation says."""
        talk = self.talk(path)
        talk.feed(found)
        told = portion(path, talk)
        return told._replace(
            problems=[self.problem(path, member, one.line, one.reason) for one in told.problems]
        )

    def problem(self, path: Path, member: Member, line: int, reason: str) -> Problem:
        """What is wrong, and in which member."""
        return Problem(str(path), line, reason if member.info is None else f"{member.name}: {reason}")
