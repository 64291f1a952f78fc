"""A file and the place up to which it was read go in; batches of what is new come out, each with the next place.

The file is always interpreted from its start, because a later line can change what an earlier one meant: a branch
is rewound, an answer grows, a turn is rolled back. What is handed out is the difference between what the file says
now and what it said when it was read last. So a result depends on the bytes of the file alone, never on where an
earlier reading was cut off, and a cursor stays small however long the conversation is. Who watches a file that grows
keeps what it said so far (`Warm`) and reads on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from graphmem.capture.tail import Bad, Found, Tail, digests
from graphmem.capture.warm import Kept, Warm
from graphmem.model import Message, Problem, Session

RULES = 1  # raised when files read under older rules must be read again from their start


class Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place up to which a file was read: plain bytes, whole lines, and the hash of those bytes.

    `state` holds how much of the file was known when the batch before this place was made (`known`, bytes, and
    `digest`, the hash of those), the version of the rules that were used (`rules`), and, between two batches of
    changes to what was handed out before, how many were given of those that a file of that size asks for
    (`changed`: size, number).
    """

    offset: int = 0
    line: int = 0
    digest: str = ""
    state: dict[str, Any] = {}


class Batch(msgspec.Struct, frozen=True):
    """What is to be stored together with the cursor behind it.

    A message comes again, with the same id, when its text grew or when it became active or inactive. `fallback`
    says that the source is a mere list of prompts: what it holds of a session that is known otherwise is a copy.
    `restarted` says that the file was read before and had to be read anew, as if it had not been.
    """

    sessions: tuple[Session, ...]
    messages: tuple[Message, ...]
    problems: tuple[Problem, ...]
    unknown: dict[str, int]  # types of records that no rule knows, and how many were passed over
    cursor: Cursor
    fallback: bool = False
    restarted: bool = False


class Placed(NamedTuple):
    """A message and the record that last had a say in it."""

    offset: int
    line: int
    message: Message


@dataclass(slots=True)
class View:
    """All that a file says up to some place."""

    sessions: dict[str, Session] = field(default_factory=dict)
    messages: dict[str, Placed] = field(default_factory=dict)


class Interpreter(Protocol):
    """Makes sense of the records of one file, in file order."""

    problems: list[Bad]
    unknown: list[tuple[int, str]]  # offset and type

    def feed(self, found: Found) -> None:
        """Take in one record; never raises for what it holds."""
        ...

    def view(self) -> View:
        """What the records so far say; does not change the interpreter."""
        ...


class Limits(msgspec.Struct, frozen=True):
    """How large a batch may grow; a single line is never divided."""

    messages: int = 200
    characters: int = 2_000_000


@dataclass(slots=True)
class Part:
    """A batch in the making: its messages, and the place behind it."""

    owed: list[Placed]
    offset: int
    line: int
    known: int
    changed: int = 0


