"""The verbs of Memory, asked of a daemon over HTTP: the same names, parameters, records and errors.

Only the standard library is used, and the records; whoever starts a process for one question waits for nothing else.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from graphmem.errors import DaemonError
from graphmem.result import (
    Answer,
    ContextBlock,
    Detail,
    Doubt,
    EntityView,
    ExtractReport,
    FactView,
    Finding,
    HitKind,
    IngestReport,
    Merged,
    Neighbor,
    Progress,
    Recall,
    Receipt,
    Remembered,
    Route,
    SourceView,
    Table,
)
from graphmem.serve.problems import raised
from graphmem.serve.routes import BASE, BY_VERB, NOT_IN_A_REQUEST
from graphmem.temporal import format_time

T = TypeVar("T")
NOT_SENT = NOT_IN_A_REQUEST | {"self"}
PARAMETER = re.compile(r"\{(\w+)(?::path)?\}")
SECONDS = 3600.0  # an import of years takes long; who wants less says so


class Client:
    """A memory that a daemon serves.

        with Client("http://127.0.0.1:7787", token) as memory:
            memory.recall("where does the user work").hits

    Every verb of Memory is a method here, with the same parameters; what a verb raises is raised here too. Raises
    DaemonError when nobody answers. May be used from several threads; each request has its own connection.
    """

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

    def ingest(
        self,
        paths: Iterable[str | Path] = (),
        *,
        client: str | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> IngestReport:
        """See Memory.ingest."""
        return self._ask("ingest", locals(), IngestReport)

    def extract(
        self,
        *,
        again: bool = False,
        session: str | None = None,
        batch: bool = False,
    ) -> ExtractReport:
        """See Memory.extract."""
        return self._ask("extract", locals(), ExtractReport)

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        kind: Sequence[HitKind] = (),
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Recall:
        """See Memory.recall."""
        return self._ask("recall", locals(), Recall)

    def context(
        self,
        query: str,
        *,
        budget: int | None = None,
        detail: Detail = "normal",
        history: bool = False,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> ContextBlock:
        """See Memory.context."""
        return self._ask("context", locals(), ContextBlock)

    def ask(
        self,
        query: str,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Answer:
        """See Memory.ask."""
        return self._ask("ask", locals(), Answer)

    def remember(
        self,
        text: str,
        *,
        project: str = "",
        at: datetime | None = None,
    ) -> Remembered:
        """See Memory.remember."""
        return self._ask("remember", locals(), Remembered)

    def facts(
        self,
        *,
        entity: str | None = None,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        all: bool = False,  # noqa: A002 - the word that people expect
        limit: int | None = None,
    ) -> tuple[FactView, ...]:
        """See Memory.facts."""
        return self._ask("facts", locals(), tuple[FactView, ...])

    def entity(
        self,
        name: str,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> EntityView:
        """See Memory.entity."""
        return self._ask("entity", locals(), EntityView)

    def neighbors(
        self,
        entity: str,
        *,
        depth: int = 1,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
    ) -> tuple[Neighbor, ...]:
        """See Memory.neighbors."""
        return self._ask("neighbors", locals(), tuple[Neighbor, ...])

    def path(
        self,
        source: str,
        target: str,
        *,
        max_length: int = 4,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Route:
        """See Memory.path."""
        return self._ask("path", locals(), Route)

    def history(
        self,
        id: str,  # noqa: A002 - the word that people expect
        *,
        predicate: str | None = None,
    ) -> tuple[FactView, ...]:
        """See Memory.history."""
        return self._ask("history", locals(), tuple[FactView, ...])

    def forget(
        self,
        id: str,  # noqa: A002 - the word that people expect
        *,
        reason: str = "",
    ) -> Receipt:
        """See Memory.forget."""
        return self._ask("forget", locals(), Receipt)

    def merge(
        self,
        source: str,
        target: str,
    ) -> Merged:
        """See Memory.merge."""
        return self._ask("merge", locals(), Merged)

    def split(
        self,
        entity: str,
        *,
        other: str | None = None,
    ) -> Merged:
        """See Memory.split."""
        return self._ask("split", locals(), Merged)

    def alias(
        self,
        name: str,
        entity: str,
    ) -> Merged:
        """See Memory.alias."""
        return self._ask("alias", locals(), Merged)

    def review(
        self,
        *,
        limit: int = 50,
    ) -> tuple[Doubt, ...]:
        """See Memory.review."""
        return self._ask("review", locals(), tuple[Doubt, ...])

    def keep(
        self,
        id: str,  # noqa: A002 - the word that people expect
    ) -> tuple[FactView, ...]:
        """See Memory.keep."""
        return self._ask("keep", locals(), tuple[FactView, ...])

    def retract(
        self,
        id: str,  # noqa: A002 - the word that people expect
    ) -> tuple[FactView, ...]:
        """See Memory.retract."""
        return self._ask("retract", locals(), tuple[FactView, ...])

    def cypher(
        self,
        query: str,
        *,
        params: dict[str, Any] | None = None,
    ) -> Table:
        """See Memory.cypher."""
        return self._ask("cypher", locals(), Table)

    def stats(
        self,
    ) -> dict[str, Any]:
        """See Memory.stats."""
        return self._ask("stats", locals(), dict[str, Any])

    def sources(
        self,
        *,
        client: str | None = None,
    ) -> tuple[SourceView, ...]:
        """See Memory.sources."""
        return self._ask("sources", locals(), tuple[SourceView, ...])

    def rebuild(
        self,
    ) -> dict[str, Any]:
        """See Memory.rebuild."""
        return self._ask("rebuild", locals(), dict[str, Any])

    def doctor(
        self,
    ) -> tuple[Finding, ...]:
        """See Memory.doctor."""
        return self._ask("doctor", locals(), tuple[Finding, ...])

    def export(
        self,
        path: str | Path,
    ) -> dict[str, Any]:
        """See Memory.export."""
        return self._ask("export", locals(), dict[str, Any])

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
