"""Files and folders go in; the transcripts among them come out, each with the reader of the client that wrote it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphmem.capture.archives import closed
from graphmem.capture.batch import Batch, Cursor, Limits
from graphmem.capture.machine import this_machine
from graphmem.capture.registry import ALIASES, CLIENTS, FORMATS, Reader, canonical, names, places_of, readers
from graphmem.capture.sources import looks_binary
from graphmem.config import Settings
from graphmem.errors import SourceError

__all__ = [
    "ALIASES",
    "CLIENTS",
    "FORMATS",
    "Batch",
    "Cursor",
    "Limits",
    "Reader",
    "canonical",
    "discover_all",
    "find_sources",
    "names",
    "readers",
    "sample_folder",
]

PACKED = (".zst", ".zip")  # what may be binary and a transcript


def find_sources(
    paths: Sequence[str | Path], client: str | None, settings: Settings
) -> list[tuple[Reader, Path]]:
    """The transcripts among the named files and below the named folders, each once, in a fixed order.

    Below a folder, files that no reader knows are passed over. Raises SourceError for a path that does not exist
    or cannot be read, an empty or binary file, a file that no reader recognises or several do, and a folder
    without transcripts; UnknownClient for a client without a reader.
    """
    known = readers(settings, client)
    in_folders = known if client else [reader for reader in known if reader.client not in FORMATS]
    found: dict[str, tuple[Reader, Path]] = {}
    for path in map(Path, paths):
        if path.is_dir():
            below = in_folder(path, in_folders)
            if not below:
                raise SourceError(
                    f"{path} holds no transcripts of {listed(in_folders)}.", hint=other_forms(known, client)
                )
        else:
            below = [(reader_of(path, known), path)]
        for reader, source in below:
            found.setdefault(os.path.realpath(source), (reader, source))
    return list(found.values())


def listed(known: Iterable[Reader]) -> str:
    """The names of readers in words."""
    *others, last = dict.fromkeys(reader.client for reader in known)
    return f"{', '.join(others)} or {last}" if others else last


def other_forms(known: Sequence[Reader], client: str | None) -> str:
    """What to do about a folder in which nothing was found."""
    hint = "Name a folder that holds the client's sessions, or a transcript."
    forms = [reader for reader in known if reader.client in FORMATS]
    return hint if client or not forms else f"{hint} Files of other programs need --client {listed(forms)}."


def in_folder(folder: Path, known: Sequence[Reader]) -> list[tuple[Reader, Path]]:
    """The transcripts below a folder, each with the first reader that recognises it."""
    candidates: dict[str, list[tuple[Reader, Path]]] = {}
    for reader in known:
        for path in reader.discover(folder):
            candidates.setdefault(os.path.realpath(path), []).append((reader, path))
    # File by file, so that what was read of it for one reader is at hand for the next.
    owners = (
        next((one for one in asked if one[0].recognises(one[1])), None) for asked in candidates.values()
    )
    found: dict[int, list[tuple[Reader, Path]]] = {id(reader): [] for reader in known}
    for owner in owners:
        if owner is not None:
            found[id(owner[0])].append(owner)
    return [item for items in found.values() for item in items]


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
    matching = [reader for reader in known if reader.client not in FORMATS and reader.recognises(path)]
    matching = matching or [
        reader for reader in known if reader.client in FORMATS and reader.recognises(path)
    ]
    clients = dict.fromkeys(reader.client for reader in matching)
    if len(clients) > 1:
        choices = " or ".join(f"--client {client}" for client in clients)
        raise SourceError(f"{path} may be a transcript of {listed(matching)}.", hint=f"Say which: {choices}.")
    if matching:
        return matching[0]
    if reason := closed(path):
        raise SourceError(
            f"{path} {reason}.", hint="Unpack it yourself, and name the folder or the file in it."
        )
    hint = f"I read transcripts of {listed(known)}."
    if binary and path.suffix not in PACKED:
        raise SourceError(f"{path} is a binary file, not a transcript.", hint=hint)
    raise SourceError(f"{path} is no transcript that I know.", hint=hint)


def discover_all(
    settings: Settings, client: str | None = None, *, environ: Mapping[str, str] | None = None
) -> list[tuple[Reader, Path]]:
    """The transcripts in the usual folders of one client or of all, and in those that were set beside them.

    A folder that does not exist holds none. One that was set for a client comes before the one that the client's own
    variable names.
    """
    machine = this_machine(settings, environ)
    found: dict[str, tuple[Reader, Path]] = {}
    for reader in readers(settings, client, forms=False):
        for item in in_places(places_of(reader, machine), reader):
            found.setdefault(os.path.realpath(item[1]), item)
    return list(found.values())


def in_places(places: Iterable[Path], reader: Reader) -> list[tuple[Reader, Path]]:
    """The transcripts of one client in its folders; of one that lies there plain and packed, the plain one."""
    found: list[tuple[Reader, Path]] = []
    for place in dict.fromkeys(places):
        if place.is_dir():
            found += in_folder(place, [reader])
        elif place.is_file() and reader.recognises(place):
            found.append((reader, place))
    plain = {path.name for _, path in found}
    return [
        (owner, path)
        for owner, path in found
        if path.suffix != ".zst" or path.name.removesuffix(".zst") not in plain
    ]


def sample_folder() -> Path:
    """The made-up conversations that the package brings, as the clients would leave them on disk."""
    return Path(__file__).parent.parent / "sample"
