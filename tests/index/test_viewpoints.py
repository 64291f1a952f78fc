"""One viewpoint never answers for another: whatever an index remembers, each question is answered as by a fresh one.

Everything that a filter can say is said here in two ways and more; each is asked between all others, before and after
a change, and its answer is compared with that of an index which was never asked anything else.
"""

from __future__ import annotations

import msgspec
import networkx
import pytest

from graphmem.index.filter import Filter
from graphmem.index.sync import Index

QUESTION = "Where does Maya work? Acme, Globex, deploy, user"
SEEDS = {"ent_user": 1.0, "ent_globex": 0.5}


def filters(at):
    """By field of `Filter`: conditions that only that field tells apart."""
    return {
        "as_of": [Filter(as_of=at(10)), Filter(as_of=at(40))],
        "known_at": [Filter(as_of=at(40), known_at=at(20)), Filter(as_of=at(40), known_at=at(35))],
        "kinds": [Filter(kinds=frozenset({"fact"})), Filter(kinds=frozenset({"message"}))],
        "entities": [Filter(entities=frozenset({"ent_globex"})), Filter(entities=frozenset({"ent_acme"}))],
        "project": [Filter(project="atlas"), Filter(project="borealis")],
        "client": [Filter(client="codex"), Filter(client="claude")],
        "scope": [Filter(scope=""), Filter(scope="team")],
        "since": [Filter(since=at(20)), Filter(since=at(31))],
        "until": [Filter(until=at(5)), Filter(until=at(31))],
        "min_trust": [Filter(min_trust=0.4), Filter(min_trust=0.9)],
        "active_only": [Filter(active_only=True), Filter(active_only=False)],
    }


def answers(index, where):
    """All that the channels say from one viewpoint."""

    def rounded(found):
        return sorted((key, round(score, 4)) for key, score in found)

    keys = [
        *(f"msg_{i}" for i in range(1, 10)),
        "fact_acme",
        "fact_globex",
        "fact_globex2",
        "ent_user",
        "ent_acme",
    ]
    return {
        "text": rounded(index.text(QUESTION, where=where)),
        "vector": rounded(index.vector("user works at Acme", where=where)),
        "graph": rounded(index.graph(SEEDS, where=where)),
        "said_of": index.said_of(["ent_user"], ["works_at"], limit=10, where=where),
        "passes": index.passes(keys, where),
    }


@pytest.fixture
def changes(make, story):
    """The story, with something in another scope, of less trust, and on a branch that was rewound."""
    scoped = make.session("s3", client="own", project="borealis", day=40)
    more = make.Change(
        sessions=(msgspec.structs.replace(scoped, scope="team"),),
        messages=(
            make.message("8", "The user of Acme deploys on Fridays.", ses="s3", day=40, trust=0.95),
            make.message("9", "Globex deploys on Mondays.", ses="s3", seq=1, day=41, active=False, trust=0.1),
        ),
        mentions=(make.mentioned("8", "acme"), make.mentioned("9", "globex")),
        extracted=("msg_8", "msg_9"),
    )
    return [change for _, change in story] + [more]


def told(changes, make):
    index = Index(None, embedder=make.HashEmbedder())
    for seq, change in enumerate(changes, 1):
        index.apply(seq, change)
    return index


def test_every_field_of_a_filter_is_asked(make):
    assert set(filters(make.at)) == set(Filter.__dataclass_fields__)


def test_the_conditions_of_each_field_are_told_apart(make, changes):
    index = told(changes, make)
    for field, (one, other) in filters(make.at).items():
        assert answers(index, one) != answers(index, other), field


def test_no_viewpoint_answers_for_another(make, changes):
    every = [where for pair in filters(make.at).values() for where in pair]
    alone = {where: answers(told(changes, make), where) for where in every}
    index = told(changes, make)
    answers(index, every[0])
    # Each behind each, and none asked twice for it: a way over all pairs that begins where the last one ended.
    pairs = networkx.complete_graph(every, networkx.DiGraph)
    for _, other in networkx.eulerian_circuit(pairs, source=every[0]):
        assert answers(index, other) == alone[other]


def test_nothing_of_before_a_change_answers_after_it(make, changes):
    every = [where for pair in filters(make.at).values() for where in pair]
    index = told(changes[:1], make)
    for seq in range(2, len(changes) + 1):
        for where in every:
            answers(index, where)
        index.apply(seq, changes[seq - 1])
    index.apply(99, make.Change(forgotten=("msg_4", "fact_acme")))
    fresh = told([*changes], make)
    fresh.apply(99, make.Change(forgotten=("msg_4", "fact_acme")))
    for where in every:
        assert answers(index, where) == answers(fresh, where)
