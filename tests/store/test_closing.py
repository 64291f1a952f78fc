"""A graph that was only read stays as it lies, one that was written is sealed, and a kill costs a rebuild at most."""

from __future__ import annotations

import io
import json
import shutil

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graphmem.config import Settings
from graphmem.errors import StoreError, StoreTooNew
from graphmem.model import Change
from graphmem.store import archive, migrate
from graphmem.store import store as stores
from graphmem.store.seal import Seal
from graphmem.store.store import Store
from tests.brief import unfolded

from .conftest import ENGINE, dump, killed, lies, message, put, small_change

FUNCTION_SCOPED = [HealthCheck.function_scoped_fixture]


def read_nothing(store):
    pass


def read_rows(store):
    assert store.graph.read("MATCH (f:Fact) RETURN count(f)") == [(4,)]


def read_all(store):
    assert dump(store)


def read_for_a_user(store):
    store.graph.query("MATCH (f:Fact) RETURN f.id", {}, seconds=10, rows=10)


def read_a_copy(store):
    assert archive.write(store, io.BytesIO(), "jsonl").nodes


def read_on_the_writer(store):
    assert store.alone(lambda: store.graph.read("MATCH (f:Fact) RETURN count(f)")) == [(4,)]


def build_nothing(store):
    assert store.commit(lambda _: [], actor="test", also=lambda: None) == []


def fail_to_build(store):
    with pytest.raises(ZeroDivisionError):
        store.commit(lambda _: 1 / 0, actor="test")


READS = [
    read_nothing,
    read_rows,
    read_all,
    read_for_a_user,
    read_a_copy,
    read_on_the_writer,
    build_nothing,
    fail_to_build,
]


@pytest.mark.parametrize("read", READS, ids=lambda f: f.__name__)
def test_a_graph_that_was_only_read_stays_byte_for_byte_as_it_was(closed, tmp_path, read):
    before = lies(closed)
    again = Store(closed.settings)
    read(again)
    assert lies(again) == before
    after_a_kill = Store(killed(again, tmp_path))
    again.close()
    assert lies(closed) == before
    assert again.notices == after_a_kill.notices == []
    after_a_kill.close()


def write_commit(store):
    put(store, small_change(3))


def write_without_waiting(store):
    store.submit(lambda _: [("KnowledgeExtracted", small_change(3))], actor="test")


def write_rebuild(store):
    store.rebuild()


def write_forgetting(store):
    store.forget(frozenset({"fact_1"}), frozenset(), lambda change: change, until=1, actor="test")


def write_after_reading_a_copy(store):
    read_a_copy(store)
    put(store, small_change(3))
    read_a_copy(store)


WRITES = [
    write_commit,
    write_without_waiting,
    write_rebuild,
    write_forgetting,
    write_after_reading_a_copy,
]


@pytest.mark.parametrize("write", WRITES, ids=lambda f: f.__name__)
def test_a_graph_that_was_written_is_sealed_as_it_lies_there(closed, write):
    sealed = lies(closed)["graph.seal"]
    again = Store(closed.settings)
    write(again)
    again.close()
    assert lies(closed)["graph.seal"] != sealed
    third = Store(closed.settings)
    assert third.notices == []
    assert third.graph.read("MATCH (m:Meta) RETURN m.applied_seq") == [(third.ledger.last_seq,)]
    third.close()


def test_a_graph_is_unsealed_while_it_is_written_and_not_believed_after_a_kill(closed, tmp_path):
    again = Store(closed.settings)
    put(again, small_change(3))
    assert not (again.home / "graph.seal").exists()
    after_a_kill = Store(killed(again, tmp_path))
    assert after_a_kill.notices == [
        "The graph was not closed cleanly; it was made again from the ledger. Nothing was lost."
    ]
    assert dump(after_a_kill) == dump(again)
    after_a_kill.close()
    unfolded(again)
    again.close()


