"""Others read and write while the graph is made anew: they wait a moment, and none meets a closed graph."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem.model import Change
from graphmem.store import queries
from graphmem.store.store import Store

from .conftest import entity


@pytest.fixture
def store(settings):
    store = Store(settings)
    yield store
    store.close()


def put(store, name):
    store.commit(lambda _: [("KnowledgeExtracted", Change(entities=(entity(name),)))], actor="test")


def test_readers_and_writers_outlive_a_rebuild(store):
    put(store, "first")
    stop = threading.Event()

    def read():
        count = 0
        while not stop.is_set():
            with store.graph.reader() as reader:
                assert queries.entities(reader, ["ent_first"])
                with store.graph.reader() as other:  # one who reads may read again inside
                    assert queries.counts(other)["entities"] >= 1
            store.graph.query("MATCH (e:Entity) RETURN e.id", {}, seconds=10, rows=1000)
            count += 1
        return count

    def write(number):
        done = 0
        while not stop.is_set():
            put(store, f"{number}_{done}")
            done += 1
        return done

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read) for _ in range(4)]
        writers = [pool.submit(write, number) for number in range(2)]
        try:
            for _ in range(6):
                store.rebuild()
        finally:
            stop.set()
        assert all(one.result() for one in readers)
        written = sum(one.result() for one in writers)
    assert written
    assert store.graph.read("MATCH (e:Entity) RETURN count(e)") == [(written + 1,)]
    before = store.graph.read("MATCH (e:Entity) RETURN e.id ORDER BY e.id")
    store.rebuild()
    assert store.graph.read("MATCH (e:Entity) RETURN e.id ORDER BY e.id") == before


def test_a_rebuild_that_fails_leaves_the_old_graph_to_its_readers(store, monkeypatch):
    put(store, "first")

    def broken(ledger):
        raise OSError(5, "no")

    monkeypatch.setattr("graphmem.store.bulk.fold", broken)
    with pytest.raises(OSError, match="no"):
        store.rebuild()
    assert store.graph.read("MATCH (e:Entity) RETURN count(e)") == [(1,)]
