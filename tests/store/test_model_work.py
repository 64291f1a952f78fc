"""The queue, the batches and the costs of the language model, durable beside the events."""

from __future__ import annotations

import pytest

from graphmem.store.ledger import Ledger
from graphmem.store.model_work import TRIES, Asked, ModelWork, microdollars


@pytest.fixture
def work(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    yield ModelWork(ledger)
    ledger.close()


def reopened(work):
    path = work.ledger.path
    work.ledger.close()
    return ModelWork(Ledger(path))


def test_a_queued_session_waits_across_a_restart_and_stands_there_once(work):
    work.queue(["ses_b", "ses_a", "ses_b"], "offline")
    work.queue(["ses_a"], "budget")
    work = reopened(work)
    assert {(one.session_id, one.reason) for one in work.waiting()} == {
        ("ses_a", "budget"),
        ("ses_b", "offline"),
    }
    work.ledger.close()


def test_what_is_queued_anew_while_it_is_served_waits_on(work):
    work.queue(["ses_a"], "later")
    served = work.ticket("ses_a")
    work.queue(["ses_a"], "later")
    with work.ledger.transaction():
        work.take(served)
    assert [one.session_id for one in work.waiting()] == ["ses_a"]
    with work.ledger.transaction():
        work.take(work.ticket("ses_a"))
    assert work.waiting() == []


def test_a_session_tried_in_vain_too_often_is_left_alone(work):
    for number in range(TRIES):
        assert len(work.waiting()) == (1 if number else 0)
        work.queue(["ses_a"], "answer", tried=True)
    assert work.waiting() == []
    assert work.ticket("ses_a").tries == TRIES


def test_what_was_queued_in_a_transaction_that_failed_is_not_there(work):
    def broken():
        work.put(["ses_a"], "offline")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        work.ledger.append((), actor="test", also=broken)
    assert work.waiting() == []


def test_questions_of_a_batch_are_remembered_until_they_are_answered(work):
    work.queue(["ses_a", "ses_b"], "later")
    asked = [Asked("req_1", "batch_1", "ses_a", ("msg_1", "msg_2"), 0, "m", "2026-10-20", 9)]
    work.asked(asked, served=[work.ticket("ses_a")])
    work = reopened(work)
    assert work.awaited() == {"batch_1": asked}
    assert [one.session_id for one in work.waiting()] == ["ses_b"]
    with work.ledger.transaction():
        work.answered(asked)
    assert work.awaited() == {}
    work.ledger.close()


def test_money_is_booked_before_and_set_right_after(work):
    assert work.reserve("2026-10-20", "m", 700, 1000)
    assert not work.reserve("2026-10-20", "other", 301, 1000)
    assert work.reserve("2026-10-21", "m", 1000, 1000)
    work = reopened(work)
    assert work.spent("2026-10-20") == 700
    work.settle("2026-10-20", "m", reserved=700, cost=12, tokens=(1, 2, 3, 4))
    (use,) = [use for use in work.use() if use.day == "2026-10-20"]
    assert (use.calls, use.input_tokens, use.output_tokens, use.cache_write_tokens) == (1, 1, 2, 3)
    assert (use.cache_read_tokens, use.usd) == (4, 12e-6)
    work.ledger.close()


@pytest.mark.parametrize(("usd", "whole"), [(0.0, 0), (1.0, 1_000_000), (0.0000001, 1), (0.1 + 0.2, 300_000)])
def test_amounts_are_rounded_up_but_not_for_noise(usd, whole):
    assert microdollars(usd) == whole
