"""A connection to a database of another program goes in; rows of the tables and columns that are named come out.

Releases of a program differ in their columns: what a table has not is None. Of a damaged table only the rows are
lost that the damage holds; each lost stretch is noted.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Literal, NamedTuple

from graphmem.capture.tail import decode

BEFORE_FIRST = -1  # no client gives its rows numbers below 0
LAST_ROW = (1 << 63) - 1
STEPS = 2000  # so many rows behind a damaged one are tried one by one, then in growing leaps
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
NOT_A_TABLE = re.compile(r"\s*create\s+virtual\b", re.IGNORECASE)
REPLACED = re.compile(r"\bon\s+conflict\s+replace\b", re.IGNORECASE)
WITHOUT_ROWID = re.compile(r"\)[^)]*\bwithout\s+rowid\b", re.IGNORECASE)
MODULUS = 1_000_003  # sums of remainders stay exact in SQLite's floating-point totals
LOOKS = 3  # a damaged table is looked through for so many sets of columns

Row = dict[str, Any]


class Locked(OSError):
    """The program that owns a database keeps it locked."""


class Table(NamedTuple):
    """A table: its columns, whether its rows have numbers, and whether a row that is edited gets a new one."""

    columns: frozenset[str]
    numbered: bool
    renumbered: bool


class Sound(NamedTuple):
    """What of a damaged table can be read: the columns that were tried, and stretches of row numbers."""

    columns: tuple[str, ...]
    stretches: tuple[tuple[int, int], ...]


def is_busy(error: sqlite3.Error) -> bool:
    """True when an error tells of a lock and not of damage."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in BUSY


def locked(error: sqlite3.Error) -> Locked:
    """The error for a lock that was not given up."""
    return Locked(f"the database is locked by its program ({error}); read it again later")


@contextmanager
def errors_told() -> Iterator[None]:
    """SQLite's own errors; damage can make their texts undecodable, and then they come as damage."""
    try:
        yield
    except UnicodeDecodeError as cause:
        raise sqlite3.DatabaseError("the file is damaged") from cause


def quoted(name: str) -> str:
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def expression(name: str) -> str:
    """A column, or its length, as SQL takes it."""
    return f"length({quoted(name[1:])})" if name.startswith("#") else quoted(name)


