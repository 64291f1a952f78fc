"""The commands that look after the store: stats, rebuild, doctor, export, config, tour, version."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

import graphmem
from graphmem.config import Settings
from graphmem.result import ExportFormat
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command, say
from graphmem.serve.cli.options import Home, Json, one_of
from graphmem.serve.cli.progress import Bar, sample

SHOWN = 5  # facts in a tour


@command
def stats(*, as_json: Json = False, home: Home = None) -> None:
    """Count what is stored, and the room that it takes."""
    with end.open_memory(home) as memory:
        counts = memory.stats()
    answer(counts, as_json=as_json, view="mapping")


@command
def status(*, as_json: Json = False, home: Home = None) -> None:
    """Tell how the memory does: how far it is, what waits, and when a client was last read."""
    with end.open_memory(home) as memory:
        told = memory.status()
    answer(told, as_json=as_json, view="mapping")


@command
def rebuild(*, as_json: Json = False, home: Home = None) -> None:
    """Make graph and indexes anew from the ledger."""
    with end.open_memory(home) as memory:
        made = memory.rebuild()
    answer(made, as_json=as_json, view="mapping")


@command
def doctor(
    *,
    fix: Annotated[bool, typer.Option("--fix", help="Make the repairs that can do no harm.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Say what is wrong with the store, with the clients and between them, and how to mend it."""
    from graphmem.serve.cli.examine import examine, mend  # noqa: PLC0415 - `graphmem --help` must not pay for it

    findings = examine(home)
    if fix and (mended := mend(home, findings)):
        for line in mended:
            say(f"graphmem: {line}")
        findings = examine(home)
    answer({"findings": findings}, as_json=as_json, view="findings")
    if any(finding.status == "error" for finding in findings):
        raise typer.Exit(1)


@command
def export(
    path: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)],
    *,
    format_: Annotated[
        str, typer.Option("--format", help=f"The form: {', '.join(get_args(ExportFormat))}.")
    ] = "jsonl",
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Write all that is known to a file, for other programs to read."""
    chosen = one_of(format_, ExportFormat)
    with end.open_memory(home) as memory, Bar(sys.stderr) as bar:
        written = memory.export(path, format=chosen, progress=bar.show)
    answer(written, as_json=as_json, view="mapping")


@command
def config(*, as_json: Json = False, home: Home = None) -> None:
    """Print each setting, its value and where the value came from."""
    settings = Settings(home)
    rows: list[dict[str, Any]] = [
        {
            "key": setting.key,
            "value": settings[setting.key],
            "origin": settings.values[setting.key].origin,
            "default": setting.default,
            "variable": setting.variable,
            "doc": setting.doc,
        }
        for setting in settings.known()
    ]
    shown = {
        "home": str(settings.home),
        "home_origin": settings.home_origin,
        "file": str(settings.file),
        "settings": rows,
    }
    answer(shown, as_json=as_json, view="settings")


@command
def tour(*, as_json: Json = False, home: Home = None) -> None:
    """Show what was learned, and the commands to try next.

    An empty memory shows the sample conversations, in a memory of their own."""
    where = Settings(home).home
    usual = Settings().home
    shown = learned(where)
    if not shown["facts"]:
        own = where / "sample"
        say(f"There is nothing in {where} yet. Here are made-up conversations, in a memory of their own.")
        with end.open_memory(own) as memory, Bar(sys.stderr) as bar:
            memory.ingest([sample()], progress=bar.show)
        where, shown = own, learned(own)
    shown |= {"home": str(where), "elsewhere": where != usual, "command": typed()}
    answer(shown, as_json=as_json, view="tour")


def typed() -> str:
    """How the person at the terminal has to type the command from where they are."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{Path(sys.executable).name} -m graphmem"
    known = shutil.which(called.name)
    return called.name if known and Path(known).samefile(called) else str(called)


def learned(home: Path) -> dict[str, Any]:
    """The counts of a store, and a few of the facts that the user was surest of, the newest of each kind first."""
    with end.open_memory(home) as memory:
        counts = memory.stats()
        known = memory.facts()
    best = sorted(known, key=lambda fact: (fact.confidence, fact.recorded_at, fact.id), reverse=True)
    chosen: list[Any] = []
    taken: set[tuple[str, str]] = set()
    for fact in best:
        if (fact.subject_id, fact.predicate) not in taken:
            taken.add((fact.subject_id, fact.predicate))
            chosen.append(fact)
    rest = [fact for fact in best if fact not in chosen]
    return {"counts": counts, "facts": (chosen + rest)[:SHOWN]}


@command
def version(*, as_json: Json = False, home: Home = None) -> None:
    """Print the versions, and where the memory lies."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    shown = {"version": graphmem.__version__, "python": python, "home": str(Settings(home).home)}
    answer(shown, as_json=as_json, view="mapping")
