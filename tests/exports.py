"""All that a memory holds, as an export writes it: read from the graph itself, where an export copies it first."""

from __future__ import annotations

from graphmem.store.archive import lines


def exported(memory):
    with memory._store.graph.reader() as reader:
        return b"".join(line + b"\n" for line in lines(reader))
