"""The commands by which a person settles what the memory is unsure of, from review to alias."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.result import Settlement, Verdict
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import Home, Json, one_of, readable

FactId = Annotated[str, typer.Argument(metavar="ID", help="The id of a fact.", show_default=False)]


@command
def review(
    *,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 50,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List what contradicts and who may be the same, with the commands that settle it."""
    with end.open_memory(home) as memory:
        found = memory.review(limit=limit)
    answer({"doubts": found}, as_json=as_json, view="doubts")


@command
def keep(id_: FactId, *, as_json: Json = False, home: Home = None) -> None:
    """Say that a fact stands: what contradicts it is retracted.

    Where words about something else had ended it, it goes on.
    """
    with end.open_memory(home) as memory:
        found = memory.keep(readable(id_))
    answer({"facts": found}, as_json=as_json, view="history")


@command
def retract(id_: FactId, *, as_json: Json = False, home: Home = None) -> None:
    """Say that a fact was never so."""
    with end.open_memory(home) as memory:
        found = memory.retract(readable(id_))
    answer({"facts": found}, as_json=as_json, view="history")


@command
def resolve(
    verdict: Annotated[
        str,
        typer.Argument(
            help="Of facts keep, retract, both or reopen; of entities merge or split.", show_default=False
        ),
    ],
    id_: Annotated[str, typer.Argument(metavar="ID", help="What it is said of.", show_default=False)],
    other: Annotated[str, typer.Argument(help="What stands against it.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Settle a doubt of review by its two ids; both says that both are so."""
    chosen = one_of(verdict, Settlement)
    with end.open_memory(home) as memory:
        found = memory.resolve(chosen, readable(id_), readable(other))
    answer(found, as_json=as_json, view="resolved")


@command
def feedback(
    verdict: Annotated[str, typer.Argument(help="useful, wrong, outdated or none.", show_default=False)],
    ids: Annotated[list[str], typer.Argument(help="Ids of hits.", show_default=False)],
    *,
    reason: Annotated[str, typer.Option(help="Kept in the ledger.")] = "",
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Say what hits were worth: those that fit a question as well as each other are put in that order."""
    chosen = one_of(verdict, Verdict)
    with end.open_memory(home) as memory:
        found = memory.feedback(chosen, [readable(one) for one in ids], reason=readable(reason))
    answer({"judgements": found}, as_json=as_json, view="judgements")


@command
def merge(
    source: Annotated[str, typer.Argument(help="The one that goes by another name.", show_default=False)],
    target: Annotated[str, typer.Argument(help="Whose name stays.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Make two entities one; split parts them again."""
    with end.open_memory(home) as memory:
        merged = memory.merge(readable(source), readable(target))
    answer(merged, as_json=as_json, view="merged")


@command
def split(
    entity: Annotated[str, typer.Argument(help="Whom to part from the others.", show_default=False)],
    *,
    other: Annotated[
        str | None, typer.Option(help="Say only that it and this one are two.", show_default=False)
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Part an entity from those it was one with."""
    with end.open_memory(home) as memory:
        merged = memory.split(readable(entity), other=readable(other) if other else None)
    answer(merged, as_json=as_json, view="merged")


@command
def alias(
    name: Annotated[str, typer.Argument(help="The other name.", show_default=False)],
    entity: Annotated[str, typer.Argument(help="Whose name it is.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Give an entity another name."""
    with end.open_memory(home) as memory:
        merged = memory.alias(readable(name), readable(entity))
    answer(merged, as_json=as_json, view="merged")
