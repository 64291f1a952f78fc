"""Conversations become knowledge: transcript files are read batch by batch and led through `pipelines/ingest.toml`.

While one batch is parsed here, the writer thread makes the one before it durable, so that the two costs overlap.
A batch and the place up to which its file was read are committed together: killed at any moment, the next run
goes on from there and ends in the same graph.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from graphmem.capture.reader import Batch, Cursor, Reader
from graphmem.capture.stamps import stamp
from graphmem.errors import StoreError
from graphmem.extract.extractor import Extractor
from graphmem.model import Change, Extraction, Message, Problem, Session
from graphmem.ontology import Ontology
from graphmem.pipeline.load import Pipeline
from graphmem.pipeline.model_turn import Llm, ModelTurn
from graphmem.pipeline.tally import Tally, reading_of
from graphmem.privacy import redact
from graphmem.result import IngestReport, Progress
from graphmem.revise.revise import revise
from graphmem.store import queries
from graphmem.store.ledger import Event, SourceState
from graphmem.store.queries import Reader as GraphReader
from graphmem.store.source_health import SourceHealth
from graphmem.store.store import Store

log = logging.getLogger("graphmem")


@dataclass(slots=True)
class Draft:
    """A batch on its way through the pipeline."""

    sessions: tuple[Session, ...]
    messages: tuple[Message, ...]
    store: Store
    extractor: Callable[[], Extractor]
    ontology: Ontology
    # last messages of each session, maybe not stored yet
    recent: dict[str, list[Message]] = field(default_factory=dict)
    extraction: Extraction = field(default_factory=lambda: Extraction(message_ids=()))
    fresh: tuple[Message, ...] = ()  # those of the messages whose words are new
    context: tuple[Message, ...] = ()  # what was said just before them
    asked: ModelTurn | None = None  # how the language model is asked in this run; None: it is not
    readings: list[Extraction] = field(default_factory=list)  # what else than `extraction` was understood
    unread: dict[str, str] = field(default_factory=dict)  # sessions left for later, and why
    graph: GraphReader | None = None  # the writer's connection, once the batch is committed
    change: Change | None = None
    problems: list[Problem] = field(default_factory=list)
    expect: Callable[[Sequence[Message]], None] | None = None  # told of the messages before they are parsed


class Redact(msgspec.Struct, frozen=True):
    """Takes secrets and private spans out of every text that came from outside."""

    requires: ClassVar[frozenset[str]] = frozenset({"sessions", "messages"})
    assigns: ClassVar[frozenset[str]] = frozenset()

    def run(self, work: Draft) -> None:
        """Replace the texts of messages and the titles of sessions."""
        work.messages = tuple(msgspec.structs.replace(m, text=redact(m.text).text) for m in work.messages)
        work.sessions = tuple(
            msgspec.structs.replace(s, title=redact(s.title).text, branch=redact(s.branch).text)
            for s in work.sessions
        )


class Spacy(msgspec.Struct, frozen=True):
    """Finds mentions and claims; `context` messages before the new ones are read again with them."""

    context: int

    requires: ClassVar[frozenset[str]] = frozenset({"messages"})
    assigns: ClassVar[frozenset[str]] = frozenset({"extraction", "fresh"})

    def run(self, work: Draft) -> None:
        """Extract from the messages that are new or say something else than the stored ones."""
        with work.store.graph.reader() as reader:
            changed = changed_messages(reader, work.messages)
            fresh = [m for m in changed if m.kind == "text"]
            context = self._context(reader, fresh, work.recent)
            projects = projects_of(reader, {m.session_id for m in fresh}, work.sessions)
        work.fresh, work.context = tuple(fresh), tuple(context)
        if work.expect is not None:
            work.expect(changed)
        if fresh:
            work.extraction = work.extractor().extract(fresh, context=context, projects=projects)
            work.problems += work.extraction.problems

        self._remember(work)

    def _context(
        self, reader: GraphReader, fresh: Sequence[Message], recent: dict[str, list[Message]]
    ) -> list[Message]:
        """The messages just before the first new one of each session, oldest first.

        Stored ones and those of the batch that is being committed now: where a file is cut into batches must not
        show in what is understood.
        """
        first: dict[str, Message] = {}
        for message in fresh:
            first.setdefault(message.session_id, message)
        found: list[Message] = []
        for session_id, message in first.items():
            stored = queries.messages_before(reader, session_id, message.seq, self.context)
            before = {m.id: m for m in [*stored, *recent.get(session_id, ())] if m.seq < message.seq}
            found += sorted(before.values(), key=lambda m: m.seq)[-self.context :] if self.context else []
        return found

    def _remember(self, work: Draft) -> None:
        """Keep the last messages of each session for the next batch."""
        for message in work.messages:
            if message.kind == "text" and self.context:
                tail = work.recent.setdefault(message.session_id, [])
                tail.append(message)
                del tail[: -self.context]


class Revise(msgspec.Struct, frozen=True):
    """Lays what was extracted beside what is known; runs where only one writes."""

    requires: ClassVar[frozenset[str]] = frozenset({"messages", "extraction"})
    assigns: ClassVar[frozenset[str]] = frozenset({"change"})

    def run(self, work: Draft) -> None:
        """Assign the change that takes the batch in."""
        assert work.graph is not None
        messages = changed_messages(work.graph, work.messages)
        keep = {message.id for message in messages}
        given = [
            msgspec.structs.replace(one, message_ids=tuple(key for key in one.message_ids if key in keep))
            for one in (work.extraction, *work.readings)
        ]
        sessions = changed_sessions(work.graph, work.sessions, messages)
        work.change = revise(work.graph, messages, given, ontology=work.ontology, sessions=sessions)


INGEST_STAGES: dict[str, type[Any]] = {"redact": Redact, "spacy": Spacy, "llm": Llm, "revise": Revise}

# Stages that must see the graph as it will be when the batch is committed.
AT_COMMIT = frozenset({"revise"})

# So many messages, or files, are led through the pipeline together: enough for the models to work in full batches
# and for one commit to be cheap, few enough to be lost without much ado when the process is killed.
GROUP = 200
# The first group is smaller and each is twice the one before: the writer begins the sooner.
FIRST = 50


def changed_messages(reader: GraphReader, messages: Sequence[Message]) -> list[Message]:
    """Those of the messages that the graph does not hold as they are.

    What is known, or came earlier in the list, keeps its place in its session; text and branch are the newest.
    """
    known = queries.messages(reader, (message.id for message in messages))
    found: dict[str, Message] = {}
    for message in messages:
        old = found.get(message.id) or known.get(message.id)
        if old is None:
            found[message.id] = message
            continue
        # A fork copies a branch without what became of it: a copy never leaves what its original keeps.
        active = message.active or (old.active and message.session_id != old.session_id)
        if (message.text, active) != (old.text, old.active):
            found[message.id] = msgspec.structs.replace(old, text=message.text, active=active)
    return list(found.values())


def changed_sessions(
    reader: GraphReader, sessions: Sequence[Session], messages: Sequence[Message]
) -> tuple[Session, ...]:
    """Sessions that are new and have a new message, or that are known and now reach further or have a title."""
    used = {message.session_id for message in messages}
    known = queries.sessions(reader, (session.id for session in sessions))
    found: dict[str, Session] = {}
    for session in sessions:
        old = found.get(session.id) or known.get(session.id)
        if old is None and session.id not in used:
            continue
        merged = session if old is None else merge_sessions(old, session)
        if merged != known.get(session.id):
            found[session.id] = merged
    return tuple(found.values())


def projects_of(
    reader: GraphReader, session_ids: Collection[str], sessions: Sequence[Session] = ()
) -> dict[str, str]:
    """The project of each of these sessions that has one, as the graph has it or else as it was just read."""
    known = queries.sessions(reader, session_ids)
    found = {s.id: s.project for s in (*reversed(sessions), *known.values()) if s.project}
    return {key: found[key] for key in session_ids if key in found}


def merge_sessions(old: Session, new: Session) -> Session:
    """Two readings of one session: the span of both, and the newer words where there are any."""
    return msgspec.structs.replace(
        old,
        started_at=min(old.started_at, new.started_at),
        ended_at=max(old.ended_at, new.ended_at),
        title=new.title or old.title,
        project=old.project or new.project,
        cwd=old.cwd or new.cwd,
        branch=old.branch or new.branch,
        parent_id=old.parent_id or new.parent_id,
    )


class Ingest:
    """One run over some transcript files."""

    def __init__(
        self,
        store: Store,
        pipeline: Pipeline[Draft],
        *,
        extractor: Callable[[], Extractor],
        ontology: Ontology,
        actor: str,
        health: SourceHealth,
        model: ModelTurn | None = None,
        progress: Callable[[Progress], None] | None = None,
        expect: Callable[[Sequence[Message]], None] | None = None,
        close: Callable[[], None] | None = None,
    ) -> None:
        self.expect, self.close = expect, close
        self.store, self.pipeline, self.actor, self.model = store, pipeline, actor, model
        self.extractor, self.ontology, self.progress, self.health = extractor, ontology, progress, health
        self.tally = Tally()
        self._pending: Future[list[Event]] | None = None
        self._waiting: list[tuple[Batch, SourceState]] = []
        self._recent: dict[str, list[Message]] = {}
        self._group = FIRST

    def run(
        self, sources: Sequence[tuple[Reader, Path]], *, until: Callable[[], bool] | None = None
    ) -> IngestReport:
        """Read every source; what was added, and the problems met on the way.

        `until` is asked between batches: once it says True, what was read is made durable and the rest is left for
        another run, which goes on from there.
        """
        started = time.perf_counter()
        try:
            stopped = self._run(sources, until)
        finally:
            if self.close is not None:
                self.close()
        if sources and not stopped:
            self._report(sources[-1][1], len(sources), len(sources))
        return self.tally.report(seconds=time.perf_counter() - started)

    def _run(self, sources: Sequence[tuple[Reader, Path]], until: Callable[[], bool] | None) -> bool:
        """Read every source; True when it was stopped before."""
        stopped = False
        for done, (reader, path) in enumerate(sources):
            self._report(path, done, len(sources))
            for batch, state in self._read(reader, path):
                self._gather(batch, state)
                stopped = until is not None and until()
                if stopped:
                    break
            if stopped:
                break
        self._send()
        self._wait()
        return stopped

    def _report(self, path: Path, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Progress(str(path), done, total, self.tally.messages, self.tally.facts))

    def _read(self, reader: Reader, path: Path) -> Iterator[tuple[Batch, SourceState]]:
        """The batches of a file that was not read to its end as it is now, each with how far that brings us."""
        real = os.path.realpath(path)
        try:
            now = stamp(reader, Path(real))
            state = self.store.ledger.source(real)
            if state and (state.size, state.mtime_ns) == now:
                return
            cursor = msgspec.json.decode(state.cursor, type=Cursor) if state else Cursor()
            held: Batch | None = None
            for batch in reader.read(Path(real), cursor if state else None):
                if held is not None:
                    # The file counts as read to its end only with its last batch: until then its size says nothing.
                    yield held, SourceState(real, reader.client, -1, -1, msgspec.json.encode(held.cursor))
                held = batch
            held = held or Batch(sessions=(), messages=(), problems=(), unknown={}, cursor=cursor)
            yield held, SourceState(real, reader.client, *now, msgspec.json.encode(held.cursor))
        except StoreError:
            raise
        except OSError as cause:
            self.tally.problems.append(Problem(str(path), 0, f"cannot be read: {cause.strerror or cause}"))
        except Exception as cause:
            # A reader, also one of another package, that stumbles over a file must not cost the files behind it.
            log.exception("The reader of %s failed on %s.", reader.client, path)
            reason = f"its reader failed ({type(cause).__name__}: {cause})"
            self.tally.problems.append(Problem(str(path), 0, reason))

    def _gather(self, batch: Batch, state: SourceState) -> None:
        """Put a batch to those that wait; many small files are led through together, as one long file is in parts."""
        self._waiting.append((batch, state))
        held = max(sum(len(waiting.messages) for waiting, _ in self._waiting), len(self._waiting))
        if held >= min(self._group, GROUP):
            self._group = min(2 * self._group, GROUP)
            self._send()

    def _send(self) -> None:
        """Lead the waiting batches through the pipeline; their commit goes on while the next are parsed."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        sessions: list[Session] = []
        messages: list[Message] = []
        for batch, _ in waiting:
            sessions += batch.sessions
            messages += self._wanted(batch)
            self.tally.problems += batch.problems
            self.tally.unknown.update(batch.unknown)
        draft = Draft(
            sessions=tuple(sessions),
            messages=tuple(messages),
            store=self.store,
            extractor=self.extractor,
            ontology=self.ontology,
            recent=self._recent,
            asked=self.model,
            expect=self.expect,
        )
        self._leave_out(draft)
        names = frozenset(name for name, _ in self.pipeline.stages)
        self.pipeline.run(draft, only=names - AT_COMMIT)
        here = {session.id for session in sessions}
        self._recent = {key: tail for key, tail in self._recent.items() if key in here}
        self._wait()
        self.tally.problems += draft.problems
        states = {state.path: state for _, state in waiting}
        readings = [reading_of(batch, state) for batch, state in waiting]
        later = None if self.model is None else self.model.later(draft.unread)

        def also() -> None:
            self.health.put(readings)
            if later is not None:
                later()

        self._pending = self.store.submit(
            lambda graph: self._build(graph, draft),
            actor=self.actor,
            sources=list(states.values()),
            also=also,
        )

    def _leave_out(self, draft: Draft) -> None:
        """Take out of a draft what was forgotten."""
        ids = [m.id for m in draft.messages] + [s.id for s in draft.sessions]
        never = self.store.ledger.is_forgotten(ids)
        draft.sessions = tuple(s for s in draft.sessions if s.id not in never)
        draft.messages = tuple(m for m in draft.messages if not {m.id, m.session_id} & never)

    def _wanted(self, batch: Batch) -> Sequence[Message]:
        """The messages of a batch; of a bare list of prompts those whose sessions are not known in full."""
        if not batch.fallback:
            return batch.messages
        with self.store.graph.reader() as reader:
            full = queries.answered(reader, {m.session_id for m in batch.messages})
        return [m for m in batch.messages if m.session_id not in full]

    def _build(self, graph: GraphReader, draft: Draft) -> list[tuple[str, Change]]:
        draft.graph = graph
        self._leave_out(draft)  # again: something may have been forgotten while it was parsed
        self.pipeline.run(draft, only=AT_COMMIT)
        assert draft.change is not None
        self.tally.count(graph, draft.change, len(draft.messages))
        return split(draft.change)

    def _wait(self) -> None:
        """Wait until the batch before is durable; its error, if any, comes out here."""
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()


def split(change: Change) -> list[tuple[str, Change]]:
    """What was captured and what was understood, as two events."""
    captured = Change(sessions=change.sessions, messages=change.messages)
    knowledge = msgspec.structs.replace(change, sessions=(), messages=())
    return [("SessionCaptured", captured), ("KnowledgeExtracted", knowledge)]
