"""A SQLite file of another program goes in; an open database comes out that is read and never written.

The program may be running: what it has written and not yet folded into its file (`-wal`) is read with the rest, and
no lock is held between two questions. It may not be: then SQLite would leave a log and an index beside the file,
which nobody would take away, so a file at rest is read as one that cannot change, and looked at again afterwards.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from graphmem.capture.foreign_tables import Database, Locked, is_busy, locked

MAGIC = b"SQLite format 3\0"
PATIENCE = 5.0  # seconds that a lock is waited for

# What SQLite says when a file cannot be read where it lies, though a copy of it could.
ELSEWHERE = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR})

State = tuple[tuple[int, int], int]
Way = Callable[[], tuple[str, bool]]


class Moved(Exception):
    """The program that owns the file began to change it while it was read as one at rest."""


def is_database(path: Path) -> bool:
    """True when a file begins as SQLite files do."""
    try:
        with path.open("rb") as raw:
            return raw.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def beside(path: Path, suffix: str) -> Path:
    """A file that SQLite keeps beside a database."""
    return path.with_name(path.name + suffix)


def size_of(path: Path) -> int:
    """The size of a file, -1 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def stamp_of(path: Path) -> tuple[int, int]:
    """Size and time of change (ns) of a database together with its write-ahead log; raises OSError without one."""
    status = path.stat()
    try:
        log = beside(path, "-wal").stat()
    except OSError:
        return status.st_size, status.st_mtime_ns
    return status.st_size + log.st_size, max(status.st_mtime_ns, log.st_mtime_ns if log.st_size else 0)


@contextmanager
def opened_database(path: Path, *, max_cell: int, patience: float = PATIENCE) -> Iterator[OpenedDatabase]:
    """The database at a path, closed at the end.

    A value of more than `max_cell` bytes counts as damaged. Raises OSError when the file cannot be read, Locked
    when its program keeps it locked for longer than `patience` seconds, sqlite3.DatabaseError when it is none.
    """
    if not is_database(path):
        path.stat()
        raise sqlite3.DatabaseError("file is not a database")
    with ExitStack() as stack:
        yield stack.enter_context(closing(first_that_opens(path, stack, max_cell, patience)))


class OpenedDatabase(Database):
    """A database at its path; `close` ends it."""

    def __init__(self, path: Path, link: sqlite3.Connection, seen: State | None) -> None:
        super().__init__(link)
        self.path = path
        self._seen = seen

    def check(self) -> None:
        """Raise Moved when what was read since the opening may be torn, because the program began to write."""
        if self._seen is not None and state_of(self.path) != self._seen:
            raise Moved

    def close(self) -> None:
        """Close the connection."""
        self.link.close()


def state_of(path: Path) -> State:
    """What changes when a program writes to a file that was at rest."""
    return stamp_of(path), size_of(beside(path, "-wal"))


def first_that_opens(path: Path, stack: ExitStack, max_cell: int, patience: float) -> OpenedDatabase:
    """The database, opened in the first way that works."""
    failed: sqlite3.OperationalError | None = None
    for way in ways(path, stack):
        link: sqlite3.Connection | None = None
        try:
            seen = state_of(path)
            uri, at_rest = way()
            link = connection(uri, max_cell, patience)
            return OpenedDatabase(path, link, seen if at_rest else None)
        except sqlite3.Error as error:
            if link is not None:
                link.close()
            if is_busy(error):
                raise locked(error) from error
            if (
                not isinstance(error, sqlite3.OperationalError)
                or error.sqlite_errorcode & 0xFF not in ELSEWHERE
            ):
                raise
            failed = error
    assert failed is not None
    raise failed


def ways(path: Path, stack: ExitStack) -> Iterator[Way]:
    """How a database may be opened, the best way first: each gives its address, and whether it is at rest."""
    with path.open("rb") as raw:
        header = raw.read(20)
    logged = 2 in header[18:20]
    log, index = size_of(beside(path, "-wal")), size_of(beside(path, "-shm"))
    if logged and (log < 0 or (log == 0 and index < 0)):
        yield lambda: (address(path, "immutable=1"), True)
    elif not logged or index >= 0:
        yield lambda: (address(path, "mode=ro"), False)
    yield lambda: (address(copied(path, stack), "mode=rw"), False)


def address(path: Path, option: str) -> str:
    """The URI by which SQLite opens a file."""
    name = path.absolute().as_posix()
    return f"file://{quote(name if name.startswith('/') else '/' + name)}?{option}"


def copied(path: Path, stack: ExitStack) -> Path:
    """A copy, in a folder that lives as long as the stack, of a database with what is not folded into it yet."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="graphmem-", ignore_cleanup_errors=True))
    copy = Path(folder, "copy.db")
    for _ in range(3):
        before = stamp_of(path)
        for suffix in ("", "-wal", "-journal"):
            source = beside(path, suffix)
            beside(copy, suffix).unlink(missing_ok=True)
            if source.exists():
                shutil.copyfile(source, beside(copy, suffix))
        if stamp_of(path) == before:
            return copy
    raise Locked("the database changes faster than it can be copied; read it again later")


def connection(uri: str, max_cell: int, patience: float) -> sqlite3.Connection:
    """A connection that reads and never writes."""
    link = sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
    link.text_factory = lambda data: data.decode("utf-8", "replace")
    link.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max_cell)
    for order in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON"):
        link.execute(f"PRAGMA {order}")
    return link
