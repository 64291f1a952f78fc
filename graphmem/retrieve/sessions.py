"""The conversations themselves: filters go in, sessions come out with how much was said in each, the newest first."""

from __future__ import annotations

from datetime import datetime

from graphmem.result import SessionView
from graphmem.store import queries
from graphmem.store.queries import Reader


def session_views(
    reader: Reader,
    *,
    project: str | None,
    client: str | None,
    since: datetime | None,
    until: datetime | None,
    limit: int | None,
) -> tuple[SessionView, ...]:
    """Sessions in which anything was said from `since` on and before `until`, at most `limit`."""
    chosen = [
        one
        for one in queries.all_sessions(reader)
        if (project is None or one.project == project)
        and (client is None or one.client == client)
        and (since is None or one.ended_at >= since)
        and (until is None or one.started_at < until)
    ][:limit]
    counts = queries.said_in(reader, [one.id for one in chosen])
    return tuple(
        SessionView(
            id=one.id,
            client=one.client,
            project=one.project,
            branch=one.branch,
            title=one.title,
            started_at=one.started_at,
            ended_at=one.ended_at,
            messages=counts.get(one.id, 0),
        )
        for one in chosen
    )
