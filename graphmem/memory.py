"""Memory: the one public class. Opens the store of a home and hands each verb to the layer that does it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from graphmem import health
from graphmem.capture.reader import ALIASES, discover_all, find_sources
from graphmem.config import Settings
from graphmem.extract.extractor import Extractor
from graphmem.extract.llm import LlmExtractor
from graphmem.index.filter import Filter
from graphmem.model import Entity
from graphmem.ontology import Ontology, load_ontology
from graphmem.pipeline.again import Again
from graphmem.pipeline.follow import catch_up, open_index
from graphmem.pipeline.forget import forget
from graphmem.pipeline.ingest import INGEST_STAGES, Ingest
from graphmem.pipeline.load import Pipeline, load_pipeline
from graphmem.pipeline.model_turn import ModelTurn
from graphmem.pipeline.recall import RECALL_STAGES, Query
from graphmem.pipeline.remember import remember
from graphmem.result import (
    EntityView,
    ExtractReport,
    FactView,
    Finding,
    HitKind,
    IngestReport,
    Neighbor,
    Progress,
    Recall,
    Receipt,
    Remembered,
    Route,
    Table,
)
from graphmem.retrieve import browse
from graphmem.store import archive, queries
from graphmem.store.model_work import ModelWork
from graphmem.store.store import close_store, open_store
from graphmem.temporal import Viewpoint, now


class Memory:
    """The memory that lies in one home; owns its store until it is closed.

        with Memory("~/notes") as memory:
            memory.ingest(["transcripts/"])
            memory.recall("where does the user work").hits

    Raises StoreLocked when another process owns the store, StoreTooNew for one of a later version, and
    ConfigError for bad settings. `notices` tells what was mended on opening.
    """

    def __init__(self, home: str | Path | None = None, *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(home)
        self._store = open_store(self.settings)
        try:
            self._index = self._store.attached("index", lambda: open_index(self._store))
        except BaseException:
            close_store(self._store)
            raise
        self.notices = (*self._store.notices, *filter(None, [self._index.opening.message]))
        self._open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write what is pending and give the store back; safe to call twice."""
        if self._open:
            self._open = False
            close_store(self._store)

    @cached_property
    def ontology(self) -> Ontology:
        """The packaged vocabulary with `ontology.toml` of the home laid over it."""
        own = self.settings.home / "ontology.toml"
        return load_ontology(own if own.exists() else None)

    @cached_property
    def _extractor(self) -> Extractor:
        from graphmem.extract.spacy import SpacyExtractor  # noqa: PLC0415 - reading needs no parser

        return SpacyExtractor(self.settings, ontology=self.ontology)

    @cached_property
    def _model_work(self) -> ModelWork:
        return ModelWork(self._store.ledger)

    @cached_property
    def _model(self) -> LlmExtractor | None:
        if self.settings["extract.llm"] == "none":
            return None
        return LlmExtractor(self.settings, self._model_work, ontology=self.ontology)

    @cached_property
    def _ingest_pipeline(self) -> Pipeline[Any]:
        return load_pipeline("ingest", INGEST_STAGES, folder=self.settings.home / "pipelines")

    @cached_property
    def _recall_pipeline(self) -> Pipeline[Any]:
        return load_pipeline("recall", RECALL_STAGES, folder=self.settings.home / "pipelines")

    def ingest(
        self,
        paths: Iterable[str | Path] = (),
        *,
        client: str | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> IngestReport:
        """Take in transcript files or folders; with no paths, those of the usual clients (or of `client`).

        What is there already is skipped. Raises SourceError for a path that cannot be read at all and
        UnknownClient; a bad line is a Problem in the report.
        """
        chosen = [Path(path).expanduser() for path in paths]
        sources = (
            find_sources(chosen, client=client, settings=self.settings)
            if chosen
            else discover_all(self.settings, client=client)
        )
        run = Ingest(
            self._store,
            self._ingest_pipeline,
            extractor=lambda: self._extractor,
            ontology=self.ontology,
            actor="ingest",
            model=None if self._model is None else ModelTurn(self._model, self._model_work),
            progress=progress,
        )
        report = run.run(list(sources))
        self._index.flush()
        return report

    def extract(
        self, *, again: bool = False, session: str | None = None, batch: bool = False
    ) -> ExtractReport:
        """Let the language model read the sessions that wait for it; `again`: all sessions anew, by all extractors.

        `session` reads only that one; `batch` hands the questions in at half the price, and a later call collects
        the answers. Raises MisuseError when no model is set, NotFound, and MissingExtra without its library.
        """
        run = Again(
            self._store,
            ontology=self.ontology,
            offline=lambda: self._extractor,
            work=self._model_work,
            model=self._model,
        )
        report = run.run(again=again, session=session, batch=batch)
        self._index.flush()
        return report

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

        `since` and `until` bound when it was said. Raises NotFound for an unknown entity.
        """
        started = time.perf_counter()
        view = Viewpoint(as_of, known_at)
        with self._store.graph.reader() as reader:
            work = Query(
                text=query,
                limit=limit or self.settings["recall.limit"],
                view=view,
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
                ontology=self.ontology,
            )
            self._recall_pipeline.run(work)
        asked = msgspec.to_builtins(work.question, builtin_types=(datetime,))
        took = round((time.perf_counter() - started) * 1000, 3)
        return Recall(hits=work.hits, nothing_found=not work.hits, took_ms=took, asked=asked)

    def remember(self, text: str, *, project: str = "", at: datetime | None = None) -> Remembered:
        """Keep what is told, as said by the user at `at` (now, when it is not given)."""
        message_id, facts = remember(
            text,
            project=project,
            at=at or now(),
            store=self._store,
            pipeline=self._ingest_pipeline,
            extractor=lambda: self._extractor,
            ontology=self.ontology,
        )
        self._index.flush()
        with self._store.graph.reader() as reader:
            found = list(queries.facts(reader, facts).values())
            return Remembered(message_id=message_id, facts=browse.fact_views(reader, found, Viewpoint()))

    def facts(
        self,
        *,
        entity: str | None = None,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        all: bool = False,  # noqa: A002 - the word that people expect
        limit: int | None = None,
    ) -> tuple[FactView, ...]:
        """The facts that hold at `as_of` (now, when it is not given); with `all`, also those that ended or were
        retracted."""
        view = Viewpoint(as_of if all else as_of or now(), known_at)
        with self._store.graph.reader() as reader:
            if entity:
                found = queries.facts_about(reader, self._group(reader, entity), predicate)
            else:
                found = queries.all_facts(reader, predicate)
            everything = all and as_of is None and known_at is None
            chosen = [fact for fact in found if everything or browse.visible(fact, view)]
            return browse.fact_views(reader, browse.in_order(chosen)[:limit], view)

    def entity(
        self, name: str, *, as_of: datetime | None = None, known_at: datetime | None = None
    ) -> EntityView:
        """Someone or something by name or id, with the facts that hold; raises NotFound."""
        with self._store.graph.reader() as reader:
            return browse.entity_view(reader, self._entity(reader, name), Viewpoint(as_of or now(), known_at))

    def neighbors(
        self,
        entity: str,
        *,
        depth: int = 1,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
    ) -> tuple[Neighbor, ...]:
        """Entities within `depth` relations that hold, the nearest first; raises NotFound."""
        view = Viewpoint(as_of or now(), known_at)
        with self._store.graph.reader() as reader:
            start = self._entity(reader, entity)
            return browse.neighbors(reader, start, view, depth=depth, predicate=predicate, limit=limit)

    def path(
        self,
        source: str,
        target: str,
        *,
        max_length: int = 4,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Route:
        """A shortest way between two entities over relations that hold; raises NotFound for an unknown end."""
        view = Viewpoint(as_of or now(), known_at)
        with self._store.graph.reader() as reader:
            ends = self._entity(reader, source), self._entity(reader, target)
            return browse.shortest_path(reader, *ends, view, max_length=max_length)

    def history(self, id: str, *, predicate: str | None = None) -> tuple[FactView, ...]:  # noqa: A002 - the word people expect
        """Every belief ever held in the place of a fact, or about an entity, oldest first; raises NotFound."""
        with self._store.graph.reader() as reader:
            if id.startswith("fact_"):
                found = browse.same_slot(reader, id)
            else:
                found = queries.facts_about(reader, self._group(reader, id), predicate)
            views = browse.fact_views(reader, found, Viewpoint())
            return tuple(sorted(views, key=lambda fact: (fact.recorded_at, fact.id)))

    def forget(self, id: str, *, reason: str = "") -> Receipt:  # noqa: A002 - the word people expect
        """Erase a session, message, fact or entity from ledger, graph and indexes; raises NotFound."""
        receipt = forget(id, reason=reason, store=self._store, ontology=self.ontology)
        self._index.reset()
        catch_up(self._index, self._store)
        return receipt

    def cypher(self, query: str, *, params: dict[str, Any] | None = None) -> Table:
        """Run one reading Cypher statement; raises QueryError for anything else."""
        limit = self.settings["cypher.rows"]
        columns, rows = self._store.graph.query(
            query, params or {}, seconds=self.settings["cypher.seconds"], rows=limit
        )
        return Table(columns=columns, rows=tuple(rows[:limit]), truncated=len(rows) > limit)

    def stats(self) -> dict[str, Any]:
        """How much is stored, from which clients, and the room that it takes in bytes."""
        with self._store.graph.reader() as reader:
            return {
                **queries.counts(reader),
                "by_client": queries.counts_by_client(reader),
                "events": self._store.ledger.last_seq,
                "indexed": self._index.watermark,
                "engine": self.settings["store.engine"],
                "bytes": health.bytes_by_part(self.settings.home),
                "home": str(self.settings.home),
            }

    def rebuild(self) -> dict[str, Any]:
        """Make graph and indexes again from the ledger; raises LedgerDamaged when that cannot be read."""
        started = time.perf_counter()
        report = self._store.rebuild()
        self._index.reset()
        catch_up(self._index, self._store)
        return {**report, "seconds": round(time.perf_counter() - started, 3)}

    def doctor(self) -> tuple[Finding, ...]:
        """What was looked at, how it is, and how to mend it."""
        return health.examine(self._store, self._index)

    def export(self, path: str | Path) -> dict[str, Any]:
        """Write the whole graph to a file, one JSON object a line; the same beliefs give the same bytes."""
        target = Path(path).expanduser()
        with self._store.graph.reader() as reader:
            return {"path": str(target), "lines": archive.export(reader, target)}

    def _group(self, reader: queries.Reader, name: str) -> frozenset[str]:
        """An entity and those it is merged with."""
        return frozenset(queries.aliases(reader, [self._entity(reader, name).id]))

    def _entity(self, reader: queries.Reader, name: str) -> Entity:
        return browse.find_entity(reader, name, by_name=lambda text: self._index.entity_ids([text])[text])
