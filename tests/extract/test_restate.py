"""Statements in short form, said in full."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphmem.extract.heard import listen
from graphmem.extract.parse import Sentence
from graphmem.extract.restate import restated
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Message
from graphmem.temporal import parse_time

SAID = parse_time("2024-06-12T10:00:00Z")


def said(text: str) -> Message:
    return Message("msg_1", "ses_1", "user", text, 0, SAID)


def sentences(extractor: SpacyExtractor, text: str) -> list[Sentence]:
    return [one for _, found in extractor._parsed([listen(said(text))], []) for one in found]


def in_full(extractor: SpacyExtractor, text: str) -> list[str]:
    return [
        passage.text.rstrip(".")
        for one in sentences(extractor, text)
        for passage in restated(one, extractor.grammar)
    ]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("mails go to postmark, alerts to opsgenie", ["alerts go to opsgenie"]),
        ("the default branch is trunk these days", ["the default branch is trunk"]),
        ("so page size is 50 now", ["page size is 50"]),
        ("the default branch is trunk as of Monday", ["the default branch is trunk , since Monday"]),
        ("billing belongs to the ledger team since the reorg", ["billing belongs to the ledger team"]),
        ("what's the page size now?", []),
        ("since the start it was slow", []),
        ("The wiki lives in Outline, recipes in Paprika.", ["recipes live in Paprika"]),
        ("the queue is rabbitmq, scheduler too", ["scheduler is rabbitmq"]),
        ("the api is on 8080, metrics on 9102", ["metrics are on 9102"]),
        ("we use redis for sessions, kafka for events", ["we use kafka for events"]),
        ("db: mariadb 11, queue: nats", ["the db is mariadb 11", "the queue is nats"]),
        ("setup: node 22.3, pnpm 9", ["we use node 22.3", "we use pnpm 9"]),
        ("mailer: 3 retries, backoff starting at 100ms", ["the mailer has 3 retries"]),
        ("frontend: sveltekit on netlify", ["the frontend is sveltekit", "the frontend is on netlify"]),
        (
            "retired welder, 68, live in Hull with two cats",
            ["I am a retired welder", "I am 68 years old", "I live in Hull with two cats", "I have two cats"],
        ),
        ("im Tove, 29, midwife in Bergen", ["I am 29 years old", "I am a midwife in Bergen"]),
        ("the timeout was 10 seconds, I raised it to 30", ["I raised the timeout to 30"]),
        ("she's 7 and allergic to nuts", ["she is allergic to nuts"]),
        ("our broker used to be mosquitto, swapped it for nats", ["I swapped our broker for nats"]),
        ("my manager's Ines, the flat is fine", ["my manager is Ines"]),
    ],
)
def test_what_is_left_out_is_said_again(extractor, text, full):
    assert [one for one in full if one not in in_full(extractor, text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "do mails go to postmark, alerts to opsgenie?",
        "if mails went to postmark, alerts to opsgenie",
        "maybe mails go to postmark, alerts to opsgenie",
        'she wrote "mails go to postmark, alerts to opsgenie"',
        "I like tea, coffee and juice",
        "the walk was long, cold and wet",
        "note: the build is red",
        "I'm in Oslo so it is cold in winter",
        "for (i = 0; i < 3; i++) { a[i] = b[i] }",
        "we don't deploy to prod, only to staging",
    ],
)
def test_nothing_is_added_to_what_is_whole_or_not_told_as_so(extractor, text):
    assert in_full(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("metrics go to thanos, traces to tempo", {("stored_in", "traces", "tempo")}),
        (
            "retired welder, 68, live in Hull with two cats",
            {("age_is", "user", "68"), ("has_pet", "user", "two cats")},
        ),
        ("the dns is cloudflare, cdn too", {("uses", "user", "cloudflare")}),
        (
            "my colleague Ilse built the exporter and she still looks after it",
            {("maintains", "Ilse", "exporter")},
        ),
    ],
)
def test_a_statement_in_full_is_read_like_any_other(extractor, text, claims):
    found = {
        (one.predicate, one.subject.name, one.object.name if one.object else one.value)
        for one in extractor.extract([said(text)]).claims
    }
    assert claims <= found


def test_a_claim_of_a_statement_in_full_points_to_the_words_that_were_typed(extractor):
    text = "metrics go to thanos, traces to tempo"
    claim = next(one for one in extractor.extract([said(text)]).claims if one.subject.name == "traces")
    assert text[claim.subject.start : claim.subject.end] == "traces"
    assert text[claim.object.start : claim.object.end] == "tempo"
    assert text[claim.start : claim.end].endswith("traces to tempo")


def test_what_the_assistant_leaves_out_stays_out(extractor):
    reply = Message("msg_1", "ses_1", "assistant", "metrics go to thanos, traces to tempo", 0, SAID)
    assert [one for one in extractor.extract([reply]).claims if one.subject.name == "traces"] == []


TYPED = (
    "logs go to loki traces tempo the db is postgres 16 cache valkey I bumped it my pool was at 20 she's 4 and called"
    " Ola nurse in leeds 34 too , ; : = - ( ) . we use for frontend /var/log retired farmer with two dogs"
)
WORDS = st.sampled_from(sorted(set(TYPED.split())))


@settings(max_examples=60)
@given(st.lists(WORDS, min_size=2, max_size=18))
def test_every_character_of_a_statement_in_full_has_its_place_in_the_message(extractor, typed):
    text = " ".join(typed)
    for sentence in sentences(extractor, text):
        for passage in restated(sentence, extractor.grammar):
            assert len(passage.places) == len(passage.text)
            assert all(0 <= place < len(text) for place in passage.places)
            low, high = passage.source(0, len(passage.text))
            assert 0 <= low < high <= len(text)


@settings(max_examples=40)
@given(st.lists(WORDS, min_size=2, max_size=18))
# A phrase in front of "at" and "to" that lost words to another statement.
@example(["is", "(", "two", ",", "at", "was", "20", "dogs", "my", "34", "dogs", "-", "she's"])
@example(
    [
        "-",
        "I",
        "valkey",
        "we",
        "to",
        "-",
        "was",
        "my",
        "at",
        "leeds",
        "use",
        "for",
        "tempo",
        "go",
        "go",
        "and",
        "pool",
        "20",
    ]
)
def test_no_text_makes_a_claim_outside_its_message(extractor, typed):
    text = " ".join(typed)
    found = extractor.extract([said(text)])
    assert found.problems == ()
    for claim in found.claims:
        assert 0 <= claim.start < claim.end <= len(text)
        assert all(
            0 <= one.start <= one.end <= len(text) for one in (claim.subject, claim.object) if one is not None
        )


def test_a_message_that_cannot_be_restated_is_a_problem_and_costs_no_other(extractor, monkeypatch):
    def fails(sentence, grammar):
        if "loki" in sentence.text:
            raise IndexError("a word that is not there")
        return restated(sentence, grammar)

    monkeypatch.setattr("graphmem.extract.spacy.restated", fails)
    bad, good = (
        said("logs go to loki"),
        Message("msg_2", "ses_1", "user", "db: mariadb 11, queue: nats", 1, SAID),
    )
    found = extractor.extract([bad, good])
    assert [one.file for one in found.problems] == ["msg_1"]
    assert {one.message_id for one in found.claims} == {"msg_1", "msg_2"}
