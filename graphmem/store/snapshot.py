"""A copy of the graph for work that reads for long: it sees one instant, and nobody waits for it.

A reader that stays in the graph itself keeps the engine from folding its log, and in the end from writing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.store.graph import Connection, Graph

if TYPE_CHECKING:
    from graphmem.store.store import Store

PREFIX = "snapshot-"


@contextmanager
def snapshot(store: Store) -> Iterator[Connection]:
    """A connection to a copy of the graph as it is between two writes; gone when the context ends."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=store.home) as folder:
        path = Path(folder) / store.graph_file.name
        # The engine changes its files in the writer's thread alone: there they are whole, the log with the rest.
        store.graph.write(lambda _: copy(store.graph_file, path))
        copied = Graph(
            path,
            engine=store.settings["store.engine"],
            buffer_pool_mb=store.settings["store.buffer_pool_mb"],
            max_db_gb=store.settings["store.max_db_gb"],
        )
        with closing(copied), copied.reader() as connection:
            yield connection


def sweep(home: Path) -> None:
    """Remove copies that a process left which was killed; only for the owner of the store."""
    for folder in home.glob(PREFIX + "*"):
        shutil.rmtree(folder, ignore_errors=True)


def copy(graph: Path, to: Path) -> None:
    """Copy a graph file and its log."""
    for suffix in ("", ".wal"):
        file = graph.with_name(graph.name + suffix)
        if file.exists():
            shutil.copyfile(file, to.with_name(to.name + suffix))
