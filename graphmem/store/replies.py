"""What was answered to writes that carry a key of their own, so that asking again does nothing twice.

Kept beside the events in `ledger.db`, for a day and for so many writes. What is forgotten is gone from here too: a
reply is emptied with it, and says so when it is asked for again.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now, parse_time

KEPT = 2_000
TIME = timedelta(days=1)
LONGEST = 1 << 20  # bytes of an answer; a longer one is not kept

SCHEMA = """
CREATE TABLE IF NOT EXISTS reply (
    token TEXT NOT NULL,
    key TEXT NOT NULL,
    request BLOB NOT NULL,
    at TEXT NOT NULL,
    status INTEGER,
    headers TEXT,
    body BLOB,
    PRIMARY KEY (token, key)
) WITHOUT ROWID;
"""
FORGETTING = "UPDATE reply SET body = NULL"


class Reply(NamedTuple):
    """A write that was asked for: what it asked, when first, and the answer; no status before there is one.

    The body is None when it was too long to keep, or was forgotten.
    """

    request: bytes
    at: datetime
    status: int | None
    headers: dict[str, str]
    body: bytes | None


class Replies:
    """The table of replies of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.side_tables(SCHEMA, forgetting=FORGETTING)
        self._lock = threading.Lock()
        self._running: set[tuple[str, str]] = set()

    @contextmanager
    def asked(self, token: str, key: str, request: bytes) -> Iterator[Reply | None]:
        """The reply of a key, begun now if it is new; None while another asks with the same key.

        One without a status is to be answered inside, as of its `at`: a process that was killed in the midst may have
        done it already, at that instant. `request` is a hash of what is asked.
        """
        place = (token, key)
        with self._lock:
            taken = place in self._running
            if not taken:
                self._running.add(place)
        if taken:
            yield None
            return
        try:
            yield self._found(token, key) or self._begun(token, key, request)
        finally:
            with self._lock:
                self._running.discard(place)

    def answered(self, token: str, key: str, status: int, headers: dict[str, str], body: bytes) -> None:
        """Keep the answer."""
        row = (status, json.dumps(headers), body if len(body) <= LONGEST else None, token, key)
        with self.ledger.transaction():
            self.ledger.change_rows(
                "UPDATE reply SET status = ?, headers = ?, body = ? WHERE token = ? AND key = ?", [row]
            )

    def failed(self, token: str, key: str) -> None:
        """Nothing was done: the same key may ask again."""
        with self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM reply WHERE token = ? AND key = ?", [(token, key)])

    def _found(self, token: str, key: str) -> Reply | None:
        rows = self.ledger.rows(
            "SELECT request, at, status, headers, body FROM reply WHERE token = ? AND key = ?", token, key
        )
        for request, at, status, headers, body in rows:
            begun = parse_time(at)
            if now() - begun < TIME:
                return Reply(request, begun, status, json.loads(headers or "{}"), body)
        return None

    def _begun(self, token: str, key: str, request: bytes) -> Reply:
        at = now()
        oldest = format_time(at - TIME)
        with self.ledger.transaction():
            self.ledger.change_rows("DELETE FROM reply WHERE at < ?", [(oldest,)])
            self.ledger.change_rows(
                "INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, NULL, NULL, NULL)",
                [(token, key, request, format_time(at))],
            )
            self.ledger.change_rows(
                "DELETE FROM reply WHERE (token, key) IN "
                "(SELECT token, key FROM reply ORDER BY at DESC LIMIT -1 OFFSET ?)",
                [(KEPT,)],
            )
        return Reply(request, at, None, {}, None)
