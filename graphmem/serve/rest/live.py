"""The routes about what goes on: jobs, their progress, and every change of the memory as it is made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from graphmem.result import Heard, Job
from graphmem.serve.answers import JSON, encoded
from graphmem.serve.bell import Bell
from graphmem.serve.jobs import OVER, Jobs
from graphmem.serve.problems import MEDIA_TYPE, problem
from graphmem.serve.rest.examples import CHANGE, JOB, shown
from graphmem.serve.rest.streams import READERS, Events, Feed, Sent, place_of
from graphmem.serve.rest.who import check, demand, token_of
from graphmem.store.ledger import Event, Ledger

PIECE = 50  # events that are read together
IDS = 100
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}, "example": CHANGE.decode()}}}
}
RECORDS = (
    "sessions", "messages", "entities", "facts", "evidence", "aliases", "communities", "pages", "dropped", "forgotten",
)  # fmt: skip

LastEventId = Annotated[
    str | None, Header(description="The id of the last event that came; those after it follow.")
]


def live_routes(services: Callable[[], tuple[Jobs, Bell, Ledger]]) -> APIRouter:
    """The routes over the jobs, the bell and the ledger of a daemon."""
    router = APIRouter()

    @router.get("/jobs", tags=["jobs"], responses={200: shown({"jobs": [JOB]})})
    def every(request: Request) -> Response:
        """The jobs, the newest first."""
        demand(request, "admin", "the list of jobs")
        return Response(encoded({"jobs": services()[0].all()}), media_type=JSON)

    @router.get("/jobs/{id}", tags=["jobs"], responses={200: shown(JOB)})
    def one(request: Request, id: str) -> Response:  # noqa: A002 - as everywhere
        """A job: how far it is, and what came of it."""
        demand(request, "admin", "a job")
        return Response(encoded(services()[0].get(id)), media_type=JSON)

    @router.delete("/jobs/{id}", tags=["jobs"], status_code=202, responses={202: shown(JOB)})
    def cancel(request: Request, id: str) -> Response:  # noqa: A002 - as everywhere
        """Have a job stop where it is; what it has done is kept."""
        demand(request, "admin", "cancelling a job")
        return Response(encoded(services()[0].cancel(id)), status_code=202, media_type=JSON)

    @router.get("/jobs/{id}/events", tags=["jobs"], response_class=StreamingResponse, responses=EVENTS)
    def follow(request: Request, id: str, last_event_id: LastEventId = None) -> Response:  # noqa: A002 - as everywhere
        """The progress of a job as server-sent events named `job`, until it is over."""
        demand(request, "admin", "a job")
        jobs, bell, _ = services()
        jobs.get(id)
        return crowded(bell) or Events(feed_of(jobs, id), bell, place=place_of(last_event_id, -1))

    @router.get("/events", tags=["events"], response_class=StreamingResponse, responses=EVENTS)
    def listen(
        request: Request,
        last_event_id: LastEventId = None,
        after: Annotated[
            int | None, Query(ge=0, description="The same, in the address; else what comes now.")
        ] = None,
    ) -> Response:
        """Every change of the memory as a server-sent event named `change`, as it is made."""
        check(token_of(request), "events", "read", {}, ())
        _, bell, ledger = services()
        begin = ledger.last_seq if after is None else after
        feed = Feed(lambda place: changes(ledger, place), lambda: False)
        return crowded(bell) or Events(feed, bell, place=place_of(last_event_id, begin))

    return router


def crowded(bell: Bell) -> JSONResponse | None:
    """The answer when too many listen already."""
    if bell.waiting < READERS:
        return None
    told = problem(503, "TooManyReaders", f"{bell.waiting} listen already.", hint="Ask again later.")
    return JSONResponse(told, 503, {"retry-after": "5"}, media_type=MEDIA_TYPE)


def feed_of(jobs: Jobs, key: str) -> Feed:
    """How a job goes on: its newest state, if it is another than the reader has."""

    def after(place: int) -> list[Sent]:
        version, job = jobs.version(key), jobs.get(key)
        return [Sent(version, "job", encoded(job))] if version != place else []

    def over() -> bool:
        job: Job = jobs.get(key)
        return job.status in OVER

    return Feed(after, over)


def changes(ledger: Ledger, place: int) -> list[Sent]:
    """The changes after a place, a piece of them."""
    found = islice(ledger.events(place, page=PIECE), PIECE)
    return [Sent(event.seq, "change", encoded(heard(event))) for event in found]


def heard(event: Event) -> Heard:
    """What a listener is told of an event: no word of what was said."""
    change = event.change
    ids = [*(fact.id for fact in change.facts), *(entity.id for entity in change.entities)][:IDS]
    counts = {name: len(getattr(change, name)) for name in RECORDS}
    return Heard(
        seq=event.seq,
        at=event.at,
        kind=event.kind,
        actor=event.actor,
        counts={name: count for name, count in counts.items() if count},
        ids=tuple(ids),
    )
