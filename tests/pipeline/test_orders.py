"""Whatever the order in which conversations are read, the same is known, to the byte."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest

from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import take_in, talk


def on(month, day, hour=9):
    return datetime(2024, month, day, hour, tzinfo=UTC)


STORY = [
    talk(
        "first", ("Maya", "Ben lives in Berlin.", on(3, 5)), ("Ben", "I work at Acme.", on(3, 5)), at=on(3, 5)
    ),
    talk("second", ("user", "Ben lives in Lisbon.", on(3, 5, 15)), at=on(3, 5, 15)),
    talk(
        "third",
        ("Ben", "I left Acme in April 2024.", on(6, 1)),
        ("Ben", "I work at Globex since May 2024.", on(6, 1)),
        at=on(6, 1),
    ),
    talk("fourth", ("user", "My name is Maya.", on(7, 1)), at=on(7, 1)),
]


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    found = []
    for number, order in enumerate([*itertools.permutations(STORY)][::5]):
        folder = tmp_path_factory.mktemp(f"order{number}")
        with Unsought(folder / "home") as memory:
            take_in(memory, *order)
            found.append(exported(memory))
    return found


def test_every_order_of_reading_gives_the_same_graph(graphs):
    assert len(graphs) == 5
    assert len(set(graphs)) == 1


@pytest.mark.parametrize("order", [STORY[:2], STORY[1::-1]])
def test_a_quarrel_waits_in_review_until_it_is_settled(tmp_path, order):
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *order)
        (doubt,) = memory.review()
        assert {*doubt.texts} == {"Ben lives in Berlin.", "Ben lives in Lisbon."}
        assert {source.author for source in doubt.sources} == {"Maya", "user"}
        kept = next(key for key, text in zip(doubt.ids, doubt.texts, strict=True) if "Lisbon" in text)
        memory.keep(kept)
        assert memory.review() == ()
        assert [fact.object for fact in memory.facts(predicate="lives_in")] == ["Lisbon"]


def test_who_turns_out_to_have_said_both_has_corrected_themselves(tmp_path):
    for number, order in enumerate(itertools.permutations((STORY[0], STORY[1], STORY[3]))):
        with Unsought(tmp_path / str(number)) as memory:
            take_in(memory, *order)
            assert [doubt for doubt in memory.review() if doubt.kind == "contradiction"] == []
            assert [fact.object for fact in memory.facts(predicate="lives_in")] == ["Lisbon"]
