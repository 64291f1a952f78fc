"""A row of the documents in the making, and times as the numbers that stand in it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime

from graphmem.index.documents import FOREVER, NEVER, ROW, micros


@dataclass(slots=True)
class Draft:
    """A row in the making; the fields of `documents.ROW` in their order."""

    key: int
    digest: int = 0
    mask: int = 0
    valid_from: int = NEVER
    valid_until: int = FOREVER
    end_known: int = NEVER
    recorded_at: int = NEVER
    retracted_at: int = FOREVER
    said_at: int = NEVER
    id: bytes = b""
    predicate: int = 0
    subject: int = 0
    session: int = 0
    place: int = 0
    scope: int = 0
    seq: int = 0
    trust: float = 0.0
    kind: int = 0
    flags: int = 0
    form: int = 0
    spare: int = 0


FIELDS = tuple(one.name for one in fields(Draft))
assert ROW.names == FIELDS


def start(moment: datetime | None) -> int:
    """A start as a number; None is since ever."""
    return NEVER if moment is None else micros(moment)


def end(moment: datetime | None) -> int:
    """An end as a number; None is still open."""
    return FOREVER if moment is None else micros(moment)
