from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.heard import is_pasted
from graphmem.extract.language import is_english
from graphmem.extract.speech import read_speech, silenced
from tests.extract.saying import claims


def spoken(text):
    return [passage.text for passage in read_speech(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live here.\n\n```py\nx = 'I moved'\n```\nAnd there.", ["I live here.", "And there."]),
        ("before\n~~~\nnever closed\nI moved", ["before"]),
        ("> you said so\nI did not.", ["I did not."]),
        ("| a | b |\n|---|---|\n| I | live |\n\nreally", ["really"]),
        ("# Title\nSome text", ["Title", "Some text"]),
        ("- first\n- second\n  goes on\n1. third", ["first", "second goes on", "third"]),
        ("- [x] done\n- [ ] not yet", ["done", "not yet"]),
        ("**bold** and _soft_ and `code`", ["bold and soft and code"]),
        ("see [the docs](https://example.com/a)", ["see the docs"]),
        ("hard\nwrapped\nlines", ["hard wrapped lines"]),
        ("Traceback (most recent call last):\n  File \"a.py\", line 3\nValueError: I live\nok", ["ok"]),
        ("2024-06-10 12:00:01 INFO I moved\nwhat is this", ["what is this"]),
        ("$ pip install x\nfails", ["fails"]),
        ("diff --git a/x b/x\n@@ -1 +1 @@\n+x = f(1)\nlook", ["look"]),
        ("text\n\n    def f():\n        return 1\n\nmore", ["text", "more"]),
        ("<system-reminder>I live in Rome</system-reminder>hello there", ["hello there"]),
        ("im sure i dont know, pls help", ["I'm sure I don't know, please help"]),
        ("it’s “fine”", ["it's “fine”"]),
        ("", []),
        ("\n\n  \n", []),
    ],
)  # fmt: skip
def test_what_is_speech(text, expected):
    assert spoken(text) == expected


def test_a_snake_case_name_and_a_path_keep_their_marks():
    assert spoken("see my_long_name and __init__.py in src/a_b/c.py") == [
        "see my_long_name and __init__.py in src/a_b/c.py"
    ]


def test_every_character_knows_its_place():
    text = "ok   im  using **ruff**\n and `mypy`"
    (passage,) = read_speech(text)
    start = passage.text.index("mypy")
    low, high = passage.source(start, start + 4)
    assert text[low:high] == "mypy"
    start = passage.text.index("ruff")
    low, high = passage.source(start, start + 4)
    assert text[low:high] == "ruff"


def test_quotes_and_codes_are_told():
    (passage,) = read_speech('He said "I live in Rome" about `pip install x`.')
    assert [passage.text[low:high] for low, high in passage.quotes] == ['"I live in Rome"']
    assert [passage.text[low:high] for low, high in passage.codes] == ["pip install x"]


def test_a_long_paragraph_is_cut_at_sentences():
    text = " ".join(f"This is sentence number {number} of many." for number in range(200))
    passages = read_speech(text)
    assert len(passages) > 3
    assert all(passage.text.endswith(".") for passage in passages)
    assert " ".join(passage.text for passage in passages) == text


def test_a_text_without_spaces_is_cut_too():
    assert sum(len(passage.text) for passage in read_speech("x" * 5000)) == 5000


@given(st.text(alphabet=st.characters(codec="utf-16"), max_size=400))
def test_places_are_inside_and_in_order(text):
    for passage in read_speech(text):
        assert len(passage.places) == len(passage.text)
        assert all(0 <= place < len(text) for place in passage.places)
        assert list(passage.places) == sorted(passage.places)


@given(st.text(max_size=400))
def test_silence_keeps_the_length(text):
    assert len(silenced(text)) == len(text)


def test_a_lone_surrogate_is_made_harmless():
    (passage,) = read_speech("well \ud83d then")
    assert passage.text == "well \ufffd then"


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin.",
        "ok",
        "please fix the tests",
        "moved to lisbon last month",
        "Use tabs, not spaces.",
    ],
)
def test_english(text):
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in Berlin und arbeite bei Siemens.", "Vivo en Madrid y trabajo en Telefónica.",
        "私はベルリンに住んでいます。",
        "J'habite à Paris et je travaille chez Renault.", "Я живу в Берлине.", "", "123 456", "我在北京工作。",
    ],
)  # fmt: skip
def test_not_english(text):
    assert not is_english(text)


def test_an_article_is_pasted_and_a_long_complaint_is_not():
    article = "The committee adopted the regulation after a long debate among its members. " * 30
    assert is_pasted(article)
    assert not is_pasted("I told you that my build fails when we deploy it and I do not know why. " * 30)


UNSEEN = (
    "\x1b[31m",
    "\x1b[0m",
    "\x1b]0;title\x07",
    "\x00",
    "\x9b",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\ufffd",
)


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_what_nobody_sees_is_no_part_of_a_name(extractor, mark):
    text = f"I{mark} live in {mark}Trondheim{mark}. We use Postgres{mark}."
    found = claims(extractor, text)
    assert {("lives_in", "Trondheim"), ("uses", "Postgres")} <= {(c.predicate, c.object_name) for c in found}
    assert not [c for c in found if mark in f"{c.text}{c.object_name}{c.qualifier}"]
    assert all(text[c.start : c.end].strip() for c in found)
