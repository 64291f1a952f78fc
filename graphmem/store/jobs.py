"""The list of long works that a daemon was asked for, kept beside the events in `ledger.db`."""

from __future__ import annotations

import msgspec

from graphmem.result import Job
from graphmem.store.ledger import Ledger

KEPT = 200

SCHEMA = """
CREATE TABLE IF NOT EXISTS job (
    id TEXT PRIMARY KEY,
    made_at TEXT NOT NULL,
    told BLOB NOT NULL
) WITHOUT ROWID;
"""

_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(Job)


class JobList:
    """The table of jobs of one ledger; the oldest go when there are too many."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.side_tables(SCHEMA)

    def all(self) -> list[Job]:
        """Every job, oldest first."""
        rows = self.ledger.rows("SELECT told FROM job ORDER BY made_at, id")
        return [_decoder.decode(row[0]) for row in rows]

    def put(self, job: Job) -> None:
        """Keep a job as it is now."""
        told = _encoder.encode(job)
        with self.ledger.transaction():
            self.ledger.change_rows(
                "INSERT OR REPLACE INTO job VALUES (?, ?, ?)", [(job.id, job.made_at.isoformat(), told)]
            )
            self.ledger.change_rows(
                "DELETE FROM job WHERE id IN (SELECT id FROM job ORDER BY made_at DESC LIMIT -1 OFFSET ?)",
                [(KEPT,)],
            )
