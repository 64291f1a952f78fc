"""Memory: the one public class. Opens the store of a home and hands each verb to the layer that does it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

from graphmem import health
from graphmem.config import Settings
from graphmem.errors import MisuseError
from graphmem.model import Entity, Judgement
from graphmem.names import entity_ids
from graphmem.ontology import Ontology
from graphmem.pipeline import curate
from graphmem.pipeline.evolving import Evolving
from graphmem.pipeline.follow import catch_up, open_index
from graphmem.pipeline.forget import forget
from graphmem.pipeline.injecting import Injecting
from graphmem.pipeline.listing import Listing
from graphmem.pipeline.remember import remember
from graphmem.pipeline.taking import Taking
from graphmem.pipeline.workshop import Workshop
from graphmem.result import (
    Doubt,
    EntityView,
    ExportFormat,
    FactView,
    Fetched,
    Finding,
    Merged,
    Neighbor,
    Progress,
    Receipt,
    Remembered,
    Resolved,
    Route,
    Settlement,
    Table,
    Verdict,
)
from graphmem.retrieve import browse, review
from graphmem.retrieve.fetch import fetch
from graphmem.store import archive, queries
from graphmem.store.shared import close_store, open_store
from graphmem.temporal import Viewpoint, now


class Memory(Injecting, Evolving, Listing, Taking):
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
        self._workshop = Workshop(self._store)
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

    @property
    def watermarks(self) -> tuple[int, int]:
        """The number of the newest event, and of the newest that the indexes have seen."""
        return self._store.ledger.last_seq, self._index.watermark

    @property
    def version(self) -> str:
        """Another text after each change of what can be read."""
        applied = self._store.graph.read("MATCH (m:Meta {id: 'graph'}) RETURN m.applied_seq")[0][0]
        return f"{applied}-{self._index.watermark}"

    @property
    def ontology(self) -> Ontology:
        """The vocabulary: kinds and predicates."""
        return self._workshop.ontology

    def remember(self, text: str, *, project: str = "", at: datetime | None = None) -> Remembered:
        """Keep what is told, as said by the user at `at` (now, when it is not given).

        A language model that is set reads it too, or later, when it does not answer: `problems` say why.
        """
        message_id, facts, problems = remember(
            text,
            project=project,
            at=at or now(),
            store=self._store,
            pipeline=self._workshop.ingest,
            extractor=lambda: self._workshop.extractor,
            ontology=self.ontology,
            model=self._workshop.turn(),
        )
        self._index.flush()
        with self._store.graph.reader() as reader:
            views = browse.fact_views(reader, list(queries.facts(reader, facts).values()), Viewpoint())
        return Remembered(message_id=message_id, facts=views, problems=problems)

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

    def timeline(
        self,
        entity: str,
        *,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[FactView, ...]:
        """What is known of an entity in the order in which it came to be so, the last `limit` of it; raises NotFound.

        With `as_of` only what had begun by then, with `known_at` as it was believed then.
        """
        with self._store.graph.reader() as reader:
            facts = queries.facts_about(reader, self._group(reader, entity), predicate)
            return browse.timeline(reader, facts, Viewpoint(as_of, known_at), limit=limit)

    def fetch(self, id: str) -> Fetched:  # noqa: A002 - the word people expect
        """All of a fact, a message, a session, an entity or a page, as a text with a title; raises NotFound."""
        with self._store.graph.reader() as reader:
            return fetch(reader, id)

    def feedback(self, verdict: Verdict, ids: Sequence[str], *, reason: str = "") -> tuple[Judgement, ...]:
        """Say what hits were worth: useful, wrong or outdated; `none` takes back what was said of them before.

        It puts those in order that fit a question as well as each other, and changes nothing that is believed: for
        that there are `retract` and `forget`. Raises NotFound, and MisuseError for another verdict or no ids.
        """
        if verdict not in get_args(Verdict) or not ids:
            raise MisuseError(
                f"{verdict!r} of {len(ids)} hits is no feedback.",
                hint=f"Name at least one id; the verdict is {', '.join(get_args(Verdict))}.",
            )
        return tuple(curate.judge(ids, verdict, reason=reason, at=now(), store=self._store))

    def forget(self, id: str, *, reason: str = "") -> Receipt:  # noqa: A002 - the word people expect
        """Erase a session, message, fact or entity from ledger, graph and indexes; raises NotFound."""

        def work() -> Receipt:
            receipt = forget(id, reason=reason, store=self._store, ontology=self.ontology)
            catch_up(self._index, self._store)
            return receipt

        # A later event, seen by the index first, would have it pass over what is to be forgotten.
        return self._store.alone(work)

    def merge(self, source: str, target: str) -> Merged:
        """Make two entities one that goes by the target's name; nothing of the other is lost. Raises NotFound."""
        with self._store.graph.reader() as reader:
            ends = self._entity(reader, source), self._entity(reader, target)
        curate.merge(*ends, at=now(), store=self._store, ontology=self.ontology)
        return self._merged(ends[1].id, (ends[0].id, ends[1].id))

    def split(self, entity: str, *, other: str | None = None) -> Merged:
        """Part an entity from those it was one with, or say that it and `other` are two; raises NotFound.

        Named by id it is parted as it is; a name means whoever stands for it.
        """
        with self._store.graph.reader() as reader:
            one = self._exact(reader, entity)
            apart = self._exact(reader, other) if other else None
        if apart is None:
            ids = curate.split(one, at=now(), store=self._store, ontology=self.ontology)
        else:
            ids = (apart.id,)
            curate.tell_apart([(one.id, apart.id)], at=now(), store=self._store, ontology=self.ontology)
        return self._merged(one.id, (one.id, *ids))

    def alias(self, name: str, entity: str) -> Merged:
        """Make a name another one of an entity's; raises NotFound for an unknown entity."""
        with self._store.graph.reader() as reader:
            known = self._entity(reader, entity)
        key = curate.alias(name, known, at=now(), store=self._store, ontology=self.ontology)
        return self._merged(known.id, (key, known.id))

    def review(self, *, limit: int = 50) -> tuple[Doubt, ...]:
        """What waits for a person: contradictions between facts, then entities that may be one."""
        with self._store.graph.reader() as reader:
            return review.doubts(reader, limit=limit)

    def keep(self, id: str) -> tuple[FactView, ...]:  # noqa: A002 - the word that people expect
        """Say that a fact stands: what contradicts it is retracted. What is now believed in its place.

        Where words about something else had ended it, it goes on.
        """
        curate.settle(id, stands=True, at=now(), store=self._store, ontology=self.ontology)
        return self._told(id)

    def retract(self, id: str) -> tuple[FactView, ...]:  # noqa: A002 - the word that people expect
        """Say that a fact was never so: it stays in the history and is believed no more."""
        curate.settle(id, stands=False, at=now(), store=self._store, ontology=self.ontology)
        return self._told(id)

    def resolve(self, verdict: Settlement, id: str, other: str) -> Resolved:  # noqa: A002 - the word people expect
        """Settle a doubt of `review` by the two ids in it; nothing is lost.

        Of two facts: `keep` (the first stands, the other does not), `retract` (the first was never so), `both` (both
        are so, and it is not asked again) and `reopen`, which takes `both` back. Of two entities: `merge` (the name of
        the other stays) and `split`. Raises NotFound, and MisuseError for facts that do not contradict each other.
        """
        if verdict not in get_args(Settlement):
            raise MisuseError(
                f"{verdict!r} settles nothing.", hint=f"Allowed: {', '.join(get_args(Settlement))}."
            )
        if verdict in {"merge", "split"}:
            merged = self.merge(id, other) if verdict == "merge" else self.split(id, other=other)
            return Resolved(verdict=verdict, ids=(id, other), entity=merged)
        if verdict in {"keep", "retract"}:
            with self._store.graph.reader() as reader:
                curate.demand_contradiction(reader, id, other)
            facts = self.keep(id) if verdict == "keep" else self.retract(id)
            return Resolved(verdict=verdict, ids=(id, other), facts=facts)
        both = verdict == "both"
        curate.settle_both((id, other), both=both, at=now(), store=self._store, ontology=self.ontology)
        return Resolved(verdict=verdict, ids=(id, other), facts=self._told(id))

    def cypher(self, query: str, *, params: dict[str, Any] | None = None) -> Table:
        """Run one reading Cypher statement; raises QueryError for anything else."""
        limit = self.settings["cypher.rows"]
        columns, rows = self._store.graph.query(
            query, params or {}, seconds=self.settings["cypher.seconds"], rows=limit
        )
        return Table(columns=columns, rows=tuple(rows[:limit]), truncated=len(rows) > limit)

    def stats(self) -> dict[str, Any]:
        """How much is stored and from which clients, the room that it takes in bytes, and what waits for the
        language model and what that has cost."""
        with self._store.graph.reader() as reader:
            return {
                **queries.counts(reader),
                "by_client": queries.counts_by_client(reader),
                "events": self._store.ledger.last_seq,
                "indexed": self._index.watermark,
                "engine": self.settings["store.engine"],
                "language_model": health.model_figures(self._store, self._workshop.model_work),
                "bytes": health.bytes_by_part(self.settings.home),
                "home": str(self.settings.home),
            }

    def status(self) -> dict[str, Any]:
        """How the memory does, in a few words: how far it is, what waits, and when a client was last read."""
        events, indexed = self.watermarks
        sources = self.sources()
        waits = self._workshop.model_work.backlog() if self.settings["extract.llm"] != "none" else None
        return {
            "home": str(self.settings.home),
            "ready": events == indexed,
            "events": events,
            "indexed": indexed,
            "watching": self._watcher is not None,
            "clients": [one.client for one in sources],
            "read_at": max((one.read_at for one in sources if one.read_at), default=None),
            "said_at": max((one.said_at for one in sources if one.said_at), default=None),
            "waiting": waits.sessions if waits else 0,
        }

    def rebuild(self) -> dict[str, Any]:
        """Make graph and indexes again from the ledger; raises LedgerDamaged when that cannot be read."""
        started = time.perf_counter()

        def work() -> dict[str, Any]:
            report = self._store.rebuild()
            self._index.reset()
            catch_up(self._index, self._store)
            return report

        report = self._store.alone(work)
        return {**report, "seconds": round(time.perf_counter() - started, 3)}

    def doctor(self) -> tuple[Finding, ...]:
        """What was looked at, how it is, and how to mend it."""
        return health.examine(self._store, self._index, self._workshop.model_work, self.sources())

    def export(
        self,
        path: str | Path,
        *,
        format: ExportFormat = "jsonl",  # noqa: A002 - the word that people expect
        progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Write the whole graph to a file, as it is now; the same beliefs give the same bytes.

        As lines of JSON, JSON-LD, GraphML, GEXF or a Cypher script, or as a zip of CSV or Parquet files. Raises
        MisuseError for a file that cannot be written.
        """
        return archive.export(self._store, Path(path).expanduser(), format, progress=progress)

    def _told(self, fact_id: str) -> tuple[FactView, ...]:
        self._index.flush()
        return self.history(fact_id)

    def _merged(self, entity_id: str, ids: tuple[str, ...]) -> Merged:
        self._index.flush()
        with self._store.graph.reader() as reader:
            shown = browse.entity_view(reader, self._entity(reader, entity_id), Viewpoint(now()))
        return Merged(id=shown.id, name=shown.name, aliases=shown.aliases, ids=ids)

    def _exact(self, reader: queries.Reader, name: str) -> Entity:
        """The entity with exactly that id, or the one that the name means by itself, whatever it is one with."""
        found = queries.entities(reader, [name] if name.startswith("ent_") else entity_ids(name))
        return max(found.values(), key=lambda e: (e.mentions, e.id)) if found else self._entity(reader, name)
