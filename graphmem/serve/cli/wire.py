"""The commands about other programs' files: install, uninstall, rules, service. Each shows what it is about to do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.capture.machine import Machine, this_machine
from graphmem.config import Settings
from graphmem.errors import MisuseError
from graphmem.serve.cli.answer import answer, command, say
from graphmem.serve.cli.options import Home, Json
from graphmem.serve.local import stop

if TYPE_CHECKING:
    from graphmem.clients.installer import Step
    from graphmem.clients.receipts import Receipts
    from graphmem.clients.service import Service

Clients = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLIENT", help="Which clients; else all that are on this computer.", show_default=False
    ),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Only show what would be changed.")]
Kind = Annotated[
    str | None,
    typer.Option(help="systemd, launchd, windows or cron; else the one of this system.", show_default=False),
]

service = typer.Typer(
    name="service", help="Have the system start the daemon with the computer.", no_args_is_help=True
)


@command
def install(
    clients: Clients = None,
    *,
    yes: Yes = False,
    dry_run: Dry = False,
    no_hooks: Annotated[bool, typer.Option("--no-hooks", help="Only the MCP server, no hooks.")] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Wire the memory into clients: their MCP entry and, where they have them, hooks."""
    from graphmem.clients import installer, launch, receipts  # noqa: PLC0415 - `graphmem --help` must not pay for it

    settings = Settings(home)
    machine, kept = this_machine(settings), receipts.Receipts(settings.home)
    found = installer.chosen(clients or (), machine)
    started = launch.lasting(launch.launch_of(settings, machine))
    steps = installer.to_install(found, started, machine, kept, hooks=not no_hooks)
    if not steps:
        say("None of the clients that graphmem knows is on this computer. Name one to wire it all the same.")
    take(steps, kept, yes=yes, dry_run=dry_run, as_json=as_json, advise=True)


