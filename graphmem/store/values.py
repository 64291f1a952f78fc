"""What goes into the graph engine and comes out of it: times are aware on our side, and naive in UTC on its own."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

TIME = re.compile(r"\b(?:DATE|TIMESTAMP\w*|INTERVAL)\b")  # in the name of a column's type
PLAIN = frozenset((str, int, float, bool, type(None)))  # what comes out of the engine as it is
COUNTED_AT_ONCE = 10_000  # rows of an Arrow batch
Row = tuple[Any, ...]


def check_times(result: Any, limit: int) -> None:
    """Raise OverflowError or ValueError for a time that Python has not; fetched, it would end the process.

    Only a statement that reckons can make one, so what stands in nodes and edges is not looked at.
    """
    kinds = [TIME.search(kind) is not None for kind in result.get_column_data_types()]
    if any(kinds):
        made = result.get_as_arrow(COUNTED_AT_ONCE)
        for column, timed in zip(made.columns, kinds, strict=True):
            if timed:
                column.slice(0, limit).to_pylist()
        result.reset_iterator()


def fetch(result: Any, limit: int | None) -> list[Row]:
    """The rows of an engine result as tuples with aware UTC times."""
    rows: list[Row] = []
    while result.has_next() and (limit is None or len(rows) < limit):
        row = result.get_next()
        rows.append(tuple(value if type(value) in PLAIN else from_engine(value) for value in row))
    return rows


def to_engine(value: Any) -> Any:
    """Aware times become naive UTC, which is what the engine stores without losing the offset."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value
    if isinstance(value, (list, tuple)):
        return [to_engine(item) for item in value]
    return value


def from_engine(value: Any) -> Any:
    """Naive times of the engine are UTC."""
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    if isinstance(value, list):
        return [from_engine(item) for item in value]
    if isinstance(value, dict):
        return {key: from_engine(item) for key, item in value.items()}
    return value
