"""What each session of an agent was shown already: ids by session, remembered across restarts and bounded.

Ids alone, never a word, in a side table of the ledger. Whoever asks waits for no disk: what is in memory counts, and
the table follows on the writer's thread.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable

from graphmem.store.store import Store
from graphmem.temporal import format_time, now

SCHEMA = """
CREATE TABLE IF NOT EXISTS injected (session TEXT PRIMARY KEY, at TEXT NOT NULL, ids TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS injected_at ON injected (at);
"""
SESSIONS = 500  # the oldest is forgotten first
IDS = 1000  # of one session; as above

READ = "SELECT ids FROM injected WHERE session = ?"
WRITE = "INSERT OR REPLACE INTO injected VALUES (?, ?, ?)"
TRIM = (
    "DELETE FROM injected WHERE session IN (SELECT session FROM injected ORDER BY at DESC LIMIT -1 OFFSET ?)"
)


class Injected:
    """The sessions of one store and what they were shown. May be used from several threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.ledger.side_tables(SCHEMA)
        self._lock = threading.Lock()
        self._known: OrderedDict[str, list[str]] = OrderedDict()

    def of(self, session: str) -> frozenset[str]:
        """The ids that a session was shown."""
        with self._lock:
            return frozenset(self._of(session))

    def add(self, session: str, ids: Iterable[str]) -> None:
        """Note that a session is shown these too."""
        with self._lock:
            shown = list(dict.fromkeys([*self._of(session), *ids]))[-IDS:]
            self._keep(session, shown)

    def clear(self, session: str) -> None:
        """Note that a session has lost what it was shown."""
        with self._lock:
            if self._of(session):
                self._keep(session, [])

    def _of(self, session: str) -> list[str]:
        if session not in self._known:
            rows = self.store.ledger.rows(READ, session)
            self._put(session, json.loads(rows[0][0]) if rows else [])
        self._known.move_to_end(session)
        return self._known[session]

    def _put(self, session: str, ids: list[str]) -> None:
        self._known[session] = ids
        if len(self._known) > SESSIONS:
            self._known.popitem(last=False)

    def _keep(self, session: str, ids: list[str]) -> None:
        self._put(session, ids)
        row = (session, format_time(now()), json.dumps(ids))

        def write() -> None:
            self.store.ledger.change_rows(WRITE, [row])
            self.store.ledger.change_rows(TRIM, [(SESSIONS,)])

        self.store.submit(lambda _: (), actor="inject", also=write)
