"""The whole graph, table by table: rows in an order that depends on the content alone, a bounded number at a time.

Two stores that believe the same give the same rows, whatever engine holds them and in whatever order they came to
believe it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from graphmem.store.graph import Connection
from graphmem.store.state import (
    ALIAS,
    ALIAS_LINKS,
    ENTITY,
    EVIDENCE,
    FACT,
    JUDGEMENT,
    MESSAGE,
    RELATES,
    RELATION,
    SESSION,
)
from graphmem.store.values import Row
from graphmem.store.wiki_state import COMMUNITY, PAGE, PAGE_VERSION
from graphmem.temporal import format_time

ROWS = 5_000  # at most so many are in memory, and more only where one pair of nodes has more edges


class Kind(NamedTuple):
    """A table of nodes, or of edges when `source` and `target` name the tables of their ends.

    `inner` tables are those by which the engine looks things up; they follow from the others. Edges of one table that
    lead to nodes of several are a kind for each.
    """

    name: str
    columns: tuple[str, ...]
    source: str = ""
    target: str = ""
    inner: bool = False

    @property
    def file(self) -> str:
        """A name that no other kind has."""
        return f"{self.name}_{self.target}" if self.name == "DESCRIBES" else self.name


NODES = (
    Kind("Session", SESSION),
    Kind("Message", MESSAGE),
    Kind("Entity", ENTITY),
    Kind("NameKey", ("id",), inner=True),
    Kind("Slot", ("id",), inner=True),
    Kind("Fact", FACT),
    Kind("Relation", ("id", *RELATION)),
    Kind("Judgement", JUDGEMENT),
    Kind("Community", COMMUNITY),
    Kind("Page", PAGE),
    Kind("PageVersion", PAGE_VERSION),
)
EDGES = (
    Kind("HAS_MESSAGE", (), "Session", "Message"),
    Kind("MENTIONS", ("start_char", "end_char"), "Message", "Entity"),
    Kind("FILLS", (), "Fact", "Slot", inner=True),
    Kind("STATED_IN", EVIDENCE, "Fact", "Message"),
    Kind("ABOUT", ("role",), "Fact", "Entity"),
    Kind("ASSERTS", (), "Fact", "Relation"),
    Kind("SUBJECT_OF", (), "Entity", "Relation"),
    Kind("OBJECT_IS", (), "Relation", "Entity"),
    Kind("RELATES", RELATES, "Entity", "Entity"),
    *(Kind(name, ALIAS, "Entity", "Entity") for name in ALIAS_LINKS),
    Kind("KNOWN_BY", (), "Entity", "NameKey", inner=True),
    Kind("SUPERSEDES", ("recorded_at",), "Fact", "Fact"),
    Kind("CONTRADICTS", ("recorded_at",), "Fact", "Fact"),
    Kind("IN_COMMUNITY", (), "Entity", "Community"),
    Kind("PART_OF", (), "Community", "Community"),
    Kind("DESCRIBES", (), "Page", "Community"),
    Kind("DESCRIBES", (), "Page", "Entity"),
    Kind("CITES", (), "Page", "Fact"),
    Kind("LINKS_TO", (), "Page", "Page"),
)


class Shape:
    """The tables of a graph that does not change meanwhile; counts what was read, and tells `heard` of it."""

    def __init__(self, connection: Connection, heard: Callable[[Shape, str], None] | None = None) -> None:
        self.connection, self.heard = connection, heard
        self.nodes = self.edges = 0

    def types(self, kind: Kind) -> dict[str, str]:
        """The type of each column of a table, as the engine calls it."""
        rows = self.connection.run(f"CALL table_info('{kind.name}') RETURN name, type")
        types: dict[str, str] = dict(rows)
        return {name: types[name] for name in kind.columns}

    def rows(self, kind: Kind) -> Iterator[Row]:
        """The rows of a table: its columns, for an edge after the ids of its ends."""
        for page in self.pages(kind):
            yield from page

    def pages(self, kind: Kind) -> Iterator[list[Row]]:
        """The same, as many rows together as are in memory at a time."""
        for page in self._edge_pages(kind) if kind.source else self._node_pages(kind):
            if kind.source:
                self.edges += len(page)
            else:
                self.nodes += len(page)
            if self.heard is not None:
                self.heard(self, kind.name)
            yield page

    def total(self) -> int:
        """How many nodes and edges there are."""
        nodes = [f"MATCH (n:{kind.name}) RETURN count(n)" for kind in NODES]
        edges = [
            f"MATCH (:{kind.source})-[r:{kind.name}]->(:{kind.target}) RETURN count(r)" for kind in EDGES
        ]
        return sum(int(self.connection.run(statement)[0][0]) for statement in (*nodes, *edges))

    def _node_pages(self, kind: Kind) -> Iterator[list[Row]]:
        fields = ", ".join(f"n.{name}" for name in kind.columns)
        statement = (
            f"MATCH (n:{kind.name}) WHERE n.id > $after RETURN n.id AS key, {fields} ORDER BY key LIMIT $rows"
        )
        after = ""
        while page := self.connection.run(statement, {"after": after, "rows": ROWS}):
            after = page[-1][0]
            yield [row[1:] for row in page]

    def _edge_pages(self, kind: Kind) -> Iterator[list[Row]]:
        """Edges by source and target: as many sources together as fit, and one that does not fit in slices."""
        edges = f"MATCH (a:{kind.source})-[r:{kind.name}]->(b:{kind.target})"
        fields = "".join(f", r.{name}" for name in kind.columns)
        sources = f"{edges} WHERE a.id >= $low AND a.id <= $high RETURN a.id, b.id{fields}"
        one = f"{edges} WHERE a.id = $id AND b.id >= $low AND b.id <= $high RETURN a.id, b.id{fields}"
        ends = f"{edges} WHERE a.id = $id RETURN b.id AS key, count(r) ORDER BY key"
        degrees = self.connection.stream(f"{edges} RETURN a.id AS key, count(r) ORDER BY key")
        for low, high, count in windows(degrees):
            if count <= ROWS:
                yield self._page(sources, {"low": low, "high": high})
                continue
            for first, last, _ in windows(self.connection.stream(ends, {"id": low})):
                yield self._page(one, {"id": low, "low": first, "high": last})

    def _page(self, statement: str, parameters: dict[str, Any]) -> list[Row]:
        return sorted(self.connection.run(statement, parameters), key=edge_key)


def windows(counts: Iterator[Row]) -> Iterator[tuple[str, str, int]]:
    """First key, last key and number of rows of stretches with at most ROWS rows; a key with more stands alone."""
    low = high = ""
    total = 0
    for key, count in counts:
        if total and total + count > ROWS:
            yield low, high, total
            total = 0
        low = low if total else key
        high, total = key, total + count
    if total:
        yield low, high, total


def edge_key(row: Row) -> tuple[str, str, bytes]:
    """What edges are sorted by: source, target, and all that is said of them."""
    return row[0], row[1], msgspec.json.encode(row[2:])


def told(names: Sequence[str], row: Row) -> dict[str, Any]:
    """A row with its names; an unset text and an empty one are the same, and times are RFC 3339."""
    plain = ((name, plainly(value)) for name, value in zip(names, row, strict=True))
    return {name: value for name, value in plain if value not in (None, "")}


def plainly(value: Any) -> Any:
    """A time as text; anything else as it is."""
    return format_time(value) if hasattr(value, "tzinfo") else value
