"""The places of the table come in; the files and folders on a computer go out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphmem.capture.machine import Machine
from graphmem.clients.table import Client, Server

CODE = ("Code", "Code - Insiders", "VSCodium", "VSCodium - Insiders")
SYSTEMS = ("win32", "darwin", "linux")


def files_of(places: Sequence[str], machine: Machine) -> list[Path]:
    """The files that count of those a client may read: the first, or all that are there before it."""
    known: list[Path] = []
    for place in places:
        mark, must_exist, below = place.partition("//")
        for path in expanded(mark, machine):
            if not must_exist:
                return known or [path]
            if path.exists():
                known.append(path / below if below else path)
    return known


def expanded(place: str, machine: Machine) -> Iterator[Path]:
    """The paths that a place stands for on a computer; none where its system is another or its variable not set."""
    system, colon, rest = place.partition(":")
    if colon and system in SYSTEMS:
        if system != machine.platform:
            return
        place = rest
    first, *below = place.split("/")
    for start in starts(first, machine):
        if not any("*" in part for part in below):
            yield start.joinpath(*below)
        else:
            yield from sorted(start.glob("/".join(below)))


def starts(word: str, machine: Machine) -> Iterator[Path]:
    """The folders that the first part of a place stands for."""
    if word.startswith("$"):
        if stated := machine.environ.get(word[1:]):
            yield Path(stated).expanduser()
    elif word == "{editor}":
        yield from machine.editors()
    elif word == "{code}":
        yield from (folder for folder in machine.editors() if folder.parent.name in CODE)
    elif word == "{xdg}":
        yield machine.moved("XDG_CONFIG_HOME", ".config")
    else:
        yield {"~": machine.home, "{config}": machine.config, "{data}": machine.data}[word]


def is_found(client: Client, machine: Machine) -> bool:
    """Whether a client is on this computer: its settings, its folder or its command."""
    settings = files_of(client.server.places, machine)
    marks = (path for mark in client.marks for path in expanded(mark, machine))
    return (
        any(path.exists() for path in (*settings, *marks))
        or (only_where_it_is(client.server) and bool(settings))
        or any(on_path(command, machine) for command in client.commands)
    )


def only_where_it_is(server: Server) -> bool:
    """Whether all places of the settings must exist before they count."""
    return all("//" in place for place in server.places)


def on_path(command: str, machine: Machine) -> str | None:
    """Where a command is, as a shell would find it."""
    return shutil.which(command, path=machine.environ.get("PATH", os.defpath))


def this_program(machine: Machine) -> list[str]:
    """The absolute words that start graphmem, the same ones from whichever shell it is asked.

    The command on the search path when it is of this installation: a link there outlives what it leads to.
    """
    name = "graphmem.exe" if machine.platform == "win32" else "graphmem"
    own = Path(sys.executable).parent / name
    found = on_path("graphmem", machine)
    if found and own.exists() and Path(found).samefile(own):
        return [os.path.abspath(found)]  # noqa: PTH100 - links are kept
    if own.exists():
        return [str(own)]
    return [sys.executable, "-m", "graphmem"]
