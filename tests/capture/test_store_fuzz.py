"""Whatever happens to a client's database, reading it never fails and costs no good record."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from tests.capture.store_samples import GOOD, SAMPLES
from tests.capture.stores import store_reader
from tests.capture.writers import read

MANY = hypothesis(
    max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
CELLS = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.binary(max_size=30),
    st.text(max_size=30),
    st.sampled_from(
        ["{", "[]", "null", '"x"', "{}", '{"type": 1}', "[" * 5000, '{"content": [null, 1, "x", {}]}']
    ),
)


class Sample:
    """A database of a client: where it lies, its bytes, and the table and cell that hold what is said."""

    def __init__(self, name, folder):
        self.name = name
        self.client, make, self.table, self.cell = SAMPLES[name]
        self.path = make(folder / ("store.vscdb" if name == "cursor" else "store.db"))
        self.raw = self.path.read_bytes()

    def __repr__(self):
        return self.name

    def parts(self):
        return self.client, self.path, self.raw


@pytest.fixture(params=sorted(SAMPLES), scope="module")
def sample(request, tmp_path_factory):
    return Sample(request.param, tmp_path_factory.mktemp("fuzz"))


def checked(client, path):
    """Read, and see that what comes out can be stored and does not come again."""
    reader = store_reader(path.parent, client)
    reader.recognises(path)
    store = read(reader, path)
    for message in store.messages.values():
        message.text.encode()
        assert message.text.strip() == message.text != ""
        assert message.session_id in store.sessions
    if store.cursor and store.cursor.state:
        assert not any(batch.messages for batch in reader.read(path, store.cursor))
    return store


def test_unharmed_it_is_read_whole(sample):
    client, path, raw = sample.parts()
    path.write_bytes(raw)
    store = checked(client, path)
    assert any(GOOD in text for text in store.texts)
    assert not store.problems
    assert not store.unknown


@MANY
@given(data=st.data())
def test_cut_anywhere(sample, data):
    client, path, raw = sample.parts()
    path.write_bytes(raw[: data.draw(st.integers(0, len(raw)))])
    checked(client, path)


@MANY
@given(data=st.data())
def test_bits_flipped_anywhere(sample, data):
    client, path, raw = sample.parts()
    broken = bytearray(raw)
    for place in data.draw(st.lists(st.integers(0, len(broken) * 8 - 1), max_size=20)):
        broken[place // 8] ^= 1 << (place % 8)
    path.write_bytes(broken)
    checked(client, path)


@MANY
@given(data=st.data())
def test_pages_overwritten_behind_the_schema(sample, data):
    client, path, raw = sample.parts()
    broken = bytearray(raw)
    for page in data.draw(st.lists(st.integers(1, len(raw) // 4096 - 1), max_size=4)):
        filling = random.Random(data.draw(st.integers(0, 99)))
        broken[page * 4096 : (page + 1) * 4096] = (
            filling.randbytes(4096) if filling.random() < 0.5 else bytes(4096)
        )
    path.write_bytes(broken)
    checked(client, path)


def opened(path, raw):
    """The unharmed database, open for changes that need not last."""
    path.write_bytes(raw)
    link = sqlite3.connect(path, isolation_level=None)
    link.execute("PRAGMA synchronous = OFF")
    link.execute("PRAGMA journal_mode = MEMORY")
    return closing(link)


def tables_of(link):
    names = [
        name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    return [name for name in names if not name.startswith("sqlite_")]


def columns_of(link, table):
    return [row[1] for row in link.execute(f"PRAGMA table_info({table})")]


@MANY
@given(data=st.data())
def test_columns_and_tables_dropped(sample, data):
    client, path, raw = sample.parts()
    with opened(path, raw) as link:
        tables = tables_of(link)
        for table in data.draw(st.lists(st.sampled_from(tables), min_size=1, max_size=3, unique=True)):
            column = data.draw(st.sampled_from([None, *columns_of(link, table)]))
            with suppress(sqlite3.OperationalError):  # what hangs on it cannot go
                if column is None:
                    link.execute(f"DROP TABLE {table}")
                else:
                    link.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO lost")
    checked(client, path)


@MANY
@given(data=st.data())
def test_anything_in_the_cells_beside_a_good_record(sample, data):
    client, path, raw = sample.parts()
    table, cell = sample.table, sample.cell
    with opened(path, raw) as link:
        rows = link.execute(f"SELECT rowid, CAST({cell} AS BLOB) FROM {table} ORDER BY rowid").fetchall()
        plain = [number for number, value in rows if GOOD.encode() not in value and value[:1] in b"{[TB"]
        good = [number for number, value in rows if GOOD.encode() in value]
        assert plain
        assert good
        for number in data.draw(st.lists(st.sampled_from(plain), min_size=1, max_size=4, unique=True)):
            value = data.draw(CELLS)
            with suppress(sqlite3.IntegrityError):
                link.execute(f"UPDATE {table} SET {cell} = ? WHERE rowid = ?", (value, number))
    store = checked(client, path)
    assert len([m.text for m in store.messages.values() if GOOD in m.text]) == len(good)


@MANY
@given(data=st.data())
def test_anything_in_any_cell(sample, data):
    client, path, raw = sample.parts()
    with opened(path, raw) as link:
        full = [table for table in tables_of(link) if link.execute(f"SELECT 1 FROM {table}").fetchone()]
        for _ in range(data.draw(st.integers(1, 6))):
            table = data.draw(st.sampled_from(full))
            rows = [row[0] for row in link.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]
            column, row = (
                data.draw(st.sampled_from(columns_of(link, table))),
                data.draw(st.sampled_from(rows)),
            )
            value = data.draw(CELLS)
            with suppress(sqlite3.IntegrityError):
                link.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
    checked(client, path)
