"""The ledger keeps what it acknowledged, notices what was changed, and refuses what it does not know."""

from __future__ import annotations

import os
import sqlite3

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import DiskFull, LedgerDamaged, StoreTooNew
from graphmem.model import Change, Entity
from graphmem.store.ledger import Event, Ledger, SourceState
from graphmem.store.packed import MARK, is_packed
from graphmem.temporal import now

from .conftest import small_change


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger(tmp_path / "ledger.db")
    yield opened
    opened.close()


def append(ledger, *changes, sources=()):
    return ledger.append(
        [("KnowledgeExtracted", change) for change in changes], actor="test", sources=sources
    )


def test_events_come_back_in_order_and_whole(ledger):
    append(ledger, small_change(1), small_change(2))
    append(ledger, small_change(3))
    events = list(ledger.events())
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.change for event in events] == [small_change(n) for n in (1, 2, 3)]
    assert [event.seq for event in ledger.events(2)] == [3]


def test_a_cursor_is_kept_only_with_its_events(ledger, monkeypatch):
    state = SourceState("/a.jsonl", "claude-code", 10, 20, b"{}")
    monkeypatch.setattr(Event, "checksum", property(lambda self: 1 / 0))
    with pytest.raises(ZeroDivisionError):
        append(ledger, small_change(1), sources=[state])
    monkeypatch.undo()
    assert ledger.source("/a.jsonl") is None
    assert ledger.last_seq == 0
    append(ledger, small_change(1), sources=[state])
    assert ledger.source("/a.jsonl") == state
    assert ledger.last_seq == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE event SET payload = (SELECT payload FROM event WHERE seq = 3) WHERE seq = 2",
        "UPDATE event SET payload = substr(payload, 1, length(payload) - 1) WHERE seq = 2",
        "UPDATE event SET kind = 'Forgotten' WHERE seq = 2",
        "UPDATE event SET at = '2020-01-01T00:00:00Z' WHERE seq = 2",
        "DELETE FROM event WHERE seq = 2",
        "UPDATE event SET checksum = x'00' WHERE seq = 2",
    ],
)
def test_any_change_of_a_row_is_noticed_and_named(ledger, damage):
    append(ledger, *(small_change(n) for n in (1, 2, 3)))
    with sqlite3.connect(ledger.path) as other:
        other.execute(damage)
    other.close()
    with pytest.raises(LedgerDamaged, match="Event 2 of"):
        list(ledger.events())


