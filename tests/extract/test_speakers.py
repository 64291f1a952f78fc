"""What a named person says is claimed of that person, by the patterns and by a model alike."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from graphmem.extract.llm_claims import ClaimReader
from graphmem.extract.llm_prompt import Part, line
from graphmem.extract.speakers import renamed
from graphmem.model import Message
from graphmem.ontology import load_ontology
from tests.standins.model_server import claim, said

TEXT = "I work at Acme now and Ben told me that the user pays for it."


def part(author):
    return Part(
        Message("msg_1", "ses_a", "user", TEXT, 0, datetime(2024, 5, 1, tzinfo=UTC), author=author), 0, TEXT
    )


def read(author, quote, subject, text):
    reader = ClaimReader([part(author)], load_ontology())
    one = claim(quote, "works_at", "Acme", n=1, object_kind="organization", text=text)
    return reader.read(said({**one, "subject": subject, "subject_kind": "person"})), dict(reader.dropped)


def test_the_model_is_told_who_speaks():
    assert json.loads(line(1, part("Maya")))["by"] == "Maya"
    assert "by" not in json.loads(line(1, part("user")))


@pytest.mark.parametrize("subject", ["Maya", "maya", "user", "The user"])
def test_a_model_may_name_the_speaker_or_say_user(subject):
    (found,), _ = read("Maya", "I work at Acme now", subject, "The user works at Acme.")
    assert (found.subject.name.casefold(), found.text.casefold()) == ("maya", "maya works at acme.")


def test_a_user_of_whom_somebody_else_speaks_is_nobody_that_we_know():
    found, dropped = read("Maya", "the user pays for it", "user", "The user works at Acme.")
    assert (found, dropped) == ([], {"not sure which user": 1})


def test_a_name_that_does_not_speak_and_was_not_said_is_dropped():
    found, dropped = read("Maya", "I work at Acme now", "Priya", "Priya works at Acme.")
    assert (found, dropped) == ([], {"name not said": 1})


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("The user's team uses Go.", "We use Go.", r"A\1's team uses Go."),
        (
            "The user fears that the user leaves.",
            "I fear that the user leaves.",
            r"A\1 fears that the user leaves.",
        ),
        ("The user leaves.", "The user leaves.", "The user leaves."),
        ("Tell the user what the user wants.", "tell the user what I want", None),
    ],
)
def test_some_other_user_stays_who_they_are(text, quote, expected):
    assert renamed(text, r"A\1", quote) == expected
