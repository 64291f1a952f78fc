"""The web application of one daemon: routes from the table, errors as problem details, and what OpenAPI says of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, get_type_hints

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import graphmem
from graphmem.errors import Forbidden, GraphmemError
from graphmem.memory import Memory
from graphmem.serve.problems import MEDIA_TYPE, details, problem
from graphmem.serve.rest.browser import Links
from graphmem.serve.rest.endpoints import endpoint
from graphmem.serve.rest.tokens import token_routes
from graphmem.serve.rest.who import NEEDED
from graphmem.serve.routes import BASE, ROUTES, Route
from graphmem.store.tokens import Tokens

log = logging.getLogger("graphmem")

REFERENCE = "#/components/schemas/{name}"


def make_app(memory: Callable[[], Memory], tokens: Tokens, links: Links) -> FastAPI:
    """The application over a memory, which is asked for with each request, and the tokens and links of its daemon."""
    app = FastAPI(
        title="graphmem",
        version=graphmem.__version__,
        summary="A memory of conversations with agents, which knows when each thing was true.",
        openapi_url=f"{BASE}/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    schemas: dict[str, Any] = {}
    for route in ROUTES:
        app.add_api_route(
            BASE + route.path,
            endpoint(route, memory),
            methods=[route.method],
            tags=[route.path.split("/")[1]],
            response_model=None,
            responses={200: {"content": {"application/json": {"schema": schema_of(route, schemas)}}}},
            summary=route.verb,
        )
    app.include_router(token_routes(tokens, links), prefix=BASE)
    app.add_exception_handler(GraphmemError, on_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        told = plain()
        told.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
        return told

    app.openapi = openapi  # type: ignore[method-assign]  # the way that FastAPI documents
    return app


def schema_of(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    """What a route answers, as a JSON schema; the records in it are added to `schemas`."""
    kind = get_type_hints(getattr(Memory, route.verb))["return"]
    (schema,), found = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    schemas.update(found)
    if route.listed:
        return {"type": "object", "properties": {route.listed: schema}, "required": [route.listed]}
    return schema


def told(members: dict[str, Any]) -> JSONResponse:
    """Problem details as a response."""
    return JSONResponse(members, status_code=members["status"], media_type=MEDIA_TYPE)


async def on_error(request: Request, error: Exception) -> JSONResponse:
    """An error of ours, which says what happened and what to do."""
    assert isinstance(error, GraphmemError)
    if isinstance(error, Forbidden):
        setattr(request.state, NEEDED, error.scope)
    return told(details(error))


async def on_invalid(_: Request, error: Exception) -> JSONResponse:
    """A parameter that is missing, unknown or of the wrong type."""
    assert isinstance(error, RequestValidationError)
    wrong = [
        {"field": ".".join(str(part) for part in one["loc"][1:]), "reason": str(one["msg"])}
        for one in error.errors()
    ]
    words = "; ".join(f"{one['field'] or 'the body'}: {one['reason']}" for one in wrong)
    return told(problem(422, "MisuseError", f"{words}.", errors=wrong))


async def on_http(_: Request, error: Exception) -> JSONResponse:
    """No such route, or not with that method."""
    assert isinstance(error, HTTPException)
    return told(problem(error.status_code, "HttpError", f"{error.detail}."))


async def on_fault(request: Request, error: Exception) -> JSONResponse:
    """A fault of ours: its place goes to the log, and no word of a conversation to the client."""
    log.error("Answering %s failed.", request.url.path, exc_info=error)
    return told(problem(500, "Fault", f"An error that should not be: {type(error).__name__}."))
