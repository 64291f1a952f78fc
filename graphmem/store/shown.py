"""What a hit shows of its fact: keys go in, few columns come out, since kuzu's price of a look-up is by the column."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.store.lookup import each
from graphmem.store.queries import Reader
from graphmem.temporal import Interval


class Stated(NamedTuple):
    """What a hit shows of a fact: few columns, since each is read apart."""

    id: str
    text: str
    valid_from: datetime | None
    valid_until: datetime | None
    end_recorded_at: datetime | None
    recorded_at: datetime

    @property
    def valid(self) -> Interval:
        """When it was so in the world."""
        return Interval(self.valid_from, self.valid_until)


class Quoted(NamedTuple):
    """What a hit shows of an evidence."""

    message_id: str
    said_at: datetime
    quote: str


_STATED = f"MATCH (f:Fact) WHERE f.id IN $ids RETURN {', '.join(f'f.{name}' for name in Stated._fields)}"
_QUOTED = (
    "MATCH (m:Message)<-[e:STATED_IN]-(f:Fact) WHERE f.id IN $ids RETURN f.id, e.id, m.id, e.said_at, e.quote"
)


def stated(reader: Reader, ids: Iterable[str]) -> dict[str, Stated]:
    """Facts as hits show them, by id; unknown ids are left out."""
    return {row[0]: Stated(*row) for row in each(reader, "Fact", _STATED, ids)}


def quoted(reader: Reader, ids: Iterable[str]) -> dict[str, list[Quoted]]:
    """The evidence of each fact as hits show it, oldest first."""
    listed = set(ids)
    found: dict[str, list[Quoted]] = {fact_id: [] for fact_id in listed}
    rows = each(reader, "Fact", _QUOTED, listed)
    for fact_id, _, *quote in sorted(rows, key=lambda row: (row[3], row[1])):
        found[fact_id].append(Quoted(*quote))
    return found
