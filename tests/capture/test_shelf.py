"""Of a store of many sessions only what changed is handed out, wherever reading was cut off and whatever changed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.capture.batch import Cursor, Limits
from graphmem.capture.shelf import HEADS, Told, deliver_sessions
from graphmem.capture.tail import Bad
from graphmem.model import Message, Session, content_id
from tests.capture.writers import START, Store

SMALL = Limits(3, 10_000)


class Fake:
    """A store in memory: the words of each session, and what else is to be told of it."""

    def __init__(self, **talks):
        self.talks = {key: list(words) for key, words in talks.items()}
        self.titles, self.trouble, self.notes = {}, {}, []
        self.read = []

    def listed(self):
        return {
            key: repr((words, self.titles.get(key), self.trouble.get(key)))
            for key, words in self.talks.items()
        }

    def told(self, key):
        self.read.append(key)
        session = content_id("ses", key)
        messages = [
            Message(
                id=content_id("msg", key, str(number)),
                session_id=session,
                role="user",
                text=words.removeprefix("-"),
                seq=number,
                sent_at=START,
                active=not words.startswith("-"),
            )
            for number, words in enumerate(self.talks[key])
        ]
        made = Session(session, "fake", key, START, START, title=self.titles.get(key, ""))
        problems = tuple(Bad(0, 0, reason) for reason in self.trouble.get(key, ()))
        return Told(made, tuple(messages), problems, tuple(self.trouble.get(key, ())))

    def problems(self):
        return self.notes


class Reader:
    """Reads a fake store, with batches of that size."""

    def __init__(self, shelf, limits=SMALL):
        self.shelf, self.limits = shelf, limits

    def read(self, path, cursor):
        # What a cursor holds goes through the ledger as JSON.
        kept = msgspec.json.decode(msgspec.json.encode(cursor), type=Cursor) if cursor else None
        return deliver_sessions(path, self.shelf, kept, limits=self.limits)


def read(shelf, tmp_path, store=None, **how):
    store = store or Store()
    shelf.read.clear()
    batches = store.read(Reader(shelf, **how), tmp_path)
    return store, [[m.text for m in batch.messages] for batch in batches]


def test_what_is_not_new_is_not_asked_for(tmp_path):
    shelf = Fake(a=["1", "2"], b=["3"])
    store, given = read(shelf, tmp_path)
    assert given == [["1", "2", "3"]]
    assert read(shelf, tmp_path, store)[1] == []
    assert shelf.read == []
    shelf.talks["b"].append("4")
    assert read(shelf, tmp_path, store)[1] == [["4"]]
    assert shelf.read == ["b"]


def test_batches_end_where_they_are_full(tmp_path):
    shelf = Fake(a=["1", "2"], b=["3", "4"], c=["5"])
    assert read(shelf, tmp_path)[1] == [["1", "2", "3"], ["4", "5"]]
    assert read(shelf, tmp_path, limits=Limits(100, 2))[1] == [["1", "2"], ["3", "4"], ["5"]]
    assert read(Fake(a=list("123")), tmp_path)[1] == [["1", "2", "3"]]


def test_what_was_edited_comes_again(tmp_path):
    shelf = Fake(a=["1", "2", "3", "4"])
    store, _ = read(shelf, tmp_path)
    shelf.talks["a"][1] = "two"
    shelf.talks["a"].append("5")
    read(shelf, tmp_path, store)
    assert store.texts == ["1", "two", "3", "4", "5"]
    shelf.talks["a"][4] = "-5"
    read(shelf, tmp_path, store)
    assert store.texts == ["1", "two", "3", "4"]


def test_a_title_that_came_later_comes_alone(tmp_path):
    shelf = Fake(a=["1"])
    store, _ = read(shelf, tmp_path)
    shelf.titles["a"] = "Named"
    assert read(shelf, tmp_path, store)[1] == [[]]
    assert [session.title for session in store.sessions.values()] == ["Named"]


def test_a_problem_is_told_once(tmp_path):
    shelf = Fake(a=["1"])
    shelf.trouble["a"], shelf.notes = ["bad row"], ["bad page"]
    store, _ = read(shelf, tmp_path)
    assert [(p.file, p.line, p.reason) for p in store.problems] == [
        (str(tmp_path), 0, "bad row"),
        (str(tmp_path), 0, "bad page"),
    ]
    assert store.unknown == {"bad row": 1}
    shelf.talks["a"].append("2")
    shelf.trouble["a"].append("worse row")
    read(shelf, tmp_path, store)
    assert [p.reason for p in store.problems] == ["bad row", "bad page", "worse row"]
    assert store.unknown == {"bad row": 1, "worse row": 1}


def test_a_session_that_is_gone_takes_nothing_with_it(tmp_path):
    shelf = Fake(a=["1"], b=["2"])
    store, _ = read(shelf, tmp_path)
    del shelf.talks["a"]
    assert read(shelf, tmp_path, store)[1] == []
    assert store.texts == ["1", "2"]


def test_what_the_check_finds_keeps_a_torn_session_back(tmp_path):
    shelf, reads = Fake(a=["1"], b=["2"]), []

    def check():
        reads.append(shelf.read[-1:])
        if shelf.read[-1:] == ["b"]:
            raise KeyError("torn")

    given = deliver_sessions(tmp_path, shelf, None, limits=Limits(1), check=check)
    with pytest.raises(KeyError):
        list(given)
    assert reads == [[], ["a"], ["b"]]


def test_the_cursor_stays_small(tmp_path):
    shelf = Fake(**{f"talk{number}": ["x"] * 5 for number in range(1000)})
    store, _ = read(shelf, tmp_path, limits=Limits(100_000))
    assert len(store.cursor.state["heads"]) == HEADS
    assert len(msgspec.json.encode(store.cursor)) < 12_000


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"rules": 0, "told": "AAAA"},
        {"rules": 1, "told": 3, "heads": [], "notes": None},
        {"rules": 1, "told": "not base64", "heads": {"a": [1]}},
        {"rules": 1, "told": "", "heads": {"a": ["x", 0, 0, ""]}},
        {"rules": 1, "heads": {"a": [99, 99, 99, "0"]}},
    ],
)
def test_a_cursor_that_is_none_begins_anew(tmp_path, state):
    store = Store()
    store.cursor = Cursor(state=state)
    assert read(Fake(a=["1", "2"]), tmp_path, store)[1] == [["1", "2"]]


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["append", "edit", "leave", "drop", "title", "trouble"]),
        st.sampled_from("abc"),
        st.integers(0, 9),
    ),
    max_size=12,
)


def change(shelf, kind, key, number):
    words = shelf.talks.setdefault(key, [])
    if kind == "append" or not words:
        words += [f"{key}{number}{len(words)}"] * (number % 4 + 1)
    elif kind == "edit":
        words[number % len(words)] += "!"
    elif kind == "leave":
        place = number % len(words)
        words[place] = "-" + words[place].removeprefix("-")
    elif kind == "drop":
        del words[-1]
    elif kind == "title":
        shelf.titles[key] = str(number)
    else:
        shelf.trouble.setdefault(key, []).append(f"{key} {number} {len(shelf.trouble.get(key, []))}")


@given(changes=CHANGES, data=st.data())
def test_killed_at_any_batch_while_it_changes_nothing_is_lost(tmp_path_factory, changes, data):
    path = tmp_path_factory.getbasetemp()
    shelf, store = Fake(), Store()
    for one in changes:
        change(shelf, *one)
        store.read_killed(Reader(shelf), path, kills=data.draw(st.integers(0, 3)))
    store.read_killed(Reader(shelf), path)
    whole = Store()
    whole.read(Reader(shelf), path)
    assert store.sessions.items() >= whole.sessions.items()
    assert store.messages.items() >= whole.messages.items()
    assert {p.reason for p in whole.problems} == {p.reason for p in store.problems}
    assert list(Reader(shelf).read(path, store.cursor)) == []
