"""Statements that no predicate tells, kept in their own words; and what is not worth a note."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.model import USER
from tests.brief import Brief

from ..transcripts import claude_file
from .saying import claims, notes


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("My husband works away on the rigs", "The user's husband works away on the rigs."),
        ("Noor won't eat anything green", "Noor won't eat anything green."),
        ("my allotment is plot 14b", "The user's allotment is plot 14b."),
        ("I've been on ward 7 since February", "The user has been on ward 7 since February 2024."),
        ("our roof was done by Halloran's in March", "The user's roof was done by Halloran's in March 2024."),
        ("my eyes are tested at Moorfields on 12 July", "The user's eyes are tested at Moorfields on 2024-07-12."),
    ],
)  # fmt: skip
def test_a_statement_of_no_predicate_is_kept_in_its_own_words(extractor, text, note):
    assert note in notes(extractor, text)


@pytest.mark.parametrize(
    ("text", "predicate", "told"),
    [
        ("I trained in Kumasi", "did", "The user trained in Kumasi."),
        ("we rented a boat on the Vltava", "did", "The user rented a boat on the Vltava."),
        (
            "I owe Dorothy's grandson a birthday present by the 22nd",
            "plans",
            "birthday present by 2024-06-22",
        ),
    ],
)
def test_what_a_person_did_or_plans_has_a_predicate(extractor, text, predicate, told):
    found = [one for one in claims(extractor, text) if one.predicate == predicate]
    assert len(found) == 1
    assert found[0].subject.name == USER
    assert told in found[0].text


@pytest.mark.parametrize(
    "text",
    [
        "I ran the tests and three of them failed",
        "the build is red and the page shows a 500",
        "I have three questions about this",
        "Bas says Dutch people plan everything",
        "Tobias thinks the estimate is too optimistic",
        "If we rented a boat my sister would come",
        "Did my cousin rent a boat on the Vltava?",
        "12 passed in 3.2s",
        "Rust is fast. Linux has a monolithic kernel.",
        "Grace Hopper lived in Arlington",
        "sample dialogue for a b1 class please, A is from Peru, B has three brothers",
        "imagine my husband works away on the rigs",
        "it is 9 and they are on the island",
        "our branches are named feature/<ticket>",
        "otherwise surprise me with the meal plan",
        "my password for the router is hunter2 on the Netgear",
        "Dear Sam, my solicitor sent you the deed on Monday",
        "- [ ] My dentist moved to Leeds",
        "We all keep our own allotment in Leeds",
        "My grandmother used to say that the moon lives in Leeds",
        "no time for the shelter any more, I stopped in May",
    ],
)
def test_what_passes_is_no_note(extractor, text):
    assert notes(extractor, text) == []


def test_a_mark_far_behind_cuts_no_sentence(extractor):
    text = f"My husband works away on the rigs. {'It rained again here. ' * 5}I <3 it."
    assert notes(extractor, text) == ["The user's husband works away on the rigs."]


def test_the_assistant_makes_no_notes(extractor):
    assert notes(extractor, "My husband works away on the rigs", role="assistant") == []


@pytest.mark.parametrize(
    "text",
    [
        "I was a chef at Ostro for three years until 2021",
        "I used to work at Pemberton",
        "My visa expires on 30 September",
        "I've lived in Leeds since 2013",
        "I live in Lisbon and I work at Globex",
    ],
)
def test_what_is_claimed_is_not_noted_as_well(extractor, text):
    found = claims(extractor, text)
    assert found
    assert not [one for one in found if one.confidence == 0.6]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the parrot's called Ziggy, she is 9 and half blind", "Ziggy is 9 years old."),
        ("my knees are bad, put everything on the ground floor", "The user's knees are bad."),
    ],
)
def test_statements_with_a_comma_alone_between_them_are_read_each_by_itself(extractor, text, told):
    assert told in [one.text for one in claims(extractor, text)]


def test_one_note_never_closes_another(tmp_path):
    turns = ["My husband works away on the rigs.", "My husband shares a cabin with two divers."]
    files = [
        claude_file(tmp_path, name * 4, [("user", turn, f"2024-0{month}-02T10:00:00Z")])
        for name, turn, month in zip("ab", turns, (4, 6), strict=True)
    ]
    with Brief(tmp_path / "home") as memory:
        memory.ingest(files)
        kept = {fact.text for fact in memory.facts(predicate="noted")}
        [*hits] = memory.recall("who shares a cabin with my husband").hits
    assert kept == {
        "The user's husband works away on the rigs.",
        "The user's husband shares a cabin with two divers.",
    }
    assert "two divers" in hits[0].text


WORDS = (
    "my our the I we he it Noor Bas husband sister works is was are has in on at to with and , . so because rigs boat"
    " 14 2021 Tuesday never not will would if that which please ' \" ( ) -"
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split(" ")), max_size=18).map(" ".join))
def test_any_words_give_notes_that_stand_alone(extractor, text):
    for note in notes(extractor, text):
        assert note.endswith((".", "!"))
        assert not {"I", "My", "my", "we", "We", "our", "Our", "he", "He", "it", "It"} & set(
            note.rstrip(".").split()
        )
