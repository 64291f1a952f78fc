"""Local-first memory for LLM agents: a knowledge graph that knows when each thing was true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.errors import GraphmemError
    from graphmem.memory import Memory
    from graphmem.model import Entity, Fact, Message, Problem, Session
    from graphmem.result import Hit, Recall, Source
    from graphmem.serve.client import Client
    from graphmem.temporal import Interval, Viewpoint

__version__ = "0.1.0"
__all__ = [
    "Client",
    "Entity",
    "Fact",
    "GraphmemError",
    "Hit",
    "Interval",
    "Memory",
    "Message",
    "Problem",
    "Recall",
    "Session",
    "Source",
    "Viewpoint",
]

# Imported on first use: a hook of a client has no time for the records, nor whoever only reads them for a memory.
HOMES = {
    "Client": "serve.client",
    "Entity": "model",
    "Fact": "model",
    "GraphmemError": "errors",
    "Hit": "result",
    "Interval": "temporal",
    "Memory": "memory",
    "Message": "model",
    "Problem": "model",
    "Recall": "result",
    "Session": "model",
    "Source": "result",
    "Viewpoint": "temporal",
}


def __getattr__(name: str) -> Any:
    """A public name, from the module where it is at home."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as above

    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
