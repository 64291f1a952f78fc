"""A method of Memory goes in; the function that answers its route comes out, with parameters of the same names.

FastAPI reads the types from the signature that is made here, so that what is checked, what is documented and what is
called cannot differ.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote

from fastapi import Body, Query, Request, Response
from fastapi import Path as PathParameter
from pydantic import BaseModel, ConfigDict, Field, create_model

from graphmem.memory import Memory
from graphmem.result import Job
from graphmem.serve.answers import CSV, JSON, NDJSON, encoded, lines, table
from graphmem.serve.jobs import Jobs
from graphmem.serve.rest.examples import GIVEN
from graphmem.serve.rest.fresh import TAGGED, fresh
from graphmem.serve.rest.once import once
from graphmem.serve.rest.pages import ORDERS, page
from graphmem.serve.rest.who import check, token_of
from graphmem.serve.routes import BASE, NOT_IN_A_REQUEST, Route
from graphmem.store.replies import Replies
from graphmem.temporal import parse_time

IN_PATH = re.compile(r"\{(\w+)(?::path)?\}")
LEAST, MOST = {"limit": 1, "depth": 0, "max_length": 0, "budget": 0}, 1_000_000
CURSOR_DOC = "Where the page before ended: its `next`."
TIME_DOC = "A time like 2024-04-15, 2024-04-15T09:30:00Z, 2024-04, 2024 or now."


class Strict(BaseModel):
    """Parameters of one verb; one that it does not know is an error."""

    model_config = ConfigDict(extra="forbid")


class Services(NamedTuple):
    """What the routes of a daemon work with; without them a memory is asked, and no more."""

    memory: Callable[[], Memory]
    jobs: Jobs | None = None
    replies: Replies | None = None


def endpoint(route: Route, services: Services) -> Callable[..., Response]:
    """The function that answers a route."""
    method = getattr(Memory, route.verb)
    hints = get_type_hints(method)
    taken = [
        parameter
        for parameter in list(inspect.signature(method).parameters.values())[1:]
        if parameter.name not in NOT_IN_A_REQUEST
    ]
    names = frozenset(one.name for one in taken)
    limit = next((one.default for one in taken if one.name == "limit"), None)
    in_path = set(IN_PATH.findall(route.path))
    times = {one.name for one in taken if datetime in parts(hints[one.name])}
    model = parameters_of(route, [one for one in taken if one.name not in in_path], hints)

    def answer(request: Request, given: Strict, **named: str) -> Response:
        # A slash in a name is quoted twice, since the path is unquoted before it is divided.
        values = {name: unquote(word) for name, word in named.items()} | given.model_dump(exclude_unset=True)
        for name in times & values.keys():
            values[name] = parse_time(values[name]) if values[name] is not None else None
        check(token_of(request), route.verb, route.scope, values, names)
        memory = services.memory()
        if route.method == "GET":
            read = partial(listed if route.verb in ORDERS else plain, request, route, memory, values, limit)
            return fresh(request, memory, values, read) if route.verb in TAGGED else read()

        def write(at: datetime | None) -> Response:
            if at is not None and "at" in names:
                values.setdefault("at", at)
            if route.long and services.jobs is not None and prefers_a_job(request):
                return begun(services.jobs.start(route.verb, values))
            return plain(request, route, memory, values, limit)

        # What only reads may be asked again.
        return write(None) if route.scope == "read" else once(request, services.replies, dict(values), write)

    how: Any = Query() if route.method in ("GET", "DELETE") else Body()
    if route.method == "POST" and not any(field.is_required() for field in model.model_fields.values()):
        how = Body(default_factory=model)  # the body may be left out
    answer.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # a function takes one
        [
            inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request),
            inspect.Parameter("given", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[model, how]),
            *(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    annotation=Annotated[str, PathParameter(examples=[GIVEN[route.verb][name]])],
                )
                for name in sorted(in_path)
            ),
        ]
    )
    answer.__name__ = route.verb
    answer.__doc__ = inspect.getdoc(method)
    return answer


def plain(request: Request, route: Route, memory: Memory, values: dict[str, Any], _: int | None) -> Response:
    """The whole of what a verb gives."""
    return respond(request, getattr(memory, route.verb)(**values), route)


def listed(
    request: Request, route: Route, memory: Memory, values: dict[str, Any], limit: int | None
) -> Response:
    """A page of a list, with the address of the next one."""
    asked = dict(values)
    cursor, count = asked.pop("cursor", None), asked.pop("limit", limit)
    found = page(route.verb, getattr(memory, route.verb), asked, cursor=cursor, limit=count)
    response = respond(request, found.records, route, more={"next": found.next})
    if found.next is not None:
        address = request.url.include_query_params(cursor=found.next)
        response.headers["link"] = f'<{address.path}?{address.query}>; rel="next"'
    return response


def prefers_a_job(request: Request) -> bool:
    """Whether the client would rather follow the work than wait for it (RFC 7240)."""
    return "respond-async" in {word.strip() for word in request.headers.get("prefer", "").lower().split(",")}


def begun(job: Job) -> Response:
    """The answer to work that was begun."""
    headers = {"location": f"{BASE}/jobs/{job.id}", "preference-applied": "respond-async"}
    return Response(encoded(job), 202, headers, media_type=JSON)


def parameters_of(route: Route, taken: Sequence[inspect.Parameter], hints: dict[str, Any]) -> type[Strict]:
    """A model of what a method takes beside what stands in the path."""
    fields: dict[str, Any] = {}
    for one in taken:
        kind = asked(hints[one.name])
        default = ... if one.default is one.empty else one.default
        if default == ():
            default = Field(default_factory=list)
        doc = TIME_DOC if datetime in parts(hints[one.name]) else None
        least = LEAST.get(one.name)
        most = MOST if one.name in LEAST else None
        example = GIVEN.get(route.verb, {}).get(one.name)
        examples = None if example is None else [example]
        fields[one.name] = (
            Annotated[kind, Field(description=doc, ge=least, le=most, examples=examples)],
            default,
        )
    if route.verb in ORDERS:
        fields.setdefault("limit", (Annotated[int | None, Field(ge=1, le=MOST)], None))
        fields["cursor"] = (Annotated[str | None, Field(description=CURSOR_DOC)], None)
    return create_model(route.verb.capitalize(), __base__=Strict, **fields)


def parts(kind: Any) -> tuple[Any, ...]:
    """The types that a union is made of."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def asked(kind: Any) -> Any:
    """The type under which a parameter is asked for: times and paths as text, sequences as lists."""
    inner = parts(kind)
    if len(inner) > 1:
        told = tuple(dict.fromkeys(asked(one) for one in inner))
        return Union[told] if len(told) > 1 else told[0]  # noqa: UP007 - made of values
    if kind in (datetime, Path):
        return str
    origin = get_origin(kind)
    if origin is not None and origin is not dict and inspect.isclass(origin) and issubclass(origin, object):
        arguments = get_args(kind)
        if len(arguments) == 1 and origin.__module__ == "collections.abc":
            return list[asked(arguments[0])]  # type: ignore[misc]  # made of values
    return kind


def respond(
    request: Request, value: object, route: Route, *, more: Mapping[str, object] | None = None
) -> Response:
    """The answer in the form that is asked for; a list under the name of its route, and `more` beside it."""
    if not route.listed or not isinstance(value, tuple):
        return Response(encoded(value), media_type=JSON)
    wanted = request.headers.get("accept", "")
    if NDJSON in wanted:
        return Response(lines(value), media_type=NDJSON)
    if CSV in wanted:
        return Response(table(value), media_type=CSV)
    return Response(encoded({route.listed: value, **(more or {})}), media_type=JSON)
