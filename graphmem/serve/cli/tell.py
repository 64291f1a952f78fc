"""The commands that answer in text of their own: context, ask and inject."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from graphmem.result import Detail, Turn
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command, say
from graphmem.serve.cli.options import (
    AsOf,
    Client,
    Entity,
    Home,
    Json,
    KnownAt,
    Project,
    Since,
    Until,
    one_of,
    readable,
    when,
)


@command
def context(
    query: Annotated[str, typer.Argument(help="A question or a few words.", show_default=False)],
    *,
    budget: Annotated[
        int | None, typer.Option(min=64, help="At most so many tokens.", show_default=False)
    ] = None,
    detail: Annotated[
        str, typer.Option(metavar="DETAIL", help="How much each line tells: brief, normal or full.")
    ] = "normal",
    history: Annotated[bool, typer.Option("--history", help="Also what was superseded.")] = False,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    entity: Entity = None,
    project: Project = None,
    client: Client = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Write a block for a prompt with what is known about something, within a budget of tokens."""
    times = {"as_of": when(as_of), "known_at": when(known_at), "since": when(since), "until": when(until)}
    with end.open_memory(home) as memory:
        found = memory.context(
            readable(query),
            budget=budget,
            detail=one_of(detail, Detail),
            history=history,
            entity=entity,
            project=project,
            client=client,
            **times,
        )
    if as_json:
        answer(found, as_json=True, view="context")
    else:
        # As it stands and never wrapped: it is made to be put into a prompt.
        sys.stdout.write(f"{found.text}\n")


@command
def ask(
    query: Annotated[str, typer.Argument(help="A question.", show_default=False)],
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    entity: Entity = None,
    project: Project = None,
    client: Client = None,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Answer a question from what is known, with its sources; say so when it is not known."""
    times = {"as_of": when(as_of), "known_at": when(known_at), "since": when(since), "until": when(until)}
    with end.open_memory(home) as memory:
        found = memory.ask(readable(query), entity=entity, project=project, client=client, **times)
    answer(found, as_json=as_json, view="ask")


@command
def inject(
    prompt: Annotated[str, typer.Argument(help="What the user types; none when a session starts.")] = "",
    *,
    event: Annotated[str, typer.Option(help="start, resume, compact or prompt.")] = "prompt",
    session: Annotated[
        str, typer.Option(help="The session, as its client calls it.", show_default=False)
    ] = "",
    client: Annotated[str | None, typer.Option(help="Whose session it is.", show_default=False)] = None,
    cwd: Annotated[str, typer.Option(help="The folder that the session works in.", show_default=False)] = "",
    root: Annotated[str, typer.Option(help="The root of its repository.", show_default=False)] = "",
    branch: Annotated[str, typer.Option(help="The branch that is checked out.", show_default=False)] = "",
    project: Project = None,
    budget: Annotated[
        int | None, typer.Option(min=0, help="Tokens; else as the settings have it.", show_default=False)
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show what a hook would tell an agent at a turn of its session; with a session it counts as told."""
    with end.open_memory(home) as memory:
        found = memory.inject(
            readable(prompt),
            event=one_of(event, Turn),
            session=session,
            client=client,
            cwd=cwd,
            root=root,
            branch=branch,
            project=project,
            budget=budget,
        )
    if as_json:
        answer(found, as_json=True, view="context")
    elif found.text:
        sys.stdout.write(f"{found.text}\n")
    else:
        say(f"Nothing is told: {found.reason}.")
