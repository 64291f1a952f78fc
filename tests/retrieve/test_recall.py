"""Recall as a whole on a small life: what comes first, what is said to be unknown, and how each hit is explained."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from graphmem.model import USER_ENTITY
from graphmem.result import Hit
from tests.brief import Brief

from ..transcripts import claude_file

LIFE = (
    ("I moved from Berlin to Lisbon in March 2024 and now work at Acme as a staff engineer.", "2024-04-02"),
    ("Actually I left Acme in May; I'm at Globex now.", "2024-06-10"),
    ("I'm allergic to peanuts.", "2024-03-01"),
    ("My wife Anna loves tea.", "2024-03-02"),
    ("We decided to use Postgres for billing because Mongo lost writes.", "2024-03-05"),
    ("I prefer tabs over spaces.", "2024-03-06"),
    ("The billing service listens on port 8443.", "2024-03-07"),
    ("I have two kids, Tom and Lisa.", "2024-05-05"),
    ("Bob leads the platform team.", "2024-05-07"),
    ("My dog is called Rex.", "2024-05-09"),
)


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with Brief(tmp_path_factory.mktemp("life")) as opened:
        for text, day in LIFE:
            opened.remember(text, at=moment(day))
        yield opened


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("where do I work", "Globex"),
        ("where did I work before?", "Acme"),
        ("who is my wife", "Anna"),
        ("which port does billing use", "8443"),
        ("why did we choose Postgres", "Mongo"),
        ("tabs or spaces", "tabs"),
        ("who is in charge of platform", "Bob"),
        ("my dog's name", "Rex"),
    ],
)
def test_what_is_known_comes_first(memory, question, word):
    found = memory.recall(question)
    assert not found.nothing_found
    assert word in found.hits[0].text


@pytest.mark.parametrize(
    "question",
    [
        "what is my blood type",
        "who is the CEO of Initech",
        "when is my dentist appointment",
        "how much did the kitchen renovation cost",
        "what did Maria say about the garden",
    ],
)
def test_what_is_not_known_is_said_to_be_so_with_a_hint(memory, question):
    found = memory.recall(question)
    assert found.nothing_found
    assert found.hits == ()
    assert found.confidence < 0.2
    assert found.hint is None or isinstance(found.hint, Hit)
    assert memory.recall("what is my blood type").hint is not None


def test_a_hit_tells_its_channels_its_ranks_and_its_path(memory):
    first = memory.recall("where do I work").hits[0]
    assert first.why.ranks["text"] >= 1
    assert first.why.ranks["graph"] >= 1
    assert first.why.late > 0
    assert first.why.path == (USER_ENTITY, "about", first.id)


def test_channels_and_gains_add_up_to_the_score(memory):
    for question in (
        "where do I work",
        "where did I work before?",
        "what did I say about billing in March 2024?",
    ):
        with memory._looked_up(question) as work:
            whole = sum(work.weights.values())
            for hit in work.hits:
                channels = (
                    sum(weight * getattr(hit.why, name) for name, weight in work.weights.items()) / whole
                )
                assert hit.score == pytest.approx(channels + sum(hit.why.gains.values()), abs=2e-3)


def test_a_hit_of_no_channel_but_words_has_no_path(memory):
    hits = memory.recall("tabs or spaces").hits
    assert all(hit.why.graph > 0 for hit in hits if hit.why.path)


def test_asked_explains_the_question(memory):
    asked = memory.recall("what did I do in March 2024?").asked
    assert asked["kind"] == "what"
    assert list(asked["entities"]) == [USER_ENTITY]
    assert asked["window"]["start"] == moment("2024-03-01")
    assert memory.recall("what database did we use before I left Acme").asked["anchor"] == "I left Acme"


def test_a_window_binds_the_channel_of_time(memory):
    hits = memory.recall("what did I say about billing in March 2024?").hits
    assert hits[0].why.time > 0
    assert hits[0].why.gains["window"] > 0
    assert "billing" in hits[0].text
    late = memory.recall("what did I say about Acme in June 2024?").hits
    assert "time" in next(hit for hit in late if "Globex" in hit.text).why.ranks


def test_a_day_that_is_named_is_one_where_the_user_lives(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHMEM_EXTRACT_TIME_ZONE", "Pacific/Auckland")
    with Brief(tmp_path) as far:
        far.remember("The billing service listens on port 8443.", at=datetime(2024, 3, 9, 12, tzinfo=UTC))
        window = far.recall("what did I say on 10 March 2024?").asked["window"]
    assert window == {
        "start": datetime(2024, 3, 9, 11, tzinfo=UTC),
        "end": datetime(2024, 3, 10, 11, tzinfo=UTC),
    }


def test_what_is_asked_for_by_its_predicate_stands_above_what_only_looks_like_it(memory):
    with memory._looked_up("where do I work") as work:
        own = [hit for hit in work.hits if hit.id in work.walked]
        assert own[0].text == work.hits[0].text
        assert own[0].why.gains.get("turn", 0.0) >= 0.0


def test_what_is_known_answers_of_the_past_while_no_end_of_it_is_known(tmp_path):
    with Brief(tmp_path) as opened:
        opened.remember("I live in Lisbon.", at=moment("2024-03-01"))
        first = opened.recall("where did I live before?").hits[0]
        assert "Lisbon" in first.text
        assert "ended" not in first.why.gains
        opened.remember("I moved to Porto.", at=moment("2024-06-01"))
        assert "Lisbon" in opened.recall("where did I live before?").hits[0].text
        assert "Porto" in opened.recall("where do I live now?").hits[0].text


def test_a_summary_comes_behind_the_turn_that_it_sums_up(tmp_path):
    turns = [
        ("user", "Our kiosk printer is a Star TSP143.", "2024-03-01T10:00:00Z"),
        ("user", "Lunch is at noon.", "2024-03-01T11:00:00Z"),
    ]
    path = claude_file(tmp_path, "aaaa", turns)
    first, last = map(json.loads, path.read_text().splitlines())
    summed = last | {"uuid": "summed", "parentUuid": last["uuid"], "isCompactSummary": True}
    summed["message"] = first["message"]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in (first, last, summed)))
    with Brief(tmp_path / "home") as opened:
        opened.ingest([path])
        hits = opened.recall("which printer stands in the kiosk", kind=["message"]).hits
    turn, summary = [hit for hit in hits if "TSP143" in hit.text]
    assert summary.why.gains["summary"] < 0
    assert "summary" not in turn.why.gains


def test_a_question_for_all_gets_all(memory, tmp_path):
    with Brief(tmp_path / "many") as many:
        for number in range(14):
            many.remember(f"I like {CHEESES[number]}.", at=moment(f"2024-01-{number + 1:02}"))
        found = many.recall("list everything that I like")
        texts = {hit.text for hit in found.hits}
        known = {fact.text for fact in many.facts(predicate="likes")}
        assert len(known) > 10  # more than one recall gives
        assert known <= texts
        assert len(many.recall("list everything that I like", limit=5).hits) == 5


CHEESES = (
    "brie", "gouda", "edam", "feta", "halloumi", "cheddar", "stilton", "manchego", "parmesan", "ricotta", "emmental",
    "raclette", "comté", "mozzarella",
)  # fmt: skip


def test_without_an_embedder_the_floor_still_tells(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHMEM_INDEX_EMBEDDER", "none")
    with Brief(tmp_path / "bare") as bare:
        for text, day in LIFE:
            bare.remember(text, at=moment(day))
        assert not bare.recall("who is my wife").nothing_found
        assert bare.recall("who is the CEO of Initech").nothing_found


def test_a_turn_gains_by_a_session_in_which_the_question_is_met_as_a_whole(tmp_path):
    printer = [
        ("user", "The printer in the kiosk jams again.", "2024-03-01T10:00:00Z"),
        ("user", "Heavy paper is the cause, the supplier says.", "2024-03-01T10:01:00Z"),
        ("user", "I ordered lighter rolls today.", "2024-03-01T10:02:00Z"),
    ]
    elsewhere = [
        ("user", "The printer at home is new.", "2024-03-02T10:00:00Z"),
        ("user", "We had soup.", "2024-03-02T10:01:00Z"),
    ]
    paths = [claude_file(tmp_path, "aaaa", printer), claude_file(tmp_path, "bbbb", elsewhere)]
    with Brief(tmp_path / "home") as opened:
        opened.ingest(paths)
        hits = opened.recall("what did the supplier say about the kiosk printer", kind=["message"]).hits
    gains = {hit.text: hit.why.gains.get("together", 0.0) for hit in hits}
    assert [gains[text] for _, text, _ in printer if text in gains] == pytest.approx([0.1] * 3, abs=1e-3)
    assert not any(gains.get(text) for _, text, _ in elsewhere)


def test_what_was_stands_behind_what_is_though_no_predicate_is_named(tmp_path):
    with Brief(tmp_path) as memory:
        for text, day in LIFE:
            memory.remember(text, at=moment(day))
        memory.remember("The travel cap is 4,200 euros.", at=moment("2024-01-10"))
        memory.remember("The travel cap is 5,000 euros now.", at=moment("2024-03-10"))
        now = memory.recall("what is the travel cap")
        then = memory.recall("what is the travel cap", as_of=moment("2024-02-01"))
    assert "5,000" in now.hits[0].text
    was = next(hit for hit in now.hits if "4,200" in hit.text)
    assert was.why.gains["ended"] < 0
    assert "4,200" in then.hits[0].text
