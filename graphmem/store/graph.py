"""The graph engine behind one door: statements and records go in, plain rows come out.

The only file that imports kuzu (or its continuation ladybug), and the only one that knows their traps: one
database object for each file in a process, one writer, checked parameters, UTC in and out, results closed
before connections and connections before the database, nothing after a fork.
"""

from __future__ import annotations

import importlib
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.errors import EngineError, MissingExtra, QueryError, StoreError
from graphmem.store.files import make_private
from graphmem.store.gate import Gate
from graphmem.store.screen import check_parameters, query_error, screen
from graphmem.store.values import Row, check_times, fetch, to_engine

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

T = TypeVar("T")
STRANGERS, GRACE = 8, 1.0  # statements of users at a time, and seconds that they may take beyond their limit
Job = tuple[Callable[["Connection"], Any], Future[Any]]

_open_paths: dict[str, int] = {}
_open_lock = threading.Lock()


def load_engine(name: str) -> Any:
    """The engine's module; raises MissingExtra, or EngineError when the other one is loaded already."""
    other = {"kuzu": "ladybug", "ladybug": "kuzu"}[name]
    if other in sys.modules:
        raise EngineError(
            f"{name} cannot be used: {other} is loaded in this process, and the two cannot live in one.",
            hint="Use one engine in each process.",
        )
    # pyarrow's reader looks up importlib.util as an attribute; nothing else is sure to have imported it.
    importlib.import_module("importlib.util")
    try:
        return importlib.import_module(name)
    except ImportError as cause:
        raise MissingExtra(
            f"The graph engine {name} is not installed.", hint=f"pip install 'graphmem[{name}]'"
        ) from cause


class Connection:
    """One connection with its prepared statements; used by one thread at a time."""

    def __init__(self, engine: Any, database: Any) -> None:
        self._engine = engine
        self._connection = engine.Connection(database, num_threads=1)
        self._prepared: dict[str, tuple[Any, frozenset[str]]] = {}  # with the parameters of each

    def run(
        self, statement: str, parameters: Mapping[str, Any] | None = None, *, limit: int | None = None
    ) -> list[Row]:
        """Run one statement and fetch its rows (at most `limit`); times go in and come out as aware UTC."""
        result = self._execute(statement, parameters or {})
        try:
            return fetch(result, limit)
        finally:
            result.close()

    def stream(self, statement: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Row]:
        """The rows of one statement as they are asked for; the engine holds them until the last one is taken."""
        result = self._execute(statement, parameters or {})
        try:
            while rows := fetch(result, 1):
                yield rows[0]
        finally:
            result.close()

    def _execute(self, statement: str, parameters: Mapping[str, Any]) -> Any:
        values = {key: to_engine(value) for key, value in parameters.items()}
        prepared, wanted = self._prepared.get(statement, (None, None))
        if wanted != values.keys():
            check_parameters(statement, values)
        try:
            if prepared is None:
                prepared = self._engine.PreparedStatement(self._connection, statement, values)
                if not prepared.is_success():
                    raise EngineError(prepared.get_error_message())
                self._prepared[statement] = prepared, frozenset(values)
            return self._connection.execute(prepared, values)
        except RuntimeError as cause:
            raise EngineError(str(cause)) from cause

    def columns(
        self, statement: str, parameters: Mapping[str, Any], *, limit: int
    ) -> tuple[tuple[str, ...], list[Row]]:
        """Like run, with the names of the columns before the rows; nothing is kept prepared."""
        values = {key: to_engine(value) for key, value in parameters.items()}
        check_parameters(statement, values)
        try:
            result = self._connection.execute(statement, values)
        except RuntimeError as cause:
            raise EngineError(str(cause)) from cause
        if isinstance(result, list):
            for one in result:
                one.close()
            raise EngineError("Several statements were given.")
        try:
            check_times(result, limit)
            return tuple(result.get_column_names()), fetch(result, limit)
        except (ArithmeticError, ValueError, SystemError) as cause:
            raise EngineError(
                "A time lies outside the years 1 to 9999, or an interval is too long."
            ) from cause
        finally:
            result.close()

    def copy(self, table: str, rows: pa.Table, *, pair: tuple[str, str] | None = None) -> None:
        """Load an Arrow table in bulk; only ever into a fresh file, which is thrown away when that fails.

        Rolled back, a copy of edges would take with it those that were copied before.
        """
        option = f" (from='{pair[0]}', to='{pair[1]}')" if pair else ""
        try:
            self._connection.execute(f"COPY {table} FROM $rows{option}", {"rows": rows}).close()
        except RuntimeError as cause:
            raise EngineError(str(cause)) from cause

    def script(self, statements: Sequence[str]) -> None:
        """Run statements of our own, one after the other."""
        for statement in statements:
            try:
                self._connection.execute(statement).close()
            except RuntimeError as cause:
                raise EngineError(f"{cause} in {statement[:80]!r}") from cause

    @contextmanager
    def transaction(self, mode: str = "") -> Iterator[None]:
        """All or nothing; an error inside has rolled back already when it comes out."""
        self.script([f"BEGIN TRANSACTION {mode}".strip()])
        try:
            yield
        except BaseException:
            # The engine may have rolled back by itself; a second ROLLBACK then raises, and says nothing new.
            with suppress(EngineError):
                self.script(["ROLLBACK"])
            raise
        self.script(["COMMIT"])

    def set_timeout(self, seconds: float) -> None:
        """Interrupt a statement that runs longer."""
        self._connection.set_query_timeout(int(seconds * 1000))

    def close(self) -> None:
        """Close the connection and what it prepared."""
        self._prepared.clear()
        self._connection.close()


