"""What every request and every answer have around them: an id, HEAD beside GET, and a smaller body if it is asked for.

A response with problem details tells the id of its request as `instance`, and the log names it beside a fault.
"""

from __future__ import annotations

import json
import re
import uuid
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from graphmem.serve.problems import MEDIA_TYPE, problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATE = "graphmem_request"
HEADER = b"x-request-id"
WORD = re.compile(rb"[\w.:-]{1,64}")
LEAST_BYTES, LEVEL = 1024, 5  # a shorter answer gains nothing
# These answers have no end, or cost as much as the whole answer.
NO_HEAD = re.compile(r"/(events|export)$")
INSTANCE = "urn:graphmem:request:"


class Envelope:
    """Passes requests of HTTP to `app` with an id in their state, and answers back with it in `X-Request-ID`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packed = GZipMiddleware(self._answered, minimum_size=LEAST_BYTES, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        await (self.packed if scope["type"] == "http" else self.app)(scope, receive, send)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = next((value for key, value in scope["headers"] if key == HEADER), b"")
        request_id = told.decode("ascii") if WORD.fullmatch(told) else uuid.uuid4().hex
        scope.setdefault("state", {})[STATE] = request_id
        head = scope["method"] == "HEAD" and not NO_HEAD.search(scope["path"])
        if head:
            scope = {**scope, "method": "GET"}
        answer = Answer(send, request_id, head=head)
        try:
            await self.app(scope, receive, answer)
        except HTTPException as refused:  # whoever read the body did not expect one
            if answer.begun:
                raise
            await tell(answer, refused)


async def tell(send: Send, refused: HTTPException) -> None:
    """Answer with problem details."""
    body = json.dumps(problem(refused.status_code, "HttpError", f"{refused.detail}.")).encode()
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Answer:
    """Sends an answer on with the id of its request, and to HEAD without its body."""

    def __init__(self, send: Send, request_id: str, *, head: bool) -> None:
        self.send, self.request_id, self.head = send, request_id, head
        self.start: Message | None = None  # that of problem details, until their body is there
        self.body = b""
        self.begun = False

    async def __call__(self, message: Message) -> None:
        """Send one part of the answer."""
        if message["type"] == "http.response.start":
            self.begun = True
            headers = [*message.get("headers", ()), (HEADER, self.request_id.encode())]
            message = {**message, "headers": headers}
            kinds = [value for key, value in headers if key.lower() == b"content-type"]
            if kinds == [MEDIA_TYPE.encode()]:
                self.start = message
                return
        elif self.start is not None:
            self.body += message.get("body", b"")
            if message.get("more_body"):
                return
            await self.send(self._problem_start())
            message = {**message, "body": self.body, "more_body": False}
        if self.head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self.send(message)

    def _problem_start(self) -> Message:
        """Name the request in problem details, and tell their new length."""
        assert self.start is not None
        told = json.loads(self.body)
        self.body = json.dumps({**told, "instance": INSTANCE + self.request_id}).encode()
        headers = [(key, value) for key, value in self.start["headers"] if key.lower() != b"content-length"]
        return {**self.start, "headers": [*headers, (b"content-length", str(len(self.body)).encode())]}
