"""Every request passes here first: is it meant for this host, does it come from this origin, and whose is it.

A web page that a person happens to look at can send requests to loopback, and a name of its own can be made to point
there; the checks of Host and Origin keep both out, with a token or without.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from graphmem.serve.problems import MEDIA_TYPE, problem
from graphmem.serve.rest.who import STATE
from graphmem.store.tokens import Tokens

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
OPEN = frozenset({"/health"})  # says nothing but that somebody is there
BODY_BYTES = 8 << 20
FAILURES, FAILURE_SECONDS = 20, 60.0  # so many wrong tokens of one address are looked at in so many seconds
REMEMBERED = 10_000  # addresses and tokens whose allowance is kept


class Allowance:
    """A bucket of requests for each key, filled at `rate` a second up to `burst`."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, key: str) -> float:
        """How much is in the bucket now."""
        level, at = self._buckets.get(key, (self.burst, self.clock()))
        return min(self.burst, level + (self.clock() - at) * self.rate)

    def take(self, key: str) -> bool:
        """Take one out; False when there is none."""
        level = self.left(key)
        self._buckets[key] = (level - 1 if level >= 1 else level), self.clock()
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return level >= 1

    def wait(self, key: str) -> int:
        """Whole seconds until one is in it again."""
        return max(1, int((1 - self.left(key)) / self.rate + 0.999))


class Guard:
    """Lets a request through to `app` with its token, or answers it with problem details.

    `hosts` are the names, without port, under which the daemon may be asked; `rate` is requests a second of one token.
    """

    def __init__(
        self, app: App, tokens: Tokens, *, hosts: Collection[str] = LOOPBACK, rate: float = 100.0
    ) -> None:
        self.app, self.tokens, self.hosts = app, tokens, frozenset(hosts)
        self.requests = Allowance(rate, rate * 4)
        self.failures = Allowance(FAILURES / FAILURE_SECONDS, FAILURES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on; a connection that is no request of HTTP is closed."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self._refusal(scope)
            if refusal is None:
                await self.app(scope, Counted(receive), send)
            else:
                await refuse(send, *refusal)

    def _refusal(self, scope: Scope) -> tuple[dict[str, Any], dict[str, str]] | None:
        """Why a request does not go through, with headers; None when it does, its token then in the state."""
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin", "")
        if hostname(f"//{host}") not in self.hosts:
            return problem(421, "WrongHost", f"This daemon is not called {host!r}."), {}
        if origin and (hostname(origin) not in self.hosts or urlsplit(origin).netloc != host):
            return problem(403, "WrongOrigin", f"Pages of {origin!r} may not ask this daemon."), {}
        if int_of(headers.get("content-length", "0")) > BODY_BYTES:
            return problem(413, "TooLarge", f"A request may have {BODY_BYTES:,} bytes."), {}
        if scope["path"] in OPEN:
            return None
        return self._admitted(scope, headers)

    def _admitted(
        self, scope: Scope, headers: dict[str, str]
    ) -> tuple[dict[str, Any], dict[str, str]] | None:
        address = (scope.get("client") or ("", 0))[0]
        if self.failures.left(address) < 1:
            wait = {"retry-after": str(self.failures.wait(address))}
            return problem(429, "TooManyFailures", "Too many wrong tokens came from this address."), wait
        kind, _, secret = headers.get("authorization", "").partition(" ")
        token = self.tokens.of(secret.strip()) if kind.lower() == "bearer" else None
        if token is None:
            if secret:
                self.failures.take(address)
            told = "The token is not known or counts no more." if secret else "A token is needed."
            hint = "Send it as Authorization: Bearer TOKEN; graphmem token create makes one."
            return problem(401, "Forbidden", told, hint=hint), {"www-authenticate": "Bearer"}
        if not self.requests.take(token.id):
            wait = {"retry-after": str(self.requests.wait(token.id))}
            return problem(429, "TooManyRequests", f"The token {token.name!r} asks too often."), wait
        scope.setdefault("state", {})[STATE] = token
        return None


class Counted:
    """The body of a request, given up when it is larger than it may be: not every request tells its length."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.size = receive, 0

    async def __call__(self) -> Message:
        """The next piece; a body that is too large ends as if the client had gone."""
        message = await self.receive()
        self.size += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.size > BODY_BYTES else message


async def refuse(send: Send, told: dict[str, Any], headers: dict[str, str]) -> None:
    """Answer with problem details."""
    body = json.dumps(told).encode()
    fields = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **headers}
    encoded = [(key.encode("latin-1"), value.encode("latin-1")) for key, value in fields.items()]
    await send({"type": "http.response.start", "status": told["status"], "headers": encoded})
    await send({"type": "http.response.body", "body": body})


def hostname(address: str) -> str:
    """The name in an address, without port and in small letters; "" when there is none."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def int_of(text: str) -> int:
    """A number of a header, or 0."""
    return int(text) if text.isascii() and text.isdigit() else 0
