"""How a command ends: records become JSON or a view for people, errors become a message and an exit code."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import click
import msgspec
import typer

from graphmem.config import Settings
from graphmem.errors import GraphmemError
from graphmem.serve.answers import encoded

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.serve.client import Client

P = ParamSpec("P")

DEBUG = "GRAPHMEM_DEBUG"
DEBUG_HINT = f"Run it again with {DEBUG}=1 to see where, and report it."

STOPPED = 130  # 128 + SIGINT, as shells have it
PIPE_CLOSED = 141  # 128 + SIGPIPE


def open_memory(home: Path | None) -> Memory | Client:
    """The memory that lies at `home`: its daemon when one runs, else the store itself; says what was mended on opening.

    The one place where a command comes by it.
    """
    from graphmem.serve.local import running  # noqa: PLC0415 - `graphmem --help` must not pay for it

    place = running(Settings(home).home)
    if place is not None:
        from graphmem.serve.client import Client  # noqa: PLC0415 - as above

        return Client(place.address, place.secret)
    from graphmem.memory import Memory  # noqa: PLC0415 - as above

    memory = Memory(home)
    for notice in memory.notices:
        say(f"graphmem: {notice}")
    return memory


def answer(value: object, *, as_json: bool, view: str, **details: object) -> None:
    """Print a record as one line of JSON, or through the view of that name for people."""
    if as_json:
        sys.stdout.write(encoded(value).decode() + "\n")
    else:
        from graphmem.serve.cli import views  # noqa: PLC0415 - rich is for people only

        views.show(view, value, **details)
    sys.stdout.flush()


def say(text: str) -> None:
    """A line for the person at the terminal, beside the answer and never in it."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def command(function: Callable[P, None]) -> Callable[P, None]:
    """The same command, with every expected end mapped to a message on stderr and an exit code."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        as_json = bool(kwargs.get("as_json", False))
        try:
            function(*args, **kwargs)
            sys.stdout.flush()
        except GraphmemError as error:
            complain(type(error).__name__, error.message, error.hint, as_json=as_json)
            raise typer.Exit(error.exit_code) from error
        except BrokenPipeError as error:
            mute()
            raise typer.Exit(PIPE_CLOSED) from error
        except OSError as error:
            where = f": {error.filename}" if error.filename else ""
            complain(type(error).__name__, f"{error.strerror or error}{where}.", "", as_json=as_json)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            say("Stopped. What had been stored is kept.")
            raise typer.Exit(STOPPED) from error
        except (click.ClickException, click.Abort, click.exceptions.Exit, typer.Abort, typer.Exit):
            raise
        except Exception as error:
            # A fault of ours: whoever wants to see where it is asks for it.
            if os.environ.get(DEBUG):
                raise
            words = " ".join(str(error).split())
            kind = type(error).__name__
            complain(kind, f"An error that should not be: {kind}: {words}", DEBUG_HINT, as_json=as_json)
            raise typer.Exit(1) from error

    return run


def complain(kind: str, message: str, hint: str, *, as_json: bool) -> None:
    """Say what went wrong, on stderr; in JSON when the answer would have been JSON."""
    if as_json:
        error: dict[str, Any] = {"error": {"type": kind, "message": message, "hint": hint}}
        say(msgspec.json.encode(error).decode("utf-8"))
        return
    say(f"graphmem: {message}")
    if hint:
        say(f"  {hint}")


def mute() -> None:
    """Send what is still buffered nowhere: the reader of the pipe has gone, and that is no error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
