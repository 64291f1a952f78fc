"""The commands that ask and change nothing, from recall to cypher."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import (
    AsOf,
    Client,
    Entity,
    Home,
    Json,
    KnownAt,
    Limit,
    Predicate,
    Project,
    Since,
    Until,
    kinds,
    parameters,
    readable,
    when,
)


@command
def recall(
    query: Annotated[str, typer.Argument(help="A question or a few words.", show_default=False)],
    *,
    limit: Limit = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KINDS", help="Only fact, message, entity or page; several with commas."),
    ] = None,
    entity: Entity = None,
    project: Project = None,
    client: Client = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Find what was said about something, with dates and sources."""
    options = {"since": when(since), "until": when(until), "as_of": when(as_of), "known_at": when(known_at)}
    wanted = kinds(kind or ())
    with end.open_memory(home) as memory:
        found = memory.recall(
            readable(query),
            limit=limit,
            kind=wanted,
            entity=entity,
            project=project,
            client=client,
            **options,
        )
    answer(found, as_json=as_json, view="recall")


@command
def entity(
    name: Annotated[str, typer.Argument(help="A name or an id.", show_default=False)],
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show who or what something is, and the facts about it."""
    times = {"as_of": when(as_of), "known_at": when(known_at)}
    with end.open_memory(home) as memory:
        found = memory.entity(readable(name), **times)
    answer(found, as_json=as_json, view="entity")


@command
def neighbors(
    entity: Annotated[str, typer.Argument(help="A name or an id.", show_default=False)],
    *,
    depth: Annotated[int, typer.Option(min=1, help="Steps to walk.")] = 1,
    predicate: Predicate = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 50,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List what an entity is connected with, and how."""
    times = {"as_of": when(as_of), "known_at": when(known_at)}
    with end.open_memory(home) as memory:
        found = memory.neighbors(readable(entity), depth=depth, predicate=predicate, limit=limit, **times)
    answer({"neighbors": found}, as_json=as_json, view="neighbors")


@command
def path(
    source: Annotated[str, typer.Argument(help="A name or an id.", show_default=False)],
    target: Annotated[str, typer.Argument(help="A name or an id.", show_default=False)],
    *,
    max_length: Annotated[int, typer.Option(min=1, help="At most so many steps.")] = 4,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show the shortest way from one entity to another."""
    times = {"as_of": when(as_of), "known_at": when(known_at)}
    with end.open_memory(home) as memory:
        found = memory.path(readable(source), readable(target), max_length=max_length, **times)
    answer(found, as_json=as_json, view="path", ends=(source, target))


@command
def history(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="The id of a fact, or an entity.", show_default=False)
    ],
    *,
    predicate: Predicate = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show every belief ever held about something."""
    with end.open_memory(home) as memory:
        found = memory.history(readable(id_), predicate=predicate)
    answer({"facts": found}, as_json=as_json, view="history")


@command
def timeline(
    entity: Annotated[str, typer.Argument(help="A name or an id.", show_default=False)],
    *,
    predicate: Predicate = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    limit: Limit = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show what is known of something in the order in which it came to be so."""
    times = {"as_of": when(as_of), "known_at": when(known_at)}
    with end.open_memory(home) as memory:
        found = memory.timeline(readable(entity), predicate=predicate, limit=limit, **times)
    answer({"facts": found}, as_json=as_json, view="history")


@command
def fetch(
    id_: Annotated[str, typer.Argument(metavar="ID", help="An id of anything.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show all of a fact, a message, a session or an entity."""
    with end.open_memory(home) as memory:
        found = memory.fetch(readable(id_))
    answer(found, as_json=as_json, view="fetched")


@command
def cypher(
    query: Annotated[str, typer.Argument(help="One statement that only reads.", show_default=False)],
    *,
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="The value of $NAME; JSON or text.")
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Ask the graph in Cypher; read only."""
    params = parameters(param or ())
    with end.open_memory(home) as memory:
        found = memory.cypher(readable(query), params=params)
    answer(found, as_json=as_json, view="table")
