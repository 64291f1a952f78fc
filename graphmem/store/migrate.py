"""Brings a graph file to the schema of this version: `schema/migrations/*.cypher`, in the order of their numbers."""

from __future__ import annotations

import re
from pathlib import Path

from graphmem.config import resource
from graphmem.errors import EngineError, StoreTooNew
from graphmem.store.graph import Connection

_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def migrations() -> list[tuple[int, Path]]:
    """The migrations that this version ships, by number."""
    files = sorted((resource("schema") / "migrations").glob("*.cypher"))
    return [(int(file.name.split("_", 1)[0]), file) for file in files]


def newest_schema() -> int:
    """The schema version that this graphmem writes."""
    return migrations()[-1][0]


def statements(text: str) -> list[str]:
    """The statements of a Cypher file, without comments."""
    return [part.strip() for part in _COMMENT.sub("", text).split(";") if part.strip()]


def schema_version(connection: Connection) -> int:
    """The number of the last migration that was applied; 0 for an empty file."""
    tables = {row[0] for row in connection.run("CALL show_tables() RETURN name")}
    if "Meta" not in tables:
        return 0
    rows = connection.run("MATCH (m:Meta {id: 'graph'}) RETURN m.schema_version")
    return int(rows[0][0]) if rows else 0


def migrate(connection: Connection) -> int:
    """Apply what is pending, each migration and its number in one transaction; the version reached.

    Raises StoreTooNew when the file is ahead of this version; it is then left as it was.
    """
    known, newest = migrations(), newest_schema()
    current = schema_version(connection)
    if current > newest:
        raise StoreTooNew(
            f"The graph has schema version {current}, this graphmem knows up to {newest}. It was not touched.",
            hint="Upgrade graphmem.",
        )
    for number, file in known:
        if number <= current:
            continue
        try:
            with connection.transaction():
                connection.script(statements(file.read_text(encoding="utf-8")))
                connection.run(
                    "MERGE (m:Meta {id: 'graph'}) SET m.schema_version = $number, "
                    "m.applied_seq = coalesce(m.applied_seq, 0)",
                    {"number": number},
                )
        except EngineError as cause:
            raise EngineError(f"Migration {file.name} failed: {cause.message}") from cause
        current = number
    return current
