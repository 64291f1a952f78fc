"""What the lists of `Memory` give back beside facts and pages: conversations, their turns, and relations; frozen."""

from __future__ import annotations

from datetime import datetime

from graphmem.model import MessageKind, Record, Role


class SessionView(Record, frozen=True, omit_defaults=False):
    """One conversation: where and when it was held, and how many messages of it are kept."""

    id: str
    client: str
    project: str
    branch: str
    title: str
    started_at: datetime
    ended_at: datetime
    messages: int


class MessageView(Record, frozen=True, omit_defaults=False):
    """One turn of a conversation; it is not `active` on a branch that was rewound or edited away."""

    id: str
    session_id: str
    client: str
    project: str
    role: Role
    author: str
    kind: MessageKind
    text: str
    seq: int  # place in the session
    sent_at: datetime
    active: bool


class RelationView(Record, frozen=True, omit_defaults=False):
    """A triple of two entities, and the validity as it was believed from the viewpoint; `fact_id` tells who said it."""

    id: str
    fact_id: str
    subject: str  # name
    predicate: str
    object: str  # name
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    weight: float  # how sure it is, between 0 and 1
    subject_id: str
    object_id: str
