"""The conversations are listed, the newest first, by where and when they were held."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Brief

from ..transcripts import claude_file

MARCH = datetime(2024, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    folder = tmp_path_factory.mktemp("talks")
    files = [
        claude_file(folder, "aaaa", [("user", "Tea is on.", "2024-01-05T10:00:00Z")]),
        claude_file(
            folder, "bbbb",
            [("user", "The kiln is hot.", "2024-02-28T23:00:00Z"), ("user", "Now it is cold.", "2024-03-02T08:00:00Z")],
        ),
        claude_file(folder, "cccc", [("user", "Soup again.", "2024-05-01T10:00:00Z")]),
    ]  # fmt: skip
    with Brief(folder / "home") as opened:
        opened.ingest(files)
        yield opened


def test_the_newest_comes_first_with_what_was_said_in_it(memory):
    found = memory.sessions()
    assert [one.messages for one in found] == [1, 2, 1]
    assert [one.started_at for one in found] == sorted((one.started_at for one in found), reverse=True)
    assert "The kiln is hot." in memory.fetch(found[1].id).text
    assert [one.id for one in memory.sessions(limit=2)] == [one.id for one in found[:2]]


def test_they_are_found_by_when_anything_was_said_in_them(memory):
    soup, kiln, tea = memory.sessions()
    assert memory.sessions(since=MARCH) == (soup, kiln)
    assert memory.sessions(until=MARCH) == (kiln, tea)
    assert memory.sessions(since=kiln.ended_at, until=kiln.ended_at) == (kiln,)


def test_they_are_found_by_project_and_client(memory):
    every = memory.sessions()
    project = every[0].project
    assert memory.sessions(project=project, client=every[0].client) == tuple(
        one for one in every if one.project == project
    )
    assert memory.sessions(project="elsewhere") == memory.sessions(client="codex") == ()
