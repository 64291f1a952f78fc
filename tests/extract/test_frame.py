"""Who, does, what, by the order of the words of a statement."""

from __future__ import annotations

import pytest

from graphmem.extract import patterns
from graphmem.extract.broad import lexicon
from graphmem.extract.broad.frame import frame_of
from graphmem.extract.plain.stretch import stretches
from graphmem.model import Message
from graphmem.temporal import parse_time


@pytest.fixture
def frame(extractor, monkeypatch):
    """The frame of the first statement of a text."""

    def read(text):
        seen = []
        monkeypatch.setattr(patterns, "read_sentence", lambda reading, *_: seen.append(reading) or [])
        message = Message("msg_1", "ses_1", "user", text, 0, parse_time("2024-06-10T12:00:00Z"))
        extractor.extract([message])
        return frame_of(next(stretches(seen[0])))

    return read


@pytest.mark.parametrize(
    ("text", "subject", "lemma", "rest"),
    [
        ("Our ward is 28 beds", "Our ward", "be", "28 beds"),
        ("next week I go to Antwerp", "I", "go", "to Antwerp"),
        ("in my simulations the time step must be 1e-4", "the time step", "be", "1e-4"),
        ("moved the consumer off SQS", "", "move", "the consumer off SQS"),
        ("raw events live in BigQuery", "raw events", "live", "in BigQuery"),
        ("python's at 3.12 everywhere", "python", "be", "at 3.12 everywhere"),
        ("embedding dimension is 768", "embedding dimension", "be", "768"),
        ("I have to be at the depot early", "I", "be", "at the depot early"),
        ("been doing backend since 2015", "", "do", "backend since 2015"),
    ],
)
def test_a_statement_is_subject_verb_and_rest(frame, text, subject, lemma, rest):
    found = frame(text)
    assert [found.text(found.subject), found.lemma, found.text(found.rest)] == [subject, lemma, rest]


@pytest.mark.parametrize(
    ("text", "tense", "denied", "over"),
    [
        ("we squash commits", "present", False, False),
        ("we no longer squash commits", "present", False, True),
        ("we don't use mocks anymore", "present", True, True),
        ("I never sold the boat", "past", True, False),
        ("I have sold the boat", "perfect", False, False),
        ("we will sell the boat", "future", False, False),
        ("the bike got stolen", "past", False, False),
    ],
)
def test_tense_and_denial_are_read_from_the_small_words(frame, text, tense, denied, over):
    found = frame(text)
    assert (found.tense, found.denied, found.over) == (tense, denied, over)


def test_a_noun_that_a_clause_describes_is_no_subject(frame):
    assert frame("these figurines I bought remind me of home") is None


def test_a_verb_is_known_by_its_third_person():
    assert lexicon.spoken()["owns"] == "own"
    assert lexicon.spoken()["teaches"] == "teach"


def test_a_message_that_cannot_be_read_is_a_problem_and_loses_no_other(extractor, monkeypatch):
    read = patterns.read_message

    def fails_once(heard, *rest, **named):
        if heard.message.id == "msg_0":
            raise IndexError("a word that is not there")
        return read(heard, *rest, **named)

    monkeypatch.setattr("graphmem.extract.spacy.read_message", fails_once)
    said = parse_time("2024-06-10T12:00:00Z")
    found = extractor.extract(
        [Message(f"msg_{place}", "ses_1", "user", "I live in Porto.", place, said) for place in (0, 1)]
    )
    assert [problem.file for problem in found.problems] == ["msg_0"]
    assert [claim.message_id for claim in found.claims] == ["msg_1"]
