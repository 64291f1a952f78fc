"""The graph as JSON-LD 1.1: a context, and every node and edge as an object of one array.

An edge is a statement about its ends (`from`, `to`), so that it can say when it held and when it was known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

import msgspec

from graphmem.store.shape import EDGES, NODES, Shape, told

IRI = "urn:graphmem:"


def context(shape: Shape) -> dict[str, Any]:
    """What the terms mean: those with a type of their own, and a vocabulary for the rest."""
    types = {name: type_ for kind in (*NODES, *EDGES) for name, type_ in shape.types(kind).items()}
    timed = sorted(name for name, type_ in types.items() if type_ == "TIMESTAMP")
    return {
        "@version": 1.1,
        "@vocab": f"{IRI}schema:",
        "node": f"{IRI}node:",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "from": {"@id": "rdf:subject", "@type": "@id"},
        "to": {"@id": "rdf:object", "@type": "@id"},
        **{name: {"@id": f"{IRI}schema:{name}", "@type": "xsd:dateTime"} for name in timed},
    }


def objects(shape: Shape) -> Iterator[dict[str, Any]]:
    """Nodes, then edges."""
    for kind in NODES:
        if not kind.inner:
            for row in shape.rows(kind):
                yield {"@id": f"node:{row[0]}", "@type": kind.name, **told(kind.columns, row)}
    for kind in EDGES:
        if not kind.inner:
            for source, target, *rest in shape.rows(kind):
                ends = {"from": f"node:{source}", "to": f"node:{target}"}
                yield {"@type": kind.name, **ends, **told(kind.columns, tuple(rest))}


def write(shape: Shape, file: IO[bytes]) -> None:
    """Write the document, an object a line."""
    file.write(b'{"@context":' + msgspec.json.encode(context(shape)) + b',"@graph":[')
    for place, one in enumerate(objects(shape)):
        file.write((b",\n" if place else b"\n") + msgspec.json.encode(one))
    file.write(b"\n]}\n")
