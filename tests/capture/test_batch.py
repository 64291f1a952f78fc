"""What is read does not depend on where reading was cut off, and nothing is handed out twice."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.capture.batch import RULES, Cursor
from graphmem.capture.claude_talk import ClaudeTalk
from graphmem.capture.warm import Kept, Warm
from tests.capture.stories import CLAUDE_STORIES, CODEX_STORIES
from tests.capture.writers import Claude, Store, claude_reader, codex_reader, read

STORIES = st.one_of(
    st.tuples(st.just(claude_reader), CLAUDE_STORIES), st.tuples(st.just(codex_reader), CODEX_STORIES)
)
MTIME = 1_750_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("batch")


def put(folder, data):
    path = folder / "talk.jsonl"
    path.write_bytes(data)
    os.utime(path, (MTIME, MTIME))
    return path


def place(store):
    return (store.cursor.offset, store.cursor.line) if store.cursor else None


def agrees(whole, other):
    """The other store holds all that the whole reading found, and what more it holds is void."""
    assert other.sessions.items() >= whole.sessions.items()
    assert other.messages.items() >= whole.messages.items()
    assert not [m for key, m in other.messages.items() if key not in whole.messages and m.active]


@given(story=STORIES, size=st.integers(1, 5))
@settings(max_examples=60)
def test_killed_after_every_batch_gives_the_same(folder, story, size):
    make, lines = story
    path = put(folder, b"".join(lines))
    whole = read(make(folder), path)
    killed = Store()
    killed.read_killed(make(folder, messages=size), path)
    assert (killed.sessions, killed.messages) == (whole.sessions, whole.messages)
    assert (killed.problems, killed.unknown) == (whole.problems, whole.unknown)
    assert place(killed) == place(whole)


@given(story=STORIES, data=st.data())
@settings(max_examples=60)
def test_growing_by_any_bytes_and_killed_at_any_batch_gives_the_same(folder, story, data):
    make, lines = story
    full = b"".join(lines)
    cuts = data.draw(
        st.lists(st.tuples(st.integers(0, len(full)), st.integers(0, 4), st.integers(1, 4)), max_size=5)
    )
    grown = Store()
    for cut, kills, size in sorted(cuts):
        grown.read_killed(make(folder, messages=size), put(folder, full[:cut]), kills)
    path = put(folder, full)
    grown.read(make(folder), path)
    agrees(read(make(folder), path), grown)
    assert grown.read(make(folder), path) == []


@given(story=STORIES, data=st.data(), room=st.sampled_from([0, 400, 1 << 20]))
@settings(max_examples=60)
def test_a_reader_that_is_kept_warm_gives_what_fresh_readers_give(folder, story, data, room):
    make, lines = story
    full = b"".join(lines)
    cuts = data.draw(
        st.lists(st.tuples(st.integers(0, len(full)), st.integers(0, 4), st.integers(1, 4)), max_size=6)
    )
    cold, kept = Store(), Store()
    warm = Warm(room)
    for cut, kills, size in [*sorted(cuts), (len(full), None, 200)]:
        path = put(folder, full[:cut])
        readers = make(folder, messages=size), make(folder, messages=size)
        readers[1].warm = warm
        cold.read_killed(readers[0], path, kills)
        kept.read_killed(readers[1], path, kills)
        assert (kept.sessions, kept.messages) == (cold.sessions, cold.messages)
        assert (kept.problems, kept.unknown, kept.cursor) == (cold.problems, cold.unknown, cold.cursor)


@given(story=STORIES, size=st.integers(1, 5))
def test_batches_are_bounded_and_only_the_last_is_empty(folder, story, size):
    make, lines = story
    batches = list(make(folder, messages=size).read(put(folder, b"".join(lines)), None))
    # A line may hold several messages and is never divided; in these stories it holds one or two.
    assert all(len(batch.messages) <= size + 1 for batch in batches)
    assert all(batch.messages for batch in batches[:-1])
    offsets = [batch.cursor.offset for batch in batches]
    assert offsets == sorted(offsets)


def talk(tmp_path, words):
    story = Claude()
    for text in words:
        story.user(text)
    return story, story.write(tmp_path / "talk.jsonl")


def test_a_second_reading_yields_nothing(tmp_path):
    _, path = talk(tmp_path, ["one", "two"])
    store = read(claude_reader(tmp_path), path)
    assert list(claude_reader(tmp_path).read(path, store.cursor)) == []


def test_a_grown_file_yields_only_what_is_new(tmp_path):
    story, path = talk(tmp_path, ["one", "two"])
    store = read(claude_reader(tmp_path), path)
    story.user("three")
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [message.text for message in batch.messages] == ["three"]
    assert [session.ended_at for session in batch.sessions] == [batch.messages[0].sent_at]


def test_a_warm_reader_interprets_only_what_is_new(tmp_path, monkeypatch):
    story, path = talk(tmp_path, ["one", "two"])
    reader = claude_reader(tmp_path)
    reader.warm = Warm()
    store = read(reader, path)
    fed = []
    monkeypatch.setattr(
        ClaudeTalk,
        "feed",
        lambda talk, found, feed=ClaudeTalk.feed: (fed.append(found.line), feed(talk, found)),
    )
    for words in ("three", "four"):
        story.user(words)
        story.write(path)
        [batch] = store.read(reader, path)
        assert [(message.text, message.seq) for message in batch.messages] == [(words, len(fed) + 1)]
    assert fed == [3, 4]


def test_a_warm_reader_reads_a_rewritten_file_from_its_start(tmp_path):
    _, path = talk(tmp_path, ["one", "two"])
    reader = claude_reader(tmp_path)
    reader.warm = Warm()
    store = read(reader, path)
    path.write_bytes(path.read_bytes().replace(b'"one"', b'"ONE"') + b"\n")
    batches = store.read(reader, path)
    assert store.texts == ["ONE", "two"]
    assert [batch.restarted for batch in batches] == [True]


def test_the_room_of_what_is_kept_warm_is_bounded(tmp_path):
    warm = Warm(room=100)
    for number in range(5):
        warm.keep(tmp_path / str(number), Kept(None, 40, 1, "same"))
    assert [number for number in range(5) if warm.take(tmp_path / str(number), end=40, digest="same")] == [
        3,
        4,
    ]
    warm.keep(tmp_path / "large", Kept(None, 101, 1, "same"))
    assert warm.take(tmp_path / "large", end=101, digest="same") is None


def test_a_title_alone_yields_the_session(tmp_path):
    story, path = talk(tmp_path, ["one"])
    store = read(claude_reader(tmp_path), path)
    story.side("custom-title", customTitle="Named")
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert batch.messages == ()
    assert [session.title for session in batch.sessions] == ["Named"]


def test_notes_alone_move_the_cursor(tmp_path):
    story, path = talk(tmp_path, ["one"])
    store = read(claude_reader(tmp_path), path)
    story.side("mode", mode="normal")
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert (batch.messages, batch.sessions) == ((), ())
    assert batch.cursor.offset == path.stat().st_size


def test_an_unfinished_line_yields_nothing_until_it_is_whole(tmp_path):
    story, path = talk(tmp_path, ["one"])
    store = read(claude_reader(tmp_path), path)
    before = path.read_bytes()
    story.user("two")
    path.write_bytes(story.bytes()[:-9])
    assert store.read(claude_reader(tmp_path), path) == []
    assert store.cursor.offset == len(before)
    story.write(path)
    store.read(claude_reader(tmp_path), path)
    assert store.texts == ["one", "two"]
    assert store.problems == []


def test_a_file_of_one_unfinished_line_yields_nothing(tmp_path):
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b'{"type":"user","mess')
    assert list(claude_reader(tmp_path).read(path, None)) == []


def test_a_record_glued_behind_a_finished_one_is_new(tmp_path):
    story, path = talk(tmp_path, ["one"])
    path.write_bytes(story.bytes()[:-1])
    store = read(claude_reader(tmp_path), path)
    assert store.texts == ["one"]
    story.user("two")
    path.write_bytes(story.bytes().replace(b"}\n{", b"}{"))
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [message.text for message in batch.messages] == ["two"]


def test_a_rewritten_file_is_read_from_its_start(tmp_path):
    _, path = talk(tmp_path, ["one", "two"])
    store = read(claude_reader(tmp_path), path)
    other = Claude(base=7)
    other.user("uno")
    other.user("dos and much more text than there was")
    other.user("tres")
    other.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [message.text for message in batch.messages] == [
        "uno",
        "dos and much more text than there was",
        "tres",
    ]


def test_a_truncated_file_is_read_from_its_start(tmp_path):
    story, path = talk(tmp_path, ["one", "two"])
    store = read(claude_reader(tmp_path), path)
    story.records.pop()
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [message.text for message in batch.messages] == ["one"]
    assert len(store.messages) == 2


def test_a_changed_byte_far_before_the_end_is_seen(tmp_path):
    _, path = talk(tmp_path, ["one", "two", "three"])
    store = read(claude_reader(tmp_path), path)
    path.write_bytes(path.read_bytes().replace(b'"one"', b'"ONE"'))
    store.read(claude_reader(tmp_path), path)
    assert store.texts == ["ONE", "two", "three"]


def test_a_cursor_of_older_rules_or_of_nonsense_counts_as_none(tmp_path):
    _, path = talk(tmp_path, ["one"])
    cursor = read(claude_reader(tmp_path), path).cursor
    for state in ({}, cursor.state | {"rules": RULES - 1}, cursor.state | {"known": "x"}):
        other = Cursor(offset=cursor.offset, line=cursor.line, digest=cursor.digest, state=state)
        assert len(list(claude_reader(tmp_path).read(path, other))) == 1


def test_a_moved_file_says_the_same(tmp_path):
    _, path = talk(tmp_path, ["one", "two"])
    before = read(claude_reader(tmp_path), path)
    moved = tmp_path / "elsewhere" / path.name
    moved.parent.mkdir()
    path.rename(moved)
    after = read(claude_reader(tmp_path), moved)
    assert (after.sessions, after.messages) == (before.sessions, before.messages)
    assert list(claude_reader(tmp_path).read(moved, before.cursor)) == []


def test_the_cursor_stays_small(tmp_path):
    story = Claude()
    for number in range(2000):
        story.user(f"Request {number}")
    store = read(claude_reader(tmp_path), story.write(tmp_path / "talk.jsonl"))
    assert len(repr(store.cursor)) < 300


def test_large_texts_make_small_batches(tmp_path):
    _, path = talk(tmp_path, ["x" * 400] * 10)
    sizes = [len(batch.messages) for batch in claude_reader(tmp_path, characters=1000).read(path, None)]
    assert sizes == [3, 3, 3, 1]


def test_changes_of_what_was_handed_out_survive_a_stop_between_them(tmp_path):
    story = Claude()
    start = story.user("Where do we begin?")
    for number in range(6):
        story.user(f"A way that was left {number}")
    path = story.write(tmp_path / "talk.jsonl")
    store = read(claude_reader(tmp_path), path)
    assert all(message.active for message in store.messages.values())
    story.leaf = start
    story.user("Another way")
    story.write(path)
    store.read_killed(claude_reader(tmp_path, messages=2), path)
    assert store.texts == ["Where do we begin?", "Another way"]
    assert len(store.messages) == 8


def test_a_vanished_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(claude_reader(tmp_path).read(tmp_path / "gone.jsonl", None))
