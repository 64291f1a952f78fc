"""Many sessions in one batch: handed in, awaited across restarts, collected, paid at half the price."""

from __future__ import annotations

import json

import pytest

from graphmem.store import queries
from tests.standins.model_server import BAD_KEY, BROKEN, said
from tests.transcripts import claude_file

MORNING = "2024-05-01T09:00:00Z"
SENTENCE = "Priya is the one who looks after billing-svc."


@pytest.fixture
def filled(remembering, tmp_path, server, clock):
    """A memory with six sessions that all wait for the model."""
    for number in range(6):
        text = f"{SENTENCE} That is note {number}."
        claude_file(tmp_path, f"ses-{number}", [("user", text, MORNING)])
    server.teach(
        SENTENCE,
        "maintained_by",
        "Priya",
        subject="billing-svc",
        subject_kind="service",
        object_kind="person",
    )
    server.play(BAD_KEY)
    memory = remembering()
    memory.ingest(sorted(tmp_path.glob("*.jsonl")))
    clock.advance(61)
    return memory


def by_model(memory):
    rows = memory.cypher("MATCH (:Fact)-[e:STATED_IN]->(:Message) RETURN e.id").rows
    return sum("#llm." in row[0] for row in rows)


def test_a_batch_is_handed_in_and_collected_by_a_later_run(filled, remembering, server):
    report = filled.extract(batch=True)
    assert (report.batched, report.queued, report.sessions, by_model(filled)) == (6, 0, 0, 0)
    (batch,) = server.batches.values()
    assert len(batch["requests"]) == 6
    assert batch["requests"][0]["params"]["system"][0]["cache_control"] == {"type": "ephemeral"}
    filled.close()
    memory = remembering()
    early = memory.extract()
    assert (early.batched, by_model(memory)) == (6, 0)
    reserved = early.usd_today
    server.finish("msgbatch_0000")
    late = memory.extract()
    assert (late.sessions, late.facts, late.batched, late.queued, late.problems) == (6, 1, 0, 0, ())
    assert by_model(memory) == 6
    assert 0 < late.usd_today < reserved
    assert memory.extract().sessions == 0
    (use,) = memory._workshop.model_work.use()
    full = (use.input_tokens * 0.1 + use.output_tokens * 0.5 + use.cache_write_tokens * 0.125) / 1e6
    full += use.cache_read_tokens * 0.01 / 1e6
    assert use.usd == pytest.approx(full / 2, abs=1e-5)


def test_answers_that_fail_alone_send_only_their_sessions_back(filled, server):
    filled.extract(batch=True)
    server.finish("msgbatch_0000")
    server.play(
        {"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "x"}}},
        {"type": "expired"},
        "no JSON at all",
        {"type": "succeeded", "message": {"content": 7, "usage": []}},
        "surely not a result",
    )
    report = filled.extract()
    assert len(report.problems) == 5
    # They are asked again at once, one by one.
    assert (by_model(filled), report.queued) == (6, 0)
    assert len(server.asked) == 1 + 6 + 5


def test_a_result_file_that_is_broken_loses_nothing(filled, server):
    filled.extract(batch=True)
    server.finish("msgbatch_0000")
    server.result = lambda request: {"custom_id": [request["custom_id"]]}
    filled.extract()
    assert len(filled._workshop.model_work.waiting()) == 0 or by_model(filled) == 0
    del server.result
    filled.extract()
    assert by_model(filled) == 6


def test_a_batch_that_nobody_knows_any_more_is_asked_anew(filled, server):
    filled.extract(batch=True)
    server.batches.clear()
    report = filled.extract()
    assert "404" in report.problems[0].reason
    assert by_model(filled) == 6


def test_a_server_in_trouble_keeps_the_batch_waiting(filled, server, monkeypatch):
    filled.extract(batch=True)
    show = server.show_batch
    monkeypatch.setattr(server, "show_batch", lambda *_, **__: BROKEN)
    report = filled.extract()
    assert "500" in report.problems[0].reason
    monkeypatch.setattr(server, "show_batch", show)
    server.finish("msgbatch_0000")
    filled.extract()
    assert by_model(filled) == 6


def test_a_batch_that_is_not_taken_leaves_the_sessions_queued_and_costs_nothing(filled, server):
    server.play(BROKEN)
    report = filled.extract(batch=True)
    assert (report.batched, report.queued, report.usd_today) == (0, 6, 0)


def test_only_what_the_money_of_the_day_allows_is_handed_in(filled, remembering, server):
    filled.close()
    memory = remembering(max_usd=0.008)
    report = memory.extract(batch=True)
    assert 0 < report.batched < 6
    assert report.batched + report.queued == 6
    assert report.usd_today <= 0.008


def test_what_was_forgotten_meanwhile_does_not_come_back(filled, server, tmp_path):
    filled.extract(batch=True)
    with filled._store.graph.reader() as reader:
        sessions = queries.session_ids(reader, without="")
    filled.forget(sessions[0])
    (message,) = [
        row for row in filled.cypher("MATCH (m:Message) RETURN m.id, m.text").rows if "note 5" in row[1]
    ] or [filled.cypher("MATCH (m:Message) RETURN m.id, m.text").rows[0]]
    filled.forget(message[0])
    server.finish("msgbatch_0000")
    filled.extract()
    assert by_model(filled) == 4
    left = filled.cypher("MATCH (m:Message) RETURN m.id").rows
    assert (message[0],) not in left


def test_nothing_of_a_conversation_is_kept_with_a_batch(filled):
    filled.extract(batch=True)
    rows = filled._store.ledger.rows("SELECT * FROM model_batch")
    assert rows
    assert "Priya" not in json.dumps(rows)


def test_a_hostile_answer_to_another_question_is_no_answer(filled, server):
    filled.extract(batch=True)
    server.finish("msgbatch_0000")
    server.play(*[said({"message": 1, "quote": "never said", "subject": "user"})] * 6)
    report = filled.extract()
    assert by_model(filled) == 0
    assert "dropped" in report.problems[0].reason
