"""Graphs of vectors become one in slices, beside writers and readers, and nothing that was forgotten comes along."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from graphmem.index import growth
from graphmem.index.growth import Merge, due, grown
from graphmem.index.vector import VectorIndex

DIMENSIONS = 16


def sphere(count, *, seed=0):
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(growth, "GRAPH_SIZE", 32)


def filled(count, *, step=16, bulk=False):
    index, rows = VectorIndex(DIMENSIONS), sphere(count)
    index.bulk = bulk
    for start in range(0, count, step):
        numbers = list(range(start + 1, min(start + step, count) + 1))
        index.update(numbers, numbers, rows[start : start + step])
    return index, rows


def found(index, limit=1000):
    return sorted(index.search(sphere(1, seed=9)[0], limit=limit)[0].tolist())


def merge(index):
    sources = due(index.parts)
    assert len(sources) > 1
    running = Merge(sources)
    while running.step(7):
        pass
    return running


@pytest.mark.parametrize("bulk", [False, True])
def test_one_graph_comes_out_and_holds_all(bulk):
    index, _ = filled(200, bulk=bulk)
    assert found(index) == list(range(1, 201))
    assert due(index.parts)
    index.settle()
    assert not due(index.parts)
    assert found(index) == list(range(1, 201))
    assert not any(part.plain for part in index.parts)


def test_a_small_bulk_load_needs_no_graph():
    index, _ = filled(20, bulk=True)
    index.settle()
    assert found(index) == list(range(1, 21))
    assert {part.graph for part in index.parts} == {None}


def test_what_was_written_meanwhile_is_laid_over_it():
    index, rows = filled(200)
    running = merge(index)
    index.update([7, 300], [70, 300], sphere(2, seed=4), deletes=[8, 9])
    index.parts = running.placed(index.parts)
    assert found(index) == sorted({*range(1, 201), 300} - {8, 9})
    query = sphere(2, seed=4)[0]
    assert index.search(query, limit=1)[0].tolist() == [7]
    assert index.search(rows[6], limit=1)[0].tolist() != [7]


def test_a_merge_is_given_up_when_something_was_forgotten_meanwhile():
    index, _ = filled(200)
    running = merge(index)
    index.parts = index.purged(np.array([5], np.uint32))
    assert running.placed(index.parts) is None
    assert 5 not in found(index)


def test_merging_at_once_ends():
    index, _ = filled(640)
    after = grown(index.parts)
    assert not due(after)
    assert sum(part.live for part in after) == 640


def test_an_idle_index_merges_what_a_flush_left(make, open_index):
    index = open_index()
    for seq in range(1, 40):
        texts = tuple(make.message(f"{seq}_{i}", f"turn {seq} of {i}", seq=i) for i in range(8))
        index.apply(seq, make.Change(messages=texts))
    index.flush()
    index.tidier.wait()
    assert not due(index.state.vectors.parts)
    saved = {name for name in index.state.folder.entries if name.startswith("graph-")}
    assert len(saved) == sum(part.graph is not None for part in index.state.vectors.parts)
    before = sorted(index.vector("turn 5 of 3", limit=500))
    index.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "graphmem-tidy"]
    again = open_index()
    assert again.opening.state == "ready"
    assert sorted(again.vector("turn 5 of 3", limit=500)) == before


def test_closing_does_not_wait_for_a_merge_to_end(make, open_index, monkeypatch):
    started, go_on = threading.Event(), threading.Event()
    whole = Merge.step

    def step(self, count=1):
        if threading.current_thread().name == "graphmem-tidy":
            started.set()
            assert go_on.wait(60)
        return whole(self, 1)

    monkeypatch.setattr(Merge, "step", step)
    index = open_index()
    for seq in range(1, 40):
        texts = tuple(make.message(f"{seq}_{i}", f"turn {seq} of {i}", seq=i) for i in range(8))
        index.apply(seq, make.Change(messages=texts))
    index.flush()
    assert started.wait(60)
    found_meanwhile = sorted(index.vector("turn 5 of 3", limit=500))
    closing = threading.Thread(target=index.close)
    closing.start()
    assert index.tidier._stop.wait(60)
    go_on.set()
    closing.join(60)
    assert not closing.is_alive()
    assert sorted(open_index().vector("turn 5 of 3", limit=500)) == found_meanwhile
