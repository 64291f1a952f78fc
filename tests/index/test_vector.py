from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.index import growth, part
from graphmem.index.files import Damaged, Folder
from graphmem.index.part import quantise, units
from graphmem.index.vector import VectorIndex

DIMENSIONS = 16


def sphere(count, *, seed=0, dimensions=DIMENSIONS):
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def small_graphs(monkeypatch):
    monkeypatch.setattr(growth, "GRAPH_SIZE", 64)
    monkeypatch.setattr(part, "_EXACT_AFTER", 128)


def filled(count, *, step=20, seed=0):
    index, rows = VectorIndex(DIMENSIONS), sphere(count, seed=seed)
    for start in range(0, count, step):
        numbers = range(start, min(start + step, count))
        index.update(list(numbers), [number + 1 for number in numbers], rows[start : start + step])
    return index, rows


def exact(rows, query, limit, numbers=None):
    numbers = np.arange(len(rows)) if numbers is None else np.array(sorted(numbers))
    scores = units(quantise(rows[numbers])) @ query
    return numbers[np.argsort(-scores, kind="stable")[:limit]].tolist()


def test_quantising_twice_is_quantising_once():
    once = quantise(sphere(50))
    assert np.array_equal(quantise(units(once)), once)
    assert np.abs(once).max(axis=1).tolist() == [127] * 50


def test_flat_search_is_exact():
    index, rows = filled(60)
    query = sphere(1, seed=9)[0]
    numbers, scores = index.search(query, limit=10)
    assert numbers.tolist() == exact(rows, query, 10)
    assert scores.tolist() == pytest.approx((rows[numbers] @ query).tolist(), abs=0.02)


def test_graphs_find_nearly_what_exact_search_finds(small_graphs):
    index, rows = filled(1000)
    index.settle()
    assert any(part.graph is not None for part in index.parts)
    assert len(index) == 1000
    hits = 0
    for query in sphere(50, seed=5):
        hits += len(set(index.search(query, limit=10)[0].tolist()) & set(exact(rows, query, 10)))
    assert hits >= 0.95 * 500


def test_a_narrow_filter_still_gets_its_ten(small_graphs):
    index, rows = filled(1000)
    wanted = list(range(7, 1000, 83))
    query = sphere(1, seed=3)[0]
    numbers, _ = index.search(query, limit=10, allowed=lambda n: np.isin(n, wanted))
    assert numbers.tolist() == exact(rows, query, 10, wanted)
    assert index.search(query, limit=10, allowed=lambda n: np.zeros(len(n), bool))[0].tolist() == []


steps = st.lists(
    st.tuples(
        st.dictionaries(st.integers(0, 120), st.integers(0, 10_000), max_size=30),
        st.lists(st.integers(0, 120), max_size=10),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=40)
@given(steps, st.booleans())
def test_what_lives_is_what_was_put_and_not_taken(tmp_path_factory, changes, reopen):
    monkey = pytest.MonkeyPatch()
    monkey.setattr(growth, "GRAPH_SIZE", 32)
    try:
        folder, index, live = Folder(tmp_path_factory.mktemp("vec")), VectorIndex(DIMENSIONS), {}
        for upserts, deletes in changes:
            gone = [number for number in deletes if number not in upserts]
            rows = np.array([sphere(1, seed=seed)[0] for seed in upserts.values()])
            index.update(list(upserts), list(upserts.values()), rows, gone)
            for number in gone:
                live.pop(number, None)
            live.update(upserts)
            index.settle()
            if reopen:
                part = index.save(folder)
                deaths = index.deaths()
                index = VectorIndex(DIMENSIONS)
                index.load(folder, part, deaths)
        numbers, scores = index.search(sphere(1)[0], limit=500)
        assert sorted(numbers.tolist()) == sorted(live)
        expected = [float(sphere(1, seed=live[n])[0] @ sphere(1)[0]) for n in numbers.tolist()]
        assert scores.tolist() == pytest.approx(expected, abs=0.03)
    finally:
        monkey.undo()


def test_a_saved_graph_is_mapped_and_can_be_added_to(small_graphs, tmp_path):
    folder = Folder(tmp_path)
    index, _ = filled(300)
    part = index.save(folder)
    again = VectorIndex(DIMENSIONS)
    again.load(folder, part, index.deaths())
    query = sphere(1, seed=2)[0]
    assert again.search(query, limit=10)[0].tolist() == index.search(query, limit=10)[0].tolist()
    again.update([1000], [5], query[None])
    assert again.search(query, limit=1)[0].tolist() == [1000]
    again.settle()
    assert len(again) == 301


def test_a_graph_of_another_size_is_damage(small_graphs, tmp_path):
    folder = Folder(tmp_path)
    index, _ = filled(100)
    (rows_file, graph_file), *_ = index.save(folder)["parts"]
    (tmp_path / graph_file).write_bytes(b"\x07\x00\x00\x00\x10\x00\x00\x00" + b"x" * 500)
    with pytest.raises(Damaged):
        VectorIndex(DIMENSIONS).load(folder, {"parts": [[rows_file, graph_file]], "spare": []}, {})


def test_a_purged_vector_is_in_no_file(small_graphs, tmp_path):
    folder = Folder(tmp_path)
    index, rows = filled(100)
    index.save(folder)
    index.update([5], [999], sphere(1, seed=77))
    index.update([6], [6], sphere(1, seed=78))
    marks = [quantise(row).tobytes() for row in (rows[5:6], rows[6:7], sphere(1, seed=77))]
    index.parts = index.purged(np.array([5]))
    part = index.save(folder)
    folder.commit({}, index.file_names)
    for file in tmp_path.iterdir():
        assert not any(mark in file.read_bytes() for mark in marks)
    again = VectorIndex(DIMENSIONS)
    again.load(folder, part, index.deaths())
    found = again.search(rows[5], limit=200)[0].tolist()
    assert 5 not in found
    assert len(found) == 99


def test_a_reset_keeps_vectors_for_the_same_texts(tmp_path):
    index, rows = filled(40)
    index.reset()
    assert len(index) == 0
    assert index.search(rows[0], limit=5)[0].tolist() == []
    known = index.known([3, 999_999])
    assert list(known) == [3]
    assert np.array_equal(known[3], quantise(rows[2:3])[0])
    folder = Folder(tmp_path)
    part = index.save(folder)
    again = VectorIndex(DIMENSIONS)
    again.load(folder, part, {})
    assert list(again.known([3])) == [3]


def test_the_runtime_and_the_graph_library_live_in_one_process():
    code = (
        "from graphmem.index.part import new_graph; new_graph(4)\n"
        "import onnxruntime, kuzu, spacy; print('alive')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip().endswith("alive"), done.stderr
