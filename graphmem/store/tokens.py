"""Who may ask a daemon what: tokens, kept as hashes beside the events in `ledger.db`.

A token is 256 random bits, shown once when it is made. What is kept tells it again and cannot be turned into it. What
somebody let in with a token of theirs, a browser or a connector, is a row of its own that names that token as its
parent: it may do no more, and counts no longer than the parent does.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Literal, get_args

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.privacy import redact
from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now, parse_time

Scope = Literal["read", "write", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)  # each may do what those before it may

Kind = Literal["token", "browser", "connector"]

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
CREATE TABLE IF NOT EXISTS token_origin (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    audience TEXT NOT NULL
) WITHOUT ROWID;
"""
COLUMNS = """
SELECT hash, id, name, scope, project, created_at, expires_at, revoked_at,
    coalesce(kind, 'token'), coalesce(parent, ''), coalesce(audience, '')
FROM token LEFT JOIN token_origin USING (id)
"""
KEPT = timedelta(days=30)
ENDED = """
SELECT id FROM token JOIN token_origin USING (id)
WHERE (expires_at != '' AND expires_at < ?) OR (revoked_at != '' AND revoked_at < ?)
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
    kind: Kind = "token"
    parent: str = ""  # the id of the token with which it was let in
    audience: str = ""  # the one resource that it is for (RFC 8707)

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
        # Every request asks for one: it must not wait for a commit, and this process alone changes the table. Both
        # change in one transaction, which one thread has at a time.
        self._by_hash: dict[bytes, Token] = {}
        self._by_id: dict[str, Token] = {}
        self._prune()
        self._read()

    def create(
        self,
        name: str,
        *,
        scope: Scope = "write",
        project: str = "",
        expires_at: datetime | None = None,
        kind: Kind = "token",
        parent: str = "",
        audience: str = "",
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
            name=redact(name.strip()).text,
            scope=scope,
            project=project,
            created_at=now(),
            expires_at=expires_at,
            revoked_at=None,
            kind=kind,
            parent=parent,
            audience=audience,
        )
        row = (
            token.id, token.name, hashed, token.scope, token.project,
            format_time(token.created_at), format_time(expires_at) or "", "",
        )  # fmt: skip
        with self.ledger.transaction():
            self.ledger.change_rows("INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [row])
            origin = [(token.id, kind, parent, audience)] if kind != "token" else []
            self.ledger.change_rows("INSERT INTO token_origin VALUES (?, ?, ?, ?)", origin)
            self._by_hash[hashed] = self._by_id[token.id] = token
        return Minted(token, secret)

    def of(self, secret: str, *, kind: Kind = "token") -> Token | None:
        """The token of that kind with that secret, when it counts now."""
        token = self._by_hash.get(hash_of(secret))
        return token if token is not None and token.kind == kind and self.counts(token) else None

    def met(self, secret: str) -> bool:
        """Whether a secret is, or was, one of ours: who sends an old one is not guessing."""
        return hash_of(secret) in self._by_hash

    def by_id(self, key: str) -> Token | None:
        """The token with that id, when it counts now."""
        token = self._by_id.get(key)
        return token if token is not None and self.counts(token) else None

    def counts(self, token: Token) -> bool:
        """Whether a token counts now, and that with which it was let in still does."""
        at = now()
        parent = self._by_id.get(token.parent) if token.parent else None
        return token.live(at) and (not token.parent or (parent is not None and parent.live(at)))

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
            self._read()
        return self._by_id[token.id]

    def extend(self, key: str, expires_at: datetime) -> None:
        """Let a token, by id, count until another time; only inside a transaction of the ledger."""
        self.ledger.change_rows(
            "UPDATE token SET expires_at = ? WHERE id = ?", [(format_time(expires_at) or "", key)]
        )
        for hashed, token in list(self._by_hash.items()):
            if token.id == key:
                changed = msgspec.structs.replace(token, expires_at=expires_at)
                self._by_hash[hashed] = self._by_id[key] = changed

    def rotate(self, key: str) -> Minted:
        """A new secret for what a token may do; the old one counts no more, nor does what was let in with it.

        Raises NotFound, and MisuseError for a browser or a connector, whose secret no person has.
        """
        old = self._named(key)
        if old.kind != "token":
            raise MisuseError(
                f"{old.name!r} is a {old.kind} and has no secret that could be changed.",
                hint=f"graphmem token revoke {old.id} ends it.",
            )
        self.revoke(old.id)
        return self.create(old.name, scope=old.scope, project=old.project, expires_at=old.expires_at)

    def _named(self, key: str) -> Token:
        found = [one for one in self.all() if key in (one.id, one.name) and one.live(now())]
        # A connector may call itself as it likes, so that a name means a token first.
        found.sort(key=lambda one: one.kind == "token")
        if not found:
            raise NotFound(f"There is no token {key!r}.", hint="graphmem token list shows those there are.")
        return found[-1]

    def _prune(self) -> None:
        """Drop browsers and connectors that ended long ago: they come and go by themselves."""
        past = format_time(now() - KEPT)
        rows = self.ledger.rows(ENDED, past, past)
        with self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM token WHERE id = ?", rows)
            self.ledger.change_rows("DELETE FROM token_origin WHERE id = ?", rows)

    def _read(self) -> None:
        by_hash, by_id = {}, {}
        for hashed, key, name, scope, project, made, end, revoked, *origin in self.ledger.rows(COLUMNS):
            token = Token(key, name, scope, project, parse_time(made), until(end), until(revoked), *origin)
            by_hash[bytes(hashed)], by_id[key] = token, token
        # Put in place whole: somebody is asking meanwhile.
        self._by_hash, self._by_id = by_hash, by_id


def until(text: str) -> datetime | None:
    """The time that a column states, or None."""
    return parse_time(text) if text else None


def hash_of(secret: str) -> bytes:
    """What is kept of a secret. It is random in all its bits, so that a slow hash would add nothing."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
