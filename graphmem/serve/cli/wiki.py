"""The commands about what grows by itself: evolve, communities, pages, wiki and edit."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import AsOf, Home, Json, KnownAt, Limit, readable, when

Page = Annotated[str, typer.Argument(help="The address or title of a page, or a name.", show_default=False)]


@command
def evolve(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would change.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Build communities of entities, and pages about them."""
    with end.open_memory(home) as memory:
        found = memory.evolve(dry_run=dry_run)
    answer(found, as_json=as_json, view="evolve")


@command
def communities(
    community: Annotated[
        str | None,
        typer.Argument(help="One of them, by id or title, or who is in it.", show_default=False),
    ] = None,
    *,
    level: Annotated[int | None, typer.Option(min=0, help="Only this level; 0 is the broadest.")] = None,
    limit: Limit = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List which entities belong together."""
    word = None if community is None else readable(community)
    with end.open_memory(home) as memory:
        found = memory.communities(word, level=level, limit=limit)
    answer({"communities": found}, as_json=as_json, view="communities")


@command
def pages(
    query: Annotated[
        str | None, typer.Argument(help="Words of a title or a summary.", show_default=False)
    ] = None,
    *,
    limit: Limit = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """List the pages of the wiki."""
    with end.open_memory(home) as memory:
        found = memory.pages(None if query is None else readable(query), limit=limit)
    answer({"pages": found}, as_json=as_json, view="pages")


@command
def wiki(
    page: Page,
    *,
    version: Annotated[
        int | None, typer.Option(min=1, help="The choice of facts of an older version.", show_default=False)
    ] = None,
    budget: Annotated[int | None, typer.Option(min=0, help="Tokens of its text.", show_default=False)] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Show a page: what is known of an entity or a topic, and what was so before."""
    times = {"as_of": when(as_of), "known_at": when(known_at)}
    with end.open_memory(home) as memory:
        found = memory.wiki(readable(page), version=version, budget=budget, **times)
    answer(found, as_json=as_json, view="wiki")


@command
def edit(
    page: Page,
    text: Annotated[
        str, typer.Argument(help="What to write there; - reads standard input, nothing takes it away.")
    ] = "",
    *,
    undo: Annotated[bool, typer.Option("--undo", help="Put back what stood there before.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Write on a page by hand; no build changes that."""
    words = sys.stdin.read() if text == "-" else readable(text)
    with end.open_memory(home) as memory:
        found = memory.edit(readable(page), words, undo=undo)
    answer(found, as_json=as_json, view="wiki")
