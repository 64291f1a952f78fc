"""A file that is written anew says only what is new, whatever became of the reader between."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from graphmem.capture.document import MARKS
from tests.capture.lines import make, put
from tests.capture.writers import Store, read

WORDS = st.lists(st.sampled_from(["One.", "Two.", "Three.", "Four."]), max_size=30)


def talk(words):
    messages = [{"role": "user", "content": word} for word in words]
    return json.dumps({"id": "t", "messages": messages})


def given_out(store, reader, path):
    return [m.text for batch in store.read(reader, path) for m in batch.messages]


@given(words=WORDS, more=WORDS, size=st.integers(1, 7))
def test_what_is_appended_is_all_that_comes(tmp_path_factory, words, more, size):
    folder = tmp_path_factory.mktemp("document")
    store, reader = Store(), make("openai-messages", folder, messages=size)
    assert given_out(store, reader, put(folder / "t.json", talk(words))) == words
    assert given_out(store, reader, folder / "t.json") == []
    assert given_out(store, reader, put(folder / "t.json", talk(words + more))) == more


@given(words=WORDS, size=st.integers(1, 5))
def test_killed_after_every_batch_gives_the_same(tmp_path_factory, words, size):
    folder = tmp_path_factory.mktemp("document")
    path = put(folder / "t.json", talk(words))
    killed = Store()
    killed.read_killed(make("openai-messages", folder, messages=size), path)
    whole = read(make("openai-messages", folder), path)
    assert (killed.messages, killed.sessions, killed.problems) == (
        whole.messages,
        whole.sessions,
        whole.problems,
    )


@given(words=WORDS, changed=st.integers(0, 29))
def test_what_changed_comes_again(tmp_path_factory, words, changed):
    folder = tmp_path_factory.mktemp("document")
    store, reader = Store(), make("openai-messages", folder)
    given_out(store, reader, put(folder / "t.json", talk(words)))
    other = [*words[:changed], "Changed.", *words[changed + 1 :]]
    again = given_out(store, reader, put(folder / "t.json", talk(other)))
    assert "Changed." in again
    assert len(again) <= 2 * (len(other) - min(changed, len(words))) + 2


def test_a_cursor_stays_small(tmp_path):
    words = [f"Word {number}." for number in range(20_000)]
    store = read(make("openai-messages", tmp_path), put(tmp_path / "t.json", talk(words)))
    assert len(store.cursor.state["marks"]) <= MARKS + 1
    assert len(store.messages) == 20_000


def test_a_cursor_of_something_else_counts_as_none(tmp_path):
    store, reader = Store(), make("openai-messages", tmp_path)
    path = put(tmp_path / "t.json", talk(["One."]))
    store.read(reader, path)
    for marks in (None, 1, [1], [["x", "y"]], [[1]], [[99, "x"]]):
        state = store.cursor.state | {"marks": marks, "document": "other"}
        cursor = type(store.cursor)(state=state)
        [batch] = reader.read(path, cursor)
        assert [m.text for m in batch.messages] == ["One."]


def test_what_could_not_be_read_is_told_once(tmp_path):
    store, reader, path = Store(), make("openai-messages", tmp_path), tmp_path / "t.json"
    odd, strange = 7, {"role": "user", "content": "x"} | {"role": "tool_call_of_old"}
    document = {"id": "t", "messages": [{"role": "user", "content": "One."}, odd, odd, strange]}
    store.read(reader, put(path, json.dumps(document)))
    first = len(store.problems)
    assert first >= 2
    document["messages"] += [{"role": "user", "content": "Two."}, odd]
    [batch] = store.read(reader, put(path, json.dumps(document)))
    assert [m.text for m in batch.messages] == ["Two."]
    assert len(batch.problems) == 1
    [batch] = store.read(reader, put(path, json.dumps(document | {"title": "x"})))
    assert (batch.problems, batch.unknown) == ((), {})


def test_types_that_are_not_known_are_counted_once(tmp_path):
    store, reader, path = Store(), make("cline", tmp_path), tmp_path / "ui_messages.json"
    odd = {"ts": 1, "type": "say", "say": "brand_new", "text": ""}
    for count in range(1, 5):
        store.read(reader, put(path, json.dumps([odd | {"ts": second} for second in range(count)])))
    assert store.unknown == {"brand_new": 4}


def test_a_title_that_changes_is_told(tmp_path):
    store, reader, path = Store(), make("openai-messages", tmp_path), tmp_path / "t.json"
    document = json.loads(talk(["One."]))
    store.read(reader, put(path, json.dumps(document)))
    store.read(reader, put(path, json.dumps(document | {"title": "New"})))
    assert [session.title for session in store.sessions.values()] == ["New"]
