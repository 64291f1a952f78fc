from __future__ import annotations

import threading
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.index.analyze import MAX_TERM, STOP_WORDS, analyze, fold, name_words, words

# What is typed: any letters, marks, digits, punctuation and spaces, but no lone surrogates.
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=80)
latin = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x24F), max_size=60)


def test_plain_words_become_stems_and_the_commonest_go():
    assert analyze("Where did she move the running services?") == ["move", "run", "servic"]
    assert analyze("moved moving MOVES") == ["move", "move", "move"]
    assert analyze("is it the") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("座席の希望は何ですか", "これは作り話です"),
        ("你的座位在哪里？", "我们的狗是黑的"),
    ],
)
def test_what_every_sentence_of_a_script_without_spaces_has_makes_no_two_alike(one, other):
    assert not set(analyze(one)) & set(analyze(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("座席の希望は何ですか", "座席は窓側です"), ("你的座位在哪里？", "记住我的座位偏好是靠窗")],
)
def test_what_is_said_in_them_still_is_alike(one, other):
    assert set(analyze(one)) & set(analyze(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("getUserName", "get_user_name"),
        ("get-user-name", "GetUserName"),
        ("user names", "getUserName"),
        ("XMLHttpRequest", "an HTTP request"),
        ("graph.py", "src/graphmem/store/graph.py"),
        ("join", "os.path.join"),
        ("Node", "node.js"),
        ("python", "python3.11"),
        ("0.11", "kuzu 0.11.3"),
        ("v2.16.1", "2.16.1"),
        ("2024-04", "on 2024-04-15"),
        ("2024", "2024-04-15"),
        ("café", "CAFE"),
        ("naïve", "naive"),
        ("Straße", "STRASSE"),
        ("ﬁnance", "finance"),
        ("１２３ＡＢＣ", "123abc"),
        ("Øresund", "oresund"),
        ("Maya", "Maya's"),
        ("O’Brien", "o'brien"),
        ("dont", "don't"),
        ("1,000,000", "1000000"),
        ("東京", "東京に住んでいます"),
        ("서울", "서울에 살아요"),
        ("กรุงเทพ", "อยู่กรุงเทพมหานคร"),
        ("Python", "用Python写"),
        ("مُحَمَّد", "محمد"),
        ("Ёлка", "елка"),
        ("Πειραιάς", "ΠΕΙΡΑΙΑΣ"),
    ],
)
def test_these_find_each_other(one, other):
    assert set(analyze(one)) & set(analyze(other))


def test_these_do_not_find_each_other():
    for one, other in [("C++", "C#"), ("0.11.3", "0.12.3"), ("Acme", "Globex"), ("東京", "大阪")]:
        assert not set(analyze(one)) & set(analyze(other))


def test_identifiers_are_whole_and_split():
    assert analyze("src/graphmem/store/graph.py") == [
        "src/graphmem/store/graph.py", "src", "graphmem", "store", "graph", "py",
    ]  # fmt: skip
    assert analyze("parseHTTPResponse") == ["parsehttpresponse", "pars", "http", "respons"]
    assert analyze("__init__") == ["init"]
    assert analyze("C++ c#") == ["c++", "c#"]
    assert analyze("日本") == ["日", "日本", "本"]


def test_a_hash_is_one_term_and_a_blob_is_no_flood():
    assert analyze("3f2a9c1bd0e7") == ["3f2a9c1bd0e7"]
    blob = "".join(chr(ord("a") + i % 26) + str(i % 10) for i in range(3000))
    assert len(analyze(blob)) <= 30
    assert all(len(term) <= MAX_TERM for term in analyze(blob + "/" + blob))
    assert len(analyze("/".join(f"part{i}" for i in range(500)))) <= 60


@given(texts)
def test_the_form_of_unicode_does_not_matter(text):
    assert analyze(unicodedata.normalize("NFD", text)) == analyze(unicodedata.normalize("NFC", text))
    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))


@given(st.text("abcdefghijklmnopqrstuvwxyzäöüßéñçøλσςджё ", max_size=60))
def test_case_does_not_matter(text):
    assert analyze(text.upper()) == analyze(text)
    assert words(text.upper()) == words(text)


@given(texts, texts)
def test_texts_side_by_side_are_analysed_side_by_side(one, other):
    assert analyze(f"{one}\n{other}") == analyze(one) + analyze(other)


@given(texts)
@example("Ors")
def test_terms_are_folded_and_whole(text):
    for term in analyze(text):
        assert term
        assert not any(char.isspace() for char in term)
        assert fold(term) == term
        assert term not in STOP_WORDS


@given(latin)
def test_words_hold_no_separators(text):
    for word in words(text):
        assert word
        assert not set(word) & set(" ./\\-_:@'")


@given(texts)
def test_analysing_is_a_function(text):
    assert analyze(text) == analyze(text)
    assert name_words(text) in (words(text), words(text)[1:])


def test_an_article_is_no_part_of_a_name():
    assert name_words("The Migration") == ["migration"]
    assert name_words("The") == ["the"]
    assert name_words("Globex-Corp") == name_words("globex corp") == ["globex", "corp"]
    assert name_words("C++") != name_words("C")


def test_many_threads_get_the_same_terms():
    text = " ".join(f"running{i} services{i} moves nationalities{i}" for i in range(200))
    expected, found = analyze(text), []
    threads = [threading.Thread(target=lambda: found.append(analyze(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
