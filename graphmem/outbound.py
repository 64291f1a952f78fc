"""A question to a server as JSON over HTTP: bounded in time and length, and followed to no other host."""

from __future__ import annotations

import http.client
import ipaddress
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

CHUNK = 65_536


class Unmoved(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would carry key and text to another host."""

    def redirect_request(self, *_args: Any, **_options: Any) -> None:
        """A redirect is answered like any other error."""
        return


class Refused(OSError):
    """The server answered with an error; `status` is its number, `after` its Retry-After as it came."""

    def __init__(self, status: int, said: str, after: str | None) -> None:
        super().__init__(f"status {status}: {said}" if said else f"status {status}")
        self.status, self.after = status, after


def is_address(url: str) -> bool:
    """True for what can be asked by HTTP."""
    parts = urlsplit(url)
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def is_near(url: str) -> bool:
    """True for an address of this machine or of a private network."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def post_json(
    url: str, body: Mapping[str, Any], *, headers: Mapping[str, str], seconds: float, most: int
) -> Any:
    """What the server answers, parsed.

    Raises Refused for an error status, TimeoutError when the whole answer takes longer than `seconds`, ValueError for
    what is no JSON or longer than `most` bytes, and OSError when the server cannot be reached.
    """
    request = urllib.request.Request(  # noqa: S310 - who asks has checked the scheme
        url,
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", "user-agent": "graphmem", **headers},
    )
    until = time.monotonic() + seconds
    try:
        with urllib.request.build_opener(Unmoved).open(request, timeout=seconds) as response:
            return json.loads(whole(response, until=until, most=most))
    except urllib.error.HTTPError as cause:
        with cause:
            raise Refused(cause.code, said(cause), cause.headers.get("retry-after")) from None
    except urllib.error.URLError as cause:
        if isinstance(cause.reason, OSError):
            raise cause.reason from cause
        raise
    except http.client.HTTPException as cause:
        raise ConnectionError(f"the answer broke off: {cause!r}") from cause


def whole(response: http.client.HTTPResponse, *, until: float, most: int) -> bytes:
    """A body of bounded length that arrives in time."""
    body = bytearray()
    while chunk := response.read1(CHUNK):
        body += chunk
        if len(body) > most:
            raise ValueError(f"the answer is longer than {most} bytes")
        if time.monotonic() > until:
            raise TimeoutError("the answer came too slowly")
    if response.length:
        raise ConnectionError(f"{response.length} bytes of the answer are missing")
    return bytes(body)


def said(cause: urllib.error.HTTPError) -> str:
    """What the server says of its error, in short."""
    try:
        error = json.loads(cause.read(CHUNK))
        error = error.get("error", error)
        text = error.get("message", "") if isinstance(error, dict) else error
    except (OSError, http.client.HTTPException, ValueError, AttributeError, RecursionError):
        text = cause.reason
    return str(text)[:200]
