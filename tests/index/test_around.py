"""The ways that explain a hit are those that a plain search finds, edge by edge."""

from __future__ import annotations

import random

import pytest

from graphmem.index import around
from graphmem.index.sync import Index


def plain(index, key, seeds):
    """A shortest way over at most two edges, one node at a time."""
    order = {seed: place for place, seed in enumerate(seeds)}
    if seeds and seeds[0] == key:
        return (key,)
    near = index.neighbours(key)
    direct = [(order[other], other, kind) for other, kind, _ in near if other in order]
    if direct:
        return (*min(direct)[1:], key)
    if key in order:
        return (key,)
    found = []
    for middle, kind, _ in sorted(near, key=lambda e: (e[1] in {"next", "in_session"}, e[0], e[1]))[:8]:
        there = index.neighbours(middle)
        if len(there) <= around.HUB:
            found += [(order[o], o, before, middle, kind) for o, before, _ in there if o in order]
    return (*min(found)[1:], key) if found else ()


@pytest.fixture(scope="module")
def life(make):
    chance = random.Random(3)
    index = Index(None, embedder=None)
    people = [str(i) for i in range(20)]
    for seq in range(1, 30):
        ses = f"s{seq % 6}"
        texts = [make.message(f"{seq}_{i}", f"turn {seq} {i}", ses=ses, seq=seq * 10 + i) for i in range(4)]
        pairs = [chance.sample(people, 2) for _ in texts]
        index.apply(
            seq,
            make.Change(
                sessions=(make.session(ses),),
                messages=tuple(texts),
                entities=tuple(make.entity(key, f"Name {key}") for pair in pairs for key in pair),
                facts=tuple(
                    make.fact(f"{seq}_{i}", f"fact {seq} {i}", subject=one, object=other)
                    for i, (one, other) in enumerate(pairs)
                ),
                evidence=tuple(make.evidence("0", f"{seq}_{i}", f"{seq}_{i}") for i in range(4)),
                mentions=tuple(
                    make.mentioned(f"{seq}_{i}", key) for i, pair in enumerate(pairs) for key in pair
                ),
                extracted=tuple(message.id for message in texts),
                aliases=(make.alias(*chance.sample(people, 2)),) if seq % 5 == 0 else (),
            ),
        )
    return index


def test_ways_are_those_of_a_plain_search(life):
    chance = random.Random(11)
    keys = [f"{kind}_{seq}_{i}" for kind in ("msg", "fact") for seq in range(1, 30) for i in range(4)]
    keys += [f"ent_{i}" for i in range(20)]
    for _ in range(60):
        seeds = chance.sample(keys, 5)
        asked = chance.sample(keys, 10)
        assert life.ways(asked, seeds) == {key: plain(life, key, seeds) for key in asked}


def test_a_crowded_end_is_reached_from_the_other_side(life, monkeypatch):
    documents, graph = life.state.documents, life.state.graph
    people = [f"ent_{i}" for i in range(20) if graph.degree(documents.find(f"ent_{i}")) > 12]
    seeds = [f"fact_{seq}_{i}" for seq in range(1, 30) for i in range(4)]
    before = life.ways(people, seeds)
    assert people
    assert all(len(way) == 3 for way in before.values())
    monkeypatch.setattr(around, "CROWDED", 12)
    assert life.ways(people, seeds) == before


def test_nobody_is_asked_about(life):
    assert life.ways([], ["ent_1"]) == {}
    assert life.ways(["ent_1", "fact_unknown"], []) == {"ent_1": ()}
