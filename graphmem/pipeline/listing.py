"""The verbs that list what there is: `facts`, `relations`, `sessions` and `messages`. A part of `Memory`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graphmem.capture.reader import ALIASES
from graphmem.listed import MessageView, RelationView, SessionView
from graphmem.model import Fact, MessageKind, Role
from graphmem.pipeline.asking import Asking
from graphmem.result import FactView
from graphmem.retrieve import browse, lists
from graphmem.store.listed import Asked, facts_listed
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint, now


class Listing(Asking):
    """What a memory holds, one after the other; a list goes on `after` a record, by its id."""

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
        """The facts that hold at `as_of` (now, when it is not given); with `all`, also those that ended or were
        retracted. What is believed comes first, the newest truth before the older; `after` a fact, by its id, the
        list goes on. With `project` those that were said in it, with what was said there. Raises NotFound."""
        view = Viewpoint(as_of if all else as_of or now(), known_at)
        with self._store.graph.reader() as reader:
            asked = Asked(
                entity=self._ids(reader, entity),
                predicate=predicate,
                project=project,
                view=seen(view, every=all),
            )
            found = self._listed(reader, asked, after, limit)
            return browse.fact_views(reader, found, view, project=project)

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
        """The relations between two entities that hold at `as_of` (now, when it is not given), as triples; with `all`,
        also those that ended or were retracted.

        `entity` is either end. In the order of `facts`, which also tells who said them; `after` a relation, by its id,
        the list goes on. Raises NotFound.
        """
        view = Viewpoint(as_of if all else as_of or now(), known_at)
        with self._store.graph.reader() as reader:
            asked = Asked(
                subject=self._ids(reader, subject),
                object=self._ids(reader, object),
                entity=self._ids(reader, entity),
                predicate=predicate,
                project=project,
                related=True,
                view=seen(view, every=all),
            )
            return lists.relation_views(reader, self._listed(reader, asked, after, limit), view)

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
        """The conversations, the newest first; with `since` and `until` those in which anything was said between.

        `fetch` and `messages` give the turns of one; `after` a session, by its id, the list goes on. Raises NotFound.
        """
        given = told(project=project, client=known_as(client), since=since, until=until)
        with self._store.graph.reader() as reader:
            return lists.session_views(reader, given, after=after, limit=limit)

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
        """The turns of all conversations, the newest first; those of one `session` as it went on.

        `since` and `until` bound when they were said; `after` a message, by its id, the list goes on. Raises NotFound.
        """
        given = told(
            session=session, role=role, kind=kind, since=since, until=until, project=project,
            client=known_as(client),
        )  # fmt: skip
        with self._store.graph.reader() as reader:
            return lists.message_views(reader, given, after=after, limit=limit)

    def _ids(self, reader: Reader, name: str | None) -> list[str] | None:
        """The entities that a name means; None when none is given."""
        return sorted(self._group(reader, name)) if name else None

    @staticmethod
    def _listed(reader: Reader, asked: Asked, after: str | None, limit: int | None) -> list[Fact]:
        place = lists.behind_fact(reader, after) if after is not None else None
        return facts_listed(reader, asked, after=place, limit=limit)


def seen(view: Viewpoint, *, every: bool) -> Viewpoint | None:
    """From where a list looks; None when it looks at all that ever was."""
    return None if every and view == Viewpoint() else view


def known_as(client: str | None) -> str | None:
    """A client by the name under which its sessions are kept."""
    return ALIASES.get(client.lower(), client) if client else client


def told(**bounds: Any) -> dict[str, Any]:
    """Those that are given."""
    return {name: value for name, value in bounds.items() if value is not None}
