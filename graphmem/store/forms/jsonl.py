"""The graph as one JSON object a line: nodes, then edges, with sorted keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

import msgspec

from graphmem.store.shape import EDGES, NODES, Shape, told


def lines(shape: Shape) -> Iterator[bytes]:
    """Every node, then every edge, each a line without its end."""
    for kind in NODES:
        for row in shape.rows(kind):
            yield msgspec.json.encode({"node": kind.name, **told(kind.columns, row)}, order="sorted")
    for kind in EDGES:
        for row in shape.rows(kind):
            named = told(("from", "to", *kind.columns), row)
            yield msgspec.json.encode({"edge": kind.name, **named}, order="sorted")


def write(shape: Shape, file: IO[bytes]) -> None:
    """Write the lines."""
    for line in lines(shape):
        file.write(line + b"\n")
