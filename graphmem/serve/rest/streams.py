"""Server-sent events: what is new comes out as it happens, and a reader that is too slow is let go.

Nothing is queued for a reader. It has a place in what can be read again, and takes from there when it can; it resumes
with `Last-Event-ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import anyio
import anyio.to_thread
from starlette.responses import Response

from graphmem.errors import MisuseError
from graphmem.serve.bell import Bell

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

HEARTBEAT_SECONDS = 15.0
SLOW_SECONDS = 30.0  # a reader that takes nothing for so long is let go
READERS = 64


class Sent(NamedTuple):
    """One event: the place after it, its name, and its data in one line."""

    place: int
    name: str
    data: bytes


class Feed(NamedTuple):
    """What can be read after a place, a bounded piece at a time, and whether more will come."""

    after: Callable[[int], Sequence[Sent]]
    over: Callable[[], bool]


class Events(Response):
    """The events of a feed after a place, until it is over, the reader has gone, or the bell is closed."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, bell: Bell, *, place: int, heartbeat: float | None = None) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.feed, self.bell, self.place = feed, bell, place
        self.heartbeat = HEARTBEAT_SECONDS if heartbeat is None else heartbeat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until there is nobody to send to."""
        del scope
        async with anyio.create_task_group() as tasks:

            async def listen() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                tasks.cancel_scope.cancel()

            tasks.start_soon(listen)
            with suppress(TimeoutError, OSError):  # it was slow, or went
                await self._send_all(send)
            tasks.cancel_scope.cancel()

    async def _send_all(self, send: Send) -> None:
        async def give(data: bytes, *, more: bool = True) -> None:
            with anyio.fail_after(SLOW_SECONDS):
                await send({"type": "http.response.body", "body": data, "more_body": more})

        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await give(b": here\n\n")
        with self.bell.heard() as rung:
            while not self.bell.closed:
                rung.clear()
                over = self.feed.over()  # asked first: what came before it was over is still sent
                found = await anyio.to_thread.run_sync(self.feed.after, self.place)
                for sent in found:
                    await give(line(sent))
                    self.place = sent.place
                if found:
                    continue
                if over:
                    break
                with anyio.move_on_after(self.heartbeat) as waited:
                    await rung.wait()
                if waited.cancelled_caught:
                    await give(b": heartbeat\n\n")
        await give(b"", more=False)


def line(sent: Sent) -> bytes:
    """An event as it goes over the wire."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (sent.place, sent.name.encode(), sent.data)


def place_of(last_event_id: str | None, otherwise: int) -> int:
    """The place that a reader was at; raises MisuseError for what is none."""
    if last_event_id is None or last_event_id == "":
        return otherwise
    if not last_event_id.isascii() or not last_event_id.isdigit() or len(last_event_id) > 18:
        raise MisuseError(
            f"{last_event_id!r} is no place in the events.", hint="Send the id of the last event that came."
        )
    return int(last_event_id)
