"""Statements that say the same with another value are told one after the other, unless both are said on one day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.revise.frames import frame

SAME = [
    ("works four days a week", "works five days a week"),
    ("works full time", "works part time"),
    ("ships releases on Fridays", "ships releases on Mondays"),
    ("teaches pilates on Mondays and Thursdays", "teaches pilates on Tuesdays"),
    ("The lease runs until June 2024", "The lease runs until December 2024"),
    ("Deploys need one approval", "Deploys need two approvals"),
    ("is a team of five", "is a team of seven"),
    ("drinks about four coffees a day", "drinks one coffee a day"),
    ("has standup at 9:30", "has standup at 10"),
    ("is at Oakfield", "is home from hospital"),
    ("is in Braga again", "is at Oakfield primary"),
    ("is reading Middlemarch", "is reading Ulysses"),
]
OTHER = [
    ("works four days a week", "works four nights a month"),
    ("runs 5k on Saturdays", "swims 5k on Saturdays"),
    ("is reading Middlemarch", "is writing Middlemarch"),
    ("is in a band", "is in a hurry"),
    ("plays the cello", "plays the oboe"),
    ("Meeting room 3 has 8 seats", "Meeting room 4 has 12 seats"),
    ("works in building 3", "works in building 4"),
    ("server 2 needs 8 GB", "server 3 needs 16 GB"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_another_value_of_the_same_statement(one, other):
    assert frame(one) == frame(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_another_statement(one, other):
    assert frame(one) != frame(other) or frame(one) == ""


@pytest.mark.parametrize(
    "told",
    [
        "signed up 5 people",
        "was in Oslo on Friday",
        "also teaches on Thursdays",
        "took two exams in June 2024",
        "likes the sea",
        "has 3",
    ],
)
def test_what_happened_or_is_so_beside_it_has_no_frame(told):
    assert frame(told) == ""


@given(st.text(max_size=60), st.integers(0, 9999))
def test_a_figure_is_never_part_of_the_frame(told, number):
    assert str(number) not in frame(f"keeps backups for {number} days").split()
    assert isinstance(frame(told), str)
