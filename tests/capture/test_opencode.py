"""What is said to OpenCode comes out alike from its files and from its databases, before and after an upgrade."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from graphmem.capture.machine import Machine
from graphmem.capture.stamps import stamp
from tests.capture.stores import MS, OPENCODE_1, OPENCODE_2, OpenCode, Writer, store_reader
from tests.capture.writers import read, shown

TOOL = {
    "type": "tool",
    "tool": "bash",
    "callID": "c1",
    "state": {"status": "completed", "input": {"command": "ls"}, "output": "a.txt", "title": "ls"},
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "opencode.db"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "opencode")


def talk_of_one(db):
    """The same conversation in every form."""
    db.session()
    picture = {"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:image/png;base64,AAAA"}
    db.message(
        "msg_1",
        "user",
        "Redis runs on port 6390.",
        {"type": "text", "text": "Read it", "synthetic": True},
        picture,
    )
    db.message(
        "msg_2", "assistant", {"type": "step-start"}, {"type": "reasoning", "text": "hm"}, TOOL, "It answers."
    )  # fmt: skip


GOLDEN = (
    "# ses_1 | app |  | Cache\n"
    "m0 after - 07:06:41 user/text user: Redis runs on port 6390.\n\n[image: a.png]\n"
    'm1 after m0 07:06:42 assistant/tool_call opus: bash {"command":"ls"}\n'
    "m2 after m1 07:06:42 tool/tool_result bash: a.txt\n"
    "m3 after m2 07:06:42 assistant/text opus: It answers."
)


def test_a_session_of_releases_1(path, reader):
    with OpenCode(path) as db:
        talk_of_one(db)
    assert shown(read(reader, path)) == GOLDEN


def test_a_session_of_releases_2(path, reader):
    with OpenCode(path, OPENCODE_2) as db:
        db.session(table="session_v2")
        picture = {"mime": "image/png", "name": "a.png", "uri": "data:image/png;base64,AAAA"}
        db.row("msg_1", "user", {"text": "Redis runs on port 6390.", "files": [picture]})
        state = {
            "status": "completed",
            "input": {"command": "ls"},
            "content": [{"type": "text", "text": "a.txt"}],
        }
        tool = {"type": "tool", "id": "c1", "name": "bash", "state": state}
        content = [{"type": "reasoning", "text": "hm"}, tool, {"type": "text", "text": "It answers."}]
        db.row("msg_2", "assistant", {"model": {"id": "opus"}, "content": content})
        db.row("msg_3", "synthetic", {"text": "Continue if you have next steps"})
        db.row("msg_4", "model-switched", {})
        db.row("msg_5", "compaction", {"summary": "Redis on 6390."})
        db.row("msg_6", "hologram", {})
    store = read(reader, path)
    summary = "\nm4 after m3 07:06:45 assistant/summary opencode: Redis on 6390."
    assert shown(store) == GOLDEN + summary
    assert store.unknown == {"message hologram": 1}


def test_an_upgrade_stores_nothing_twice(path, reader):
    with OpenCode(path) as db:
        talk_of_one(db)
        db.session("ses_0")
        db.message("msg_0", "user", "Only in the old tables.", session="ses_0")
        store = read(reader, path)
        db.link.executescript(OPENCODE_2)
        db.session(table="session_v2", title="Cache, renamed")
        db.row("msg_1", "user", {"text": "Redis runs on port 6390."})
        db.row(
            "msg_2",
            "assistant",
            {"content": [TOOL | {"id": "c1", "name": "bash"}, {"type": "text", "text": "It answers."}]},
        )
        db.row("msg_9", "user", {"text": "New."})
        store.read(reader, path)
    said = [m.text for m in store.ordered() if m.kind == "text"]
    assert sorted(said) == ["It answers.", "New.", "Only in the old tables.", "Redis runs on port 6390."]
    assert {s.title for s in store.sessions.values()} == {"Cache, renamed", "Cache"}


def test_an_answer_that_grows_is_one_message(path, reader):
    with OpenCode(path) as db:
        db.session()
        db.message("msg_1", "assistant", "It")
        store = read(reader, path)
        db.run(
            "UPDATE part SET data = ?, time_updated = time_updated + 1",
            json.dumps({"type": "text", "text": "It answers."}),
        )
        store.read(reader, path)
    assert [m.text for m in store.messages.values()] == ["It answers."]


def test_what_was_taken_back_is_inactive(path, reader):
    with OpenCode(path) as db:
        db.session()
        for number in range(1, 5):
            db.message(f"msg_{number}", "user", f"Thing {number}.")
        store = read(reader, path)
        db.run("UPDATE session SET revert = ?", json.dumps({"messageID": "msg_3"}))
        store.read(reader, path)
        assert store.texts == ["Thing 1.", "Thing 2."]
        db.run("UPDATE session SET revert = NULL")
        store.read(reader, path)
    assert len(store.texts) == 4


def test_a_part_of_an_answer_that_was_taken_back(path, reader):
    with OpenCode(path) as db:
        db.session(revert={"messageID": "msg_1", "partID": "prt_msg_1_1"})
        db.message("msg_1", "assistant", "Kept.", "Taken back.")
    assert read(reader, path).texts == ["Kept."]


def test_agents_and_summaries(path, reader):
    with OpenCode(path) as db:
        db.session()
        db.message("msg_1", "assistant", "A summary.", summary=True)
        db.message("msg_2", "user", {"type": "compaction", "auto": True})
        db.session("ses_2", parent_id="ses_1")
        db.message("msg_3", "user", "Explore the code.", session="ses_2")
    store = read(reader, path)
    assert [(m.text, m.role, m.kind, m.author) for m in store.messages.values()] == [
        ("A summary.", "assistant", "summary", "opus"),
        ("Explore the code.", "assistant", "text", "agent"),
    ]
    ids = {s.external_id: s.id for s in store.sessions.values()}
    assert [s.parent_id for s in store.sessions.values()] == ["", ids["ses_1"]]


def test_a_fork_repeats_nothing_of_its_parent(path, reader):
    with OpenCode(path, OPENCODE_2) as db:
        db.session(table="session_v2")
        db.row("m1", "user", {"text": "One."})
        db.row("m2", "assistant", {"content": [{"type": "text", "text": "Two."}]})
        db.row("m3", "user", {"text": "Three."})
        db.session("ses_2", table="session_v2", fork_session_id="ses_1", fork_boundary="m2")
        db.row("n1", "user", {"text": "One."}, session="ses_2")
        db.row("n2", "assistant", {"content": [{"type": "text", "text": "Two."}]}, session="ses_2")
        db.row("n3", "user", {"text": "Other."}, session="ses_2")
    store = read(reader, path)
    assert sorted(m.text for m in store.messages.values()) == ["One.", "Other.", "Three.", "Two."]


def test_our_own_tools_are_left_out(path, reader):
    own = TOOL | {"tool": "graphmem_recall", "state": {"input": {}, "output": "The user likes tea."}}
    with OpenCode(path) as db:
        db.session()
        db.message("msg_1", "assistant", own, "You like tea.")
    assert "The user likes tea." not in read(reader, path).texts


def test_bad_cells_cost_themselves(path, reader):
    with OpenCode(path) as db:
        db.session()
        db.message("msg_1", "user", "Before.")
        db.message("msg_2", "user", "Lost with its message.")
        db.run("UPDATE message SET data = '{broken' WHERE id = 'msg_2'")
        db.message("msg_3", "user", "x", "Beside it.", {"type": "dream"})
        db.run("UPDATE part SET data = '[]' WHERE id = 'prt_msg_3_0'")
        db.message("msg_4", "user", "After.")
    store = read(reader, path)
    assert store.texts == ["Before.", "Beside it.", "After."]
    assert [p.reason.partition(":")[0] for p in store.problems] == [
        "message msg_2",
        "part prt_msg_2_0",
        "part prt_msg_3_0",
    ]
    assert store.unknown == {"part dream": 1}


ASKED = [
    {"type": "text", "text": "Redis runs on port 6390."},
    {"type": "text", "text": "x", "synthetic": True},
    {"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:,"},
]


def written(root, layout, *, session="ses_1"):
    """A session in files, as releases before 1.2 laid them out."""
    storage = root / "storage"
    places = {
        "newer": ("session/p", f"message/{session}", "part/{}"),
        "older": ("session/info", f"session/message/{session}", f"session/part/{session}/{{}}"),
    }[layout]
    info = {
        "id": session,
        "version": "1.1",
        "projectID": "p",
        "directory": "/home/maya/app",
        "title": "Cache",
    }

    def put(folder, name, data):
        file = storage / folder / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(data))
        return file

    told = put(places[0], session, info | {"time": {"created": MS, "updated": MS}})
    for number, (role, parts) in enumerate(
        (
            ("user", ASKED),
            ("assistant", [{"type": "step-start"}, TOOL, {"type": "text", "text": "It answers."}]),
        ), 1,
    ):  # fmt: skip
        made = {"id": f"msg_{number}", "sessionID": session, "role": role, "modelID": "opus"}
        put(places[1], f"msg_{number}", made | {"time": {"created": MS + number * 1000}})
        for place, part in enumerate(parts):
            name = f"prt_{number}_{place}"
            put(places[2].format(f"msg_{number}"), name, part | {"id": name, "messageID": f"msg_{number}"})
    return told


@pytest.mark.parametrize("layout", ["newer", "older"])
def test_a_session_in_files_is_the_one_in_the_database(tmp_path, reader, layout):
    told = written(tmp_path / "files", layout)
    assert list(reader.discover(tmp_path / "files")) == [told]
    assert reader.recognises(told)
    store = read(reader, told)
    assert shown(store) == GOLDEN
    with OpenCode(tmp_path / "database" / "opencode.db") as db:
        talk_of_one(db)
    database = read(reader, tmp_path / "database" / "opencode.db")
    assert set(database.messages) == set(store.messages)
    assert set(database.sessions) == set(store.sessions)


def test_files_beside_a_database_that_holds_their_session_say_nothing(tmp_path, reader):
    told = written(tmp_path, "newer")
    other = written(tmp_path, "newer", session="ses_9")
    with OpenCode(tmp_path / "opencode.db") as db:
        talk_of_one(db)
    assert list(reader.read(told, None)) == []
    assert read(reader, other).texts


def test_a_session_in_files_grows_and_its_stamp_tells(tmp_path, reader):
    told = written(tmp_path, "newer")
    store, before = read(reader, told), stamp(reader, told)
    assert list(reader.read(told, store.cursor)) == []
    part = tmp_path / "storage" / "part" / "msg_2" / "prt_2_9.json"
    part.write_text(json.dumps({"id": "prt_2_9", "messageID": "msg_2", "type": "text", "text": "And more."}))
    assert stamp(reader, told) != before
    store.read(reader, told)
    assert store.texts[-1] == "And more."


def test_bad_files_cost_themselves(tmp_path, reader):
    told = written(tmp_path, "newer")
    for name, data in (
        ("message/ses_1/msg_0", b"{broken"),
        ("part/msg_1/prt_1_5", b"[]"),
        ("part/msg_2/prt_2_7", b"\xff"),
    ):
        (tmp_path / "storage" / f"{name}.json").write_bytes(data)
    store = read(reader, told)
    assert shown(store) == GOLDEN
    assert [p.reason for p in store.problems] == [
        "msg_0.json: no JSON object",
        "prt_1_5.json: no JSON object",
        "prt_2_7.json: no JSON object",
    ]
    told.write_bytes(b"{")
    assert [p.reason for p in read(reader, told).problems] == ["ses_1.json: no JSON object"]


def test_the_first_releases_had_parts_inside_messages(tmp_path, reader):
    told = written(tmp_path, "newer")
    old = {
        "id": "msg_9",
        "role": "assistant",
        "parts": [
            {"type": "text", "text": "Inside."},
            {
                "type": "tool-invocation",
                "toolInvocation": {"toolName": "ls", "toolCallId": "c9", "args": {}, "result": "b"},
            },
        ],
        "metadata": {"time": {"created": MS + 9000}, "assistant": {"modelID": "sonnet"}},
    }
    (tmp_path / "storage" / "message" / "ses_1" / "msg_9.json").write_text(json.dumps(old))
    assert read(reader, told).texts[-3:] == ["Inside.", "ls {}", "b"]


def test_a_running_client_is_read_from_its_log(path, tmp_path):
    reader = store_reader(tmp_path, "opencode")
    with OpenCode(path, wal=True) as db:
        talk_of_one(db)
        store, before = read(reader, path), stamp(reader, path)
        db.message("msg_3", "user", "While it runs.")
        assert stamp(reader, path) != before
        store.read(reader, path)
        assert store.texts[-1] == "While it runs."
    assert os.listdir(tmp_path) == ["opencode.db"]  # noqa: PTH208


def test_another_database_is_not_taken(tmp_path, reader):
    with Writer(tmp_path / "x.db", "CREATE TABLE session(id TEXT, directory TEXT);"):
        pass
    assert not reader.recognises(tmp_path / "x.db")
    assert [p.reason for p in read(reader, tmp_path / "x.db").problems] == [
        "the tables of opencode are not as any release that I know has them; found: session"
    ]


def test_where_it_lies(tmp_path, reader):
    home = tmp_path / "d" / "opencode"
    for name in ("opencode.db", "opencode-beta.db"):
        with OpenCode(home / name, OPENCODE_1):
            pass
    machine = Machine({"HOME": "/h", "XDG_DATA_HOME": str(tmp_path / "d"), "OPENCODE_DB": "mine.db"}, "linux")
    assert list(reader.places(machine)) == [
        home / "mine.db",
        home / "opencode-beta.db",
        home / "opencode.db",
        home / "storage" / "session",
    ]
    assert Path("/h/.local/share/opencode/storage/session") in reader.places(
        Machine({"HOME": "/h"}, "darwin")
    )
