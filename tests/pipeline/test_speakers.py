"""In a chat of several people "I" is whoever has the name, and who said something is known."""

from __future__ import annotations

import pytest

from graphmem.model import TRUST, speaker
from graphmem.store import queries
from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import take_in, talk


@pytest.fixture
def memory(tmp_path):
    with Unsought(tmp_path / "home") as opened:
        yield opened


def told(memory, **where):
    return {(f.subject, f.predicate, f.object, f.text) for f in memory.facts(**where)}


@pytest.mark.parametrize("author", ["", "user", "User", "me", "You", "human", " ", "@", "???"])
def test_an_author_without_a_name_is_the_user(author):
    assert speaker("user", author) == "user"


@pytest.mark.parametrize(
    ("author", "name"),
    [("Maya", "Maya"), (" @ben ", "ben"), ("Maya \n Silva", "Maya Silva"), ("李雷", "李雷")],
)
def test_an_author_with_a_name_is_that_person(author, name):
    assert speaker("user", author) == name


@pytest.mark.parametrize("role", sorted(set(TRUST) - {"user"}))
def test_what_no_person_said_is_said_by_its_role(role):
    assert speaker(role, "Maya") == role


def test_each_speaks_of_themselves(memory):
    take_in(
        memory,
        talk(
            "team",
            ("Maya", "I live in Berlin."),
            ("Ben", "I live in Lisbon and my wife works at Globex."),
            ("user", "I live in Oslo."),
        ),
    )
    assert told(memory, predicate="lives_in") == {
        ("Maya", "lives_in", "Berlin", "Maya lives in Berlin."),
        ("Ben", "lives_in", "Lisbon", "Ben lives in Lisbon."),
        ("user", "lives_in", "Oslo", "The user lives in Oslo."),
    }
    assert told(memory, predicate="works_at") == {
        ("Ben's wife", "works_at", "Globex", "Ben's wife works at Globex.")
    }
    assert memory.review() == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use Postgres for billing.", {"Maya's team uses Postgres for billing."}),
        ("My name is Maya Silva.", {"Maya's name is Maya Silva."}),
        ("you should use ruff", set()),
        ("never push on fridays", set()),
        ("Please always answer in German.", set()),
    ],
)
def test_a_persons_words_are_told_of_that_person(memory, text, expected):
    take_in(memory, talk("one", ("Maya", text)))
    assert {fact.text for fact in memory.facts()} == expected


def test_every_witness_tells_who_said_it(memory):
    take_in(
        memory, talk("one", ("Maya", "Ben lives in Lisbon.")), talk("two", ("user", "Ben lives in Lisbon."))
    )
    (fact,) = memory.facts(predicate="lives_in")
    assert {source.author for source in fact.sources} == {"Maya", "user"}
    with memory._store.graph.reader() as reader:
        (group,) = queries.evidence_of_facts(reader, [fact.id]).values()
    assert {witness.author for witness in group} == {"Maya", "user"}


def test_a_name_turns_out_to_be_the_users_in_any_order(tmp_path):
    talks = [
        talk("group", ("Maya", "I live in Berlin."), ("Ben", "I live in Lisbon.")),
        talk("alone", ("user", "My name is Maya.")),
    ]
    found = []
    for number, order in enumerate((talks, talks[::-1])):
        with Unsought(tmp_path / str(number)) as memory:
            take_in(memory, *order)
            assert {f.object for f in memory.facts(entity="user", predicate="lives_in")} == {"Berlin"}
            found.append(exported(memory))
            memory.rebuild()
            assert exported(memory) == found[-1]
    assert found[0] == found[1]
