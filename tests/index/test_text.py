from __future__ import annotations

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.index.files import Folder
from graphmem.index.text import K1, B, TextIndex

WORDS = [f"w{i}" for i in range(12)]
terms = st.lists(st.sampled_from(WORDS), max_size=12)
updates = st.lists(
    st.tuples(
        st.dictionaries(st.integers(0, 25), terms, max_size=8), st.lists(st.integers(0, 25), max_size=4)
    ),
    min_size=1,
    max_size=8,
)


def fresh_scores(live, query, **constants):
    """The scores of one new bm25s index over all live documents."""
    documents = {number: words for number, words in live.items() if words}
    if not documents:
        return {}
    index = bm25s.BM25(method="lucene", **{"k1": K1, "b": B, **constants})
    index.index(list(documents.values()), show_progress=False)
    known = [term for term in query if term in index.vocab_dict]
    if not known:
        return {}
    scores = index.get_scores(known)
    return {n: float(s) for n, s in zip(documents, scores, strict=True) if s > 0}


def as_dict(found):
    return dict(zip(found[0].tolist(), found[1].tolist(), strict=True))


def run(index, steps, live):
    for upserts, deletes in steps:
        gone = [number for number in deletes if number not in upserts]
        index.update(list(upserts.items()), gone)
        for number in gone:
            live.pop(number, None)
        live.update(upserts)


@given(updates, terms)
def test_scores_are_those_of_one_fresh_index(steps, query):
    index, live = TextIndex(), {}
    run(index, steps, live)
    found = as_dict(index.search(query, limit=100))
    assert found == pytest.approx(fresh_scores(live, query), abs=1e-4)


@given(updates, terms, st.integers(1, 5), st.sets(st.integers(0, 25)))
def test_the_cut_keeps_the_best_that_are_allowed(steps, query, limit, allowed):
    index, live = TextIndex(), {}
    run(index, steps, live)
    numbers, scores = index.search(query, limit=limit, allowed=lambda n: np.isin(n, sorted(allowed)))
    everything = {n: s for n, s in as_dict(index.search(query, limit=100)).items() if n in allowed}
    best = sorted(everything.items(), key=lambda item: (-item[1], item[0]))[:limit]
    assert list(zip(numbers.tolist(), scores.tolist(), strict=True)) == best


@settings(max_examples=30)
@given(updates, updates, terms)
def test_a_reopened_index_answers_the_same_and_can_be_written_to(tmp_path_factory, before, after, query):
    folder = Folder(tmp_path_factory.mktemp("text"))
    index, live = TextIndex(), {}
    run(index, before, live)
    part = index.save(folder)
    again = TextIndex()
    again.load(folder, part, {name: np.array(bits) for name, bits in index.deaths().items()})
    for kept in (index, again):
        run(kept, after, live)
        assert as_dict(kept.search(query, limit=100)) == pytest.approx(fresh_scores(live, query), abs=1e-4)


def zipf_documents(count, *, seed=1):
    """Documents whose first words are in nearly all and whose last are rare."""
    random = np.random.default_rng(seed)
    draws = np.minimum(random.zipf(1.3, size=(count, 12)), 5000)
    return [(number, [f"w{draw}" for draw in row]) for number, row in enumerate(draws.tolist())]


def test_pruning_changes_no_answer():
    documents = zipf_documents(8_000)
    index = TextIndex()
    for start in range(0, 8_000, 1500):
        index.update(documents[start : start + 1500], [])
    live = dict(documents)
    for query in (
        ["w1", "w2", "w900"],
        ["w1", "w2", "w3"],
        ["w4000", "w1"],
        ["w1"],
        ["w50", "w60", "w1", "w1"],
    ):
        expected = sorted(fresh_scores(live, query).items(), key=lambda item: -item[1])[:20]
        numbers, scores = index.search(query, limit=20)
        assert scores.tolist() == pytest.approx([score for _, score in expected], abs=1e-4)
        odd_numbers, odd_scores = index.search(query, limit=20, allowed=lambda n: n % 2 == 1)
        odd = sorted((s for n, s in fresh_scores(live, query).items() if n % 2), reverse=True)[:20]
        assert odd_scores.tolist() == pytest.approx(odd, abs=1e-4)
        assert all(number % 2 for number in odd_numbers.tolist())
        assert len(set(numbers.tolist())) == 20


def test_segments_stay_few():
    index = TextIndex()
    for number in range(2000):
        index.update([(number, ["a", f"x{number}"])], [])
    assert len(index.pile.segments) < 8
    assert index.pile.live == 2000


def test_a_scratch_is_clean_after_an_error_in_the_filter():
    index = TextIndex()
    index.update([(1, ["a"]), (2, ["a", "b"])], [])
    expected = as_dict(index.search(["a", "b"], limit=5))

    def broken(numbers):
        raise LookupError("no")

    with pytest.raises(LookupError):
        index.search(["a"], limit=5, allowed=broken)
    assert as_dict(index.search(["a", "b"], limit=5)) == expected


def test_weights_of_terms_count():
    index = TextIndex()
    index.update([(1, ["a", "x"]), (2, ["b", "x"])], [])
    assert index.search({"a": 2.0, "b": 1.0}, limit=2)[0].tolist() == [1, 2]
    assert index.search({"a": 1.0, "b": 2.0}, limit=2)[0].tolist() == [2, 1]
    assert index.search({"a": 0.0, "b": 2.0}, limit=2)[0].tolist() == [2]
    assert as_dict(index.search(["a", "a"], limit=2))[1] == pytest.approx(
        2 * as_dict(index.search(["a"], limit=2))[1]
    )


def test_purging_leaves_no_hash_of_what_is_out(tmp_path):
    index, folder = TextIndex(), Folder(tmp_path)
    index.update([(1, ["secret", "shared"]), (2, ["shared", "other"])], [])
    index.save(folder)
    index.update([], [1], purge=True)
    index.save(folder)
    folder.commit({}, index.file_names)
    (segment,) = index.pile.segments
    assert segment.numbers.tolist() == [2]
    assert len(segment.terms) == 2
    assert len(list(tmp_path.glob("text-*"))) == 1
