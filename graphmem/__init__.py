"""Local-first memory for LLM agents: a knowledge graph that knows when each thing was true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphmem.errors import GraphmemError
from graphmem.model import Entity, Fact, Message, Problem, Session
from graphmem.result import Hit, Recall, Source
from graphmem.temporal import Interval, Viewpoint

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.serve.client import Client

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


def __getattr__(name: str) -> Any:
    """Import Memory or Client on first use: whoever only needs the records pays for nothing else."""
    if name == "Memory":
        from graphmem.memory import Memory  # noqa: PLC0415 - the point of this function

        return Memory
    if name == "Client":
        from graphmem.serve.client import Client  # noqa: PLC0415 - as above

        return Client
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
