"""The whole graph becomes a file in one of several forms; the same beliefs give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, get_args

from graphmem.errors import MisuseError
from graphmem.result import ExportFormat, Progress
from graphmem.store.files import private_file
from graphmem.store.forms import cypher, gexf, graphml, jsonl, jsonld, tables
from graphmem.store.graph import Connection
from graphmem.store.shape import Shape
from graphmem.store.snapshot import snapshot
from graphmem.store.store import Store


class Form(NamedTuple):
    """How a form is written, what its files are called, and its media type."""

    write: Callable[[Shape, IO[bytes]], None]
    ending: str
    media_type: str


FORMS: dict[str, Form] = {
    "jsonl": Form(jsonl.write, "jsonl", "application/x-ndjson"),
    "jsonld": Form(jsonld.write, "jsonld", "application/ld+json"),
    "graphml": Form(graphml.write, "graphml", "application/graphml+xml"),
    "gexf": Form(gexf.write, "gexf", "application/gexf+xml"),
    "cypher": Form(cypher.write, "cypher", "text/plain; charset=utf-8"),
    "csv": Form(tables.write_csv, "csv.zip", "application/zip"),
    "parquet": Form(tables.write_parquet, "parquet.zip", "application/zip"),
}
assert set(FORMS) == set(get_args(ExportFormat))


class Written(NamedTuple):
    """How much an export holds."""

    nodes: int
    edges: int
    bytes: int


def lines(connection: Connection) -> Iterator[bytes]:
    """The graph as lines of JSON."""
    return jsonl.lines(Shape(connection))


def write(
    store: Store, file: IO[bytes], form: str, *, progress: Callable[[Progress], None] | None = None
) -> Written:
    """Write the graph as it is now to an open file, in bounded memory and without keeping anybody waiting.

    Raises MisuseError for a form that there is not; whatever `progress` raises ends it.
    """
    if form not in FORMS:
        raise MisuseError(f"There is no form {form!r} of export.", hint=f"Forms: {', '.join(FORMS)}.")
    with snapshot(store) as connection:
        shape = Shape(connection)
        if progress is not None:
            total, hear = shape.total(), progress
            shape.heard = lambda seen, table: hear(Progress(table, seen.nodes + seen.edges, total, 0, 0))
        FORMS[form].write(shape, file)
    return Written(shape.nodes, shape.edges, file.tell())


def export(
    store: Store, path: Path, form: str, *, progress: Callable[[Progress], None] | None = None
) -> dict[str, Any]:
    """Write the graph to a file; what it holds. Raises MisuseError for a file that cannot be written."""
    with private_file(path) as file:
        written = write(store, file, form, progress=progress)
    return {"path": str(path), "format": form, **written._asdict()}
