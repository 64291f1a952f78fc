from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.index.documents import FOREVER, NEVER, micros, moment
from graphmem.index.filter import Filter
from graphmem.temporal import MAX, MIN, Interval, Viewpoint

START = datetime(2024, 1, 1, tzinfo=UTC)
days = st.integers(0, 6).map(lambda n: START + timedelta(days=n))
maybe = st.none() | days


@st.composite
def facts(draw):
    """The times of a fact, in any legal relation."""
    valid = sorted(draw(st.tuples(days, days)))
    recorded = sorted(draw(st.tuples(days, days)))
    return {
        "valid_from": draw(st.sampled_from([None, valid[0]])),
        "valid_until": draw(st.sampled_from([None, valid[1]])),
        "end_recorded_at": draw(maybe),
        "recorded_at": recorded[0],
        "retracted_at": draw(st.sampled_from([None, recorded[1]])),
    }


@given(st.lists(facts(), min_size=1, max_size=6), maybe, maybe)
def test_the_sieve_sees_what_a_viewpoint_sees(make, open_index_anew, times, as_of, known_at):
    index = open_index_anew()
    records = [msgspec.structs.replace(make.fact(str(i), "x"), **found) for i, found in enumerate(times)]
    index.apply(1, make.Change(facts=tuple(records)))
    view = Viewpoint(as_of, known_at)
    seen = index.passes([record.id for record in records], Filter(as_of=as_of, known_at=known_at))
    assert seen == [view.sees(r.valid, r.recorded, r.end_recorded_at) for r in records]


@given(days, st.fixed_dictionaries(dict.fromkeys(("as_of", "known_at", "since", "until"), maybe)))
def test_a_message_is_known_and_valid_from_when_it_was_sent(make, open_index_anew, sent, bounds):
    index = open_index_anew()
    index.apply(1, make.Change(messages=(msgspec.structs.replace(make.message("1", "x"), sent_at=sent),)))
    where, since, until = Filter(**bounds), bounds["since"], bounds["until"]
    inside = (since is None or sent >= since) and (until is None or sent < until)
    expected = inside and where.view.sees(Interval(sent, None), Interval(sent, None))
    assert index.passes(["msg_1"], where) == [expected]


@pytest.fixture(scope="module")
def open_index_anew():
    """Opens an index in memory without vectors, as often as asked."""
    from graphmem.index.sync import Index

    return lambda: Index(None, embedder=None)


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_come_back_to_the_microsecond(time):
    assert moment(micros(time)) == time


def test_the_ends_of_time_fit():
    assert NEVER < micros(MIN) < micros(MAX) < FOREVER
    assert moment(NEVER) is moment(FOREVER) is None


def test_a_document_tells_what_was_put_in(open_index, story, make):
    index = open_index()
    for seq, change in story[:2]:
        index.apply(seq, change)
    fact = index.document("fact_acme")
    assert (fact.kind, fact.valid_from, fact.valid_until) == ("fact", make.at(0), make.at(30))
    assert (fact.end_recorded_at, fact.recorded_at, fact.retracted_at) == (make.at(30), make.at(0), None)
    assert fact.said_at == make.at(30)
    assert set(fact.places) == {("claude", "atlas"), ("codex", "borealis")}
    message = index.document("msg_3")
    assert (message.kind, message.form, message.seq, message.session_id) == (
        "message",
        "tool_call",
        2,
        "ses_s1",
    )
    assert index.document("msg_99") is None
    assert index.stats()["documents"] == {"fact": 2, "message": 4, "entity": 3, "page": 0, "session": 2}


def test_an_id_that_does_not_fit_is_refused(open_index, make):
    index = open_index()
    with pytest.raises(ValueError, match="longer"):
        index.apply(1, make.Change(messages=(make.message("x" * 40, "text"),)))
    assert index.watermark == 0


def test_a_filter_with_many_about_one_entity_asks_for_candidates_only(open_index, make):
    index = open_index(embedder=None)
    texts = [make.message(str(i), f"note {i} about gadget", seq=i) for i in range(300)]
    index.apply(
        1,
        make.Change(
            sessions=(make.session(),),
            messages=tuple(texts),
            entities=(make.entity("gadget", "gadget"),),
            mentions=tuple(make.mentioned(str(i), "gadget") for i in range(0, 300, 2)),
            extracted=tuple(f"msg_{i}" for i in range(300)),
        ),
    )
    found = index.text("gadget", where=Filter(entities=frozenset({"ent_gadget"})), limit=1000)
    assert len(found) == 151
    asked = []
    sieve = index.state.sieve(Filter())

    def spy(numbers):
        asked.append(len(numbers))
        return sieve(numbers)

    index.state.text.search(["gadget"], limit=3, allowed=spy)
    assert sum(asked) < 320
    assert np.all(np.array(asked) > 0)
