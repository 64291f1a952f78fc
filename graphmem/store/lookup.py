"""Many keys, few statements: their rows for each of the keys, at a cost that follows the keys and not the store.

kuzu looks a node up by its key only when one key is asked for: `WHERE n.id IN $ids` reads the whole table. Measured,
milliseconds of processor time for eight facts with all their columns out of 10,000 and 100,000: 4.8 and 47 so,
3.5 and 3.7 one by one. For many keys of a small table the scan is the cheaper one again: at
100,000 facts a look-up of a node takes 0.1 ms and one along its edges 0.4 to 1.2, a scan 0.8 ms for a thousand nodes
and 0.7 to 1.8 for a thousand edges.

Most of what a look-up costs is the statement: eight messages take 1.5 ms one by one and 0.85 as branches of one
statement. Where an edge is followed, branches cost as much as statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

TOGETHER = (8, 4, 2, 1)  # keys of nodes that are looked up in one statement: more at a time cost no less each
FEW = 32  # keys that are looked up one by one whatever the table
# Rows that a scan reads in the time of one look-up: of a node, and along an edge.
SCANNED, FOLLOWED = 100, 500
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
    if _scans(reader, table, listed, FOLLOWED):
        return reader.run(statement, {"ids": listed, **parameters})
    one = _branches(statement, 1)
    return [row for key in listed for row in reader.run(one, {"id0": key, **parameters})]


def nodes(reader: Runs, table: str, statement: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
    """The same for a statement that looks at nothing but the nodes with these keys."""
    listed = sorted(set(keys))
    if _scans(reader, table, listed, SCANNED):
        return reader.run(statement, {"ids": listed})
    rows: list[tuple[Any, ...]] = []
    at = 0
    for size in TOGETHER:
        while at + size <= len(listed):
            given = {f"id{place}": key for place, key in enumerate(listed[at : at + size])}
            rows += reader.run(_branches(statement, size), given)
            at += size
    return rows


def present(reader: Runs, table: str, keys: Iterable[str]) -> set[str]:
    """Those of the keys that there are."""
    return {row[0] for row in nodes(reader, table, _there(table), keys)}


def worth(reader: Runs, table: str, keys: Iterable[str]) -> set[str]:
    """Keys whose edges are to be followed: of many only those that there are.

    Most of what an import asks about is new: finding that out of a key costs a tenth of following its edges.
    """
    listed = set(keys)
    return present(reader, table, listed) if len(listed) > FEW else listed


def _scans(reader: Runs, table: str, keys: Sequence[str], rows: int) -> bool:
    """Whether reading the whole table costs less than looking so many keys up, each as much as so many rows."""
    return len(keys) > FEW and len(keys) * rows > reader.run(_count(table))[0][0]


@lru_cache(maxsize=64)
def _there(table: str) -> str:
    """The keys of a table."""
    return f"MATCH (n:{table}) WHERE n.id IN $ids RETURN n.id"


@lru_cache(maxsize=512)
def _branches(statement: str, count: int) -> str:
    """The statement for so many keys, `$id0` and on, each in a branch of its own."""
    return " UNION ALL ".join(statement.replace("IN $ids", f"= $id{place}") for place in range(count))


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
