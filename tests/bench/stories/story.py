"""A text file goes in; stories come out: sessions with their days, and what must be answered from which viewpoint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.recall.talk import Turn

QUESTION = re.compile(
    r"(?P<form>[?~]) (?P<words>.+?) as_of (?P<as_of>\S+)(?: known_at (?P<known_at>\S+))? (?P<sign>[=+-]) (?P<value>.+)"
)


@dataclass(frozen=True)
class Question:
    """What is asked: the facts of an entity under predicates, or (`words`) a question put to recall.

    `sign`: "=" exactly these values hold, "+" this one among others, "-" this one does not.
    """

    line: str
    entity: str
    predicates: tuple[str, ...]
    words: str
    as_of: datetime
    known_at: datetime | None
    sign: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """Sessions in the order in which they took place, each a list of turns, and questions."""

    tag: str
    title: str
    sessions: tuple[tuple[Turn, ...], ...]
    questions: tuple[Question, ...]


def read_stories(path: Path) -> list[Story]:
    """The stories of a file; raises ValueError with the line that is of no known form."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    return [
        read_story(lines)
        for block in blocks
        if (lines := [line for line in block.splitlines() if line and not line.startswith("#")])
    ]


def read_story(lines: list[str]) -> Story:
    """One story."""
    tag, _, title = lines[0].removeprefix("[").partition("] ")
    sessions: list[list[Turn]] = []
    questions: list[Question] = []
    day = project = ""
    for line in lines[1:]:
        if line.startswith("@ "):
            day, _, project = line[2:].partition(" in ")
            sessions.append([])
        elif line[0] in "?~":
            questions.append(read_question(line))
        elif ": " in line and day:
            speaker, _, text = line.partition(": ")
            session = f"{title} {len(sessions)}"
            number = len(sessions[-1])
            at = f"{day}T10:0{number}:00+00:00"
            sessions[-1].append(Turn(session, f"{session}.{number}", speaker, text, at, project))
        else:
            raise ValueError(f"no line of a story: {line}")
    return Story(tag, title, tuple(map(tuple, sessions)), tuple(questions))


def read_question(line: str) -> Question:
    """One question; of a recall the words, else the entity and its predicates."""
    found = QUESTION.fullmatch(line)
    if found is None:
        raise ValueError(f"no question: {line}")
    entity, predicates = "", ""
    if found["form"] == "?":
        entity, _, predicates = found["words"].rpartition(" ")
    return Question(
        line=line,
        entity=entity,
        predicates=tuple(predicates.split("|")),
        words=found["words"] if found["form"] == "~" else "",
        as_of=noon(found["as_of"]),
        known_at=noon(found["known_at"]) if found["known_at"] else None,
        sign=found["sign"],
        values=() if found["value"] == "none" else tuple(found["value"].split(" & ")),
    )


def noon(day: str) -> datetime:
    """The middle of a day."""
    return datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=UTC)
