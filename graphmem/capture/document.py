"""A file that its program writes anew each time goes in; batches of what it says that is new come out.

Such files are JSON documents, Markdown and archives. Where in the bytes something new begins says nothing here, so
the cursor remembers the messages instead: the hash of the first n of them, for a few n near the end. What still
hashes the same is not handed out again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from graphmem.capture.batch import RULES, Batch, Cursor, Interpreter, Limits
from graphmem.capture.parts import Parts
from graphmem.capture.tail import CHUNK, Bad, Found, IsRecord, opened
from graphmem.model import Message, Problem, Session

MARKS = 12  # lengths whose hash is kept: the number of messages, and it less 1, 2, 4, 8, ...
TOLD = 100  # so many problems of one file are told one by one


class Portion(NamedTuple):
    """A conversation of a document, or all of them when there are few, and what could not be read."""

    sessions: Mapping[str, Session]
    messages: Sequence[Message]
    problems: Sequence[Problem] = ()
    unknown: Mapping[str, int] = {}


Tell = Callable[[], Iterator[Portion]]  # goes through the document from its beginning, each time it is called


def portion(path: Path, interpreter: Interpreter) -> Portion:
    """All that an interpreter has made of what it was fed."""
    view = interpreter.view()
    placed = sorted(view.messages.values(), key=lambda item: (item.offset, item.message.seq))
    return Portion(
        view.sessions,
        [item.message for item in placed],
        [Problem(str(path), bad.line, bad.reason) for bad in interpreter.problems],
        Counter(kind for _, kind in interpreter.unknown),
    )


def feed_document(
    path: Path, interpreter: Interpreter, *, lists: Sequence[str], cap: int, is_record: IsRecord
) -> None:
    """Feed the parts of a JSON document to an interpreter, the items of lists last; raises OSError."""
    items: list[Found] = []
    with opened(path) as stream:
        for item in Parts(stream, lists=lists, cap=cap, is_record=is_record):
            if isinstance(item, Bad):
                interpreter.problems.append(item)
            elif item.value.keys() <= set(lists):
                items.append(item)
            else:
                # What a session is called may stand behind what was said in it.
                interpreter.feed(item)
    for item in items:
        interpreter.feed(item)


def deliver_document(path: Path, tell: Tell, cursor: Cursor | None, *, limits: Limits) -> Iterator[Batch]:
    """Yield what a document says beyond `cursor`; nothing when its bytes are the same. Raises OSError.

    A message that changed comes again, and with it all that stand behind it; whoever stores them knows them by id.
    """
    status = path.stat()
    stamp = file_digest(path)
    state = cursor.state if cursor is not None and cursor.state.get("rules") == RULES else {}
    if state.get("document") == stamp and state.get("whole"):
        return
    given = common(tell, state.get("marks"))
    chain = Chain()
    sent: list[Message] = []
    sessions: dict[str, Session] = {}
    problems: list[Problem] = []
    unknown: Counter[str] = Counter()
    size = 0

    before = Told.read(state.get("told"))

    def batch(*, whole: bool) -> Batch:
        told = Told.of(problems, unknown) if whole else before
        state = {
            "rules": RULES,
            "document": stamp,
            "whole": whole,
            "marks": chain.marks(),
            "told": told.written(),
        }
        return Batch(
            sessions=tuple(sessions.values()),
            messages=tuple(sent),
            problems=tuple(limited(before.new(problems), path)) if whole else (),
            unknown=dict(unknown - before.unknown) if whole else {},
            cursor=Cursor(offset=status.st_size if whole else 0, digest=stamp, state=state),
        )

    for part in tell():
        problems += part.problems
        unknown.update(part.unknown)
        sessions.update(part.sessions)
        for message in part.messages:
            if sent and (len(sent) >= limits.messages or size >= limits.characters):
                yield batch(whole=False)
                sent, sessions, size = [], dict(part.sessions), 0
            chain.add(message)
            if chain.count > given:
                sent.append(message)
                size += len(message.text)
    yield batch(whole=True)


def limited(problems: list[Problem], path: Path) -> list[Problem]:
    """The problems of a file; of very many, the first and how many more there are."""
    if len(problems) <= TOLD:
        return problems
    return [*problems[:TOLD], Problem(str(path), 0, f"{len(problems) - TOLD} more problems like these")]


class Told(NamedTuple):
    """What was said before about what could not be read: how often each reason, and each type of record."""

    reasons: Counter[str]
    unknown: Counter[str]

    @classmethod
    def of(cls, problems: Sequence[Problem], unknown: Counter[str]) -> Told:
        """What is said of a document; of very many reasons or types, some."""
        reasons = Counter(problem.reason for problem in problems)
        return cls(Counter(dict(reasons.most_common(TOLD))), Counter(dict(unknown.most_common(TOLD))))

    @classmethod
    def read(cls, value: object) -> Told:
        """What a cursor holds; nothing when it is anything else."""
        match value:
            case [dict(reasons), dict(unknown)] if all(
                isinstance(count, int) for count in (*reasons.values(), *unknown.values())
            ):
                return cls(Counter(reasons), Counter(unknown))
        return cls(Counter(), Counter())

    def written(self) -> list[dict[str, int]]:
        """For a cursor."""
        return [dict(self.reasons), dict(self.unknown)]

    def new(self, problems: Sequence[Problem]) -> list[Problem]:
        """The problems that were not told before."""
        left = Counter(self.reasons)
        found: list[Problem] = []
        for problem in problems:
            if left[problem.reason] > 0:
                left[problem.reason] -= 1
            else:
                found.append(problem)
        return found


class Chain:
    """The hash of all messages so far, and of a few shorter beginnings."""

    def __init__(self) -> None:
        self.hasher = hashlib.blake2b(digest_size=12)
        self.count = 0
        self.recent: list[tuple[int, str]] = []  # beginnings near the end, the longest last

    def add(self, message: Message) -> None:
        """One more message."""
        fields = (message.id, message.role, message.kind, message.text, str(message.active))
        self.hasher.update(msgspec.json.encode(fields))
        self.count += 1
        self.recent.append((self.count, self.hasher.hexdigest()))
        if len(self.recent) > 4 << MARKS:
            self.recent = self.marked()

    def marked(self) -> list[tuple[int, str]]:
        """The beginnings that are kept: near the end each, further away fewer and fewer."""
        wanted = {self.count} | {self.count - (1 << step) for step in range(MARKS)}
        by_count = dict(self.recent)
        return [(count, by_count[count]) for count in sorted(wanted) if count in by_count]

    def marks(self) -> list[list[int | str]]:
        """What a cursor holds."""
        return [list(mark) for mark in self.marked()]


def common(tell: Tell, marks: object) -> int:
    """How many messages the document begins with that were handed out before, as they are."""
    wanted = read_marks(marks)
    chain, found = Chain(), 0
    for part in tell() if wanted else ():
        for message in part.messages:
            chain.add(message)
            if wanted.get(chain.count) == chain.recent[-1][1]:
                found = chain.count
            if chain.count >= max(wanted):
                return found
    return found


def read_marks(value: object) -> dict[int, str]:
    """What `Chain.marks` made; empty when it is anything else."""
    found: dict[int, str] = {}
    for mark in value if isinstance(value, list) else ():
        match mark:
            case [int(count), str(digest)]:
                found[count] = digest
    return found


def file_digest(path: Path) -> str:
    """The hash of a file's bytes."""
    hasher = hashlib.blake2b(digest_size=16)
    with path.open("rb") as raw:
        while piece := raw.read(CHUNK):
            hasher.update(piece)
    return hasher.hexdigest()
