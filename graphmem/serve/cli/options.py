"""The options that several commands share, and how their words become values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from graphmem.errors import MisuseError
from graphmem.result import HitKind
from graphmem.temporal import parse_time

Home = Annotated[
    Path | None,
    typer.Option(help="Where the memory lies; else GRAPHMEM_HOME, else ~/.graphmem.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
AsOf = Annotated[
    str | None, typer.Option(metavar="TIME", help="Look at the world as it was then.", show_default=False)
]
KnownAt = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Use only what had been said by then.", show_default=False),
]
Predicate = Annotated[str | None, typer.Option(help="Only this predicate.", show_default=False)]
Limit = Annotated[int | None, typer.Option(min=1, help="At most so many.", show_default=False)]

Entity = Annotated[str | None, typer.Option(help="Only what is about this entity.")]
Project = Annotated[str | None, typer.Option(help="Only what was said in this project.")]
Client = Annotated[str | None, typer.Option(help="Only what was said to this client.")]
Since = Annotated[str | None, typer.Option(metavar="TIME", help="Only what was said from then on.")]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Only what was said before then.")]


def when(text: str | None) -> datetime | None:
    """The instant that an option names; raises InvalidTime."""
    return None if text is None else parse_time(text)


def readable(text: str) -> str:
    """The words of an argument as valid Unicode: a byte that is none becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def kinds(words: Sequence[str]) -> tuple[HitKind, ...]:
    """The kinds of hits in `--kind fact,message --kind page`; raises MisuseError for another word."""
    allowed: tuple[HitKind, ...] = get_args(HitKind)
    chosen = {part.strip() for word in words for part in word.split(",") if part.strip()}
    for kind in sorted(chosen.difference(allowed)):
        raise MisuseError(f"There is no kind {kind!r} of hit.", hint=f"Allowed: {', '.join(allowed)}.")
    return tuple(kind for kind in allowed if kind in chosen)


def one_of(word: str | None, kind: Any) -> Any:
    """The word, when the literal type allows it, or None; raises MisuseError."""
    if word is not None and word not in get_args(kind):
        raise MisuseError(f"{word!r} cannot stand here.", hint=f"Allowed: {', '.join(get_args(kind))}.")
    return word


def parameters(pairs: Sequence[str]) -> dict[str, Any]:
    """The values of `--param name=value`: JSON where it is JSON, else text; raises MisuseError."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise MisuseError(f"{pair!r} is no parameter.", hint="Write it like --param name=value.")
        try:
            values[name.strip()] = json.loads(value)
        except ValueError:
            values[name.strip()] = readable(value)
    return values
