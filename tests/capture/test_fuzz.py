"""Whatever happens to a transcript on disk, reading it never fails and costs no good record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.stories import CLAUDE_STORIES, CODEX_STORIES
from tests.capture.writers import Claude, Codex, claude_reader, codex_reader, line, read

STORIES = st.one_of(
    st.tuples(st.just(claude_reader), CLAUDE_STORIES), st.tuples(st.just(codex_reader), CODEX_STORIES)
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def put(folder, data):
    path = folder / "talk.jsonl"
    path.write_bytes(data)
    return path


@given(story=STORIES, data=st.data())
def test_cut_anywhere(folder, story, data):
    make, lines = story
    full = b"".join(lines)
    cut = data.draw(st.integers(0, len(full)))
    path = put(folder, full[:cut])
    store = read(make(folder), path)
    assert list(make(folder).read(path, store.cursor)) == []


@given(story=STORIES, data=st.data())
def test_bits_flipped_anywhere(folder, story, data):
    make, lines = story
    broken = bytearray(b"".join(lines))
    if broken:
        for place in data.draw(st.lists(st.integers(0, len(broken) * 8 - 1), max_size=8)):
            broken[place // 8] ^= 1 << (place % 8)
    path = put(folder, bytes(broken))
    store = read(make(folder), path)
    for message in store.messages.values():
        message.text.encode()
        assert "\0" not in message.text
    assert list(make(folder).read(path, store.cursor)) == []


@given(story=STORIES, data=st.data())
def test_lines_glued_anywhere(folder, story, data):
    make, lines = story
    glued = [
        text[: data.draw(st.integers(0, len(text)))] if data.draw(st.booleans()) else text for text in lines
    ]
    read(make(folder), put(folder, b"".join(glued)))


def mangled(record, data):
    """The record without one of its fields, or with another value in its place, at any depth."""
    if not isinstance(record, dict) or not record:
        return data.draw(JSON)
    key = data.draw(st.sampled_from(sorted(record)))
    how = data.draw(st.sampled_from(["drop", "replace", "deeper"]))
    rest = {name: value for name, value in record.items() if name != key}
    if how == "drop":
        return rest
    return rest | {key: data.draw(JSON) if how == "replace" else mangled(record[key], data)}


@given(data=st.data())
def test_fields_of_claude_code_missing_or_of_the_wrong_kind(folder, data):
    story = Claude()
    story.user("Where is staging?")
    story.blocks(
        {"type": "text", "text": "a"},
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {}},
        answer="m",
    )
    story.result("t1", [{"type": "text", "text": "osaka"}])
    story.add("attachment", attachment={"type": "queued_command", "prompt": [{"type": "text", "text": "x"}]})
    story.side("last-prompt", leafUuid=story.leaf)
    story.side("custom-title", customTitle="T")
    records = [mangled(r, data) if data.draw(st.booleans()) else r for r in story.records]
    good = Claude(base=5)
    good.user("The good record", parent=None)
    store = read(claude_reader(folder), put(folder, b"".join(map(line, records)) + good.bytes()))
    assert "The good record" in [m.text for m in store.messages.values()]


@given(data=st.data())
def test_fields_of_codex_missing_or_of_the_wrong_kind(folder, data):
    story = Codex(source={"subagent": {"thread_spawn": {"parent_thread_id": "x"}}})
    story.turn("t-1")
    story.user("Where is staging?")
    story.tool("exec_command", {"cmd": "ls"}, [{"type": "input_text", "text": "osaka"}])
    story.completed(type="CommandExecution", id="i", command=["ls"], aggregated_output="x")
    story.event("mcp_tool_call_end", call_id="c", invocation={"server": "graphmem"})
    story.event("thread_rolled_back", num_turns=1)
    records = [mangled(r, data) if data.draw(st.booleans()) else r for r in story.records]
    good = Codex(meta=False)
    good.turn("t-2")
    good.message("user", "The good record")
    store = read(codex_reader(folder), put(folder, b"".join(map(line, records)) + good.bytes()))
    assert any("The good record" in m.text for m in store.messages.values())


@given(
    record=st.dictionaries(st.sampled_from(["type", "payload", "message", "uuid", "role", "content"]), JSON)
)
def test_any_object_is_taken(folder, record):
    path = put(folder, line(record))
    read(claude_reader(folder), path)
    read(codex_reader(folder), path)


@given(data=st.binary(max_size=2000))
def test_any_bytes_are_taken(folder, data):
    path = put(folder, data)
    for make in (claude_reader, codex_reader):
        make(folder).recognises(path)
        read(make(folder), path)
