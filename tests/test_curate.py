"""What a person says of the memory itself holds, loses nothing, and can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import MisuseError, NotFound
from tests.brief import Brief
from tests.exports import exported

T0 = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path):
    with Brief(tmp_path / "home") as opened:
        yield opened


def told(memory, *sentences):
    for number, text in enumerate(sentences):
        memory.remember(text, at=T0 + timedelta(days=number))


def owned(memory, name):
    return sorted(fact.object.lower() for fact in memory.facts(entity=name, predicate="owns"))


def test_a_merge_tells_the_facts_of_both_and_a_split_gives_them_back(memory):
    told(memory, "Maya owns the billing service.", "Lena owns the search service.")
    merged = memory.merge("Maya", "Lena")
    assert merged.name == "Lena"
    assert merged.aliases == ("Maya",)
    assert owned(memory, "Lena") == owned(memory, "Maya") == ["billing service", "search service"]
    assert {fact.subject for fact in memory.facts(entity="Maya")} == {"Lena"}
    memory.split("Maya")
    assert owned(memory, "Maya") == ["billing service"]
    assert owned(memory, "Lena") == ["search service"]


@pytest.mark.parametrize(
    "names", [("Maya", "Lena"), ("Lena", "Maya"), ("Maya Torres", "Mo"), ("Mo", "Maya Torres")]
)
def test_the_name_of_the_other_stays_whichever_is_the_fuller(memory, names):
    told(
        memory,
        *(f"{name} owns the {thing} service." for name, thing in zip(names, ("mail", "wiki"), strict=True)),
    )
    lesser, other = names
    memory.merge(lesser, other)
    assert {memory.entity(name).name for name in names} == {other}
    assert {fact.subject for fact in memory.facts(entity=lesser)} == {other}
    assert owned(memory, lesser) == ["mail service", "wiki service"]
    memory.alias("Sir Maximilian of the Wiki", other)
    assert memory.entity("Sir Maximilian of the Wiki").name == other
    memory.rebuild()
    assert memory.entity(lesser).name == other
    memory.split(lesser)
    assert memory.entity(lesser).name == lesser


def test_another_name_of_somebody_who_is_one_already_stays_the_other_name(memory):
    told(memory, "Maya owns the mail service.", "Maya Torres owns the wiki service.")
    assert memory.entity("Maya").name == "Maya Torres"
    memory.split("Maya")
    memory.alias("Maya Torres", "Maya")
    assert memory.entity("Maya Torres").name == "Maya"
    assert owned(memory, "Maya") == ["mail service", "wiki service"]


def test_merged_entities_share_one_value_at_a_time(memory):
    told(memory, "I work at Acme.", "Maya Torres works at Globex. Maya Torres owns the wiki.")
    memory.merge("Maya Torres", "user")
    assert memory.entity("Maya Torres").name == "user"
    assert "Maya Torres" in memory.entity("user").aliases


def test_what_was_split_stays_two_when_it_is_named_again(memory):
    told(memory, "Priya owns the billing service.", "Priya Patel owns the search service.")
    assert owned(memory, "Priya") == ["billing service", "search service"]
    memory.split("Priya")
    told(memory, "Priya owns the mail service.")
    assert owned(memory, "Priya Patel") == ["search service"]


def test_a_candidate_is_listed_and_settled_either_way(memory):
    told(
        memory,
        "Priya owns the billing service.",
        "Priya Patel owns the search service.",
        "Priya Shah owns the mail service.",
    )
    doubts = [doubt for doubt in memory.review() if doubt.kind == "candidate"]
    assert {doubt.texts for doubt in doubts} == {("Priya", "Priya Patel"), ("Priya", "Priya Shah")}
    assert all(verb.startswith("graphmem ") for doubt in doubts for verb in doubt.verbs)
    memory.merge("Priya", "Priya Patel")
    assert owned(memory, "Priya Patel") == ["billing service", "search service"]
    [left] = memory.review()
    memory.split(left.ids[0], other=left.ids[1])
    assert memory.review() == ()


def test_an_alias_is_another_name(memory):
    told(memory, "Priya owns the billing service.")
    memory.alias("the boss", "Priya")
    assert owned(memory, "the boss") == ["billing service"]
    assert memory.recall("what does the boss own", kind=["fact"]).hits[0].text.startswith("Priya owns")
    with pytest.raises(MisuseError, match="no other name"):
        memory.alias("priya", "Priya")


def test_a_retracted_fact_is_believed_no_more_and_stays_in_the_history(memory):
    told(memory, "Priya owns the billing service.")
    [fact] = memory.facts(predicate="owns")
    before = datetime.now(UTC)
    [taken] = memory.retract(fact.id)
    assert taken.retracted_at >= before
    assert memory.facts(predicate="owns") == ()
    assert [f.object for f in memory.facts(predicate="owns", known_at=before, as_of=before)] == [fact.object]
    assert all(hit.id != fact.id for hit in memory.recall("who owns the billing service").hits)


def test_a_contradiction_is_listed_and_the_kept_fact_stands(memory):
    told(memory, "I work at Acme and I work at Globex.")
    facts = {fact.object: fact for fact in memory.facts(predicate="works_at")}
    if set(facts) != {"Acme", "Globex"}:
        pytest.fail("the two employers of one breath were not both read")
    [doubt] = memory.review()
    assert doubt.kind == "contradiction"
    assert set(doubt.ids) == {facts["Acme"].id, facts["Globex"].id}
    assert set(doubt.verbs) == {
        *(f"graphmem {verb} {key}" for verb in ("keep", "retract") for key in doubt.ids),
        f"graphmem resolve both {' '.join(doubt.ids)}",
    }
    memory.keep(facts["Globex"].id)
    assert [fact.object for fact in memory.facts(predicate="works_at")] == ["Globex"]
    assert memory.review() == ()


def test_everything_said_of_the_memory_survives_a_rebuild(memory, tmp_path):
    told(
        memory,
        "Maya owns the billing service.",
        "Lena owns the search service.",
        "Omar owns the mail service.",
    )
    memory.merge("Maya", "Lena")
    memory.alias("the boss", "Omar")
    memory.retract(memory.facts(entity="Omar", predicate="owns")[0].id)
    before = exported(memory)
    memory.rebuild()
    assert exported(memory) == before
    assert owned(memory, "Lena") == ["billing service", "search service"]


def test_what_cannot_be_done_is_said(memory):
    told(memory, "Maya owns the billing service.")
    with pytest.raises(NotFound):
        memory.merge("Maya", "Nobody")
    with pytest.raises(MisuseError, match="already"):
        memory.merge("Maya", "maya")
    with pytest.raises(MisuseError, match="no other entity"):
        memory.split("Maya")
    with pytest.raises(NotFound):
        memory.keep("fact_nothing")
