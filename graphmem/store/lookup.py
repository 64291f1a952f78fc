"""Many keys, one statement: its rows for each of the keys, at a cost that follows the keys and not the store.

kuzu looks a node up by its key only when one key is asked for: `WHERE n.id IN $ids` reads the whole table. Measured,
milliseconds of processor time for eight facts with all their columns out of 10,000 and 100,000: 4.8 and 47 so,
3.5 and 3.7 one by one. For many keys of a small table the scan is the cheaper one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

FEW = 32  # keys that are looked up one by one whatever the table
SCANNED = 1000  # rows that a scan reads in the time of one look-up
AGAIN = 3  # times that a list is made at most while records vanish under it
Found = TypeVar("Found")


class Runs(Protocol):
    """A connection to the graph."""

    def run(self, statement: str, parameters: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of one statement."""


def each(
    reader: Runs, table: str, statement: str, keys: Iterable[str], **parameters: Any
) -> list[tuple[Any, ...]]:
    """The rows of a statement with `IN $ids` over the keys of a node table, in the order of the keys or of the table.

    The statement must give for the keys together what it gives for each alone; a row that several of them give may
    come more than once.
    """
    listed = sorted(set(keys))
    if not listed:
        return []
    if len(listed) > FEW and len(listed) * SCANNED > reader.run(_count(table))[0][0]:
        return reader.run(statement, {"ids": listed, **parameters})
    one = _one(statement)
    return [row for key in listed for row in reader.run(one, {"id": key, **parameters})]


@lru_cache(maxsize=256)
def _one(statement: str) -> str:
    """The statement for one key."""
    return statement.replace("IN $ids", "= $id")


@lru_cache(maxsize=64)
def _count(table: str) -> str:
    """How many rows a table has."""
    return f"MATCH (n:{table}) RETURN count(n)"


def in_full(
    keys: Callable[[], list[str]], records: Callable[[list[str]], Mapping[str, Found]]
) -> list[Found]:
    """The records of the keys that one statement gives and another looks up, in their order.

    What is forgotten between the two is among the keys and not among the records: then both are asked again, so that
    a page is not taken for the last one because it is short.
    """
    listed: list[str] = []
    found: Mapping[str, Found] = {}
    for _ in range(AGAIN):
        listed = keys()
        found = records(listed)
        if len(found) == len(listed):
            break
    return [found[key] for key in listed if key in found]
