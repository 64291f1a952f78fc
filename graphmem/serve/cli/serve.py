"""The commands about the daemon: serve, up, down, hook, mcp, token."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from graphmem.config import Settings
from graphmem.errors import MisuseError
from graphmem.serve.cli.answer import answer, command, say
from graphmem.serve.cli.options import Home, Json, when
from graphmem.serve.local import Place, find_or_start, running, stop
from graphmem.serve.opening import open_browser, somebody_looks
from graphmem.serve.routes import BASE
from graphmem.temporal import format_time

if TYPE_CHECKING:
    from graphmem.serve.client import Client
    from graphmem.serve.daemon import Daemon

NoBrowser = Annotated[
    bool, typer.Option("--no-browser", help="Do not open a browser, as where no screen is.")
]

token = typer.Typer(
    name="token",
    help="Make, list and take back the tokens by which programs ask the daemon.",
    no_args_is_help=True,
)


@command
def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; else serve.port.", show_default=False)
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A further name under which it may be asked.", show_default=False)
    ] = None,
    behind_proxy: Annotated[bool, typer.Option(help="A proxy with TLS stands before it.")] = False,
    tls_cert: Annotated[
        Path | None,
        typer.Option(help="A certificate with its chain (PEM): serve with TLS.", show_default=False),
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key (PEM).", show_default=False)] = None,
    no_watch: Annotated[bool, typer.Option("--no-watch", help="Do not watch the clients.")] = False,
    no_browser: NoBrowser = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Serve the memory to agents, programs and people, and watch the clients, until it is stopped."""
    from graphmem.serve.daemon import Daemon  # noqa: PLC0415 - `graphmem --help` must not pay for it
    from graphmem.serve.listen import certified  # noqa: PLC0415 - the same

    def ready(daemon: Daemon) -> None:
        secure = daemon.sockets.secure_address
        told = {"address": daemon.address, "home": str(daemon.settings.home), "pid": os.getpid()}
        told |= {"secure_address": secure} if secure else {}
        also = f" and with TLS at {secure}" if secure else ""
        words = f"Serving {daemon.settings.home} at {daemon.address}{also}; Ctrl-C stops it."
        # Whoever started it may be gone by now.
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.write((msgspec.json.encode(told).decode() if as_json else words) + "\n")
            sys.stdout.flush()
        if not (no_browser or as_json) and somebody_looks():
            open_browser(daemon.settings.home, daemon.link())

    daemon = Daemon(
        Settings(home),
        host=host,
        port=port,
        hosts=frozenset(allow_host or ()),
        behind_proxy=behind_proxy,
        certificate=certified(tls_cert, tls_key),
        watch=not no_watch,
    )
    for notice in daemon.memory.notices:
        say(f"graphmem: {notice}")
    daemon.run(ready)


@command
def up(*, no_browser: NoBrowser = False, as_json: Json = False, home: Home = None) -> None:
    """Start the daemon in the background, unless it runs; say where it answers, and open the link that lets you in."""
    settings = Settings(home)
    with daemon_of(home) as client:
        made = msgspec.json.decode(client.send("POST", f"{BASE}/tokens/link", {}))
        told = {"address": client.address, "home": str(settings.home), "link": made["link"]}
    answer(told, as_json=as_json, view="mapping")
    if not (no_browser or as_json) and somebody_looks():
        open_browser(settings.home, made["link"])


@command
def down(*, as_json: Json = False, home: Home = None) -> None:
    """Stop the daemon; it finishes what it is storing."""
    where = Settings(home).home
    answer({"stopped": stop(where), "home": str(where)}, as_json=as_json, view="mapping")


