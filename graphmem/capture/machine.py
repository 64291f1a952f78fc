"""The environment of a computer goes in; the folders where programs keep their files on it come out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from graphmem.config import Settings

# Visual Studio Code and the editors that were made from it, by the name of their folder.
EDITORS = (
    "Code",
    "Code - Insiders",
    "Code - Exploration",
    "VSCodium",
    "VSCodium - Insiders",
    "Cursor",
    "Windsurf",
    "Windsurf - Next",
    "Trae",
    "Kiro",
    "Positron",
    "Antigravity",
)
SERVERS = (
    ".vscode-server",
    ".vscode-server-insiders",
    ".cursor-server",
    ".windsurf-server",
    ".vscode-remote",
)
FLATPAKS = {"com.visualstudio.code": "Code", "com.vscodium.codium": "VSCodium"}


class Machine(NamedTuple):
    """A computer as programs see it: its environment, and its system as `sys.platform` names it.

    `more` are folders in which, as somebody set, transcripts of any client lie.
    """

    environ: Mapping[str, str]
    platform: str = sys.platform
    more: tuple[Path, ...] = ()

    @property
    def home(self) -> Path:
        """The home folder of whoever runs this."""
        name = "USERPROFILE" if self.platform == "win32" else "HOME"
        return Path(self.environ.get(name) or Path.home())

    @property
    def config(self) -> Path:
        """Where programs keep what belongs to a person and may travel with them."""
        if self.platform == "win32":
            return self.moved("APPDATA", "AppData/Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.moved("XDG_CONFIG_HOME", ".config")

    @property
    def data(self) -> Path:
        """Where programs keep what belongs to this computer."""
        if self.platform == "win32":
            return self.moved("LOCALAPPDATA", "AppData/Local")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.moved("XDG_DATA_HOME", ".local/share")

    def moved(self, variable: str, usual: str, *below: str) -> Path:
        """The folder that a variable names, and what is below it; else the usual one below the home folder."""
        stated = self.environ.get(variable)
        return Path(stated).expanduser().joinpath(*below) if stated else self.home.joinpath(usual)

    def editors(self) -> Iterator[Path]:
        """The `User` folders of Visual Studio Code and of its kin, also where they serve a remote window."""
        if portable := self.environ.get("VSCODE_PORTABLE"):
            yield Path(portable) / "user-data" / "User"
        for name in EDITORS:
            yield self.config / name / "User"
        for name in SERVERS:
            yield self.home / name / "data" / "User"
        for application, name in FLATPAKS.items():
            yield self.home / ".var" / "app" / application / "config" / name / "User"


def this_machine(settings: Settings, environ: Mapping[str, str] | None = None) -> Machine:
    """The computer that this runs on."""
    stated = str(settings["capture.folders"]).split(os.pathsep)
    more = tuple(Path(folder).expanduser() for folder in stated if folder)
    return Machine(os.environ if environ is None else environ, more=more)
