"""What is said of whom is read off in the order of time, whatever came in which order and however it lies in layers."""

from __future__ import annotations

import random

import msgspec
import pytest

from graphmem.index.filter import Filter
from graphmem.index.sync import Index

PREDICATES = ("works_at", "likes", "owns")


def expected(facts, subject, predicates, limit, where=None):
    view = (where or Filter()).view
    chosen = [
        f
        for f in facts.values()
        if f.subject == subject
        and f.predicate in predicates
        and view.sees(f.valid, f.recorded, f.end_recorded_at)
    ]
    return [f.id for f in sorted(chosen, key=lambda f: (-f.recorded_at.timestamp(), f.id))][:limit]


@pytest.fixture(scope="module")
def changing(make):
    """Facts that come in any order, move to other subjects, predicates and times, and go; and what is left of them."""
    chance = random.Random(5)
    changes = [make.Change(entities=tuple(make.entity(str(i), f"Name {i}") for i in range(4)))]
    facts = {}
    for _ in range(60):
        keys = chance.sample(range(120), 6)
        told = [
            msgspec.structs.replace(
                make.fact(
                    str(key), f"fact {key}", subject=str(chance.randrange(4)), day=chance.randrange(400)
                ),
                predicate=chance.choice(PREDICATES),
                valid_from=make.at(chance.randrange(400)),
                recorded_at=make.at(chance.randrange(400) + key / 1000),
            )
            for key in keys
        ]
        fresh = {fact.id: fact for fact in told}
        gone = chance.sample(sorted(facts.keys() - fresh.keys()), 2) if len(facts) > 10 else []
        changes.append(make.Change(facts=tuple(told), dropped=tuple(gone)))
        facts.update(fresh)
        for key in gone:
            del facts[key]
    return changes, facts


@pytest.mark.parametrize("limit", [1, 3, 1000])
@pytest.mark.parametrize("predicates", [PREDICATES[:1], PREDICATES])
def test_the_newest_come_first(make, changing, tmp_path, limit, predicates):
    changes, facts = changing
    index = Index(tmp_path / "index", embedder=None)
    for seq, change in enumerate(changes, 1):
        index.apply(seq, change)
    early = Filter(as_of=make.at(150), known_at=make.at(200))
    for _ in range(2):
        for subject in (f"ent_{i}" for i in range(4)):
            for where in (Filter(), early):
                found = index.said_of([subject], dict.fromkeys(predicates, 1.0), limit=limit, where=where)
                assert [key for key, _ in found] == expected(facts, subject, predicates, limit, where)
                assert all(facts[key].predicate == predicate for key, predicate in found)
        # And again as it comes back from its files.
        index.close()
        index = Index(tmp_path / "index", embedder=None)
        assert index.state.load()[0] == "ready"


def test_what_may_not_be_found_takes_no_place(make, tmp_path):
    index = Index(None, embedder=None)
    old = make.fact("old", "old", day=1, valid_from=make.at(1))
    new = [make.fact(str(i), f"new {i}", day=10 + i, valid_from=make.at(10 + i)) for i in range(50)]
    index.apply(1, make.Change(entities=(make.entity("user", "user"),), facts=(old, *new)))
    where = Filter(as_of=make.at(5))
    assert index.said_of(["ent_user"], {"works_at": 1.0}, limit=3, where=where) == [("fact_old", "works_at")]


def test_a_hub_is_not_walked(make):
    index = Index(None, embedder=None)
    facts = tuple(make.fact(str(i), f"fact {i}", day=i / 100) for i in range(3000))
    index.apply(1, make.Change(facts=facts))
    looked = []
    rows, number = index.state.documents.rows, index.state.documents.find("ent_user")
    code = index.state.documents.places.known("works_at")

    def allowed(numbers):
        looked.extend(numbers.tolist())
        return numbers > 0

    found, _ = index.state.under.newest(number, code, limit=10, rows=rows, allowed=allowed)
    assert index.state.documents.ids(found.tolist()) == [f"fact_{i}" for i in range(2999, 2989, -1)]
    assert len(looked) <= 20


def test_a_forgotten_fact_leaves_no_trace(make, tmp_path):
    index = Index(tmp_path / "index", embedder=None)
    odd = msgspec.structs.replace(make.fact("odd", "The vault is secret."), predicate="zanzibar_of")
    user = make.entity("user", "user")
    index.apply(1, make.Change(entities=(user,), facts=(odd, make.fact("even", "plain"))))
    index.flush()
    index.apply(2, make.Change(forgotten=("fact_odd",)))
    assert index.said_of(["ent_user"], {"zanzibar_of": 1.0, "works_at": 1.0}, limit=9) == [
        ("fact_even", "works_at")
    ]
    assert sum(len(layer.facts) for layer in index.state.under.layers) == 1
    assert b"zanzibar" not in b"".join(file.read_bytes() for file in (tmp_path / "index").iterdir())
