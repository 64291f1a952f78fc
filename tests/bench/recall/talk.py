"""Turns of any conversation become a transcript, and a reader brings it in as any client's is brought in.

One JSON object a line: session, turn, speaker, text, at. `register` makes the reader known under the client "talk",
so that `Memory.ingest` takes such a file through the pipeline that every transcript goes through.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.capture.machine import Machine
from graphmem.capture.reader import CLIENTS, Batch, Cursor
from graphmem.config import Settings
from graphmem.model import TRUST, Message, Session, content_id

CLIENT = "talk"


@dataclass(frozen=True)
class Turn:
    """One turn as it stands in a transcript; `role` is that of an agent's conversation, else both are people."""

    session: str
    turn: str
    speaker: str
    text: str
    at: str
    project: str = ""


def message_id(turn: str) -> str:
    """The id under which a turn is stored."""
    return content_id("msg", CLIENT, turn)


def write_talk(path: Path, turns: Iterable[Turn]) -> Path:
    """A transcript of these turns; sessions must not be interleaved."""
    lines = (json.dumps(turn.__dict__, ensure_ascii=False) for turn in turns)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


class TalkReader:
    """Reads what `write_talk` wrote, a batch for each session."""

    client = CLIENT

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def places(self, _machine: Machine) -> Iterator[Path]:
        """None: they are written for a benchmark."""
        yield from ()

    def discover(self, root: Path) -> Iterator[Path]:
        """Every transcript below the folder."""
        yield from sorted(root.rglob("*.talk.jsonl"))

    def recognises(self, path: Path) -> bool:
        """By its name."""
        return path.name.endswith(".talk.jsonl")

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """The sessions behind the cursor."""
        start = cursor.offset if cursor else 0
        with path.open("rb") as file:
            file.seek(start)
            lines = file.readlines()
        place = start
        for _, group in itertools.groupby(lines, key=lambda line: json.loads(line)["session"]):
            part = list(group)
            place += sum(map(len, part))
            yield batch_of([json.loads(line) for line in part], Cursor(offset=place))


def batch_of(records: list[dict[str, Any]], cursor: Cursor) -> Batch:
    """One session. The turns of a session often have one time: a second lies between them, so that they have an
    order on the clock too."""
    first = records[0]
    began = parse(first["at"])
    session = content_id("ses", CLIENT, first["session"])
    messages = []
    for number, record in enumerate(records):
        role = record["speaker"] if record["speaker"] in ("user", "assistant") else "user"
        messages.append(
            Message(
                id=message_id(record["turn"]),
                session_id=session,
                role=role,
                text=record["text"],
                seq=number,
                sent_at=max(parse(record["at"]), began + timedelta(seconds=number)),
                author=record["speaker"],
                trust=TRUST[role],
            )
        )
    return Batch(
        sessions=(
            Session(
                id=session,
                client=CLIENT,
                external_id=first["session"],
                started_at=began,
                ended_at=messages[-1].sent_at,
                project=first["project"],
            ),
        ),
        messages=tuple(messages),
        problems=(),
        unknown={},
        cursor=cursor,
    )


def parse(text: str) -> datetime:
    """A time; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def register() -> None:
    """Make the reader known in this process."""
    CLIENTS[CLIENT] = f"{TalkReader.__module__}:{TalkReader.__name__}"
