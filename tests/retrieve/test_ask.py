"""Answers made of what was said: with a date in words, a complete list, a reason, and "not known" when it is not."""

from __future__ import annotations

import pytest

from tests.brief import Brief

from .test_recall import LIFE, moment

MORE = (
    ("I'm allergic to shellfish.", "2024-05-01"),
    ("We migrated billing to Postgres on April 20, 2024.", "2024-04-21"),
    ("I used to play chess, now I play go.", "2024-05-06"),
)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with Brief(tmp_path_factory.mktemp("ask")) as opened:
        for text, day in (*LIFE, *MORE):
            opened.remember(text, at=moment(day))
        yield opened


@pytest.mark.parametrize(
    ("question", "word", "never"),
    [
        ("Who is my wife?", "Anna", ""),
        ("Where do I work?", "Globex", "Acme"),
        ("Where did I work before?", "Acme", "Globex"),
        ("What did I use to play?", "chess", ""),
        ("When did we migrate billing to Postgres?", "20 April 2024", ""),
        ("When did I move to Lisbon?", "March 2024", ""),
        ("How many kids do I have?", "two", ""),
        ("Which port does billing listen on?", "8443", ""),
        ("Do I prefer tabs or spaces?", "tabs", ""),
        ("What did we decide to use for billing?", "Postgres", ""),
        ("Why did we choose Postgres for billing?", "Mongo lost writes", ""),
        ("Who leads the platform team?", "Bob", ""),
    ],
)
def test_a_known_answer_holds_what_is_asked_for_and_cites_it(memory, question, word, never):
    found = memory.ask(question)
    assert found.known
    assert found.method == "extracted"
    assert word in found.text
    assert not never or never not in found.text
    cited = {hit.id for hit in found.cited}
    assert all(sentence.cites and set(sentence.cites) <= cited for sentence in found.sentences)
    assert all(hit.sources for hit in found.cited)


def test_a_list_is_complete(memory):
    found = memory.ask("list all my allergies")
    known = {fact.text for fact in memory.facts(predicate="allergic_to")}
    assert len(known) == 2
    assert known <= {sentence.text for sentence in found.sentences}


@pytest.mark.parametrize(
    "question",
    [
        "What is my blood type?",
        "What is my favourite colour?",
        "Who is the CEO of Initech?",
        "When is my dentist appointment?",
        "Where did I go to school?",
        "What did Maria say about the garden?",
    ],
)
def test_what_is_not_known_is_said_to_be_so(memory, question):
    found = memory.ask(question)
    assert not found.known
    assert found.text == "This is not known."
    assert found.sentences == ()
    assert found.cited == ()


def test_what_others_like_is_no_answer_about_the_user(memory):
    assert "Anna" not in memory.ask("do I like tea").text.partition("“")[0]
    assert "Anna loves tea" in memory.ask("does Anna like tea").text


def test_the_viewpoint_binds_the_answer(memory):
    assert "Acme" in memory.ask("where do I work", as_of=moment("2024-04-15")).text
    assert not memory.ask("who is my wife", known_at=moment("2024-01-01")).known
