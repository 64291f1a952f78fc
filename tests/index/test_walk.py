from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.index.adjacency import ABOUT, MENTIONS, NEXT, Adjacency
from graphmem.index.walk import personalised_pagerank

SIZE = 12
graphs = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)).filter(lambda edge: edge[0] != edge[1]),
    min_size=1,
    max_size=30,
    unique_by=lambda edge: tuple(sorted(edge)),
)


def graph_of(pairs, kind=ABOUT):
    graph = Adjacency()
    graph.update([(one, other, kind, 1) for one, other in pairs])
    return graph


def power_iteration(pairs, seeds, alpha, allowed):
    """PageRank the long way; a node with no way on keeps what comes."""
    matrix = np.zeros((SIZE, SIZE))
    for one, other in pairs:
        if one in allowed and other in allowed:
            matrix[one, other] = matrix[other, one] = 1.0
    sums = matrix.sum(axis=1)
    rank, mass = np.zeros(SIZE), np.zeros(SIZE)
    for node, weight in seeds.items():
        mass[node] = weight if node in allowed else 0.0
    if mass.sum() == 0:
        return rank
    mass /= mass.sum()
    for _ in range(600):
        stuck = sums == 0
        rank += alpha * mass + np.where(stuck, (1 - alpha) * mass, 0.0)
        flow = np.where(stuck, 0.0, (1 - alpha) * mass / np.where(stuck, 1.0, sums))
        mass = flow @ matrix
    return rank


@given(
    graphs,
    st.dictionaries(st.integers(0, SIZE - 1), st.floats(0.1, 3), min_size=1, max_size=3),
    st.sets(st.integers(0, SIZE - 1)),
)
def test_it_is_personalised_pagerank(pairs, seeds, closed):
    allowed = set(range(SIZE)) - closed
    numbers, scores = personalised_pagerank(
        graph_of(pairs),
        seeds,
        allowed=lambda n: ~np.isin(n, sorted(closed)),
        tolerance=1e-9,
        hub_damping=0.0,
    )
    found = np.zeros(SIZE)
    found[numbers] = scores
    assert found == pytest.approx(power_iteration(pairs, seeds, 0.15, allowed), abs=1e-5)
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)
    assert not set(numbers.tolist()) & closed


def test_what_hangs_on_two_seeds_leads():
    graph = graph_of([(0, 2), (1, 2), (0, 3), (1, 4), (3, 5), (4, 5)])
    numbers, _ = personalised_pagerank(graph, {0: 1.0, 1: 1.0})
    others = [number for number in numbers.tolist() if number not in (0, 1)]
    assert others[0] == 2


def test_an_edge_that_was_taken_away_carries_nothing():
    graph = graph_of([(0, 1), (0, 2)])
    graph.update([(0, 1, ABOUT, -1)])
    assert personalised_pagerank(graph, {0: 1.0})[0].tolist() == [0, 2]
    graph.update([(0, 2, ABOUT, -1)])
    numbers, scores = personalised_pagerank(graph, {0: 1.0})
    assert numbers.tolist() == [0]
    assert scores.tolist() == pytest.approx([1.0])


def test_kinds_have_weights():
    graph = Adjacency()
    graph.update([(0, 1, ABOUT, 1), (0, 2, NEXT, 1), (0, 3, MENTIONS, 1)])
    found = dict(zip(*(c.tolist() for c in personalised_pagerank(graph, {0: 1.0})), strict=True))
    assert found[1] > found[3] > found[2]
    only = personalised_pagerank(graph, {0: 1.0}, weights={"next": 1.0})
    assert sorted(only[0].tolist()) == [0, 2]


def test_hubs_are_damped():
    # Node 1 is a hub with many others, node 2 is as near to the seed and has few.
    graph = graph_of([(0, 1), (0, 2), (2, 3), *((1, node) for node in range(10, 200))])
    found = dict(zip(*(c.tolist() for c in personalised_pagerank(graph, {0: 1.0})), strict=True))
    assert found[2] > 1.5 * found[1]
    even = dict(
        zip(*(c.tolist() for c in personalised_pagerank(graph, {0: 1.0}, hub_damping=0.0)), strict=True)
    )
    assert found[3] > even[3]


def test_the_work_does_not_grow_with_the_graph():
    def touched(size):
        asked = []

        def allowed(numbers):
            asked.extend(numbers.tolist())
            return np.ones(len(numbers), bool)

        random = np.random.default_rng(4)
        pairs = {
            tuple(sorted(pair))
            for pair in random.integers(0, size, (4 * size, 2)).tolist()
            if pair[0] != pair[1]
        }
        personalised_pagerank(graph_of(pairs), {0: 1.0}, allowed=allowed, tolerance=1e-4)
        return len(asked)

    assert touched(40_000) < 1.5 * touched(10_000)


def test_unknown_and_worthless_seeds_find_nothing():
    graph = graph_of([(0, 1)])
    assert personalised_pagerank(graph, {})[0].tolist() == []
    assert personalised_pagerank(graph, {99_999: 1.0, 0: 0.0})[0].tolist() == []
