"""What a language model still has to read, what it was asked in batches, and what its answers cost, day by day.

In come ids, numbers and amounts, never a word of a conversation; they live beside the events in `ledger.db`, so
that work is queued in the same transaction as the messages that it is about.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now

SCHEMA = """
CREATE TABLE IF NOT EXISTS model_queue (
    session_id TEXT PRIMARY KEY,
    ticket INTEGER NOT NULL,
    reason TEXT NOT NULL,
    tries INTEGER NOT NULL,
    at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS model_batch (
    request_id TEXT PRIMARY KEY,
    batch_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    message_ids TEXT NOT NULL,
    part INTEGER NOT NULL,
    model TEXT NOT NULL,
    day TEXT NOT NULL,
    reserved INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS model_use (
    day TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read_tokens INTEGER NOT NULL DEFAULT 0,
    microdollars INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (day, model)
) WITHOUT ROWID;
"""

# A session whose answers were of no use so often is left alone until somebody names it.
TRIES = 3


class Waiting(msgspec.Struct, frozen=True):
    """A session that the model has not read to its end; `ticket` tells a later wish from the one being served.

    What was told directly waits message by message: `session_id` is then the id of that message.
    """

    session_id: str
    ticket: int
    reason: str
    tries: int


class Backlog(msgspec.Struct, frozen=True):
    """How much waits for the model: sessions, and messages that were told directly.

    `since` is when the first of them began to wait (RFC 3339), `reasons` counts why, `left` those tried in vain too
    often, and `batched` the sessions and messages whose answers are awaited.
    """

    sessions: int = 0
    told: int = 0
    since: str = ""
    reasons: dict[str, int] = {}
    left: int = 0
    batched: int = 0


class Asked(msgspec.Struct, frozen=True):
    """One question of a batch whose answer is awaited."""

    request_id: str
    batch_id: str
    session_id: str
    message_ids: tuple[str, ...]
    part: int  # which of the questions that these messages make, counted from 0
    model: str
    day: str
    reserved: int  # microdollars booked for it


class Use(msgspec.Struct, frozen=True):
    """What one model did on one day (UTC)."""

    day: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cache_write_tokens: int
    cache_read_tokens: int
    microdollars: int

    @property
    def usd(self) -> float:
        """The cost in USD."""
        return self.microdollars / 1e6


def microdollars(usd: float) -> int:
    """An amount as it is kept; fractions are rounded up, so that a sum is never too small."""
    return math.ceil(round(usd * 1e6, 3))


class ModelWork:
    """The side tables of a ledger that concern the language model."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.side_tables(SCHEMA)

    # -- Sessions that wait ------------------------------------------------------------------------------------

    def put(self, session_ids: Iterable[str], reason: str, *, tried: bool = False) -> None:
        """Queue sessions; inside a transaction of the ledger. `tried` counts an answer that was of no use."""
        at = format_time(now()) or ""
        rows = [(key, reason, int(tried), at) for key in sorted(set(session_ids))]
        self.ledger.change_rows(
            "INSERT INTO model_queue SELECT ?, coalesce((SELECT max(ticket) FROM model_queue), 0) + 1, ?, ?, ? "
            "WHERE true ON CONFLICT (session_id) DO UPDATE SET ticket = excluded.ticket, "
            "reason = excluded.reason, tries = tries + excluded.tries",
            rows,
        )

    def queue(self, session_ids: Iterable[str], reason: str, *, tried: bool = False) -> None:
        """Queue sessions, durably."""
        with self.ledger.transaction():
            self.put(session_ids, reason, tried=tried)

    def waiting(self) -> list[Waiting]:
        """The queued sessions, the longest waiting first; those tried in vain too often are left out."""
        rows = self.ledger.rows(
            "SELECT session_id, ticket, reason, tries FROM model_queue WHERE tries < ? ORDER BY at, ticket",
            TRIES,
        )
        return [Waiting(*row) for row in rows]

    def backlog(self) -> Backlog:
        """What waits, in numbers."""
        rows = self.ledger.rows("SELECT session_id, reason, tries, at FROM model_queue ORDER BY at, ticket")
        open_rows = [row for row in rows if row[2] < TRIES]
        told = sum(str(row[0]).startswith("msg_") for row in open_rows)
        batched = self.ledger.rows("SELECT count(DISTINCT session_id) FROM model_batch")
        return Backlog(
            sessions=len(open_rows) - told,
            told=told,
            since=open_rows[0][3] if open_rows else "",
            reasons=dict(sorted(Counter(str(row[1]) for row in open_rows).items())),
            left=len(rows) - len(open_rows),
            batched=int(batched[0][0]),
        )

    def ticket(self, session_id: str) -> Waiting | None:
        """How a session stands in the queue, also one that was tried in vain."""
        rows = self.ledger.rows(
            "SELECT session_id, ticket, reason, tries FROM model_queue WHERE session_id = ?", session_id
        )
        return Waiting(*rows[0]) if rows else None

    def take(self, served: Waiting) -> None:
        """Remove a served session, unless it was queued anew since; inside a transaction of the ledger."""
        self.ledger.change_rows(
            "DELETE FROM model_queue WHERE session_id = ? AND ticket = ?",
            [(served.session_id, served.ticket)],
        )

    # -- Questions in batches ----------------------------------------------------------------------------------

    def asked(self, questions: Sequence[Asked], *, served: Iterable[Waiting] = ()) -> None:
        """Remember what was handed in as a batch; the sessions leave the queue in the same transaction."""
        with self.ledger.transaction():
            self.ledger.change_rows(
                "INSERT OR REPLACE INTO model_batch VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        q.request_id,
                        q.batch_id,
                        q.session_id,
                        " ".join(q.message_ids),
                        q.part,
                        q.model,
                        q.day,
                        q.reserved,
                    )
                    for q in questions
                ),
            )
            for one in served:
                self.take(one)

    def awaited(self) -> dict[str, list[Asked]]:
        """The open questions of each batch."""
        found: dict[str, list[Asked]] = {}
        for row in self.ledger.rows(
            "SELECT request_id, batch_id, session_id, message_ids, part, model, day, reserved FROM model_batch "
            "ORDER BY batch_id, request_id"
        ):
            request_id, batch_id, session_id, message_ids, part, model, day, reserved = row
            one = Asked(
                request_id, batch_id, session_id, tuple(message_ids.split()), part, model, day, reserved
            )
            found.setdefault(one.batch_id, []).append(one)
        return found

    def answered(self, questions: Iterable[Asked]) -> None:
        """Questions that are settled; inside a transaction of the ledger."""
        self.ledger.change_rows(
            "DELETE FROM model_batch WHERE request_id = ?", [(q.request_id,) for q in questions]
        )

    # -- Costs -------------------------------------------------------------------------------------------------

    def reserve(self, day: str, model: str, amount: int, limit: int) -> bool:
        """Book an amount for a question about to be asked; False, and nothing booked, when it passes the limit.

        Booked before and set right after: a process that is killed in between has counted too much, never too little.
        """
        with self.ledger.transaction():
            if self.spent(day) + amount > limit:
                return False
            self._add(day, model, [0, 0, 0, 0, 0, amount])
        return True

    def settle(
        self,
        day: str,
        model: str,
        *,
        reserved: int,
        cost: int,
        calls: int = 1,
        tokens: tuple[int, int, int, int] = (0, 0, 0, 0),
    ) -> None:
        """Put what a question did cost in the place of what was booked for it; tokens in the order of Use."""
        with self.ledger.transaction():
            self._add(day, model, [calls, *tokens, cost - reserved])

    def _add(self, day: str, model: str, numbers: Sequence[int]) -> None:
        self.ledger.change_rows(
            "INSERT INTO model_use VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, model) DO UPDATE SET "
            "calls = calls + excluded.calls, input_tokens = input_tokens + excluded.input_tokens, "
            "output_tokens = output_tokens + excluded.output_tokens, "
            "cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens, "
            "cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens, "
            "microdollars = max(0, microdollars + excluded.microdollars)",
            [(day, model, *numbers)],
        )

    def spent(self, day: str | None = None) -> int:
        """Microdollars booked on a day (UTC), or in all, over all models."""
        total = "SELECT coalesce(sum(microdollars), 0) FROM model_use"
        rows = self.ledger.rows(total) if day is None else self.ledger.rows(f"{total} WHERE day = ?", day)
        return int(rows[0][0])

    def use(self) -> list[Use]:
        """What each model did on each day, oldest first."""
        rows = self.ledger.rows(
            "SELECT day, model, calls, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens, "
            "microdollars FROM model_use ORDER BY day, model"
        )
        return [Use(*row) for row in rows]
