"""What a witness says in its own words, where the fact that it bears on is told in others."""

from __future__ import annotations

import msgspec

from graphmem.store import queries

from .conftest import small_change
from .test_store import put


def witnesses(store):
    with store.graph.reader() as reader:
        ids = [row[0] for row in reader.run("MATCH (f:Fact) RETURN f.id")]
        return [one for group in queries.evidence_of_facts(reader, ids).values() for one in group]


def test_a_witness_keeps_the_words_that_its_fact_has_not(store):
    change = small_change(0)
    (evidence,) = change.evidence
    own = msgspec.structs.replace(evidence, predicate="chose", qualifier="notes")
    put(store, msgspec.structs.replace(change, evidence=(own,)))
    assert [(one.predicate, one.qualifier) for one in witnesses(store)] == [("chose", "notes")]


def test_a_witness_of_an_older_graph_has_the_words_of_its_fact(store):
    change = small_change(0)
    put(store, change)
    store.graph.write(
        lambda c: c.run("MATCH ()-[e:STATED_IN]->() SET e.predicate = NULL, e.qualifier = NULL")
    )
    fact, *_ = change.facts
    assert [(one.predicate, one.qualifier) for one in witnesses(store)] == [(fact.predicate, fact.qualifier)]
