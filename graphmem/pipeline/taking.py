"""The verbs that take conversations in: `ingest`, `watch`, `capture`, `sources` and `extract`. A part of `Memory`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.capture.machine import this_machine
from graphmem.capture.reader import canonical, discover_all, find_sources, readers
from graphmem.capture.watch import Watcher
from graphmem.pipeline.again import Again
from graphmem.pipeline.watching import Watching
from graphmem.result import Captured, ExtractReport, IngestReport, Progress, SourceView
from graphmem.store import source_views

if TYPE_CHECKING:
    from graphmem.config import Settings
    from graphmem.index.sync import Index
    from graphmem.pipeline.workshop import Workshop
    from graphmem.store.store import Store


class Taking:
    """What a memory takes in."""

    settings: Settings
    _store: Store
    _index: Index
    _workshop: Workshop
    _watcher: Watcher | None = None

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
        found = (
            find_sources(chosen, client=client, settings=self.settings)
            if chosen
            else discover_all(self.settings, client=client)
        )
        report = self._workshop.import_run("ingest", progress=progress, expect=self._index.expect).run(
            list(found)
        )
        self._index.flush()
        return report

    def watch(
        self,
        *,
        client: str | None = None,
        interrupted: Callable[[], bool] | None = None,
        heard: Callable[[IngestReport], None] | None = None,
    ) -> None:
        """Take in what the usual clients (or `client`) write, as they write it, until `interrupted` says True.

        What was there and not read is read too, the newest first. `heard` is told what each turn added. A language
        model is not asked: its work is queued for `extract`. Raises UnknownClient.
        """
        watcher = Watcher(
            readers(self.settings, client, forms=False),
            this_machine(self.settings),
            every=self.settings["capture.look_seconds"],
            polling=self.settings["capture.watch"] == "polling",
        )
        self._watcher = watcher
        try:
            start = partial(self._workshop.import_run, "watch", deferred=True, expect=self._index.expect)
            Watching(watcher, start, self._index).run(interrupted or (lambda: False), heard)
        finally:
            self._watcher = None
            watcher.close()

    def capture(self, path: str | Path = "", *, client: str | None = None) -> Captured:
        """Have what a client has just written taken in now: the transcript at `path`, or whatever is new of `client`.

        While `watch` runs, it is told to look there at once, and nothing waits; else the transcript is read here.
        Raises UnknownClient, and what `ingest` raises.
        """
        name = canonical(client) if client else None
        file = str(Path(path).expanduser().absolute()) if path else ""
        watcher = self._watcher
        if watcher is not None:
            watcher.urge(file, name)
            return Captured(file, queued=True)
        report = self.ingest([file] if file else (), client=name)
        return Captured(file, queued=False, messages=report.messages)

    def sources(self, *, client: str | None = None) -> tuple[SourceView, ...]:
        """How the transcripts of each client (or of `client`) do; raises UnknownClient."""
        return source_views.views(self._workshop.health, canonical(client) if client else None)

    def extract(
        self,
        *,
        again: bool = False,
        session: str | None = None,
        batch: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> ExtractReport:
        """Let the language model read the sessions that wait for it; `again`: all sessions anew, by all extractors.

        `session` reads only that one; `batch` hands the questions in at half the price, and a later call collects
        the answers. Raises MisuseError when no model is set, NotFound, and MissingExtra without its library.
        """
        run = Again(
            self._store,
            ontology=self._workshop.ontology,
            offline=lambda: self._workshop.extractor,
            work=self._workshop.model_work,
            model=self._workshop.model,
            progress=progress,
        )
        report = run.run(again=again, session=session, batch=batch)
        self._index.flush()
        return report
