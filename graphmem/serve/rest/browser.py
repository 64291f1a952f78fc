"""A person's browser is let in by a link that serves once, and holds a cookie from then on.

Cookies of one machine go to every port of it, and a page of another port counts as of the same site; so a cookie alone
changes nothing here: what changes something also carries a mark that only our own pages can read.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import anyio.to_thread
from fastapi import APIRouter, Request, Response
from starlette.requests import cookie_parser

from graphmem.serve.pages import hidden, listing, page, paragraph
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.rest.origin import Asked, origin_of
from graphmem.store.tokens import SCOPES, Scope, Token, Tokens, hash_of
from graphmem.temporal import now

ROOT, SIGN_IN, SIGN_OUT = "/", "/sign-in", "/sign-out"
LINK_TIME = timedelta(minutes=10)
LINKS = 100  # that wait at once
SESSION_TIME = timedelta(days=7)
MARK = "x-csrf-token"
OWN = frozenset(
    {"", "none", "same-origin"}
)  # what a browser says of a request that our own pages or nobody made
READING = frozenset({"GET", "HEAD", "OPTIONS"})
FORM_BYTES = 8 << 10
LOGIN_COOKIE = "graphmem_sign_in"

FIELD = """
<p><label for="token">Your token, or open the link that <code>graphmem up</code> prints</label><br>
<input type="password" id="token" name="token" autocomplete="off" spellcheck="false"></p>
"""


class Offer(NamedTuple):
    """What a link lets in to: the token that made it, how much, and until when."""

    parent: str
    scope: Scope
    until: Any


class Links:
    """The links that were made and not used; they end with the daemon."""

    def __init__(self) -> None:
        self._offers: dict[bytes, Offer] = {}
        self._lock = threading.Lock()

    def make(self, token: Token, scope: Scope) -> tuple[str, Any]:
        """A secret that lets in once, with no more than the token may, and when it ends."""
        secret, until = secrets.token_urlsafe(32), now() + LINK_TIME
        with self._lock:
            waiting = [(key, offer) for key, offer in self._offers.items() if offer.until > now()]
            self._offers = dict(waiting[-LINKS + 1 :])
            self._offers[hash_of(secret)] = Offer(token.id, min(scope, token.scope, key=SCOPES.index), until)
        return secret, until

    def take(self, secret: str) -> Offer | None:
        """What a link lets in to; it serves no more."""
        with self._lock:
            offer = self._offers.pop(hash_of(secret), None)
        return offer if offer is not None and offer.until > now() else None


def cookie_name(asked: Asked) -> str:
    """The name of the cookie: a browser keeps those of every port of a machine together, so the port is in it."""
    port = asked.host.rpartition(":")[2]
    return "__Host-graphmem" if asked.scheme == "https" else f"graphmem_{port if port.isdigit() else 80}"


def mark_for(session: str) -> str:
    """What our pages send with what changes something, of the secret of a session."""
    return hmac.new(session.encode(), b"graphmem: this page is ours", sha256).hexdigest()


def session_of(headers: Mapping[str, str], asked: Asked) -> str:
    """The secret in the cookie of a request, or ""."""
    return cookie_parser(headers.get("cookie", "")).get(cookie_name(asked), "")


def foreign(method: str, headers: Mapping[str, str], session: str) -> str:
    """Why a request with a cookie is not taken for that of our own page, or ""."""
    if headers.get("sec-fetch-site", "") not in OWN:
        return "A page of another place may not use the session of this browser."
    if method in READING or same(headers.get(MARK, ""), mark_for(session)):
        return ""
    return f"What changes something carries the header {MARK}, as GET /api/v1/tokens/current tells it."


def same(one: str, other: str) -> bool:
    """Whether two texts are the same, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


