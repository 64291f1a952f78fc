"""Whom a message speaks to is no part of what it says."""

from __future__ import annotations

import pytest

from graphmem.extract.addressed import without_address
from graphmem.extract.speech import read_speech
from graphmem.model import Message
from tests.extract.saying import SAID

ALWAYS = {
    "Hey Nadia, my car broke down": "Hey , my car broke down",
    "Hi Tom! Good to see you": "Hi ! Good to see you",
    "Thanks a lot, Priya - it works": "Thanks a lot - it works",
    "Congrats Lena! We made it": "Congrats ! We made it",
}
AMONG_PEOPLE = {
    "Yeah Mel, so true": "Yeah , so true",
    "Wow Tom! What a view": "Wow ! What a view",
    "No worries Priya, I had time": "No worries , I had time",
}
OF_A_KNOWN_NAME = {
    "Nadia, thanks for coming": "thanks for coming",
    "I lost the match, Nadia.": "I lost the match .",
    "You got this, Nad!": "You got this !",
    "I went home, Nadia, and slept": "I went home , and slept",
}
LEFT = (
    "yes, Berlin, I moved there in May",
    "I live in Austin, Texas.",
    "We met Jon, Nadia and Tom",
    "Sorry, Postgres, not MySQL",
    "I know Nadia's band",
    "Nadia and Tom moved in",
    "My sister is Nadia",
)


def heard(text, **others):
    (passage,) = read_speech(text, **others)
    return passage.text


@pytest.mark.parametrize("text", ALWAYS)
def test_a_greeting_names_the_hearer(text):
    assert heard(text) == ALWAYS[text]


@pytest.mark.parametrize("text", AMONG_PEOPLE)
def test_among_people_assent_names_the_hearer(text):
    assert heard(text) == text
    assert heard(text, among_people=True) == AMONG_PEOPLE[text]


@pytest.mark.parametrize("text", OF_A_KNOWN_NAME)
def test_who_has_spoken_is_known_wherever_a_mark_sets_the_name_off(text):
    assert heard(text, others={"Nadia Petrova"}, among_people=True) == OF_A_KNOWN_NAME[text]


@pytest.mark.parametrize("text", LEFT)
def test_other_names_stay(text):
    assert heard(text, others={"Nadia"}, among_people=True) == text


@pytest.mark.parametrize("text", [*ALWAYS, *OF_A_KNOWN_NAME, *LEFT])
def test_every_character_stays_in_its_place(text):
    kept = without_address(text, {"Nadia"}, among_people=True)
    assert len(kept) == len(text)
    assert all(now in {was, " "} for now, was in zip(kept, text, strict=True))


def test_a_dash_that_hangs_on_a_word_parts_the_sentence():
    assert heard("I joined a gym- it is great") == "I joined a gym - it is great"
    assert heard("pre- and post-op care") == "pre- and post-op care"


def test_what_is_swallowed_is_written_out():
    assert heard("Startin' a shop is hard") == "Starting a shop is hard"
    assert heard("We gotta go") == "We have to go"
    assert heard("the 'main' branch") == "the 'main' branch"


def told(extractor, *turns):
    sent = [
        Message(f"m{at}", "ses_1", "user", text, at, SAID, author=name)
        for at, (name, text) in enumerate(turns)
    ]
    return [one.text for one in extractor.extract(sent).claims]


def test_what_is_said_to_somebody_is_not_said_of_them(extractor):
    assert told(
        extractor,
        ("Nadia", "Hi Tom! How was your week?"),
        (
            "Tom",
            "Hey Nadia, had a wild week, my bike broke down last Friday. Rough times with my shop, Nadia.",
        ),
    ) == ["The bike is broken.", "Tom's bike broke down on 2024-06-07."]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Our city held a marathon last weekend.",
            ["Tom's city held a marathon on the weekend of 2024-06-08."],
        ),
        (
            "We don't go to the sea often, only twice a year.",
            ["Tom doesn't go to the sea often, only twice a year."],
        ),
        ("My team won the cup last May.", ["Tom's team won the cup in May 2024."]),
        ("Singing has the strength to keep us close.", []),
    ],
)
def test_what_people_do_together_makes_them_no_team(extractor, said, kept):
    assert told(extractor, ("Tom", said)) == kept
