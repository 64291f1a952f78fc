"""Where a request was sent and where it came from, as far as its headers may be believed."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from fastapi import Request

STATE = "graphmem_asked"


class Asked(NamedTuple):
    """How a client reached the daemon: scheme, host with port, and the address of the client."""

    scheme: str
    host: str
    address: str

    @property
    def base(self) -> str:
        """The address under which the client knows the daemon."""
        return f"{self.scheme}://{self.host}"


def asked_for(scope: MutableMapping[str, Any], headers: Mapping[str, str], *, behind_proxy: bool) -> Asked:
    """What the connection and `Host` say; what a proxy adds counts only where one stands before the daemon.

    Of the addresses in X-Forwarded-For only the last was written by the proxy, the others by whoever sent them.
    """
    scheme, host = str(scope.get("scheme", "http")), headers.get("host", "")
    address = str((scope.get("client") or ("", 0))[0])
    if behind_proxy:
        scheme = headers.get("x-forwarded-proto", scheme).strip().lower()
        host = headers.get("x-forwarded-host", host).strip()
        address = headers.get("x-forwarded-for", address).rpartition(",")[2].strip()
    return Asked("https" if scheme in ("https", "wss") else "http", host.lower(), address)


def origin_of(request: Request) -> Asked:
    """Where the guard saw a request come from."""
    asked: Asked = getattr(request.state, STATE)
    return asked


def hostname(address: str) -> str:
    """The name in an address, without port and in small letters; "" when there is none."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
