"""Who may ask a daemon what: tokens, kept as hashes beside the events in `ledger.db`.

A token is 256 random bits, shown once when it is made. What is kept tells it again and cannot be turned into it.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime
from typing import Literal, get_args

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now, parse_time

Scope = Literal["read", "write", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)  # each may do what those before it may

PREFIX = "gm_"  # so that scanners for secrets know it
BYTES = 32

SCHEMA = """
CREATE TABLE IF NOT EXISTS token (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    project TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    revoked_at TEXT NOT NULL
) WITHOUT ROWID;
"""


class Token(msgspec.Struct, frozen=True):
    """What a token may do: its scope and those below it, in one project or in all ("")."""

    id: str
    name: str
    scope: Scope
    project: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None

    def allows(self, scope: Scope) -> bool:
        """Whether it may do what asks for that scope."""
        return SCOPES.index(scope) <= SCOPES.index(self.scope)

    def live(self, at: datetime) -> bool:
        """Whether it counts at that instant."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


class Minted(msgspec.Struct, frozen=True):
    """A new token and its secret, which is shown this once."""

    token: Token
    secret: str


class Tokens:
    """The table of tokens of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.side_tables(SCHEMA)
        # Every request asks for one: it must not wait for a commit, and this process alone changes the table.
        self._by_hash = self._hashes()

    def create(
        self, name: str, *, scope: Scope = "write", project: str = "", expires_at: datetime | None = None
    ) -> Minted:
        """A new token; raises MisuseError for an empty name, an unknown scope or an end in the past."""
        if not name.strip() or scope not in SCOPES:
            raise MisuseError(
                f"A token named {name!r} with the scope {scope!r} cannot be made.",
                hint=f"Give it a name, and one of the scopes {', '.join(SCOPES)}.",
            )
        if expires_at is not None and expires_at <= now():
            raise MisuseError(f"The token {name!r} would end before it begins.", hint="Name a time to come.")
        secret = PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(BYTES)).decode().rstrip("=")
        hashed = hash_of(secret)
        token = Token(
            id="tok_" + hashed.hex()[:12],
            name=name.strip(),
            scope=scope,
            project=project,
            created_at=now(),
            expires_at=expires_at,
            revoked_at=None,
        )
        row = (
            token.id, token.name, hashed, token.scope, token.project,
            format_time(token.created_at), format_time(expires_at) or "", "",
        )  # fmt: skip
        with self.ledger.transaction():
            self.ledger.change_rows("INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [row])
        self._by_hash[hashed] = token
        return Minted(token, secret)

    def of(self, secret: str) -> Token | None:
        """The token with that secret, when it counts now."""
        token = self._by_hash.get(hash_of(secret))
        return token if token is not None and token.live(now()) else None

    def all(self) -> list[Token]:
        """Every token, also those that count no more, oldest first."""
        return sorted(self._by_hash.values(), key=lambda token: (token.created_at, token.id))

    def revoke(self, key: str) -> Token:
        """Let a token, by id or name, count no more; raises NotFound when none that counts is called so."""
        token = self._named(key)
        with self.ledger.transaction():
            self.ledger.change_rows(
                "UPDATE token SET revoked_at = ? WHERE id = ?", [(format_time(now()), token.id)]
            )
        self._by_hash = self._hashes()
        return next(one for one in self.all() if one.id == token.id)

    def rotate(self, key: str) -> Minted:
        """A new secret for what a token may do; the old one counts no more. Raises NotFound."""
        old = self._named(key)
        self.revoke(old.id)
        return self.create(old.name, scope=old.scope, project=old.project, expires_at=old.expires_at)

    def _named(self, key: str) -> Token:
        found = [one for one in self.all() if key in (one.id, one.name) and one.live(now())]
        if not found:
            raise NotFound(f"There is no token {key!r}.", hint="graphmem token list shows those there are.")
        return found[-1]

    def _hashes(self) -> dict[bytes, Token]:
        rows = self.ledger.rows(
            "SELECT hash, id, name, scope, project, created_at, expires_at, revoked_at FROM token"
        )
        return {
            bytes(hashed): Token(key, name, scope, project, parse_time(made), until(end), until(revoked))
            for hashed, key, name, scope, project, made, end, revoked in rows
        }


def until(text: str) -> datetime | None:
    """The time that a column states, or None."""
    return parse_time(text) if text else None


def hash_of(secret: str) -> bytes:
    """What is kept of a secret. It is random in all its bits, so that a slow hash would add nothing."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
