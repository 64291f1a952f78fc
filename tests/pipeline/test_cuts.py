"""Where an import is cut shows in nothing: not in the language of a message whose own words do not tell it."""

from __future__ import annotations

from graphmem.config import Settings
from graphmem.memory import Memory
from tests.transcripts import claude_file

# The only line that is German for sure is further back than the context that is read again.
LINES = (
    "Ich habe das gestern schon mit meinem Kollegen besprochen.",
    "ok", "Ja, Postgres.", "npm install failed", "ok", "Trinke Tee.", "Uso Vim.", "ok, Jenkins.",
)  # fmt: skip


def exported(tmp_path, name, cuts):
    """What is known after the session was imported up to each of these lines in turn."""
    settings = Settings(
        tmp_path / name,
        environ={},
        arguments={"index.embedder": "none", "extract.models.de": "no_such_model"},
    )
    folder = tmp_path / f"{name}-files"
    folder.mkdir()
    turns = [("user", text, f"2024-05-01T09:0{place}:00Z") for place, text in enumerate(LINES)]
    with Memory(settings=settings) as memory:
        for cut in cuts:
            claude_file(folder, "ses-a", turns[:cut])
            memory.ingest([folder])
        memory.export(tmp_path / f"{name}.jsonl")
        assert memory.stats()["messages"] == len(LINES)
    return (tmp_path / f"{name}.jsonl").read_bytes()


def test_one_import_and_several_small_ones_give_the_same(tmp_path):
    whole = exported(tmp_path, "whole", [len(LINES)])
    assert exported(tmp_path, "each", range(1, len(LINES) + 1)) == whole
    assert exported(tmp_path, "half", [5, len(LINES)]) == whole
