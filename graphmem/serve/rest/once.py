"""A write that carries an `Idempotency-Key` is done once: asked again, it gets the answer that was given."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from fastapi import Request, Response
from fastapi.responses import JSONResponse

from graphmem.errors import GraphmemError, MisuseError
from graphmem.serve.problems import MEDIA_TYPE, details, problem
from graphmem.serve.rest.who import token_of
from graphmem.store.replies import Replies

HEADER = "idempotency-key"
LONGEST_KEY = 255
KEPT = frozenset({"content-type", "location", "preference-applied"})  # of the headers of an answer


def once(
    request: Request,
    replies: Replies | None,
    asked: dict[str, Any],
    do: Callable[[datetime | None], Response],
) -> Response:
    """Answer a write: `do` it, or give the answer to an earlier one with the same key.

    `do` is told at which instant it was first asked for, so that one that was cut off is done as it was, and not again.
    """
    key = request.headers.get(HEADER)
    if key is None or replies is None:
        return do(None)
    if not key.strip() or len(key) > LONGEST_KEY:
        raise MisuseError(f"An Idempotency-Key has 1 to {LONGEST_KEY} characters.")
    wanted = hash_of(request, asked)
    with replies.asked(token_of(request).id, key, wanted) as reply:
        if reply is None:
            return refused(409, "InProgress", "A request with this Idempotency-Key is being answered.", "1")
        if reply.request != wanted:
            raise MisuseError(
                "This Idempotency-Key was used for another request.", hint="Use a new key for each write."
            )
        if reply.status is not None:
            if reply.body is None:
                return refused(409, "ReplyGone", "This was done before; its answer is not kept any more.")
            return Response(reply.body, reply.status, {**reply.headers, "idempotency-replayed": "true"})
        return kept(request, replies, key, lambda: do(reply.at))


def kept(request: Request, replies: Replies, key: str, do: Callable[[], Response]) -> Response:
    """Do it and keep the answer. What was refused was not done, and the key may ask again; after a fault of ours it
    may have been done, and is asked for again as of the same instant."""
    token = token_of(request).id
    try:
        response = do()
    except GraphmemError as error:
        if details(error)["status"] < 500:
            replies.failed(token, key)
        raise
    headers = {name: value for name, value in response.headers.items() if name in KEPT}
    replies.answered(token, key, response.status_code, headers, bytes(response.body))
    return response


def hash_of(request: Request, asked: dict[str, Any]) -> bytes:
    """What tells one request from another: where it goes and what it says, however it was written."""
    said = msgspec.json.encode(asked, order="deterministic", enc_hook=str)
    form = f"{request.headers.get('prefer', '')} {request.headers.get('accept', '')}"
    return hashlib.sha256(f"{request.method} {request.url.path} {form}\n".encode() + said).digest()


def refused(status: int, name: str, detail: str, wait: str = "") -> JSONResponse:
    """Problem details about a key."""
    headers = {"retry-after": wait} if wait else {}
    return JSONResponse(problem(status, name, detail), status, headers, media_type=MEDIA_TYPE)
