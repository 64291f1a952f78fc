"""The verbs that list what there is, asked of a daemon over HTTP; a part of `Client`."""

from __future__ import annotations

from datetime import datetime

from graphmem.listed import MessageView, RelationView, SessionView
from graphmem.model import MessageKind, Role
from graphmem.result import FactView
from graphmem.serve.remote import Remote


class Lists(Remote):
    """What a memory holds, asked of a daemon."""

    def facts(
        self,
        *,
        entity: str | None = None,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        all: bool = False,  # noqa: A002 - the word that people expect
        project: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> tuple[FactView, ...]:
        """See Memory.facts."""
        return self._ask("facts", locals(), tuple[FactView, ...])

    def relations(
        self,
        *,
        entity: str | None = None,
        subject: str | None = None,
        object: str | None = None,  # noqa: A002 - the word that people expect
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        all: bool = False,  # noqa: A002 - the word that people expect
        project: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> tuple[RelationView, ...]:
        """See Memory.relations."""
        return self._ask("relations", locals(), tuple[RelationView, ...])

    def sessions(
        self,
        *,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> tuple[SessionView, ...]:
        """See Memory.sessions."""
        return self._ask("sessions", locals(), tuple[SessionView, ...])

    def messages(
        self,
        *,
        session: str | None = None,
        role: Role | None = None,
        kind: MessageKind | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        project: str | None = None,
        client: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> tuple[MessageView, ...]:
        """See Memory.messages."""
        return self._ask("messages", locals(), tuple[MessageView, ...])
