"""The routes about tokens themselves; only a token that may do everything may use them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from graphmem.errors import Forbidden
from graphmem.serve.answers import JSON, encoded
from graphmem.serve.rest.browser import SIGN_IN, Links, mark_for
from graphmem.serve.rest.examples import LINK, TOKEN, shown
from graphmem.serve.rest.origin import origin_of
from graphmem.serve.rest.who import SESSION, demand, token_of
from graphmem.store.tokens import Scope, Tokens
from graphmem.temporal import parse_time


class Wanted(BaseModel):
    """What a new token may do."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "dashboard", "scope": "read"}]}
    )

    name: str
    scope: Scope = "write"
    project: str = ""
    expires: Annotated[str | None, Field(description="A time like 2027-01-01.")] = None


class WantedLink(BaseModel):
    """How much a link lets in to."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"scope": "read"}]})

    scope: Scope = "admin"


def token_routes(tokens: Tokens, links: Links) -> APIRouter:
    """The routes over the tokens of one daemon."""
    router = APIRouter(prefix="/tokens", tags=["tokens"])

    @router.get("", responses={200: shown({"tokens": [TOKEN]})})
    def every(request: Request) -> Response:
        """Every token, without its secret."""
        demand(request, "admin", "the list of tokens")
        return Response(encoded({"tokens": tokens.all()}), media_type=JSON)

    @router.post("", status_code=201, responses={201: shown({"token": TOKEN, "secret": "gm_..."})})
    def create(request: Request, wanted: Annotated[Wanted, Body()]) -> Response:
        """A new token; its secret is told this once."""
        demand(request, "admin", "a new token")
        end: datetime | None = parse_time(wanted.expires) if wanted.expires else None
        made = tokens.create(wanted.name, scope=wanted.scope, project=wanted.project, expires_at=end)
        return Response(encoded(made), status_code=201, media_type=JSON)

    @router.get("/current", responses={200: shown({"token": TOKEN, "csrf": None})})
    def current(request: Request) -> Response:
        """The token of the request; for a browser also what its pages send as X-CSRF-Token."""
        session = getattr(request.state, SESSION, "")
        told = {"token": token_of(request), "csrf": mark_for(session) if session else None}
        return Response(encoded(told), headers={"cache-control": "no-store"}, media_type=JSON)

    @router.post("/link", status_code=201, responses={201: shown(LINK)})
    def link(request: Request, wanted: Annotated[WantedLink, Body(default_factory=WantedLink)]) -> Response:
        """A link that lets a browser in, once and within ten minutes, with no more than the token may."""
        token = token_of(request)
        if token.kind != "token":
            raise Forbidden(f"A {token.kind} lets nobody in.", hint="graphmem token link does.")
        secret, until = links.make(token, wanted.scope)
        made = {"link": f"{origin_of(request).base}{SIGN_IN}?link={secret}", "expires_at": until}
        return Response(
            encoded(made), status_code=201, headers={"cache-control": "no-store"}, media_type=JSON
        )

    @router.post("/{key}/rotate", responses={200: shown({"token": TOKEN, "secret": "gm_..."})})
    def rotate(request: Request, key: str) -> Response:
        """A new secret for a token, by id or name; the old one counts no more."""
        demand(request, "admin", "another secret")
        return Response(encoded(tokens.rotate(key)), media_type=JSON)

    @router.delete("/{key}", responses={200: shown(TOKEN)})
    def revoke(request: Request, key: str) -> Response:
        """Let a token, by id or name, count no more."""
        demand(request, "admin", "revoking a token")
        return Response(encoded(tokens.revoke(key)), media_type=JSON)

    return router
