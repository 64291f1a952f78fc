"""Short lines are given their language or none; English stays English; a conversation decides what is unsure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.heard import listen_all
from graphmem.extract.language import is_english, language_of
from graphmem.extract.languages.detect import detect
from graphmem.model import Message
from graphmem.temporal import parse_time

from .lines import LINES, SPRINKLED

ALL = (*LINES, *SPRINKLED)
HALVES = {"held out": ALL[::2], "looked at": ALL[1::2]}


def test_there_are_enough_lines_in_enough_languages():
    assert len(ALL) >= 120
    assert len({language for language, _ in ALL} - {""}) >= 8


@pytest.mark.parametrize("half", HALVES)
def test_short_lines_are_told_apart(half):
    lines = HALVES[half]
    found = [(language, detect(line), line) for language, line in lines]
    right = sum(1 for language, said, _ in found if said == language)
    wrong = [one for one in found if one[1] not in {"", one[0]}]
    assert right / len(lines) >= 0.95
    assert len(wrong) / len(lines) <= 0.01, wrong


@pytest.mark.parametrize("language", ["en", "de", "es", "zh"])
def test_the_languages_that_are_read_are_never_taken_for_another(language):
    assert {detect(line) for is_, line in ALL if is_ == language} <= {language, ""}
    assert [line for is_, line in ALL if is_ != language and detect(line) == language] == []


@pytest.mark.parametrize(
    "text", ["", "   ", "123 456", "👍", "https://example.com/el/los/las", "`der_die_das`", "/usr/local/lib"]
)
def test_what_has_no_words_has_no_language(text):
    assert detect(text) == ""


@pytest.mark.parametrize("text", ["UNO", "Iron Man", "Spider-Man", "Car mod workshop", "Par", "con"])
def test_a_name_or_two_is_no_language(text):
    assert detect(text) == ""


@pytest.mark.parametrize(
    ("english", "text"),
    [
        (True, "smaller dog"), (True, "Write a hello world program in Python."), (True, "coding"),
        (True, "Saela prefers writing drafts in LaTeX over Markdown."), (True, "npm install failed"),
        (False, "Trabajo en Siemens"), (False, "Nazywam się Anna i pracuję w Siemensie"), (False, ""),
        (False, "私はベルリンに住んでいます。"), (False, "Geçen ay Lizbon'a taşındım"),
    ],
)  # fmt: skip
def test_what_decides_nothing_is_english_when_it_is_short(english, text):
    assert is_english(text) is english


def test_a_line_that_may_be_several_languages_is_in_the_one_that_is_expected():
    assert language_of("Vivo en Lisboa desde 2021.") in {"", "es"}
    assert language_of("Vivo en Lisboa desde 2021.", expected=["es", "de"]) == "es"
    assert language_of("I live in Lisbon since 2021.", expected=["es", "de"]) == "en"


def test_what_is_unsure_is_told_from_itself_in_any_company():
    at = parse_time("2024-06-12T10:00:00Z")
    turns = ("ok", "Ich habe das schon mit meinem Kollegen besprochen.", "ok", "smaller dog", "Ja, Postgres.")
    messages = [Message(f"msg_{i}", "ses_1", "user", text, i, at) for i, text in enumerate(turns)]
    assert [one.language for one in listen_all(messages)] == ["en", "de", "en", "en", "en"]
    assert [one.language for one in listen_all(messages, ["de"])] == ["en", "de", "en", "en", "de"]
    for cut in range(len(messages)):
        parts = [*listen_all(messages[cut:], ["de"]), *listen_all(messages[:cut], ["de"])]
        assert {one.message.id: one.language for one in parts} == {
            one.message.id: one.language for one in listen_all(messages, ["de"])
        }


def test_an_order_in_spanish_that_looks_half_english_is_spanish():
    for line in (
        "No uses nunca emojis.",
        "Nunca uses tabs, por favor.",
        "no uses emojis nunca en los commits",
    ):
        assert language_of(line) == "es"
    for line in ("It uses Postgres.", "No one uses Java here.", "Priya uses Rust.", "who uses emojis"):
        assert language_of(line, ["es"]) == "en"


@given(st.text(max_size=80))
def test_any_text_has_one_language_or_none(text):
    assert language_of(text) == language_of(text)
    assert len(language_of(text)) in {0, 2}


def test_half_characters_and_endless_words_do_no_harm():
    assert detect("\ud800 \udfff") == ""
    assert detect("a" * 1_000_000) == ""
    assert detect("啊" * 1_000_000) == "zh"
