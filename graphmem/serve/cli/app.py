"""The command `graphmem`: every verb of Memory, with `--json` for programs and tables for people.

Nothing heavy is imported here: `--help` must answer at once. A command opens the memory, asks one method and
prints its answer; `answer.py` knows how, `verbs.py` knows which.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from typer.main import get_command_name

import graphmem
from graphmem.serve.cli import curate, extract, jobs, keep, lists, read, serve, tell, watch, wiki, wire, write

app = typer.Typer(
    name="graphmem",
    help="A memory of your conversations with agents, which knows when each thing was true.",
    epilog="Times are written like 2024-04-15, 2024-04-15T09:30:00Z, 2024-04, 2024 or now.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        sys.stdout.write(f"graphmem {graphmem.__version__}\n")
        raise typer.Exit


@app.callback()
def start(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """A memory of your conversations with agents, which knows when each thing was true."""


for verb in (
    write.ingest,
    watch.watch,
    watch.capture,
    watch.sources,
    extract.extract,
    read.recall,
    tell.context,
    tell.ask,
    tell.inject,
    write.remember,
    lists.facts,
    read.entity,
    read.neighbors,
    read.path,
    read.history,
    read.timeline,
    lists.relations,
    lists.sessions,
    lists.messages,
    read.fetch,
    curate.feedback,
    write.forget,
    curate.review,
    curate.keep,
    curate.retract,
    curate.resolve,
    curate.merge,
    curate.split,
    curate.alias,
    wiki.evolve,
    wiki.communities,
    wiki.pages,
    wiki.wiki,
    wiki.edit,
    read.cypher,
    keep.stats,
    keep.status,
    keep.rebuild,
    keep.doctor,
    keep.export,
    serve.serve,
    serve.up,
    serve.down,
    serve.hook,
    serve.mcp,
    wire.install,
    wire.uninstall,
    wire.rules,
    keep.config,
    keep.tour,
    keep.version,
):
    app.command()(verb)
app.add_typer(jobs.job)
app.add_typer(serve.token)
app.add_typer(wire.service)


def keep_only(word: str) -> None:
    """Leave out all other commands when the word names one: making all of them takes longer than what many do."""
    named = [
        one
        for one in app.registered_commands
        if one.callback is not None and get_command_name(one.callback.__name__) == word
    ]
    if named:
        app.registered_commands, app.registered_groups = named, []


def main() -> None:
    """Run the command that the arguments name, and leave with its exit code."""
    keep_only("".join(sys.argv[1:2]))
    for stream in (sys.stdout, sys.stderr):
        # A terminal without UTF-8, or half a character in a transcript, must not end a command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()
