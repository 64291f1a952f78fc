"""Sessions of OpenClaw come out of its databases as they come out of the files of lines of older releases."""

from __future__ import annotations

import json

import pytest

from graphmem.capture.reader import find_sources
from tests.capture.stores import MS, OpenClaw, rows, store_reader
from tests.capture.writers import line, read, settings, shown

SENDER = 'Sender (untrusted metadata):\n```json\n{"label": "Maya", "id": "1"}\n```\n\n[Mon 2026-08-10 09:00 GMT+2] '


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".openclaw" / "agents" / "main" / "agent" / "openclaw-agent.sqlite"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "openclaw")


def talk(db):
    db.put("session_nodes", session_key="agent:main:main", current_session_id="oc-1", label="Maya")
    db.session()
    db.message("e1", None, "user", [{"type": "text", "text": f"{SENDER}The vet is on Thursday."}])
    call = {"type": "toolCall", "id": "t1", "name": "write", "arguments": {"path": "a.md"}}
    db.message(
        "e2", "e1", "assistant", [{"type": "text", "text": "[[reply_to_current]] Noted."}, call], model="opus"
    )
    db.message("e3", "e2", "toolResult", "ok", toolCallId="t1", toolName="write")
    db.message("e4", "e3", "user", "Read HEARTBEAT.md if it exists.")
    db.message("e5", "e4", "assistant", [{"type": "text", "text": "HEARTBEAT_OK"}])


def test_a_session(path, reader):
    with OpenClaw(path) as db:
        talk(db)
    assert shown(read(reader, path)) == (
        "# oc-1 | maya |  | Maya\n"
        "m0 after - 07:06:41 user/text user: The vet is on Thursday.\n"
        "m1 after m0 07:06:42 assistant/text opus: Noted.\n"
        'm2 after m1 07:06:42 assistant/tool_call opus: write {"path":"a.md"}\n'
        "m3 after m2 07:06:43 tool/tool_result write: ok"
    )


def test_the_same_session_in_lines_is_the_same(path, reader, tmp_path):
    with OpenClaw(path) as db:
        talk(db)
    lines = path.parent.parent / "sessions" / "oc-1.jsonl"
    lines.parent.mkdir()
    events = rows(path, "SELECT event_json FROM transcript_events ORDER BY seq")
    lines.write_bytes(b"".join(line(json.loads(event)) for (event,) in events))
    found = find_sources([tmp_path / ".openclaw"], None, settings(tmp_path))
    assert {(one.client, file.suffix) for one, file in found} == {
        ("openclaw", ".sqlite"),
        ("openclaw", ".jsonl"),
    }
    database, file = (read(one, where) for one, where in found)
    assert set(database.messages) == set(file.messages)
    assert set(database.sessions) == set(file.sessions)


def test_the_branch_that_the_client_calls_active(path, reader):
    with OpenClaw(path) as db:
        db.session()
        first = db.message("e1", None, "user", "Use npm or pnpm?")
        kept = db.message("e2", "e1", "user", "pnpm.")
        db.message("e3", "e1", "user", "npm.")
        store = read(reader, path)
        assert store.texts == ["Use npm or pnpm?", "npm."]
        for position, seq in enumerate((0, first, kept)):
            db.put(
                "session_transcript_active_events", session_id="oc-1", active_position=position, event_seq=seq
            )
        store.read(reader, path)
    assert store.texts == ["Use npm or pnpm?", "pnpm."]


def test_a_rewritten_session_is_read_again(path, reader):
    with OpenClaw(path) as db:
        db.session()
        db.message("e1", None, "user", "The vet is on Thursday.")
        db.put("transcript_rewrite_watermarks", session_id="oc-1", generation="a")
        store = read(reader, path)
        db.run("UPDATE transcript_events SET event_json = replace(event_json, 'Thursday', 'Friday')")
        assert list(reader.read(path, store.cursor)) == []
        db.run("UPDATE transcript_rewrite_watermarks SET generation = 'b'")
        store.read(reader, path)
    assert store.texts == ["The vet is on Friday."]


