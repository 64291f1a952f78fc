"""Whether an answer is still what a client has: tags made of the version of the store, so that none costs a look.

A tag is made before the memory is read: a change in between makes it too old, and never too new.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from fastapi import Request, Response

from graphmem.memory import Memory
from graphmem.serve.rest.who import token_of
from graphmem.temporal import now

# What these verbs answer depends on the graph, the indexes, the question and the time alone.
TAGGED = frozenset(
    {
        "recall",
        "context",
        "facts",
        "history",
        "entity",
        "neighbors",
        "path",
        "review",
        "wiki",
        "pages",
        "relations",
        "sessions",
        "messages",
        "communities",
    }
)
STARTED = secrets.token_hex(4)  # settings and code are those of this process
CACHE = "private, no-cache"  # kept by who asked, and asked about each time


def fresh(
    request: Request, memory: Memory, values: dict[str, Any], answer: Callable[[], Response]
) -> Response:
    """The answer with its tag; only that it is unchanged, when the client has it."""
    tag = tag_of(request, memory.version, values, now())
    headers = {"etag": tag, "cache-control": CACHE, "vary": "Accept, Authorization"}
    known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    response = answer()
    response.headers.update(headers)
    return response


def tag_of(request: Request, version: str, values: dict[str, Any], at: datetime) -> str:
    """A weak tag. Without `as_of` an answer is that of now: what ends without a word ends with the minute."""
    minute = "" if values.get("as_of") is not None else at.strftime("%Y%m%dT%H%M")
    asked = f"{request.url.path}?{request.url.query} {request.headers.get('accept', '')} {token_of(request).project}"
    told = hashlib.blake2b(f"{STARTED} {minute} {asked}".encode(), digest_size=8).hexdigest()
    return f'W/"{version}-{told}"'
