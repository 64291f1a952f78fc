"""Stored sessions are read again: the queued ones by the language model, any one by all extractors that are set.

Nothing is told twice and nothing of people's doing is lost: an extractor replaces only what it said itself, facts
that somebody pinned or judged keep their witnesses, and what was told directly stays as it was told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.extract.extractor import Extractor
from graphmem.model import Change, Extraction, Message, Problem
from graphmem.names import OWN_CLIENT
from graphmem.ontology import Ontology
from graphmem.pipeline.ingest import projects_of
from graphmem.pipeline.remember import without_note
from graphmem.result import ExtractReport, Progress
from graphmem.revise.revise import revise
from graphmem.store import queries
from graphmem.store.model_work import ModelWork, Waiting
from graphmem.store.queries import Reader
from graphmem.store.store import Store

if TYPE_CHECKING:
    from graphmem.extract.llm import LlmExtractor
    from graphmem.pipeline.batches import Batches

# So many messages are read and committed together, with so many before them for what "it" means.
SLICE, CONTEXT = 200, 4


@dataclass(slots=True)
class Tally:
    """What a run has done so far."""

    sessions: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    facts: int = 0
    batched: int = 0
    problems: list[Problem] = field(default_factory=list)


class Again:
    """One run over stored sessions; `model` is None when no language model is set."""

    def __init__(
        self,
        store: Store,
        *,
        ontology: Ontology,
        offline: Callable[[], Extractor],
        work: ModelWork,
        model: LlmExtractor | None,
        actor: str = "extract",
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.store, self.ontology, self.offline = store, ontology, offline
        self.work, self.model, self.actor = work, model, actor
        self.tally = Tally()
        self.progress = progress
        self._stopped = False  # the model does not answer; the sessions that are left stay queued

    def run(self, *, again: bool, session: str | None, batch: bool) -> ExtractReport:
        """Read the queued sessions, or `again` all of them; only `session` when it is given.

        A message that was told directly waits by its own id and is read by itself, as it was told.

        Raises MisuseError when a model is needed and none is set, and NotFound for an unknown session.
        """
        started = time.perf_counter()
        batches = self._batches()
        if batches is not None:
            batches.collect()
        chosen = self._chosen(again=again, session=session)
        if again:
            for done, session_id in enumerate(chosen):
                self._tell(session_id, done, len(chosen))
                self._read_offline(session_id)
        tickets = [one for key in chosen if (one := self.work.ticket(key)) is not None]
        if batches is not None and batch:
            batches.submit(tickets)
        elif batches is not None:
            for done, ticket in enumerate(tickets):
                self._tell(ticket.session_id, done, len(tickets))
                self._read_by_model(ticket)
        return self._report(started)

    def _tell(self, session_id: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Progress(session_id, done, total, len(self.tally.messages), self.tally.facts))

    def _batches(self) -> Batches | None:
        if self.model is None:
            return None
        from graphmem.pipeline.batches import Batches  # noqa: PLC0415 - only who has set a model pays

        return Batches(self, self.model)

    def _chosen(self, *, again: bool, session: str | None) -> list[str]:
        """The sessions to read, by id."""
        if self.model is None and not again:
            raise MisuseError(
                "No language model is set, so no session waits for one.",
                hint="Set extract.llm, or use --again to read sessions anew without one.",
            )
        named = self.work.ticket(session) if session else None
        waiting = [named] if named else self.work.waiting()
        with self.store.graph.reader() as reader:
            everything = queries.session_ids(reader, without=OWN_CLIENT)
            told = queries.known(reader, (one.session_id for one in waiting))
        known = {*everything, *(() if again else told)}
        if session is not None and session not in known:
            raise NotFound(
                f"There is no session {session!r} that was read from a transcript.",
                hint="recall --json shows the sessions of what it finds.",
            )
        if again:
            chosen = everything if session is None else [session]
            if self.model is not None:
                # Queued first: killed in the middle, the next run goes on with those that are left.
                self.work.queue(chosen, "again")
            return chosen
        if session is not None:
            return [session]
        with self.store.ledger.transaction():
            for one in waiting:
                if one.session_id not in known:  # forgotten since
                    self.work.take(one)
        return [one.session_id for one in waiting if one.session_id in known]

    def _read_offline(self, session_id: str) -> None:
        with self.store.graph.reader() as reader:
            projects = projects_of(reader, [session_id])
        for messages, context in self.slices(session_id):
            extraction = self.offline().extract(messages, context=context, projects=projects)
            self.tally.problems += extraction.problems
            self.commit(messages, extraction)

    def _read_by_model(self, ticket: Waiting) -> None:
        """Let the model read a session; what it has read counts, and the session waits on until it has read all."""
        model = self.model
        assert model is not None
        if self._stopped:
            return
        reason = ""
        for messages, context in self.slices(ticket.session_id):
            extraction, down = model.read(messages, context=context)
            self.tally.problems += extraction.problems
            reason = down or reason
            self.commit(messages, extraction)
            if down not in {"", "answer"}:
                self._stopped = True
                break
        self.done(ticket, reason)

    def done(self, ticket: Waiting, reason: str) -> None:
        """A session was served; it waits on when there is a reason."""
        with self.store.ledger.transaction():
            if reason:
                self.work.put([ticket.session_id], reason, tried=reason == "answer")
            else:
                self.work.take(ticket)

    def slices(self, session_id: str) -> Iterator[tuple[list[Message], list[Message]]]:
        """The spoken messages of a session in readable groups, each with the few before it."""
        spoken = self.spoken(session_id)
        for first in range(0, len(spoken), SLICE):
            yield spoken[first : first + SLICE], spoken[max(0, first - CONTEXT) : first]

    def spoken(self, key: str) -> list[Message]:
        """The spoken messages of a session, or the one message that was told directly under that id."""
        with self.store.graph.reader() as reader:
            told = queries.messages(reader, [key])
            found = list(told.values()) or queries.session_messages(reader, key)
        return [message for message in found if message.kind == "text"]

    def commit(
        self,
        messages: Sequence[Message],
        extraction: Extraction,
        *,
        also: Callable[[], None] | None = None,
    ) -> None:
        """Lay a reading beside what is known; messages that read otherwise by now are left to who changed them."""
        said = {message.id: message for message in messages}

        def build(graph: Reader) -> list[tuple[str, Change]]:
            stored = queries.messages(graph, extraction.message_ids)
            same = [m for key, m in stored.items() if key in said and m.text == said[key].text]
            if not same:
                return []
            kept = {message.id for message in same}
            reading = msgspec.structs.replace(
                extraction, message_ids=tuple(key for key in extraction.message_ids if key in kept)
            )
            change = revise(graph, same, [reading, without_note(reading)], ontology=self.ontology)
            known = queries.facts(graph, (fact.id for fact in change.facts))
            self.tally.facts += sum(fact.id not in known for fact in change.facts)
            self.tally.messages |= kept
            self.tally.sessions |= {message.session_id for message in same}
            return [("KnowledgeExtracted", msgspec.structs.replace(change, messages=()))]

        self.store.commit(build, actor=self.actor, also=also)

    def _report(self, started: float) -> ExtractReport:
        day = "" if self.model is None else self.model.asker.day()
        return ExtractReport(
            sessions=len(self.tally.sessions),
            messages=len(self.tally.messages),
            facts=self.tally.facts,
            queued=len(self.work.waiting()),
            batched=self.tally.batched,
            usd_today=self.work.spent(day) / 1e6,
            problems=tuple(self.tally.problems),
            seconds=round(time.perf_counter() - started, 3),
        )
