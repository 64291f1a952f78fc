"""What a program says of itself becomes a record: from its registration (RFC 7591) or from a document of its own.

A program may call itself as it likes. Nothing here makes it true: the page that asks the person shows where the answer
goes, and that is what is held to.
"""

from __future__ import annotations

import unicodedata

import msgspec

from graphmem.errors import MisuseError
from graphmem.privacy import redact
from graphmem.serve.oauth.metadata import AUTH_METHODS, GRANT_TYPES
from graphmem.serve.oauth.redirects import checked
from graphmem.store.connectors import Program

NAME_LENGTH = 80
BYTES = 16 << 10
REDIRECTS = 10


class Described(msgspec.Struct):
    """The metadata of a client, as far as it matters here; the rest is not kept."""

    redirect_uris: list[str]
    client_name: str = ""
    client_id: str = ""
    token_endpoint_auth_method: str = ""
    grant_types: tuple[str, ...] = ("authorization_code",)
    response_types: tuple[str, ...] = ("code",)


class BadRedirect(MisuseError):
    """A redirect URI that no answer may be sent to."""


def described(body: bytes) -> Described:
    """The metadata in a body of JSON; raises MisuseError for what is none, or is not what is offered."""
    if len(body) > BYTES:
        raise MisuseError(f"The metadata of a client may have {BYTES:,} bytes.")
    try:
        found = msgspec.json.decode(body, type=Described)
    except (msgspec.DecodeError, UnicodeDecodeError) as cause:
        raise MisuseError(f"This is no metadata of a client: {cause}.") from cause
    if "authorization_code" not in found.grant_types or "code" not in found.response_types:
        raise MisuseError("Only the authorization code grant is offered.")
    return found


def program(found: Described, *, key: str, default_method: str, secret_hash: str = "") -> Program:
    """The record of a program; raises MisuseError, BadRedirect among them."""
    method = found.token_endpoint_auth_method or default_method
    if method not in AUTH_METHODS:
        raise MisuseError(
            f"{method[:NAME_LENGTH]!r} is no way to authenticate here.",
            hint=f"There are {', '.join(AUTH_METHODS)}.",
        )
    if not 0 < len(found.redirect_uris) <= REDIRECTS:
        raise BadRedirect(f"A program has one redirect URI or up to {REDIRECTS}.")
    try:
        uris = tuple(checked(uri) for uri in found.redirect_uris)
    except MisuseError as cause:
        raise BadRedirect(cause.message, hint=cause.hint) from cause
    return Program(
        id=key,
        name=shown_name(found.client_name) or "A program without a name",
        redirect_uris=uris,
        grant_types=tuple(one for one in GRANT_TYPES if one in found.grant_types),
        auth_method=method,
        secret_hash=secret_hash,
    )


def shown_name(name: str) -> str:
    """A name as it may be shown: without what is invisible or would turn the direction of the text around it."""
    words = (
        "".join(char for char in word if not unicodedata.category(char).startswith("C"))
        for word in name.split()
    )
    return redact(" ".join(filter(None, words))).text[:NAME_LENGTH]
