"""The verbs that ask in words: `recall`, `context` and `ask`. A part of `Memory`, which owns what they work with."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING, get_args

import msgspec

from graphmem.capture.reader import ALIASES
from graphmem.errors import EmbedderError, MisuseError
from graphmem.index.filter import Filter
from graphmem.model import Entity
from graphmem.names import entity_ids
from graphmem.pipeline.answer import LOOKED_AT as ANSWER_HITS
from graphmem.pipeline.answer import answer
from graphmem.pipeline.context import LOOKED_AT as CONTEXT_HITS
from graphmem.pipeline.context import context_block
from graphmem.pipeline.query import Query
from graphmem.result import Answer, ContextBlock, Detail, HitKind, Recall
from graphmem.retrieve import browse
from graphmem.store import queries
from graphmem.temporal import Viewpoint

if TYPE_CHECKING:
    from graphmem.config import Settings
    from graphmem.index.sync import Index
    from graphmem.pipeline.workshop import Workshop
    from graphmem.store.store import Store

LEAST_BUDGET = 64  # tokens


class Asking:
    """What a memory can be asked in words."""

    settings: Settings
    _store: Store
    _index: Index
    _workshop: Workshop

    def warm(self) -> None:
        """Load what a question is compared with.

        One that comes before waits for it; with `patient` False it is answered from words and the graph alone.
        """
        if self._index.embedder is not None:
            # One that has none to give now may have them when it is asked.
            with suppress(EmbedderError):
                self._index.embedder.embed(["warm"])

    @property
    def patient(self) -> bool:
        """Whether a question waits until the models are loaded."""
        return self._index.patient

    @patient.setter
    def patient(self, value: bool) -> None:
        self._index.patient = value

    @property
    def compares(self) -> bool:
        """Whether a question is compared by meaning now."""
        return self._index.compares

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        kind: Sequence[HitKind] = (),
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Recall:
        """What is known that answers the question, best first, as it held at `as_of` and was known at `known_at`.

        `since` and `until` bound when it was said. Without a `limit` a question for all of something ("list all my
        allergies") gets every fact that it asks for. Raises NotFound for an unknown entity.
        """
        started = time.perf_counter()
        with self._looked_up(
            query, limit=limit, kind=kind, entity=entity, project=project, client=client,
            as_of=as_of, known_at=known_at, since=since, until=until,
        ) as work:  # fmt: skip
            pass
        return Recall(
            hits=work.hits,
            nothing_found=not work.hits,
            took_ms=round((time.perf_counter() - started) * 1000, 3),
            asked=msgspec.to_builtins(work.question, builtin_types=(datetime,)),
            confidence=round(work.confidence, 4),
            hint=work.hint,
        )

    def context(
        self,
        query: str,
        *,
        budget: int | None = None,
        detail: Detail = "normal",
        history: bool = False,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> ContextBlock:
        """A block of text for a prompt with what is known about the question, in at most `budget` tokens.

        Facts and turns, grouped by entity, the most relevant first, each dated and with its sources; framed as quoted
        data, so that it is never read as said again. With `history`, or when the question asks of the past, also what
        was superseded. The same store and question give the same block. Raises NotFound for an unknown entity,
        MisuseError for a budget below 64 or another detail, MissingExtra without the tokenizer.
        """
        budget = self.settings["context.budget"] if budget is None else budget
        if budget < LEAST_BUDGET or detail not in get_args(Detail):
            raise MisuseError(
                f"A context of {budget} tokens in detail {detail!r} cannot be made.",
                hint=f"At least {LEAST_BUDGET} tokens; detail is brief, normal or full.",
            )
        with self._looked_up(
            query, limit=CONTEXT_HITS, fixed=False, kind=("fact", "message"), entity=entity, project=project,
            client=client, as_of=as_of, known_at=known_at, since=since, until=until,
        ) as work:  # fmt: skip
            return context_block(work, budget=budget, detail=detail, history=history)

    def ask(
        self,
        query: str,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Answer:
        """The answer to a question, with the ids of the facts and messages that each sentence rests on.

        With a language model (`extract.llm`) it is written by it, and each sentence checked against what it cites;
        without one, or when it fails, it is made of the facts and turns themselves. What is not known is said to be
        so. Raises NotFound for an unknown entity.
        """
        started = time.perf_counter()
        with self._looked_up(
            query, limit=ANSWER_HITS, fixed=False, kind=("fact", "message"), entity=entity, project=project,
            client=client, as_of=as_of, known_at=known_at, since=since, until=until,
        ) as work:  # fmt: skip
            found = answer(work, model.asker if (model := self._workshop.model) else None)
        return msgspec.structs.replace(
            found,
            asked=msgspec.to_builtins(work.question, builtin_types=(datetime,)),
            took_ms=round((time.perf_counter() - started) * 1000, 3),
        )

    @contextmanager
    def _looked_up(
        self,
        query: str,
        *,
        limit: int | None = None,
        fixed: bool | None = None,
        kind: Sequence[HitKind] = (),
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[Query]:
        """A question that went through the pipeline, while its reader is open."""
        with self._read(
            query, limit=limit, fixed=fixed, kind=kind, entity=entity, project=project, client=client,
            as_of=as_of, known_at=known_at, since=since, until=until,
        ) as work:  # fmt: skip
            self._workshop.recall.run(work)
            yield work

    @contextmanager
    def _read(
        self,
        query: str,
        *,
        limit: int | None = None,
        fixed: bool | None = None,
        kind: Sequence[HitKind] = (),
        entity: str | None = None,
        project: str | None = None,
        client: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[Query]:
        """A question that goes into the pipeline, while its reader is open."""
        with self._store.graph.reader() as reader:
            yield Query(
                text=query,
                limit=limit or self.settings["recall.limit"],
                zone=self.settings.zone(),
                fixed=limit is not None if fixed is None else fixed,
                view=Viewpoint(as_of, known_at),
                where=Filter(
                    as_of=as_of,
                    known_at=known_at,
                    kinds=frozenset(kind),
                    entities=self._group(reader, entity) if entity else frozenset(),
                    project=project,
                    client=ALIASES.get(client, client) if client else None,
                    since=since,
                    until=until,
                    active_only=True,
                ),
                index=self._index,
                reader=reader,
                ontology=self._workshop.ontology,
            )

    def _group(self, reader: queries.Reader, name: str) -> frozenset[str]:
        """An entity and those it is merged with; of a name with two meanings both."""
        ids, meant = {self._entity(reader, name).id}, entity_ids(name)
        if len(meant) > 1 and not name.startswith("ent_"):
            ids |= queries.entities(reader, meant).keys()
        return frozenset(queries.aliases(reader, ids))

    def _entity(self, reader: queries.Reader, name: str) -> Entity:
        return browse.find_entity(reader, name, by_name=self._named)

    def _named(self, name: str) -> tuple[str, ...]:
        """The ids of entities that go by a name: as names are compared, and as words are."""
        return (*entity_ids(name), *self._index.entity_ids([name])[name])
