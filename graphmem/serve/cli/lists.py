"""The commands that list what there is: facts, relations, sessions and messages."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.model import MessageKind, Role
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import (
    AsOf,
    Client,
    Home,
    Json,
    KnownAt,
    Limit,
    Predicate,
    Project,
    Since,
    Until,
    one_of,
    when,
)

After = Annotated[str | None, typer.Option(metavar="ID", help="Go on behind this one.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Also what is over or was taken back.")]
About = Annotated[
    str | None, typer.Option(help="Only what is about this entity, by name or id.", show_default=False)
]


@command
def facts(
    *,
    entity: About = None,
    predicate: Predicate = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    all_: All = False,
    project: Project = None,
    limit: Limit = None,
    after: After = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List facts with the time in which each was true."""
    with end.open_memory(home) as memory:
        found = memory.facts(
            entity=entity,
            predicate=predicate,
            as_of=when(as_of),
            known_at=when(known_at),
            all=all_,
            project=project,
            limit=limit,
            after=after,
        )
    answer({"facts": found}, as_json=as_json, view="facts")


@command
def relations(
    *,
    entity: About = None,
    subject: Annotated[
        str | None, typer.Option(help="Only those that leave this entity.", show_default=False)
    ] = None,
    object_: Annotated[
        str | None, typer.Option("--object", help="Only those that lead to this entity.", show_default=False)
    ] = None,
    predicate: Predicate = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    all_: All = False,
    project: Project = None,
    limit: Limit = None,
    after: After = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List who and what is connected, how, and since when."""
    with end.open_memory(home) as memory:
        found = memory.relations(
            entity=entity,
            subject=subject,
            object=object_,
            predicate=predicate,
            as_of=when(as_of),
            known_at=when(known_at),
            all=all_,
            project=project,
            limit=limit,
            after=after,
        )
    answer({"relations": found}, as_json=as_json, view="relations")


@command
def sessions(
    *,
    project: Project = None,
    client: Client = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = None,
    after: After = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List the conversations, the newest first."""
    with end.open_memory(home) as memory:
        found = memory.sessions(
            project=project, client=client, since=when(since), until=when(until), limit=limit, after=after
        )
    answer({"sessions": found}, as_json=as_json, view="sessions")


@command
def messages(
    *,
    session: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Only those of this session, as it went on.", show_default=False),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(help="Only those of the user, assistant, system or tool.", show_default=False),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only text, tool_call, tool_result or summary.", show_default=False)
    ] = None,
    since: Since = None,
    until: Until = None,
    project: Project = None,
    client: Client = None,
    limit: Limit = None,
    after: After = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List what was said, the newest first; of one session as it went on."""
    said_by, of_kind = one_of(role, Role), one_of(kind, MessageKind)
    with end.open_memory(home) as memory:
        found = memory.messages(
            session=session,
            role=said_by,
            kind=of_kind,
            since=when(since),
            until=when(until),
            project=project,
            client=client,
            limit=limit,
            after=after,
        )
    answer({"messages": found}, as_json=as_json, view="messages")
