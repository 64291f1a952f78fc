"""What a request takes for granted is told, though it asks; what it only asks, weighs or proposes is not."""

from __future__ import annotations

import pytest

from graphmem.model import USER, Message
from graphmem.temporal import parse_time

GRANTED = [
    (
        "Can you suggest a strap for my viola, which I bought for $900 in Cremona?",
        "did user bought their viola",
    ),
    (
        "What stand fits my 27-inch monitor that I got from the clearance sale?",
        "did user got their 27-inch monitor",
    ),
    (
        "I need a frame for my grandfather's map, which I inherited last year. Ideas?",
        "did user inherited their",
    ),
    ("What should I wear on my trip to Tromsø in December?", "plans user has a trip to Tromsø"),
    ("Any tips for my interview at Halden on Friday?", "plans user has an interview at Halden"),
    ("Which books would my 7-year-old nephew like?", "age_is user's nephew 7"),
    ("What game could my daughter, who is 12, learn?", "age_is user's daughter 12"),
    ("As a pescatarian, what should I order in Porto?", "has_condition user pescatarian"),
    ("As a nurse, which shoes do I need?", "has_role user nurse"),
    ("Since I just moved to Ghent, can you recommend a choir?", "lives_in user Ghent"),
    (
        "I'm planning to row at Henley, so I was wondering how to train.",
        "plans user is planning to row at Henley",
    ),
    (
        "I'm planning a tour of Galicia next month and I was hoping for tips.",
        "plans user is planning a tour of Galicia",
    ),
]
ASKED = [
    "Can you recommend a strap for a viola?",
    "As a result, what should I change?",
    "As a user, I want to reset my password.",
    "What should I pack for a trip to Lisbon?",
    "Which books would a 7-year-old like?",
    "Can you fix my function that I got an error in?",
    "Do you like my idea that I got yesterday?",
    "I like the idea of a shared calendar.",
    "I love the suggestion about the porch.",
    "I'm interested in learning more about the tides.",
    "I've also been interested in trying some dye kits to get started.",
    "I'm leaning towards working on the smaller one.",
    # A clause that only says more of its subject, which the parser joins to it.
    "It was good to have trusted news channels that provide clear forecasts and updates on COVID-19.",
]


def told(extractor, text):
    """What is claimed, as "predicate who what"."""
    message = Message("msg_1", "ses_1", "user", text, 0, parse_time("2024-06-12T10:00:00Z"))
    return [
        f"{claim.predicate} {'user' if claim.subject.name == USER else claim.subject.name} {claim.object_name}"
        for claim in extractor.extract([message]).claims
    ]


@pytest.mark.parametrize(("text", "expected"), GRANTED)
def test_what_is_taken_for_granted_is_told(extractor, text, expected):
    assert any(one.startswith(expected) for one in told(extractor, text)), told(extractor, text)


def test_what_one_eats_is_no_trade(extractor):
    assert told(extractor, "As a pescatarian, what can I eat?") == ["has_condition user pescatarian"]


def test_two_habits_of_one_sentence_are_two(extractor):
    assert told(extractor, "I live alone now and bike to work.") == [
        "practises user bikes to work",
        "practises user lives alone",
    ]


@pytest.mark.parametrize("text", ASKED)
def test_what_is_asked_or_proposed_is_not(extractor, text):
    assert told(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We're buying a houseboat.", "plans user is buying a houseboat"),
        (
            "I recently acquired a 1970s-era lathe at an auction.",
            "noted user acquired a 1970s-era lathe at an auction",
        ),
        ("I'm trying to cut down on salt.", "noted user is trying to cut down on salt"),
    ],
)
def test_what_is_under_way_is_told_as_that(extractor, text, expected):
    assert told(extractor, text) == [expected]
