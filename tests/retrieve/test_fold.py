"""What says the same is found once, with all its sources; what differs in what matters stays apart."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.retrieve.fold import only_asks, same
from tests.brief import Brief

from ..transcripts import claude_file


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The user likes tea.", "The user likes the tea"),
        ("The user likes strong black tea.", "The user likes strong black Assam tea."),
        ("Priya owns the billing service.", "Priya owns billing-service."),
    ],
)
def test_texts_that_say_the_same(one, other):
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The user likes tea.", "The user likes coffee."),
        ("The user is at home on Monday.", "The user is not at home on Monday."),
        ("The user won't fly to Rome today.", "The user will fly to Rome today."),
        ("The billing service listens on port 8443.", "The billing service listens on port 8444."),
        ("The user has dogs at home.", "The user has 3 dogs at home."),
        ("The user works at Acme.", "The user works on Acme."),
        ("The user likes the red bike of Tom.", "The user likes the blue bike of Tom."),
        ("Anna loves tea.", "Anna's brother loves tea."),
        ("", ""),
    ],
)
def test_texts_that_do_not(one, other):
    assert not same(one, other)
    assert not same(other, one)


@pytest.mark.parametrize(
    "text",
    [
        "Where is the staging database?",
        "Hm? Which port does billing use?",
        "which port does billing use",
        "what's the name of my dog",
        "Worauf läuft der Dienst?",
        "账单服务用哪个端口？",
        "Πού μένω;",
        "And this one? [image: a port scan]",
    ],
)
def test_a_turn_that_only_asks(text):
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "It listens on 8443. Anything else?",
        "int port = 8443;",
        "What I did there was hard",
        "which is why I left Acme",
        "When I was in Rome it rained",
        "where possible",
        "",
    ],
)
def test_a_turn_that_tells(text):
    assert not only_asks(text)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with Brief(tmp_path_factory.mktemp("fold")) as opened:
        for text, day in (
            ("I prefer tabs over spaces.", "2024-03-06"),
            ("Bob leads the platform team.", "2024-05-07"),
            ("The billing service listens on port 8443.", "2024-03-07"),
            ("The billing service listens on port 8444.", "2024-03-08"),
        ):
            opened.remember(text, at=moment(day))
        yield opened


def test_a_short_turn_is_folded_into_the_fact_that_was_read_from_it(memory):
    hits = memory.recall("tabs or spaces").hits
    about = [hit for hit in hits if "tabs" in hit.text]
    assert [hit.kind for hit in about] == ["fact"]
    assert about[0].sources[0].quote == "I prefer tabs over spaces."


def test_turns_can_still_be_asked_for_alone(memory):
    hits = memory.recall("tabs or spaces", kind=["message"]).hits
    assert hits[0].text == "I prefer tabs over spaces."


def test_figures_keep_facts_apart(memory):
    text = " ".join(hit.text for hit in memory.recall("billing port").hits)
    assert "8443" in text
    assert "8444" in text


def test_a_stable_fact_of_ten_years_ago_comes_before_a_vague_one_of_today(tmp_path):
    with Brief(tmp_path) as opened:
        opened.remember("My mother was born in Trieste.", at=moment("2014-02-01"))
        for day in range(1, 20):
            opened.remember(
                f"Some people talk about being born, number {day}.", at=moment(f"2024-05-{day:02}")
            )
        opened.remember("I like talking with my mother about places.", at=moment("2024-06-01"))
        assert "Trieste" in opened.recall("where was my mother born").hits[0].text


def test_what_is_folded_gives_its_place_to_the_next(tmp_path):
    with Brief(tmp_path) as opened:
        for number, fruit in enumerate(("apples", "pears", "plums", "figs", "dates"), 1):
            opened.remember(f"I like {fruit}.", at=moment(f"2024-01-{number:02}"))
        hits = opened.recall("which fruit do I like", limit=5).hits
        assert len(hits) == 5
        assert len({hit.text for hit in hits}) == 5


def test_an_answer_comes_before_the_same_question_asked_before(tmp_path):
    turns = [
        ("user", "How do we restart the staging queue?", "2024-03-01T10:00:00Z"),
        ("assistant", "Drain it first, then run `queuectl bounce --env staging`.", "2024-03-01T10:01:00Z"),
    ]
    with Brief(tmp_path / "home") as opened:
        opened.ingest([claude_file(tmp_path, "aaaa", turns)])
        [first, *rest] = opened.recall("How do we restart the staging queue?").hits
        assert "queuectl" in first.text
        assert any("asking" in hit.why.gains for hit in rest)
        assert "How do we" in opened.recall("what did I ask you about the staging queue").hits[0].text
