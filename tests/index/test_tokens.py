"""Late interaction: scores are those of the plain formula over signs, whatever the layers are."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.index.files import Folder
from graphmem.index.sync import Index
from graphmem.index.tokens import TokenIndex, grouped, signs

DIMENSIONS = 64


def vectors(rng, count):
    return rng.normal(size=(count, DIMENSIONS)).astype(np.float32)


def plain(text, query, weights):
    """The formula, word by word."""
    return sum(
        weight * max(float(np.sign(token) @ asked) for token in text) / DIMENSIONS**0.5
        for asked, weight in zip(query, weights, strict=True)
    )


def put(index, texts):
    numbers = sorted(texts)
    index.layers = index.updated(numbers, [n + 1 for n in numbers], [signs(texts[n]) for n in numbers])


@pytest.mark.parametrize("step", [1, 3, 40])
def test_scores_are_those_of_the_formula_in_any_layers(step):
    rng = np.random.default_rng(step)
    texts = {number: vectors(rng, 1 + number % 7) for number in range(40)}
    index = TokenIndex(DIMENSIONS)
    for start in range(0, 40, step):
        put(index, {n: texts[n] for n in range(start, min(40, start + step))})
    query, weights = vectors(rng, 5), np.array([0.1, 0.2, 0.3, 0.3, 0.1])
    asked = np.array([7, 3, 39, 500], np.uint32)
    found = index.met(asked, query, weights)
    assert found[:3] == pytest.approx([plain(texts[n], query, weights) for n in (7, 3, 39)], abs=1e-4)
    assert np.isnan(found[3])


def test_a_new_text_hides_the_old_and_what_is_purged_leaves_no_byte(tmp_path):
    rng = np.random.default_rng(1)
    old, new, other = vectors(rng, 4), vectors(rng, 3), vectors(rng, 2)
    index = TokenIndex(DIMENSIONS)
    put(index, {1: old, 2: other, 3: other, 4: other, 5: other, 6: other})
    put(index, {1: new})
    query, weights = vectors(rng, 2), np.array([0.5, 0.5])
    one = np.array([1], np.uint32)
    assert index.met(one, query, weights) == pytest.approx([plain(new, query, weights)], abs=1e-4)
    folder = Folder(tmp_path)
    index.layers = index.purged(np.array([2], np.uint32))
    part = index.save(folder)
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert signs(old).tobytes() not in raw
    assert signs(new).tobytes() in raw
    again = TokenIndex(DIMENSIONS)
    again.load(folder, part)
    assert again.met(one, query, weights) == pytest.approx([plain(new, query, weights)], abs=1e-4)
    assert np.isnan(again.met(np.array([2], np.uint32), query, weights)).all()


def test_after_a_reset_the_tokens_of_known_texts_are_there_to_be_taken_up():
    rng = np.random.default_rng(2)
    text = vectors(rng, 3)
    index = TokenIndex(DIMENSIONS)
    put(index, {4: text})
    index.reset()
    assert index.layers == ()
    assert (index.known([5])[5] == signs(text)).all()
    assert index.known([99]) == {}


def test_a_question_is_read_once_and_each_token_knows_its_word(tmp_path):
    index = Index.open(tmp_path / "index", settings=Settings(tmp_path, environ={}))
    asked = index.read("Where does Priyanka live?")
    assert len(asked.tokens) == len(asked.rarity)
    assert np.linalg.norm(asked.vector) == pytest.approx(1, abs=1e-5)
    assert index.late(asked, ["msg_unknown"]) == ({}, {}, {})


def test_what_the_model_cannot_read_meets_nothing(tmp_path):
    index = Index.open(tmp_path, settings=Settings(tmp_path, environ={}))
    vector, tokens, words = index.embedder.begin("座席の希望は何ですか")()
    assert not vector.any()
    assert (len(tokens), words) == (0, [])
    _, tokens, words = index.embedder.begin("where is the 曜 host")()
    assert words == ["where", "is", "the", "host"]
    assert len(tokens) == len(words)


def test_a_group_meets_each_token_where_any_of_its_texts_meets_it_best():
    matched = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]], np.float32)
    weights = np.array([0.75, 0.25], np.float32)
    found = grouped(matched, np.array([7, 7, 3], np.uint32), weights)
    assert found == pytest.approx([0.875, 0.875, 0.5])
    assert grouped(np.empty((0, 2), np.float32), np.empty(0, np.uint32), weights) == []


def test_the_size_of_a_text_is_that_of_the_newest():
    rng = np.random.default_rng(3)
    index = TokenIndex(DIMENSIONS)
    put(index, {1: vectors(rng, 4), 2: vectors(rng, 2)})
    put(index, {1: vectors(rng, 9)})
    assert index.sizes(np.array([2, 1, 7], np.uint32)).tolist() == [2, 9, 0]
    assert TokenIndex(DIMENSIONS).sizes(np.array([1], np.uint32)).tolist() == [0]
