"""The commands about long work that the daemon does: job list, job show, job cancel."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.config import Settings
from graphmem.result import Job
from graphmem.serve.cli.answer import answer, command
from graphmem.serve.cli.options import Home, Json
from graphmem.serve.cli.serve import daemon_of
from graphmem.serve.local import running

job = typer.Typer(
    name="job",
    help="See the long work that the daemon does, and stop it.",
    no_args_is_help=True,
)

Id = Annotated[str, typer.Argument(metavar="ID", help="The job.", show_default=False)]


@job.command("list")
@command
def every(*, as_json: Json = False, home: Home = None) -> None:
    """List the jobs, the newest first."""
    found: tuple[Job, ...] = ()
    if running(Settings(home).home) is not None:
        with daemon_of(home) as client:
            found = client.jobs()
    answer({"jobs": found}, as_json=as_json, view="jobs")


@job.command("show")
@command
def show(id_: Id, *, as_json: Json = False, home: Home = None) -> None:
    """Show how far a job is, and what came of it."""
    with daemon_of(home) as client:
        found = client.job(id_)
    answer(found, as_json=as_json, view="job")


@job.command("cancel")
@command
def cancel(id_: Id, *, as_json: Json = False, home: Home = None) -> None:
    """Have a job stop where it is; what it has done is kept."""
    with daemon_of(home) as client:
        found = client.cancel(id_)
    answer(found, as_json=as_json, view="job")
