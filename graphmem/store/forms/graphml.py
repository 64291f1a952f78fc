"""The graph as GraphML, for networkx, igraph, yEd and Gephi: each node and edge with its table and its columns."""

from __future__ import annotations

from typing import IO

from graphmem.store.forms.xml import HEAD, attributes, quoted, text, values
from graphmem.store.shape import EDGES, NODES, Shape
from graphmem.store.values import Row

OPENING = b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'


def write(shape: Shape, file: IO[bytes]) -> None:
    """Write the document, a node or an edge a line."""
    file.write(HEAD + OPENING)
    nodes, edges = ([kind for kind in kinds if not kind.inner] for kinds in (NODES, EDGES))
    for what, kinds in (("node", nodes), ("edge", edges)):
        for name, type_ in {"table": "string", **attributes(shape, kinds)}.items():
            key = f'<key id="{what}.{name}" for="{what}" attr.name="{name}" attr.type="{type_}"/>\n'
            file.write(key.encode())
    file.write(b'<graph id="graphmem" edgedefault="directed">\n')
    for kind in nodes:
        for row in shape.rows(kind):
            data = datum("node.table", kind.name) + data_of("node", kind.columns, row)
            file.write(f"<node id={quoted(row[0])}>{data}</node>\n".encode())
    for kind in edges:
        for source, target, *rest in shape.rows(kind):
            data = datum("edge.table", kind.name) + data_of("edge", kind.columns, tuple(rest))
            ends = f"source={quoted(source)} target={quoted(target)}"
            file.write(f"<edge {ends}>{data}</edge>\n".encode())
    file.write(b"</graph>\n</graphml>\n")


def data_of(what: str, names: tuple[str, ...], row: Row) -> str:
    """The columns of a row."""
    return "".join(datum(f"{what}.{name}", value) for name, value in values(names, row))


def datum(key: str, value: str) -> str:
    """One value."""
    return f'<data key="{key}">{text(value)}</data>'
