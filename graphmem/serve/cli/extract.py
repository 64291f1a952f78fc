"""The command that reads stored conversations again: extract."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import Home, Json
from graphmem.serve.cli.progress import Bar


@command
def extract(
    *,
    again: Annotated[
        bool, typer.Option("--again", help="Read all sessions anew, not only those that wait.")
    ] = False,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Only this session.", show_default=False)
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Half the price: hand in now, collect with a later run.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Let the language model read what waits for it."""
    with end.open_memory(home) as memory, Bar(sys.stderr) as bar:
        report = memory.extract(again=again, session=session, batch=batch, progress=bar.show)
    answer(report, as_json=as_json, view="extract")
