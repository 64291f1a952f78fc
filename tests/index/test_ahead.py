"""Vectors that are made before they are asked for."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from graphmem import Memory
from graphmem.capture.reader import sample_folder
from graphmem.config import Settings
from graphmem.errors import EmbedderError
from graphmem.index import sync
from graphmem.index.ahead import MOST, PIECE, Ahead
from tests.brief import Brief
from tests.transcripts import write_transcripts


class Counting:
    """An embedder that tells letters apart, counts what it is asked for, and can be made to wait or to fail."""

    name, dimensions, floor, fingerprint = "counting", 8, 0.0, "counting/1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_go = threading.Event()
        self.may_go.set()
        self.fails = False

    def embed_tokens(self, texts):
        self.may_go.wait()
        if self.fails:
            raise EmbedderError("It is away.")
        self.asked += texts
        parts = [np.array([spread(letter) for letter in text[:5]], np.float32) for text in texts]
        return np.array([spread(text[:1]) for text in texts], np.float32), parts

    def embed(self, texts):
        return self.embed_tokens(texts)[0]

    def embed_question(self, question):
        return self.embed([question])[0]

    def begin(self, question):
        vectors, [tokens] = self.embed_tokens([question])
        return lambda: (vectors[0], tokens, list(question[:5]))


def spread(letter):
    row = np.ones(8)
    row[ord(letter or " ") % 8] = -3.0
    return row / np.linalg.norm(row)


@pytest.fixture
def embedder():
    return Counting()


@pytest.fixture
def ahead(embedder):
    made = Ahead(embedder)
    yield made
    embedder.may_go.set()
    made.close()


def test_what_is_expected_is_embedded_once_and_as_it_would_have_been(ahead, embedder):
    texts = [f"{letter} told" for letter in "abcdefgh" * 3]
    ahead.expect(texts)
    ahead.expect(texts)
    found = {text: ahead.take(text) for text in dict.fromkeys(texts)}
    assert sorted(embedder.asked) == sorted(set(texts))
    for text, one in found.items():
        assert np.allclose(one.row, spread(text[0]))
        assert one.signs.shape == (5, 1)


def test_what_nobody_expected_is_not_there(ahead):
    ahead.expect(["told", " "])
    assert ahead.take("never told") is None
    assert ahead.take(" ") is None


def test_what_comes_again_is_not_made_again(ahead, embedder):
    for _ in range(3):
        ahead.expect(["ok"])
        assert ahead.take("ok") is not None
    assert embedder.asked == ["ok"]


def test_what_was_cleared_is_gone(ahead):
    ahead.expect(["told"])
    assert ahead.take("told") is not None
    ahead.clear()
    assert ahead.take("told") is None


def test_an_embedder_that_is_away_leaves_nothing_ahead(ahead, embedder):
    embedder.fails = True
    ahead.expect(["told"])
    assert ahead.take("told") is None


def test_what_never_comes_is_forgotten_again(ahead):
    ahead.expect([f"text {number}" for number in range(MOST + 1)])
    assert ahead.take("text 0") is None
    assert ahead.take(f"text {MOST}") is not None


def test_closing_waits_for_one_piece_and_drops_the_rest(ahead, embedder):
    embedder.may_go.clear()
    ahead.expect([f"text {number}" for number in range(4 * PIECE)])
    closing = threading.Thread(target=ahead.close)
    closing.start()
    embedder.may_go.set()
    closing.join(10)
    assert not closing.is_alive()
    assert len(embedder.asked) < 4 * PIECE
    assert ahead.take("text 0") is None


def test_an_import_asks_for_each_text_once_and_finds_it(tmp_path, monkeypatch):
    embedder = Counting()
    monkeypatch.setattr(sync, "open_embedder", lambda settings: embedder)
    transcripts = tmp_path / "transcripts"
    transcripts.mkdir()
    write_transcripts(transcripts, files=3, turns=12, seed=5)
    with Memory(settings=Settings(tmp_path / "home", environ={})) as memory:
        report = memory.ingest([transcripts])
        told = {one.text for one in memory.messages()}
        assert report.messages > 20
        assert len(embedder.asked) == len(set(embedder.asked))
        assert all(any(asked.endswith(text) for asked in embedder.asked) for text in told)
        before = len(embedder.asked)
        assert memory.recall(next(iter(told))).hits
        assert len(embedder.asked) > before
        message = memory.messages(limit=1)[0]
        memory.forget(message.id)
        assert not any(memory._index.state.ahead.take(asked) for asked in set(embedder.asked))
    embedder.asked.clear()
    with Brief(settings=Settings(tmp_path / "home", environ={})) as memory:
        memory.ingest([transcripts])
    assert not [one for one in embedder.asked if any(one.endswith(text) for text in told - {message.text})]


def test_what_a_model_said_is_expected_as_it_is_embedded(tmp_path, monkeypatch):
    embedder = Counting()
    monkeypatch.setattr(sync, "open_embedder", lambda settings: embedder)
    with Brief(settings=Settings(tmp_path / "home", environ={})) as memory:
        memory.ingest([sample_folder()])
        named = [one for one in memory.messages(kind="text") if one.author != "user"]
    assert named
    assert {f"{one.author}: {one.text}" for one in named} <= set(embedder.asked)
    assert not {one.text for one in named} & set(embedder.asked)
    assert len(embedder.asked) == len(set(embedder.asked))


def test_an_import_without_an_embedder_expects_nothing(tmp_path):
    transcripts = tmp_path / "transcripts"
    transcripts.mkdir()
    write_transcripts(transcripts, files=1, turns=4, seed=5)
    settings = Settings(tmp_path / "home", environ={"GRAPHMEM_INDEX_EMBEDDER": "none"})
    with Brief(settings=settings) as memory:
        assert memory.ingest([transcripts]).messages
