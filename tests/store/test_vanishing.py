"""A list that is made while records vanish: nothing fails, and no page is short for it."""

from __future__ import annotations

from graphmem.store.lookup import in_full


def test_what_vanishes_between_two_statements_makes_the_list_be_made_again():
    lists = [["a", "b"], ["b", "c"]]
    records = {"b": 2, "c": 3}
    found = in_full(lambda: lists.pop(0), lambda ids: {key: records[key] for key in ids if key in records})
    assert found == [2, 3]


def test_where_something_vanishes_every_time_the_rest_is_told():
    assert in_full(lambda: ["a", "b"], lambda ids: {"b": 2}) == [2]
