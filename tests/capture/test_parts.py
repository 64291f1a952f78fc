"""A JSON document comes apart into what it holds, whatever its size and whatever became of it."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.capture import parts as module
from graphmem.capture.parts import Parts
from graphmem.capture.tail import Bad, Found

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\{}[],: é\n', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def parts(data, *, lists=("messages",), cap=1 << 20, is_record=lambda record: "id" in record):
    return list(Parts(io.BytesIO(data), lists=lists, cap=cap, is_record=is_record))


def values(data, **more):
    return [item.value for item in parts(data, **more) if isinstance(item, Found)]


def reasons(data, **more):
    return [item.reason for item in parts(data, **more) if isinstance(item, Bad)]


@pytest.fixture(params=[1, 7, 1 << 20], autouse=True)
def pieces(request, monkeypatch):
    """Documents come in pieces of any size."""
    monkeypatch.setattr(module, "CHUNK", request.param)


def test_the_members_of_an_object():
    data = b'\xef\xbb\xbf{"a": 1, "messages": [{"id": "x"}, "y", [1]], "b": {"messages": [2]}, "c": []}'
    assert values(data) == [
        {"a": 1},
        {"messages": {"id": "x"}},
        {"messages": "y"},
        {"messages": [1]},
        {"b": {"messages": [2]}},
        {"c": []},
    ]
    assert reasons(data) == []


def test_the_items_of_a_list():
    assert values(b'[{"a": [1, 2]}, "b,]", 3, []]\n') == [{"": {"a": [1, 2]}}, {"": "b,]"}, {"": 3}, {"": []}]


def test_places():
    data = b'[\n  {"id": 1},\n  {"id": 2}\n]\n'
    assert [(item.line, item.offset) for item in parts(data)] == [(2, 4), (3, 17)]
    assert all(data[item.offset :].startswith(b'{"id"') for item in parts(data))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"hello", "no JSON object or list"),
        (b'"text"', "no JSON object or list"),
        (b'[{"id": 1}', "breaks off"),
        (b'[{"id": 1}, {"i', "breaks off"),
        (b'[{"id": 1}] x', "behind the end"),
        (b'[{"id": 1}, {"id": }]', "not valid JSON"),
    ],
)
def test_what_is_wrong_is_told_once(data, reason):
    [told] = reasons(data)
    assert reason in told
    assert values(data) == ([{"": {"id": 1}}] if b"id" in data else [])


def test_a_part_that_is_too_long_is_passed_over():
    data = b'[{"id": 1}, {"id": "' + b"x" * 3000 + b'"}, {"id": 2}]'
    assert values(data, cap=1000) == [{"": {"id": 1}}, {"": {"id": 2}}]
    assert ["skipped" in reason for reason in reasons(data, cap=1000)] == [True]


def test_records_behind_damage_are_found():
    data = b'{"messages": [{"id": 1}, {"id": "2}, {"id": 3}, {"id": 4}]}'
    assert {"messages": {"id": 4}} in values(data)
    assert values(data)[0] == {"messages": {"id": 1}}


@pytest.mark.parametrize("wrong", ['"te"xt"', '"text', 'text"', '"text\\\\"', "{", "[", "]"])
def test_one_item_that_is_broken_costs_no_other(wrong):
    item = {"text": 'so "to" say, {and} [on]', "more": [{"x": 1}] * 9}
    items = [json.dumps({"id": number} | item) for number in range(30)]
    items[3] = items[3].replace('"text"', wrong)
    found = values(f"[{', '.join(items)}]".encode())
    whole = [one[""]["id"] for one in found if isinstance(one[""], dict) and one[""].get("text")]
    assert whole == [number for number in range(30) if number != 3]


def test_a_broken_last_item_costs_nothing_behind_it():
    data = b'{"messages": [{"id": 1}, {"id": }], "summary": "' + b"x" * 600 + b'"}'
    assert values(data) == [{"messages": {"id": 1}}, {"summary": "x" * 600}]


def test_a_backslash_outside_of_text_closes_nothing():
    assert {"": {"id": 2}} in values(b'[{"id": 1}, \\x, {"id": 2}]')


def test_a_second_document_behind_the_first_is_searched():
    assert values(b'[{"id": 1}][{"id": 2}]') == [{"": {"id": 1}}, {"": {"id": 2}}]


@given(value=st.lists(JSON, max_size=5), indent=st.none() | st.integers(0, 2))
def test_any_list_comes_back(value, indent):
    data = json.dumps(value, indent=indent, ensure_ascii=False).encode()
    assert values(data) == [{"": item} for item in value]
    assert reasons(data) == []


@given(value=st.dictionaries(st.text(max_size=4), JSON, max_size=5), indent=st.none() | st.integers(0, 2))
def test_any_object_comes_back(value, indent):
    data = json.dumps({**value, "messages": [value, 1]}, indent=indent, ensure_ascii=False).encode()
    expected = [{name: one} for name, one in value.items() if name != "messages"]
    got = values(data)
    assert [one for one in got if "messages" not in one] == expected
    assert [one for one in got if "messages" in one] == [{"messages": value}, {"messages": 1}]


@given(data=st.data())
def test_a_cut_costs_only_what_it_cuts(data):
    items = [{"id": number, "text": 'a "quoted" [word]'} for number in range(5)]
    whole = json.dumps(items).encode()
    cut = data.draw(st.integers(0, len(whole)))
    kept = sum(len(json.dumps(items[: number + 1]).encode()) - 1 <= cut for number in range(5))
    assert values(whole[:cut]) == [{"": item} for item in items[:kept]]
    assert len(reasons(whole[:cut])) == (cut < len(whole))


@given(data=st.binary(max_size=200))
def test_any_bytes_are_taken(data):
    parts(data)
