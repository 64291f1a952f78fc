"""What the daemon tells of itself to a program that wants to be let in: RFC 9728 and RFC 8414.

Everything is told of the address under which the daemon was asked, which is one of its own: the guard has seen to it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from graphmem.store.tokens import Scope

MCP_PATH = "/mcp"
RESOURCE_PATH = "/.well-known/oauth-protected-resource"
SERVER_PATH = "/.well-known/oauth-authorization-server"
# Where a client looks that has not read the metadata: the official one does not read it again after its own restart.
AUTHORIZE, TOKEN, REGISTER, REVOKE = "/authorize", "/token", "/register", "/revoke"
GRANT_TYPES = ("authorization_code", "refresh_token")
AUTH_METHODS = ("none", "client_secret_post", "client_secret_basic")
OFFERED: tuple[Scope, ...] = ("read", "write")  # nobody administers from afar


def resource_metadata(base: str, path: str) -> dict[str, Any]:
    """The protected resource at `path`, "" for the whole daemon (RFC 9728)."""
    return {
        "resource": base + path,
        "authorization_servers": [base],
        "scopes_supported": list(OFFERED),
        "bearer_methods_supported": ["header"],
        "resource_name": "graphmem",
    }


def server_metadata(base: str) -> dict[str, Any]:
    """The authorization server (RFC 8414)."""
    return {
        "issuer": base,
        "authorization_endpoint": base + AUTHORIZE,
        "token_endpoint": base + TOKEN,
        "registration_endpoint": base + REGISTER,
        "revocation_endpoint": base + REVOKE,
        "scopes_supported": list(OFFERED),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": list(AUTH_METHODS),
        "revocation_endpoint_auth_methods_supported": list(AUTH_METHODS),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
    }


def challenge(base: str, path: str, scope: str, *, error: str = "") -> str:
    """The header that sends a program to the authorization server (RFC 6750, RFC 9728)."""
    where = RESOURCE_PATH + (MCP_PATH if is_mcp(path) else "")
    told = {"error": error, "scope": scope, "resource_metadata": base + where}
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in told.items() if value)


def canonical(resource: str) -> str:
    """A resource as it is compared: no query, no slash at its end, scheme and host in small letters; "" for no URL."""
    try:
        parts = urlsplit(resource)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if parts.fragment or not parts.hostname or parts.username is not None:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme.lower()}://{host}{port}{parts.path.rstrip('/')}"


def fits(audience: str, base: str, path: str) -> bool:
    """Whether a token that was made for a resource may be used at a path."""
    return audience == base or (audience == base + MCP_PATH and is_mcp(path))


def is_mcp(path: str) -> bool:
    """Whether agents are answered at a path."""
    return path.rstrip("/") == MCP_PATH


def words_of(scope: Scope) -> str:
    """A scope as OAuth lists it: with those that it holds."""
    return " ".join(OFFERED[: OFFERED.index(scope) + 1]) if scope in OFFERED else ""


def scope_of(words: str) -> Scope | None:
    """The widest scope that a list names; None when it names none that is offered."""
    named = [scope for scope in OFFERED if scope in words.split()]
    return named[-1] if named else None
