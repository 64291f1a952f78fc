"""Where the daemon listens: on loopback for this machine, and with TLS for others when there is a certificate."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import uvicorn

from graphmem.errors import DaemonError, MisuseError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
GRACE_SECONDS = 10  # a request that is being answered may take so long when the daemon is stopped


class Certificate(NamedTuple):
    """The files of a certificate with its chain, and of its key."""

    chain: Path
    key: Path


class Sockets(NamedTuple):
    """What is listened on: for programs of this machine, and with TLS for others."""

    plain: socket.socket
    secure: socket.socket | None

    @property
    def address(self) -> str:
        """Where programs of this machine ask."""
        return address_of(self.plain, "http")

    @property
    def secure_address(self) -> str:
        """Where others ask, or ""."""
        return address_of(self.secure, "https") if self.secure else ""

    def close(self) -> None:
        """Listen no more."""
        for one in filter(None, self):
            one.close()


def certified(chain: Path | None, key: Path | None) -> Certificate | None:
    """The certificate of two options; raises MisuseError when one is missing, or they do not belong together."""
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        raise MisuseError(
            "A certificate and its key are needed together.", hint="Say --tls-cert and --tls-key."
        )
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=no_password)
    except (OSError, ValueError) as cause:
        raise MisuseError(
            f"{chain} and {key} cannot be used for TLS: {cause}.",
            hint="They are PEM files, the key without a password.",
        ) from cause
    return Certificate(chain, key)


def no_password() -> str:
    """What is said to a key that asks for a password; a daemon has nobody who could type one."""
    raise ValueError("the key has a password")


def checked(host: str, *, behind_proxy: bool, certificate: Certificate | None) -> None:
    """Raise MisuseError when others could reach the address and read along."""
    if host not in LOOPBACK and not behind_proxy and certificate is None:
        raise MisuseError(
            f"{host} can be reached by others, and without TLS they could read along.",
            hint="Serve on 127.0.0.1, say --tls-cert and --tls-key, or put a proxy with TLS before it and say "
            "--behind-proxy.",
        )


def listening(host: str, port: int | None, usual: int, certificate: Certificate | None) -> Sockets:
    """The sockets; with a certificate the address is that of TLS, and programs of this machine get one of their own.

    They could not check a certificate that was made for another name.
    """
    if certificate is None:
        return Sockets(bound(host, usual if port is None else port, strict=port is not None), None)
    secure = bound(host, usual if port is None else port, strict=True)
    try:
        return Sockets(bound("127.0.0.1", usual, strict=False), secure)
    except BaseException:
        secure.close()
        raise


def bound(host: str, port: int, *, strict: bool) -> socket.socket:
    """A socket that listens; on any free port when the usual one is taken, unless it was asked for.

    Raises DaemonError when it cannot listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port,) if strict or not port else (port, 0):
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            # On Windows this would let another program take the port away.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as cause:
            listening.close()
            reason = cause.strerror or str(cause)
            continue
        listening.setblocking(False)
        return listening
    raise DaemonError(
        f"Nothing can be served on {host} port {port}: {reason}.", hint="Choose another with --port."
    )


def address_of(listening: socket.socket, scheme: str) -> str:
    """The address of a socket; one that listens everywhere is asked on loopback."""
    host, port = listening.getsockname()[:2]
    where = ipaddress.ip_address(host)
    if where.is_unspecified:
        host = "127.0.0.1" if where.version == 4 else "::1"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


class Server(uvicorn.Server):
    """A server on one or two sockets that says when it has begun to answer, and when it is about to end."""

    def __init__(
        self,
        app: object,
        certificate: Certificate | None,
        begun: Callable[[], None],
        ending: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config_of(app))
        self.secure = config_of(app, certificate) if certificate else None
        self.begun, self.ending = begun, ending

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let the signals that end a program end the answering; a second one does not wait for what is being answered.

        The original raises them again afterwards, and the store would never be closed.
        """
        names = (signal.SIGINT, signal.SIGTERM)
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {name: signal.signal(name, self.handle_exit) for name in names}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so; the last socket is that of TLS when there is a certificate."""
        sockets = sockets or []
        plain = sockets[:-1] if self.secure else sockets
        await super().startup(sockets=plain)
        if self.started and self.secure:
            self.servers.append(await self._serve_secure(self.secure, sockets[-1]))
        if self.started:
            self.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let those go who listen without end, then wait for the others."""
        self.ending()
        await super().shutdown(sockets=sockets)

    async def _serve_secure(self, config: uvicorn.Config, listening: socket.socket) -> asyncio.Server:
        """The same application over TLS; its connections are counted with the others, and closed with them."""
        config.load()

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn itself makes them
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        return await asyncio.get_running_loop().create_server(protocol, sock=listening, ssl=config.ssl)


def config_of(app: object, certificate: Certificate | None = None) -> uvicorn.Config:
    """How uvicorn is to serve."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the guard decides which of them to believe
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=certificate.chain if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )
