"""Ids are stable, and records go to the ledger and come back unchanged."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import model, result
from graphmem.errors import InvalidInterval
from graphmem.model import content_id
from graphmem.temporal import Interval

SAID = datetime(2024, 4, 2, tzinfo=UTC)
RECORDS = [
    kind
    for kind in vars(model).values()
    if isinstance(kind, type) and issubclass(kind, model.Record) and kind is not model.Record
]


@pytest.mark.parametrize(
    ("parts", "id_"),
    [
        (("msg", "codex", "7"), "msg_lbxybtzxuimt7tgmqror"),
        (("ent", ""), "ent_zltgsqoz566uatsnrb2y"),
        (("ses", "天", "é"), "ses_7cghohblkfdm356cnf4y"),
    ],
)
def test_an_id_never_changes(parts, id_):
    """These ids stand in ledgers on people's disks."""
    assert content_id(*parts) == id_


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_an_id_is_a_prefix_and_twenty_characters(parts):
    assert re.fullmatch(r"x_[a-z2-7]{20}", content_id("x", *parts))
    assert content_id("x", *parts) == content_id("x", *parts)


@given(
    st.text("ab", max_size=3), st.text("ab", max_size=3), st.text("ab", max_size=3), st.text("ab", max_size=3)
)
def test_parts_do_not_run_into_each_other(a, b, c, d):
    assert (content_id("x", a, b) == content_id("x", c, d)) == ((a, b) == (c, d))


def test_half_a_character_has_an_id():
    assert content_id("x", "\ud83d") != content_id("x", "\ud83c")


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_every_record_is_frozen_and_documented(kind):
    assert kind.__struct_config__.frozen
    assert kind.__doc__
    assert kind.__doc__ != model.Record.__doc__


VALUES = {
    str: st.text(max_size=5),
    datetime: st.datetimes(
        min_value=datetime(1, 1, 3),  # noqa: DTZ001 - the zone is drawn
        max_value=datetime(9999, 12, 29),  # noqa: DTZ001
        timezones=st.just(UTC),
    ),
    int: st.integers(0, 2**40),
    float: st.floats(0, 1),
    bool: st.booleans(),
}


@given(st.data())
@pytest.mark.parametrize(
    "kind",
    [
        model.Session,
        model.Message,
        model.Mention,
        model.Entity,
        model.Fact,
        model.Evidence,
        model.Problem,
    ],
    ids=lambda kind: kind.__name__,
)
def test_what_is_written_is_read_back(kind, data):
    def value(field):
        wanted = field.type
        if isinstance(wanted, msgspec.inspect.Metadata):
            wanted = wanted.type
        if isinstance(wanted, msgspec.inspect.UnionType):
            wanted = data.draw(st.sampled_from(wanted.types))
        match wanted:
            case msgspec.inspect.NoneType():
                return None
            case msgspec.inspect.LiteralType(values=values):
                return data.draw(st.sampled_from(list(values)))
            case msgspec.inspect.VarTupleType():
                return tuple(data.draw(st.lists(VALUES[str], max_size=2)))
            case _:
                named = {
                    "StrType": str,
                    "DateTimeType": datetime,
                    "IntType": int,
                    "FloatType": float,
                    "BoolType": bool,
                }
                return data.draw(VALUES[named[type(wanted).__name__]])

    record = kind(**{field.name: value(field) for field in msgspec.inspect.type_info(kind).fields})
    written = msgspec.json.encode(record)
    assert msgspec.json.decode(written, type=kind) == record
    assert msgspec.json.encode(msgspec.json.decode(written, type=kind)) == written


def test_a_record_for_the_ledger_leaves_out_what_is_default():
    message = model.Message(id="m", session_id="s", role="user", text="t", seq=0, sent_at=SAID)
    assert set(msgspec.to_builtins(message)) == {"id", "session_id", "role", "text", "seq", "sent_at"}


def test_a_record_for_a_program_has_every_field():
    report = msgspec.json.decode(msgspec.json.encode(result.IngestReport()))
    assert report == {
        "sessions": 0, "messages": 0, "facts": 0, "entities": 0, "relations": 0, "skipped": 0, "problems": [],
        "seconds": 0.0, "unknown": {},
    }  # fmt: skip


def fact(**changes):
    return model.Fact(
        **{
            "id": "f",
            "text": "t",
            "kind": "fact",
            "subject": "e",
            "predicate": "p",
            "recorded_at": SAID,
            "slot": "s",
            **changes,
        }
    )


def test_a_fact_knows_its_two_intervals():
    known = fact(valid_from=SAID, valid_until=None, retracted_at=SAID)
    assert known.valid == Interval(SAID, None)
    assert known.recorded == Interval(SAID, SAID)
    with pytest.raises(InvalidInterval):
        _ = fact(valid_from=SAID, valid_until=datetime(2023, 1, 1, tzinfo=UTC)).valid


def test_the_user_is_trusted_most():
    assert max(model.TRUST, key=model.TRUST.__getitem__) == "user"
    assert set(model.TRUST) == set(model.Role.__args__)
    assert all(0 <= trust <= 1 for trust in model.TRUST.values())


PARTS = st.lists(st.text(st.sampled_from("a1:\x1f\x1e"), max_size=4), min_size=1, max_size=4)


@given(PARTS, PARTS)
def test_other_parts_make_another_id_whatever_signs_they_hold(one, other):
    assert (content_id("x", *one) == content_id("x", *other)) == (one == other)


def test_the_sign_between_parts_inside_of_one_makes_no_other_id():
    assert content_id("x", "a\x1fb") != content_id("x", "a", "b")