class Graph:
    """A graph database file: one writer thread, any number of readers.

    Raises EngineError when the file cannot be opened, and StoreError when this process has it open already or
    was forked from the one that has.
    """

    def __init__(self, path: Path, *, engine: str, buffer_pool_mb: int, max_db_gb: int) -> None:
        self.path, self.engine = path, engine
        self._key, self._files = os.path.realpath(path), (path, path.with_name(path.name + ".wal"))
        self._pid = os.getpid()
        self._engine = load_engine(engine)
        self._sizes = {"buffer_pool_size": buffer_pool_mb << 20, "max_db_size": max_db_gb << 30}
        with _open_lock:
            if _open_paths.get(self._key) == self._pid:
                raise StoreError(
                    f"{path} is open in this process already.", hint="Use the Memory that has it open."
                )
            _open_paths[self._key] = self._pid
        self._gate = Gate()  # readers pass together; whoever changes the file waits for them, and they for it
        self._asked = threading.BoundedSemaphore(STRANGERS)
        self._lock = threading.Lock()
        try:
            self._open_file()
        except EngineError:
            self._forget_path()
            raise
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed, self._open = False, True
        self._thread = threading.Thread(target=self._work, name="graphmem-writer", daemon=True)
        self._thread.start()

    def _open_file(self) -> None:
        try:
            self._database = self._engine.Database(str(self.path), **self._sizes)
            self._writer = Connection(self._engine, self._database)
        except (RuntimeError, IndexError, MemoryError, UnicodeDecodeError) as cause:
            raise EngineError(f"{self.path} cannot be opened: {cause}.") from cause
        make_private(*self._files)
        self._readers: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        self._all_readers: list[Connection] = []

    def _close_file(self, *, fold: bool = True) -> None:
        """Close connections and the database, in that order; nobody may be reading."""
        for connection in self._all_readers:
            connection.close()
        if not fold:
            self._writer.script(["CALL force_checkpoint_on_close=false"])
        self._writer.close()
        self._database.close()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            function, future = job
            try:
                future.set_result(self._written(function))
            except BaseException as error:  # noqa: BLE001 - whatever it is belongs to the one who waits
                future.set_exception(error)

    def _written(self, function: Callable[[Connection], T]) -> T:
        try:
            return function(self._writer)
        finally:
            # The engine makes its log anew after a checkpoint, for all to read; a umask would hold for all threads.
            make_private(*self._files)

    def submit(self, function: Callable[[Connection], T]) -> Future[T]:
        """Ask for the function to be run on the writer thread, after all that were asked before."""
        self._check()
        future: Future[T] = Future()
        self._jobs.put((function, future))
        return future

    def write(self, function: Callable[[Connection], T]) -> T:
        """Run the function on the writer thread and wait for its result."""
        if threading.current_thread() is self._thread:
            return function(self._writer)
        return self.submit(function).result()

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """A connection for reading, not shared while it is held; whoever holds one must not wait for the writer."""
        with self._gate.reading():
            self._check()
            try:
                connection = self._readers.get_nowait()
            except queue.Empty:
                connection = Connection(self._engine, self._database)
                with self._lock:
                    self._all_readers.append(connection)
            try:
                yield connection
            finally:
                self._readers.put(connection)

    def read(self, statement: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Run one reading statement of our own."""
        with self.reader() as connection:
            return connection.run(statement, parameters)

    def query(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float, rows: int
    ) -> tuple[tuple[str, ...], list[Row]]:
        """Run a user's statement: read-only, one statement, with a time limit and `rows + 1` rows at most.

        Raises QueryError when it would write, touch files, lacks a parameter, does not parse or runs too long.
        """
        screen(statement)
        self._check()
        if not self._asked.acquire(timeout=seconds):
            raise QueryError(f"{STRANGERS} other statements are running.", hint="Send it again later.")
        found: Future[tuple[tuple[str, ...], list[Row]]] = Future()

        def work() -> None:
            try:
                found.set_result(self._query(statement, parameters, seconds=seconds, rows=rows))
            except BaseException as cause:  # noqa: BLE001 - whoever asked is told
                found.set_exception(cause)
            finally:
                self._asked.release()

        # The engine does not look at its clock inside a function, such as one that makes a list of a million numbers.
        threading.Thread(target=work, name="graphmem-query", daemon=True).start()
        try:
            return found.result(timeout=seconds + GRACE)
        except FutureTimeout:
            raise query_error(EngineError("Interrupted."), seconds) from None

    def _query(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float, rows: int
    ) -> tuple[tuple[str, ...], list[Row]]:
        with self._gate.reading():
            self._check()
            # A connection of its own: a time limit set for a stranger must not stay on one that we reuse.
            connection = Connection(self._engine, self._database)
            try:
                connection.set_timeout(seconds)
                with connection.transaction("READ ONLY"):
                    return connection.columns(statement, parameters, limit=rows + 1)
            except EngineError as cause:
                raise query_error(cause, seconds) from cause
            finally:
                connection.close()

    def renew(self, swap: Callable[[], None]) -> None:
        """Let go of the file while `swap` puts another in its place; who reads is waited for, and new readers wait.

        Runs on the writer thread, so that nothing is written in between. Raises EngineError when what is there
        afterwards cannot be opened. The log is not folded into a file that is about to go.
        """
        with self._gate.writing():
            self._close_file(fold=False)
            try:
                swap()
            finally:
                self._open_file()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file; waits for the writer."""
        self.write(lambda connection: connection.script(["CHECKPOINT"]))

    def finish(self) -> None:
        """Take no more writes nor readers, and do the writes that were asked; the file stays open until `close`."""
        if self._closed or os.getpid() != self._pid:
            return
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def close(self, *, fold: bool = True) -> None:
        """Finish, then close results, connections and the database, in that order; safe to call twice.

        The engine folds its log into the file then, and writes to the file even when there is no log; with
        `fold=False` it leaves both as they are.
        """
        self.finish()
        if not self._open or os.getpid() != self._pid:
            return
        self._open = False
        with self._gate.writing():
            self._close_file(fold=fold)
        self._forget_path()

    def _forget_path(self) -> None:
        with _open_lock:
            _open_paths.pop(self._key, None)

    def _check(self) -> None:
        if os.getpid() != self._pid:
            raise StoreError(
                f"{self.path} was opened before this process was forked and cannot be used in it.",
                hint="Open the store after the fork, or start processes with spawn.",
            )
        if self._closed:
            raise StoreError(f"{self.path} is closed.", hint="Open a new Memory.")
