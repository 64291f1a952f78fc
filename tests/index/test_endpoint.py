"""A server that speaks OpenAI's embeddings, as it answers, refuses, lies, breaks off and stays away."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.errors import ConfigError, EmbedderError
from graphmem.index.embed import Described, open_embedder
from graphmem.index.endpoint import BATCH, LEFT_ALONE, MAX_WAIT, Endpoint
from tests.standins.model_server import OPENAI_KEY, ModelServer, Reply, direction

MODEL = Described("stand-in", 32, passage="passage: ", question="query: ")


class Clock:
    """Time that goes on only when it is waited for."""

    def __init__(self):
        self.now, self.waits = 0.0, []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.fixture
def server():
    with ModelServer() as server:
        yield server


@pytest.fixture
def model(server, clock):
    return Endpoint(f"{server.url}/v1/", MODEL, seconds=5.0, clock=clock, sleep=clock.sleep)


def test_texts_and_questions_come_back_as_unit_vectors_in_their_order(server, model):
    texts = [f"text {number}" for number in range(BATCH + 3)]
    rows = model.embed(texts)
    assert rows.shape == (BATCH + 3, 32)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)
    wanted = np.array([direction(f"passage: {text}") for text in texts])
    assert rows == pytest.approx(wanted / np.linalg.norm(wanted, axis=1, keepdims=True), abs=1e-5)
    assert [len(asked["input"]) for asked in server.asked] == [BATCH, 3]
    assert model.embed_question("text 1").shape == (32,)
    assert server.asked[-1] == {"model": "stand-in", "input": ["query: text 1"], "encoding_format": "float"}
    assert model.embed([]).shape == (0, 32)


def test_text_that_no_server_takes_is_sent_as_one_that_it_does(server, clock):
    model = Endpoint(f"{server.url}/v1", Described("m", 32), seconds=5.0, clock=clock, sleep=clock.sleep)
    assert np.isfinite(model.embed(["", "broken \ud800 text", "long " * 50_000])).all()


def test_the_key_goes_to_the_server_alone_and_only_when_there_is_one(server, model, monkeypatch):
    model.embed(["a"])
    assert "authorization" not in {name.lower() for name in server.heads[-1][1]}
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    model.embed(["a"])
    assert server.heads[-1][1]["Authorization"] == f"Bearer {OPENAI_KEY}"
    elsewhere = Reply(307, {}, {"location": "http://127.0.0.1:9/v1/embeddings"})
    server.play(elsewhere)
    with pytest.raises(EmbedderError, match="307"):
        model.embed(["a"])


def test_a_server_far_away_is_not_asked_without_a_key():
    model = Endpoint("https://embeddings.example.com/v1", MODEL, seconds=1.0)
    with pytest.raises(EmbedderError, match="OPENAI_API_KEY is not set"):
        model.embed(["a"])


def test_a_busy_server_is_asked_again_as_it_wishes(server, model, clock):
    server.play(Reply(429, {}, {"retry-after": "3"}), Reply(503, {}))
    assert model.embed(["a"]).shape == (1, 32)
    assert clock.waits == [3.0, 1.0]
    server.play(Reply(429, {}, {"retry-after": "86400"}))
    model.embed(["a"])
    assert clock.waits[2] == MAX_WAIT


def test_a_server_that_fails_is_left_alone_for_a_while(server, model, clock):
    server.play(*[Reply(500, {"error": {"message": "no memory left"}})] * 3)
    with pytest.raises(EmbedderError, match="no memory left"):
        model.embed(["a"])
    seen = len(server.heads)
    with pytest.raises(EmbedderError, match="left alone"):
        model.embed_question("a")
    assert len(server.heads) == seen
    clock.now += LEFT_ALONE
    assert model.embed(["a"]).shape == (1, 32)


def test_what_cannot_get_better_is_not_asked_again(server, model, clock):
    server.play(Reply(404, {"error": {"message": "no such model"}}))
    with pytest.raises(EmbedderError, match="no such model"):
        model.embed(["a"])
    assert clock.waits == []


@pytest.mark.parametrize(
    "lie",
    [
        {"data": []},
        {"data": [{"index": 0, "embedding": [1.0, 2.0]}]},
        {"data": [{"index": 1, "embedding": direction("a")}]},
        {"data": [{"index": 0, "embedding": [float("nan")] * 32}]},
        {"data": [{"index": 0, "embedding": ["x"] * 32}]},
        {"data": [{"index": 0}]},
        {"data": {"index": 0}},
        {"data": None},
    ],
)
def test_an_answer_that_is_no_vector_for_each_text_is_refused(server, model, lie):
    server.play(lie)
    with pytest.raises(EmbedderError, match=r"holds|no list"):
        model.embed(["a"])


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'"text"'])
def test_an_answer_of_another_kind_is_refused(server, model, body):
    server.play(Reply(body=body))
    with pytest.raises(EmbedderError):
        model.embed(["a"])


def test_a_server_that_breaks_off_or_is_silent_or_away(server, clock):
    model = Endpoint(f"{server.url}/v1", MODEL, seconds=0.2, clock=clock, sleep=clock.sleep)
    server.play(*[Reply(body=b'{"data": [', cut=True)] * 3)
    with pytest.raises(EmbedderError):
        model.embed(["a"])
    clock.now += LEFT_ALONE
    server.play(*[Reply(silent=True)] * 3)
    with pytest.raises(EmbedderError):
        model.embed(["a"])
    away = Endpoint("http://127.0.0.1:9/v1", MODEL, seconds=0.2, clock=clock, sleep=clock.sleep)
    with pytest.raises(EmbedderError, match=r"127\.0\.0\.1:9"):
        away.embed(["a"])


def test_the_settings_choose_it_and_must_describe_it(home):
    def chosen(**told):
        arguments = {"index.embedder": "openai"} | {f"index.{key}": value for key, value in told.items()}
        return open_embedder(Settings(home, environ={}, arguments=arguments))

    model = chosen(model="nomic-embed-text", dimensions=768, base_url="http://localhost:11434/v1")
    assert (model.name, model.dimensions) == ("openai", 768)
    # The same model elsewhere gives the same vectors; another prefix gives others.
    assert model.fingerprint == chosen(model="nomic-embed-text", dimensions=768).fingerprint
    assert (
        model.fingerprint != chosen(model="nomic-embed-text", dimensions=768, text_prefix="x: ").fingerprint
    )
    with pytest.raises(ConfigError, match="no model is named"):
        chosen(dimensions=768)
    with pytest.raises(ConfigError, match="How long the vectors"):
        chosen(model="m")
    with pytest.raises(ConfigError, match="no address"):
        chosen(model="m", dimensions=3, base_url="localhost:11434")
