"""The conversations that were held and their turns: bounds and a place go in, records behind it come out.

What does not fit is left out and the rest cut off before anything leaves the engine, and a piece is looked up by its
keys: what a page costs in Python follows the page and not the store.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.model import Message, Session
from graphmem.store import queries
from graphmem.store.lookup import each, in_full
from graphmem.store.queries import Reader

_SESSION_BOUNDS = {
    "project": "s.project = $project",
    "client": "s.client = $client",
    "since": "s.ended_at >= $since",
    "until": "s.started_at < $until",
}
_SESSIONS = "RETURN s.id, s.started_at ORDER BY s.started_at DESC, s.id"
_SESSIONS_AFTER = "(s.started_at < $at OR (s.started_at = $at AND s.id > $key))"
_SAID = "MATCH (s:Session)-[:HAS_MESSAGE]->(m:Message) WHERE s.id IN $ids RETURN s.id, count(m)"
_MESSAGE_BOUNDS = {
    "session": "s.id = $session",
    "project": "s.project = $project",
    "client": "s.client = $client",
    "role": "m.role = $role",
    "kind": "m.kind = $kind",
    "since": "m.sent_at >= $since",
    "until": "m.sent_at < $until",
}
_OF_SESSIONS = frozenset({"session", "project", "client"})
# Of one conversation as it went on; of all of them the newest first.
_TURNS = "RETURN m.id, m.seq ORDER BY m.seq, m.id"
_TURNS_AFTER = "(m.seq > $seq OR (m.seq = $seq AND m.id > $key))"
_NEWEST = "RETURN m.id, m.sent_at, m.seq ORDER BY m.sent_at DESC, m.seq DESC, m.id"
_NEWEST_AFTER = "(m.sent_at < $at OR (m.sent_at = $at AND (m.seq < $seq OR (m.seq = $seq AND m.id > $key))))"


class SessionPlace(NamedTuple):
    """Where a conversation stands in the list: the newest first, equals by id."""

    at: datetime
    key: str


class MessagePlace(NamedTuple):
    """Where a message stands, in its conversation and among all."""

    at: datetime
    seq: int
    key: str


def sessions_held(
    reader: Reader, given: dict[str, Any], *, after: SessionPlace | None, limit: int | None
) -> list[Session]:
    """The sessions that fit, the newest first; `given` may bound project, client, since and until."""
    where, values = [_SESSION_BOUNDS[name] for name in given], dict(given)
    if after is not None:
        where.append(_SESSIONS_AFTER)
        values |= after._asdict()
    match = f"(s:Session) WHERE {' AND '.join(where) or 'true'}"
    return in_full(
        lambda: _keys(reader, match, _SESSIONS, values, limit=limit),
        lambda ids: queries.sessions(reader, ids),
    )


def messages_held(
    reader: Reader, given: dict[str, Any], *, after: MessagePlace | None, limit: int | None
) -> list[Message]:
    """The messages that fit; `given` may bound session, role, kind, since, until, project and client."""
    where, values = [_MESSAGE_BOUNDS[name] for name in given], dict(given)
    behind, order = (_TURNS_AFTER, _TURNS) if "session" in given else (_NEWEST_AFTER, _NEWEST)
    if after is not None:
        where.append(behind)
        values |= {name: value for name, value in after._asdict().items() if f"${name}" in behind}
    pattern = "(s:Session)-[:HAS_MESSAGE]->(m:Message)" if _OF_SESSIONS & given.keys() else "(m:Message)"
    match = f"{pattern} WHERE {' AND '.join(where) or 'true'}"
    return in_full(
        lambda: _keys(reader, match, order, values, limit=limit),
        lambda ids: queries.messages(reader, ids),
    )


def said_in(reader: Reader, session_ids: Iterable[str]) -> dict[str, int]:
    """How many messages each session has."""
    return dict(each(reader, "Session", _SAID, session_ids))


def _keys(reader: Reader, match: str, order: str, values: dict[str, Any], *, limit: int | None) -> list[str]:
    """The ids of what fits, at most `limit`; only what they are ordered by is read of the rest."""
    cut = ""
    if limit is not None:
        cut, values = " LIMIT $rows", values | {"rows": limit}
    return [row[0] for row in reader.run(f"MATCH {match} {order}{cut}", values)]
