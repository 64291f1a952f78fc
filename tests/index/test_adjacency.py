from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.index.adjacency import ABOUT, ALIAS_OF, HAS_ALIAS, MENTIONS, NEXT, Adjacency
from graphmem.index.files import Folder

edges = st.tuples(st.integers(0, 15), st.integers(0, 15), st.sampled_from([ABOUT, MENTIONS, ALIAS_OF]))
changes = st.lists(st.lists(st.tuples(edges, st.booleans()), max_size=8), max_size=8)


def apply(graph, model, batch):
    """Add and take away edges as the index does: only what is there is taken away."""
    deltas = []
    for (one, other, kind), add in batch:
        if one == other or (not add and not model[one, other, kind]):
            continue
        sign = 1 if add else -1
        deltas.append((one, other, kind, sign))
        model[one, other, kind] += sign
    graph.update(deltas)


def expected(model, node):
    found = Counter()
    for (one, other, kind), count in model.items():
        if count and one == node:
            found[other, kind] += count
        if count and other == node:
            found[one, HAS_ALIAS if kind == ALIAS_OF else kind] += count
    return dict(found)


@given(changes)
def test_neighbours_are_what_was_added_and_not_taken_away(batches):
    graph, model = Adjacency(), Counter()
    for batch in batches:
        apply(graph, model, batch)
    for node in range(16):
        assert graph.neighbours(node) == expected(model, node)
        assert graph.degrees[node] == sum(expected(model, node).values())
        chosen = sorted({other for other, kind in expected(model, node) if kind == MENTIONS})
        assert graph.others([node], MENTIONS).tolist() == chosen


@settings(max_examples=30)
@given(changes, st.lists(st.tuples(edges, st.booleans()), max_size=8))
def test_a_reopened_graph_is_the_same_and_can_be_changed(tmp_path_factory, batches, more):
    folder = Folder(tmp_path_factory.mktemp("edges"))
    graph, model = Adjacency(), Counter()
    for batch in batches:
        apply(graph, model, batch)
    again = Adjacency()
    again.load(folder, graph.save(folder))
    apply(again, model, more)
    for node in range(16):
        assert again.neighbours(node) == expected(model, node)
        assert again.degrees[node] == sum(expected(model, node).values())


def test_an_alias_is_seen_from_each_end_as_what_it_is():
    graph = Adjacency()
    graph.update([(1, 2, ALIAS_OF, 1)])
    assert graph.neighbours(1) == {(2, ALIAS_OF): 1}
    assert graph.neighbours(2) == {(1, HAS_ALIAS): 1}


def test_layers_stay_few():
    graph = Adjacency()
    for node in range(1, 600):
        graph.update([(node, node + 1, NEXT, 1)])
    assert len(graph.layers) < 8
    assert graph.neighbours(300) == {(299, NEXT): 1, (301, NEXT): 1}


def test_a_purged_node_has_no_edge_left():
    graph = Adjacency()
    graph.update([(1, 2, ABOUT, 1), (2, 3, ABOUT, 1), (3, 4, MENTIONS, 1)])
    graph.layers = graph.purged(np.array([2]))
    graph.count_degrees()
    assert graph.neighbours(1) == graph.neighbours(2) == {}
    assert graph.neighbours(3) == {(4, MENTIONS): 1}
    assert graph.degrees[:5].tolist() == [0, 0, 0, 1, 1]
    assert all(2 not in layer.others.tolist() for layer in graph.layers)


def test_an_empty_graph_has_no_neighbours():
    assert Adjacency().neighbours(3) == {}
    assert Adjacency().others([1, 2], ABOUT).tolist() == []
    with pytest.raises(KeyError):
        Adjacency().update([(1, 2, 99, 1)])