def test_a_newer_file_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        db.execute("INSERT INTO meta VALUES ('version', '99')")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match="version 99"):
        Ledger(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_named_damaged(tmp_path):
    path = tmp_path / "ledger.db"
    path.write_bytes(b"this is not a database, it is a sentence" * 100)
    with pytest.raises(LedgerDamaged, match=r"ledger\.db"):
        Ledger(path)


def test_a_full_disk_acknowledges_nothing_and_loses_nothing(ledger):
    append(ledger, small_change(1))
    # The file may not grow beyond the pages it has: to SQLite that is a full disk.
    pages = ledger._db.execute("PRAGMA page_count").fetchone()[0]
    ledger._db.execute(f"PRAGMA max_page_count = {pages}")
    names = [os.urandom(250).hex() for _ in range(200)]
    big = Change(entities=tuple(Entity(f"ent_{n}", n, "concept", now(), now()) for n in names))
    with pytest.raises(DiskFull, match="no room"):
        append(ledger, big)
    assert ledger.last_seq == 1
    ledger._db.execute("PRAGMA max_page_count = 1000000")
    append(ledger, big)
    assert [event.seq for event in ledger.events()] == [1, 2]


def test_forgotten_ids_are_remembered(ledger):
    append(ledger, Change(forgotten=("msg_1", "fact_2"), sealed=("msg_3",)))
    assert ledger.is_forgotten(["msg_1", "msg_2", "msg_3"]) == {"msg_1", "msg_3"}


def large_change(word):
    """A change that is packed; the word and the numbers make its bytes its own."""
    names = (f"{word} {number * 7919}" for number in range(60))
    return Change(entities=tuple(Entity(f"ent_{name}", name, "concept", now(), now()) for name in names))


def packed_rows(ledger):
    return [is_packed(payload) for (payload,) in ledger.rows("SELECT payload FROM event ORDER BY seq")]


def test_a_large_event_is_packed_and_a_small_one_is_not(ledger):
    changes = [Change(forgotten=("msg_1",)), large_change("billing")]
    events = append(ledger, *changes)
    assert packed_rows(ledger) == [False, True]
    assert [event.change for event in ledger.events()] == changes
    kept, said = len(events[1].payload), len(msgspec.json.encode(changes[1]))
    assert kept * 3 < said == events[1].size
    assert events[1].id == Event(1, "", "", "", msgspec.json.encode(changes[1])).id


def test_a_ledger_of_before_is_read_and_becomes_a_new_one_with_its_first_packed_event(tmp_path, monkeypatch):
    path, changes = tmp_path / "ledger.db", [large_change("billing"), small_change(1)]
    with monkeypatch.context() as before:
        before.setattr("graphmem.store.ledger.pack", bytes)
        old = Ledger(path)
        append(old, *changes)
        old.close()
    ledger = Ledger(path)
    assert packed_rows(ledger) == [False, False]
    append(ledger, Change(forgotten=("msg_1",)))
    assert ledger._version() == 1
    append(ledger, changes[0])
    assert ledger._version() == 2
    ledger.close()
    again = Ledger(path)
    assert [event.change for event in again.events()] == [*changes, Change(forgotten=("msg_1",)), changes[0]]
    assert again.check() == 4
    again.close()


def test_a_packed_event_that_is_put_in_place_of_a_plain_one_tells_the_version(ledger):
    [event] = append(ledger, Change(forgotten=("msg_1",)))
    ledger.forget(Change(forgotten=("ent_x",)), [event.rewritten(large_change("kept"))], actor="user")
    assert packed_rows(ledger) == [True, False]
    assert ledger._version() == 2


def test_what_cannot_be_unpacked_is_named_damaged():
    event = Event(1, "2024-01-01T00:00:00Z", "test", "KnowledgeExtracted", MARK + b"nonsense")
    with pytest.raises(LedgerDamaged, match="cannot be unpacked"):
        _ = event.change


@pytest.mark.parametrize("large", [False, True])
def test_a_rewritten_event_leaves_no_trace_in_the_files(ledger, large):
    secret = "the-word-that-must-go"
    small = Change(entities=(Entity("ent_x", secret, "concept", now(), now()),))
    events = append(ledger, small_change(1), large_change(secret) if large else small)
    assert is_packed(events[1].payload) == large
    kept = events[1].payload
    traces = [secret.encode(), *(kept[place : place + 24] for place in range(16, len(kept) - 24, 24))]
    ledger.forget(Change(forgotten=("ent_x",)), [events[1].rewritten(Change())], actor="user")
    assert [event.change for event in ledger.events()] == [
        small_change(1),
        Change(),
        Change(forgotten=("ent_x",)),
    ]
    for file in ledger.path.parent.iterdir():
        held = file.read_bytes()
        assert not [trace for trace in traces if trace in held]


def test_cleaning_that_was_cut_off_is_made_up_for_on_opening(tmp_path, monkeypatch):
    secret = "the-word-that-must-go"
    ledger = Ledger(tmp_path / "ledger.db")
    [event] = append(ledger, Change(entities=(Entity("ent_x", secret * 500, "concept", now(), now()),)))
    monkeypatch.setattr(Ledger, "_scrub", lambda self: None)
    ledger.forget(Change(forgotten=("ent_x",)), [event.rewritten(Change())], actor="user")
    ledger.close()
    monkeypatch.undo()
    again = Ledger(tmp_path / "ledger.db")
    assert again._one("SELECT 1 FROM meta WHERE key = 'scrub'") is None
    again.close()
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()


@given(st.text(), st.text(), st.binary(), st.integers(1, 10**9))
def test_the_checksum_covers_every_column(actor, kind, payload, seq):
    event = Event(seq, "2024-01-01T00:00:00Z", actor, kind, payload)
    for other in (
        Event(seq + 1, event.at, actor, kind, payload),
        Event(seq, "2024-01-01T00:00:01Z", actor, kind, payload),
        Event(seq, event.at, actor + "x", kind, payload),
        Event(seq, event.at, actor, kind + "x", payload),
        Event(seq, event.at, actor, kind, payload + b"x"),
    ):
        assert other.checksum != event.checksum
