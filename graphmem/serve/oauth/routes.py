"""The routes of the authorization server: metadata, registration, the page for the person, tokens and their end.

Nobody needs a token to ask them, so each counts who asks how often.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Request, Response

from graphmem.errors import Forbidden, MisuseError
from graphmem.serve.answers import JSON
from graphmem.serve.oauth.documents import Documents, is_document
from graphmem.serve.oauth.metadata import (
    AUTHORIZE,
    MCP_PATH,
    OFFERED,
    REGISTER,
    RESOURCE_PATH,
    REVOKE,
    SERVER_PATH,
    TOKEN,
    resource_metadata,
    scope_of,
    server_metadata,
)
from graphmem.serve.oauth.programs import BadRedirect, described, program
from graphmem.serve.pages import page, paragraph
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.rest.origin import Asked, origin_of
from graphmem.store.connectors import Connectors
from graphmem.store.tokens import SCOPES, Scope, Token, Tokens, hash_of

if TYPE_CHECKING:
    from graphmem.serve.oauth.server import Answer, Server

log = logging.getLogger("graphmem")

BODY_BYTES = 32 << 10
COOKIE = "graphmem_consent"
REGISTRATIONS = 10.0  # of one address, a minute
FETCHES = 20.0  # documents that one address has the daemon look at, a minute


class Door:
    """Answers the routes of one daemon; `failures` are wrong secrets by address, which the guard counts too."""

    def __init__(
        self,
        tokens: Tokens,
        connectors: Connectors,
        failures: Allowance,
        *,
        documents: Documents | None = None,
    ) -> None:
        self.tokens, self.connectors, self.failures = tokens, connectors, failures
        self.documents = documents or Documents()
        self.registrations = Allowance(REGISTRATIONS / 60, REGISTRATIONS)
        self.fetches = Allowance(FETCHES / 60, FETCHES)
        self.key = secrets.token_bytes(32)  # a page that was open over a restart has to be loaded again
        self._servers: dict[str, Server] = {}

    def router(self) -> APIRouter:
        """The routes; OpenAPI does not tell of them, their own metadata does."""
        router = APIRouter(include_in_schema=False)
        for path in ("", MCP_PATH):
            router.add_api_route(RESOURCE_PATH + path, told(resource_metadata, path), methods=["GET"])
            router.add_api_route(SERVER_PATH + path, told(server_metadata), methods=["GET"])
        router.add_api_route(REGISTER, self.register, methods=["POST"])
        router.add_api_route(AUTHORIZE, self.ask, methods=["GET"])
        router.add_api_route(AUTHORIZE, self.decide, methods=["POST"])
        router.add_api_route(TOKEN, self.token, methods=["POST"])
        router.add_api_route(REVOKE, self.revoke, methods=["POST"])
        return router

    # -- Programs ----------------------------------------------------------------------------------------------

    async def register(self, request: Request) -> Response:
        """Register a program that describes itself (RFC 7591)."""
        address = origin_of(request).address
        if not self.registrations.take(address):
            return wait(
                "Too many programs were registered from this address.", self.registrations.wait(address)
            )
        body = await request.body()
        return await anyio.to_thread.run_sync(self._registered, body)

    def _registered(self, body: bytes) -> Response:
        try:
            found = described(body)
            secret = secrets.token_urlsafe(32)
            made = program(
                found,
                key="client_" + secrets.token_urlsafe(16),
                default_method="client_secret_basic",
                secret_hash=hash_of(secret).hex(),
            )
            made = msgspec.structs.replace(
                made, secret_hash="" if made.auth_method == "none" else made.secret_hash
            )
            self.connectors.register(made)
        except Forbidden as cause:
            return wait(str(cause), 600)
        except MisuseError as cause:
            kind = "invalid_redirect_uri" if isinstance(cause, BadRedirect) else "invalid_client_metadata"
            return answered(400, {"error": kind, "error_description": str(cause)})
        told: dict[str, Any] = {
            "client_id": made.id,
            "client_name": made.name,
            "redirect_uris": made.redirect_uris,
            "grant_types": made.grant_types,
            "response_types": ["code"],
            "token_endpoint_auth_method": made.auth_method,
            "scope": " ".join(OFFERED),
        }
        if made.secret_hash:
            told |= {"client_secret": secret, "client_secret_expires_at": 0}
        return answered(201, told)

    # -- The person --------------------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Response:
        """Show the person who asks for what."""
        return await anyio.to_thread.run_sync(self._page, origin_of(request), request.url.query)

    async def decide(self, request: Request) -> Response:
        """Take what the person said."""
        body = (await request.body())[:BODY_BYTES].decode("utf-8", "replace")
        cookie = request.cookies.get(COOKIE, "")
        return await anyio.to_thread.run_sync(
            self._decided, origin_of(request), request.url.query, body, cookie
        )

    def _page(self, asked: Asked, query: str, wrong: str = "", status: int = 200) -> Response:
        from authlib.oauth2 import OAuth2Error  # noqa: PLC0415 - only who is asked for it loads the library

        from graphmem.serve.oauth.consent import consent_page, mark_of  # noqa: PLC0415 - the same

        server = self._server(asked.base)
        try:
            if self._fetches(asked, query):
                return failed("Too many documents were asked for from this address. Wait a minute.", 429)
            sent = self._sent("GET", asked, AUTHORIZE, query)
            grant = server.asked(sent)
            resource = sent.resource()
        except OAuth2Error as error:
            return sent_on(server.refused(error))
        cookie = secrets.token_urlsafe(24)
        answer = consent_page(
            grant.request.client.program,
            redirect_uri=grant.redirect_uri,
            wanted=scope_of(grant.request.scope) or OFFERED[0],
            resource=resource,
            mark=mark_of(self.key, cookie, query),
            wrong=wrong,
            status=status,
        )
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=600,
            path=AUTHORIZE,
            httponly=True,
            samesite="strict",
            secure=asked.scheme == "https",
        )
        return answer

    def _decided(self, asked: Asked, query: str, body: str, cookie: str) -> Response:
        from authlib.oauth2 import OAuth2Error  # noqa: PLC0415 - as above

        from graphmem.serve.oauth.consent import mark_of  # noqa: PLC0415 - as above
        from graphmem.serve.oauth.grants import Person  # noqa: PLC0415 - as above
        from graphmem.serve.oauth.server import pairs_of  # noqa: PLC0415 - as above

        server = self._server(asked.base)
        try:
            form = dict(pairs_of(body))
            if not cookie or not hmac.compare_digest(
                form.get("mark", "").encode(), mark_of(self.key, cookie, query).encode()
            ):
                return self._page(asked, query, "The page was too old. Please answer again.", 403)
            token = self._person(asked, form)
            if isinstance(token, str):
                return self._page(asked, query, token, 403)
            sent = self._sent("GET", asked, AUTHORIZE, query)
            grant = server.asked(sent)
            scopes = form.get("scope", ""), grant.request.scope
            return sent_on(
                server.granted(sent, grant, Person(token, least(token, *scopes)) if token else None)
            )
        except OAuth2Error as error:
            return sent_on(server.refused(error))
        except Forbidden as error:
            return failed(str(error), 429)

    def _person(self, asked: Asked, form: dict[str, str]) -> Token | str | None:
        """The token of who lets the program in, None when nobody does, or words that say what was wrong."""
        if form.get("decision") != "allow":
            return None
        if self.failures.left(asked.address) < 1:
            return "Too many wrong tokens came from this address. Wait a minute."
        token = self.tokens.of(form.get("token", "").strip())
        if token is None:
            self.failures.take(asked.address)
            log.warning("A wrong token was given on the page that lets programs in, from %s.", asked.address)
            return "That is no token of this memory, or it counts no more."
        return token

    # -- Tokens ------------------------------------------------------------------------------------------------

    async def token(self, request: Request) -> Response:
        """Give tokens for a code or a refresh token."""
        return await self._exchanged(request, TOKEN)

    async def revoke(self, request: Request) -> Response:
        """Take back a token (RFC 7009)."""
        return await self._exchanged(request, REVOKE)

    async def _exchanged(self, request: Request, path: str) -> Response:
        asked = origin_of(request)
        if self.failures.left(asked.address) < 1:
            return wait("Too many wrong secrets came from this address.", self.failures.wait(asked.address))
        body = await request.body()
        return await anyio.to_thread.run_sync(self._answered, asked, path, body, dict(request.headers))

    def _answered(self, asked: Asked, path: str, body: bytes, headers: dict[str, str]) -> Response:
        from authlib.oauth2 import OAuth2Error  # noqa: PLC0415 - as above

        server = self._server(asked.base)
        try:
            known = {"Authorization": headers["authorization"]} if "authorization" in headers else {}
            sent = self._sent("POST", asked, path, body[:BODY_BYTES].decode("utf-8", "replace"), known)
            found = server.exchange(sent) if path == TOKEN else server.revoke(sent)
        except OAuth2Error as error:
            found = server.refused(error)
        if isinstance(found.body, dict) and found.body.get("error") in ("invalid_grant", "invalid_client"):
            self.failures.take(asked.address)
        return shown(found)

    # -- The core ----------------------------------------------------------------------------------------------

    def _server(self, base: str) -> Server:
        """The server of an address; there are as many as the daemon has names."""
        from graphmem.serve.oauth.server import Server  # noqa: PLC0415 - as above

        if base not in self._servers:
            if len(self._servers) > 20:  # a name may come with any port
                self._servers.clear()
            self._servers[base] = Server(base, self.connectors, self.documents)
        return self._servers[base]

    @staticmethod
    def _sent(method: str, asked: Asked, path: str, words: str, headers: dict[str, str] | None = None) -> Any:
        from graphmem.serve.oauth.grants import Request as Sent  # noqa: PLC0415 - as above
        from graphmem.serve.oauth.server import pairs_of  # noqa: PLC0415 - as above

        return Sent(method, asked.base, path, pairs_of(words), headers or {})

    def _fetches(self, asked: Asked, query: str) -> bool:
        """Whether a request would have the daemon look somewhere, from an address that has done so too often."""
        from graphmem.serve.oauth.server import pairs_of  # noqa: PLC0415 - as above

        key = dict(pairs_of(query)).get("client_id", "")
        return is_document(key) and self.documents.kept(key) is None and not self.fetches.take(asked.address)


def least(token: Token, *asked: str) -> Scope:
    """What a person allows: what was chosen, but no more than was asked for and than their token may."""
    return min(token.scope, *(scope_of(words) or OFFERED[0] for words in asked), key=SCOPES.index)


def told(metadata: Callable[..., dict[str, Any]], *given: str) -> Callable[[Request], Response]:
    """The route of a document of metadata."""

    def answer(request: Request) -> Response:
        return answered(200, metadata(origin_of(request).base, *given))

    return answer


def sent_on(found: Answer) -> Response:
    """An answer for the browser: on to the program, or, where that is not known to be its place, to the person."""
    if found.location:
        # 303: the form of the person must not be sent on with it (RFC 9700 4.12).
        return Response(status_code=303, headers={"location": found.location, "cache-control": "no-store"})
    return failed(found.body.get("error_description") or found.body["error"], found.status)


def shown(found: Answer) -> Response:
    """An answer for the program."""
    headers = {key: value for key, value in found.headers.items() if key.lower() == "www-authenticate"}
    return answered(found.status, found.body, **headers)


def answered(status: int, body: dict[str, Any], **headers: str) -> Response:
    """JSON that nobody keeps."""
    return Response(
        msgspec.json.encode(body),
        status_code=status,
        headers={"cache-control": "no-store", **headers},
        media_type=JSON,
    )


def failed(words: str, status: int) -> Response:
    """What went wrong, for the person."""
    return page("This cannot be done", paragraph(words, kind="wrong"), status=status)


def wait(words: str, seconds: int) -> Response:
    """Somebody asks too often."""
    told = {"error": "temporarily_unavailable", "error_description": words}
    return answered(429, told, **{"retry-after": str(seconds)})
