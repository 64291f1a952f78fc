"""A verb with its parameters becomes a request to a daemon, and the answer becomes records, or the error that it tells.

Only the standard library is used, and the records; whoever starts a process for one question waits for nothing else.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from graphmem.errors import DaemonError
from graphmem.serve.problems import raised
from graphmem.serve.routes import BASE, BY_VERB, NOT_IN_A_REQUEST
from graphmem.temporal import format_time

T = TypeVar("T")
NOT_SENT = NOT_IN_A_REQUEST | {"self"}
PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")
SECONDS = 3600.0  # an import of years takes long; who wants less says so


class Remote:
    """How a daemon is asked; each request has its own connection."""

    def __init__(self, address: str, token: str, *, timeout: float = SECONDS) -> None:
        self.address, self.timeout = address, timeout
        self._token = token
        self._at = urlsplit(address)
        self.notices: tuple[str, ...] = ()

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
        else:
            body = self.send(way.method, path, sent)
        told = msgspec.json.decode(body)
        return msgspec.convert(told[way.listed] if way.listed else told, kind)

    def send(self, method: str, path: str, content: Mapping[str, Any] | None = None) -> bytes:
        """The body of the answer to one request; raises what the daemon says went wrong, and DaemonError."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        data = None
        if content is not None:
            data = json.dumps(content).encode()
            headers["Content-Type"] = "application/json"
        kind = http.client.HTTPSConnection if self._at.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._at.hostname or "", self._at.port, timeout=self.timeout)
        try:
            connection.request(method, path, body=data, headers=headers)
            response = connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException) as cause:
            slow = isinstance(cause, socket.timeout)
            reason = f"no answer within {self.timeout:g} s" if slow else str(cause) or type(cause).__name__
            raise DaemonError(
                f"The daemon at {self.address} does not answer: {reason}.",
                hint="graphmem serve starts it; graphmem doctor tells how it is.",
            ) from cause
        finally:
            connection.close()
        if response.status >= 400:
            raise raised(problem_of(body), response.status)
        return body


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


def problem_of(body: bytes) -> dict[str, Any]:
    """The members of problem details; none when the body holds none."""
    try:
        told = json.loads(body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