@command
def uninstall(
    clients: Clients = None,
    *,
    yes: Yes = False,
    dry_run: Dry = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Take what install has written out of the clients' files; what it has not stays as it is."""
    from graphmem.clients import installer, launch, receipts  # noqa: PLC0415 - as above
    from graphmem.clients.table import CLIENTS  # noqa: PLC0415 - as above

    settings = Settings(home)
    machine, kept = this_machine(settings), receipts.Receipts(settings.home)
    found = installer.chosen(clients, machine) if clients else CLIENTS
    steps = installer.to_uninstall(found, launch.launch_of(settings, machine), machine, kept)
    steps = [step for step in steps if step.changes or step.error or clients]
    take(steps, kept, yes=yes, dry_run=dry_run, as_json=as_json, back=True)


@command
def rules(
    *,
    client: Annotated[str, typer.Option(help="Whose file of instructions.", show_default=False)],
    folder: Annotated[
        Path | None, typer.Option(help="The file in this project; else the one for all.", show_default=False)
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the block out again.")] = False,
    yes: Yes = False,
    dry_run: Dry = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Add a short, marked block to a client's instructions that tells it when to use the memory."""
    from graphmem.clients import installer, receipts  # noqa: PLC0415 - as above
    from graphmem.clients import rules as blocks  # noqa: PLC0415 - as above

    settings = Settings(home)
    machine, kept = this_machine(settings), receipts.Receipts(settings.home)
    one = installer.client_named(client)
    file = blocks.rules_file(one, machine, folder and folder.absolute())
    step = blocks.to_write(one, file, kept, remove=remove)
    take([step], kept, yes=yes, dry_run=dry_run, as_json=as_json, back=remove)


def take(
    steps: Sequence[Step],
    kept: Receipts,
    *,
    yes: bool,
    dry_run: bool,
    as_json: bool,
    back: bool = False,
    advise: bool = False,
) -> None:
    """Show the steps, ask, take them, and tell what came of each."""
    from graphmem.clients import installer  # noqa: PLC0415 - as above

    pending = [step for step in steps if step.changes]
    outcomes = [(step, step.error) for step in steps]
    if pending and not dry_run:
        shown = "\n".join(step.change.diff() for step in pending if step.change)
        if not agreed(f"{shown}\n", f"Write {count(pending)}?", yes=yes):
            say("Nothing was written.")
            raise typer.Exit(1)
        outcomes = installer.take(steps, kept, back=back)
    rows = [told(step, error, dry_run=dry_run) for step, error in outcomes]
    found = {"files": rows, "advice": advice(outcomes) if advise and not dry_run else []}
    answer(found, as_json=as_json, view="wired")
    if any(error for _, error in outcomes):
        raise typer.Exit(1)


def advice(outcomes: Sequence[tuple[Step, Any]]) -> list[str]:
    """What is left to do in the clients that were just wired."""
    wired = {step.client.title: step.client.after for step, error in outcomes if step.changes and not error}
    return [f"{title}: {after}" for title, after in wired.items() if after]


def told(step: Step, error: Any, *, dry_run: bool) -> dict[str, Any]:
    """What came of a step, as a record."""
    status = "refused" if error else "unchanged" if not step.changes else "planned" if dry_run else "written"
    shown = step.change.diff() if step.change and step.changes and not error else ""
    return {
        "client": step.client.name,
        "file": step.file,
        "status": status,
        "diff": shown,
        "reason": error.message if error else "",
        "hint": error.hint if error else "",
    }


def agreed(shown: str, question: str, *, yes: bool) -> bool:
    """Whether the person at the terminal agrees with what is shown; raises MisuseError when there is none to ask."""
    if yes:
        return True
    if not sys.stdin.isatty():
        raise MisuseError(
            "Nobody is there to be asked.", hint="--dry-run shows what would be written, --yes writes it."
        )
    sys.stderr.write(shown)
    return typer.confirm(question, err=True)


def count(pending: Sequence[object]) -> str:
    """How many files."""
    return "this file" if len(pending) == 1 else f"these {len(pending)} files"


# -- The service ----------------------------------------------------------------------------------------------


@service.command("show")
@command
def show(*, kind: Kind = None, as_json: Json = False, home: Home = None) -> None:
    """Print the file and the commands that would be used, and do nothing."""
    one = chosen_service(kind, home)
    answer(service_told(one), as_json=as_json, view="service")


@service.command("install")
@command
def set_up(*, kind: Kind = None, yes: Yes = False, as_json: Json = False, home: Home = None) -> None:
    """Write the file and start the service, once you have seen it."""
    from graphmem.clients import service as services  # noqa: PLC0415 - as above

    one = chosen_service(kind, home, lasting=True)
    shown = f"{one.file or 'crontab'}:\n\n{one.text}\nThen: {'; '.join(services.in_words(one.begin))}\n\n"
    if not agreed(shown, "Write this?", yes=yes):
        say("Nothing was written.")
        raise typer.Exit(1)
    if one.is_daemon and stop(Settings(home).home):
        say("The daemon that ran was stopped: the service starts its own.")
    finish(one, services.set_up(one), as_json=as_json)


@service.command("uninstall")
@command
def take_down(*, kind: Kind = None, yes: Yes = False, as_json: Json = False, home: Home = None) -> None:
    """Stop the service and remove its file."""
    from graphmem.clients import service as services  # noqa: PLC0415 - as above

    one = chosen_service(kind, home)
    if not services.is_set_up(one):
        answer({**service_told(one), "installed": False, "problems": []}, as_json=as_json, view="service")
        return
    shown = f"{'; '.join(services.in_words(one.end))}\nThen {one.file or 'its line'} is removed.\n"
    if not agreed(shown, "Remove this?", yes=yes):
        say("Nothing was removed.")
        raise typer.Exit(1)
    finish(one, services.take_down(one), as_json=as_json)


def chosen_service(kind: str | None, home: Path | None, *, lasting: bool = False) -> Service:
    """The service for a home, started by a program that will be there tomorrow (`lasting`)."""
    from graphmem.clients import launch  # noqa: PLC0415 - as above
    from graphmem.clients import service as services  # noqa: PLC0415 - as above

    settings = Settings(home)
    machine: Machine = this_machine(settings)
    started = launch.launch_of(settings, machine)
    return services.service_of(kind, launch.lasting(started) if lasting else started, machine)


def service_told(one: Service) -> dict[str, Any]:
    """A service as a record."""
    from graphmem.clients import service as services  # noqa: PLC0415 - as above

    return {
        "kind": one.kind,
        "file": str(one.file or ""),
        "text": one.text,
        "commands": services.in_words(one.begin),
        "note": one.note,
        "installed": services.is_set_up(one),
    }


def finish(one: Service, problems: list[str], *, as_json: bool) -> None:
    """Tell how a service is now, and what went wrong."""
    answer({**service_told(one), "problems": problems}, as_json=as_json, view="service")
    if problems:
        raise typer.Exit(1)
