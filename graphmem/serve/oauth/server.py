"""The authorization server of one address of the daemon: Authlib's, with our tables under it.

A request goes in, a status, a body and headers come out; whoever calls it makes a response of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from authlib.common.urls import add_params_to_uri
from authlib.oauth2.rfc6749 import AuthorizationServer, InvalidClientError, InvalidRequestError, OAuth2Error
from authlib.oauth2.rfc9207 import IssuerParameter

from graphmem.errors import GraphmemError
from graphmem.serve.oauth.documents import Documents, is_document
from graphmem.serve.oauth.grants import (
    S256,
    Code,
    Codes,
    Kept,
    Known,
    Person,
    Refreshes,
    Request,
    Revocation,
    scope_words,
    with_resource,
)
from graphmem.serve.oauth.metadata import OFFERED
from graphmem.store.connectors import ACCESS_TIME, Connectors

PLAIN = re.compile(r"[\x20\x21\x23-\x5b\x5d-\x7e]*")  # what an error may repeat (RFC 6749)
SEEN = re.compile(r"[\x20-\x7e]*")
FREE = frozenset({"state"})  # given back as it came


@dataclass(slots=True)
class Answer:
    """What is answered; `location` is where the browser is sent, if it is."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def location(self) -> str | None:
        """Where the browser is sent."""
        return self.headers.get("Location")

    @location.setter
    def location(self, value: str) -> None:
        self.headers["Location"] = value


class Issuer(IssuerParameter):  # type: ignore[misc]  # the library has no types
    """Adds who answered to every answer, so that it cannot be taken for another's (RFC 9207)."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer

    def get_issuer(self) -> str:
        """The address of the server."""
        return self.issuer


class Server(AuthorizationServer):  # type: ignore[misc]  # as above
    """The authorization server at `base`."""

    def __init__(self, base: str, connectors: Connectors, documents: Documents) -> None:
        super().__init__(
            scopes_supported=None
        )  # an unknown one is left out, since clients ask for more than there is
        self.base, self.connectors, self.documents = base, connectors, documents
        self.register_grant(Codes, [S256(required=True), with_resource])
        self.register_grant(Refreshes)
        self.register_endpoint(Revocation)
        self.register_extension(Issuer(base))

    # -- What is asked -----------------------------------------------------------------------------------------

    def asked(self, request: Request) -> Codes:
        """What a program asks a person for; raises OAuth2Error, with the place to send it to if it is known."""
        clean(request)
        client_id = request.payload.client_id or ""
        if is_document(client_id):
            try:
                self.documents.program(client_id)
            except GraphmemError as cause:
                raise InvalidClientError(ascii_of(str(cause))) from cause
        return self.get_consent_grant(request)  # type: ignore[no-any-return]  # as above

    def granted(self, request: Request, grant: Codes, person: Person | None) -> Answer:
        """The answer for the program: a code, or that the person said no."""
        found: Answer = self.create_authorization_response(request, grant_user=person, grant=grant)
        return found

    def refused(self, error: OAuth2Error) -> Answer:
        """An error for the program, told to it only where it is known that the place is its own."""
        found: Answer = self.handle_error_response(None, error)
        if error.redirect_uri:
            found.location = add_params_to_uri(found.location, {"iss": self.base})
        return found

    def exchange(self, request: Request) -> Answer:
        """Tokens for a code or a refresh token."""
        return self._locked(request, lambda: self.create_token_response(request))

    def revoke(self, request: Request) -> Answer:
        """Take back a token."""
        return self._locked(request, lambda: self.create_endpoint_response("revocation", request))

    def _locked(self, request: Request, work: Any) -> Answer:
        try:
            clean(request)
            with self.connectors.lock:
                found: Answer = work()
        except UnicodeError:
            return self.refused(InvalidClientError("The credentials cannot be read.", status_code=401))
        except OAuth2Error as error:
            return self.refused(error)
        return found

    # -- What the library asks ---------------------------------------------------------------------------------

    def query_client(self, client_id: str) -> Known | None:
        """The program of that id: from its document when it was just read, else as it is kept."""
        found = self.documents.kept(client_id) if is_document(client_id) else None
        found = found or self.connectors.program(client_id)
        return Known(found) if found else None

    def generate_token(self, grant_type: str, client: Known, **given: Any) -> dict[str, Any]:
        """What is told beside the secrets, which `save_token` makes."""
        del grant_type, client
        return {
            "token_type": "Bearer",
            "expires_in": int(ACCESS_TIME.total_seconds()),
            "scope": given["scope"],
        }

    def save_token(self, token: dict[str, Any], request: Request) -> None:
        """Make the secrets, keep their hashes, and put them into the answer."""
        user: Code | Kept = request.user
        if isinstance(user, Code):
            name = request.client.program.name
            host = urlsplit(user.consent.redirect_uri).hostname
            issued = self.connectors.connect(
                user.consent,
                user.secret,
                name=f"{name} ({host})" if host else name,
                refreshed="refresh_token" in request.client.program.grant_types,
            )
        else:
            scope = scope_words(token["scope"]) or OFFERED[0]
            issued = self.connectors.renew(user.connector, user.client, scope)
        token["scope"] = request.client.get_allowed_scope(token["scope"])
        token["access_token"] = issued.access
        if issued.refresh:
            token["refresh_token"] = issued.refresh

    def create_oauth2_request(self, request: Request) -> Request:
        """It is one already."""
        return request

    def handle_response(self, status: int, body: Any, headers: list[tuple[str, str]]) -> Answer:
        """The answer."""
        return Answer(status, body, dict(headers))

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Nobody listens."""


def clean(request: Request) -> None:
    """Raise InvalidRequestError for what is no ASCII, or could not stand in an error, or is said twice."""
    for name, values in request.payload.datalist.items():
        pattern = SEEN if name in FREE else PLAIN
        if not all(pattern.fullmatch(value) for value in values):
            raise InvalidRequestError("A parameter has a character that may not be there.")
        if len(values) > 1 and name != "resource":
            raise InvalidRequestError("A parameter is there twice.")


def ascii_of(words: str) -> str:
    """Words as an error may hold them."""
    return "".join(char if PLAIN.fullmatch(char) else "'" for char in words)


def pairs_of(query: str) -> list[tuple[str, str]]:
    """The parameters of a query or a form; raises InvalidRequestError when there are too many."""
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=50)
    except ValueError as cause:
        raise InvalidRequestError("There are too many parameters.") from cause
