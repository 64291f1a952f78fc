"""What is said to Hermes comes out once, whatever its compactions, rewinds and releases do to the rows."""

from __future__ import annotations

import json

import pytest

from graphmem.capture.machine import Machine
from tests.capture.stores import START, Hermes, Writer, store_reader
from tests.capture.writers import Store, line, read, shown

CALL = [
    {"id": "call_1", "type": "function", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state.db"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "hermes")


def test_a_session(path, reader):
    with Hermes(path) as db:
        db.session(title="Budget", cwd="/home/maya/budget", git_branch="main", model="hermes-4")
        db.message("system", "You are Hermes.")
        db.message(
            "user", "The budget cap is 4,200 euros.", api_content="<memory-context>old</memory-context>"
        )
        db.message("assistant", "Let me look.", tool_calls=json.dumps(CALL))
        db.message("tool", '{"output": "a.txt"}', tool_call_id="call_1", tool_name="terminal")
        db.message("assistant", "Understood, 4,200 euros.")
    assert shown(read(reader, path)) == (
        "# s-1 | budget | main | Budget\n"
        "m0 after - 07:06:42 user/text user: The budget cap is 4,200 euros.\n"
        "m1 after m0 07:06:43 assistant/text hermes-4: Let me look.\n"
        'm2 after m1 07:06:43 assistant/tool_call hermes-4: terminal {"command":"ls"}\n'
        'm3 after m2 07:06:44 tool/tool_result terminal: {"output": "a.txt"}\n'
        "m4 after m3 07:06:45 assistant/text hermes-4: Understood, 4,200 euros."
    )


def test_what_was_archived_counts_and_what_was_taken_back_is_left(path, reader):
    with Hermes(path) as db:
        db.session()
        db.message("user", "Old but said.", active=0, compacted=1)
        db.message("user", "A typo.", active=0)
        db.message("user", "Kept by the compaction.", at=START + 50.0, active=0, compacted=1)
        db.message("user", "[CONTEXT SUMMARY] Old things.")
        db.message("user", "Kept by the compaction.", at=START + 50.0)
        db.message("user", "Kept by the compaction.", at=START + 60.0)
    store = read(reader, path)
    assert [(m.text, m.kind, m.role) for m in store.ordered() if m.active] == [
        ("Old but said.", "text", "user"),
        ("Kept by the compaction.", "text", "user"),
        ("[CONTEXT SUMMARY] Old things.", "summary", "assistant"),
        ("Kept by the compaction.", "text", "user"),
    ]
    assert [m.text for m in store.ordered() if not m.active] == ["A typo."]


def test_a_turn_that_is_taken_back_later_becomes_inactive(path, reader):
    with Hermes(path) as db:
        db.session()
        db.message("user", "The port is 80.")
        store = read(reader, path)
        db.run("UPDATE messages SET active = 0")
        db.message("user", "The port is 81.")
        store.read(reader, path)
    assert store.texts == ["The port is 81."]
    assert len(store.messages) == 2


def test_a_compaction_in_place_gives_nothing_new_twice(path, reader):
    with Hermes(path) as db:
        db.session()
        for number in range(4):
            db.message("user", f"Thing {number}", at=START + 10.0 + number)
        store = read(reader, path)
        db.run("UPDATE messages SET active = 0, compacted = 1")
        db.message("user", "[CONTEXT COMPACTION - REFERENCE ONLY] Things.")
        db.message("user", "Thing 3", at=START + 13.0)
        db.message("user", "Thing 4")
        store.read(reader, path)
    assert [m.text for m in store.ordered() if m.kind == "text"] == [f"Thing {n}" for n in range(5)]


def test_a_session_that_goes_on_after_a_compression_begins_with_copies(path, reader):
    with Hermes(path) as db:
        db.session("s-1", end_reason="compression")
        for said in ("One.", "Two.", "Three."):
            db.message("user", said)
            db.message("assistant", f"{said} Yes.")
        db.session("s-2", parent_session_id="s-1")
        db.message("user", "[CONTEXT SUMMARY]: One.", "s-2")
        for role, said in (("assistant", "Two. Yes."), ("user", "Three."), ("assistant", "Three. Yes.")):
            db.message(role, said, "s-2")
        db.message("user", "Four.", "s-2")
        db.session("s-3", parent_session_id="s-1")
        db.message("user", "Three.", "s-3")
    store = read(reader, path)
    texts = [m.text for m in store.ordered()]
    assert texts.count("Three.") == 2  # said again in s-3, which no copy begins
    assert texts.count("Two. Yes.") == texts.count("Three. Yes.") == 1
    parent = {s.external_id: s.parent_id for s in store.sessions.values()}
    ids = {s.external_id: s.id for s in store.sessions.values()}
    assert parent == {"s-1": "", "s-2": ids["s-1"], "s-3": ids["s-1"]}


def test_what_programs_say_is_not_the_user(path, reader):
    with Hermes(path) as db:
        for key, source in (("a", "subagent"), ("c", "cron"), ("u", "cli")):
            db.session(key, source=source, model_config="{}")
            db.message("user", f"Said in {key}.", key)
        db.session("d", model_config='{"_delegate_from": "u"}')
        db.message("user", "Said in d.", "d")
        db.message("user", "Review the conversation above and update the skill library.", "u")
        db.message("user", "[System note: the gateway restarted]", "u")
        db.message(
            "user",
            '[SYSTEM: The user has invoked the "deploy" skill, follow it.]\n\n# Deploy\n\nThe user has provided the '
            "following instruction alongside the skill invocation: Deploy on Friday.",
            "u",
        )
        db.message("user", '[SYSTEM: The user has invoked the "deploy" skill, follow it.]\n\n# Deploy', "u")
        db.message("user", "Someone else in the group", "u", observed=1)
        db.message("user", "Hi <memory-context>\nold beliefs\n</memory-context>", "u")
    said = {(m.text, m.role, m.author) for m in read(reader, path).messages.values()}
    assert said == {
        ("Said in a.", "assistant", "agent"),
        ("Said in c.", "system", "cron"),
        ("Said in d.", "assistant", "agent"),
        ("Said in u.", "user", "user"),
        ("Deploy on Friday.", "user", "user"),
        ("Hi", "user", "user"),
    }


def test_parts_answers_of_codex_and_our_own_tools(path, reader):
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    own = [{"id": "c9", "function": {"name": "mcp__graphmem__recall", "arguments": "{}"}}]
    items = [{"type": "message", "content": [{"type": "output_text", "text": "From Codex."}]}]
    with Hermes(path) as db:
        db.session()
        db.message("user", json.dumps([{"type": "text", "text": "Look at this."}, image]))
        db.message("user", "\0json:" + json.dumps([{"type": "text", "text": "Marked."}]))
        db.message("user", '[{"a list": "that was pasted"}]')
        db.message("assistant", "", codex_message_items=json.dumps(items), tool_calls=json.dumps(own))
        db.message("tool", "the user likes tea", tool_call_id="c9", tool_name="mcp__graphmem__recall")
        db.message("tool", "the user likes tea", tool_call_id="c9")
    assert read(reader, path).texts == [
        "Look at this.\n\n[image]",
        "Marked.",
        '[{"a list": "that was pasted"}]',
        "From Codex.",
    ]


def test_bad_cells_cost_themselves(path, reader):
    with Hermes(path) as db:
        db.session()
        db.message("user", "Before.")
        db.message("assistant", "Here.", tool_calls="{broken")
        db.message("owl", "Hoo.")
        db.message("", "Nobody.")
        db.message("user", b"Bytes \xff.")
        db.message("user", 42)
        db.message("user", "After.")
    store = read(reader, path)
    assert [text for text in store.texts if text != "42"] == ["Before.", "Here.", "Bytes \ufffd.", "After."]
    assert [p.reason.partition(":")[0] for p in store.problems] == ["message 2, tool_calls", "message 4"]
    assert store.unknown == {"role owl": 1}


def test_messages_whose_session_is_lost_are_kept(path, reader):
    with Hermes(path) as db:
        db.message("user", "An orphan.", "s-9")
    assert read(reader, path).texts == ["An orphan."]


def test_columns_of_an_old_release(path, reader):
    with Hermes(path) as db:
        db.session()
        db.message("user", "Still read.")
        for table, names in (
            ("sessions", ("cwd", "git_branch", "git_repo_root", "model_config", "title")),
            ("messages", ("observed", "active", "compacted", "codex_message_items", "api_content")),
        ):
            for name in names:
                db.run(f"ALTER TABLE {table} DROP COLUMN {name}")
    assert read(reader, path).texts == ["Still read."]


def test_a_store_of_another_shape_is_told(path, reader):
    with Hermes(path) as db:
        db.run("ALTER TABLE messages RENAME COLUMN tool_calls TO calls")
    assert not reader.recognises(path)
    [batch] = reader.read(path, None)
    assert "found: messages, schema_version, sessions" in batch.problems[0].reason


SNAPSHOT = {
    "session_id": "20260301_x",
    "model": "hermes-4",
    "platform": "cli",
    "session_start": "2026-03-01T12:00:00+00:00",
    "cwd": "/home/maya/old",
    "messages": [
        {"role": "user", "content": "List files"},
        {"role": "assistant", "content": "", "tool_calls": CALL},
        "odd",
        {"role": "tool", "content": "a.txt", "tool_call_id": "call_1"},
        {"role": "assistant", "content": "There is a.txt."},
        {"role": "session_meta"},
    ],
}


def test_a_session_in_a_document(tmp_path, reader):
    path = tmp_path / "sessions" / "session_20260301_x.json"
    path.parent.mkdir()
    path.write_text(json.dumps(SNAPSHOT, indent=2))
    assert list(reader.discover(tmp_path)) == [path]
    assert reader.recognises(path)
    store = read(reader, path)
    assert shown(store) == (
        "# 20260301_x | old |  | \n"
        "m0 after - 12:00:00 user/text user: List files\n"
        'm1 after m0 12:00:00 assistant/tool_call hermes-4: terminal {"command":"ls"}\n'
        "m2 after m1 12:00:00 tool/tool_result terminal: a.txt\n"
        "m3 after m2 12:00:00 assistant/text hermes-4: There is a.txt."
    )
    assert [p.reason for p in store.problems] == ["a message that is no object"]


def test_a_session_in_lines_and_the_same_in_a_database_are_one(tmp_path, reader):
    path = tmp_path / "old" / "sessions" / "20260301_x.jsonl"
    path.parent.mkdir(parents=True)
    head = {"role": "session_meta", "tools": [], "model": "hermes-4", "platform": "cli", "timestamp": START}
    said = [one | {"timestamp": START + 1.5} for one in SNAPSHOT["messages"] if isinstance(one, dict)]
    path.write_bytes(b"".join(map(line, [head, *said])))
    assert reader.recognises(path)
    lines = read(reader, path)
    assert [m.text for m in lines.ordered()] == [
        "List files",
        'terminal {"command":"ls"}',
        "a.txt",
        "There is a.txt.",
    ]
    with Hermes(tmp_path / "new" / "state.db") as db:
        db.session("20260301_x", model="hermes-4")
        for number, one in enumerate(said[:-1]):
            calls = json.dumps(one["tool_calls"]) if "tool_calls" in one else None
            db.message(
                one["role"], one["content"], "20260301_x", at=START + 2.0 + number, tool_calls=calls,
                tool_call_id=one.get("tool_call_id"),
            )  # fmt: skip
    database = read(reader, tmp_path / "new" / "state.db")
    assert set(database.messages) == set(lines.messages)
    assert set(database.sessions) == set(lines.sessions)
    # Beside the database that took its place the file has nothing to say.
    (tmp_path / "new" / "state.db").rename(tmp_path / "old" / "state.db")
    assert list(reader.read(path, None)) == []


def test_where_it_lies(tmp_path, reader):
    home = tmp_path / ".hermes"
    for folder in (home, home / "profiles" / "coder"):
        with Hermes(folder / "state.db"):
            pass
    found = list(reader.places(Machine({"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}, "linux")))
    assert [p for p in found if p.is_file()] == [home / "state.db", home / "profiles" / "coder" / "state.db"]
    moved = Machine({"HERMES_HOME": str(tmp_path / "x")}, "linux")
    assert next(reader.places(moved)) == tmp_path / "x" / "state.db"
    windows = Machine({"LOCALAPPDATA": str(tmp_path / "l")}, "win32")
    assert next(reader.places(windows)) == tmp_path / "l" / "hermes" / "state.db"


def test_a_database_that_is_locked_is_known_by_its_name(path, reader):
    with Hermes(path) as db:
        db.session()
        db.message("user", "Hello.")
        db.run("BEGIN EXCLUSIVE")
        assert reader.recognises(path)
        with pytest.raises(OSError, match="locked"):
            list(reader.read(path, None))
        db.run("ROLLBACK")
        assert read(reader, path).texts == ["Hello."]


def test_what_is_written_while_it_is_read_comes_the_next_time(path, tmp_path):
    reader = store_reader(tmp_path, "hermes", messages=1)
    with Hermes(path, wal=True) as db:
        db.session()
        db.message("user", "First.")
        db.message("user", "Second.")
    store = Store()
    reading = reader.read(path, None)
    store.take(next(reading))
    with Writer(path) as db:
        db.put("messages", session_id="s-1", role="user", content="Third.", timestamp=START + 10.0)
        for batch in reading:
            store.take(batch)
        store.read(reader, path)
    assert store.texts == ["First.", "Second.", "Third."]