def deliver(
    tail: Tail,
    interpreter: Interpreter,
    cursor: Cursor | None,
    *,
    limits: Limits,
    fallback: bool = False,
    warm: Warm | None = None,
) -> Iterator[Batch]:
    """Yield what a file says beyond `cursor`, and what it now says otherwise; nothing when nothing changed.

    A cursor that does not fit the bytes of the file, or that other rules made, counts as none. An interpreter that
    `warm` holds of the file goes on where it was, in place of the one that is given.
    """
    start = fitting(tail.path, cursor)
    known = int(start.state.get("known", 0))
    if start.offset and known == start.offset and not tail.has_more(start.offset):
        return
    kept = warm.take(tail.path, end=known, digest=start.state.get("digest", "")) if warm and known else None
    before: View | None = None
    if kept is not None:
        interpreter, before = kept.interpreter, kept.interpreter.view()
    for item in tail.records(after=(kept.end, kept.line) if kept else (0, 0)):
        if isinstance(item, Bad):
            interpreter.problems.append(item)
            continue
        if before is None and item.offset >= known:
            before = interpreter.view()
        interpreter.feed(item)
    now = interpreter.view()
    before = before or now
    first = changed_sessions(before, now, start.offset)
    owed = differences(before, now, start.offset)[given_already(start, tail.end) :]
    if not owed and not first and (tail.end, tail.end) == (start.offset, known):
        if warm is not None and kept is not None:
            warm.keep(tail.path, kept)
        return
    parts = divided(owed, start, tail, limits)
    hashes = digests(tail.path, [place for part in parts for place in (part.offset, part.known)])
    if warm is not None and tail.closed and tail.end in hashes:
        warm.keep(tail.path, Kept(interpreter, tail.end, tail.line, hashes[tail.end]))
    restarted = bool(cursor and cursor.offset and not start.offset)
    place = start.offset
    for part in parts:
        used = {item.message.session_id: None for item in part.owed} | first
        yield Batch(
            sessions=tuple(now.sessions[key] for key in used if key in now.sessions),
            messages=tuple(item.message for item in part.owed),
            problems=tuple(
                Problem(str(tail.path), bad.line, bad.reason)
                for bad in interpreter.problems
                if place <= bad.offset < part.offset
            ),
            unknown=dict(Counter(kind for at, kind in interpreter.unknown if place <= at < part.offset)),
            cursor=Cursor(
                offset=part.offset,
                line=part.line,
                digest=hashes.get(part.offset, ""),
                state={
                    "rules": RULES,
                    "known": part.known,
                    "digest": hashes.get(part.known, ""),
                    **({"changed": [tail.end, part.changed]} if part.changed else {}),
                },
            ),
            fallback=fallback,
            restarted=restarted,
        )
        place, first, restarted = part.offset, {}, False


def fitting(path: Path, cursor: Cursor | None) -> Cursor:
    """The cursor when it fits the file, else the very start."""
    if cursor is None or not cursor.offset or cursor.state.get("rules") != RULES:
        return Cursor()
    known = cursor.state.get("known")
    if not isinstance(known, int) or known < 0:
        return Cursor()
    hashes = digests(path, (cursor.offset, known))
    same = hashes.get(cursor.offset) == cursor.digest and hashes.get(known) == cursor.state.get("digest")
    return cursor if same else Cursor()


def given_already(start: Cursor, size: int) -> int:
    """How many changes were handed out before a stop, when the file is still of that size."""
    match start.state.get("changed"):
        case [int(seen), int(count)] if seen == size and count > 0:
            return count
    return 0


def differences(before: View, now: View, offset: int) -> list[Placed]:
    """Messages that were not handed out yet, or not as they are now, in file order.

    One that was handed out and is no more comes as inactive.
    """
    out = {key: item for key, item in before.messages.items() if item.offset < offset}
    owed = [item for key, item in now.messages.items() if key not in out or out[key].message != item.message]
    owed += [
        item._replace(message=msgspec.structs.replace(item.message, active=False))
        for key, item in out.items()
        if key not in now.messages and item.message.active
    ]
    return sorted(owed, key=lambda item: (item.offset, item.message.seq))


def changed_sessions(before: View, now: View, offset: int) -> dict[str, None]:
    """Ids of sessions that were handed out and are described otherwise now."""
    out = {item.message.session_id for item in before.messages.values() if item.offset < offset}
    return {
        key: None
        for key, session in now.sessions.items()
        if key in out and before.sessions.get(key) != session
    }


def divided(owed: Sequence[Placed], start: Cursor, tail: Tail, limits: Limits) -> list[Part]:
    """Cut what is owed into parts; the last one reaches to the end of what is there.

    Changes to what was handed out before come first and do not move the place; only behind the last of them does
    the cursor say that the whole file is known, so that a stop between two of them loses none.
    """
    parts: list[Part] = []
    held: list[Placed] = []
    size = 0
    old = int(start.state.get("known", 0))
    given = given_already(start, tail.end)
    for index, item in enumerate(owed):
        held.append(item)
        size += len(item.message.text)
        if index + 1 == len(owed) or (len(held) < limits.messages and size < limits.characters):
            continue
        follows = owed[index + 1]
        if follows.offset < start.offset:
            parts.append(Part(held, start.offset, start.line, old, given + index + 1))
        elif follows.offset > item.offset:
            parts.append(Part(held, max(follows.offset, start.offset), follows.line - 1, tail.end))
        else:
            continue
        held, size = [], 0
    parts.append(Part(held, tail.end, tail.line, tail.end))
    return parts
