"""The folders of the clients go in; the transcripts that are new or changed come out, those being written first.

The file system tells what changes where it can; where it cannot, and for whatever it forgot to tell, the folders
are looked through from time to time. What waits is a set of files, never a list of events: however fast a client
writes and however slowly its files are read, a file waits once.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from graphmem.capture.events import Events
from graphmem.capture.machine import Machine
from graphmem.capture.registry import Reader, places_of
from graphmem.capture.stamps import SIDECARS, Stamp, stamp
from graphmem.capture.warm import Warm

GLANCE_SECONDS = 1.0  # single files that are watched are looked at so often
POLL_SECONDS = 2.0  # and whole folders, where the file system tells nothing
HURRY_SECONDS = 1.0  # folders are looked through at most so often for the sake of a file that is not known
LIVE_SECONDS = 60.0  # who was written so short ago is being written
SLICE = 50  # so many files that are not being written are read in one go
STRANGER_BYTES = 1 << 20  # who is larger and not recognised is not looked at again
REST, LONGEST_REST = (
    2.0,
    3.0,
)  # a file rests for twice the time that it took to read, but not for longer: seconds


class Due(NamedTuple):
    """Files to be read now; `live` ones are being written, the others only lay there unread."""

    sources: list[tuple[Reader, Path]]
    live: bool


@dataclass(slots=True)
class Waiting:
    """A file that waits to be read, not before `since` (monotonic seconds)."""

    source: tuple[Reader, Path]
    live: bool
    since: float
    changed: int  # nanoseconds since 1970; the newest is read first


class Watcher:
    """The files of some readers, and which of them have changed since they were handed out.

    `every` is the time in seconds between two looks through all folders; with `polling` the file system is not
    asked to tell, and the folders are looked through every two seconds. One thread asks; `wake` may be called by
    another. `interrupted` is asked whenever it would wait on.
    """

    def __init__(
        self, known: Sequence[Reader], machine: Machine, *, every: float = 30.0, polling: bool = False
    ) -> None:
        self.readers, self.machine = list(known), machine
        self.every, self.polling = every, polling
        self._sources: dict[str, tuple[Reader, Path]] = {}  # by real path
        self._strangers: dict[
            str, Stamp
        ] = {}  # files that no reader knows, as they were when they were looked at
        self._seen: dict[str, Stamp] = {}  # as they were when they were handed out
        self._waiting: dict[str, Waiting] = {}
        self._rests: dict[str, float] = {}
        self._changed = threading.Condition()
        self._told: set[str] = set()  # by the file system, not looked at yet
        self._urged: set[tuple[str, str | None]] = set()  # by whoever wrote them, with the client
        self._events: Events | None = None
        self._roots: frozenset[Path] = frozenset()
        self._places: list[tuple[Reader, Path]] = []  # as they were at the last look
        self._looked = self._glanced = float("-inf")
        self._unknown = False  # something was written that no known file explains
        warm = Warm()
        for reader in self.readers:
            if hasattr(reader, "warm"):
                reader.warm = warm

    def close(self) -> None:
        """Hear no more; safe to call twice."""
        events, self._events, self._roots = self._events, None, frozenset()
        if events is not None:
            events.stop()

    def wake(self, told: Iterable[str] = ()) -> None:
        """Have whoever waits look up; `told` are paths that were written."""
        with self._changed:
            self._told.update(told)
            self._changed.notify_all()

    def urge(self, path: str, client: str | None) -> None:
        """Have a file that was just written read next, wherever it lies; no path means: look everywhere."""
        with self._changed:
            self._urged.add((path, client))
            self._changed.notify_all()

    @property
    def notice(self) -> str:
        """Why the file system does not tell what changes, or ""."""
        return self._events.failed if self._events is not None else ""

    # -- Asking ------------------------------------------------------------------------------------------------

    def due(self, interrupted: Callable[[], bool], *, patience: float | None = None) -> Due | None:
        """The files to be read next; waits until there are some. None when interrupted or out of patience (seconds)."""
        until = float("inf") if patience is None else time.monotonic() + patience
        while not interrupted():
            self._take_in()
            now = time.monotonic()
            ready = sorted(
                (one for one in self._waiting.values() if one.since <= now), key=lambda one: -one.changed
            )
            live = [one for one in ready if one.live]
            if ready:
                return Due([self._hand_out(one) for one in live or ready[:SLICE]], live=bool(live))
            if now >= until:
                return None
            soonest = min((one.since for one in self._waiting.values()), default=float("inf"))
            with self._changed:
                if not self._told and not self._urged:
                    self._changed.wait(max(0.0, min(soonest, until, self._glanced + GLANCE_SECONDS) - now))
        return None

    def pressing(self, current: Iterable[tuple[Reader, Path]]) -> bool:
        """Whether a file that is being written waits; asked while others, the current ones, are read."""
        self._take_in()
        now = time.monotonic()
        here = {path for _, path in current}
        return any(
            one.live and one.since <= now and one.source[1] not in here for one in self._waiting.values()
        )

    def returned(self, sources: Iterable[tuple[Reader, Path]]) -> None:
        """Files that were handed out and not read to their end: they wait again, behind those being written."""
        for reader, path in sources:
            real = os.path.realpath(path)
            self._seen.pop(real, None)
            self._note(reader, path, live=False)

    def rested(self, sources: Iterable[tuple[Reader, Path]], seconds: float) -> None:
        """Files whose reading took so long rest a while before they are read again."""
        until = time.monotonic() + min(LONGEST_REST, REST * seconds)
        for _, path in sources:
            self._rests[os.path.realpath(path)] = until

    def _hand_out(self, one: Waiting) -> tuple[Reader, Path]:
        reader, path = one.source
        real = os.path.realpath(path)
        del self._waiting[real]
        try:
            # Taken before the file is read: what is written meanwhile shows as a change.
            self._seen[real] = stamp(reader, Path(real))
        except OSError:
            self._seen.pop(real, None)
        return one.source

    # -- What changed ------------------------------------------------------------------------------------------

    def _take_in(self) -> None:
        """Note what was told since the last time, and look through files and folders when it is time to."""
        with self._changed:
            told, self._told = self._told, set()
            urged, self._urged = self._urged, set()
        for path in told:
            source = self._sources.get(os.path.realpath(owner_of(path)))
            if source is not None:
                self._note(*source)
            else:
                self._unknown = True
        for path, client in urged:
            self._unknown = self._unknown or not path
            for reader in self.readers if path else ():
                if client in (None, reader.client):
                    self._note(reader, Path(path))
        now = time.monotonic()
        if now - self._glanced >= GLANCE_SECONDS:
            self._glanced = now
            for reader, place in self._places:
                if place.is_file():
                    self._note(reader, place)
        rarely = POLL_SECONDS if self.polling or self.notice else self.every
        if now - self._looked >= (min(HURRY_SECONDS, rarely) if self._unknown else rarely):
            self._look()

    def _look(self) -> None:
        """Look through all folders."""
        self._looked, self._unknown = time.monotonic(), False
        self._places = [
            (reader, place)
            for reader in self.readers
            for place in dict.fromkeys(places_of(reader, self.machine))
        ]
        roots = frozenset(place for _, place in self._places if place.is_dir())
        if roots != self._roots:
            self._follow(roots)
        for reader, place in self._places:
            if place.is_dir():
                for path in reader.discover(place):
                    self._note(reader, path)

    def _follow(self, roots: frozenset[Path]) -> None:
        """Have the file system tell of what is written below these folders from now on."""
        self.close()
        self._roots = roots
        if roots and not self.polling:
            self._events = Events(sorted(roots), self.wake)

    def _note(self, reader: Reader, path: Path, *, live: bool = True) -> None:
        """Let a file wait when it is a transcript and has changed since it was handed out."""
        real = os.path.realpath(path)
        try:
            now = stamp(reader, Path(real))
        except OSError:
            # It is gone. What was read of it stays, here and in the memory.
            self._waiting.pop(real, None)
            return
        if self._seen.get(real) == now or (
            real not in self._sources and not self._recognised(reader, path, now)
        ):
            return
        source = self._sources.setdefault(real, (reader, path))
        old = self._waiting.get(real)
        self._waiting[real] = Waiting(
            source=source,
            live=live and time.time() - now.changed / 1e9 < LIVE_SECONDS,
            since=old.since if old else max(time.monotonic(), self._rests.pop(real, 0.0)),
            changed=now.changed,
        )

    def _recognised(self, reader: Reader, path: Path, now: Stamp) -> bool:
        """Whether a file that was not met yet is this reader's; a stranger is looked at again while it is small."""
        key = f"{reader.client}:{os.path.realpath(path)}"
        before = self._strangers.get(key)
        if before is not None and (before == now or before.size > STRANGER_BYTES):
            return False
        if reader.recognises(path):
            self._strangers.pop(key, None)
            return True
        self._strangers[key] = now
        return False


def owner_of(path: str) -> str:
    """The file that a path belongs to: a database for what lies beside it."""
    for suffix in SIDECARS:
        if path.endswith(suffix):
            return path.removesuffix(suffix)
    return path
