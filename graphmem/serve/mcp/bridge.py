"""MCP over standard input and output: every line is sent on to the daemon over HTTP, and its answer is written back.

An agent starts this with each of its sessions, so it must be there at once: the standard library alone. The daemon is
started when none runs, and found again when it was started anew in between.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from graphmem.errors import DaemonError
from graphmem.serve.local import Place, find_or_start

SECONDS = 600.0  # an import that an agent asked for may take long
CANCELLED = "notifications/cancelled"
AT_ONCE = 8  # requests; agents ask for several things together
VERSION = "io.modelcontextprotocol/protocolVersion"
FAILED = -32000
NAMED = ("name", "uri")


class Cancelled(Exception):
    """The agent does not wait for the answer to a request any more."""


class Bridge:
    """Sends what an agent writes to the daemon of a home, and what the daemon answers to the agent."""

    def __init__(self, home: Path, answers: BinaryIO, *, tools: str = "") -> None:
        self.home, self.answers, self.tools = home, answers, tools
        self.version = ""  # that was agreed on, in the versions of the protocol that agree on one
        # Those that wait for an answer, by the id of the request.
        self._asked: dict[int | str | None, http.client.HTTPConnection] = {}
        self._place: Place | None = None
        self._lock = threading.Lock()
        self._writing = threading.Lock()

    def run(self, lines: BinaryIO) -> None:
        """Answer until the agent closes its end."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for line in lines:
                if not line.strip():
                    continue
                try:
                    message = json.loads(line)
                except ValueError:
                    self._write(
                        {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "No JSON."}}
                    )
                    continue
                if isinstance(message, dict) and message.get("method") == CANCELLED:
                    self._cancel(message)
                elif isinstance(message, dict) and message.get("method") == "initialize":
                    self._answer(message)  # what follows depends on the version that is agreed on
                else:
                    pool.submit(self._answer, message)

    def _answer(self, message: Any) -> None:
        """Send one message on; a request gets an answer, whatever happens."""
        key = key_of(message)
        try:
            body = self._send(message)
        except Cancelled:
            return  # nobody waits for it
        except DaemonError as cause:
            if key is not None:
                self._write({"jsonrpc": "2.0", "id": key, "error": {"code": FAILED, "message": str(cause)}})
            return
        if body is None or key is None:
            return
        if isinstance(message, dict) and message.get("method") == "initialize":
            self.version = str((body.get("result") or {}).get("protocolVersion") or "")
        self._write(body)

    def _send(self, message: Any) -> dict[str, Any] | None:
        """The daemon's answer; once more with the daemon found anew, when it was not there."""
        for last in (False, True):
            place = self._found(anew=last)
            try:
                return self._post(place, message)
            except ConnectionRefusedError as cause:
                if last:
                    raise DaemonError(f"The daemon at {place.address} does not answer.") from cause
            except (OSError, http.client.HTTPException) as cause:
                # It may have done what was asked: what changes something is not asked twice.
                if last or not only_reads(message):
                    raise DaemonError(f"The daemon at {place.address} broke off: {cause}.") from cause
        return None

    def _cancel(self, message: dict[str, Any]) -> None:
        """Break off a request that waits for its answer: the daemon ends what it does for it."""
        params = message.get("params")
        key = params.get("requestId") if isinstance(params, dict) else None
        with self._lock:
            connection = self._asked.pop(key, None) if isinstance(key, int | str) else None
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _found(self, *, anew: bool) -> Place:
        with self._lock:
            if self._place is None or anew:
                self._place = find_or_start(self.home)
            return self._place

    def _post(self, place: Place, message: Any) -> dict[str, Any] | None:
        query = f"?tools={self.tools}" if self.tools else ""
        sent = json.dumps(message).encode()
        with self._waiting(place, message) as connection:
            connection.request("POST", f"/mcp{query}", sent, self._headers(place, message))
            response = connection.getresponse()
            if response.headers.get_content_type() == "text/event-stream":
                return self._last_of(response)
            body = response.read()
        if not body:
            return None
        try:
            told = json.loads(body)
        except ValueError:
            raise DaemonError(f"The daemon answered with status {response.status}.") from None
        if "jsonrpc" not in told:
            raise DaemonError(
                str(told.get("detail") or f"The daemon answered with status {response.status}.")
            )
        return dict(told)

    @contextlib.contextmanager
    def _waiting(self, place: Place, message: Any) -> Iterator[http.client.HTTPConnection]:
        """A connection for one request, which can be broken off meanwhile; raises Cancelled when it was."""
        at = urlsplit(place.address)
        connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=SECONDS)
        key = key_of(message)
        with self._lock:
            self._asked[key] = connection
        try:
            yield connection
        except (OSError, http.client.HTTPException) as cause:
            if self._given_up(key, connection):
                raise Cancelled from cause
            raise
        finally:
            connection.close()
            with self._lock:
                if self._asked.get(key) is connection:
                    del self._asked[key]

    def _given_up(self, key: int | str | None, connection: http.client.HTTPConnection) -> bool:
        """Whether nobody waits for the answer to a request any more."""
        with self._lock:
            return key is not None and self._asked.get(key) is not connection

    def _last_of(self, stream: http.client.HTTPResponse) -> dict[str, Any]:
        """The answer at the end of a stream; what comes before it, how far the work is, goes to the agent at once."""
        data: list[bytes] = []
        for line in stream:
            field, _, value = line.strip().partition(b":")
            if field == b"data":
                data.append(value.strip())
            elif not field and data:
                told = json.loads(b"\n".join(data))
                data.clear()
                if "id" in told and "method" not in told:
                    return dict(told)
                self._write(told)
        raise http.client.IncompleteRead(b"")

    def _headers(self, place: Place, message: Any) -> dict[str, str]:
        """What the protocol wants said in headers, too."""
        headers = {
            "Authorization": f"Bearer {place.secret}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        if not isinstance(message, dict):
            return headers
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        modern = meta.get(VERSION) if isinstance(meta, dict) else None
        if modern:
            headers["MCP-Protocol-Version"] = str(modern)
            headers["Mcp-Method"] = str(message.get("method", ""))
            name = next((params[key] for key in NAMED if isinstance(params.get(key), str)), None)
            if name is not None:
                headers["Mcp-Name"] = name
        elif self.version and message.get("method") != "initialize":
            headers["MCP-Protocol-Version"] = self.version
        return headers

    def _write(self, message: dict[str, Any]) -> None:
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        with self._writing:
            self.answers.write(data + b"\n")
            self.answers.flush()


def key_of(message: Any) -> int | str | None:
    """The id of a request; None for what wants no answer."""
    key = message.get("id") if isinstance(message, dict) else None
    return key if isinstance(key, int | str) else None


def only_reads(message: Any) -> bool:
    """Whether a message may be sent again without doing anything twice."""
    from graphmem.serve.mcp.definitions import TOOLS  # noqa: PLC0415 - only when something went wrong

    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return isinstance(message, dict)
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return any(tool.name == name and tool.hints["readOnlyHint"] for tool in TOOLS)


def serve_stdio(home: Path, *, tools: str = "") -> None:
    """Bridge this process's standard input and output to the daemon of a home."""
    Bridge(home, sys.stdout.buffer, tools=tools).run(sys.stdin.buffer)
