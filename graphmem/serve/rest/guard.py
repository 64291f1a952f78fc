"""Every request passes here first: is it meant for this host, does it come from this origin, and whose is it.

A web page that a person happens to look at can send requests to loopback, and a name of its own can be made to point
there; the checks of Host and Origin keep both out, with a token or without.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from fastapi import HTTPException

from graphmem.serve.oauth.metadata import (
    AUTHORIZE,
    OFFERED,
    REGISTER,
    REVOKE,
    TOKEN,
    challenge,
    fits,
    is_mcp,
    words_of,
)
from graphmem.serve.problems import MEDIA_TYPE, problem
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.rest.browser import ROOT, SIGN_IN, SIGN_OUT, foreign, session_of
from graphmem.serve.rest.origin import STATE as ASKED
from graphmem.serve.rest.origin import Asked, asked_for, hostname
from graphmem.serve.rest.who import NEEDED, SESSION, STATE
from graphmem.store.connectors import Connectors
from graphmem.store.tokens import Token, Tokens

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# What may be asked without a token: whether somebody is there, and what leads to a token.
HEALTH = "/health"
OPEN = frozenset({ROOT, AUTHORIZE, TOKEN, REGISTER, REVOKE, SIGN_IN, SIGN_OUT})
OPEN_BELOW = "/.well-known/"
BODY_BYTES = 8 << 20
FAILURES, FAILURE_SECONDS = 20, 60.0  # so many wrong tokens of one address are looked at in so many seconds
STRANGER_RATE = 10.0  # requests a second of one address to what needs no token
SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Refusal(NamedTuple):
    """Why a request does not go through, as problem details, and the headers to say it with."""

    told: dict[str, Any]
    headers: dict[str, str]


class Guard:
    """Lets a request through to `app` with its token, or answers it with problem details.

    `hosts` are the names, without port, under which the daemon may be asked; `rate` is requests a second of one token.
    What a proxy adds to a request is believed only `behind_proxy`.
    """

    def __init__(
        self,
        app: App,
        tokens: Tokens,
        connectors: Connectors,
        *,
        hosts: Collection[str],
        rate: float = 100.0,
        behind_proxy: bool = False,
        failures: Allowance | None = None,
    ) -> None:
        self.app, self.tokens, self.connectors = app, tokens, connectors
        self.hosts, self.behind_proxy = frozenset(hosts), behind_proxy
        self.requests = Allowance(rate, rate * 4)
        self.strangers = Allowance(STRANGER_RATE, STRANGER_RATE * 10)
        self.failures = failures or failing()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on; a connection that is no request of HTTP is closed."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            headers = {
                key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]
            }
            asked = asked_for(scope, headers, behind_proxy=self.behind_proxy)
            scope.setdefault("state", {})[ASKED] = asked
            refusal = self._refusal(scope, headers, asked)
            if refusal is None:
                await self.app(scope, Counted(receive), Answering(send, scope, asked))
            else:
                await refuse(send, *refusal)

    def _refusal(self, scope: Scope, headers: Mapping[str, str], asked: Asked) -> Refusal | None:
        """Why a request does not go through; None when it does, its token then in the state."""
        host, origin = headers.get("host", ""), headers.get("origin", "")
        # A page under a name that was made to point here may send any other header, and so that of a proxy.
        if not {hostname(f"//{host}"), hostname(f"//{asked.host}")} <= self.hosts:
            return Refusal(problem(421, "WrongHost", f"This daemon is not called {host!r}."), {})
        if origin and (hostname(origin) not in self.hosts or urlsplit(origin).netloc.lower() != asked.host):
            return Refusal(problem(403, "WrongOrigin", f"Pages of {origin!r} may not ask this daemon."), {})
        if int_of(headers.get("content-length", "0")) > BODY_BYTES:
            return Refusal(problem(413, "TooLarge", f"A request may have {BODY_BYTES:,} bytes."), {})
        if scope["path"] == HEALTH:
            return None
        if scope["path"] in OPEN or scope["path"].startswith(OPEN_BELOW):
            fine = self.strangers.take(asked.address)
            return None if fine else too_often("This address", self.strangers, asked.address)
        return self._admitted(scope, headers, asked)

    def _admitted(self, scope: Scope, headers: Mapping[str, str], asked: Asked) -> Refusal | None:
        """Why whoever asks is not let in; None when they are."""
        if self.failures.left(asked.address) < 1:
            wait = {"retry-after": str(self.failures.wait(asked.address))}
            return Refusal(
                problem(429, "TooManyFailures", "Too many wrong tokens came from this address."), wait
            )
        kind, _, secret = headers.get("authorization", "").partition(" ")
        secret = secret.strip()
        token = self._bearer(secret, asked, scope["path"]) if kind.lower() == "bearer" else None
        session = "" if kind or is_mcp(scope["path"]) else session_of(headers, asked)
        if session and (token := self.tokens.of(session, kind="browser")):
            if wrong := foreign(scope["method"], headers, session):
                return Refusal(problem(403, "WrongOrigin", wrong), {})
            scope["state"][SESSION] = session
        if token is None:
            if secret and not self.tokens.met(secret) and not self.connectors.met(secret):
                self.failures.take(asked.address)
            told = "The token is not known or counts no more." if secret else "A token is needed."
            hint = "Send it as Authorization: Bearer TOKEN; graphmem token create makes one."
            wanted = challenge(
                asked.base, scope["path"], words_of(OFFERED[-1]), error="invalid_token" if secret else ""
            )
            return Refusal(problem(401, "Forbidden", told, hint=hint), {"www-authenticate": wanted})
        if not self.requests.take(token.id):
            return too_often(f"The token {token.name!r}", self.requests, token.id)
        scope["state"][STATE] = token
        return None

    def _bearer(self, secret: str, asked: Asked, path: str) -> Token | None:
        """The token of a person or a program, or what a connector may do, if it was let in to this place."""
        token = self.tokens.of(secret)
        if token is None:
            token = self.connectors.of(secret)
            if token is not None and not fits(token.audience, asked.base, path):
                return None
        return token


def too_often(who: str, allowance: Allowance, key: str) -> Refusal:
    """Somebody asks too often."""
    wait = {"retry-after": str(allowance.wait(key))}
    return Refusal(problem(429, "TooManyRequests", f"{who} asks too often."), wait)


class Answering:
    """Sends an answer on, with what every answer has, and with what is missing when a token may not do it."""

    def __init__(self, send: Send, scope: Scope, asked: Asked) -> None:
        self.send, self.scope, self.asked = send, scope, asked

    async def __call__(self, message: Message) -> None:
        """Send one part of the answer."""
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *SAFE]
            needed = self.scope["state"].get(NEEDED)
            if message["status"] == 403 and needed:
                path = self.scope["path"]
                wanted = challenge(
                    self.asked.base, path, words_of(needed) or needed, error="insufficient_scope"
                )
                headers.append((b"www-authenticate", wanted.encode("latin-1")))
            message["headers"] = headers
        await self.send(message)


class Counted:
    """The body of a request, refused when it is larger than it may be: not every request tells its length."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.size = receive, 0

    async def __call__(self) -> Message:
        """The next piece; raises HTTPException with 413 when there are too many of them."""
        message = await self.receive()
        self.size += len(message.get("body", b""))
        if self.size > BODY_BYTES:
            raise HTTPException(413, f"A request may have {BODY_BYTES:,} bytes")
        return message


def failing() -> Allowance:
    """How many wrong secrets of one address are looked at."""
    return Allowance(FAILURES / FAILURE_SECONDS, FAILURES)


async def refuse(send: Send, told: dict[str, Any], headers: Mapping[str, str]) -> None:
    """Answer with problem details."""
    body = json.dumps(told).encode()
    fields = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **headers}
    encoded = [(key.encode("latin-1"), value.encode("latin-1")) for key, value in fields.items()]
    await send({"type": "http.response.start", "status": told["status"], "headers": [*encoded, *SAFE]})
    await send({"type": "http.response.body", "body": body})


def int_of(text: str) -> int:
    """A number of a header, or 0."""
    return int(text) if text.isascii() and text.isdigit() else 0
