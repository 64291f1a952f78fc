"""What a client asks of a daemon beside the verbs: jobs, their progress, and each change of the memory."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import msgspec

from graphmem.errors import DaemonError, GraphmemError
from graphmem.result import Heard, Job, Progress
from graphmem.serve.problems import raised
from graphmem.serve.routes import BASE
from graphmem.serve.transport import FIRST_PAUSE, LONGEST_PAUSE, Transport

AS_A_JOB = {"Prefer": "respond-async"}


class Following(Transport):
    """A transport that follows what goes on."""

    def jobs(self) -> tuple[Job, ...]:
        """The jobs of the daemon, the newest first."""
        told = msgspec.json.decode(self.send("GET", f"{BASE}/jobs"))
        return msgspec.convert(told["jobs"], tuple[Job, ...])

    def job(self, id: str) -> Job:  # noqa: A002 - the word that people expect
        """A job as it is now; raises NotFound."""
        return msgspec.json.decode(self.send("GET", f"{BASE}/jobs/{quote(id, safe='')}"), type=Job)

    def cancel(self, id: str) -> Job:  # noqa: A002 - the word that people expect
        """Have a job stop where it is; what it has done is kept. Raises NotFound."""
        return msgspec.json.decode(self.send("DELETE", f"{BASE}/jobs/{quote(id, safe='')}"), type=Job)

    def follow(self, id: str) -> Iterator[Job]:  # noqa: A002 - the word that people expect
        """A job each time that it has gone on, until it is over; raises NotFound."""
        for _, _, data in self.listen(f"{BASE}/jobs/{quote(id, safe='')}/events"):
            job = msgspec.json.decode(data, type=Job)
            yield job
            if job.ended_at is not None:
                return

    def changes(self, *, after: int | None = None) -> Iterator[Heard]:
        """Every change of the memory as it is made, after that event or from now on; it does not end by itself."""
        for _, _, data in self.listen(f"{BASE}/events", after=after):
            yield msgspec.json.decode(data, type=Heard)

    def work(self, path: str, sent: dict[str, Any], progress: Callable[[Progress], None]) -> Any:
        """What a verb gave that was done as a job, its progress told meanwhile.

        Should `progress` raise, or the person stop it, the job is cancelled. Raises what the verb raises.
        """
        begun = job = msgspec.json.decode(self.send("POST", path, sent, headers=AS_A_JOB), type=Job)
        try:
            for job in self.follow(begun.id):
                if job.progress is not None:
                    progress(job.progress)
        except BaseException:
            with suppress(GraphmemError):
                self.cancel(begun.id)
            raise
        if job.status == "failed":
            problem = job.problem or {}
            raise raised(problem, int(problem.get("status", 500)))
        if job.status != "done":
            raise DaemonError(
                f"The job {job.id} was {job.status}; what it had done is kept.",
                hint="The same command goes on.",
            )
        return job.result

    def listen(self, path: str, *, after: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """Server-sent events without end: place, name and data; resumed when the daemon goes and comes back.

        Raises DaemonError when it is away for longer than `patience`, and what it says went wrong.
        """
        place, until, pause = after, time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            headers = {"Accept": "text/event-stream"}
            if place is not None:
                headers["Last-Event-ID"] = str(place)
            try:
                with self.answer("GET", path, headers=headers) as response:
                    for came, name, data in messages(response):
                        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
                        if name:
                            place = came
                            yield came, name, data
            except (OSError, http.client.HTTPException) as cause:
                self._wait(self.silent(cause), until, pause)
            except GraphmemError as error:
                self._wait(error, until, pause)
            else:
                self._wait(self.silent("the events broke off"), until, pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _wait(self, error: GraphmemError, until: float, pause: float) -> None:
        """Wait before asking again; raise the error when that is of no use."""
        wait = getattr(error, "retry_after", None)
        if wait is None or time.monotonic() + max(wait, pause) > until:
            raise error
        time.sleep(max(wait, pause))


def messages(response: http.client.HTTPResponse) -> Iterator[tuple[int, str, bytes]]:
    """The events of a stream, and its heartbeats as events without a name."""
    place, name, data = 0, "", b""
    while line := response.readline():
        field, _, value = line.rstrip(b"\n").partition(b": ")
        if not line.strip():
            yield place, name, data
            name, data = "", b""
        elif field == b"id":
            place = int(value)
        elif field == b"event":
            name = value.decode()
        elif field == b"data":
            data = value
