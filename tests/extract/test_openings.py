"""Where a sentence of chat begins though no full stop tells it."""

from __future__ import annotations

import pytest

from graphmem.extract.openings import openings
from graphmem.extract.speech import read_speech


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("I'm moving in May, can you draft a letter", "can you"),
        ("my wife is from Ghana, so what should we cook", "so what"),
        ("we use postgres 15 - should I add an index", "should I"),
        ("we lost the final anyway can you check my letter", "anyway"),
        ("so you know who you talk to: I'm Ola", "I'm Ola"),
        ("I get migraines from flicker that's why I turned it off", "that's why"),
    ],
)
def test_a_request_behind_what_is_told_is_a_sentence_of_its_own(text, begins):
    assert openings(text) == {text.index(begins)}


@pytest.mark.parametrize(
    "text",
    [
        "I don't know, what is it called",
        "if I moved, what would it cost",
        "tell me, how do I cook rice",
        "well, can you",
        "I'm Ola: hello",
    ],
)
def test_what_is_wondered_stays_one_sentence(text):
    assert openings(text) == set()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("quit last week :D can you help", "quit last week. can you help"),
        ("done :)", "done."),
        ("PASSED MY EXAM today", "passed my exam today"),
        ("AWS EKS RDS", "AWS EKS RDS"),
        ("really? :D yes", "really? yes"),
    ],
)
def test_a_smiley_ends_a_sentence_and_shouting_is_read_in_small_letters(text, read):
    assert read_speech(text)[0].text == read


def test_a_line_with_a_label_is_a_passage_of_its_own():
    assert [one.text for one in read_speech("Name: Ola\nRole: nurse\nand more")] == [
        "Name: Ola",
        "Role: nurse and more",
    ]
