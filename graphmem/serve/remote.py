"""A verb with its parameters becomes a request to a daemon, and the answer becomes records, or the error that it tells.

Only the standard library is used, and the records; whoever starts a process for one question waits for nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from graphmem.result import Progress
from graphmem.serve.following import Following
from graphmem.serve.routes import BASE, BY_VERB, NOT_IN_A_REQUEST
from graphmem.store.files import private_file
from graphmem.temporal import format_time

T = TypeVar("T")
NOT_SENT = NOT_IN_A_REQUEST | {"self"}
PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")
PIECE = 1 << 16


class Remote(Following):
    """How a daemon is asked for a verb."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is held open; the daemon goes on."""

    def _ask(self, verb: str, given: dict[str, Any], kind: type[T]) -> T:
        """Send what a method was given, and make its records of the answer."""
        way = BY_VERB[verb]
        sent = {
            name: plain(value, local=way.local)
            for name, value in given.items()
            if value is not None and name not in NOT_SENT
        }
        path = BASE + PARAMETER.sub(lambda found: in_path(str(sent.pop(found[1]))), way.path)
        if way.method == "GET":
            query = urlencode(sent, doseq=True)
            body = self.send(way.method, f"{path}?{query}" if query else path)
        elif way.long and given.get("progress") is not None:
            return msgspec.convert(self.work(path, sent, given["progress"]), kind)
        else:
            body = self.send(way.method, path, sent)
        told = msgspec.json.decode(body)
        return msgspec.convert(told[way.listed] if way.listed else told, kind)

    def download(
        self, target: Path, form: str, progress: Callable[[Progress], None] | None
    ) -> dict[str, Any]:
        """Write an export that the daemon hands out to a file; what it holds."""
        query = urlencode({"format": form})
        with private_file(target) as file, self.answer("GET", f"{BASE}/export?{query}") as response:
            size = int(response.headers["content-length"])
            while piece := response.read(PIECE):
                file.write(piece)
                if progress is not None:
                    progress(Progress(target.name, file.tell(), size, 0, 0))
            counts = {name: int(response.headers[f"x-graphmem-{name}"]) for name in ("nodes", "edges")}
            if file.tell() != size:
                raise self.silent("the answer broke off")
        return {"path": str(target), "format": form, **counts, "bytes": size}


def in_path(name: str) -> str:
    """A name as one part of a path, which no slash in it can divide; it is quoted twice, and so unquoted twice."""
    return quote(name.replace("%", "%25").replace("/", "%2F"), safe="")


def plain(value: Any, *, local: bool) -> Any:
    """A value as it is sent; a path of a verb that names files is the daemon's as well as ours."""
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, Path):
        return str(value.expanduser().absolute()) if local else str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one, local=local) for one in value]
    return value