def test_packed_events_and_a_session_without_a_head(path, reader):
    with OpenClaw(path) as db:
        db.session(head=False)
        db.message("e1", None, "user", "Plain.")
        db.message("e2", "e1", "user", "Packed.", packed=True)
    store = read(reader, path)
    assert store.texts == ["Plain.", "Packed."]
    assert [s.external_id for s in store.sessions.values()] == ["oc-1"]


def test_sessions_that_follow_on_others(path, reader):
    with OpenClaw(path) as db:
        db.put("session_nodes", session_key="agent:main:main", current_session_id="oc-1")
        for key, more in (
            ("oc-1", {}),
            ("oc-2", {"previous_session_id": "oc-1", "reason": "compaction"}),
            ("oc-3", {"previous_session_id": "oc-2", "reason": "reset"}),
            ("oc-4", {"session_key": "agent:main:sub", "spawned_by": "agent:main:main"}),
        ):
            db.session(key, **more)
            db.message(f"{key} e", None, "user", f"Said in {key}.", session=key)
    store = read(reader, path)
    names = {s.id: s.external_id for s in store.sessions.values()}
    assert {s.external_id: names.get(s.parent_id, "") for s in store.sessions.values()} == {
        "oc-1": "",
        "oc-2": "oc-1",
        "oc-3": "",
        "oc-4": "oc-1",
    }
    assert {m.text: (m.role, m.author) for m in store.messages.values()}["Said in oc-4."] == (
        "assistant",
        "agent",
    )


def test_several_people_in_one_session(path, reader):
    about = SENDER.replace('"label"', '"name"')
    with OpenClaw(path) as db:
        db.session(chat_type="group")
        db.message("e1", None, "user", f"{about}I bring cake.")
    assert [(m.author, m.text) for m in read(reader, path).messages.values()] == [("Maya", "I bring cake.")]


def test_bad_events_cost_themselves(path, reader):
    with OpenClaw(path) as db:
        db.session()
        db.message("e1", None, "user", "Before.")
        for cell in ("{broken", "[]", None):
            db.put("transcript_events", session_id="oc-1", seq=db.count, event_json=cell, created_at=MS)
            db.count += 1
        db.message("e2", "e1", "user", "After.")
        db.put("transcript_events", session_id="oc-9", seq=0, event_json="{broken", created_at=MS)
    store = read(reader, path)
    assert store.texts == ["Before.", "After."]
    assert sorted(p.reason.partition(":")[0] for p in store.problems) == [
        "event 0",
        "event 2",
        "event 3",
        "event 4",
    ]


def test_sessions_that_were_put_into_the_archive_are_told_of(path, reader):
    with OpenClaw(path) as db:
        talk(db)
        db.run(
            "CREATE TABLE session_transcript_cold_archives(session_id TEXT PRIMARY KEY, archive_blob BLOB)"
        )
        for key in ("oc-1", "oc-7", "oc-8"):
            db.put("session_transcript_cold_archives", session_id=key, archive_blob=b"x")
    store = read(reader, path)
    assert len(store.texts) == 4
    assert [p.reason for p in store.problems] == [
        "sessions that OpenClaw has put into its archive and that are not read: 2"
    ]


def test_the_keys_in_the_same_file_are_not_read(path, reader, monkeypatch):
    asked = []
    with OpenClaw(path) as db:
        talk(db)
        db.put("auth_profile_store", profile="p", secret="sk-verysecret")
    import sqlite3

    real = sqlite3.connect

    def traced(*given, **named):
        link = real(*given, **named)
        link.set_trace_callback(asked.append)
        return link

    monkeypatch.setattr(sqlite3, "connect", traced)
    assert read(reader, path).texts
    told = [statement for statement in asked if "auth_profile_store" in statement]
    assert all(statement.startswith("PRAGMA table_info") for statement in told)
    assert asked
