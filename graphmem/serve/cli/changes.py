"""What was, or would be, written into other programs' files comes in; lines for a person go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from graphmem.serve.cli.page import grid
from graphmem.serve.cli.words import plain

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def wired(found: Mapping[str, Any]) -> RenderableType:
    """One line a file, what would change in it, why not, and what is left to do."""
    files = found["files"]
    if not files:
        return Text("There is nothing to do.")
    parts: list[RenderableType] = []
    for one in files:
        if one["status"] == "planned":
            parts += [*diff_lines(one["diff"]), Text("")]
    parts.append(grid(("client", "file", ""), [(one["client"], one["file"], one["status"]) for one in files]))
    for one in files:
        parts += [Text(plain(text)) for text in (one["reason"], one["hint"]) if text]
    parts += [Text(plain(line)) for line in found["advice"]]
    return Group(*parts)


def diff_lines(diff: str) -> Iterator[RenderableType]:
    """A difference as people know it."""
    for line in diff.split("\n"):
        # White space is what a difference is about: only what could move the cursor goes.
        shown = "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in line)
        yield Text(shown, style=COLOURS.get(line[:1], ""))


def service(found: Mapping[str, Any]) -> RenderableType:
    """The file, the commands, and whether it is there."""
    state = "installed" if found["installed"] else "not installed"
    parts: list[RenderableType] = [
        Text(f"{found['kind']}, {state}: {found['file'] or 'crontab'}", style="bold")
    ]
    parts += [Text(""), *(Text(line) for line in found["text"].rstrip("\n").split("\n")), Text("")]
    parts += [Text(f"$ {line}") for line in found["commands"]]
    parts += [Text(found["note"])] if found["note"] else []
    parts += [Text(plain(problem), style="red") for problem in found.get("problems", ())]
    return Group(*parts)