class Browsers:
    """The pages by which a browser comes in and goes out; `failures` are wrong secrets by address."""

    def __init__(self, tokens: Tokens, links: Links, failures: Allowance) -> None:
        self.tokens, self.links, self.failures = tokens, links, failures
        self.key = secrets.token_bytes(32)

    def router(self) -> APIRouter:
        """The routes."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route(ROOT, away, methods=["GET"])
        router.add_api_route(SIGN_IN, self.look, methods=["GET"])
        router.add_api_route(SIGN_IN, self.come, methods=["POST"])
        router.add_api_route(SIGN_OUT, self.go, methods=["POST"])
        return router

    def look(self, request: Request) -> Response:
        """Show how to come in, or who is in."""
        asked = origin_of(request)
        session = session_of(request.headers, asked)
        token = self.tokens.of(session, kind="browser")
        link = request.query_params.get("link", "")
        return self._inside(token, session) if token and not link else self._outside(asked, link)

    async def come(self, request: Request) -> Response:
        """Let a browser in that brings a link or a token."""
        fields = await form_of(request)
        return await anyio.to_thread.run_sync(
            self._came, origin_of(request), fields, request.cookies.get(LOGIN_COOKIE, "")
        )

    async def go(self, request: Request) -> Response:
        """Let a browser out; its cookie counts no more, wherever it was copied to."""
        fields, asked = await form_of(request), origin_of(request)
        session = session_of(request.headers, asked)
        token = self.tokens.of(session, kind="browser")
        if token is None or not same(fields.get("mark", ""), mark_for(session)):
            return self._outside(asked, "", "Nobody was signed out.", 403)
        await anyio.to_thread.run_sync(self.tokens.revoke, token.id)
        answer = away()
        answer.delete_cookie(cookie_name(asked), path="/", secure=asked.scheme == "https", httponly=True)
        return answer

    def _came(self, asked: Asked, fields: Mapping[str, str], cookie: str) -> Response:
        if not cookie or not same(fields.get("mark", ""), self._mark(cookie)):
            return self._outside(
                asked, fields.get("link", ""), "The page was too old. Please try again.", 403
            )
        if self.failures.left(asked.address) < 1:
            return self._outside(
                asked, "", "Too many wrong tokens came from this address. Wait a minute.", 429
            )
        offer = self._offer(fields)
        parent = self.tokens.by_id(offer.parent) if offer else None
        if offer is None or parent is None:
            self.failures.take(asked.address)
            what = (
                "link was used, or is older than ten minutes" if fields.get("link") else "token is not known"
            )
            return self._outside(asked, "", f"That {what}. graphmem token link makes a new link.", 403)
        made = self.tokens.create(
            "browser", scope=offer.scope, project=parent.project, expires_at=now() + SESSION_TIME,
            kind="browser", parent=parent.id,
        )  # fmt: skip
        answer = away()
        answer.set_cookie(
            cookie_name(asked), made.secret, max_age=int(SESSION_TIME.total_seconds()), path="/",
            secure=asked.scheme == "https", httponly=True, samesite="strict",
        )  # fmt: skip
        return answer

    def _offer(self, fields: Mapping[str, str]) -> Offer | None:
        """What the link or the token of a form lets in to."""
        if fields.get("link"):
            return self.links.take(fields["link"])
        token = self.tokens.of(fields.get("token", "").strip())
        return Offer(token.id, token.scope, None) if token else None

    def _mark(self, cookie: str) -> str:
        return hmac.new(self.key, cookie.encode(), sha256).hexdigest()

    def _outside(self, asked: Asked, link: str, wrong: str = "", status: int = 200) -> Response:
        """The page for who is not in. A link is not used before the button: programs look at links, too."""
        cookie = secrets.token_urlsafe(24)
        body = [
            paragraph(wrong, kind="wrong") if wrong else "",
            '<form method="post" action="/sign-in" autocomplete="off">',
            hidden("mark", self._mark(cookie)),
            hidden("link", link) if link else FIELD,
            '<button type="submit">Sign in</button>',
            "</form>",
        ]
        answer = page("Sign in", "\n".join(filter(None, body)), status=status)
        answer.set_cookie(
            LOGIN_COOKIE, cookie, max_age=600, path=SIGN_IN, secure=asked.scheme == "https", httponly=True,
            samesite="strict",
        )  # fmt: skip
        return answer

    @staticmethod
    def _inside(token: Token, session: str) -> Response:
        """The page for who is in."""
        told = {
            "May": token.scope,
            "Project": token.project,
            "Until": f"{token.expires_at:%Y-%m-%d %H:%M} UTC",
        }
        out = f'<form method="post" action="{SIGN_OUT}">{hidden("mark", mark_for(session))}'
        body = f'{listing(told)}{out}<button type="submit">Sign out</button></form>'
        return page("Signed in", body)


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; what is too long is cut off, and so wrong."""
    body = (await request.body())[:FORM_BYTES].decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=20))
    except ValueError:
        return {}


def away() -> Response:
    """On to the page that says who is in."""
    return Response(status_code=303, headers={"location": SIGN_IN, "cache-control": "no-store"})
