"""The store of one home: changes go in and are durable; the graph follows the ledger, whatever happened to it.

home/ledger.db      the truth
home/graph.kuzu     the model; `graph.seal` vouches for its bytes since the last clean close
home/index/         derived, kept by graphmem.index
home/lock           held by the one process that owns the store
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from graphmem.config import Settings
from graphmem.errors import EngineError, StoreError
from graphmem.model import Change
from graphmem.store import bulk
from graphmem.store.apply import apply
from graphmem.store.graph import Connection, Graph
from graphmem.store.ledger import Event, Ledger, SourceState
from graphmem.store.lock import StoreLock
from graphmem.store.migrate import migrate, newest_schema, schema_version
from graphmem.store.seal import Seal
from graphmem.store.snapshot import sweep

log = logging.getLogger("graphmem")

ENGINES = ("kuzu", "ladybug")

# The engine holds about a quarter of a MiB for each commit until the next checkpoint, however small the commit
# (measured: 1,000 commits fill 128 MiB, and the next one fails); a checkpoint takes about half a second.
COMMITS_BETWEEN_CHECKPOINTS = 150
Attached = TypeVar("Attached", bound="Closable")
Done = TypeVar("Done")
Listener = Callable[[Event, Change], None]
Build = Callable[[Connection], Sequence[tuple[str, Change]]]


class Closable(Protocol):
    """Something that holds files open."""

    def close(self) -> None:
        """Write what is pending and let go."""


class Store:
    """A ledger and its graph, owned by this process.

    Opening brings the graph up to the ledger: events it has not seen are replayed, and a graph that is missing,
    damaged or was not closed cleanly is made anew. `notices` says in plain words what was done.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.home = settings.home
        self.notices: list[str] = []
        self.listeners: list[Listener] = []
        self._seal = Seal(self.graph_file, engine=settings["store.engine"])
        self._prepare_home()
        self._lock = StoreLock(self.home)
        sweep(self.home)
        try:
            self.ledger = Ledger(self.home / "ledger.db")
            try:
                self.graph = self._open_graph()
            except BaseException:
                self.ledger.close()
                raise
        except BaseException:
            self._lock.release()
            raise
        self._attached: dict[str, Any] = {}
        self._closed = False
        self._commits = 0  # since the last checkpoint
        self._behind = False  # true when an event is in the ledger but not in the graph

    def announce(self, address: str) -> None:
        """Let other processes know where the owner of this store answers."""
        self._lock.announce(address)

    @property
    def graph_file(self) -> Path:
        """Where the graph lies; each engine has its own file, since they cannot read each other's."""
        return self.home / f"graph.{self.settings['store.engine']}"

    @property
    def written(self) -> bool:
        """Whether the graph may have changed since its file was sealed."""
        return not self._seal.set

    def _prepare_home(self) -> None:
        try:
            self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Conversations are private: nobody else on this machine may read the folder.
            self.home.chmod(0o700)
        except OSError as cause:
            raise StoreError(
                f"{self.home} cannot be used as a home: {cause.strerror}.",
                hint="Choose another folder with --home or GRAPHMEM_HOME.",
            ) from cause

    def _connect(self, path: Path, *, more_mb: int = 0) -> Graph:
        return Graph(
            path,
            engine=self.settings["store.engine"],
            buffer_pool_mb=self.settings["store.buffer_pool_mb"] + more_mb,
            max_db_gb=self.settings["store.max_db_gb"],
        )

    def _open_graph(self) -> Graph:
        """The graph, brought up to the ledger."""
        reason = self._seal.distrust()
        if reason is None:
            try:
                graph = self._connect(self.graph_file)
            except EngineError as cause:
                reason = f"could not be opened ({cause.message})"
            else:
                try:
                    return self._follow(graph)
                except EngineError as cause:
                    graph.close(fold=False)
                    reason = f"could not be brought up to date ({cause.message})"
                except BaseException:
                    graph.close(fold=False)
                    raise
        if not self.ledger.last_seq:
            return self._begin()
        self.notices.append(f"The graph {reason}; it was made again from the ledger. Nothing was lost.")
        self._put_in_place(self._fresh_file())
        return self._connect(self.graph_file)

    def _follow(self, graph: Graph) -> Graph:
        """Migrate the graph and replay the events that it has not seen."""
        if graph.write(schema_version) < newest_schema():
            self._seal.lift()
        graph.write(migrate)
        applied = int(graph.read("MATCH (m:Meta {id: 'graph'}) RETURN m.applied_seq")[0][0])
        last = self.ledger.last_seq
        if applied > last:
            raise EngineError(f"it is ahead of the ledger, event {applied} of {last}")
        if applied < last:
            self._seal.lift()
            for event in self.ledger.events(applied):
                graph.write(partial(apply, seq=event.seq, change=event.change))
            self.notices.append(f"{last - applied} events of the ledger were replayed into the graph.")
        return graph

    def _begin(self) -> Graph:
        """A graph for a ledger without events, made where it stays: when that is cut off, nothing is lost."""
        self._clear()
        graph = self._connect(self.graph_file)
        try:
            graph.write(migrate)
        except BaseException:
            graph.close(fold=False)
            raise
        return graph

    def _fresh_file(self) -> Path:
        """A new graph file from the whole ledger, beside the old one."""
        fresh = self.graph_file.with_name(self.graph_file.name + ".new")
        remove_graph(fresh)
        with bulk.uncollected():
            told = bulk.fold(self.ledger)
            # The engine holds what is copied in memory, and the keys of a table also when it has been copied.
            more = told.size >> 20
            room = (self.settings["store.buffer_pool_mb"] + more) << 20
            graph = self._connect(fresh, more_mb=more)
            try:
                graph.write(migrate)
                graph.write(lambda connection: bulk.load(connection, told, room=room))
                graph.checkpoint()
            except BaseException:
                graph.close(fold=False)
                remove_graph(fresh)
                raise
        graph.close(fold=False)
        return fresh

    def _put_in_place(self, fresh: Path) -> None:
        """Let a new file be the graph; nobody may have the old one open."""
        self._clear()
        fresh.replace(self.graph_file)
        self._seal.write()

    def _clear(self) -> None:
        """Remove the graph, whichever engine made it; nobody may have it open."""
        self._seal.lift()
        for engine in ENGINES:
            remove_graph(self.home / f"graph.{engine}")

    def submit(
        self,
        build: Build,
        *,
        actor: str,
        sources: Sequence[SourceState] = (),
        also: Callable[[], None] | None = None,
    ) -> Future[list[Event]]:
        """Like commit, without waiting: what is submitted is committed in order."""
        return self.graph.submit(lambda connection: self._commit(connection, build, actor, sources, also))

    def commit(
        self,
        build: Build,
        *,
        actor: str,
        sources: Sequence[SourceState] = (),
        also: Callable[[], None] | None = None,
    ) -> list[Event]:
        """Build changes from what the graph holds now, make them durable, and apply them.

        `build` runs on the writer thread: nothing else changes the graph between what it reads and what it
        returns. When it returns nothing, only the cursors of the sources are kept, and what `also` writes to side
        tables of the ledger in the same transaction. Raises DiskFull or StoreError with nothing acknowledged, or
        EngineError when the ledger has the events and the graph will follow later.
        """
        return self.graph.write(lambda connection: self._commit(connection, build, actor, sources, also))

    def alone(self, work: Callable[[], Done]) -> Done:
        """Run work that is made of several writes while nobody else writes; must not be asked for while reading."""
        return self.graph.write(lambda _: work())

    def _commit(
        self,
        connection: Connection,
        build: Build,
        actor: str,
        sources: Sequence[SourceState],
        also: Callable[[], None] | None,
    ) -> list[Event]:
        if self._behind:
            raise StoreError(
                "The graph is behind the ledger since an earlier error; nothing more is written.",
                hint="Open the store again: the graph will be made anew from the ledger.",
            )
        changes = [(kind, change) for kind, change in build(connection) if change != Change()]
        if not changes:
            if sources or also:
                self.ledger.append((), actor=actor, sources=sources, also=also)
            return []
        events = self.ledger.append(changes, actor=actor, sources=sources, also=also)
        self._seal.lift()
        self._behind = True
        for event, (_, change) in zip(events, changes, strict=True):
            self._apply(connection, event, change)
        self._behind = False
        for event, (_, change) in zip(events, changes, strict=True):
            for listener in self.listeners:
                listener(event, change)
        self._commits += 1
        if self._commits >= COMMITS_BETWEEN_CHECKPOINTS:
            self._commits = 0
            # Asked for, not done here: whoever waits for this commit does not wait for the checkpoint too.
            self.graph.submit(fold_log)
        return events

    def _apply(self, connection: Connection, event: Event, change: Change) -> None:
        """Bring one event into the graph; once more with memory freed, should the engine have run short of it."""
        try:
            apply(connection, event.seq, change)
        except EngineError:
            fold_log(connection)
            try:
                apply(connection, event.seq, change)
            except EngineError as cause:
                raise EngineError(
                    f"Event {event.seq} is safe in the ledger, but the graph did not take it: {cause.message}.",
                    hint="Open the store again: the graph will be made anew from the ledger.",
                ) from cause

    def attached(self, name: str, make: Callable[[], Attached]) -> Attached:
        """What is derived from this store and shared by all who use it, made on first use, closed with the store."""
        if name not in self._attached:
            self._attached[name] = make()
        found: Attached = self._attached[name]
        return found

    def rebuild(self) -> dict[str, Any]:
        """Make the graph again from the ledger; what it holds and how long it took, in seconds.

        Whoever reads meanwhile reads the old one, and whoever writes waits.
        """
        started = time.perf_counter()
        try:
            self.graph.write(lambda _: self._renew())
        except BaseException:
            # The old file is still there: whoever reads goes on with it, and the next opening tries again.
            self._behind = True
            self._seal.lift()
            raise
        self._behind = False
        tables = {"facts": "Fact", "messages": "Message"}
        held = {
            name: self.graph.read(f"MATCH (n:{table}) RETURN count(n)")[0][0]
            for name, table in tables.items()
        }
        seconds = round(time.perf_counter() - started, 3)
        return {"events": self.ledger.last_seq, **held, "seconds": seconds}

    def _renew(self) -> None:
        fresh = self._fresh_file()
        self.graph.renew(partial(self._put_in_place, fresh))

    def forget(
        self,
        ids: frozenset[str],
        sealed: frozenset[str],
        rewrite: Callable[[Change], Change],
        *,
        until: int,
        actor: str,
    ) -> int:
        """Rewrite every event up to `until` that speaks of the ids, and make the graph anew.

        That the ids were forgotten is remembered with it. `sealed` are messages that stay with a part blanked and
        must not be read in again. The number of events that were rewritten.
        """
        # Cut off between the ledger and the graph, the old file must not be believed: it holds what is to be forgotten.
        self._seal.lift()
        changed = []
        for event in self.ledger.events():
            if event.seq > until:
                break
            before = event.change
            after = rewrite(before)
            if after != before:
                changed.append(event.rewritten(after))
        self.ledger.forget(
            Change(forgotten=tuple(sorted(ids)), sealed=tuple(sorted(sealed))), changed, actor=actor
        )
        self.rebuild()
        return len(changed)

    def close(self) -> None:
        """Close, and seal what was written; a graph that was only read is left as it was. Safe to call twice."""
        if self._closed:
            return
        self._closed = True
        try:
            for derived in self._attached.values():
                derived.close()
            self.graph.finish()
            written = self.written
            self.graph.close(fold=written)
            if written and not self._behind:
                self._seal.write()
            self.ledger.close()
        finally:
            self._lock.release()


def fold_log(connection: Connection) -> None:
    """Fold the engine's log into the file; when a reader is in the way, the next time will do."""
    with suppress(EngineError):
        connection.script(["CHECKPOINT"])


def remove_graph(path: Path) -> None:
    """Delete a graph file and whatever the engine keeps beside it."""
    for file in path.parent.glob(path.name + "*"):
        if file.name in (path.name, path.name + ".wal", path.name + ".shadow", path.name + ".tmp"):
            file.unlink(missing_ok=True)
