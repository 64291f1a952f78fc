"""What tells that a fact is over: the words are named with it, whatever they speak of, while they are there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from rich.console import Console

from graphmem.serve.cli.views import history
from tests.brief import Unsought
from tests.transcripts import claude_file

SPRING, SUMMER = "2024-03-04T10:00:00.000Z", "2024-07-15T10:00:00.000Z"
ROTATE = "The API key rotates every 90 days."
SOONER = "Keys rotate every 30 days now."


@pytest.fixture
def memory(tmp_path):
    files = [
        claude_file(tmp_path, when[:7], [("user", text, when)])
        for when, text in ((SPRING, ROTATE), (SUMMER, SOONER))
    ]
    with Unsought(tmp_path / "home") as opened:
        opened.ingest(files)
        yield opened


def printed(facts):
    console = Console(width=200)
    with console.capture() as shown:
        console.print(history({"facts": facts}))
    return shown.get()


def rotation(memory, **times):
    (found,) = [one for one in memory.facts(**times) if "90 days" in one.text]
    return found


def test_the_end_names_the_words_of_another_statement(memory):
    found = rotation(memory, as_of=datetime(2024, 5, 1, tzinfo=UTC))
    assert (found.ended_by.quote, found.ended_by.sent_at) == (SOONER, datetime(2024, 7, 15, 10, tzinfo=UTC))
    assert [one.quote for one in found.sources] == [ROTATE]
    listed = memory.history(found.id)
    assert listed[0].ended_by == found.ended_by
    assert f"ended, said 2024-07-15 10:00 by user in claude-code/shop: “{SOONER}”" in printed(listed)
    assert SOONER in memory.fetch(found.id).text


def test_an_end_that_was_not_known_then_names_nothing(memory):
    times = {"as_of": datetime(2024, 5, 1, tzinfo=UTC), "known_at": datetime(2024, 5, 1, tzinfo=UTC)}
    found = rotation(memory, **times)
    assert (found.valid_until, found.ended_by) == (None, None)


def test_a_fact_goes_on_when_the_words_that_ended_it_are_forgotten(memory):
    found = rotation(memory, as_of=datetime(2024, 5, 1, tzinfo=UTC))
    memory.forget(found.ended_by.message_id)
    now = rotation(memory)
    assert (now.valid_until, now.ended_by) == (None, None)


def test_a_fact_that_a_person_keeps_goes_on(memory):
    found = rotation(memory, as_of=datetime(2024, 5, 1, tzinfo=UTC))
    memory.keep(found.id)
    now = rotation(memory)
    assert (now.valid_until, now.ended_by) == (None, None)


def test_an_end_that_is_told_with_the_fact_is_not_told_twice(tmp_path):
    with Unsought(tmp_path / "other") as memory:
        memory.ingest(
            [claude_file(tmp_path, "other", [("user", "I worked at Acme from 2019 until 2022.", SPRING)])]
        )
        (found,) = [one for one in memory.history("user") if one.object == "Acme"]
    assert found.ended_by == found.sources[0]
    assert "ended" not in printed([found])


def test_a_graph_of_before_names_no_end(memory):
    memory._store.graph.write(lambda c: c.run("MATCH (f:Fact) SET f.ended_by = ''"))
    assert rotation(memory, as_of=datetime(2024, 5, 1, tzinfo=UTC)).ended_by is None
