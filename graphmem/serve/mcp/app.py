"""The application at /mcp: the memory with the groups of tools that the address asks for (`?tools=core,graph`).

The library of the protocol takes longer to load than everything else together, so that it is loaded with the first
request of an agent, or by whoever has time before.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import anyio
import anyio.to_thread

from graphmem.memory import Memory
from graphmem.serve.mcp.choice import groups_in, offered
from graphmem.serve.mcp.definitions import GROUPS, LONG
from graphmem.serve.oauth.metadata import OFFERED, is_mcp
from graphmem.serve.problems import problem
from graphmem.serve.rest.guard import App, Message, Receive, Scope, Send, refuse
from graphmem.serve.rest.who import NEEDED, STATE
from graphmem.store.tokens import Token

if TYPE_CHECKING:
    from anyio.abc import TaskGroup, TaskStatus
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager


class Agents:
    """Answers what is asked at /mcp, and passes everything else on to `app`."""

    def __init__(self, app: App, memory: Callable[[], Memory]) -> None:
        self.app, self.memory = app, memory
        self._managers: dict[tuple[tuple[str, ...], bool], StreamableHTTPSessionManager] = {}
        self._tasks: TaskGroup | None = None
        self._making: anyio.Lock | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on."""
        if scope["type"] != "http" or not is_mcp(scope["path"]):
            await self.app(scope, receive, send)
            return
        if scope["method"] != "POST":
            # Nothing is told that was not asked for, so that there is no stream to listen to and no session to end.
            await refuse(send, problem(405, "HttpError", "Only POST is answered here."), {"allow": "POST"})
            return
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("tools", [""])[0]
        words = {word.strip() for word in asked.split(",") if word.strip()}
        if unknown := sorted(words.difference(GROUPS)):
            known = f"Groups: {', '.join(GROUPS)}."
            told = problem(422, "MisuseError", f"There is no group of tools {unknown[0]!r}.", hint=known)
            await refuse(send, told, {})
            return
        groups = groups_in(words)
        called = await tool_in(receive := Again(receive))
        if needed := self._lacking(scope, called, groups):
            scope["state"][NEEDED] = needed
            await refuse(send, problem(403, "Forbidden", f"The program that asks may not {needed}."), {})
            return
        one = offered(groups).get(called)
        manager = await self._manager(groups, streams=one is not None and one.tool.verb in LONG)
        await manager.asgi_app(scope, receive, send)

    @asynccontextmanager
    async def running(self, _: Any = None) -> AsyncIterator[None]:
        """Inside, requests are answered."""
        self._making = anyio.Lock()
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            yield
            tasks.cancel_scope.cancel()

    @staticmethod
    def _lacking(scope: Scope, called: str, groups: tuple[str, ...]) -> str:
        """The scope that a connector lacks for the tool it calls and could be given, or "".

        It hears of it as the protocol has it, so that it can ask its person again; others are told in words.
        """
        token: Token | None = scope.get("state", {}).get(STATE)
        if token is None or token.kind != "connector":
            return ""
        one = offered(groups).get(called)
        if one is None or one.tool.scope not in OFFERED or token.allows(one.tool.scope):
            return ""
        return one.tool.scope

    async def _manager(self, groups: tuple[str, ...], *, streams: bool) -> StreamableHTTPSessionManager:
        """What answers for these groups, made with the first request for them; in a stream what takes long."""
        assert self._tasks is not None
        assert self._making is not None
        async with self._making:
            key = groups, streams
            if key not in self._managers:
                made = await anyio.to_thread.run_sync(self._make, *key)
                await self._tasks.start(run, made)
                self._managers[key] = made
        return self._managers[key]

    def _make(self, groups: tuple[str, ...], streams: bool) -> StreamableHTTPSessionManager:
        from graphmem.serve.mcp.server import make_manager, make_server  # noqa: PLC0415 - see above

        return make_manager(make_server(self.memory, groups), streams=streams)


async def tool_in(body: Again) -> str:
    """The name of the tool that a request calls; "" when it calls none."""
    try:
        message = json.loads(await body.whole())
        name = message["params"]["name"] if message["method"] == "tools/call" else ""
    except (ValueError, KeyError, TypeError):
        return ""
    return name if isinstance(name, str) else ""


class Again:
    """The body of a request that may be looked at before it is read."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self._seen: list[Message] = []

    async def whole(self) -> bytes:
        """All of it; it is there once more for whoever reads it."""
        while True:
            message = await self.receive()
            self._seen.append(message)
            if message["type"] != "http.request" or not message.get("more_body"):
                return b"".join(part.get("body", b"") for part in self._seen)

    async def __call__(self) -> Message:
        """The next piece."""
        return self._seen.pop(0) if self._seen else await self.receive()


async def run(manager: StreamableHTTPSessionManager, *, task_status: TaskStatus[None]) -> None:
    """Keep a manager running until its task is cancelled; it has to end in the task that it began in."""
    async with manager.run():
        task_status.started()
        await anyio.sleep_forever()
