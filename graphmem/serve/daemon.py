"""The daemon of one home: it alone owns the store, answers whoever asks, and watches what the clients write.

home/owner.json   its process and address, there while it runs
home/token        the secret of the token that programs on this machine use, readable by its owner alone

It answers as soon as the store is open; the models are loaded beside that.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

from fastapi import FastAPI, Request, Response

from graphmem.config import Settings
from graphmem.errors import GraphmemError
from graphmem.memory import Memory
from graphmem.serve.answers import JSON, encoded
from graphmem.serve.bell import Bell
from graphmem.serve.gardener import Gardener
from graphmem.serve.jobs import Jobs
from graphmem.serve.listen import LOOPBACK, Certificate, Server, checked, listening
from graphmem.serve.mcp.app import Agents
from graphmem.serve.metrics import MEDIA_TYPE, Metrics
from graphmem.serve.oauth.routes import Door
from graphmem.serve.rest.app import Live, make_app
from graphmem.serve.rest.browser import SIGN_IN, Browsers, Links
from graphmem.serve.rest.envelope import Envelope
from graphmem.serve.rest.guard import Guard, failing
from graphmem.serve.rest.who import demand
from graphmem.serve.supervise import Report, Work
from graphmem.store.connectors import Connectors
from graphmem.store.files import private_file
from graphmem.store.replies import Replies
from graphmem.store.shared import close_store, open_store
from graphmem.store.tokens import Tokens

log = logging.getLogger("graphmem")

TOKEN_FILE, TOKEN_NAME = "token", "local"


class Daemon:
    """Serves the memory of one home; `run` returns when it was told to stop.

    `hosts` are further names under which it may be asked; with a `certificate` the address is served with TLS, and
    programs of this machine have one of their own on loopback. Raises StoreLocked when another process owns the store,
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
        certificate: Certificate | None = None,
        watch: bool = True,
    ) -> None:
        checked(host, behind_proxy=behind_proxy, certificate=certificate)
        self.settings, self.watches, self.certificate = settings, watch, certificate
        self.memory = Memory(settings=settings)
        self.memory.patient = False  # nobody waits for a model: the words answer until it is there
        self.store = open_store(settings)  # the same one
        self._stopping = threading.Event()
        self.bell = Bell()  # rings with each change
        self.works = [Work("models", self._warm, self._stopping)]
        if watch:
            self.works.append(Work("watcher", self._watch, self._stopping))
        self.works.append(Work("evolution", self._evolve, self._stopping))
        try:
            self.sockets = listening(host, port, settings["serve.port"], certificate)
            self.tokens = Tokens(self.store.ledger)
            self.secret = self._local_secret()
            names = LOOPBACK | {host} | set(hosts)
            self.app = self._put_together(names, behind_proxy=behind_proxy)
        except BaseException:
            self.close()
            raise

    def _put_together(self, names: Collection[str], *, behind_proxy: bool) -> Metrics:
        """The application: what is asked is counted, then let in, then answered."""
        self.connectors, failures, self.links = Connectors(self.store.ledger, self.tokens), failing(), Links()
        self.store.listeners.append(lambda *_: self.bell.ring())
        self.gardener = Gardener(self.memory, self.store, busy=lambda: self.jobs.working)
        self.jobs = Jobs(lambda: self.memory, self.store.ledger, self.bell)
        live = Live(self.jobs, self.bell, self.store.ledger, Replies(self.store.ledger))
        app = make_app(lambda: self.memory, self.tokens, self.links, live)
        self.door = Door(self.tokens, self.connectors, failures)
        self.browsers = Browsers(self.tokens, self.links, failures)
        app.include_router(self.door.router())
        app.include_router(self.browsers.router())
        self._add_health(app)
        agents = Agents(app, lambda: self.memory)
        app.router.lifespan_context = agents.running
        self.guard = Guard(
            agents,
            self.tokens,
            self.connectors,
            hosts=names,
            rate=self.settings["serve.rate"],
            behind_proxy=behind_proxy,
            failures=failures,
        )
        self.metrics = Metrics(self.guard, self.state)
        return self.metrics

    @property
    def address(self) -> str:
        """Where programs of this machine ask it."""
        return self.sockets.address

    def link(self) -> str:
        """What lets the browser of whoever started the daemon in, once."""
        token = self.tokens.of(self.secret)
        assert token is not None, "its own token is made when it starts"
        return f"{self.address}{SIGN_IN}?link={self.links.make(token, 'admin')[0]}"

    def run(self, ready: Callable[[Daemon], None] | None = None) -> None:
        """Answer until told to stop by a signal or by `stop`; then finish what is being done, and close the store.

        `ready` is called once requests are answered.
        """
        self._server = Server(
            Envelope(self.app), self.certificate, lambda: self._announce(ready), self.bell.close
        )
        try:
            self._server.run(sockets=[one for one in self.sockets if one is not None])
        finally:
            self._stopping.set()
            for work in self.works:
                work.join()
            self.close()

    def close(self) -> None:
        """Give the port and the store back; `run` has done so when it returns."""
        if hasattr(self, "sockets"):
            self.sockets.close()
        if hasattr(self, "jobs"):
            self.jobs.close()
        close_store(self.store)
        self.memory.close()

    def stop(self) -> None:
        """Have `run` return."""
        self._server.should_exit = True

    def _announce(self, ready: Callable[[Daemon], None] | None) -> None:
        self.store.announce(self.address)
        for work in self.works:
            work.start()
        if ready is not None:
            ready(self)

    def _warm(self) -> None:
        """Load what the first question, and the first agent, would have to wait for."""
        self.memory.warm()
        with contextlib.suppress(GraphmemError):
            self.memory.context("warm")
        for name in ("graphmem.serve.mcp.server", "graphmem.serve.oauth.server"):
            if not self._stopping.is_set():
                import_module(name)

    def _watch(self) -> None:
        """Take in what the clients write."""
        self.memory.watch(interrupted=self._stopping.is_set)

    def _evolve(self) -> None:
        """Build communities and pages when enough is new and nothing is going on."""
        self.gardener.run(self._stopping)

    def _local_secret(self) -> str:
        """The secret for programs of this machine; made anew when the file is gone or its token counts no more."""
        path = self.settings.home / TOKEN_FILE
        with contextlib.suppress(OSError):
            secret = path.read_text(encoding="utf-8").strip()
            if self.tokens.of(secret) is not None:
                return secret
        secret = self.tokens.create(TOKEN_NAME, scope="admin").secret
        with private_file(path) as file:
            file.write(f"{secret}\n".encode())
        return secret

    def _add_health(self, app: FastAPI) -> None:
        """The routes for whoever supervises it."""

        def health() -> Response:
            return Response(encoded({"status": "ok"}), media_type=JSON)

        def ready() -> Response:
            state = self.state()
            return Response(encoded(state), status_code=200 if state["ready"] else 503, media_type=JSON)

        def metrics(request: Request) -> Response:
            demand(request, "read", "the metrics")
            return Response(self.metrics.told(), media_type=MEDIA_TYPE)

        for path, answer in (("/health", health), ("/ready", ready), ("/metrics", metrics)):
            app.add_api_route(path, answer, methods=["GET"], include_in_schema=False)

    def state(self) -> dict[str, Any]:
        """Whether everything follows the ledger, and what does not.

        Models that are being loaded are no part of that: it answers meanwhile, from words and the graph alone.
        """
        events, indexed = self.memory.watermarks
        reports = {work.name: work.report() for work in self.works}
        failed = [f"{name}: {one.problem}" for name, one in reports.items() if one.doing == "failed"]
        watcher = reports.get("watcher")
        return {
            "ready": events == indexed and not failed,
            "events": events,
            "indexed": indexed,
            "behind": events - indexed,
            "watching": watcher is not None and watcher.doing == "running",
            "models": "ready" if self.memory.compares else self._models(reports["models"]),
            "problem": "; ".join(failed),
            "tasks": {name: one._asdict() for name, one in reports.items()},
            "pid": os.getpid(),
            "home": str(self.settings.home),
        }

    def _models(self, report: Report) -> str:
        """Why questions are answered from words and the graph alone."""
        if self.settings["index.embedder"] == "none":
            return "none"
        return "failed" if report.doing == "failed" else "loading"
