"""The page of the graph: every table with its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.config import resource
from reference_pages.markdown import code, table


def schema() -> Iterator[str]:
    """Every table of the graph."""
    text = (resource("schema") / "schema.cypher").read_text(encoding="utf-8")
    yield "# The graph"
    yield (
        "What `graphmem cypher` can ask, as `schema/schema.cypher` has it. Every time is UTC. `valid_*` is when it was "
        "so in the world; `recorded_*` and `retracted_at` are when it was said and when it was taken back. Intervals "
        "are half-open, and an end that is null is still open."
    )
    made = re.compile(r"((?://[^\n]*\n)*)CREATE (NODE|REL) TABLE (\w+)\(([^;]*)\);")
    added = re.findall(r"ALTER TABLE (\w+) ADD (\w+) (\w+)(?: DEFAULT [^;]+)?;", text)
    tables = [
        (note, kind, name, columns(body) + [(column, sort) for of, column, sort in added if of == name])
        for note, kind, name, body in made.findall(text)
    ]
    for kind, title in (("NODE", "Nodes"), ("REL", "Edges")):
        yield f"## {title}"
        for note, sort, name, held in tables:
            if sort == kind:
                yield f"### {name}"
                yield remark(note)
                yield from between(held)
                properties = [(code(n), t.lower()) for n, t in held if n != "FROM"]
                yield table(("property", "type"), properties) if properties else ""


def columns(body: str) -> list[tuple[str, str]]:
    """The names and types in the brackets of a table."""
    parts = [" ".join(part.split()) for part in body.split(",")]
    return [
        (name, rest.replace(" PRIMARY KEY", ", the key"))
        for name, _, rest in (part.partition(" ") for part in parts)
    ]


def between(held: list[tuple[str, str]]) -> Iterator[str]:
    """From which node to which an edge goes."""
    ends = [f"`{kind.replace(' TO ', '` → `')}`" for name, kind in held if name == "FROM"]
    if ends:
        yield ", ".join(ends)


def remark(note: str) -> str:
    """A comment of the schema as prose."""
    return " ".join(line.removeprefix("//").strip() for line in note.splitlines())
