"""Entities that are there from the start: the user, and the agent and the project of every session.

In go the sessions of a batch and those of them that are new; out come sightings of entities, which are merged like
those of mentions. A session votes once for a kind, so that it does not matter in how many parts it was imported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphmem.model import Entity, Session
from graphmem.names import standing
from graphmem.revise.resolve import merge


def sightings(sessions: Iterable[Session], fresh: Collection[str]) -> dict[str, Entity]:
    """The entities of these sessions; those whose id is in `fresh` vote for a kind."""
    found: dict[str, Entity] = {}
    for session in sessions:
        for key, (name, kind) in standing(session).items():
            one = Entity(
                id=key,
                name=name,
                kind=kind,
                first_seen=session.started_at,
                last_seen=session.ended_at,
                votes=f"{kind}:1" if session.id in fresh else "",
            )
            found[key] = merge(found[key], one) if key in found else one
    return found
