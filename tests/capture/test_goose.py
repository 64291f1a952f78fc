"""What is said to Goose comes out once, though a compaction writes every message anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.capture.machine import Machine
from tests.capture.stores import START, Goose, store_reader
from tests.capture.writers import line, read, shown

REQUEST = {
    "type": "toolRequest",
    "id": "t1",
    "toolCall": {"status": "success", "value": {"name": "developer__shell", "arguments": {"command": "ls"}}},
}
RESPONSE = {
    "type": "toolResponse",
    "id": "t1",
    "toolResult": {
        "status": "success",
        "value": [{"type": "text", "text": "a.txt"}, {"type": "image", "data": "A"}],
    },
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sessions.db"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "goose")


def test_a_session(path, reader):
    with Goose(path) as db:
        db.session(name="Backup plan")
        db.message(
            "user", "Backups run at 03:15.", {"type": "image", "data": "AAAA", "mimeType": "image/png"}
        )
        db.message("assistant", {"type": "thinking", "thinking": "hm"}, "Let me look.", REQUEST)
        db.message("user", RESPONSE)
        db.message("assistant", "Confirmed.", {"type": "brand-new"})
        db.message(
            "user",
            "Thanks.\n<info-msg>\nIt is currently 2026\n</info-msg>",
            created_timestamp=START * 1000 + 60_000,
        )
    store = read(reader, path)
    assert shown(store) == (
        "# 20260806_1 | nas |  | Backup plan\n"
        "m0 after - 07:06:41 user/text user: Backups run at 03:15.\n\n[image]\n"
        "m1 after m0 07:06:42 assistant/text goose: Let me look.\n"
        'm2 after m1 07:06:42 assistant/tool_call goose: developer__shell {"command":"ls"}\n'
        "m3 after m2 07:06:43 tool/tool_result developer__shell: a.txt\n"
        "m4 after m3 07:06:44 assistant/text goose: Confirmed.\n"
        "m5 after m4 07:07:40 user/text user: Thanks."
    )
    assert store.unknown == {"content brand-new": 1}


def test_a_compaction_gives_nothing_twice_and_its_summary_is_no_turn(path, reader):
    with Goose(path) as db:
        db.session()
        for said in ("One.", "Two.", "One."):
            db.message("user", said)
        store = read(reader, path)
        db.run("DELETE FROM messages")
        db.clock = START
        for said in ("One.", "Two.", "One."):
            db.message("user", said, metadata_json={"userVisible": True, "agentVisible": False})
        db.message("assistant", "A summary.", metadata_json={"userVisible": False, "agentVisible": True})
        db.message("user", "Three.", metadata_json={"userVisible": True, "agentVisible": True})
        store.read(reader, path)
    assert store.texts == ["One.", "Two.", "One.", "Three."]


def test_who_speaks_in_sessions_that_no_person_began(path, reader):
    with Goose(path) as db:
        for key, kind in (("a", "sub_agent"), ("b", "scheduled"), ("c", "user")):
            db.session(key, kind=kind)
            db.message("user", f"Said in {key}.", session=key)
    said = {(m.text, m.role, m.author) for m in read(reader, path).messages.values()}
    assert said == {
        ("Said in a.", "assistant", "agent"),
        ("Said in b.", "system", "scheduled"),
        ("Said in c.", "user", "user"),
    }


def test_our_own_tools_are_left_out(path, reader):
    call = {"name": "graphmem__recall", "arguments": {"query": "tea"}}
    with Goose(path) as db:
        db.session()
        db.message("assistant", {"type": "toolRequest", "id": "t9", "toolCall": {"value": call}})
        db.message("user", RESPONSE | {"id": "t9"})
        db.message("assistant", "You like tea.")
    assert read(reader, path).texts == ["You like tea."]


def test_bad_cells_cost_themselves(path, reader):
    with Goose(path) as db:
        db.session()
        db.message("user", "Before.")
        db.message("user", "x", content_json="{broken")
        db.message("user", "x", content_json='"text"')
        db.message("owl", "Hoo.")
        db.message("user", "Odd flags.", metadata_json="{broken")
        db.message("user", 7, "Beside it.")
        db.message("user", "After.")
    store = read(reader, path)
    assert store.texts == ["Before.", "Odd flags.", "Beside it.", "After."]
    assert [p.reason.partition(":")[0] for p in store.problems] == [
        "message 2, content_json",
        "message 3",
        "message 4",
        "message 5, metadata_json",
        "message 6",
    ]


def test_an_old_release_without_flags_and_kinds(path, reader):
    with Goose(path) as db:
        db.session(description="Old name")
        db.message("user", "Still read.")
        db.run("ALTER TABLE messages DROP COLUMN metadata_json")
        db.run("ALTER TABLE sessions DROP COLUMN session_type")
        db.run("ALTER TABLE sessions DROP COLUMN name")
    store = read(reader, path)
    assert store.texts == ["Still read."]
    assert [s.title for s in store.sessions.values()] == ["Old name"]


def test_a_file_of_lines_and_its_import_are_one(tmp_path, path, reader):
    lines = tmp_path / "20260806_1.jsonl"
    head = {"working_dir": "/home/maya/nas", "description": "Old", "message_count": 2}
    said = [
        {"role": "user", "created": START + 1, "content": [{"type": "text", "text": "hello goose"}]},
        {"role": "assistant", "created": START + 2, "content": [{"type": "text", "text": "hello"}]},
    ]
    lines.write_bytes(b"".join(map(line, [head, *said])))
    assert reader.recognises(lines)
    old = read(reader, lines)
    assert shown(old).splitlines()[1:] == [
        "m0 after - 07:06:41 user/text user: hello goose",
        "m1 after m0 07:06:42 assistant/text goose: hello",
    ]
    with Goose(path) as db:
        db.session()
        for one in said:
            db.message(one["role"], content_json=json.dumps(one["content"]))
    new = read(reader, path)
    assert set(new.messages) == set(old.messages)
    assert set(new.sessions) == set(old.sessions)


def test_where_it_lies(reader):
    def places(platform, **environ):
        return list(reader.places(Machine({"HOME": "/h", "USERPROFILE": "/h"} | environ, platform)))

    assert places("linux") == [Path("/h/.local/share/goose/sessions")]
    assert places("linux", XDG_DATA_HOME="/d") == [Path("/d/goose/sessions")]
    assert places("linux", GOOSE_PATH_ROOT="/g") == [Path("/g/data/sessions")]
    assert places("darwin")[0] == Path("/h/.local/share/goose/sessions")
    assert places("win32", APPDATA="/r") == [Path("/r/Block/goose/data/sessions")]
