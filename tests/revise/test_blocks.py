"""Entities are compared within their blocks only, and no match is lost by that."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from itertools import combinations

import pytest

from graphmem.model import Entity
from graphmem.revise import match
from graphmem.revise.resolve import with_blocks

GIVEN = ["Bob", "Robert", "Ada", "Maya", "Maja", "Thomas", "Tom", "Kate", "Katherine", "Wei", "Ana", "Anna"]
FAMILY = ["Smith", "Smyth", "Chen", "Hall", "Lindqvist", "Lindquist", "Novak", "Novack"]
THINGS = [
    *(
        "billing service",
        "billing-service",
        "billing",
        "orders service",
        "orders",
        "Great Plains Transit",
        "GPT",
    ),
    *(
        "ML platform",
        "mlp",
        "Postgres",
        "Postgers",
        "acme/web-app",
        "https://github.com/acme/web-app",
        "~/src/web-app",
    ),
    *(
        "web-app repository",
        "Atlas project",
        "Atlas",
        "Atlas 2",
        "db-1",
        "db-2",
        "Acme Inc.",
        "Acme",
        "Dr. Ada Chen",
    ),
    *("notification-worker", "notifications worker", "Mr. Hall", "ops.example.com", "Kafka", "Kakfa"),
]
KINDS = ("person", "organization", "service", "technology", "project", "repository", "concept", "place")


def everyone(chance):
    full = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    cut = [f"{given[0]}. {family}" for given in GIVEN for family in FAMILY]
    names = [*THINGS, *full, *cut, *GIVEN, *(f"{given} Q. Smith" for given in GIVEN)]
    when = datetime(2024, 1, 1, tzinfo=UTC)
    for i, name in enumerate(names):
        kind = chance.choice(KINDS) if name in THINGS or chance.random() < 0.15 else "person"
        yield with_blocks(Entity(f"ent_{i:05}", name, kind, when, when, mentions=1, votes=f"{kind}:1"))


@pytest.mark.parametrize("seed", range(4))
def test_no_match_is_lost(monkeypatch, seed):
    chance = random.Random(seed)
    some = chance.sample(list(everyone(chance)), 120)
    within = match.decide(some, set())
    assert within
    monkeypatch.setattr(match, "_mates", lambda all_: list(combinations(sorted(e.id for e in all_), 2)))
    assert match.decide(some, set()) == within


def test_strangers_are_not_compared(monkeypatch):
    compared = []
    monkeypatch.setattr(match, "compare", lambda *pair: compared.append(pair))
    when = datetime(2024, 1, 1, tzinfo=UTC)
    strangers = [
        with_blocks(Entity(f"ent_{i}", f"{a}{b}ton", "person", when, when))
        for i, (a, b) in enumerate((a, b) for a in ("Ald", "Brin", "Cass", "Dor") for b in ("e", "o", "u"))
    ]
    match.decide(strangers, set())
    assert len(compared) <= len(strangers)  # of 66 pairs
