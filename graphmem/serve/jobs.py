"""Long work in the background: a verb and what it is given go in; a job comes out, to be followed and cancelled."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec

from graphmem.errors import GraphmemError, MisuseError, NotFound
from graphmem.memory import Memory
from graphmem.result import Job, JobStatus, Progress
from graphmem.serve.bell import Bell
from graphmem.serve.problems import details, problem
from graphmem.store.jobs import KEPT, JobList
from graphmem.store.ledger import Ledger
from graphmem.temporal import format_time, now

log = logging.getLogger("graphmem")

AT_ONCE, WAITING = 2, 32  # so many run together, and so many more may wait
OVER: frozenset[JobStatus] = frozenset({"done", "failed", "cancelled", "interrupted"})
RING_SECONDS = 0.2  # progress is told no more often
WITH_PROGRESS = frozenset({"ingest", "extract", "evolve", "export"})


class Cancelled(BaseException):
    """A job was cancelled; no Exception, so that nobody takes it for a file that cannot be read."""


class Jobs:
    """The jobs of one daemon; those that a killed one left open are interrupted."""

    def __init__(self, memory: Callable[[], Memory], ledger: Ledger, bell: Bell) -> None:
        self.memory, self.bell = memory, bell
        self._list = JobList(ledger)
        self._lock = threading.RLock()
        self._jobs: dict[str, Job] = {}
        self._versions: dict[str, int] = {}
        self._cancelled: set[str] = set()
        self._futures: dict[str, Future[None]] = {}
        self._rung = 0.0
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="graphmem-job")
        for job in self._list.all():
            self._jobs[job.id] = job
            if job.status not in OVER:
                self._put(msgspec.structs.replace(job, status="interrupted", ended_at=now()))

    @property
    def working(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._futures)

    def start(self, verb: str, given: dict[str, Any]) -> Job:
        """A new job, which begins when there is room; raises MisuseError when too many wait."""
        job = Job(
            id=f"job_{uuid.uuid4().hex[:16]}", verb=verb, given=shown(given), status="queued", made_at=now()
        )
        with self._lock:
            if len(self._futures) >= AT_ONCE + WAITING:
                raise MisuseError(
                    f"{len(self._futures)} jobs wait already.", hint="Ask again when some are done."
                )
            self._put(job)
            self._futures[job.id] = self._pool.submit(self._run, job.id, verb, given)
        return job

    def all(self) -> tuple[Job, ...]:
        """Every job that is remembered, the newest first."""
        return tuple(sorted(self._jobs.values(), key=lambda job: (job.made_at, job.id), reverse=True))

    def get(self, key: str) -> Job:
        """The job of that id; raises NotFound."""
        if key not in self._jobs:
            raise NotFound(f"There is no job {key!r}.", hint="graphmem job list shows those there are.")
        return self._jobs[key]

    def version(self, key: str) -> int:
        """A number that grows with each change of a job."""
        return self._versions.get(key, 0)

    def cancel(self, key: str) -> Job:
        """Have a job stop where it is; what it has done is kept. One that is over stays as it is. Raises NotFound."""
        with self._lock:
            job = self.get(key)
            if job.status in OVER:
                return job
            self._cancelled.add(key)
            future = self._futures.get(key)
            if future is not None and future.cancel():
                del self._futures[key]
                job = self._change(key, status="cancelled", ended_at=now())
            return job

    def close(self) -> None:
        """Cancel what runs and wait until it has stopped."""
        for job in self.all():
            if job.status not in OVER:
                with suppress(NotFound):  # it ended, and was the oldest
                    self.cancel(job.id)
        self._pool.shutdown(wait=True)

    def _run(self, key: str, verb: str, given: dict[str, Any]) -> None:
        told: dict[str, Any] = {}

        def heard(progress: Progress) -> None:
            self._check(key)
            self._change(key, keep=False, progress=progress)

        try:
            self._check(key)
            self._change(key, status="running", begun_at=now())
            more = {"progress": heard} if verb in WITH_PROGRESS else {}
            told = {"status": "done", "result": getattr(self.memory(), verb)(**given, **more)}
        except Cancelled:
            told = {"status": "cancelled"}
        except GraphmemError as error:
            told = {"status": "failed", "problem": details(error)}
        except Exception as error:  # a fault of ours ends the job, and not the daemon
            log.exception("The job %s (%s) failed.", key, verb)
            words = f"An error that should not be: {type(error).__name__}."
            told = {"status": "failed", "problem": problem(500, "Fault", words)}
        finally:
            with self._lock:
                self._futures.pop(key, None)
                self._cancelled.discard(key)
            self._change(key, ended_at=now(), **(told or {"status": "failed"}))

    def _check(self, key: str) -> None:
        if key in self._cancelled:
            raise Cancelled

    def _change(self, key: str, *, keep: bool = True, **changes: Any) -> Job:
        with self._lock:
            job = msgspec.structs.replace(self._jobs[key], **changes)
            if keep:
                self._put(job)
            else:
                self._jobs[key] = job
                self._versions[key] = self._versions.get(key, 0) + 1
                if time.monotonic() - self._rung < RING_SECONDS:
                    return job
            self._rung = time.monotonic()
        self.bell.ring()
        return job

    def _put(self, job: Job) -> None:
        self._list.put(job)
        self._jobs[job.id] = job
        self._versions[job.id] = self._versions.get(job.id, 0) + 1
        over = [one.id for one in reversed(self.all()) if one.status in OVER]
        for oldest in over[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[oldest]
            self._versions.pop(oldest, None)


def shown(given: dict[str, Any]) -> dict[str, Any]:
    """What a job was given, as plain values."""
    return {
        key: format_time(value) if isinstance(value, datetime) else value
        for key, value in given.items()
        if value is not None
    }
