"""A method of Memory goes in; the function that answers its route comes out, with parameters of the same names.

FastAPI reads the types from the signature that is made here, so that what is checked, what is documented and what is
called cannot differ.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote

from fastapi import Body, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, create_model

from graphmem.memory import Memory
from graphmem.serve.answers import CSV, JSON, NDJSON, encoded, lines, table
from graphmem.serve.rest.who import check, token_of
from graphmem.serve.routes import NOT_IN_A_REQUEST, Route
from graphmem.temporal import parse_time

IN_PATH = re.compile(r"\{(\w+)(?::path)?\}")
TIME_DOC = "A time like 2024-04-15, 2024-04-15T09:30:00Z, 2024-04, 2024 or now."


class Strict(BaseModel):
    """Parameters of one verb; one that it does not know is an error."""

    model_config = ConfigDict(extra="forbid")


def endpoint(route: Route, memory: Callable[[], Memory]) -> Callable[..., Response]:
    """The function that answers a route."""
    method = getattr(Memory, route.verb)
    hints = get_type_hints(method)
    taken = [
        parameter
        for parameter in list(inspect.signature(method).parameters.values())[1:]
        if parameter.name not in NOT_IN_A_REQUEST
    ]
    names = frozenset(one.name for one in taken)
    in_path = set(IN_PATH.findall(route.path))
    times = {one.name for one in taken if datetime in parts(hints[one.name])}
    model = parameters_of(route, [one for one in taken if one.name not in in_path], hints)

    def answer(request: Request, given: Strict, **named: str) -> Response:
        # A slash in a name is quoted twice, since the path is unquoted before it is divided.
        values = {name: unquote(word) for name, word in named.items()} | given.model_dump(exclude_unset=True)
        for name in times & values.keys():
            values[name] = parse_time(values[name]) if values[name] is not None else None
        check(token_of(request), route.verb, route.scope, values, names)
        return respond(request, getattr(memory(), route.verb)(**values), route)

    how = Query() if route.method == "GET" else Body(default_factory=model)
    answer.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # a function takes one
        [
            inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request),
            inspect.Parameter("given", inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[model, how]),
            *(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=str)
                for name in sorted(in_path)
            ),
        ]
    )
    answer.__name__ = route.verb
    answer.__doc__ = inspect.getdoc(method)
    return answer


def parameters_of(route: Route, taken: Sequence[inspect.Parameter], hints: dict[str, Any]) -> type[Strict]:
    """A model of what a method takes beside what stands in the path."""
    fields: dict[str, Any] = {}
    for one in taken:
        kind = asked(hints[one.name])
        default = ... if one.default is one.empty else one.default
        if default == ():
            default = Field(default_factory=list)
        doc = TIME_DOC if datetime in parts(hints[one.name]) else None
        fields[one.name] = (Annotated[kind, Field(description=doc)], default)
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


def respond(request: Request, value: object, route: Route) -> Response:
    """The answer in the form that is asked for; a list under the name of its route."""
    if not route.listed or not isinstance(value, tuple):
        return Response(encoded(value), media_type=JSON)
    wanted = request.headers.get("accept", "")
    if NDJSON in wanted:
        return Response(lines(value), media_type=NDJSON)
    if CSV in wanted:
        return Response(table(value), media_type=CSV)
    return Response(encoded({route.listed: value}), media_type=JSON)
