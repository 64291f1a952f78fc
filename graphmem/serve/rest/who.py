"""Whose request it is: what its token may do, and the one project that it is bound to, if it is."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from graphmem.errors import Forbidden
from graphmem.store.tokens import Scope, Token

if TYPE_CHECKING:
    from fastapi import Request

STATE = "graphmem_token"
SESSION = "graphmem_session"  # the secret of the cookie by which a request came in, when it came by one
NEEDED = "graphmem_needed"  # the scope for whose lack a request was refused


def token_of(request: Request) -> Token:
    """The token that the guard let in."""
    token: Token = getattr(request.state, STATE)
    return token


def demand(request: Request, scope: Scope, what: str) -> None:
    """Raise Forbidden when the request's token may not do what asks for that scope."""
    allowed(token_of(request), scope, what)


def allowed(token: Token, scope: Scope, what: str) -> None:
    """Raise Forbidden when a token may not do what asks for that scope."""
    if not token.allows(scope):
        raise Forbidden(
            f"The token {token.name!r} may {token.scope}, and {what} asks for {scope}.",
            hint=f"graphmem token create NAME --scope {scope} makes one that may.",
            scope=scope,
        )


def check(token: Token, verb: str, scope: Scope, values: dict[str, Any], known: Collection[str]) -> None:
    """Check the scope of a verb, and keep a token that is bound to a project within it.

    `known` are the parameters that the verb takes; the project is put into `values`.
    """
    allowed(token, scope, verb)
    if not token.project:
        return
    if "project" not in known or values.get("project") not in (None, "", token.project):
        raise Forbidden(
            f"The token {token.name!r} is bound to the project {token.project!r}, which {verb} would leave.",
            hint="Use it for recall, context, ask and remember in its project, or take another token.",
        )
    values["project"] = token.project
