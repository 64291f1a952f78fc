"""A word that no language has is data: it costs no more than its length, and what stands beside it is read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract import patterns_naming
from tests.brief import Unsought


@pytest.mark.parametrize("noise", ["x" * 5000, "Aa" * 2500, "'" * 100 + "b" * 5000])
def test_a_long_word_is_not_searched_for_names(tmp_path, monkeypatch, noise):
    searched = []
    whole = patterns_naming.of_sentence
    monkeypatch.setattr(
        patterns_naming,
        "of_sentence",
        lambda reading: searched.append(reading.sentence.text) or whole(reading),
    )
    with Unsought(tmp_path / "home") as memory:
        memory.remember(
            f"I work at Acme.\n\n{noise}\n\nI live in Lisbon.", at=datetime(2024, 4, 2, tzinfo=UTC)
        )
        assert {fact.object for fact in memory.facts()} >= {"Acme", "Lisbon"}
    assert searched
    assert not any(noise[-400:] in text for text in searched)
