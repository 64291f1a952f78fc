"""Statements that change the graph, made of names of tables and columns, never of input."""

from __future__ import annotations

from collections.abc import Iterable


def properties(fields: Iterable[str]) -> str:
    """Columns as a map of parameters."""
    return "{" + ", ".join(f"{name}: ${name}" for name in fields) + "}"


def create(table: str, fields: Iterable[str]) -> str:
    """Make a node."""
    return f"CREATE (n:{table} {properties(fields)})"


def update(table: str, fields: Iterable[str]) -> str:
    """Set every column of a node."""
    sets = ", ".join(f"n.{name} = ${name}" for name in fields if name != "id")
    return f"MATCH (n:{table} {{id: $id}}) SET {sets}"


def edge(source: str, kind: str, target: str, fields: Iterable[str] = ()) -> str:
    """Make an edge between two nodes, when both are there."""
    return (
        f"MATCH (a:{source} {{id: $source}}) MATCH (b:{target} {{id: $target}}) "
        f"CREATE (a)-[:{kind} {properties(fields)}]->(b)"
    )
