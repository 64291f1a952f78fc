"""The web application of one daemon: routes from the table, errors as problem details, and what OpenAPI says of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import graphmem
from graphmem.errors import Forbidden, GraphmemError
from graphmem.memory import Memory
from graphmem.serve.bell import Bell
from graphmem.serve.jobs import Jobs
from graphmem.serve.problems import MEDIA_TYPE, details, problem
from graphmem.serve.rest.bodies import JsonBodies
from graphmem.serve.rest.browser import Links
from graphmem.serve.rest.endpoints import Services, endpoint
from graphmem.serve.rest.envelope import STATE as REQUEST
from graphmem.serve.rest.examples import ANSWERED, GIVEN, plain
from graphmem.serve.rest.exports import export_routes
from graphmem.serve.rest.live import live_routes
from graphmem.serve.rest.pages import ORDERS
from graphmem.serve.rest.tokens import token_routes
from graphmem.serve.rest.who import NEEDED
from graphmem.serve.routes import BASE, BY_RESOURCE, ROUTES, Route
from graphmem.store.ledger import Ledger
from graphmem.store.replies import Replies
from graphmem.store.tokens import Tokens

log = logging.getLogger("graphmem")

REFERENCE = "#/components/schemas/{name}"


class Live(NamedTuple):
    """What a daemon keeps going beside its memory: jobs, the bell of its changes, its ledger, and replies to writes."""

    jobs: Jobs
    bell: Bell
    ledger: Ledger
    replies: Replies


def make_app(memory: Callable[[], Memory], tokens: Tokens, links: Links, live: Live | None = None) -> FastAPI:
    """The application over a memory, which is asked for with each request, and over what its daemon has beside it."""
    app = FastAPI(
        title="graphmem",
        version=graphmem.__version__,
        summary="A memory of conversations with agents, which knows when each thing was true.",
        openapi_url=f"{BASE}/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    schemas: dict[str, Any] = {}
    services = Services(memory, live.jobs, live.replies) if live else Services(memory)
    for route in sorted((*BY_RESOURCE, *ROUTES), key=greedy):
        app.add_api_route(
            BASE + route.path,
            endpoint(route, services),
            methods=[route.method],
            tags=[route.path.split("/")[1]],
            response_model=None,
            responses={200: {"content": {"application/json": {"schema": schema_of(route, schemas)}}}},
            openapi_extra=body_example(route),
            summary=route.verb,
        )

    def going() -> Live:
        assert live is not None, "a daemon asks for it with its live parts"
        return live

    app.include_router(live_routes(lambda: going()[:3]), prefix=BASE)
    app.include_router(export_routes(memory), prefix=BASE)
    app.include_router(token_routes(tokens, links), prefix=BASE)
    app.add_middleware(JsonBodies)
    app.add_exception_handler(GraphmemError, on_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_fault)
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        told = plain()
        told.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
        for route in (*ROUTES, *BY_RESOURCE):
            operation = told["paths"][BASE + route.path.replace(":path", "")][route.method.lower()]
            # Put in here, since FastAPI leaves out whatever is null.
            operation["responses"]["200"]["content"]["application/json"]["example"] = example_of(route)
        return told

    app.openapi = openapi  # type: ignore[method-assign]  # the way that FastAPI documents
    return app


def greedy(route: Route) -> bool:
    """Whether the path ends in a name that may hold slashes: such a route is looked at last."""
    return route.path.endswith(":path}")


def example_of(route: Route) -> Any:
    """An example of the answer of a route."""
    example = plain(ANSWERED[route.verb])
    if route.listed:
        example = {route.listed: example, **({"next": None} if route.verb in ORDERS else {})}
    return example


def body_example(route: Route) -> dict[str, Any] | None:
    """An example of the body of a route that has one."""
    if route.method != "POST":
        return None
    body = {name: value for name, value in GIVEN.get(route.verb, {}).items() if f"{{{name}" not in route.path}
    return {"requestBody": {"content": {"application/json": {"example": body}}}}


def schema_of(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    """What a route answers, as a JSON schema; the records in it are added to `schemas`."""
    kind = get_type_hints(getattr(Memory, route.verb))["return"]
    (schema,), found = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    schemas.update(found)
    if route.listed:
        properties = {route.listed: schema}
        if route.verb in ORDERS:
            properties["next"] = {"type": ["string", "null"], "description": "The cursor of the next page."}
        return {"type": "object", "properties": properties, "required": [*properties]}
    return schema


def told(members: dict[str, Any], headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Problem details as a response."""
    return JSONResponse(members, members["status"], headers, media_type=MEDIA_TYPE)


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
    return told(problem(error.status_code, "HttpError", f"{error.detail}."), error.headers)


async def on_fault(request: Request, error: Exception) -> JSONResponse:
    """A fault of ours: its place goes to the log, and no word of a conversation to the client."""
    name = getattr(request.state, REQUEST, "unnamed")
    log.error("Answering %s failed (request %s).", request.url.path, name, exc_info=error)
    return told(problem(500, "Fault", f"An error that should not be: {type(error).__name__}."))