def test_a_kill_between_closing_and_sealing_costs_a_rebuild_and_nothing_else(closed, monkeypatch):
    again = Store(closed.settings)
    put(again, small_change(3))
    before = dump(again)
    with monkeypatch.context() as patch:
        patch.setattr(Seal, "write", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            again.close()
    third = Store(closed.settings)
    assert "not closed cleanly" in third.notices[0]
    assert dump(third) == before
    third.close()


def test_a_new_graph_that_cannot_be_put_in_place_leaves_the_old_one_whole(closed, monkeypatch):
    again = Store(closed.settings)
    put(again, small_change(3))
    before = dump(again)
    with monkeypatch.context() as patch:
        patch.setattr(again, "_put_in_place", lambda fresh: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            again.rebuild()
    assert dump(again) == before
    with pytest.raises(StoreError, match="behind the ledger"):
        put(again, small_change(4))
    again.close()
    third = Store(closed.settings)
    assert "not closed cleanly" in third.notices[0]
    assert dump(third) == before
    third.close()


def without_fact(change, fact_id):
    """The change without that fact and what hangs on it."""
    return msgspec.structs.replace(
        change,
        facts=tuple(one for one in change.facts if one.id != fact_id),
        evidence=tuple(one for one in change.evidence if one.fact_id != fact_id),
        links=tuple(one for one in change.links if fact_id not in (one.source, one.target)),
    )


def test_a_kill_while_something_is_forgotten_does_not_bring_it_back(closed, tmp_path, monkeypatch):
    again = Store(closed.settings)
    cut = []
    with monkeypatch.context() as patch:
        patch.setattr(again, "rebuild", lambda: cut.append(killed(again, tmp_path)))
        again.forget(
            frozenset({"fact_2"}),
            frozenset(),
            lambda change: without_fact(change, "fact_2"),
            until=again.ledger.last_seq,
            actor="test",
        )
    after_a_kill = Store(cut[0])
    assert "fact_2" not in {row[0] for row in after_a_kill.graph.read("MATCH (f:Fact) RETURN f.id")}
    after_a_kill.close()
    again.close()


def test_a_graph_that_is_brought_to_a_newer_schema_is_unsealed_first(tmp_path, monkeypatch):
    all_of_them = migrate.migrations()
    config = Settings(tmp_path / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "migrations", lambda: all_of_them[:-1])
        older = Store(config)
        older.close()
    lifted = []
    real = stores.migrate

    def watched(connection):
        lifted.append(not (older.home / "graph.seal").exists())
        return real(connection)

    monkeypatch.setattr(stores, "migrate", watched)
    newer = Store(config)
    assert lifted == [True]
    newer.close()
    sealed = lies(newer)
    assert json.loads(sealed["graph.seal"][0])["schema"] == all_of_them[-1][0]
    third = Store(config)
    third.close()
    assert lifted == [True, False]
    assert lies(third) == sealed


def test_a_graph_of_a_newer_schema_stays_as_it_lies_even_when_the_seal_does_not_tell(closed):
    again = Store(closed.settings)
    again.graph.write(lambda c: c.run("MATCH (m:Meta {id: 'graph'}) SET m.schema_version = 99"))
    again._seal.lift()
    again.close()
    before = lies(closed)
    with pytest.raises(StoreTooNew, match="version 99"):
        Store(closed.settings)
    assert lies(closed) == before


def test_an_empty_ledger_begins_a_graph_where_it_stays(tmp_path, monkeypatch):
    config = Settings(tmp_path / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_fresh_file", lambda self: 1 / 0)
        fresh = Store(config)
    after_a_kill = Store(killed(fresh, tmp_path))
    fresh.close()
    before = lies(fresh)
    again = Store(config)
    assert fresh.notices == again.notices == after_a_kill.notices == []
    assert dump(again) == dump(after_a_kill) == []
    again.close()
    after_a_kill.close()
    assert lies(again) == before


def test_a_graph_without_its_ledger_is_emptied(closed):
    (closed.home / "ledger.db").unlink()
    again = Store(closed.settings)
    assert dump(again) == []
    again.close()


def test_a_beginning_that_is_cut_off_leaves_nothing_that_is_believed(tmp_path, monkeypatch):
    config = Settings(tmp_path / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})
    with monkeypatch.context() as patch:
        patch.setattr(stores, "migrate", lambda connection: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(config)
    assert not (config.home / "graph.seal").exists()
    store = Store(config)
    put(store, small_change(1))
    store.close()


def test_a_second_close_and_a_use_after_it_change_nothing(closed):
    before = lies(closed)
    closed.close()
    with pytest.raises(StoreError, match="is closed"):
        put(closed, small_change(3))
    assert lies(closed) == before


steps = st.lists(st.sampled_from(["read", "copy", "write", "rebuild"]), max_size=3)


@hypothesis_settings(max_examples=6 if ENGINE == "kuzu" else 3, suppress_health_check=FUNCTION_SCOPED)
@given(st.lists(st.tuples(steps, st.booleans()), min_size=1, max_size=4))
def test_whatever_sessions_do_the_graph_holds_all_and_changes_only_when_written(
    made, tmp_path_factory, sessions
):
    """A session opens the store, does its steps, and closes it or is killed; the next goes on with what it left."""
    folder = tmp_path_factory.mktemp("sessions")
    config = Settings(folder / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})
    shutil.copytree(made, config.home)
    said, sealed = {"msg_1", "msg_2"}, True
    for steps, kill in [*sessions, ([], False)]:
        store = Store(config)
        assert (store.notices == []) == sealed
        sealed, before = True, lies(store)
        for step in steps:
            if step == "write":
                new = message(len(said) + 1, "ses_1")
                put(store, Change(messages=(new,)))
                said.add(new.id)
                sealed = False
            elif step == "rebuild":
                store.rebuild()
                sealed = True
            elif step == "copy":
                archive.write(store, io.BytesIO(), "jsonl")
            assert {row[0] for row in store.graph.read("MATCH (m:Message) RETURN m.id")} == said
        if kill:
            config = killed(store, folder)
        store.close()
        sealed = sealed or not kill
        if not {"write", "rebuild"} & set(steps):
            assert lies(store) == before
