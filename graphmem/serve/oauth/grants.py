"""The grants of Authlib over our tables: a code for a connector, a refresh token for another, and taking one back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from authlib.oauth2.rfc6749 import (
    ClientMixin,
    InvalidRequestError,
    OAuth2Error,
    OAuth2Payload,
    OAuth2Request,
    scope_to_list,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge

from graphmem.serve.oauth.metadata import AUTH_METHODS, MCP_PATH, canonical, scope_of, words_of
from graphmem.serve.oauth.redirects import matches
from graphmem.store.connectors import CODE, REFRESH, Connectors, Consent, Program
from graphmem.store.tokens import Scope, Token, hash_of


class InvalidTargetError(OAuth2Error):  # type: ignore[misc]  # the library has no types
    """The resource is none of ours, or not the one that was allowed (RFC 8707)."""

    error = "invalid_target"


class Payload(OAuth2Payload):  # type: ignore[misc]  # as above
    """The parameters of a request, each with every value that was sent."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._lists: dict[str, list[str]] = {}
        for name, value in pairs:
            self._lists.setdefault(name, []).append(value)

    @property
    def data(self) -> dict[str, str]:
        """The first value of each."""
        return {name: values[0] for name, values in self._lists.items()}

    @property
    def datalist(self) -> dict[str, list[str]]:
        """All values of each."""
        return self._lists


class Request(OAuth2Request):  # type: ignore[misc]  # as above
    """A request as the library reads it; `base` is the address under which the daemon was asked."""

    def __init__(
        self, method: str, base: str, path: str, pairs: Sequence[tuple[str, str]], headers: Mapping[str, str]
    ) -> None:
        super().__init__(method, base + path, headers=dict(headers))
        self.base = base
        self.payload = Payload(pairs)

    @property
    def form(self) -> dict[str, str]:
        """The parameters."""
        return self.payload.data

    def resource(self) -> str:
        """What the token is to be for, one of ours; raises InvalidTargetError."""
        named = self.payload.datalist.get("resource", [])
        ours = (self.base + MCP_PATH, self.base)
        found = {canonical(one) for one in named} or {ours[0]}
        if len(found) != 1 or not found <= set(ours):
            raise InvalidTargetError("There is no such resource here.")
        return found.pop()


class Known(ClientMixin):  # type: ignore[misc]  # as above
    """A program as the library asks it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.client_id = program.id

    def get_client_id(self) -> str:
        """Its id."""
        return self.client_id

    def get_default_redirect_uri(self) -> None:
        """None: a request always says where the answer goes."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """What of the scope is offered; all of it when none is named."""
        found = scope_of(scope) if scope else "write"
        return words_of(found) if found else None

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether it named that place."""
        return matches(redirect_uri, self.program.redirect_uris)

    def check_client_secret(self, client_secret: str) -> bool:
        """Whether it is its secret."""
        return secrets.compare_digest(self.program.secret_hash, hash_of(client_secret).hex())

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Whether it authenticates that way, at every endpoint."""
        del endpoint
        return method == self.program.auth_method

    def check_response_type(self, response_type: str) -> bool:
        """Whether it may ask for that."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Whether it registered for that grant."""
        return grant_type in self.program.grant_types


class Person(NamedTuple):
    """Who allowed it, by the token that was shown, and how much."""

    token: Token
    scope: Scope


class Code(NamedTuple):
    """A code as the library asks it."""

    secret: str
    consent: Consent
    code_challenge_method: str = "S256"

    @property
    def code_challenge(self) -> str:
        """The hash of what the program has kept back."""
        return self.consent.challenge

    def get_redirect_uri(self) -> str:
        """Where it was sent."""
        return self.consent.redirect_uri

    def get_scope(self) -> str:
        """What was allowed."""
        return words_of(self.consent.scope)


class Kept(NamedTuple):
    """A token of a connector as the library asks it; `access` is the secret when it is an access token."""

    connector: str
    client: str
    scope: Scope
    audience: str = ""
    access: str = ""

    def check_client(self, client: Known) -> bool:
        """Whether it was given to that program."""
        return self.client == client.client_id

    def get_scope(self) -> str:
        """What it may do."""
        return words_of(self.scope)


