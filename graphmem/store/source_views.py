"""How the sources of each client do, made of what was counted when they were read; see `source_health`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from pathlib import Path

from graphmem.result import SourceView
from graphmem.store.source_health import SourceHealth, SourceRow
from graphmem.temporal import parse_time


def views(health: SourceHealth, client: str | None = None) -> tuple[SourceView, ...]:
    """One view a client, by name; of one client alone when it is given."""
    first = health.first_seen()
    rows = [row for row in health.sources() if client in (None, row.client)]
    return tuple(view(name, list(group), first) for name, group in groupby(rows, lambda row: row.client))


def view(client: str, rows: list[SourceRow], first: dict[tuple[str, str], str]) -> SourceView:
    """What was counted of all sources of one client."""
    unknown: Counter[str] = Counter()
    for row in rows:
        unknown.update(row.unknown)
    bad = [row for row in rows if row.problem]
    last = max(bad, key=lambda row: row.read_at, default=None)
    return SourceView(
        client=client,
        files=len(rows),
        gone=sum(not Path(row.path).exists() for row in rows),
        silent=sum(not row.messages for row in rows),
        messages=sum(row.messages for row in rows),
        read_at=newest(row.read_at for row in rows),
        said_at=newest(row.said_at for row in rows),
        problems=sum(row.problems for row in rows),
        problem=f"{last.path}: {last.problem}" if last else "",
        unknown=dict(unknown.most_common()),
        since={kind: parse_time(first[client, kind]) for kind in unknown if (client, kind) in first},
    )


def newest(times: Iterable[str]) -> datetime | None:
    """The last of some times in RFC 3339; None when none is stated."""
    return max((parse_time(one) for one in times if one), default=None)