@command
def hook(
    event: Annotated[str, typer.Argument(help="session-start, prompt or stop.", show_default=False)],
    *,
    client: Annotated[str, typer.Option(help="claude-code, codex, gemini or cursor.", show_default=False)],
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Answer the hook of a client within 400 ms, as its configuration calls it; nothing that fails holds it up."""
    from graphmem.serve.hooks.program import answer as answer_hook  # noqa: PLC0415 - `graphmem --help` must not pay

    del as_json  # it writes what its client reads
    answer_hook([event, "--client", client, *(("--home", str(home)) if home else ())])


@command
def mcp(
    *,
    tools: Annotated[
        str, typer.Option(help="Groups of tools: core, graph, more, loomem, loop-memory.")
    ] = "core,graph",
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Speak MCP on standard input and output, as agents start it; the daemon answers, and is started if need be."""
    from graphmem.serve.mcp.bridge import serve_stdio  # noqa: PLC0415 - `graphmem --help` must not pay for it

    del as_json  # it speaks nothing else
    serve_stdio(Settings(home).home, tools=tools)


@token.command("create")
@command
def create(
    name: Annotated[str, typer.Argument(help="What it is for.", show_default=False)],
    *,
    scope: Annotated[str, typer.Option(help="read, write or admin.")] = "write",
    project: Annotated[str, typer.Option(help="Only this project.", show_default=False)] = "",
    expires: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it counts no more.", show_default=False)
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Make a token; its secret is shown this once."""
    wanted = {"name": name, "scope": scope, "project": project, "expires": format_time(when(expires))}
    with daemon_of(home) as client:
        made = msgspec.json.decode(client.send("POST", f"{BASE}/tokens", wanted))
    answer(
        made if as_json else {"secret": made["secret"], **shown(made["token"])},
        as_json=as_json,
        view="mapping",
    )


@token.command("list")
@command
def every(*, as_json: Json = False, home: Home = None) -> None:
    """List the tokens, without their secrets."""
    with daemon_of(home) as client:
        found = msgspec.json.decode(client.send("GET", f"{BASE}/tokens"))
    answer(found, as_json=as_json, view="tokens")


@token.command("revoke")
@command
def revoke(
    name: Annotated[str, typer.Argument(help="Its name or id.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Let a token count no more."""
    with daemon_of(home) as client:
        gone = msgspec.json.decode(client.send("DELETE", f"{BASE}/tokens/{in_path(name)}"))
    answer(gone if as_json else shown(gone), as_json=as_json, view="mapping")


@token.command("rotate")
@command
def rotate(
    name: Annotated[str, typer.Argument(help="Its name or id.", show_default=False)],
    *,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Give a token another secret; the old one counts no more."""
    with daemon_of(home) as client:
        made = msgspec.json.decode(client.send("POST", f"{BASE}/tokens/{in_path(name)}/rotate", {}))
    answer(
        made if as_json else {"secret": made["secret"], **shown(made["token"])},
        as_json=as_json,
        view="mapping",
    )


@token.command("link")
@command
def link(
    *,
    scope: Annotated[str, typer.Option(help="What the browser may do: read, write or admin.")] = "admin",
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Make a link that lets a browser in, once and within ten minutes."""
    with daemon_of(home) as client:
        made = msgspec.json.decode(client.send("POST", f"{BASE}/tokens/link", {"scope": scope}))
    answer(made, as_json=as_json, view="mapping")


def in_path(name: str) -> str:
    """A name as a part of a path; raises MisuseError for an empty one."""
    from urllib.parse import quote  # noqa: PLC0415 - as above

    if not name.strip():
        raise MisuseError(
            "The name of the token is empty.", hint="graphmem token list shows those there are."
        )
    return quote(name, safe="")


def shown(told: dict[str, Any]) -> dict[str, Any]:
    """What a person wants to see of a token."""
    return {key: value for key, value in told.items() if value not in (None, "")}


@contextlib.contextmanager
def daemon_of(home: Path | None) -> Iterator[Client]:
    """The daemon of a home; started for this, it goes on: whoever makes a token wants to use it."""
    from graphmem.serve.client import Client  # noqa: PLC0415 - `graphmem --help` must not pay for it

    where = Settings(home).home
    place: Place = running(where) or find_or_start(where)
    yield Client(place.address, place.secret)
