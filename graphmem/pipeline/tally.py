"""What an ingest has added so far, and what each batch says of the health of its source."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from graphmem.capture.reader import Batch
from graphmem.model import Change, Problem
from graphmem.result import IngestReport
from graphmem.store import queries
from graphmem.store.ledger import SourceState
from graphmem.store.queries import Reader
from graphmem.store.source_health import Reading
from graphmem.temporal import format_time

KIND_CHARS = 80  # a type of record is a word; what is longer is cut
KINDS = 40  # of one batch; a damaged file could name any number


@dataclass(slots=True)
class Tally:
    """What an ingest has added so far."""

    sessions: int = 0
    messages: int = 0
    facts: int = 0
    entities: int = 0
    relations: int = 0
    skipped: int = 0
    problems: list[Problem] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)

    def count(self, graph: Reader, change: Change, given: int) -> None:
        """Add what is new in a change made of so many messages; runs before the change is applied."""
        old_messages = queries.known(graph, (m.id for m in change.messages))
        old_facts = queries.facts(graph, (f.id for f in change.facts))
        new_facts = [f for f in change.facts if f.id not in old_facts]
        self.messages += len(change.messages) - len(old_messages)
        self.skipped += given - (len(change.messages) - len(old_messages))
        self.sessions += len(change.sessions) - len(queries.sessions(graph, (s.id for s in change.sessions)))
        self.entities += len(change.entities) - len(queries.entities(graph, (e.id for e in change.entities)))
        self.facts += len(new_facts)
        self.relations += sum(bool(f.object) and not f.negated for f in new_facts)

    def report(self, *, seconds: float) -> IngestReport:
        """All of it, with how long it took."""
        return IngestReport(
            sessions=self.sessions,
            messages=self.messages,
            facts=self.facts,
            entities=self.entities,
            relations=self.relations,
            skipped=self.skipped,
            problems=tuple(self.problems),
            unknown=dict(sorted(self.unknown.items())),
            seconds=round(seconds, 3),
        )


def reading_of(batch: Batch, state: SourceState) -> Reading:
    """What a batch says of the health of its source."""
    said = max((message.sent_at for message in batch.messages), default=None)
    return Reading(
        path=state.path,
        client=state.client,
        said_at=format_time(said) or "",
        messages=len(batch.messages),
        problems=len(batch.problems),
        problem=batch.problems[-1].reason if batch.problems else "",
        unknown={kind[:KIND_CHARS]: count for kind, count in sorted(batch.unknown.items())[:KINDS]},
        restarted=batch.restarted,
    )