class S256(CodeChallenge):  # type: ignore[misc]  # as above
    """Proof of possession of a code (RFC 7636), by hash alone and never left out."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        """Raise InvalidRequestError unless there is one, made by S256."""
        data = grant.request.payload.data
        if not data.get("code_challenge") or data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("A code_challenge with the code_challenge_method S256 is needed.")
        super().validate_code_challenge(grant, redirect_uri)


def with_resource(grant: Any) -> None:
    """Have a grant look at the resource, too."""

    def look(grant: Any, _: object) -> None:
        grant.request.resource()

    grant.register_hook("after_validate_authorization_request_payload", look)


class Codes(AuthorizationCodeGrant):  # type: ignore[misc]  # as above
    """The authorization code grant."""

    TOKEN_ENDPOINT_AUTH_METHODS = AUTH_METHODS

    @property
    def connectors(self) -> Connectors:
        """The tables."""
        return self.server.connectors  # type: ignore[no-any-return]  # the library has no types

    def generate_authorization_code(self) -> str:
        """A new code."""
        return CODE + secrets.token_urlsafe(32)

    def save_authorization_code(self, code: str, request: Request) -> None:
        """Keep what was allowed; a program that is known by its document is kept with it."""
        person: Person = request.user
        program = request.client.program
        self.connectors.register(program)
        consent = Consent(
            client=program.id,
            redirect_uri=request.payload.redirect_uri,
            scope=person.scope,
            resource=request.resource(),
            challenge=request.payload.data["code_challenge"],
            parent=person.token.id,
            project=person.token.project,
        )
        self.connectors.add_code(code, consent)

    def query_authorization_code(self, code: str, client: Known) -> Code | None:
        """What was allowed, when it was allowed to that program, for what it now asks."""
        consent = self.connectors.consent(code)
        if consent is None or consent.client != client.client_id:
            return None
        same_target(self.request, consent.resource)
        return Code(code, consent)

    def authenticate_user(self, authorization_code: Code) -> Code:
        """Who allowed it counts still: that was looked at with the code."""
        return authorization_code

    def delete_authorization_code(self, authorization_code: Code) -> None:
        """It was marked as used together with what came of it."""


class Refreshes(RefreshTokenGrant):  # type: ignore[misc]  # as above
    """The refresh token grant; each token serves once."""

    TOKEN_ENDPOINT_AUTH_METHODS = AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> Kept | None:
        """The connector of a token that was not used yet, for what it was allowed."""
        found = self.server.connectors.refreshable(refresh_token)
        if found is None:
            return None
        token, client = found
        same_target(self.request, token.audience)
        return Kept(token.id, client, token.scope, token.audience)

    def authenticate_user(self, refresh_token: Kept) -> Kept:
        """Who allowed it counts still: that was looked at with the token."""
        return refresh_token

    def revoke_old_credential(self, refresh_token: Kept) -> None:
        """It was replaced by the new one."""


class Revocation(RevocationEndpoint):  # type: ignore[misc]  # as above
    """Takes back a token (RFC 7009): a refresh token ends its connector, an access token only itself."""

    CLIENT_AUTH_METHODS = AUTH_METHODS

    def check_params(self, request: Request, client: Known) -> None:
        """Raise InvalidRequestError without a token; a hint is not needed."""
        del client
        if not request.form.get("token"):
            raise InvalidRequestError("Missing 'token' in request.")

    def query_token(self, token_string: str, token_type_hint: str | None) -> Kept | None:
        """The token, if it is one of ours."""
        del token_type_hint
        connectors: Connectors = self.server.connectors
        if token_string.startswith(REFRESH):
            found = connectors.refreshable(token_string)
            return Kept(found[0].id, found[1], found[0].scope) if found else None
        access = connectors.access(token_string)
        return Kept(access.connector, access.client, access.scope, access=token_string) if access else None

    def revoke_token(self, token: Kept, request: Request) -> None:
        """Let it count no more."""
        del request
        if token.access:
            self.server.connectors.drop_access(token.access)
        else:
            self.server.connectors.end(token.connector)


def same_target(request: Request, resource: str) -> None:
    """Raise InvalidTargetError unless what was allowed is a resource of this address, and the one that is named."""
    if resource not in (request.base + MCP_PATH, request.base):
        raise InvalidTargetError("That was allowed for another address.")
    if request.payload.data.get("resource") and request.resource() != resource:
        raise InvalidTargetError("That resource was not allowed.")


def scope_words(words: str) -> Scope | None:
    """The scope of a list of words of the library."""
    return scope_of(" ".join(scope_to_list(words) or []))
