"""Who belongs together: what is woven, how it falls apart, and which community is still the one of before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.evolve.communities import clusters
from graphmem.evolve.lineage import descend
from graphmem.evolve.weave import weave
from graphmem.model import USER_ENTITY
from graphmem.store.wiki_queries import Grouped, Known, Told
from graphmem.temporal import Viewpoint
from tests.store.conftest import T0, day

ROOT = Path(__file__).parent.parent.parent
WEIGHTS = {"relation": 1.0, "mention": 0.5, "most": 4}
SIZES = {"resolutions": (1.0, 1.0), "seed": 1, "least": 3, "split": 8}


def known(*names, kind="service"):
    return {f"ent_{name}": Known(f"ent_{name}", name, kind, 1) for name in names}


def told(subject, target, **more):
    values = {
        "id": f"fact_{subject}{target}", "kind": "fact", "subject": subject, "predicate": "uses", "object": target,
        "negated": False, "valid_from": None, "valid_until": None, "end_recorded_at": None, "recorded_at": T0,
        "retracted_at": None, "confidence": 0.5, "importance": 0.5, "pinned": False,
    }  # fmt: skip
    return Told(**{**values, **more})


def woven(facts=(), together=(), entities=None, faces=None):
    return weave(facts, together, entities or {}, faces or {}, view=Viewpoint(day(10)), **WEIGHTS)


def clique(*keys, weight=1.0):
    return {tuple(sorted(pair)): weight for pair in combinations(keys, 2)}


def test_relations_that_hold_and_messages_that_name_both_add_up():
    facts = [told("ent_a", "ent_b"), told("ent_b", "ent_a", predicate="knows")]
    assert woven(facts, [("ent_a", "ent_b"), ("ent_a", "ent_b", "ent_c")]) == {
        ("ent_a", "ent_b"): 2 * 1.0 + 0.5 + 0.25,
        ("ent_a", "ent_c"): 0.25,
        ("ent_b", "ent_c"): 0.25,
    }


@pytest.mark.parametrize(
    "more",
    [{"negated": True}, {"valid_until": day(9)}, {"retracted_at": day(9)}, {"valid_from": day(11)}],
    ids=lambda more: next(iter(more)),
)
def test_what_does_not_hold_joins_nobody(more):
    assert woven([told("ent_a", "ent_b", **more)]) == {}


def test_a_message_that_names_too_many_says_nothing_of_any_two():
    assert woven(together=[tuple(f"ent_{n}" for n in range(5))]) == {}


def test_the_user_under_any_name_and_the_agents_hold_nothing_together():
    entities = known("a", "b") | known("codex", kind="agent")
    facts = [told(USER_ENTITY, "ent_a"), told("ent_maya", "ent_b"), told("ent_codex", "ent_a")]
    assert (
        woven(facts, [("ent_a", "ent_codex"), (USER_ENTITY, "ent_b")], entities, {USER_ENTITY: "ent_maya"})
        == {}
    )


def test_names_of_one_are_one():
    assert woven([told("ent_a", "ent_b")], [("ent_a", "ent_b2")], faces={"ent_b2": "ent_b"}) == {
        ("ent_a", "ent_b"): 1.5
    }


def test_a_graph_falls_apart_where_little_holds_it():
    names = [f"ent_{letter}{n}" for letter in "ab" for n in range(4)]
    edges = clique(*names[:4]) | clique(*names[4:]) | {("ent_a0", "ent_b0"): 0.1}
    found = clusters(dict(sorted(edges.items())), {}, **SIZES)
    assert [set(one.members) for one in found] == [set(names[:4]), set(names[4:])]
    assert [one.members[0] for one in found] == ["ent_a0", "ent_b0"]


def test_a_community_that_is_large_falls_into_parts_that_lie_inside_it():
    groups = [[f"ent_{letter}{n}" for n in range(4)] for letter in "abcd"]
    edges = {}
    for one in groups:
        edges |= clique(*one)
    for one, other in combinations(range(4), 2):
        edges[groups[one][0], groups[other][0]] = 0.9
    found = clusters(dict(sorted(edges.items())), {}, **{**SIZES, "resolutions": (0.05, 1.0)})
    assert [one.level for one in found] == [0, 1, 1, 1, 1]
    for one in found[1:]:
        assert one.parent == 0
        assert set(one.members) < set(found[0].members)


def test_files_name_a_community_only_where_nothing_else_does():
    entities = known("a", "b", "c") | {"ent_f": Known("ent_f", "f.py", "file", 9)}
    edges = clique("ent_a", "ent_b", "ent_c", "ent_f") | {("ent_a", "ent_f"): 1.5}
    [one] = clusters(dict(sorted(edges.items())), entities, **SIZES)
    assert one.members == ("ent_a", "ent_b", "ent_c", "ent_f")


edge_lists = st.dictionaries(
    st.tuples(st.integers(0, 15), st.integers(0, 15)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0.25, 0.5, 1.0, 2.0]),
    max_size=50,
)


@given(edge_lists)
def test_any_graph_gives_connected_communities_that_share_no_member_of_a_level(numbers):
    import networkx as nx

    edges = {(f"ent_{a:02}", f"ent_{b:02}"): weight for (a, b), weight in sorted(numbers.items())}
    found = clusters(edges, {}, **SIZES)
    graph = nx.Graph(list(edges))
    for level in (0, 1):
        members = [key for one in found if one.level == level for key in one.members]
        assert len(members) == len(set(members))
    for one in found:
        assert len(one.members) >= SIZES["least"]
        assert nx.is_connected(graph.subgraph(one.members))
        if one.parent is not None:
            assert set(one.members) < set(found[one.parent].members)


SCRIPT = """
import json, sys
from graphmem.evolve.communities import clusters
edges = {(f"ent_{a:02}", f"ent_{b:02}"): 1.0 for a in range(40) for b in range(a + 1, 40) if (a * b) % 7 == 1}
print(json.dumps([one.members for one in clusters(edges, {}, resolutions=(1.0, 1.0), seed=1, least=3, split=8)]))
"""


def test_every_process_finds_the_same():
    """Sets of texts are walked in another order by each process, unless it is told otherwise."""
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
    assert json.loads(told.pop())


def grouped(communities):
    return {
        one.id: Grouped(one.id, "", one.level, len(one.members), one.build, one.parent, one.members)
        for one in communities
    }


def built(edges, former=()):
    entities = {key: Known(key, key.removeprefix("ent_"), "service", 1) for pair in edges for key in pair}
    found = clusters(dict(sorted(edges.items())), entities, **SIZES)
    return descend(found, grouped(former), entities, keep=0.5, heads=2)


def test_a_community_keeps_its_id_while_most_of_it_stays_and_no_longer():
    [one] = built(clique("ent_a", "ent_b", "ent_c", "ent_d"))
    [grown] = built(clique("ent_a", "ent_b", "ent_c", "ent_d", "ent_e"), [one])
    assert (grown.id, grown.build != one.build) == (one.id, True)
    [other] = built(clique("ent_a", "ent_x", "ent_y", "ent_z"), [one])
    assert other.id != one.id


def test_of_two_parts_the_greater_goes_on():
    [one] = built(clique(*(f"ent_{n}" for n in range(9))))
    parts = built(clique(*(f"ent_{n}" for n in range(5))) | clique(*(f"ent_{n}" for n in range(5, 9))), [one])
    assert [part.id == one.id for part in parts] == [True, False]


def test_nobody_takes_the_id_of_another():
    """One grew out of the members by which its id was made; another that has just those now has an id of its own."""
    [one] = built(clique("ent_a", "ent_b", "ent_c"))
    moved = one.__class__(one.id, 0, ("ent_x", "ent_y", "ent_z"), one.heads)
    found = built(clique("ent_a", "ent_b", "ent_c") | clique("ent_x", "ent_y", "ent_z"), [moved])
    assert len({each.id for each in found}) == 2
    assert [each.id for each in found if "ent_x" in each.members] == [one.id]
