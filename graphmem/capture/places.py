"""The folder of a client, as it was set or moved, goes in; where the transcripts lie in it comes out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.capture.machine import Machine
from graphmem.config import Settings

PROMPTS = "history.jsonl"


def client_home(settings: Settings, key: str, machine: Machine, variable: str) -> Path:
    """A client's folder: as it was set for graphmem, else as the client's own variable moves it, else the usual one."""
    usual = settings.path(key)
    stated = machine.environ.get(variable)
    moved = settings.values[key].origin == "default" and stated
    return Path(stated).expanduser() if moved and stated else usual


def below_home(home: Path, *names: str) -> Iterator[Path]:
    """The folders of transcripts in a client's own one, and its list of prompts; all of it when it has none of them."""
    folders = [home / name for name in names]
    if any(map(Path.is_dir, folders)):
        yield from folders
        yield home / PROMPTS
    else:
        yield home