class Database:
    """Tables and their rows; `problems` grows by a line for each damaged stretch that is met.

    Every method that reads raises Locked when the program keeps the file locked.
    """

    def __init__(self, link: sqlite3.Connection) -> None:
        self.problems: list[str] = []
        self.link = link
        self.sound: dict[str, Sound] = {}
        self.tables = dict(self._tables())

    def _tables(self) -> Iterator[tuple[str, Table]]:
        for name, statement in self._all(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ):
            if isinstance(name, str) and isinstance(statement, str) and not NOT_A_TABLE.match(statement):
                columns = [str(row[1]) for row in self._all(f"PRAGMA table_info({quoted(name)})")]
                numbered = not WITHOUT_ROWID.search(statement)
                yield name, Table(frozenset(columns), numbered, bool(REPLACED.search(statement)))

    def has(self, table: str, *columns: str) -> bool:
        """True when there is such a table with these columns."""
        return table in self.tables and self.tables[table].columns.issuperset(columns)

    def shape(self) -> str:
        """The tables that were found, for a message."""
        return ", ".join(sorted(self.tables)[:12]) or "no tables"

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is asked inside sees one state of the file."""
        self.link.execute("BEGIN")
        try:
            yield
        finally:
            if self.link.in_transaction:
                self.link.execute("ROLLBACK")

    def select(
        self, table: str, columns: Sequence[str], where: str = "", *values: Any, order: str = "rowid"
    ) -> Iterator[Row]:
        """Rows of a table, each with its number as `rowid`; none when the table is missing.

        `#name` asks for the length of a column. Rows of a damaged table come in any order.
        """
        if table not in self.tables:
            return
        given = array("q")
        for _ in range(LOOKS):
            seen = set(given)
            try:
                for row in self._stretches(table, columns, where, values, order):
                    if row["rowid"] not in seen:
                        given.append(row["rowid"])
                        yield row
                return
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise locked(error) from error
                known = self.sound.get(table)
                tried = tuple(dict.fromkeys([*(known.columns if known else ()), *columns]))
                if not self.tables[table].numbered or (known and known.columns == tried):
                    self._note(f"table {table} is damaged and was read in part only: {error}")
                    return
                self.sound[table] = Sound(tried, tuple(self._look_through(table, tried)))

    def _stretches(
        self, table: str, columns: Sequence[str], where: str, values: Sequence[Any], order: str
    ) -> Iterator[Row]:
        """Rows of a sound table, or of what is sound in a damaged one."""
        if table not in self.sound:
            yield from self._rows(table, columns, where, values, order)
            return
        # The last row of a stretch is asked for alone: going on from it would lead into the damage.
        plain = f"({where}) AND " if where else ""
        for low, high in self.sound[table].stretches:
            for within, limits in (("rowid >= ? AND rowid < ?", (low, high)), ("rowid = ?", (high,))):
                yield from self._rows(table, columns, plain + within, (*values, *limits), "rowid", plain=True)

    def _rows(
        self,
        table: str,
        columns: Sequence[str],
        where: str,
        values: Sequence[Any],
        order: str,
        *,
        plain: bool = False,
    ) -> Iterator[Row]:
        """Rows as SQLite gives them; `plain` goes past the indexes, which may be damaged apart from the table."""
        here = self.tables[table]
        asked = [expression(name) if name.removeprefix("#") in here.columns else "NULL" for name in columns]
        number = "rowid" if here.numbered else "NULL"
        statement = f"SELECT {', '.join([number, *asked])} FROM {quoted(table)}"  # noqa: S608  values are bound
        statement += " NOT INDEXED" if plain else ""
        statement += f" WHERE {where}" if where else ""
        statement += f" ORDER BY {order}" if here.numbered or order != "rowid" else ""
        names = ("rowid", *columns)
        with errors_told(), closing(self.link.execute(statement, values)) as found:
            for count, row in enumerate(found):
                given = dict(zip(names, row, strict=True))
                if not here.numbered:
                    given["rowid"] = count
                yield given

    def stamps(
        self, table: str, key: str, columns: Sequence[str], texts: Sequence[str] = ()
    ) -> dict[str, str]:
        """For each value of a text column something that changes when one of its rows comes, goes or is edited.

        An edit is seen by the number of the row, by the other columns (times, flags, counts, which are cheap to
        read), and by the lengths of the texts.
        """
        if not self.has(table, key):
            return {}
        here = self.tables[table]
        used = [name for name in columns if name in here.columns]
        lengths = [name for name in texts if name in here.columns]
        numbers = [*(["rowid"] if here.numbered else []), *map(quoted, used)]
        asked = [quoted(key), "count(*)"]
        asked += [f"max({name}), total(CAST({name} AS INTEGER) % {MODULUS})" for name in numbers]
        asked += [f"total(length({quoted(name)}))" for name in lengths]
        if table not in self.sound:
            try:
                rows = self._all(
                    f"SELECT {', '.join(asked)} FROM {quoted(table)} GROUP BY {quoted(key)}"  # noqa: S608  our names
                )
                return {row[0]: repr(row[1:]) for row in rows if isinstance(row[0], str)}
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise locked(error) from error
        found: dict[str, Any] = {}
        for row in self.select(table, [key, *used, *lengths]):
            if isinstance(row[key], str):
                found.setdefault(row[key], hashlib.blake2b(digest_size=16)).update(repr(row).encode())
        return {name: digest.hexdigest() for name, digest in found.items()}

    def _look_through(self, table: str, columns: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The stretches of a damaged table in which these columns can be read."""
        place = BEFORE_FIRST
        first: int | None = None
        while True:
            try:
                for row in self._rows(table, columns, "rowid >= ?", (place + 1,), "rowid", plain=True):
                    place = row["rowid"]
                    first = place if first is None else first
                break
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise locked(error) from error
                damage = error
            following = self._next(table, place)
            if following is None:
                break
            if following is not False and self._is_sound(table, columns, following):
                place = following  # the row is whole; it was the way on from it that failed
                first = place if first is None else first
                continue
            if first is not None:
                yield first, place
            beyond = self._beyond(table, place) if following is False else following
            self._lost(table, place, beyond, damage)
            if beyond is None:
                return
            place, first = beyond, None
        if first is not None:
            yield first, place

    def _is_sound(self, table: str, columns: Sequence[str], number: int) -> bool:
        """True when the row of that number can be read."""
        try:
            return any(True for _ in self._rows(table, columns, "rowid = ?", (number,), "rowid", plain=True))
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise locked(error) from error
            return False

    def _beyond(self, table: str, place: int) -> int | None:
        """The number that the damage behind a good row reaches to; None when nothing follows that can be read."""
        low, high = 0, 1
        while self._next(table, place + high) is False:
            if place + high == LAST_ROW - 1:
                return None
            low, high = high, min(high + max(1, high - STEPS), LAST_ROW - 1 - place)
        while high - low > 1:
            middle = (low + high) // 2
            if self._next(table, place + middle) is False:
                low = middle
            else:
                high = middle
        return place + high if self._next(table, place + high) is not None else None

    def _lost(self, table: str, place: int, beyond: int | None, cause: sqlite3.Error) -> None:
        """Note a damaged stretch."""
        if beyond == place + 1:
            lost = f"row {beyond}"
        elif beyond is None:
            lost = "all rows" if place == BEFORE_FIRST else f"the rows behind {place}"
        else:
            lost = f"rows {max(place, 0) + 1} to {beyond}"
        self._note(f"table {table}: {lost} cannot be read: {cause}")

    def _next(self, table: str, place: int) -> int | Literal[False] | None:
        """The number of the row behind a place, None when there is none, False when it cannot be read."""
        asked = f"SELECT rowid FROM {quoted(table)} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1"  # noqa: S608
        try:
            row = next(iter(self._all(asked, place + 1)), None)
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise locked(error) from error
            return False
        return int(row[0]) if row else None

    def _all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a statement."""
        with errors_told():
            return self.link.execute(statement, values).fetchall()

    def _note(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)


def json_or_text(cell: Any) -> Any:
    """The JSON value of a cell that holds some, else the cell."""
    try:
        return json_in(cell) if cell else cell
    except ValueError:
        return cell


def json_in(cell: Any) -> Any:
    """The JSON value of a cell of text or bytes; raises ValueError when it holds none."""
    if isinstance(cell, str):
        cell = cell.encode("utf-8", "replace")
    if isinstance(cell, bytes):
        return decode(cell)
    raise ValueError("nothing where JSON should be" if cell is None else "a number where JSON should be")
