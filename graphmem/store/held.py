"""The conversations that were held: bounds go in, sessions come out, filtered and cut before they leave the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model import Session
from graphmem.store.lookup import each
from graphmem.store.queries import Reader
from graphmem.store.state import SESSION

_BOUNDS = {
    "project": "s.project = $project",
    "client": "s.client = $client",
    "since": "s.ended_at >= $since",
    "until": "s.started_at < $until",
}
_FIELDS = ", ".join(f"s.{name}" for name in SESSION)
_SAID = "MATCH (s:Session)-[:HAS_MESSAGE]->(m:Message) WHERE s.id IN $ids RETURN s.id, count(m)"


def sessions_held(reader: Reader, given: Mapping[str, Any], *, limit: int | None) -> list[Session]:
    """The sessions that fit, the newest first; `given` may bound project, client, since and until."""
    bounds = " AND ".join(_BOUNDS[name] for name in given) or "true"
    cut, rows = ("", {}) if limit is None else (" LIMIT $rows", {"rows": limit})
    found = reader.run(
        f"MATCH (s:Session) WHERE {bounds} RETURN {_FIELDS} ORDER BY s.started_at DESC, s.id{cut}",
        {**given, **rows},
    )
    return [Session(**dict(zip(SESSION, row, strict=True))) for row in found]


def said_in(reader: Reader, session_ids: Iterable[str]) -> dict[str, int]:
    """How many messages each session has."""
    return dict(each(reader, "Session", _SAID, session_ids))
