"""What a person has settled outlives another reading of the conversation, and is not told twice."""

from __future__ import annotations

import pytest

from graphmem.model import Extraction
from tests.brief import Unsought
from tests.transcripts import claude_file


class Deaf:
    """An extractor that finds nothing in anything."""

    def extract(self, messages, *, context=(), projects=None):
        return Extraction(message_ids=tuple(message.id for message in messages), extractor="spacy:deaf")


@pytest.fixture
def memory(tmp_path):
    turns = [("user", "I live in Berlin. I work at Acme.", "2024-04-02T10:00:00Z")]
    with Unsought(tmp_path / "home") as opened:
        opened.ingest([claude_file(tmp_path, "aaaa", turns)])
        yield opened


def everything(memory):
    return {
        (f.id, f.text, f.retracted_at, f.confidence, tuple(s.message_id for s in f.sources))
        for f in memory.facts(all=True)
    }


@pytest.mark.parametrize("verb", ["keep", "retract"])
def test_a_verdict_outlives_another_reading(memory, verb):
    (home,) = memory.facts(predicate="lives_in")
    getattr(memory, verb)(home.id)
    settled = everything(memory)
    memory.extract(again=True)
    assert everything(memory) == settled
    memory._workshop.extractor = Deaf()
    memory.extract(again=True)
    kept = {row for row in settled if row[0] == home.id}
    assert everything(memory) == kept
