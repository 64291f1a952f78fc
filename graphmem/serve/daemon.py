"""The daemon of one home: it alone owns the store, answers whoever asks, and watches what the clients write.

home/owner.json   its process and address, there while it runs
home/token        the secret of the token that programs on this machine use, readable by its owner alone

It answers as soon as the store is open; the models are loaded beside that.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Response

from graphmem.config import Settings
from graphmem.errors import DaemonError, GraphmemError, MisuseError
from graphmem.memory import Memory
from graphmem.serve.answers import JSON, encoded
from graphmem.serve.mcp.app import Agents
from graphmem.serve.oauth.routes import Door
from graphmem.serve.rest.app import make_app
from graphmem.serve.rest.browser import Browsers, Links
from graphmem.serve.rest.guard import LOOPBACK, Guard, failing
from graphmem.store.connectors import Connectors
from graphmem.store.store import close_store, open_store
from graphmem.store.tokens import Tokens

log = logging.getLogger("graphmem")

TOKEN_FILE, TOKEN_NAME = "token", "local"
RETRY_SECONDS = 10.0  # a watcher that failed begins anew after so long
GRACE_SECONDS = 10  # a request that is being answered may take so long when the daemon is stopped


class Daemon:
    """Serves the memory of one home; `run` returns when it was told to stop.

    `hosts` are further names under which it may be asked. Raises StoreLocked when another process owns the store,
    MisuseError for an address that others could reach, and DaemonError when the port is taken.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        hosts: Collection[str] = (),
        behind_proxy: bool = False,
        watch: bool = True,
    ) -> None:
        if host not in LOOPBACK and not behind_proxy:
            raise MisuseError(
                f"{host} can be reached by others, and without TLS they could read along.",
                hint="Serve on 127.0.0.1, or put a proxy with TLS before it and say --behind-proxy.",
            )
        self.settings, self.watches = settings, watch
        self.memory = Memory(settings=settings)
        self.store = open_store(settings)  # the same one
        self._stopping = threading.Event()
        self.watching = ""  # why the watcher does not run, or ""
        try:
            self.socket = bound(
                host, settings["serve.port"] if port is None else port, strict=port is not None
            )
            self.tokens = Tokens(self.store.ledger)
            self.secret = self._local_secret()
            self.connectors, failures = Connectors(self.store.ledger, self.tokens), failing()
            links = Links()
            app = make_app(lambda: self.memory, self.tokens, links)
            self.door = Door(self.tokens, self.connectors, failures)
            self.browsers = Browsers(self.tokens, links, failures)
            app.include_router(self.door.router())
            app.include_router(self.browsers.router())
            self._add_health(app)
            agents = Agents(app, lambda: self.memory)
            app.router.lifespan_context = agents.running
            self.app = Guard(
                agents,
                self.tokens,
                self.connectors,
                hosts=LOOPBACK | set(hosts),
                rate=settings["serve.rate"],
                behind_proxy=behind_proxy,
                failures=failures,
            )
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        """Where it is asked."""
        host, port = self.socket.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run(self, ready: Callable[[Daemon], None] | None = None) -> None:
        """Answer until told to stop by a signal or by `stop`; then finish what is being done, and close the store.

        `ready` is called once requests are answered.
        """
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the guard decides which of them to believe
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        server = Announcing(config, lambda: self._announce(ready))
        self._server = server
        watcher = threading.Thread(target=self._watch, name="graphmem-watcher")
        try:
            watcher.start()
            server.run(sockets=[self.socket])
        finally:
            self._stopping.set()
            watcher.join()
            self.close()

    def close(self) -> None:
        """Give the port and the store back; `run` has done so when it returns."""
        if hasattr(self, "socket"):
            self.socket.close()
        close_store(self.store)
        self.memory.close()

    def stop(self) -> None:
        """Have `run` return."""
        self._server.should_exit = True

    def _announce(self, ready: Callable[[Daemon], None] | None) -> None:
        self.store.announce(self.address)
        threading.Thread(target=self._warm, name="graphmem-models", daemon=True).start()
        if ready is not None:
            ready(self)

    def _warm(self) -> None:
        """Load what the first question, and the first agent, would have to wait for."""
        with contextlib.suppress(GraphmemError):
            self.memory.context("warm")
        import_module("graphmem.serve.mcp.server")

    def _watch(self) -> None:
        """Take in what the clients write; when that fails, begin anew, and say so meanwhile."""
        while self.watches and not self._stopping.is_set():
            try:
                self.memory.watch(interrupted=self._stopping.is_set)
                self.watching = ""
            except Exception as cause:  # whatever it is, the daemon goes on answering
                log.exception("Watching failed.")
                self.watching = f"{type(cause).__name__}: {cause}"
                self._stopping.wait(RETRY_SECONDS)

    def _local_secret(self) -> str:
        """The secret for programs of this machine; made anew when the file is gone or its token counts no more."""
        path = self.settings.home / TOKEN_FILE
        with contextlib.suppress(OSError):
            secret = path.read_text(encoding="utf-8").strip()
            if self.tokens.of(secret) is not None:
                return secret
        secret = self.tokens.create(TOKEN_NAME, scope="admin").secret
        write_private(path, secret + "\n")
        return secret

    def _add_health(self, app: FastAPI) -> None:
        """The two routes for whoever supervises it."""

        def health() -> Response:
            return Response(encoded({"status": "ok"}), media_type=JSON)

        def ready() -> Response:
            state = self.state()
            return Response(encoded(state), status_code=200 if state["ready"] else 503, media_type=JSON)

        app.add_api_route("/health", health, methods=["GET"], include_in_schema=False)
        app.add_api_route("/ready", ready, methods=["GET"], include_in_schema=False)

    def state(self) -> dict[str, Any]:
        """Whether everything follows the ledger, and what does not."""
        events, indexed = self.memory.watermarks
        return {
            "ready": events == indexed and not self.watching,
            "events": events,
            "indexed": indexed,
            "watching": self.watches and not self.watching,
            "problem": self.watching,
            "pid": os.getpid(),
            "home": str(self.settings.home),
        }


class Announcing(uvicorn.Server):
    """A server that says when it has begun to answer."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self.begun = begun

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let the signals that end a program end the answering; a second one does not wait for what is being answered.

        The original raises them again afterwards, and the store would never be closed.
        """
        names = (signal.SIGINT, signal.SIGTERM)
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {name: signal.signal(name, self.handle_exit) for name in names}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self.begun()


def bound(host: str, port: int, *, strict: bool) -> socket.socket:
    """A socket that listens; on any free port when the usual one is taken, unless it was asked for.

    Raises DaemonError when it cannot listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port,) if strict or not port else (port, 0):
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            # On Windows this would let another program take the port away.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as cause:
            listening.close()
            reason = cause.strerror or str(cause)
            continue
        listening.setblocking(False)
        return listening
    raise DaemonError(
        f"Nothing can be served on {host} port {port}: {reason}.", hint="Choose another with --port."
    )


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, from its first byte on."""
    temporary = path.with_name(path.name + ".new")
    temporary.unlink(missing_ok=True)
    with os.fdopen(
        os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    temporary.replace(path)
