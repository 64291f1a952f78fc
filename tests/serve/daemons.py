"""A daemon for tests: it answers on a real port, from a thread of this process."""

from __future__ import annotations

import threading
from contextlib import contextmanager

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
