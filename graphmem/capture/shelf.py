"""A store of many sessions and a cursor go in; the sessions that changed come out in batches, each with a cursor.

Stores that are no append-only files change in place: rows are edited, branches are left, an answer grows. So each
session has a stamp that is cheap to read and differs whenever the session does, and the cursor remembers the hashes
of the stamps that were handed out. A session whose stamp is new is read whole; of one that only grew, what was handed
out before does not come again.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from graphmem.capture.batch import RULES, Batch, Cursor, Limits
from graphmem.capture.tail import Bad
from graphmem.model import Message, Problem, Session

MARK_BYTES = 6  # of a session and its stamp: two of ten thousand agree by chance once in 10^7 stores
HEADS = 32  # so many sessions are remembered message by message

Head = list[int | str]  # messages, problems and unknown records that were handed out; hash of those messages


class Told(NamedTuple):
    """All that one session says."""

    session: Session
    messages: tuple[Message, ...]
    problems: tuple[Bad, ...] = ()
    unknown: tuple[str, ...] = ()


class Shelf(Protocol):
    """The sessions of one store."""

    def listed(self) -> Mapping[str, str]:
        """Keys of all sessions, the oldest first, each with its stamp."""
        ...

    def told(self, key: str) -> Told | None:
        """What a session says now; None when it says nothing that counts."""
        ...

    def problems(self) -> list[str]:
        """What was met so far that concerns the store and not one session."""
        ...


@dataclass(slots=True)
class Memory:
    """What the cursor remembers."""

    marks: set[bytes]
    heads: dict[str, Head]
    notes: str

    @classmethod
    def of(cls, cursor: Cursor | None) -> Memory:
        """What a cursor holds; one that other rules made, or that is damaged, counts as none."""
        state = cursor.state if cursor and cursor.state.get("rules") == RULES else {}
        packed, heads, notes = state.get("told"), state.get("heads"), state.get("notes")
        try:
            marks = base64.b64decode(packed, validate=True) if isinstance(packed, str) else b""
        except ValueError:
            marks = b""
        return cls(
            marks={marks[at : at + MARK_BYTES] for at in range(0, len(marks), MARK_BYTES)},
            heads={str(key): head for key, head in heads.items() if is_head(head)}
            if isinstance(heads, dict)
            else {},
            notes=notes if isinstance(notes, str) else "",
        )

    def cursor(self) -> Cursor:
        """The cursor that holds it."""
        packed = base64.b64encode(b"".join(sorted(self.marks))).decode()
        return Cursor(state={"rules": RULES, "told": packed, "heads": dict(self.heads), "notes": self.notes})

    def given(self, key: str, told: Told) -> Head:
        """How much of a session was handed out, when it still begins as it did then."""
        head = self.heads.get(key)
        if head and hash_of(told.messages[: int(head[0])]) == head[3]:
            return head
        return [0, 0, 0, ""]

    def keep(self, key: str, count: int, told: Told) -> None:
        """Remember that so many messages of a session were handed out."""
        self.heads.pop(key, None)
        self.heads[key] = [count, len(told.problems), len(told.unknown), hash_of(told.messages[:count])]
        while len(self.heads) > HEADS:
            del self.heads[next(iter(self.heads))]


def is_head(value: object) -> bool:
    """True for what `Memory.keep` writes."""
    return isinstance(value, list) and [type(item) for item in value] == [int, int, int, str]


def deliver_sessions(
    path: Path,
    shelf: Shelf,
    cursor: Cursor | None,
    *,
    limits: Limits,
    check: Callable[[], None] = lambda: None,
) -> Iterator[Batch]:
    """Yield the sessions that changed since the cursor was made; nothing when none did.

    `check` is called when a session was read and before it is handed out; what it raises ends the reading.
    """
    delivery = Delivery(path, Memory.of(cursor), limits)
    memory = delivery.memory
    listed = {key: mark_of(key, stamp) for key, stamp in shelf.listed().items()}
    check()
    changed = [key for key, mark in listed.items() if mark not in memory.marks]
    memory.marks &= set(listed.values())
    for key in changed:
        told = shelf.told(key)
        check()
        if told is not None:
            yield from delivery.add(key, told)
        memory.marks.add(listed[key])
    notes = list(shelf.problems())
    said = hash_of(notes) if notes else ""
    if said != memory.notes:
        delivery.problems += [Bad(0, 0, note) for note in notes]
        memory.notes = said
    if delivery.sessions or delivery.problems or (changed and memory.cursor() != cursor):
        yield delivery.batch()


class Delivery:
    """A batch in the making, and what is to be remembered behind it."""

    def __init__(self, path: Path, memory: Memory, limits: Limits) -> None:
        self.path, self.memory, self.limits = path, memory, limits
        self.sessions: dict[str, Session] = {}
        self.messages: list[Message] = []
        self.problems: list[Bad] = []
        self.unknown: list[str] = []
        self.characters = 0

    def add(self, key: str, told: Told) -> Iterator[Batch]:
        """Put in what is new of a session; yield a batch whenever one is full and something follows."""
        messages, problems, unknown, _ = self.memory.given(key, told)
        if self.is_full():
            yield self.batch()
        self.sessions[told.session.id] = told.session
        self.problems += told.problems[int(problems) :]
        self.unknown += told.unknown[int(unknown) :]
        for count in range(int(messages), len(told.messages)):
            if self.is_full():
                self.memory.keep(key, count, told)
                yield self.batch()
                self.sessions[told.session.id] = told.session
            self.messages.append(told.messages[count])
            self.characters += len(told.messages[count].text)
        self.memory.keep(key, len(told.messages), told)

    def is_full(self) -> bool:
        """True when the batch is to be handed out before anything is added."""
        return len(self.messages) >= self.limits.messages or self.characters >= self.limits.characters

    def batch(self) -> Batch:
        """The batch that is handed out; the next begins empty."""
        made = Batch(
            sessions=tuple(self.sessions.values()),
            messages=tuple(self.messages),
            problems=tuple(Problem(str(self.path), bad.line, bad.reason) for bad in self.problems),
            unknown=dict(Counter(self.unknown)),
            cursor=self.memory.cursor(),
        )
        self.sessions, self.messages, self.problems, self.unknown, self.characters = {}, [], [], [], 0
        return made


def mark_of(key: str, stamp: str) -> bytes:
    """A short stand-in for a session in one state."""
    return hashlib.blake2b(f"{key}\x1f{stamp}".encode("utf-8", "replace"), digest_size=MARK_BYTES).digest()


def hash_of(items: object) -> str:
    """A hash of messages, by what a store compares, or of texts."""
    digest = hashlib.blake2b(digest_size=12)
    for item in items if isinstance(items, tuple | list) else ():
        told = (item.id, item.text, item.active) if isinstance(item, Message) else item
        digest.update(repr(told).encode("utf-8", "replace"))
    return digest.hexdigest()
