"""The conversations themselves: filters go in, sessions come out with how much was said in each, the newest first."""

from __future__ import annotations

from datetime import datetime

from graphmem.result import SessionView
from graphmem.store.held import said_in, sessions_held
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
    bounds = {"project": project, "client": client, "since": since, "until": until}
    chosen = sessions_held(reader, {k: v for k, v in bounds.items() if v is not None}, limit=limit)
    counts = said_in(reader, [one.id for one in chosen])
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
