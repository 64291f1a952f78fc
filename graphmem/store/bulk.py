"""The whole ledger at once: its state, and quiet while millions of records are made that all stay."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import NamedTuple, TypeVar, cast

from graphmem.store.apply import SET_APPLIED
from graphmem.store.graph import Connection
from graphmem.store.ledger import Ledger
from graphmem.store.state import State

# The engine holds all of a copy in its buffer pool, in three and a half times the room that it has as Arrow, and the
# keys of the tables that were copied before. Few pieces are best: what comes behind the first is woven into the edges
# that are there (measured: 400,000 facts in three pieces take twice the time of one, and more room on the disk).
COPY_TAKES = 5
# Bytes of JSON: a ledger with fewer is copied in one transaction, since most of its time is waiting for the disk after
# every table. A larger one would keep all of it in memory until the end.
SMALL = 1 << 20
Item = TypeVar("Item")


class Folded(NamedTuple):
    """The state that the ledger tells, the number of its last event, and how much was read."""

    state: State
    seq: int
    size: int  # bytes of JSON


def fold(ledger: Ledger) -> Folded:
    """All events, one after the other."""
    state, seq, size = State(), 0, 0
    for event in ledger.events():
        state.fold(event.change)
        seq, size = event.seq, size + event.size
    return Folded(state, seq, size)


def load(connection: Connection, told: Folded, *, room: int) -> None:
    """Fill a fresh, migrated file with a whole state by bulk copies; `room` is the engine's memory in bytes.

    Whoever calls removes the file when this fails: it may hold a part of the state.
    """
    with connection.transaction() if told.size < SMALL else nullcontext():
        copy(connection, told.state, room=room)
        connection.run(SET_APPLIED, {"seq": told.seq})


def copy(connection: Connection, state: State, *, room: int) -> None:
    """Every table, one after the other."""
    from graphmem.store import arrow  # noqa: PLC0415 - heavy, and only a rebuild needs it

    for name, rows in ahead(arrow.joined(arrow.tables(state), ends_of(connection))):
        table, _, target = name.partition(">")  # where edges of one table lead to nodes of several
        if rows.num_rows:
            # The engine takes columns by place and not by name: put them in the order of the table.
            order = [row[0] for row in connection.run(f"CALL table_info('{table}') RETURN name")]
            ends = ["from", "to"] if "from" in rows.column_names else []
            whole, pair = rows.select([*ends, *order]), ("Page", target) if target else None
            for piece in arrow.pieces(whole, room // COPY_TAKES):
                connection.copy(table, arrow.in_batches(piece) if ends else piece, pair=pair)


def ends_of(connection: Connection) -> dict[str, tuple[str, str]]:
    """Which nodes each table of edges joins; a table that joins several kinds is named with the target behind `>`."""
    found: dict[str, tuple[str, str]] = {}
    for (name,) in connection.run("CALL show_tables() WHERE type = 'REL' RETURN name"):
        rows = connection.run(f"CALL show_connection('{name}') RETURN *")
        for source, target, *_ in rows:
            found[name if len(rows) == 1 else f"{name}>{target}"] = (source, target)
    return found


def ahead(items: Iterable[Item]) -> Iterator[Item]:
    """The same items; the next one is being made, by a thread of its own, while one is used."""
    coming, end = iter(items), object()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="graphmem-ahead") as worker:
        following: Future[Item | object] = worker.submit(next, coming, end)
        while (item := following.result()) is not end:
            following = worker.submit(next, coming, end)
            yield cast("Item", item)


@contextmanager
def uncollected() -> Iterator[None]:
    """Inside, nobody looks for cycles of garbage: each look walks every record that was made, and finds none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
