"""Requests to a daemon over HTTP with the standard library alone: asked again while it is away, and never done twice.

Every write carries a key of its own, by which a daemon that came back knows that it was asked before.
"""

from __future__ import annotations

import http.client
import json
import socket
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import DaemonError, GraphmemError
from graphmem.serve.problems import raised

SECONDS = 3600.0  # an import of years takes long; who wants less says so
PATIENCE = 10.0  # a daemon that is started anew answers within that
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
LATER = frozenset(
    {409, 429, 503}
)  # it was asked before and is not done; it is asked too often, or by too many
READS = frozenset({"GET", "HEAD"})


class Transport:
    """Where a daemon is asked, and with which token; each request has its own connection.

    `timeout` is how long an answer may take and `patience` how long a daemon may be away, in seconds.
    """

    def __init__(
        self, address: str, token: str, *, timeout: float = SECONDS, patience: float = PATIENCE
    ) -> None:
        self.address, self.timeout, self.patience = address, timeout, patience
        self._token = token
        self._at = urlsplit(address)
        self.notices: tuple[str, ...] = ()

    def send(
        self,
        method: str,
        path: str,
        content: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The body of the answer to one request; raises what the daemon says went wrong, and DaemonError."""
        asked = dict(headers or {})
        if method not in READS:
            asked.setdefault("Idempotency-Key", uuid.uuid4().hex)
        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            try:
                with self.answer(method, path, content, headers=asked) as response:
                    return self._body(response)
            except GraphmemError as error:
                wait = getattr(error, "retry_after", None)
                if wait is None or time.monotonic() + max(wait, pause) > until:
                    raise
                time.sleep(max(wait, pause))
                pause = min(pause * 2, LONGEST_PAUSE)

    @contextmanager
    def answer(
        self,
        method: str,
        path: str,
        content: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to one request, asked once and not yet read; raises as `send` does.

        What may be asked again has an attribute `retry_after`, in seconds.
        """
        sent = {"Authorization": f"Bearer {self._token}", "Accept": "application/json", **(headers or {})}
        data = None
        if content is not None:
            data = json.dumps(content).encode()
            sent["Content-Type"] = "application/json"
        kind = http.client.HTTPSConnection if self._at.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._at.hostname or "", self._at.port, timeout=self.timeout)
        with closing(connection):
            try:
                connection.request(method, path, body=data, headers=sent)
                response = connection.getresponse()
            except (OSError, http.client.HTTPException) as cause:
                raise self.silent(cause) from cause
            if response.status >= 400:
                error = raised(problem_of(self._body(response)), response.status)
                wait = response.headers.get("retry-after")
                if response.status in LATER and wait is not None:
                    error.retry_after = whole(wait)  # type: ignore[attr-defined]
                raise error
            yield response

    def _body(self, response: http.client.HTTPResponse) -> bytes:
        try:
            return response.read()
        except (OSError, http.client.HTTPException) as cause:
            raise self.silent(cause) from cause

    def silent(self, cause: Exception | str) -> DaemonError:
        """The error of a daemon that does not answer; one that was slow has had its time and is not asked again."""
        slow = isinstance(cause, socket.timeout)
        reason = f"no answer within {self.timeout:g} s" if slow else str(cause) or type(cause).__name__
        error = DaemonError(
            f"The daemon at {self.address} does not answer: {reason}.",
            hint="graphmem serve starts it; graphmem doctor tells how it is.",
        )
        if not slow:
            error.retry_after = 0  # type: ignore[attr-defined]
        return error


def whole(text: str) -> int:
    """Seconds in a header, or 0."""
    return int(text) if text.isascii() and text.isdigit() else 0


def problem_of(body: bytes) -> dict[str, Any]:
    """The members of problem details; none when the body holds none."""
    try:
        told = json.loads(body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
