"""A daemon for tests: it answers on a real port, from a thread of this process."""

from __future__ import annotations

import http.client
import json
import threading
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

from graphmem.config import Settings
from graphmem.serve.daemon import Daemon

PATIENCE = 60.0  # seconds; what should come comes long before


@contextmanager
def serving(home, *, watch=False, how=None, **arguments):
    """A daemon that answers, on a free port; `how` is what it is started with beside its settings."""
    told = {"serve.port": 0, "serve.rate": 10_000.0} | arguments
    daemon = Daemon(Settings(home, environ={}, arguments=told), watch=watch, **(how or {}))
    ready, thread = threading.Event(), None
    thread = threading.Thread(target=daemon.run, args=(lambda _: ready.set(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield daemon
    finally:
        daemon.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def post(daemon, message, *, query="", secret=None, **headers):
    """Status and JSON of one message over HTTP."""
    at = urlsplit(daemon.address)
    sent = {
        "Authorization": f"Bearer {secret or daemon.secret}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection(at.hostname, at.port, timeout=60)) as connection:
        connection.request("POST", f"/mcp{query}", json.dumps(message).encode(), sent)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")


def ask(daemon, method, path, *, secret=None, body=None, **headers):
    """Status, headers (in small letters) and body of one request; a body that is no bytes is sent as JSON."""
    at = urlsplit(daemon.address)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if secret != "":
        sent["Authorization"] = f"Bearer {secret or daemon.secret}"
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
        sent.setdefault("Content-Type", "application/json")
    with closing(http.client.HTTPConnection(at.hostname, at.port, timeout=30)) as connection:
        connection.request(method, path, body=body, headers=sent)
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
