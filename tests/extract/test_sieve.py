"""A pattern is tried only where it can match, and finds there what `re` finds."""

from __future__ import annotations

import gc
import json
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from graphmem.extract import patterns, sieve, spacy
from graphmem.extract.needs import necessary
from graphmem.model import Message

from .gates import Gates

SAID = datetime(2024, 6, 12, 12, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "bench" / "extract"
PIECES = (
    "likes", "lik", "is", "I", "I'm", "é", "ı", "K", "7", "٣", "_", "-", " ", "  ", "\n", "works at", "don't", "→", "(",
)  # fmt: skip


def texts():
    """What people say: the sentences of the cases that may be looked at."""
    said = (CASES / "cases_tune.txt").read_text(encoding="utf-8")
    return re.findall(r"^[ua]> (.*)$", said, re.MULTILINE)


def test_the_patterns_of_the_readers_miss_nothing():
    assert patterns.OF_SENTENCE
    assert spacy.SpacyExtractor
    known = [one for one in gc.get_objects() if isinstance(one, sieve.Pattern)]
    assert len(known) > 800
    checked = 0
    for text in texts()[::4]:
        for one in known:
            if not one.can(text):
                checked += 1
                assert one.made.search(text) is None, (one.pattern, text)
    assert checked > 10_000


def test_most_patterns_are_not_tried_on_most_texts():
    known = [one for one in gc.get_objects() if isinstance(one, sieve.Pattern)]
    tried = [one.can(text) for text in texts()[::10] for one in known]
    assert sum(tried) < 0.4 * len(tried)


def test_made_up_patterns_match_as_with_re():
    made = random.Random(5)

    def part(depth):
        kind = made.randrange(9 if depth else 3)
        if kind < 2:
            return re.escape(made.choice(PIECES))
        if kind == 2:
            return made.choice(
                [r"\b", r"\s+", r"\s*", r"\w+", r"\d", "[ik]", r"[\d.]", ".", r"^", "$", r"\S"]
            )
        if kind == 3:
            return "(?:" + "|".join(part(depth - 1) for _ in range(made.randint(1, 3))) + ")"
        if kind == 4:
            return f"(?:{part(depth - 1)}){made.choice(['?', '*', '+', '{2}', '??', '+?', '*+'])}"
        if kind == 5:
            return f"(?{made.choice(['=', '!'])}{part(depth - 1)})"
        if kind == 6:
            return f"(?i:{part(depth - 1)})"
        return part(depth - 1) + part(depth - 1)

    matched = 0
    for _ in range(1500):
        text, flags = part(3) + part(2), made.choice([0, re.IGNORECASE])
        ours, theirs = sieve.compile(text, flags), re.compile(text, flags)
        for _ in range(8):
            said = "".join(
                one.upper() if made.random() < 0.2 else one
                for one in made.choices(PIECES, k=made.randint(0, 5))
            )
            found = theirs.search(said)
            matched += found is not None
            assert [one.span() for one in ours.finditer(said)] == [
                one.span() for one in theirs.finditer(said)
            ]
            assert (ours.search(said) is None) == (found is None), (text, said)
            assert ours.sub("x", said) == theirs.sub("x", said)
            assert ours.split(said) == theirs.split(said)
    assert matched > 1000


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        (r"\b(?:dropped|ditched)\s+the\b", [{" dropped", " ditched"}]),
        (r"^(?P<s>.*?)\s*studying", [{"studying"}]),
        (r"un(?:do|tie)s?", [{"undo", "untie", "undos", "unties"}]),
        (r"colou?r\d+", [{"color", "colour"}, {r"\d"}]),
        (r"(?:foo|.)bar(?:baz)?", [{"bar", "barbaz"}]),
        (r"\w+|x", []),
    ],
)
def test_what_a_pattern_cannot_match_without(pattern, needs):
    assert [set(one) for one in necessary(pattern)] == needs


@pytest.mark.parametrize("said", ["İstanbul", "ıstanbul", "IſTANBUL", "istanbul", "ISTANBUL"])
def test_letters_that_are_one_to_re_are_one_to_the_sieve(said):
    pattern = "i(?:s|x)tanbul"
    assert (sieve.compile(pattern, re.IGNORECASE).search(said) is None) == (
        re.search(pattern, said, re.IGNORECASE) is None
    )


def test_a_match_names_its_pattern():
    one, other = sieve.compile(r"a+"), sieve.compile(r"b+")
    match = one.match("aa")
    assert match is not None
    assert match.re == one
    assert match.re != other
    assert match.re in {one, other}


def test_a_pattern_added_later_is_tried_on_a_text_seen_before():
    text = "a quagga is no zebra"
    assert sieve.compile("okapi").search(text) is None
    assert sieve.compile("quagga").search(text) is not None


def test_threads_that_add_patterns_all_find_what_is_there():
    words_ = [f"zorilla{number}" for number in range(400)]
    text = " ".join(words_)

    def found(word: str) -> bool:
        return sieve.compile(word).search(text) is not None and sieve.compile(f"{word}x").search(text) is None

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(found, words_))


class Statement(NamedTuple):
    text: str


def test_a_reader_is_spared_a_text_that_none_of_its_patterns_can_match():
    asked = []

    @sieve.only_where(sieve.compile(r"\bowns? (?P<o>\w+)"), [("eats", sieve.compile(r"\beats?\b"))])
    def reader(said):
        asked.append(said.text)
        return [said.text]

    assert not reader(Statement("she lives in Leeds"))
    assert not reader(Statement(""))
    assert asked == []
    assert reader(Statement("she owns it")) == ["she owns it"]
    assert reader(Statement("he eats meat")) == ["he eats meat"]


@pytest.mark.parametrize("text", ["", "?", "she owns it"])
def test_a_reader_with_a_pattern_that_any_text_may_match_is_never_spared(text):
    reader = sieve.only_where(sieve.compile(r"\bowns\b"), sieve.compile(r"\w*"))(lambda said: [said.text])
    assert reader(Statement(text)) == [text]


def test_what_readers_are_spared_tells_nothing(extractor, monkeypatch):
    said = [Message(f"m{i}", f"s{i}", "user", text, 0, SAID) for i, text in enumerate(texts()[::8])]
    spared = extractor.extract(said)
    monkeypatch.setattr(sieve, "possible", lambda text: -1)
    sieve._texts.clear()
    assert extractor.extract(said) == spared
    assert spared.claims


def test_no_gate_keeps_out_what_its_reader_finds():
    done = subprocess.run(
        [sys.executable, "-m", "tests.extract.gates"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    assert found["lost"] == []
    assert found["gates"] > 100
    assert found["alone"] > 200  # taken from its gate, each of these patterns would be missed


def test_a_gate_without_a_pattern_of_its_reader_is_found_out():
    own, eats = sieve.compile(r"\bowns? (?P<o>\w+)"), sieve.compile(r"\beats? (?P<o>\w+)")
    gates = Gates()

    def reader(said):
        yield from (match["o"] for match in (own.search(said.text), eats.search(said.text)) if match)

    whole, lacking = gates.only_where(own, [("eats", eats)])(reader), gates.only_where(own)(reader)
    for text in ("she owns it", "he sleeps"):
        assert whole(Statement(text)) == lacking(Statement(text))
    assert gates.lost == []
    assert whole(Statement("he eats meat")) == ["meat"]
    assert gates.lost == []
    assert lacking(Statement("he eats meat")) == ["meat"]
    assert gates.lost == [(f"{__name__}.reader", "he eats meat")]
