"""Threads of Zed's agent come out of their documents, of every format, packed or not."""

from __future__ import annotations

from pathlib import Path

import pytest
import zstandard

from graphmem.capture.machine import Machine
from tests.capture.stores import Zed, store_reader
from tests.capture.writers import read, shown


@pytest.fixture
def path(tmp_path):
    return tmp_path / "threads.db"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "zed")


def user(*parts):
    return {
        "User": {"id": "u", "content": [{"Text": part} if isinstance(part, str) else part for part in parts]}
    }


def agent(*parts, **results):
    content = [{"Text": part} if isinstance(part, str) else part for part in parts]
    return {"Agent": {"content": content, "tool_results": results}}


USE = {"ToolUse": {"id": "t1", "name": "read_file", "input": {"path": "a"}}}
FILE = {"Mention": {"uri": {"File": {"abs_path": "/home/maya/a.md"}}, "content": "what stands in it"}}


@pytest.mark.parametrize("packed", [True, False])
def test_a_thread(path, reader, packed):
    result = {"tool_use_id": "t1", "tool_name": "read_file", "content": {"Text": "x"}}
    with Zed(path) as db:
        db.thread(
            "z1",
            [
                user("The brand font is in", FILE, {"Image": {"source": "AAAA"}}),
                agent({"Thinking": {"text": "hm"}}, "Inter it is.", USE, t1=result),
                "Resume",
                user("Thanks."),
            ],
            packed=packed,
        )
    store = read(reader, path)
    assert shown(store) == (
        "# z1 | site |  | Fonts\n"
        "m0 after - 07:00:00 user/text user: The brand font is in [file: a.md] [image]\n"
        "m1 after m0 07:00:00 assistant/text opus: Inter it is.\n"
        'm2 after m1 07:00:00 assistant/tool_call opus: read_file {"path":"a"}\n'
        "m3 after m2 07:00:00 tool/tool_result read_file: x\n"
        "m4 after m3 07:00:00 user/text user: Thanks."
    )
    assert all(m.derived_time for m in store.messages.values())


def test_a_thread_of_an_older_format(path, reader):
    said = [
        {"id": 1, "role": "user", "segments": [{"type": "text", "text": "Does it load?"}]},
        {
            "id": 2,
            "role": "assistant",
            "segments": [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "It does."}],
            "tool_uses": [{"id": "t1", "name": "ls", "input": {}}],
            "tool_results": [{"tool_use_id": "t1", "content": "a.txt", "output": None}],
        },
        {"id": 3, "role": "system", "segments": []},
    ]
    with Zed(path) as db:
        db.thread("z1", said, packed=False, version="0.2.0")
    assert read(reader, path).texts == ["Does it load?", "It does.", "ls", "a.txt"]


def test_a_thread_that_grows_gives_what_is_new(path, reader):
    with Zed(path) as db:
        db.thread("z1", [user("One.")])
        db.thread("z2", [user("Other.")])
        store = read(reader, path)
        db.thread("z1", [user("One."), agent("Two.")], updated_at="2026-08-06T09:00:00+00:00")
        [batch] = store.read(reader, path)
    assert [m.text for m in batch.messages] == ["Two."]


def test_a_thread_that_another_one_started(path, reader):
    with Zed(path) as db:
        db.thread("z1", [user("Look around.")])
        db.thread("z2", [user("Asked by the model.")], parent_id="z1")
    store = read(reader, path)
    ids = {s.external_id: s.id for s in store.sessions.values()}
    assert [s.parent_id for s in store.sessions.values() if s.external_id == "z2"] == [ids["z1"]]
    assert {m.text: (m.role, m.author) for m in store.messages.values()} == {
        "Look around.": ("user", "user"),
        "Asked by the model.": ("assistant", "agent"),
    }


def test_our_own_tools_are_left_out(path, reader):
    use = {"ToolUse": {"id": "t1", "name": "mcp__graphmem__recall", "input": {"query": "tea"}}}
    result = {"tool_use_id": "t1", "tool_name": "mcp__graphmem__recall", "content": "The user likes tea."}
    with Zed(path) as db:
        db.thread("z1", [agent(use, "You like tea.", t1=result)])
    assert read(reader, path).texts == ["You like tea."]


def test_bad_threads_cost_themselves(path, reader):
    with Zed(path) as db:
        db.thread("a", [user("Good.")])
        for key, kind, data in (
            ("b", "zstd", zstandard.compress(b'{"messages": [' + b" " * 5000 + b"]}")[:20]),
            ("c", "zstd", "text"),
            ("d", "json", "{broken"),
            ("e", "json", "[]"),
        ):
            db.thread(key, [])
            db.run("UPDATE threads SET data_type = ?, data = ? WHERE id = ?", kind, data, key)
        db.thread("f", [7, {"Owl": {}}, "Hoot", user("Beside it."), agent(3, {"New": {}})])
    store = read(reader, path)
    assert sorted(store.texts) == ["Beside it.", "Good."]
    assert [p.reason.partition(":")[0] for p in store.problems] == [
        "thread b",
        "thread c",
        "thread d",
        "thread e",
        "thread f, message 0",
    ]
    assert store.unknown == {"message Owl": 1, "message Hoot": 1, "content New": 1}


def test_a_thread_that_is_too_large_when_unpacked(path, tmp_path):
    with Zed(path) as db:
        db.thread("a", [user("x" * (2 << 20))])
        db.thread("b", [user("Small.")])
    store = read(store_reader(tmp_path, "zed", capture__max_line_mb=1), path)
    assert store.texts == ["Small."]
    assert [p.reason for p in store.problems] == ["thread a: unpacked it is larger than 1 MiB"]


def test_without_its_library_a_packed_thread_is_a_problem_that_names_it(path, reader, monkeypatch):
    with Zed(path) as db:
        db.thread("a", [user("Packed.")])
        db.thread("b", [user("Plain.")], packed=False)
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    store = read(reader, path)
    assert store.texts == ["Plain."]
    assert ["pip install zstandard" in p.reason for p in store.problems] == [True]


def test_the_first_release_had_fewer_columns(path, reader):
    with Zed(path) as db:
        db.thread("a", [user("Still read.")])
        for name in ("parent_id", "folder_paths", "folder_paths_order", "created_at"):
            db.run(f"ALTER TABLE threads DROP COLUMN {name}")
    store = read(reader, path)
    assert [f"{m.sent_at:%H:%M} {m.text}" for m in store.messages.values()] == ["08:00 Still read."]


def test_where_it_lies(reader):
    def places(platform, **environ):
        return list(reader.places(Machine({"HOME": "/h", "USERPROFILE": "/h"} | environ, platform)))

    assert Path("/h/.local/share/zed/threads/threads.db") in places("linux")
    assert Path("/h/.var/app/dev.zed.Zed/data/zed/threads/threads.db") in places("linux")
    assert Path("/d/zed/threads/threads.db") in places("linux", XDG_DATA_HOME="/d")
    assert Path("/h/Library/Application Support/Zed/threads/threads.db") in places("darwin")
    assert Path("/l/Zed/threads/threads.db") in places("win32", LOCALAPPDATA="/l")
