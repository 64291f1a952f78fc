"""The commands that add and take away: ingest, remember, forget."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphmem.errors import MisuseError
from graphmem.result import Progress
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import STOPPED, answer, command, say
from graphmem.serve.cli.options import Home, Json, readable, when
from graphmem.serve.cli.progress import Bar, sample


@command
def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files, archives or folders; none means the usual folders of the clients.",
            show_default=False,
        ),
    ] = None,
    *,
    client: Annotated[str | None, typer.Option(help="Whose they are, as claude, gemini or chatgpt.")] = None,
    sample_: Annotated[bool, typer.Option("--sample", help="Take the made-up sample conversations.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Read transcripts and learn from what is new in them."""
    chosen = list(paths or ())
    if sample_:
        if chosen or client:
            raise MisuseError("--sample takes no paths and no --client.", hint="Use one or the other.")
        chosen = [sample()]
    seen = Progress(file="", files_done=0, files_total=0, messages=0, facts=0)
    try:
        with end.open_memory(home) as memory, Bar(sys.stderr) as bar:

            def note(progress: Progress) -> None:
                nonlocal seen
                seen = progress
                bar.show(progress)

            report = memory.ingest(chosen, client=client, progress=note)
    except KeyboardInterrupt as stop:
        say(
            f"Stopped after {seen.files_done} of {seen.files_total} files; {seen.messages} messages and "
            f"{seen.facts} facts are kept. The same command goes on from there."
        )
        raise typer.Exit(STOPPED) from stop
    answer(report, as_json=as_json, view="ingest", asked=bool(chosen))


@command
def remember(
    text: Annotated[
        str, typer.Argument(help="What to remember; - reads it from standard input.", show_default=False)
    ],
    *,
    project: Annotated[str, typer.Option(help="The project that it belongs to.")] = "",
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was said; else now.", show_default=False)
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Remember something that you say now."""
    moment = when(at)
    words = readable(sys.stdin.read() if text == "-" else text).strip()
    if not words:
        raise MisuseError("There is nothing to remember: the text is empty.")
    with end.open_memory(home) as memory:
        kept = memory.remember(words, project=project, at=moment)
    answer(kept, as_json=as_json, view="remember")


@command
def forget(
    id_: Annotated[str, typer.Argument(metavar="ID", help="What to erase, by its id.", show_default=False)],
    *,
    reason: Annotated[str, typer.Option(help="Kept in the ledger beside the receipt.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Erase something for ever, everywhere."""
    asked = sys.stdin.isatty() and not yes
    if asked and not typer.confirm(f"Erase {id_} for ever? Nothing brings it back.", err=True):
        say("Nothing was erased.")
        raise typer.Exit(1)
    with end.open_memory(home) as memory:
        receipt = memory.forget(readable(id_), reason=readable(reason))
    answer(receipt, as_json=as_json, view="receipt")
