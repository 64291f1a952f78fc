"""The commands feedback, timeline, fetch and status: what they ask, and what people see."""

from __future__ import annotations

from datetime import UTC, datetime


def test_feedback_takes_a_verdict_and_ids(terminal):
    shown = terminal("feedback", "useful", "fact_a", "msg_b", "--reason", "it was").stdout
    assert "fact_a" in shown
    assert terminal.calls == [
        ("feedback", {"verdict": "useful", "ids": ["fact_a", "msg_b"], "reason": "it was"})
    ]
    assert terminal.json("feedback", "none", "fact_a")["judgements"][0]["useful"] == 1
    assert "useful, wrong, outdated, none" in terminal("feedback", "great", "fact_a", code=2).stderr


def test_timeline_shows_facts_with_their_times(terminal):
    assert "The user works at Acme." in terminal("timeline", "Acme", "--as-of", "2024", "--limit", "3").stdout
    [(name, asked)] = terminal.calls
    assert (name, asked["entity"], asked["limit"]) == ("timeline", "Acme", 3)
    assert asked["as_of"] == datetime(2024, 1, 1, tzinfo=UTC)


def test_fetch_shows_all_of_it(terminal):
    shown = terminal("fetch", "msg_a").stdout
    assert "user, 2024-04-02" in shown
    assert "I now work at Acme." in shown
    assert terminal.json("fetch", "msg_a")["metadata"] == {"type": "message"}


def test_status_is_short(terminal):
    assert terminal.json("status")["ready"] is True
    assert "clients" in terminal("status").stdout
