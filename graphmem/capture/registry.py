"""The name of a client goes in; the reader of its transcripts comes out, built in or brought by another package.

A new reader is one line in `CLIENTS` or `FORMATS`; a package adds one by the entry point `graphmem.readers`. The
code of a reader is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.machine import Machine
from graphmem.config import Settings
from graphmem.errors import SourceError, UnknownClient

GROUP = "graphmem.readers"


class Reader(Protocol):
    """How the transcripts of one client are found and read; made with the settings as its only argument."""

    client: str

    def places(self, machine: Machine) -> Iterator[Path]:
        """Folders and files where the client keeps its transcripts on a computer; they need not exist."""
        ...

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be this client's, in a fixed order."""
        ...

    def recognises(self, path: Path) -> bool:
        """True when the first records of a file are this client's."""
        ...

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what a file says beyond a cursor; raises OSError when it cannot be read."""
        ...


# Each client with the class of its reader, or with those for the several ways in which it keeps things. A file is of
# the first client here whose reader recognises it.
CLIENTS: dict[str, str | tuple[str, ...]] = {
    "claude-code": "graphmem.capture.claude:ClaudeReader",
    "codex": "graphmem.capture.codex:CodexReader",
    "aider": "graphmem.capture.aider:AiderReader",
    "chatgpt": "graphmem.capture.chatgpt:ChatGptReader",
    "claude-ai": "graphmem.capture.claude_ai:ClaudeAiReader",
    "gemini-takeout": "graphmem.capture.takeout:TakeoutReader",
    "cline": "graphmem.capture.cline:ClineReader",
    "roo-code": "graphmem.capture.cline:RooReader",
    "kilo-code": "graphmem.capture.cline:KiloReader",
    "continue": "graphmem.capture.continue_dev:ContinueReader",
    "copilot-chat": "graphmem.capture.vscode:VscodeReader",
    "copilot-cli": "graphmem.capture.copilot:CopilotReader",
    "cursor": "graphmem.capture.cursor:CursorReader",
    "gemini-cli": "graphmem.capture.gemini:GeminiReader",
    "goose": "graphmem.capture.goose:GooseReader",
    "hermes": "graphmem.capture.hermes:HermesReader",
    "openclaw": "graphmem.capture.openclaw:OpenClawReader",
    "opencode": "graphmem.capture.opencode:OpenCodeReader",
    "pi": "graphmem.capture.pi:PiReader",
    "zed": "graphmem.capture.zed:ZedReader",
}

# Forms that many programs write. Such a file is taken when it is named and no client's reader knows it; below a
# folder only when the form is asked for, since a folder of data sets or of notes is no memory of conversations.
FORMATS: dict[str, str] = {
    "openai-messages": "graphmem.capture.generic:MessagesReader",
    "sharegpt": "graphmem.capture.generic:ShareGptReader",
    "markdown": "graphmem.capture.markdown:MarkdownReader",
}

ALIASES = {
    "claude": "claude-code",
    "claude_code": "claude-code",
    "gemini": "gemini-cli",
    "kilo": "kilo-code",
    "roo": "roo-code",
    "vscode": "copilot-chat",
}


def names() -> list[str]:
    """The names of all readers: of clients, of other packages, of forms."""
    return [*CLIENTS, *sorted(foreign()), *FORMATS]


def canonical(client: str) -> str:
    """The name that a client is stored under; raises UnknownClient with the names that are known."""
    name = ALIASES.get(client.lower(), client.lower())
    if name not in CLIENTS and name not in FORMATS and name not in foreign():
        raise UnknownClient(
            f"There is no reader for the client {client!r}.",
            hint=f"Known clients: {', '.join(sorted(names()))}.",
        )
    return name


def readers(settings: Settings, client: str | None = None, *, forms: bool = True) -> list[Reader]:
    """The readers of one client, or those of all, with or without those of mere forms.

    Raises UnknownClient with the names that are known, and SourceError for a reader of another package that
    cannot be loaded.
    """
    chosen = [canonical(client)] if client is not None else names()
    return [
        reader
        for name in chosen
        if client is not None or forms or name not in FORMATS
        for reader in readers_of(name, settings)
    ]


def readers_of(name: str, settings: Settings) -> list[Reader]:
    """The readers of a client, by its canonical name."""
    built_in = CLIENTS.get(name) or FORMATS.get(name)
    if not built_in:
        return [foreign_reader(foreign()[name], settings)]
    found: list[Reader] = []
    for address in (built_in,) if isinstance(built_in, str) else built_in:
        module, _, kind = address.partition(":")
        found.append(getattr(import_module(module), kind)(settings))
    return found


def places_of(reader: Reader, machine: Machine) -> Iterator[Path]:
    """Where to look for the transcripts of a client: in its own places, and in the folders that were set."""
    yield from reader.places(machine)
    yield from machine.more


def foreign() -> dict[str, EntryPoint]:
    """The readers that other packages bring, by name; one with the name of a built-in one does not count."""
    found = entry_points(group=GROUP)
    return {entry.name: entry for entry in found if entry.name not in CLIENTS and entry.name not in FORMATS}


def foreign_reader(entry: EntryPoint, settings: Settings) -> Reader:
    """The reader of another package; raises SourceError when it cannot be loaded or is none."""
    package = entry.dist.name if entry.dist else entry.value
    try:
        made: Any = entry.load()(settings)
    except Exception as cause:
        raise SourceError(
            f"The reader {entry.name!r} of the package {package} cannot be loaded: {cause}.",
            hint="Correct that package or uninstall it; the readers of graphmem itself do not need it.",
        ) from cause
    lacking = [name for name in ("places", "discover", "recognises", "read") if not hasattr(made, name)]
    if lacking or getattr(made, "client", None) != entry.name:
        reason = f"it has no {', '.join(lacking)}" if lacking else f"its client is not {entry.name!r}"
        raise SourceError(
            f"The reader {entry.name!r} of the package {package} is none: {reason}.",
            hint="Correct that package or uninstall it.",
        )
    result: Reader = made
    return result
