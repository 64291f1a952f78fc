"""The document that a program serves about itself (client-id metadata document): its URL goes in, a Program comes out.

Whoever asks to be let in names the URL, so that a stranger decides where the daemon looks. It looks at public
addresses alone, at the one that it has checked and no other, over TLS, follows nobody elsewhere, reads little and does
not wait long.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from graphmem.errors import MisuseError
from graphmem.serve.oauth.programs import BYTES, described, program
from graphmem.serve.oauth.redirects import LONGEST, PLACE, PLAIN
from graphmem.store.connectors import Program

SECONDS = 5.0  # for all of it, from the name to the last byte
KEPT_SECONDS, FAILED_SECONDS = 3600.0, 60.0  # what was found, and that nothing was, is believed for so long
KEPT = 100
AT_ONCE = 4
UNICAST, NAT64 = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def public(address: Address) -> bool:
    """Whether an address is one of the open network, also where it stands for another one."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if (address not in UNICAST and inner is None) or (inner is not None and not public(inner)):
            return False
    return address.is_global and not address.is_multicast


def resolve(host: str, port: int) -> list[Address]:
    """The addresses of a name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]


class Documents:
    """Fetches the documents of programs, and keeps them for a while."""

    def __init__(
        self,
        *,
        resolve: Callable[[str, int], list[Address]] = resolve,
        allowed: Callable[[Address], bool] = public,
        context: Callable[[], ssl.SSLContext] = ssl.create_default_context,
        port: int = 443,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.resolve, self.allowed, self.context = resolve, allowed, context
        self.port, self.seconds, self.clock = port, seconds, clock
        self._kept: OrderedDict[str, tuple[float, Program | MisuseError]] = OrderedDict()
        self._free = threading.BoundedSemaphore(AT_ONCE)

    def kept(self, url: str) -> Program | None:
        """The program of a document that was fetched a short while ago."""
        until, found = self._kept.get(url, (0.0, None))
        return found if isinstance(found, Program) and self.clock() < until else None

    def program(self, url: str) -> Program:
        """The program that a document describes; raises MisuseError that says what is wrong with it."""
        until, found = self._kept.get(url, (0.0, None))
        if found is None or self.clock() >= until:
            found = self._fetched(url)
        if isinstance(found, MisuseError):
            raise found
        return found

    def _fetched(self, url: str) -> Program | MisuseError:
        if not self._free.acquire(blocking=False):
            return MisuseError("Too many documents are being fetched.", hint="Try again in some seconds.")
        try:
            found: Program | MisuseError = self._read(url)
        except MisuseError as cause:
            found = cause
        finally:
            self._free.release()
        lasts = KEPT_SECONDS if isinstance(found, Program) else FAILED_SECONDS
        self._kept[url] = (self.clock() + lasts, found)
        self._kept.move_to_end(url)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def _read(self, url: str) -> Program:
        parts = place_of(url)
        try:
            body = self._body(parts)
        except (OSError, http.client.HTTPException, ValueError) as cause:
            raise MisuseError(f"{url} cannot be read: {cause or type(cause).__name__}.") from cause
        found = described(body)
        if found.client_id != url:
            raise MisuseError(f"The document at {url} is that of another program.")
        known = program(found, key=url, default_method="none")
        if known.auth_method != "none":
            raise MisuseError(f"{url} asks for a secret, which a program with a public document cannot keep.")
        return known

    def _body(self, parts: SplitResult) -> bytes:
        """What the address answers; raises OSError, HTTPException or ValueError."""
        host = parts.hostname or ""
        ends = self.clock() + self.seconds
        addresses = self.resolve(host, self.port)
        # Had one of them been looked at and another connected to, the check would be worth nothing.
        if not addresses or not all(self.allowed(one) for one in addresses):
            raise ValueError(f"{host} is no host of the open network")
        with (
            socket.create_connection((str(addresses[0]), self.port), timeout=self.seconds) as plain,
            self.context().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False) as secure,
        ):
            # Each piece may come within the time limit of a socket, and all of them take for ever.
            watch = threading.Timer(max(0.0, ends - self.clock()), shut, [secure])
            watch.start()
            try:
                secure.do_handshake()
                return asked(secure, host, parts)
            finally:
                watch.cancel()


def shut(connection: ssl.SSLSocket) -> None:
    """End a connection from another thread, which goes on reading it as one that was encrypted."""
    with contextlib.suppress(OSError):  # it may have ended by itself
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


def asked(connection: socket.socket, host: str, parts: SplitResult) -> bytes:
    """The body that one request over a connection gets."""
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    head = f"GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode("ascii"))
    answer = http.client.HTTPResponse(connection, method="GET")
    with answer:
        answer.begin()
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        if "json" not in answer.headers.get_content_type():
            raise ValueError("it is no JSON")
        body = answer.read(BYTES + 1)
    if len(body) > BYTES:
        raise ValueError(f"it has more than {BYTES:,} bytes")
    return body


def is_document(client_id: str) -> bool:
    """Whether an id of a client is the address of its document."""
    return client_id.startswith("https://")


def place_of(url: str) -> SplitResult:
    """The parts of the URL of a document; raises MisuseError for one that may not be the id of a client."""
    try:
        parts = urlsplit(url)
        fine = (
            len(url) <= LONGEST
            and bool(PLAIN.fullmatch(url))
            and parts.scheme == "https"
            and bool(PLACE.fullmatch(parts.netloc))
            and parts.port in (None, 443)
            and parts.path not in ("", "/")
            and not {".", ".."} & set(parts.path.split("/"))
            and "#" not in url
        )
    except ValueError:
        fine = False
    if not fine:
        raise MisuseError(
            f"{url[:LONGEST]!r} is no address of a document of a program.",
            hint="It is https://, a host and a path, without a port, a fragment or dots for folders.",
        )
    return parts
