"""Conversations are taken in while they are held: what the watcher hands out goes through the same pipeline.

Files that are being written come first; whatever else is read stops for them between two batches and goes on
afterwards. A file that breaks its reader is set aside until it changes, and the others go on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from graphmem.capture.reader import Reader
from graphmem.capture.watch import Due, Watcher
from graphmem.errors import StoreError
from graphmem.index.sync import Index
from graphmem.model import Problem
from graphmem.pipeline.ingest import Ingest
from graphmem.pipeline.tally import Tally
from graphmem.result import IngestReport

log = logging.getLogger("graphmem")

IDLE_SECONDS = 1.0  # nothing was written for so long: what was indexed is made durable
LONGEST_UNFLUSHED = 60.0  # seconds; it is made durable all the same

Heard = Callable[[IngestReport], None]


class Watching:
    """Reads what a watcher hands out until it is interrupted; `start` makes the ingest of one turn."""

    def __init__(self, watcher: Watcher, start: Callable[[], Ingest], index: Index) -> None:
        self.watcher, self.start, self.index = watcher, start, index
        self._unflushed: float | None = (
            None  # since when something is indexed and not durable (monotonic seconds)
        )

    def run(self, interrupted: Callable[[], bool], heard: Heard | None = None) -> None:
        """Read, until `interrupted` says True; every turn that added or met something is told to `heard`.

        Raises StoreError when the store takes nothing more.
        """
        try:
            while not interrupted():
                due = self.watcher.due(interrupted, patience=IDLE_SECONDS if self._unflushed else None)
                if due is not None:
                    self._turn(due, interrupted, heard)
                self._flush(idle=due is None)
        finally:
            self._flush(idle=True)

    def _turn(self, due: Due, interrupted: Callable[[], bool], heard: Heard | None) -> None:
        """Read what is due; when that fails, each by itself, so that only the one that fails is set aside."""
        started = time.monotonic()
        groups = [due.sources]
        while groups:
            sources = groups.pop()
            try:
                report = self._read(sources, interrupted)
            except StoreError:
                raise
            except Exception as cause:  # any extractor on any text, also one of another package
                names = ", ".join(str(path) for _, path in sources)
                log.exception("Taking in %s failed.", names)
                if len(sources) > 1:
                    groups += [[one] for one in sources]
                    continue
                reason = f"could not be taken in ({type(cause).__name__}: {cause}); it is tried again when it changes"
                report = Tally(problems=[Problem(names, 0, reason)]).report(
                    seconds=time.monotonic() - started
                )
            self._unflushed = self._unflushed or (started if report.messages or report.facts else None)
            if heard is not None and (report.messages or report.facts or report.problems):
                heard(report)
        self.watcher.rested(due.sources, time.monotonic() - started)

    def _read(self, sources: Sequence[tuple[Reader, Path]], interrupted: Callable[[], bool]) -> IngestReport:
        """Read some files; what is left when a file that is being written presses waits again."""
        left = False

        def until() -> bool:
            nonlocal left
            left = interrupted() or self.watcher.pressing(sources)
            return left

        report = self.start().run([one for one in sources if one[1].exists()], until=until)
        if left:
            self.watcher.returned(sources)
        return report

    def _flush(self, *, idle: bool) -> None:
        """Make durable what was indexed, when nothing happens or it has been long."""
        since = self._unflushed
        if since is not None and (idle or time.monotonic() - since > LONGEST_UNFLUSHED):
            self.index.flush()
            self._unflushed = None
