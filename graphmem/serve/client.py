"""The verbs of Memory, asked of a daemon over HTTP: the same names, parameters, records and errors.

`remote.py` knows how a daemon is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.model import Judgement
from graphmem.result import (
    Answer,
    Captured,
    ContextBlock,
    Detail,
    Doubt,
    EntityView,
    ExportFormat,
    ExtractReport,
    FactView,
    Fetched,
    Finding,
    HitKind,
    IngestReport,
    Injection,
    Merged,
    Neighbor,
    Progress,
    Recall,
    Receipt,
    Remembered,
    Resolved,
    Route,
    Settlement,
    SourceView,
    Table,
    Turn,
    Verdict,
)
from graphmem.serve.evolved import Evolved
from graphmem.serve.lists import Lists


class Client(Evolved, Lists):
    """A memory that a daemon serves.

        with Client("http://127.0.0.1:7787", token) as memory:
            memory.recall("where does the user work").hits

    Every verb of Memory is a method here, with the same parameters; what a verb raises is raised here too. Raises
    DaemonError when nobody answers within `patience` seconds. May be used from several threads; each request has a
    connection of its own.
    """

    def ingest(
        self,
        paths: Iterable[str | Path] = (),
        *,
        client: str | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> IngestReport:
        """See Memory.ingest."""
        return self._ask("ingest", locals(), IngestReport)

    def extract(
        self,
        *,
        again: bool = False,
        session: str | None = None,
        batch: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> ExtractReport:
        """See Memory.extract."""
        return self._ask("extract", locals(), ExtractReport)

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
        """See Memory.recall."""
        return self._ask("recall", locals(), Recall)

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
        """See Memory.context."""
        return self._ask("context", locals(), ContextBlock)

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
        """See Memory.ask."""
        return self._ask("ask", locals(), Answer)

    def capture(
        self,
        path: str | Path = "",
        *,
        client: str | None = None,
    ) -> Captured:
        """See Memory.capture."""
        return self._ask("capture", locals(), Captured)

    def inject(
        self,
        prompt: str = "",
        *,
        event: Turn = "prompt",
        session: str = "",
        client: str | None = None,
        cwd: str = "",
        root: str = "",
        branch: str = "",
        project: str | None = None,
        budget: int | None = None,
    ) -> Injection:
        """See Memory.inject."""
        return self._ask("inject", locals(), Injection)

    def remember(
        self,
        text: str,
        *,
        project: str = "",
        at: datetime | None = None,
    ) -> Remembered:
        """See Memory.remember."""
        return self._ask("remember", locals(), Remembered)

    def entity(
        self,
        name: str,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> EntityView:
        """See Memory.entity."""
        return self._ask("entity", locals(), EntityView)

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
        """See Memory.neighbors."""
        return self._ask("neighbors", locals(), tuple[Neighbor, ...])

    def path(
        self,
        source: str,
        target: str,
        *,
        max_length: int = 4,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Route:
        """See Memory.path."""
        return self._ask("path", locals(), Route)

    def history(
        self,
        id: str,  # noqa: A002 - the word that people expect
        *,
        predicate: str | None = None,
    ) -> tuple[FactView, ...]:
        """See Memory.history."""
        return self._ask("history", locals(), tuple[FactView, ...])

    def timeline(
        self,
        entity: str,
        *,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[FactView, ...]:
        """See Memory.timeline."""
        return self._ask("timeline", locals(), tuple[FactView, ...])

    def fetch(
        self,
        id: str,  # noqa: A002 - the word that people expect
    ) -> Fetched:
        """See Memory.fetch."""
        return self._ask("fetch", locals(), Fetched)

    def feedback(
        self,
        verdict: Verdict,
        ids: Sequence[str],
        *,
        reason: str = "",
    ) -> tuple[Judgement, ...]:
        """See Memory.feedback."""
        return self._ask("feedback", locals(), tuple[Judgement, ...])

    def forget(
        self,
        id: str,  # noqa: A002 - the word that people expect
        *,
        reason: str = "",
    ) -> Receipt:
        """See Memory.forget."""
        return self._ask("forget", locals(), Receipt)

    def merge(
        self,
        source: str,
        target: str,
    ) -> Merged:
        """See Memory.merge."""
        return self._ask("merge", locals(), Merged)

    def split(
        self,
        entity: str,
        *,
        other: str | None = None,
    ) -> Merged:
        """See Memory.split."""
        return self._ask("split", locals(), Merged)

    def alias(
        self,
        name: str,
        entity: str,
    ) -> Merged:
        """See Memory.alias."""
        return self._ask("alias", locals(), Merged)

    def review(
        self,
        *,
        limit: int = 50,
    ) -> tuple[Doubt, ...]:
        """See Memory.review."""
        return self._ask("review", locals(), tuple[Doubt, ...])

    def keep(
        self,
        id: str,  # noqa: A002 - the word that people expect
    ) -> tuple[FactView, ...]:
        """See Memory.keep."""
        return self._ask("keep", locals(), tuple[FactView, ...])

    def retract(
        self,
        id: str,  # noqa: A002 - the word that people expect
    ) -> tuple[FactView, ...]:
        """See Memory.retract."""
        return self._ask("retract", locals(), tuple[FactView, ...])

    def resolve(
        self,
        verdict: Settlement,
        id: str,  # noqa: A002 - the word that people expect
        other: str,
    ) -> Resolved:
        """See Memory.resolve."""
        return self._ask("resolve", locals(), Resolved)

    def cypher(
        self,
        query: str,
        *,
        params: dict[str, Any] | None = None,
    ) -> Table:
        """See Memory.cypher."""
        return self._ask("cypher", locals(), Table)

    def stats(
        self,
    ) -> dict[str, Any]:
        """See Memory.stats."""
        return self._ask("stats", locals(), dict[str, Any])

    def status(
        self,
    ) -> dict[str, Any]:
        """See Memory.status."""
        return self._ask("status", locals(), dict[str, Any])

    def sources(
        self,
        *,
        client: str | None = None,
    ) -> tuple[SourceView, ...]:
        """See Memory.sources."""
        return self._ask("sources", locals(), tuple[SourceView, ...])

    def rebuild(
        self,
    ) -> dict[str, Any]:
        """See Memory.rebuild."""
        return self._ask("rebuild", locals(), dict[str, Any])

    def doctor(
        self,
    ) -> tuple[Finding, ...]:
        """See Memory.doctor."""
        return self._ask("doctor", locals(), tuple[Finding, ...])

    def export(
        self,
        path: str | Path,
        *,
        format: ExportFormat = "jsonl",  # noqa: A002 - the word that people expect
        progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """See Memory.export; the file is on this machine, wherever the daemon is, and `progress` tells its bytes."""
        return self.download(Path(path).expanduser(), format, progress)
