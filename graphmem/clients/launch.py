"""How clients start the memory: words and command lines for every shell, and the shapes of entries filled with them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from graphmem.capture.machine import Machine
from graphmem.clients.places import this_program
from graphmem.clients.table import ARGUMENTS, LINE, PROGRAM, WORDS
from graphmem.config import Settings
from graphmem.errors import MisuseError

OURS = re.compile(r"(?:^|[\\/\"' &])graphmem(?:\.exe)?[\"']?(?:\s|$)|-m graphmem\b")
# Where uvx and pipx keep what they run once.
FLEETING = re.compile(r"[\\/](?:archive-v\d+|environments-v\d+|pipx[\\/]\.cache)[\\/]")
PLAIN_WORD = re.compile(r"[\w:\\/.,+-]+")


class Launch(NamedTuple):
    """The words that start graphmem on a computer, and the home it is told."""

    words: tuple[str, ...]
    home: tuple[str, ...] = ()
    platform: str = "linux"

    def command(self, *rest: str) -> list[str]:
        """The words of a command of graphmem."""
        return [*self.words, *rest, *self.home]


def launch_of(settings: Settings, machine: Machine) -> Launch:
    """How a client starts graphmem. A home that is not the usual one is told: a client has another environment."""
    home = () if settings.home_origin == "default" else ("--home", str(settings.home))
    return Launch(tuple(this_program(machine)), home, machine.platform)


def lasting(launch: Launch) -> Launch:
    """The same, when it will be there tomorrow; raises MisuseError when it lies in a cache that may be emptied."""
    if FLEETING.search(launch.words[0]):
        raise MisuseError(
            f"{launch.words[0]} lies in a cache that may be emptied, and would be missed then.",
            hint="Install graphmem to stay, as with: uv tool install graphmem. Then run this again.",
        )
    return launch


def filled(shape: Any, words: Sequence[str], line: str) -> Any:
    """The shape of an entry with the command in it."""
    if isinstance(shape, Mapping):
        return {key: filled(value, words, line) for key, value in shape.items()}
    if isinstance(shape, list):
        return [filled(value, words, line) for value in shape]
    known = {PROGRAM: words[0], ARGUMENTS: list(words[1:]), WORDS: list(words), LINE: line}
    return known.get(shape, shape) if isinstance(shape, str) else shape


def without_shell(shape: Any, words: Sequence[str]) -> Any:
    """The shape of a hook that is run by its arguments, with the command in it."""
    if isinstance(shape, Mapping):
        made = {key: without_shell(value, words) for key, value in shape.items() if value != LINE}
        return made | ({"command": words[0], "args": list(words[1:])} if LINE in shape.values() else {})
    return [without_shell(value, words) for value in shape] if isinstance(shape, list) else shape


def quoted(words: Sequence[str], platform: str, shell: str) -> str:
    """A command line: for a POSIX shell, or for the one that a client uses on Windows."""
    if platform != "win32":
        return shlex.join(words)
    line = " ".join(word if PLAIN_WORD.fullmatch(word) else f'"{word}"' for word in words)
    return f"& {line}" if shell == "powershell" and line.startswith('"') else line


def is_ours(entry: Any) -> bool:
    """Whether an entry of a client, of whatever shape, starts graphmem."""
    return any(OURS.search(line) for line in lines_of(entry))


def lines_of(entry: Any) -> list[str]:
    """The command lines in an entry."""
    if isinstance(entry, list):
        return [line for one in entry for line in lines_of(one)]
    if not isinstance(entry, Mapping):
        return []
    program, rest = entry.get("command", entry.get("cmd")), entry.get("args")
    words = [
        *(program if isinstance(program, list) else [program]),
        *(rest if isinstance(rest, list) else []),
    ]
    own = [" ".join(str(word) for word in words)] if program else []
    return own + [line for value in entry.values() if isinstance(value, list) for line in lines_of(value)]
