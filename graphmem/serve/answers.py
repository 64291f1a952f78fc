"""What a verb gave back becomes bytes: JSON for all, and a record a line or a table where there is a list."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from graphmem.result import Table
from graphmem.store.forms.tables import unformed
from graphmem.temporal import utc

JSON, NDJSON, CSV = "application/json", "application/x-ndjson", "text/csv"


def encoded(value: object) -> bytes:
    """A record as JSON; times are RFC 3339 in UTC with a Z."""
    if isinstance(value, Table):
        value = {
            "columns": value.columns,
            "rows": [[settled(cell) for cell in row] for row in value.rows],
            "truncated": value.truncated,
        }
    return msgspec.json.encode(value, enc_hook=str)


def settled(cell: object) -> object:
    """A value of a Cypher row with every time in UTC and every key a text."""
    if isinstance(cell, datetime):
        return utc(cell)
    if isinstance(cell, dict):
        return {str(key): settled(item) for key, item in cell.items()}
    if isinstance(cell, list | tuple):
        return [settled(item) for item in cell]
    return cell


def lines(records: Sequence[object]) -> bytes:
    """One record a line."""
    return b"".join(encoded(record) + b"\n" for record in records)


def table(records: Sequence[msgspec.Struct]) -> bytes:
    """A table with a head, a row for each record; what is not flat stands as JSON in its cell.

    A cell that a spreadsheet would take for a formula begins with an apostrophe.
    """
    drawn = io.StringIO()
    writer = csv.writer(drawn)
    for place, record in enumerate(records):
        flat: dict[str, Any] = msgspec.to_builtins(record)
        if not place:
            writer.writerow(flat)
        writer.writerow([cell(value) for value in flat.values()])
    return drawn.getvalue().encode("utf-8", "replace")


def cell(value: object) -> str:
    """A value as the text of a cell."""
    if value is None:
        return ""
    return unformed(value) if isinstance(value, str) else encoded(value).decode()
