"""A past that ended nobody knows when: it holds no more once it is told, and held before, on both clocks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought

TOLD = datetime(2024, 5, 1, tzinfo=UTC)
BEFORE, AFTER, LONG_AGO = (datetime(*day, tzinfo=UTC) for day in ((2024, 4, 30), (2024, 5, 2), (2015, 1, 1)))
PASTS = ["I used to live in Oslo.", "I no longer work at Acme.", "I used to play chess."]


@pytest.fixture
def memory(home):
    with Unsought(home) as opened:
        yield opened


def held(memory, **moments):
    return [fact.id for fact in memory.facts(**moments)]


@pytest.mark.parametrize("text", PASTS)
def test_it_does_not_hold_today_and_held_before(memory, text):
    [fact] = memory.remember(text, at=TOLD).facts
    assert (fact.valid_from, fact.valid_until, fact.recorded_at) == (None, TOLD, TOLD)
    assert held(memory) == held(memory, as_of=TOLD) == held(memory, as_of=AFTER) == []
    assert held(memory, as_of=BEFORE) == held(memory, as_of=LONG_AGO) == [fact.id]


@pytest.mark.parametrize("text", PASTS)
def test_it_is_known_only_since_it_was_told(memory, text):
    [fact] = memory.remember(text, at=TOLD).facts
    assert held(memory, as_of=LONG_AGO, known_at=BEFORE) == []
    assert held(memory, as_of=LONG_AGO, known_at=AFTER) == [fact.id]
    assert held(memory, as_of=AFTER, known_at=AFTER) == []


@pytest.mark.parametrize("backwards", [False, True])
def test_it_ends_what_was_told_before_in_either_order(memory, backwards):
    told = [("I live in Oslo.", datetime(2019, 3, 1, tzinfo=UTC)), (PASTS[0], TOLD)]
    for text, at in reversed(told) if backwards else told:
        memory.remember(text, at=at)
    oslo = {"entity": "Oslo"}
    [fact] = memory.facts(**oslo, as_of=BEFORE)
    assert (fact.object, fact.valid_until) == ("Oslo", TOLD)
    assert held(memory, **oslo) == held(memory, **oslo, as_of=AFTER) == []
    # Who looks from before it was told does not know of the end.
    assert held(memory, **oslo, as_of=AFTER, known_at=BEFORE) == [fact.id]
    assert held(memory, **oslo, as_of=BEFORE, known_at=BEFORE) == [fact.id]
