"""The whole graph as text: one JSON object a line, in an order and form that depend on the content alone.

Two stores that believe the same export the same bytes, whatever engine holds them and in whatever order they
came to believe it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from graphmem.temporal import format_time

_NODES = {
    "Session": SESSION,
    "Message": MESSAGE,
    "Entity": ENTITY,
    "NameKey": ("id",),
    "Slot": ("id",),
    "Fact": FACT,
    "Relation": ("id", *RELATION),
    "Judgement": JUDGEMENT,
}
_EDGES = {
    "HAS_MESSAGE": ("Session", "Message", ()),
    "MENTIONS": ("Message", "Entity", ("start_char", "end_char")),
    "FILLS": ("Fact", "Slot", ()),
    "STATED_IN": ("Fact", "Message", EVIDENCE),
    "ABOUT": ("Fact", "Entity", ("role",)),
    "ASSERTS": ("Fact", "Relation", ()),
    "SUBJECT_OF": ("Entity", "Relation", ()),
    "OBJECT_IS": ("Relation", "Entity", ()),
    "RELATES": ("Entity", "Entity", RELATES),
    **dict.fromkeys(ALIAS_LINKS, ("Entity", "Entity", ALIAS)),
    "KNOWN_BY": ("Entity", "NameKey", ()),
    "SUPERSEDES": ("Fact", "Fact", ("recorded_at",)),
    "CONTRADICTS": ("Fact", "Fact", ("recorded_at",)),
}


def lines(connection: Connection) -> Iterator[bytes]:
    """Every node, then every edge, as lines of JSON with sorted keys and RFC 3339 times."""
    for table, names in _NODES.items():
        fields = ", ".join(f"n.{name}" for name in names)
        rows = connection.run(f"MATCH (n:{table}) RETURN {fields} ORDER BY n.id")
        for row in rows:
            yield encode({"node": table, **dict(zip(names, row, strict=True))})
    for kind, (source, target, properties) in _EDGES.items():
        fields = "".join(f", r.{name}" for name in properties)
        rows = connection.run(f"MATCH (a:{source})-[r:{kind}]->(b:{target}) RETURN a.id, b.id{fields}")
        keys = ("from", "to", *properties)
        yield from sorted(encode({"edge": kind, **dict(zip(keys, row, strict=True))}) for row in rows)


def encode(record: dict[str, Any]) -> bytes:
    """One line; an unset text and an empty one are the same."""
    plain = {key: format_time(value) if hasattr(value, "tzinfo") else value for key, value in record.items()}
    return msgspec.json.encode({k: v for k, v in plain.items() if v not in (None, "")}, order="sorted")


def export(connection: Connection, path: Path) -> int:
    """Write the graph to a file (mode 0600, replaced when it is complete); the number of lines."""
    temporary = path.with_name(path.name + ".part")
    count = 0
    with temporary.open("wb") as file:
        temporary.chmod(0o600)
        for line in lines(connection):
            file.write(line + b"\n")
            count += 1
    temporary.replace(path)
    return count
