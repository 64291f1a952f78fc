"""What the authorization server has to remember: programs that registered, codes on their way, and what was granted.

Secrets go in and are kept as hashes, in side tables of the ledger, so that a connector outlives a restart. What
strangers can cause to be written is bounded: so many programs, of a size that whoever registers them has checked.
"""

from __future__ import annotations

import secrets
import threading
from datetime import datetime, timedelta

import msgspec

from graphmem.errors import Forbidden
from graphmem.store.ledger import Ledger
from graphmem.store.tokens import Scope, Token, Tokens, hash_of
from graphmem.temporal import format_time, now, parse_time

ACCESS, REFRESH, CODE = "gma_", "gmr_", "gmc_"  # prefixes, so that scanners for secrets know them
ACCESS_TIME = timedelta(hours=1)
REFRESH_TIME = timedelta(days=90)  # a connector that nobody used for so long ends
CODE_TIME = timedelta(minutes=5)
CLIENTS = 200  # programs that may be registered at once
CLIENT_REST = timedelta(minutes=10)  # one that was registered so short ago is not dropped for another
AT_ONCE = 8  # access tokens of one connector

SCHEMA = """
CREATE TABLE IF NOT EXISTS oauth_client (
    id TEXT PRIMARY KEY,
    record BLOB NOT NULL,
    created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_code (
    hash BLOB PRIMARY KEY,
    record BLOB NOT NULL,
    connector TEXT NOT NULL,
    expires_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_refresh (
    connector TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    hash BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_access (
    hash BLOB PRIMARY KEY,
    connector TEXT NOT NULL,
    client TEXT NOT NULL,
    scope TEXT NOT NULL,
    expires_at TEXT NOT NULL
) WITHOUT ROWID;
"""


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A client of the authorization server as it describes itself; `secret_hash` is "" when it has no secret."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]
    grant_types: tuple[str, ...] = ("authorization_code",)
    auth_method: str = "none"
    secret_hash: str = ""


