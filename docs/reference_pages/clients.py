"""The page of the clients: every one that can be wired, and every file that is written for it."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.clients.table import CLIENTS
from reference_pages.markdown import code, table


def clients() -> Iterator[str]:
    """Every client that can be wired, and every file that is written for it."""
    yield "# Clients"
    yield (
        "What `graphmem install` writes, and where: the first of the places that is there, or the first; each of those "
        "that must exist. `$NAME` counts where that variable is set. `config`, `data` and `xdg` are the folders of the "
        "system for settings, for data and for settings as on Linux; `editor` is the `User` folder of Visual Studio "
        "Code and of each of its kin, and `code` that of the first alone."
    )
    yield table(
        ("client", "MCP server", "key", "hooks", "rules"),
        [
            (
                f"{client.title} ({code(client.name)})",
                places_told(client.server.places),
                code(".".join(client.server.path)),
                places_told(client.hooks.places) if client.hooks else "",
                places_told((*client.rules.own, client.rules.project)) if client.rules else "",
            )
            for client in CLIENTS
        ],
    )
    yield "## Hooks"
    yield "The events of a client at which graphmem is called, and as what."
    yield table(
        ("client", "event", "called as"),
        [
            (client.title, code(name), code(f"graphmem hook {event}"))
            for client in CLIENTS
            for event, name in (client.hooks.events if client.hooks else ())
        ],
    )


def places_told(places: tuple[str, ...]) -> str:
    """Places as a list of paths."""
    return ", ".join(code(place.replace("//", "/").rstrip("/")) for place in places)
