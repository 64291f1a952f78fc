"""Databases of other programs are read in any state they may be in, and are left as they were found."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.capture.foreign import Moved, opened_database, stamp_of
from graphmem.capture.foreign_tables import Locked, json_in
from tests.capture.stores import Writer
from tests.capture.stores import rows as stored

SCHEMA = """
CREATE TABLE talk(id INTEGER PRIMARY KEY, session TEXT, words TEXT, changed INTEGER);
CREATE INDEX talk_session ON talk(session);
"""
DYING = """
import os, sqlite3, sys
link = sqlite3.connect(sys.argv[1], isolation_level=None)
for statement in sys.argv[2:]:
    link.execute(statement)
os._exit(9)
"""


def talk(path, *, wal=True, rows=3):
    with Writer(path, SCHEMA, wal=wal) as db:
        db.run("BEGIN")
        for number in range(rows):
            db.put("talk", session=f"s{number % 3}", words=f"word {number} " * 20, changed=number)
        db.run("COMMIT")
    return path


def dies(path, *statements):
    """A program writes to the database and is killed."""
    subprocess.run([sys.executable, "-c", DYING, str(path), *statements], check=False)


def beside(path):
    """The names in the folder of a file."""
    return sorted(one.name for one in path.parent.iterdir())


def words(path, **how):
    """The rows that are read, and what lies in the folder while and after."""
    folder = beside(path)
    with opened_database(path, max_cell=1 << 20, patience=0.1) as database:
        found = [row["words"] for row in database.select("talk", ("words",), **how)]
        database.check()
        assert beside(path) == folder
    assert beside(path) == folder
    return found


@pytest.mark.parametrize("wal", [True, False])
def test_at_rest_it_is_read_and_nothing_is_left_beside_it(tmp_path, wal):
    path = talk(tmp_path / "x" / "a.db", wal=wal)
    before = path.read_bytes()
    assert len(words(path)) == 3
    assert beside(path) == ["a.db"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["a b.db", "a?b.db", "a#b.db", "a%20b.db", "größe.db"])
def test_names_that_mean_something_in_addresses(tmp_path, name):
    if os.name == "nt" and "?" in name:
        pytest.skip("no such names there")
    path = talk(tmp_path / "x" / name)
    assert len(words(path)) == 3
    assert beside(path) == [name]


def test_what_a_running_program_wrote_is_read_before_it_is_folded_in(tmp_path):
    path = talk(tmp_path / "x" / "a.db")
    with Writer(path) as db:
        db.run("PRAGMA wal_autocheckpoint = 0")
        db.put("talk", session="s0", words="fresh", changed=9)
        assert words(path)[-1] == "fresh"
        db.put("talk", session="s0", words="fresher", changed=9)
        assert words(path)[-1] == "fresher"
    assert beside(path) == ["a.db"]


def test_reading_stops_no_writer(tmp_path):
    path = talk(tmp_path / "a.db")
    with Writer(path) as db, contextlib.ExitStack() as stack:
        db.put("talk", session="s0", words="begun", changed=9)
        database = stack.enter_context(opened_database(path, max_cell=1 << 20))
        found = database.select("talk", ("words",))
        next(found)
        db.put("talk", session="s0", words="fresh", changed=9)
        found.close()
        with database.snapshot():
            before = len(list(database.select("talk", ("id",))))
            db.put("talk", session="s0", words="fresher", changed=9)
            assert len(list(database.select("talk", ("id",)))) == before
            db.put("talk", session="s0", words="fresher yet", changed=9)
        assert len(list(database.select("talk", ("id",)))) == before + 2
        db.run("PRAGMA wal_checkpoint(TRUNCATE)")


def test_what_a_killed_program_wrote_is_read(tmp_path):
    path = talk(tmp_path / "x" / "a.db")
    dies(path, "INSERT INTO talk(words) VALUES ('last words')")
    assert beside(path) == ["a.db", "a.db-shm", "a.db-wal"]
    assert words(path)[-1] == "last words"
    path.with_name("a.db-shm").unlink()
    assert words(path)[-1] == "last words"


def test_what_a_killed_program_had_not_committed_is_not_read(tmp_path):
    path = talk(tmp_path / "x" / "a.db", wal=False)
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 2000) "
    dies(
        path,
        "PRAGMA cache_size = 1",
        "BEGIN",
        "UPDATE talk SET words = 'changed'",
        f"{many} INSERT INTO talk(words) SELECT hex(randomblob(2000)) FROM n",
    )
    assert beside(path) == ["a.db", "a.db-journal"]
    assert len(words(path)) == 3
    assert "changed" not in words(path)


def test_a_lock_that_is_not_given_up_is_told(tmp_path):
    path = talk(tmp_path / "a.db", wal=False)
    with Writer(path) as db:
        db.run("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match="locked by its program"):
            words(path)
        db.run("ROLLBACK")
        assert len(words(path)) == 3


def test_a_lock_in_the_midst_of_reading_is_told(tmp_path):
    path = talk(tmp_path / "a.db", wal=False, rows=2000)
    with Writer(path) as db, opened_database(path, max_cell=1 << 20, patience=0.05) as database:
        db.run("BEGIN EXCLUSIVE")
        with pytest.raises(Locked):
            list(database.select("talk", ("words",)))
        with pytest.raises(Locked):
            database.stamps("talk", "session", ("changed",))
        assert not database.problems


def test_a_file_at_rest_that_begins_to_change_is_noticed(tmp_path):
    path = talk(tmp_path / "a.db")
    with opened_database(path, max_cell=1 << 20) as database:
        database.check()
        with Writer(path) as db:
            db.put("talk", session="s0", words="fresh", changed=9)
            with pytest.raises(Moved):
                database.check()
        with pytest.raises(Moved):
            database.check()


def test_a_missing_file_is_not_made(tmp_path):
    with pytest.raises(FileNotFoundError), opened_database(tmp_path / "a.db", max_cell=1):
        pass
    assert beside(tmp_path / "a.db") == []


def test_another_kind_of_file_is_told(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"{}")
    with pytest.raises(sqlite3.DatabaseError, match="not a database"), opened_database(path, max_cell=1):
        pass


def test_the_stamp_counts_the_log(tmp_path):
    path = talk(tmp_path / "a.db")
    before = stamp_of(path)
    with Writer(path) as db:
        db.put("talk", session="s0", words="fresh", changed=9)
        assert stamp_of(path) != before
        size = path.stat().st_size
        assert stamp_of(path)[0] == size + path.with_name("a.db-wal").stat().st_size


def test_columns_that_a_release_lacks_are_none(tmp_path):
    with opened_database(talk(tmp_path / "a.db"), max_cell=1 << 20) as database:
        [row] = database.select("talk", ("words", "colour", "#words", "#colour"), "id = ?", 1)
        assert (row["rowid"], row["colour"], row["#colour"]) == (1, None, None)
        assert row["#words"] == len(row["words"])
        assert list(database.select("songs", ("words",))) == []
        assert database.stamps("songs", "session", ()) == database.stamps("talk", "singer", ()) == {}
        assert database.has("talk", "words")
        assert not database.has("talk", "colour")
        assert not database.has("songs")


def test_views_and_virtual_tables_are_no_tables(tmp_path):
    schema = "CREATE VIEW talk AS SELECT 1 AS words; CREATE VIRTUAL TABLE songs USING fts5(words);"
    with Writer(tmp_path / "a.db", schema):
        pass
    with opened_database(tmp_path / "a.db", max_cell=1 << 20) as database:
        assert "talk" not in database.tables
        assert "songs" not in database.tables


def test_a_table_without_row_numbers_is_read(tmp_path):
    with Writer(tmp_path / "a.db", "CREATE TABLE t(k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID") as db:
        db.put("t", k="b", v="2")
        db.put("t", k="a", v="1")
    with opened_database(tmp_path / "a.db", max_cell=1 << 20) as database:
        assert [row["v"] for row in database.select("t", ("v",), order="k")] == ["1", "2"]
        assert len(database.stamps("t", "k", ("v",))) == 2


def test_nothing_can_be_written(tmp_path):
    path = talk(tmp_path / "a.db")
    for make in (lambda: None, lambda: dies(path, "INSERT INTO talk(words) VALUES ('x')")):
        make()
        with opened_database(path, max_cell=1 << 20) as database, pytest.raises(sqlite3.OperationalError):
            database.link.execute("DELETE FROM talk")


def test_a_value_that_is_too_large_costs_its_row_only(tmp_path):
    with Writer(tmp_path / "a.db", SCHEMA) as db:
        for said in ("one", "x" * 100_000, "three", b"y" * 100_000, "five"):
            db.put("talk", session="s", words=said)
    with opened_database(tmp_path / "a.db", max_cell=50_000) as database:
        found = [row["words"] for row in database.select("talk", ("words",), "session = ?", "s")]
        assert found == ["one", "three", "five"]
        assert database.problems == [
            "table talk: row 2 cannot be read: string or blob too big",
            "table talk: row 4 cannot be read: string or blob too big",
        ]
        again = [row["words"] for row in database.select("talk", ("words",), order="words DESC")]
        assert again == found
        assert len(database.problems) == 2


def test_bad_letters_cost_no_row(tmp_path):
    with Writer(tmp_path / "a.db", SCHEMA) as db:
        db.run("INSERT INTO talk(words) VALUES (CAST(x'41ff42' AS TEXT))")
    assert words(tmp_path / "a.db") == ["A\ufffdB"]


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A table of many pages: the file, and which rows lie on which page."""
    path = talk(tmp_path_factory.mktemp("damage") / "a.db", rows=400)
    raw = path.read_bytes()
    leaves = {n for n in range(3, len(raw) // PAGE) if raw[n * PAGE] == 0x0D}  # pages of rows, counted from 0
    held = {n: {int(number) for number in WORD.findall(raw[n * PAGE : (n + 1) * PAGE])} for n in leaves}
    assert len(leaves) > 10
    assert set.union(*held.values()) == set(range(400))
    return path, raw, held


PAGE = 4096
WORD = re.compile(rb"word (\d+) word \d+ word \d+ word \d+ word \d+ word \d+ ")


@given(data=st.data())
def test_damaged_pages_cost_only_the_rows_on_them(large, data):
    path, raw, held = large
    broken = data.draw(st.lists(st.sampled_from(sorted(held)), min_size=1, max_size=6, unique=True))
    damaged = bytearray(raw)
    for page in broken:
        damaged[page * PAGE : (page + 1) * PAGE] = bytes([data.draw(st.sampled_from([0, 1, 5, 255]))]) * PAGE
    path.write_bytes(damaged)
    left = set(range(400)) - set.union(*(held[page] for page in broken))
    with opened_database(path, max_cell=1 << 20) as database:
        found = [row["changed"] for row in database.select("talk", ("changed",))]
        assert sorted(found) == sorted(left)
        assert database.problems
        for key in ("s0", "s1", "s2"):
            of_one = [
                row["changed"] for row in database.select("talk", ("words", "changed"), "session = ?", key)
            ]
            assert sorted(of_one) == [number for number in sorted(left) if number % 3 == int(key[1])]
        assert set(database.stamps("talk", "session", ("changed",))) == {"s0", "s1", "s2"}


def test_a_table_whose_root_is_damaged_is_lost_alone(tmp_path):
    with Writer(
        talk(tmp_path / "a.db"), "CREATE TABLE other(words TEXT); INSERT INTO other VALUES ('x');"
    ) as db:
        [(root,)] = db.link.execute("SELECT rootpage FROM sqlite_master WHERE name = 'talk'")
    raw = bytearray((tmp_path / "a.db").read_bytes())
    raw[(root - 1) * PAGE : root * PAGE] = bytes(PAGE)
    (tmp_path / "a.db").write_bytes(raw)
    with opened_database(tmp_path / "a.db", max_cell=1 << 20) as database:
        assert list(database.select("talk", ("words",))) == []
        assert [row["words"] for row in database.select("other", ("words",))] == ["x"]
        assert database.problems == ["table talk: all rows cannot be read: database disk image is malformed"]


def test_a_damaged_index_costs_nothing(tmp_path):
    path = talk(tmp_path / "a.db", rows=400)
    [(root,)] = stored(path, "SELECT rootpage FROM sqlite_master WHERE name = 'talk_session'")
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(raw)
    with opened_database(path, max_cell=1 << 20) as database:
        found = list(database.select("talk", ("words",), "session = ?", "s1"))
    assert len(found) == 133


def test_the_stamp_of_a_session_changes_with_each_of_its_rows(tmp_path):
    path = talk(tmp_path / "a.db", rows=9)

    def stamps():
        with opened_database(path, max_cell=1 << 20) as database:
            return database.stamps("talk", "session", ("changed",), ("words",))

    seen = [stamps()]
    for change in (
        "INSERT INTO talk(session, words) VALUES ('s1', 'x')",
        "UPDATE talk SET changed = 50 WHERE id = 2",
        "UPDATE talk SET words = 'longer than it was before' || words WHERE id = 2",
        "DELETE FROM talk WHERE id = 5",
        "INSERT OR REPLACE INTO talk SELECT 99, session, words, changed FROM talk WHERE id = 8",
    ):
        with Writer(path) as db:
            db.run(change)
        seen.append(stamps())
    assert len({stamp["s1"] for stamp in seen}) == len(seen)
    assert len({stamp["s0"] for stamp in seen}) == 1


@pytest.mark.parametrize(
    ("cell", "reason"),
    [(None, "nothing"), (3, "a number"), ("{", "character 2"), (b"\xff", "value"), ("[" * 100_000, "deep")],
)
def test_a_cell_without_json_is_told(cell, reason):
    with pytest.raises(ValueError, match=reason):
        json_in(cell)


def test_a_cell_with_json():
    assert json_in(b'{"a": "\\ud83d"}') == {"a": "\ufffd"}
    assert json_in('["a"]') == ["a"]
