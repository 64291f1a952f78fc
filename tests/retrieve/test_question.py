"""What a question asks for: the kind of its answer, one or all, now or then, which time, whose words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.index.analyze import analyze
from graphmem.model import USER_ENTITY
from graphmem.ontology import load_ontology
from graphmem.pipeline.windows import time_window
from graphmem.retrieve import wording
from graphmem.retrieve.question import read_question

ONTOLOGY = load_ontology()
JUNE = datetime(2024, 6, 12, 9, tzinfo=UTC)


def read(text, moment=JUNE, named=(), names=()):
    return read_question(
        text,
        ontology=ONTOLOGY,
        named=lambda _: list(named),
        stems=analyze,
        window=lambda words: time_window(words, moment),
        broad=lambda words: wording.broad(words, names, analyze),
    )


def day(*parts):
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who is my manager?", "who"),
        ("whose idea was the rewrite", "who"),
        ("Which colleague reviewed it?", "who"),
        ("When did I move to Lisbon?", "when"),
        ("what date is the release", "when"),
        ("In which year did we start?", "when"),
        ("Do you know when the lease ends?", "when"),
        ("Where do I live now?", "where"),
        ("In which city is the office?", "where"),
        ("Can you remind me where I parked?", "where"),
        ("How many children does Anna have?", "how many"),
        ("how long have we used Kafka", "how many"),
        ("What's the price of the ticket?", "how many"),
        ("list all my allergies", "list"),
        ("which books have I read", "list"),
        ("What instruments does Melanie play?", "list"),
        ("tell me everything about Acme", "list"),
        ("what is my favourite editor", "preference"),
        ("What do I prefer for breakfast?", "preference"),
        ("what kind of music does Tom like", "preference"),
        ("what did we decide about the database", "decision"),
        ("Which vendor did we go with?", "decision"),
        ("why did we choose Postgres", "why"),
        ("What was the reason for the outage?", "why"),
        ("how come the build is red", "why"),
        ("how do I start the server", "how"),
        ("Is Anna still at Globex?", "yes or no"),
        ("did we ever try Redis", "yes or no"),
        ("what is the status of billing", "what"),
        ("lisbon trip", ""),
    ],
)
def test_of_what_kind_the_answer_is(text, kind):
    assert read(text).kind == kind


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("who are my colleagues", True),
        ("what are Anna's hobbies?", True),
        ("Which services run on port 8080?", True),
        ("What pets do I have", True),
        ("name every tool that we tried", True),
        ("which of my servers use Debian", True),
        ("what is the status of billing", False),
        ("What has John done to help?", False),
        ("What news did he get", False),
        ("where is my address book", False),
        ("who is my boss", False),
        ("What does this mean?", False),
    ],
)
def test_one_or_all(text, many):
    assert read(text).many is many


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Where do I currently work?", "now"),
        ("which editor do I use these days", "now"),
        ("do we still use Redis", "now"),
        ("Where did I use to live?", "then"),
        ("Who used to lead the team?", "then"),
        ("what was my previous job", "then"),
        ("where did I work before?", "then"),
        ("who was my former boss", "then"),
        ("What is used to build the project?", ""),
        ("am I getting used to the new desk", ""),
        ("where did we eat before the concert", ""),
        ("where do I work", ""),
    ],
)
def test_what_holds_or_what_no_longer_does(text, holds):
    assert read(text).holds == holds


def test_now_is_no_day_on_which_it_was_said():
    assert read("where do I live today").window is None
    assert read("what did I do today").window.start == day(2024, 6, 12)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what did I do in March", day(2024, 3, 1), day(2024, 4, 1)),
        ("what happened last week", day(2024, 6, 3), day(2024, 6, 10)),
        ("where did I live before 2023", None, day(2023, 1, 1)),
        ("what have I bought since May", day(2024, 5, 1), None),
        ("who led the team after June 3rd", day(2024, 6, 4), None),
        ("what did we ship in August", day(2023, 8, 1), day(2023, 9, 1)),
        ("what did I read between March and May", day(2024, 3, 1), day(2024, 6, 1)),
    ],
)
def test_the_time_that_a_question_names(text, start, end):
    window = read(text).window
    assert (window.start, window.end) == (start, end)


def test_the_clock_that_the_time_binds():
    assert read("what did I say last week").clock == "said"
    assert read("what did we talk about in March").clock == "said"
    assert read("what did I buy last week").clock == "valid"


@pytest.mark.parametrize(
    ("text", "relation", "anchor"),
    [
        ("what did I use before the migration?", "before", "the migration"),
        ("Before the migration, what database did we use?", "before", "the migration"),
        ("who led the team after Bob left", "after", "Bob left"),
        ("where did I live while studying at MIT", "during", "studying at MIT"),
        ("what broke since we moved to Postgres?", "after", "we moved to Postgres"),
        ("what did I use before 2023", "", ""),
        ("where do I live", "", ""),
    ],
)
def test_an_event_that_bounds_the_time(text, relation, anchor):
    question = read(text)
    assert (question.relation, question.anchor) == (relation, anchor)


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("what did you suggest about the cache", "assistant"),
        ("what have I told you about my knee", "user"),
        ("What did Caroline say about adoption?", "Caroline"),
        ("according to Bob, what broke?", "Bob"),
        ("What does Caroline do?", ""),
        ("what is my name", ""),
    ],
)
def test_whose_words_are_asked_for(text, speaker):
    assert read(text).speaker == speaker


def test_the_user_and_the_predicate():
    question = read("where do I work", named=["ent_a"])
    assert question.entities == (USER_ENTITY, "ent_a")
    assert question.predicates[0][0] == "works_at"


@pytest.mark.parametrize(
    "text", ["", "?", "   ", "\ud800", "when", "why " * 5000, "before the " * 3000, "what " * 4000]
)
def test_hostile_questions_are_read(text):
    assert wording.kind(text) in {"", "when", "why", "what"}
    read(text)


@pytest.mark.parametrize(
    ("text", "broad"),
    [
        ("tell me about the billing service", True),
        ("Tell me everything about the Billing Service.", True),
        ("what do we know about the billing service?", True),
        ("What is the billing service?", True),
        ("billing service", True),
        ("can you give me an overview of the billing service", True),
        ("summarize the billing service for me", True),
        ("where is the billing service", False),
        ("when did the billing service start", False),
        ("what does the billing service run on", False),
        ("tell me about the billing service in March", False),
        ("tell me about deployments", False),
        ("how do I restart the billing service", False),
    ],
)
def test_whether_nothing_is_asked_but_what_is_known(text, broad):
    assert read(text, names=("billing service",)).broad is broad


def test_who_asks_of_the_user_asks_broadly_only_in_so_many_words():
    assert read("what do you know about me").broad
    assert read("give me my profile").broad
    assert not read("what did I do").broad
    assert not read("tell me about deployments").broad
