"""An error goes in and problem details (RFC 9457) come out; a client makes the same error of them again."""

from __future__ import annotations

from typing import Any

from graphmem import errors
from graphmem.errors import GraphmemError

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:graphmem:error:"

# The most special comes first.
STATUS: tuple[tuple[type[GraphmemError], int], ...] = (
    (errors.NotFound, 404),
    (errors.Forbidden, 403),
    (errors.MisuseError, 422),
    (errors.SourceError, 422),
    (errors.MissingExtra, 501),
    (errors.DiskFull, 507),
    (errors.StoreError, 503),
    (GraphmemError, 500),
)


def details(error: GraphmemError, **more: object) -> dict[str, Any]:
    """What an error says, as the members of problem details."""
    status = next(code for kind, code in STATUS if isinstance(error, kind))
    return problem(status, type(error).__name__, error.message, hint=error.hint, **more)


def problem(status: int, name: str, detail: str, **more: object) -> dict[str, Any]:
    """Problem details; empty members are left out."""
    told = {"type": TYPE + name, "title": name, "status": status, "detail": detail, **more}
    return {key: value for key, value in told.items() if value not in ("", None)}


def raised(told: dict[str, Any], status: int) -> GraphmemError:
    """The error that problem details tell of, of its own type where that is known here."""
    name = str(told.get("type", "")).removeprefix(TYPE)
    kind = getattr(errors, name, None)
    known = isinstance(kind, type) and issubclass(kind, GraphmemError)
    message = str(told.get("detail") or f"The daemon answered with status {status}.")
    return (kind if known else GraphmemError)(message, hint=str(told.get("hint", "")))  # type: ignore[misc]  # a class, as was looked at
