"""Where an answer of the authorization server may be sent, and whether a program named that place before."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from graphmem.errors import MisuseError

LONGEST = 512
PLAIN = re.compile(
    r"[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+"
)  # the characters of a URI (RFC 3986)
PLACE = re.compile(
    r"[a-z0-9.:\[\]-]+", re.IGNORECASE
)  # a host and its port; nothing that would end a word of a policy
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
# Schemes that a browser runs, opens from the disk, or leads somewhere in the clear; no program of a user owns them.
NEVER = frozenset(
    {
        "javascript",
        "data",
        "vbscript",
        "file",
        "blob",
        "filesystem",
        "about",
        "view-source",
        "ftp",
        "ws",
        "wss",
    }
)


def checked(uri: str) -> str:
    """The URI; raises MisuseError unless it is https, http on loopback, or a scheme of a program (RFC 8252)."""
    parts = parsed(uri)
    scheme = parts.scheme
    own = scheme not in NEVER | {"", "http", "https"} and bool(parts.netloc or parts.path)
    web = (scheme == "https" and parts.hostname) or is_loopback(parts)
    fine = (web and PLACE.fullmatch(parts.netloc)) or own
    if not fine or parts.fragment or "#" in uri or parts.username is not None or parts.password is not None:
        raise MisuseError(
            f"{uri[:LONGEST]!r} is no address that an answer can be sent to.",
            hint="Name one that begins with https://, or with http://127.0.0.1, without a fragment.",
        )
    return uri


def parsed(uri: str) -> SplitResult:
    """Its parts; raises MisuseError for what is no URI."""
    no_uri = MisuseError(f"{uri[:LONGEST]!r} is no URI.", hint="Encode what is not ASCII.")
    if len(uri) > LONGEST or not PLAIN.fullmatch(uri):
        raise no_uri
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError as cause:
        raise no_uri from cause
    return parts


def is_loopback(parts: SplitResult) -> bool:
    """Whether it leads to a program on the machine of the person."""
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def matches(asked: str, known: tuple[str, ...]) -> bool:
    """Whether it is one of those known: the same but for the port on loopback (RFC 8252 7.3)."""
    if asked in known:
        return True
    try:
        parts = parsed(asked)
    except MisuseError:
        return False
    return is_loopback(parts) and any(same_but_port(parts, urlsplit(one)) for one in known)


def same_but_port(one: SplitResult, other: SplitResult) -> bool:
    """Whether two addresses on loopback differ in nothing but their port."""
    return is_loopback(other) and without_port(one) == without_port(other)


def without_port(parts: SplitResult) -> tuple[str | None, ...]:
    """Everything of an address but its port; a user name would hide in what is left of it."""
    return parts.hostname, parts.username, parts.password, parts.path, parts.query, parts.fragment


def source_of(uri: str) -> str:
    """The place as a content security policy names it."""
    parts = parsed(uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"
