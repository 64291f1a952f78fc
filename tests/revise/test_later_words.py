"""Later words that take the place of earlier ones: what began at a coarse date, and another way to answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.revise.belief import against
from tests.brief import Unsought

from ..transcripts import claude_file

# What was said, when, and on which day which homes are known.
STORIES = [
    ([("2024-03-06T10:00:00Z", "I live in Bremen."), ("2024-03-06T10:05:00Z", "wait, I moved to Kiel this month.")],
     {20: ["Kiel"], 5: ["Kiel"]}),
    ([("2024-03-06T10:00:00Z", "I live in Bremen."), ("2024-03-20T10:00:00Z", "I moved to Kiel this month.")],
     {6: ["Bremen"], 21: ["Kiel"]}),
    ([("2024-03-20T10:00:00Z", "I moved to Kiel this month."), ("2024-03-25T10:00:00Z", "I live in Bremen.")],
     {21: ["Kiel"], 26: ["Bremen"]}),
]  # fmt: skip


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize(("said", "wanted"), STORIES)
def test_a_coarse_beginning(tmp_path, said, wanted, backwards):
    for number, (moment, text) in enumerate(said):
        (tmp_path / f"in{number}").mkdir()
        claude_file(tmp_path / f"in{number}", f"s{number}", [("user", text, moment)])
    order = range(len(said))[::-1] if backwards else range(len(said))
    with Unsought(tmp_path / "home") as memory:
        for number in order:
            memory.ingest([tmp_path / f"in{number}"])
        known = {
            day: [
                fact.object
                for fact in memory.facts(as_of=datetime(2024, 3, day, 12, tzinfo=UTC))
                if fact.predicate == "lives_in"
            ]
            for day in wanted
        }
    assert known == wanted


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        ("always answer in bullet points", "write normal paragraphs", True),
        ("give short answers", "write long, detailed answers", True),
        ("use metric units", "use imperial units", True),
        ("answer formally", "keep answers casual", True),
        ("answer in bullet points", "use bullet points", False),
        ("answer in bullet points", "give short answers", False),
        ("write short commit messages", "write long, detailed answers", False),
        ("keep functions short", "give detailed answers", False),
        ("never answer in tables", "answer in bullet points", False),
    ],
)
def test_two_ways_to_answer(one, other, opposed):
    assert against(one, other) is opposed
    assert against(other, one) is opposed


def test_what_was_wrong_is_under_the_name_of_the_thing(tmp_path):
    said = [
        ("2024-03-06T10:00:00Z", "our boiler is broken"),
        ("2024-03-12T10:00:00Z", "they fixed the boiler yesterday"),
    ]
    for number, (moment, text) in enumerate(said):
        (tmp_path / f"in{number}").mkdir()
        claude_file(tmp_path / f"in{number}", f"s{number}", [("user", text, moment)])
    with Unsought(tmp_path / "home") as memory:
        for number in (1, 0):
            memory.ingest([tmp_path / f"in{number}"])
        held = [
            [
                fact.object
                for fact in memory.facts(as_of=datetime(2024, 3, day, 12, tzinfo=UTC))
                if fact.predicate == "status_is"
            ]
            for day in (8, 14)
        ]
    assert held == [["broken"], []]
