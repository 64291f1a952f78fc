"""Files and folders go in; the transcripts among them come out, each with the reader of the client that wrote it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from graphmem.capture.batch import Batch, Cursor, Limits
from graphmem.capture.claude import ClaudeReader
from graphmem.capture.codex import CodexReader
from graphmem.capture.sources import looks_binary
from graphmem.config import Settings
from graphmem.errors import SourceError, UnknownClient

__all__ = [
    "ALIASES",
    "READERS",
    "Batch",
    "Cursor",
    "Limits",
    "Reader",
    "discover_all",
    "find_sources",
    "readers",
    "sample_folder",
]


class Reader(Protocol):
    """How the transcripts of one client are found and read."""

    client: str

    def discover(self, root: Path) -> Iterator[Path]:
        """Files below a folder that may be this client's, in a fixed order."""
        ...

    def recognises(self, path: Path) -> bool:
        """True when the first records of a file are this client's."""
        ...

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what a file says beyond a cursor; raises OSError when it cannot be read."""
        ...


READERS: dict[str, Callable[[Settings], Reader]] = {"claude-code": ClaudeReader, "codex": CodexReader}
ALIASES = {"claude": "claude-code", "claude_code": "claude-code"}

# Where each client keeps its files: the setting, the client's own variable that moves them, and the folders in
# it that hold transcripts.
HOMES = {
    "claude-code": ("capture.claude_home", "CLAUDE_CONFIG_DIR", ("projects",)),
    "codex": ("capture.codex_home", "CODEX_HOME", ("sessions", "archived_sessions")),
}
PROMPTS = "history.jsonl"


def readers(settings: Settings, client: str | None = None) -> list[Reader]:
    """The readers of one client or of all; raises UnknownClient with the names that are known."""
    if client is None:
        return [make(settings) for make in READERS.values()]
    name = ALIASES.get(client.lower(), client.lower())
    if name not in READERS:
        raise UnknownClient(
            f"There is no reader for the client {client!r}.",
            hint=f"Known clients: {', '.join(sorted(READERS))}.",
        )
    return [READERS[name](settings)]


def find_sources(
    paths: Sequence[str | Path], client: str | None, settings: Settings
) -> list[tuple[Reader, Path]]:
    """The transcripts among the named files and below the named folders, each once, in a fixed order.

    Below a folder, files that no reader knows are passed over. Raises SourceError for a path that does not exist
    or cannot be read, an empty or binary file, a file that no reader recognises, and a folder without
    transcripts; UnknownClient for a client without a reader.
    """
    known = readers(settings, client)
    found: dict[str, tuple[Reader, Path]] = {}
    for path in map(Path, paths):
        if path.is_dir():
            below = in_folder(path, known)
            if not below:
                raise SourceError(
                    f"{path} holds no transcripts of {' or '.join(r.client for r in known)}.",
                    hint="Name a folder that holds the client's sessions, or a transcript.",
                )
        else:
            below = [(reader_of(path, known), path)]
        for reader, source in below:
            found.setdefault(os.path.realpath(source), (reader, source))
    return list(found.values())


def in_folder(folder: Path, known: Sequence[Reader]) -> list[tuple[Reader, Path]]:
    """The transcripts below a folder, each with the first reader that recognises it."""
    found: dict[str, tuple[Reader, Path]] = {}
    for reader in known:
        for path in reader.discover(folder):
            real = os.path.realpath(path)
            if real not in found and reader.recognises(path):
                found[real] = (reader, path)
    return list(found.values())


def reader_of(path: Path, known: Sequence[Reader]) -> Reader:
    """The reader that recognises a file that was named; raises SourceError, telling why there is none."""
    try:
        size = path.stat().st_size
        if size == 0:
            raise SourceError(f"{path} is empty.", hint="There is nothing in it to read.")
        binary = looks_binary(path)
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist.", hint="Check the path.") from None
    except OSError as cause:
        raise SourceError(
            f"{path} cannot be read: {cause.strerror}.", hint="Check its permissions."
        ) from cause
    for reader in known:
        if reader.recognises(path):
            return reader
    names = " or ".join(reader.client for reader in known)
    if binary and path.suffix != ".zst":
        raise SourceError(
            f"{path} is a binary file, not a transcript.", hint=f"I read transcripts of {names}."
        )
    raise SourceError(f"{path} is no transcript that I know.", hint=f"I read transcripts of {names}.")


def discover_all(
    settings: Settings, client: str | None = None, *, environ: Mapping[str, str] | None = None
) -> list[tuple[Reader, Path]]:
    """The transcripts in the usual folders of one client or of all; none where a folder does not exist.

    A folder set for graphmem comes before the one that the client's own variable names.
    """
    env = os.environ if environ is None else environ
    found: dict[str, tuple[Reader, Path]] = {}
    for reader in readers(settings, client):
        key, variable, _ = HOMES[reader.client]
        home = settings.path(key)
        if settings.values[key].origin == "default" and env.get(variable):
            home = Path(env[variable]).expanduser()
        for item in in_home(home, reader):
            found.setdefault(os.path.realpath(item[1]), item)
    return list(found.values())


def in_home(home: Path, reader: Reader) -> list[tuple[Reader, Path]]:
    """The transcripts in a client's own folder, which holds much else: plugins with samples, caches, secrets."""
    folders = [home / name for name in HOMES[reader.client][2]]
    if not any(map(Path.is_dir, folders)):
        return in_folder(home, [reader]) if home.is_dir() else []
    found = [item for folder in folders for item in in_folder(folder, [reader])]
    plain = {path.name for _, path in found}
    kept = [
        (r, path) for r, path in found if path.suffix != ".zst" or path.name.removesuffix(".zst") not in plain
    ]
    prompts = home / PROMPTS
    return [*kept, (reader, prompts)] if prompts.is_file() and reader.recognises(prompts) else kept


def sample_folder() -> Path:
    """The made-up conversations that the package brings, as the clients would leave them on disk."""
    return Path(__file__).parent.parent / "sample"
