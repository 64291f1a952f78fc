"""The language model's turn in an import: it reads the same new messages as the offline extractor, if it answers.

What it gives stands beside the other reading; sessions that it has not read go into the queue of the ledger, in
the same transaction as their messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import msgspec

from graphmem.errors import MissingExtra
from graphmem.model import Message, Problem
from graphmem.store.model_work import ModelWork

if TYPE_CHECKING:
    from graphmem.extract.llm import LlmExtractor
    from graphmem.pipeline.ingest import Draft

LATER = "later"


@dataclass(slots=True)
class ModelTurn:
    """The model in one run, and what of the run's allowance is used.

    With `deferred` it is asked nothing: the sessions go into the queue, for when they are over.
    """

    extractor: LlmExtractor
    work: ModelWork
    deferred: bool = False
    sessions: set[str] = field(default_factory=set)
    seconds: float = 0.0
    missing: bool = False  # the provider's library is not installed; said once

    def later(self, unread: Mapping[str, str]) -> Callable[[], None] | None:
        """What puts the unread sessions into the queue, for the transaction of their messages."""
        if not unread:
            return None

        def put() -> None:
            for session_id, reason in unread.items():
                self.work.put([session_id], reason, tried=reason == "answer")

        return put


class Llm(msgspec.Struct, frozen=True):
    """Lets the language model read at most so many `sessions` of a run, in at most so many `seconds`."""

    sessions: int
    seconds: float

    requires: ClassVar[frozenset[str]] = frozenset({"fresh"})
    assigns: ClassVar[frozenset[str]] = frozenset()

    def run(self, work: Draft) -> None:
        """Add a reading to the work, or queue its sessions."""
        if work.asked is None:
            return
        for session_id in dict.fromkeys(message.session_id for message in work.fresh):
            fresh = [m for m in work.fresh if m.session_id == session_id]
            context = [m for m in work.context if m.session_id == session_id]
            reason = self._read(work, work.asked, session_id, fresh, context)
            if reason:
                work.unread[session_id] = reason

    def _read(
        self, work: Draft, turn: ModelTurn, session_id: str, fresh: list[Message], context: list[Message]
    ) -> str:
        """Read one session; why it is left for later, or ""."""
        left = self.seconds - turn.seconds
        full = session_id not in turn.sessions and len(turn.sessions) >= self.sessions
        if turn.deferred or full or left <= 0 or turn.missing:
            return LATER
        turn.sessions.add(session_id)
        started = turn.extractor.clock.elapsed()
        try:
            reading, reason = turn.extractor.read(fresh, context=context, seconds=left)
        except MissingExtra as cause:
            turn.missing = True
            work.problems.append(Problem("extract.llm", 0, str(cause)))
            return LATER
        finally:
            turn.seconds += turn.extractor.clock.elapsed() - started
        work.problems += reading.problems
        if reading.message_ids:
            work.readings.append(reading)
        return reason
