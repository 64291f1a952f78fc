"""The graph as GEXF 1.3, for Gephi: a dynamic graph whose edges stand while they were so in the world.

GEXF knows one clock; the other, when a thing was known, is among the attributes.
"""

from __future__ import annotations

from typing import IO

from graphmem.store.forms.xml import HEAD, attributes, quoted, values
from graphmem.store.shape import EDGES, NODES, Kind, Shape
from graphmem.store.values import Row

OPENING = b'<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
LABELS = ("name", "title", "text", "predicate", "id")  # the first of these that a node has is its label
LABEL_CHARS = 80


def write(shape: Shape, file: IO[bytes]) -> None:
    """Write the document, a node or an edge a line."""
    file.write(HEAD + OPENING)
    file.write(b'<graph mode="dynamic" defaultedgetype="directed" timeformat="date">\n')
    nodes, edges = ([kind for kind in kinds if not kind.inner] for kinds in (NODES, EDGES))
    for what, kinds in (("node", nodes), ("edge", edges)):
        file.write(f'<attributes class="{what}">\n'.encode())
        for name, type_ in {"table": "string", **attributes(shape, kinds)}.items():
            file.write(f'<attribute id="{name}" title="{name}" type="{type_}"/>\n'.encode())
        file.write(b"</attributes>\n")
    file.write(b"<nodes>\n")
    for kind in nodes:
        for row in shape.rows(kind):
            head = f"id={quoted(row[0])} label={quoted(label(kind, row))}{span(kind, row)}"
            file.write(f"<node {head}>{held(kind, row)}</node>\n".encode())
    file.write(b"</nodes>\n<edges>\n")
    count = 0
    for kind in edges:
        for source, target, *rest in shape.rows(kind):
            row = tuple(rest)
            head = f'id="{count}" source={quoted(source)} target={quoted(target)}{span(kind, row)}'
            file.write(f"<edge {head}>{held(kind, row)}</edge>\n".encode())
            count += 1
    file.write(b"</edges>\n</graph>\n</gexf>\n")


def label(kind: Kind, row: Row) -> str:
    """What is written beside a node."""
    named = dict(zip(kind.columns, row, strict=True))
    found = next(str(named[name]) for name in LABELS if named.get(name))
    return found if len(found) <= LABEL_CHARS else found[: LABEL_CHARS - 1] + "…"


def span(kind: Kind, row: Row) -> str:
    """The days when it was so, as the attributes `start` and `end`; an end that is open is left out."""
    named = dict(zip(kind.columns, row, strict=True))
    ends = (("start", named.get("valid_from")), ("end", named.get("valid_until")))
    return "".join(f" {name}={quoted(at.date().isoformat())}" for name, at in ends if at is not None)


def held(kind: Kind, row: Row) -> str:
    """The columns of a row."""
    pairs = [("table", kind.name), *values(kind.columns, row)]
    shown = "".join(f'<attvalue for="{name}" value={quoted(value)}/>' for name, value in pairs)
    return f"<attvalues>{shown}</attvalues>"
