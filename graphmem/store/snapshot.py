"""A copy of the graph for work that reads for long: it sees one instant, and nobody waits for it.

A reader that stays in the graph itself keeps the engine from folding its log, and in the end from writing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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
        store.graph.write(lambda writer: copy(writer, store.graph_file, path, fold=store.written))
        copied = Graph(
            path,
            engine=store.settings["store.engine"],
            buffer_pool_mb=store.settings["store.buffer_pool_mb"],
            max_db_gb=store.settings["store.max_db_gb"],
        )
        try:
            with copied.reader() as connection:
                yield connection
        finally:
            copied.close(fold=False)


def sweep(home: Path) -> None:
    """Remove copies that a process left which was killed; only for the owner of the store."""
    for folder in home.glob(PREFIX + "*"):
        shutil.rmtree(folder, ignore_errors=True)


def copy(writer: Connection, graph: Path, to: Path, *, fold: bool) -> None:
    """Copy a graph file on the writer's thread, the one that changes it.

    The log, if there may be one, is folded into it first: replayed from a copy, Kuzu 0.11.3 has left out edges that
    it held. A reader in the way is waited for by the engine; raises EngineError when it stays for long.
    """
    if fold:
        writer.script(["CHECKPOINT"])
    shutil.copyfile(graph, to)
