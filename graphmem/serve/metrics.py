"""What Prometheus may ask: how many requests came and how long they took, and how the daemon is doing right now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from graphmem.serve.oauth.metadata import MCP_PATH, is_mcp
from graphmem.serve.rest.guard import App, Message, Receive, Scope, Send

MEDIA_TYPE = CONTENT_TYPE_LATEST
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)  # seconds


class Metrics(Collector):
    """Counts what passes through `app`; `state` tells the rest when it is asked for.

    No label holds anything that whoever asks can choose: a route is named as it stands in the table.
    """

    def __init__(self, app: App, state: Callable[[], dict[str, Any]]) -> None:
        self.app, self.state = app, state
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "graphmem_requests",
            "Requests that were answered.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "graphmem_request_seconds",
            "How long answering took.",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and count."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            route = route_of(scope)
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.requests.labels(method, route, str(status)).inc()
            self.seconds.labels(route).observe(time.perf_counter() - began)

    def told(self) -> bytes:
        """Everything in the text format of Prometheus."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        """How the daemon is doing."""
        state = self.state()
        yield gauge("graphmem_events", "The number of the newest event of the ledger.", state["events"])
        yield gauge(
            "graphmem_indexed_events", "The newest event that the indexes have seen.", state["indexed"]
        )
        yield gauge("graphmem_behind_events", "Events that the indexes have not seen.", state["behind"])
        yield gauge("graphmem_ready", "Whether everything follows.", float(state["ready"]))
        loaded = state["models"] == "ready"
        yield gauge("graphmem_models_loaded", "Whether questions are also compared by meaning.", loaded)
        running = GaugeMetricFamily("graphmem_task_running", "Whether a task runs.", labels=["task"])
        restarts = GaugeMetricFamily("graphmem_task_restarts", "How often a task failed.", labels=["task"])
        for name, task in state["tasks"].items():
            running.add_metric([name], float(task["doing"] == "running"))
            restarts.add_metric([name], task["restarts"])
        yield running
        yield restarts


def gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    """One number."""
    return GaugeMetricFamily(name, words, value=float(value))


def route_of(scope: Scope) -> str:
    """The route that answered, as it stands in the table; "other" when none did."""
    if is_mcp(scope["path"]):
        return MCP_PATH
    return str(getattr(scope.get("route"), "path", "other"))
