"""The graph as a Cypher script: the schema, then one statement for each node and edge, each on lines of its own.

Kùzu and ladybug run it as it is, and then hold the same graph. Another engine takes what follows the schema, once
`timestamp(` is what it calls a time.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import IO, Any

from graphmem.config import resource
from graphmem.store.shape import EDGES, NODES, Shape
from graphmem.store.values import Row

ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'"})  # Kùzu knows no others


def write(shape: Shape, file: IO[bytes]) -> None:
    """Write the script; every statement ends with a semicolon at the end of its line."""
    for migration in sorted((resource("schema") / "migrations").glob("*.cypher")):
        file.write(migration.read_bytes() + b"\n")
    for kind in NODES:
        for row in shape.rows(kind):
            file.write(f"CREATE (:{kind.name} {{{properties(kind.columns, row)}}});\n".encode())
    for kind in EDGES:
        for source, target, *rest in shape.rows(kind):
            held = properties(kind.columns, tuple(rest))
            edge = f"[:{kind.name} {{{held}}}]" if held else f"[:{kind.name}]"
            ends = f"(a:{kind.source} {{id: {literal(source)}}}), (b:{kind.target} {{id: {literal(target)}}})"
            file.write(f"MATCH {ends} CREATE (a)-{edge}->(b);\n".encode())


def properties(names: tuple[str, ...], row: Row) -> str:
    """The columns of a row that are set."""
    pairs = zip(names, row, strict=True)
    return ", ".join(f"{name}: {literal(value)}" for name, value in pairs if value is not None)


def literal(value: Any) -> str:
    """A value as Cypher writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return f"timestamp('{value.astimezone(UTC).replace(tzinfo=None).isoformat(sep=' ')}')"
    if isinstance(value, str):
        # A reader that takes a semicolon at the end of a line for the end of a statement must find no other.
        return f"'{value.translate(ESCAPES)}'".replace(";\n", ";' + '\n")
    return repr(value)
