"""What turns gain from each other, and what each gains alone."""

from __future__ import annotations

import pytest

from graphmem.capture.registry import CLIENTS
from graphmem.retrieve.fuse import Candidate, support
from tests.bench.recall import talk
from tests.brief import Brief

from ..transcripts import claude_file


def supported(*sessions):
    """What the turns of each session gain, whose scores are given."""
    keys = {
        (place, seq): f"msg_{place}_{seq}" for place, one in enumerate(sessions) for seq in range(len(one))
    }
    candidates = {key: Candidate(key, score=sessions[place][seq]) for (place, seq), key in keys.items()}
    support(candidates, {key: (f"session_{place}", seq) for (place, seq), key in keys.items()}, share=0.3)
    gains = [
        {candidates[key].gains["session"] for at, key in keys.items() if at[0] == n}
        for n, _ in enumerate(sessions)
    ]
    assert all(len(one) == 1 for one in gains)
    return [one.pop() for one in gains]


def test_one_turn_that_fits_speaks_for_its_session_more_than_several_that_fit_somewhat():
    sharp, flat, lonely = supported([1.0, 0.2, 0.2], [0.6, 0.6, 0.6], [1.0])
    assert flat == pytest.approx(0.3 * 0.6)
    assert sharp == pytest.approx(0.3 * 1.1 / 1.5)
    assert lonely == pytest.approx(0.3 / 1.5)
    assert sharp > lonely > flat


@pytest.fixture(scope="module")
def trip(tmp_path_factory):
    """A talk about a trip, in which one turn tells when it was and one says nothing."""
    turns = [
        (
            "user",
            "The kayak trip along the fjord was what I needed after so long in the office.",
            "10:00",
        ),
        ("assistant", "Wow, a kayak trip!", "10:01"),
        (
            "user",
            "We paddled the kayak along the fjord last weekend and slept in a hut by the water there.",
            "10:02",
        ),
        ("user", "I'm allergic to peanuts.", "10:03"),
    ]
    folder = tmp_path_factory.mktemp("trip")
    path = claude_file(folder, "aaaa", [(role, text, f"2024-03-01T{at}:00Z") for role, text, at in turns])
    with Brief(folder / "home") as memory:
        memory.ingest([path])
        yield memory


def gains(memory, question):
    """What each turn gained or lost, by its second word."""
    turns = memory.recall(question, kind=["message"]).hits
    with memory._looked_up(question) as work:
        return {hit.text.split(" ", 2)[1]: work.candidates[hit.id].gains for hit in turns}


def test_a_turn_that_names_a_time_gains_when_the_question_asks_when(trip):
    when = gains(trip, "when was the kayak trip along the fjord")
    assert when["paddled"]["dated"] == pytest.approx(0.15)
    assert not when["kayak"]["dated"]
    assert not gains(trip, "where was the kayak trip along the fjord")["paddled"]["dated"]


def test_a_turn_that_says_next_to_nothing_loses_unless_a_fact_was_read_from_it(trip):
    found = gains(trip, "what do I say about the kayak trip, and how am I allergic to peanuts")
    assert found["a"]["slight"] < -0.1
    assert found["a"]["slight"] < found["paddled"].get("slight", 0.0)
    assert "slight" not in found["allergic"]


def test_who_is_named_gains_more_than_they_lend(tmp_path, monkeypatch):
    monkeypatch.setitem(CLIENTS, talk.CLIENT, "")  # known to this test alone
    talk.register()
    said = [
        ("Maya", "The regatta in Kiel was windy and cold."),
        ("Tom", "The regatta in Kiel was windy and cold, too."),
    ]
    turns = [
        talk.Turn("one", f"one/{number}", who, text, "2024-03-01T10:00:00Z")
        for number, (who, text) in enumerate(said)
    ]
    with Brief(tmp_path / "home") as memory:
        memory.ingest([talk.write_talk(tmp_path / "turns.talk.jsonl", turns)], client=talk.CLIENT)
        hits = memory.recall("what did Maya say of the regatta in Kiel", kind=["message"]).hits
    named = {hit.sources[0].author: hit.why.gains.get("speaker", 0.0) for hit in hits}
    assert named == pytest.approx({"Maya": 0.15 + 0.08, "Tom": 0.0})