class Consent(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has allowed a program, on its way there as a code; `connector` is what came of it."""

    client: str
    redirect_uri: str
    scope: Scope
    resource: str
    challenge: str
    parent: str  # the id of the token of the person
    project: str
    connector: str = ""


class Access(msgspec.Struct, frozen=True):
    """An access token of a connector."""

    connector: str
    client: str
    scope: Scope
    expires_at: datetime


class Issued(msgspec.Struct, frozen=True):
    """The secrets that a program gets, shown this once; `refresh` is "" when it asked for none."""

    access: str
    refresh: str


class Connectors:
    """The tables of the authorization server of one ledger; a connector itself is a row of `tokens`.

    Whoever redeems a code or a refresh token holds `lock` from asking for it until what came of it is kept.
    """

    def __init__(self, ledger: Ledger, tokens: Tokens) -> None:
        self.ledger, self.tokens = ledger, tokens
        self.lock = threading.RLock()
        ledger.side_tables(SCHEMA)
        at = format_time(now())
        with ledger.transaction():
            for table in ("oauth_code", "oauth_access"):
                ledger.change_rows(f"DELETE FROM {table} WHERE expires_at < ?", [(at,)])  # noqa: S608 - our own words
        # Asked for with each request: it must not wait for a commit.
        self._access = {
            bytes(hashed): Access(connector, client, scope, parse_time(end))
            for hashed, connector, client, scope, end in ledger.rows(
                "SELECT hash, connector, client, scope, expires_at FROM oauth_access"
            )
        }

    # -- Programs ----------------------------------------------------------------------------------------------

    def program(self, key: str) -> Program | None:
        """The program that registered under that id."""
        rows = self.ledger.rows("SELECT record FROM oauth_client WHERE id = ?", key)
        return msgspec.json.decode(rows[0][0], type=Program) if rows else None

    def register(self, program: Program) -> None:
        """Keep a program, or what is new of one; raises Forbidden when there are too many that are in use."""
        with self.lock:
            if self.program(program.id) is None:
                self._make_room()
            row = (program.id, msgspec.json.encode(program), format_time(now()))
            with self.ledger.transaction():
                self.ledger.change_rows("INSERT OR REPLACE INTO oauth_client VALUES (?, ?, ?)", [row])

    def _make_room(self) -> None:
        """Drop the oldest programs that nobody let in, so that one more has room."""
        known = self.ledger.rows("SELECT id, created_at FROM oauth_client ORDER BY created_at")
        if len(known) < CLIENTS:
            return
        in_use = {
            client
            for connector, client in self.ledger.rows("SELECT connector, client FROM oauth_refresh")
            if self.tokens.by_id(connector)
        } | {access.client for access in self._access.values()}
        before = format_time(now() - CLIENT_REST) or ""
        idle = [key for key, made in known if key not in in_use and made < before]
        if not idle:
            raise Forbidden(
                f"{CLIENTS} programs are registered, and all of them are in use.",
                hint="Try again in some minutes; graphmem token list shows what is connected.",
            )
        gone = [(key,) for key in idle[: len(known) - CLIENTS + 1]]
        with self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM oauth_client WHERE id = ?", gone)

    # -- Codes -------------------------------------------------------------------------------------------------

    def add_code(self, code: str, consent: Consent) -> None:
        """Keep what a person has allowed until the program comes for it."""
        row = (hash_of(code), msgspec.json.encode(consent), "", format_time(now() + CODE_TIME))
        with self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM oauth_code WHERE expires_at < ?", [(format_time(now()),)])
            self.ledger.change_rows("INSERT INTO oauth_code VALUES (?, ?, ?, ?)", [row])

    def consent(self, code: str) -> Consent | None:
        """What a code stands for; a code that comes again ends what came of it, since somebody has stolen it."""
        rows = self.ledger.rows(
            "SELECT record, connector FROM oauth_code WHERE hash = ? AND expires_at >= ?",
            hash_of(code), format_time(now()),
        )  # fmt: skip
        if not rows:
            return None
        record, connector = rows[0]
        if connector:
            self.end(connector)
            return None
        consent = msgspec.json.decode(record, type=Consent)
        return consent if self.tokens.by_id(consent.parent) else None

    # -- Connectors --------------------------------------------------------------------------------------------

    def connect(self, consent: Consent, code: str, *, name: str, refreshed: bool) -> Issued:
        """Make a connector of what a person has allowed; the code serves no more."""
        until = now() + (REFRESH_TIME if refreshed else ACCESS_TIME)
        token = self.tokens.create(
            name, scope=consent.scope, project=consent.project, expires_at=until,
            kind="connector", parent=consent.parent, audience=consent.resource,
        ).token  # fmt: skip
        with self.ledger.transaction():
            self.ledger.change_rows(
                "UPDATE oauth_code SET connector = ? WHERE hash = ?", [(token.id, hash_of(code))]
            )
            return self._issue(token.id, consent.client, consent.scope, refreshed=refreshed)

    def renew(self, connector: str, client: str, scope: Scope) -> Issued:
        """New secrets for a connector; its refresh token before this one serves no more."""
        with self.ledger.transaction():
            self.tokens.extend(connector, now() + REFRESH_TIME)
            return self._issue(connector, client, scope, refreshed=True)

    def _issue(self, connector: str, client: str, scope: Scope, *, refreshed: bool) -> Issued:
        at = now()
        issued = Issued(
            access=ACCESS + secrets.token_urlsafe(32),
            refresh=f"{REFRESH}{connector}.{secrets.token_urlsafe(32)}" if refreshed else "",
        )
        access = Access(connector, client, scope, at + ACCESS_TIME)
        own = [hashed for hashed, one in self._access.items() if one.connector == connector]
        own.sort(key=lambda hashed: self._access[hashed].expires_at)
        gone = own[: max(0, len(own) + 1 - AT_ONCE)]
        gone += [hashed for hashed, one in self._access.items() if one.expires_at <= at]
        for hashed in set(gone):
            del self._access[hashed]
        self.ledger.change_rows("DELETE FROM oauth_access WHERE hash = ?", [(hashed,) for hashed in gone])
        row = (hash_of(issued.access), connector, client, scope, format_time(access.expires_at))
        self.ledger.change_rows("INSERT INTO oauth_access VALUES (?, ?, ?, ?, ?)", [row])
        if refreshed:
            self.ledger.change_rows(
                "INSERT OR REPLACE INTO oauth_refresh VALUES (?, ?, ?)",
                [(connector, client, hash_of(issued.refresh))],
            )
        self._access[hash_of(issued.access)] = access
        return issued

    def of(self, secret: str) -> Token | None:
        """What an access token may do, when it counts now."""
        access = self._access.get(hash_of(secret)) if secret.startswith(ACCESS) else None
        token = self.tokens.by_id(access.connector) if access and access.expires_at > now() else None
        if access is None or token is None:
            return None
        return msgspec.structs.replace(token, scope=access.scope, expires_at=access.expires_at)

    def met(self, secret: str) -> bool:
        """Whether an access token is, or was a short while ago, one of ours."""
        return hash_of(secret) in self._access

    def refreshable(self, secret: str) -> tuple[Token, str] | None:
        """The connector of a refresh token, and its program; one that was used before ends the connector.

        The token names its connector, so that no list of used ones has to be kept: whoever knows that name and
        brings another secret than the newest has an old one.
        """
        connector = secret.removeprefix(REFRESH).partition(".")[0] if secret.startswith(REFRESH) else ""
        rows = self.ledger.rows("SELECT client, hash FROM oauth_refresh WHERE connector = ?", connector)
        if not rows:
            return None
        client, hashed = rows[0]
        if not secrets.compare_digest(bytes(hashed), hash_of(secret)):
            self.end(connector)
            return None
        token = self.tokens.by_id(connector)
        return (token, client) if token else None

    def access(self, secret: str) -> Access | None:
        """An access token that has not expired."""
        return self._access.get(hash_of(secret))

    def drop_access(self, secret: str) -> None:
        """Let one access token count no more."""
        with self.lock, self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM oauth_access WHERE hash = ?", [(hash_of(secret),)])
            self._access.pop(hash_of(secret), None)

    def end(self, connector: str) -> None:
        """Let a connector, and every secret of it, count no more."""
        with self.lock:
            if self.tokens.by_id(connector):
                self.tokens.revoke(connector)
            with self.ledger.transaction():
                self.ledger.change_rows("DELETE FROM oauth_access WHERE connector = ?", [(connector,)])
                self.ledger.change_rows("DELETE FROM oauth_refresh WHERE connector = ?", [(connector,)])
            for hashed in [hashed for hashed, one in self._access.items() if one.connector == connector]:
                del self._access[hashed]
