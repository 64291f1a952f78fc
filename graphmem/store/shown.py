"""What a hit shows of its fact: keys go in, few columns come out, since kuzu's price of a look-up is by the column."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.store.lookup import each, nodes
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
# The message is not looked at: its id stands in that of the evidence, and the way to it costs more than all the rest.
_TOLD = (
    "MATCH (f:Fact)-[e:STATED_IN]->(:Message) WHERE f.id IN $ids RETURN e.said_at, e.id, e.quote, "
    f"{', '.join(f'f.{name}' for name in Stated._fields)}"
)


def told(reader: Reader, ids: Iterable[str]) -> tuple[dict[str, Stated], dict[str, list[Quoted]]]:
    """Facts as hits show them, by id, and the evidence of each, oldest first; unknown ids are left out of both."""
    listed = set(ids)
    facts: dict[str, Stated] = {}
    quotes: dict[str, list[Quoted]] = {}
    for said_at, key, quote, *fact in sorted(each(reader, "Fact", _TOLD, listed)):
        facts[fact[0]] = Stated(*fact)
        quotes.setdefault(fact[0], []).append(Quoted(key.rpartition("#")[0], said_at, quote))
    bare = nodes(reader, "Fact", _STATED, listed - facts.keys())
    facts.update((row[0], Stated(*row)) for row in bare)
    quotes.update((row[0], []) for row in bare)
    return facts, quotes


_GRAINS = (
    "MATCH (f:Fact)-[e:STATED_IN]->(:Message) WHERE f.id IN $ids AND e.grain <> '' "
    "RETURN f.id, e.said_at, e.id, e.grain"
)


def grains(reader: Reader, ids: Iterable[str]) -> dict[str, str]:
    """How finely the date of each fact was told when it was told first; those of which none was are left out."""
    rows = sorted(each(reader, "Fact", _GRAINS, ids), reverse=True)
    return {fact_id: grain for fact_id, _, _, grain in rows}
