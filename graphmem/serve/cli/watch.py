"""The commands about the clients' files: watch, capture, sources."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

import typer

from graphmem.errors import MisuseError
from graphmem.serve.answers import encoded
from graphmem.serve.cli import answer as end
from graphmem.serve.cli.answer import answer, command, say
from graphmem.serve.cli.options import Home, Json
from graphmem.temporal import now

if TYPE_CHECKING:
    from graphmem.result import IngestReport

Whose = Annotated[str | None, typer.Option(help="Only the transcripts of this client.", show_default=False)]


@command
def watch(*, client: Whose = None, as_json: Json = False, home: Home = None) -> None:
    """Take in what the clients write, as they write it, until it is stopped with Ctrl-C."""
    stop = threading.Event()

    def heard(report: IngestReport) -> None:
        if as_json:
            sys.stdout.write(encoded(report).decode() + "\n")
        else:
            from graphmem.serve.cli.reports import turn  # noqa: PLC0415 - rich is for people only

            sys.stdout.write(f"{now():%H:%M:%SZ} {turn(report)}\n")
        sys.stdout.flush()

    with end.open_memory(home) as memory, told_to_stop(stop):
        if not isinstance(memory, Watches):
            raise MisuseError(
                "The daemon of this memory watches already.", hint="graphmem down stops it, and its watching."
            )
        say("Watching; Ctrl-C stops it.")
        memory.watch(client=client, interrupted=stop.is_set, heard=heard)


@runtime_checkable
class Watches(Protocol):
    """A memory that watches by itself."""

    def watch(
        self,
        *,
        client: str | None = None,
        interrupted: Callable[[], bool] | None = None,
        heard: Callable[[IngestReport], None] | None = None,
    ) -> None:
        """See Memory.watch."""


@contextmanager
def told_to_stop(stop: threading.Event) -> Iterator[None]:
    """Inside, Ctrl-C and the signal that ends a service only set the event: what is being stored is finished."""
    before = {name: signal.signal(name, lambda *_: stop.set()) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


@command
def capture(
    path: Annotated[str, typer.Argument(help="A transcript; none means whatever is new.")] = "",
    *,
    client: Annotated[str | None, typer.Option(help="Whose it is.", show_default=False)] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Have what was just written taken in now; a daemon that watches does it by itself, a moment later."""
    with end.open_memory(home) as memory:
        found = memory.capture(path, client=client)
    answer(found, as_json=as_json, view="captured")


@command
def sources(*, client: Whose = None, as_json: Json = False, home: Home = None) -> None:
    """Show how the transcripts of each client do: what was read, and what in it is not known."""
    with end.open_memory(home) as memory:
        found = memory.sources(client=client)
    answer({"sources": found}, as_json=as_json, view="sources")
