"""What is taken back, put off, comes anew or bears a name of two meanings: told over sessions, read in any order."""

from __future__ import annotations

import itertools
import random
from datetime import UTC, datetime

import pytest

from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import take_in, talk


def on(month, day):
    return datetime(2024, month, day, 9, tzinfo=UTC)


TOLD = (
    (
        on(1, 10),
        "I live in Berlin. My sister Ruby lives in Exeter. I love coffee. My husband Piotr is a chef.",
    ),
    (
        on(2, 6),
        "The worker is written in Ruby. Ruby is on version 3.2. I'm planning to visit Iceland in August.",
    ),
    (on(3, 10), "I moved to Lisbon last week."),
    (on(3, 12), "Sorry, no, I did not move to Lisbon. Ruby moved to Plymouth in March."),
    (on(4, 2), "I hate coffee. Piotr and I separated in March. I cancelled the trip to Iceland."),
)
STORY = [talk(f"day {number}", ("user", text, when), at=when) for number, (when, text) in enumerate(TOLD)]


def facts(memory, predicate, month):
    return {
        (fact.subject, fact.object)
        for fact in memory.facts(predicate=predicate, as_of=on(month, 20))
        if not fact.negated
    }


@pytest.fixture(scope="module")
def memories(tmp_path_factory):
    orders = [*itertools.permutations(STORY)]
    random.Random(3).shuffle(orders)
    opened, found = [], []
    for number, order in enumerate([STORY, STORY[::-1], *orders[:3]]):
        folder = tmp_path_factory.mktemp(f"order{number}")
        memory = Unsought(folder / "home")
        opened.append(memory)
        take_in(memory, *order)
        found.append((memory, exported(memory)))
    yield found
    for memory in opened:
        memory.close()


def test_every_order_gives_the_same_graph(memories):
    assert len({graph for _, graph in memories}) == 1


def test_the_ledger_gives_it_again(memories, tmp_path):
    memory, graph = memories[-1]
    memory.rebuild()
    assert exported(memory) == graph


def test_a_move_that_never_was_gives_the_old_home_back(memories):
    memory = memories[0][0]
    assert ("user", "Berlin") in facts(memory, "lives_in", 4)
    assert ("user", "Lisbon") not in facts(memory, "lives_in", 4)
    believed = memory.facts(predicate="lives_in", as_of=on(4, 20), known_at=on(3, 11))
    assert {fact.object for fact in believed if fact.subject == "user"} == {"Lisbon"}


def test_a_person_and_a_language_of_one_name_are_two(memories):
    memory = memories[0][0]
    homes = memory.facts(predicate="lives_in", as_of=on(4, 20))
    (sister,) = {fact.subject_id for fact in homes if fact.subject == "Ruby"}
    (language,) = {fact.subject_id for fact in memory.facts(predicate="version_is")}
    assert sister != language
    assert facts(memory, "lives_in", 2) >= {("Ruby", "Exeter")}
    assert facts(memory, "lives_in", 4) >= {("Ruby", "Plymouth")}
    of_both = {fact.predicate for fact in memory.facts(entity="Ruby", as_of=on(4, 20))}
    assert of_both >= {"lives_in", "version_is", "written_in"}
    kinds = {memory.entity(key).kind for key in (sister, language)}
    assert kinds == {"person", "technology"}


def test_a_dislike_a_parting_and_a_trip_that_is_off_end_what_was(memories):
    memory = memories[0][0]
    assert ("user", "coffee") in facts(memory, "likes", 3)
    assert ("user", "coffee") not in facts(memory, "likes", 4)
    assert ("user", "Piotr") in facts(memory, "married_to", 2)
    assert ("user", "Piotr") not in facts(memory, "married_to", 4)
    assert not any("Iceland" in plan for _, plan in facts(memory, "plans", 9))


def test_who_is_forgotten_is_gone_and_the_language_of_that_name_stays(tmp_path):
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *STORY[:2])
        (sister,) = {f.subject_id for f in memory.facts(predicate="lives_in") if f.subject == "Ruby"}
        memory.forget(sister)
        assert {f.subject for f in memory.facts(predicate="lives_in", as_of=on(2, 20))} == {"user"}
        assert facts(memory, "version_is", 3) == {("Ruby", "3.2")}
