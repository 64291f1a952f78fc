"""Parts that projects have by the same name stay apart, as they are read, read again and told."""

from __future__ import annotations

import pytest

from graphmem.errors import NotFound
from tests.brief import Unsought
from tests.transcripts import claude_file


def names(memory):
    return {fact.subject for fact in memory.facts(predicate="written_in")}


def test_the_backend_of_two_projects_is_two_things(tmp_path):
    with Unsought(tmp_path / "home") as memory:
        memory.remember("The backend is written in Go.", project="tidewater")
        memory.remember("The backend is written in Rust.", project="harbour")
        assert names(memory) == {"tidewater backend", "harbour backend"}
        assert memory.entity("the backend").name in names(memory)
        with pytest.raises(NotFound):
            memory.entity("frontend")


def test_reading_again_knows_the_project_as_the_import_does(tmp_path):
    source = claude_file(
        tmp_path, "aaaa", [("user", "The backend is written in Go.", "2024-04-02T10:00:00Z")]
    )
    with Unsought(tmp_path / "home") as memory:
        memory.ingest([source])
        before = [(fact.id, fact.text) for fact in memory.facts(all=True)]
        (one,) = names(memory)
        assert one != "backend"
        memory.extract(again=True)
        assert [(fact.id, fact.text) for fact in memory.facts(all=True)] == before
