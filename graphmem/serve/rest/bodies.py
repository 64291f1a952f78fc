"""Bodies that are no JSON are refused before anything looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from graphmem.serve.answers import JSON
from graphmem.serve.problems import MEDIA_TYPE, problem
from graphmem.serve.routes import BASE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class JsonBodies:
    """Passes on requests below BASE without a body, or with one in JSON."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or answer with 415."""
        if scope["type"] == "http" and scope["path"].startswith(f"{BASE}/"):
            headers = Headers(scope=scope)
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
            if not empty and kind != JSON and not kind.endswith("+json"):
                told = problem(415, "NotJson", f"A body is {JSON}, and not {kind or 'of no type'}.")
                response = JSONResponse(told, 415, {"accept-post": JSON}, media_type=MEDIA_TYPE)
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)
