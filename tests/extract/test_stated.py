"""Whole statements that no other reader makes anything of, kept by their form; and what is not worth keeping."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .saying import claims, notes


@pytest.mark.parametrize(
    ("text", "note"),
    [
        # The verb looks like a noun.
        ("Release train leaves every second thursday", "Release train leaves every second thursday."),
        ("Our on-call rotation changes every Monday", "The team's on-call rotation changes every Monday."),
        ("webhooks time out after 8 sec on their side", "Webhooks time out after 8 sec on their side."),
        # Nobody is named who did it.
        ("kept mongo for the 40 aggregations", "The user kept mongo for the 40 aggregations."),
        # What all of a kind are, though one of them would be the work of this hour.
        ("logs are json lines with 3 fields", "Logs are json lines with 3 fields."),
        ("Auth tokens live 15 min, refresh ones 30 days", "Auth tokens live 15 min, refresh ones 30 days."),
        # A relative clause, a pronoun that means what stands before it.
        ("Ewa reviews everything that touches pricing", "Ewa reviews everything that touches pricing."),
        ("Only Oleks and me have prod access at Brill", "Only Oleks and the user have prod access at Brill."),
        # A label and its value.
        ("Prod: 3 nodes, 8 gigs each", "Prod: 3 nodes, 8 gigs each."),
        # What is told of a statement, and what stands beside it.
        ("I have type 1 diabetes.", "The user has type 1 diabetes."),
    ],
)
def test_a_statement_that_the_parser_does_not_see_is_noted(extractor, text, note):
    assert notes(extractor, text) == [note]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my dad needs a stairlift. he's 81", [("age_is", "user's dad")]),
        ("dad needs a stairlift, he lives in Swansea", [("lives_in", "user's dad")]),
        ("mum met dad in the park. she's 81", [("did", "user's mum"), ("age_is", "user's mum")]),
        # Who is named is meant, and not the part that they have.
        ("my boss is Elizabeth. She lives in York.", [("reports_to", "user"), ("lives_in", "Elizabeth")]),
        ("my sister is called Anna. she's 31", [("sibling_of", "user"), ("age_is", "Anna")]),
        ("mum called about dad. he's 81 by now, they say", []),  # dad is none that a sentence was about
    ],
)
def test_he_is_whom_the_sentence_before_was_about_though_nothing_was_claimed(extractor, text, facts):
    found = [(one.predicate, one.subject.name) for one in claims(extractor, text) if one.predicate != "noted"]
    assert found == facts


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("Release train leaves every second thursday, next one on the 20th", ""),  # and leaves today, too
        ("Release train leaves every second thursday", ""),
        ("Elizabeth became head of operations at Pellmore in April.", "2024-04-01"),
    ],
)
def test_a_rule_holds_already_though_a_day_to_come_is_named(extractor, text, since):
    [note] = [one for one in claims(extractor, text) if one.predicate == "noted"]
    assert (str(note.valid_from.date()) if note.valid_from else "") == since


def test_the_sure_one_of_two_statements_is_read_though_the_other_is_a_condition(extractor):
    found = claims(extractor, "Hannelore lives in Ghent, so ring her if it's about billing")
    assert "Ghent" in {one.object.name for one in found if one.predicate == "lives_in" and one.object}


@pytest.mark.parametrize(
    "text",
    [
        "ERROR: connection refused at 10.2.3.4",
        "Task: implement a parser for ISO dates in 3 files",
        "the test prints 3 warnings",
        "these files are 3 months old",
        "can you make the release train leave every second thursday?",
        "if the train leaves every second thursday we are fine",
        "I think release trains leave every second thursday",
        "Release trains should leave every second thursday",
        'Lyrics: "I left my heart in San Francisco"',
        "Sharing experiences every day helps us all",
        "art can be a mood-booster for 100 people",
        "your release train leaves every second thursday",
        "it leaves every second thursday",
        "my password is kept in the drawer every night",
        "Ada Lovelace wrote the first of 3 programs",
        "thanks, that fixed all 3 of them",
    ],
)
def test_no_note_is_made_of_the_talk_of_guesses_or_of_the_world(extractor, text):
    assert notes(extractor, text) == []


def test_what_the_assistant_says_is_no_statement_of_the_user(extractor):
    assert claims(extractor, "Release train leaves every second thursday", "assistant") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I live in Ghent", "lives_in"),
        ("I play bass in a ska band", "plays"),
        ("we use Postgres 15 for billing", "uses"),
    ],
)
def test_what_other_readers_tell_in_full_is_not_said_twice(extractor, text, told):
    found = [one.predicate for one in claims(extractor, text)]
    assert told in found
    assert "noted" not in found


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Our release train's been on 3 tracks", "The team's release train has been on 3 tracks."),
        (
            "Webhooks time out after 8 seconds so we ack first",
            "Webhooks time out after 8 seconds so the user's team acks first.",
        ),
    ],
)
def test_its_words_agree_with_whom_they_are_told_of_now(extractor, text, note):
    assert notes(extractor, text) == [note]


SPOKEN = (
    "we our the release train webhooks leaves time out every thursday 15 min : = , if never api port 8080 Ewa kept is"
    " that it was not and my runs on"
)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(SPOKEN.split()), min_size=1, max_size=14))
def test_any_row_of_words_is_read_and_a_note_speaks_of_nobody_as_i(extractor, row):
    for text in notes(extractor, " ".join(row)):
        assert not {"i", "my", "our", "we"} & set(text.lower().rstrip(".").split())
