"""Chats of Cursor's editor and of its command line come out of their databases, with what was left set apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.capture.machine import Machine
from tests.capture.stores import MS, CommandLine, Cursor, Writer, store_reader
from tests.capture.writers import line, read, shown

USER, MODEL = 1, 2


@pytest.fixture
def path(tmp_path):
    return tmp_path / "Cursor" / "User" / "globalStorage" / "state.vscdb"


@pytest.fixture
def reader(tmp_path):
    return store_reader(tmp_path, "cursor")


def test_a_chat_of_the_editor(path, reader):
    used = {
        "name": "read_file",
        "toolCallId": "t1",
        "rawArgs": '{"target_file":"a.ts"}',
        "result": '{"contents":"x"}',
    }
    rich = {"root": {"children": [{"children": [{"text": "Rich "}, {"text": "words."}]}]}}
    with Cursor(path) as db:
        db.chat(
            "c1",
            ("b1", USER, {"text": "The printer is a Star TSP143.", "images": [{"uuid": "x"}]}),
            (
                "b2",
                MODEL,
                {"text": "Noted.", "thinking": {"text": "hm"}, "modelInfo": {"modelName": "gpt-5.6"}},
            ),
            ("b3", MODEL, {"text": "", "toolFormerData": used}),
            ("b4", USER, {"text": "", "richText": json.dumps(rich), "createdAt": "2026-08-06T08:00:00.000Z"}),
            name="Kiosk printer",
            workspaceIdentifier={"id": "w1", "uri": {"fsPath": "/home/maya/kiosk"}},
        )
    assert shown(read(reader, path)) == (
        "# c1 | kiosk |  | Kiosk printer\n"
        "m0 after - 07:06:41 user/text user: The printer is a Star TSP143.\n\n[image]\n"
        "m1 after m0 07:06:42 assistant/text gpt-5.6: Noted.\n"
        'm2 after m1 07:06:43 assistant/tool_call gpt-5.6: read_file {"target_file":"a.ts"}\n'
        'm3 after m2 07:06:43 tool/tool_result read_file: {"contents":"x"}\n'
        "m4 after m3 08:00:00 user/text user: Rich words."
    )


def test_bubbles_that_the_chat_no_longer_names_were_left(path, reader):
    with Cursor(path) as db:
        db.chat("c1", ("b1", USER, "Use npm."), ("b2", MODEL, "npm it is."), ("b3", USER, "Go on."))
        store = read(reader, path)
        assert len(store.texts) == 3
        db.chat("c1", ("b1", USER, "Use npm."), ("b4", MODEL, "pnpm then."), names=["b1", "gone", "b4"])
        store.read(reader, path)
    assert store.texts == ["Use npm.", "pnpm then."]
    assert sorted(m.text for m in store.messages.values() if not m.active) == ["Go on.", "npm it is."]


def test_a_chat_that_grows_gives_what_is_new(path, reader):
    with Cursor(path) as db:
        db.chat("c1", ("b1", USER, "One."))
        db.chat("c2", ("b1", USER, "Other."))
        store = read(reader, path)
        db.chat("c1", ("b1", USER, "One."), ("b2", MODEL, "Two."))
        [batch] = store.read(reader, path)
    assert [m.text for m in batch.messages] == ["Two."]


def test_an_answer_in_the_making_waits(path, reader):
    with Cursor(path) as db:
        db.chat("c1", ("b1", USER, "Go."), ("b2", MODEL, "Half an ans"), status="generating")
        store = read(reader, path)
        assert store.texts == ["Go."]
        db.chat("c1", ("b1", USER, "Go."), ("b2", MODEL, "Half an answer."), status="completed")
        store.read(reader, path)
    assert store.texts == ["Go.", "Half an answer."]


def test_a_bubble_that_changed_is_seen_in_tables_of_either_kind(tmp_path, reader):
    plain = "CREATE TABLE cursorDiskKV(key TEXT PRIMARY KEY, value TEXT);"
    for folder, schema in (("a", None), ("b", plain)):
        with Cursor(tmp_path / folder / "state.vscdb", *([schema] if schema else [])) as db:
            db.chat("c1", ("b1", USER, "One."))
            store = read(reader, db.path)
            value = json.dumps({"bubbleId": "b1", "type": USER, "text": "One, changed."})
            change = "INSERT OR REPLACE INTO cursorDiskKV(key, value) VALUES (?, ?)"
            if schema:
                change = "INSERT INTO cursorDiskKV VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value"
            db.run(change, "bubbleId:c1:b1", value)
            assert [m.text for batch in store.read(reader, db.path) for m in batch.messages] == [
                "One, changed."
            ]


def test_older_chats_are_whole_in_one_value(path, reader):
    said = [
        {"type": 1, "bubbleId": "x1", "text": "Inline."},
        {"type": 2, "bubbleId": "x2", "text": "Answer."},
        {"type": 9},
    ]
    with Cursor(path) as db:
        db.value("composerData:c0", {"composerId": "c0", "createdAt": MS, "conversation": said})
    store = read(reader, path)
    assert store.texts == ["Inline.", "Answer."]
    assert store.unknown == {"bubble 9": 1}


def test_the_folder_of_a_chat_comes_from_its_project(path, reader):
    local = path.parent.parent / "workspaceStorage" / "hash" / "state.vscdb"
    with Cursor(local) as db:
        db.value(
            "composer.composerData", {"allComposers": [{"composerId": "c1", "name": "x"}]}, table="ItemTable"
        )
    local.with_name("workspace.json").write_text('{"folder": "file:///home/maya/my%20app"}')
    with Cursor(path) as db:
        db.chat("c1", ("b1", USER, "Hello there."))
        db.chat("c2", ("b1", USER, {"text": "Hello too.", "workspaceProjectDir": "/home/maya/other"}))
    assert {s.external_id: s.cwd for s in read(reader, path).sessions.values()} == {
        "c1": "/home/maya/my app",
        "c2": "/home/maya/other",
    }


@pytest.mark.parametrize(
    ("described", "folder"),
    [
        ('{"folder": "file:///c%3A/Users/maya/app"}', "c:/Users/maya/app"),
        ('{"folder": "vscode-remote://wsl%2Bubuntu/home/maya/app"}', "/home/maya/app"),
        ('{"workspace": "file:///home/maya/app/x.code-workspace"}', "/home/maya/app"),
        ("{broken", ""),
    ],
)
def test_the_chats_of_one_project(tmp_path, reader, described, folder):
    path = tmp_path / "Cursor" / "User" / "workspaceStorage" / "hash" / "state.vscdb"
    tabs = [
        {
            "tabId": "t1",
            "chatTitle": "Fonts",
            "lastSendTime": MS,
            "bubbles": [
                {"type": "user", "id": "u", "text": "Which font?"},
                {"type": "ai", "id": "a", "rawText": "Inter."},
            ],
        }
    ]
    with Writer(path, "CREATE TABLE ItemTable(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);") as db:
        db.put("ItemTable", key="workbench.panel.aichat.view.aichat.chatdata", value={"tabs": tabs})
        db.put("ItemTable", key="composer.composerData", value="{broken")
    path.with_name("workspace.json").write_text(described)
    assert reader.recognises(path)
    store = read(reader, path)
    assert store.texts == ["Which font?", "Inter."]
    assert [(s.cwd, s.title) for s in store.sessions.values()] == [(folder, "Fonts")]
    assert [p.reason.partition(",")[0] for p in store.problems] == [
        "the value of composer.composerData: no JSON"
    ]


def test_bad_values_cost_themselves(path, reader):
    with Cursor(path) as db:
        db.chat("c1", *((f"b{n}", USER, f"Thing {n}.") for n in range(4)))
        db.value("bubbleId:c1:b1", "{broken")
        db.value("bubbleId:c1:b2", None)
        db.value("composerData:c2", "[]")
        db.value("composerData:c3", None)
        db.value("bubbleId:c4:b1", {"type": USER, "text": "Its chat is missing."})
        db.value(b"bytes", "x")
    store = read(reader, path)
    assert sorted(store.texts) == ["Its chat is missing.", "Thing 0.", "Thing 3."]
    assert sorted(p.reason.partition(":")[0] for p in store.problems) == ["bubble b1 of chat c1", "chat c2"]


def test_our_own_tools_are_left_out(path, reader):
    used = {
        "name": "mcp_graphmem_recall",
        "params": '{"server": "graphmem"}',
        "result": "The user likes tea.",
    }
    with Cursor(path) as db:
        db.chat("c1", ("b1", MODEL, {"text": "", "toolFormerData": used}), ("b2", MODEL, "You like tea."))
    assert read(reader, path).texts == ["You like tea."]


# -- The command line ----------------------------------------------------------------------------------------------


@pytest.fixture
def cli(tmp_path):
    return tmp_path / ".cursor" / "chats" / "hash" / "chat-1" / "store.db"


INFO = "<user_info>\nOS Version: linux\nWorkspace Path: /home/maya/nas\n</user_info>"


def test_a_chat_of_the_command_line(cli, reader):
    with CommandLine(cli) as db:
        model = {"providerOptions": {"cursor": {"modelName": "opus"}}}
        call = {"type": "tool-call", "toolCallId": "t1", "toolName": "Shell", "args": {"command": "ls"}}
        result = {"type": "tool-result", "toolCallId": "t1", "toolName": "Shell", "result": "a.txt"}
        names = [
            db.message("system", "You are an agent."),
            db.message("user", [{"type": "text", "text": INFO}]),
            db.message(
                "user",
                [
                    {"type": "text", "text": "<user_query>\nBack up at 03:15.\n</user_query>"},
                    {"type": "image"},
                ],
            ),
            db.message(
                "assistant",
                [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "Sure."}, call],
                **model,
            ),
            db.message("tool", [result]),
            db.message("assistant", "Done."),
        ]
        db.root(names)
    assert reader.recognises(cli)
    assert shown(read(reader, cli)) == (
        "# chat-1 | nas |  | Backup\n"
        "m0 after - 07:06:40 user/text user: Back up at 03:15.\n"
        "m1 after m0 07:06:40 assistant/text opus: Sure.\n"
        'm2 after m1 07:06:40 assistant/tool_call opus: Shell {"command":"ls"}\n'
        "m3 after m2 07:06:40 tool/tool_result Shell: a.txt\n"
        "m4 after m3 07:06:40 assistant/text opus: Done."
    )


def test_a_chat_grows_is_shortened_and_goes_back(cli, reader):
    with CommandLine(cli) as db:
        names = [db.message("user", f"Thing {n}.") for n in range(3)]
        db.root(names, folder="/home/maya/nas")
        store = read(reader, cli)
        assert store.texts == ["Thing 0.", "Thing 1.", "Thing 2."]
        # A summary takes the place of the first two; the last one is asked otherwise.
        names = [db.message("system", "Summary."), db.message("user", "Thing 3.")]
        db.root([names[0], db.message("user", "Thing 1."), names[1]], folder="/home/maya/nas")
        store.read(reader, cli)
    assert store.texts == ["Thing 0.", "Thing 1.", "Thing 3."]
    assert [m.text for m in store.messages.values() if not m.active] == ["Thing 2."]
    assert [s.cwd for s in store.sessions.values()] == ["/home/maya/nas"]


def test_what_newer_releases_note_beside_the_database(cli, reader):
    with CommandLine(cli) as db:
        db.root([db.message("user", "Look around.")], subagentInfo={"parentAgentId": "chat-0"})
    note = {
        "schemaVersion": 1,
        "createdAtMs": MS + 5000,
        "updatedAtMs": MS + 60_000,
        "title": "Named",
        "cwd": "/home/maya/x",
    }
    cli.with_name("meta.json").write_text(json.dumps(note))
    store = read(reader, cli)
    assert [(m.role, m.author, f"{m.sent_at:%H:%M:%S}") for m in store.messages.values()] == [
        ("assistant", "agent", "07:06:45")
    ]
    [session] = store.sessions.values()
    assert (session.title, session.cwd, f"{session.ended_at:%H:%M:%S}") == (
        "Named",
        "/home/maya/x",
        "07:07:40",
    )
    assert session.parent_id
    cli.with_name("meta.json").write_text("{broken")
    assert read(reader, cli).texts == ["Look around."]


def test_the_same_words_twice_are_two_turns(cli, reader):
    with CommandLine(cli) as db:
        yes = db.message("user", "Yes.")
        db.root([yes, db.message("assistant", "Sure?"), yes])
    assert read(reader, cli).texts == ["Yes.", "Sure?", "Yes."]


def test_without_a_root_all_messages_are_told_in_their_order(cli, reader):
    with CommandLine(cli) as db:
        for said in ("One.", "Two."):
            db.message("user", said)
        db.blob(b"\x0a\x05hello")
        db.run("INSERT INTO meta VALUES ('0', 'nothing that can be read')")
    assert read(reader, cli).texts == ["One.", "Two."]


def test_a_root_may_name_lists_of_messages_and_itself(cli, reader):
    with CommandLine(cli) as db:
        inner = b"".join(b"\x0a\x20" + bytes.fromhex(db.message("user", said)) for said in ("One.", "Two."))
        listed = db.blob(inner)
        db.root([listed, listed, "00" * 32])
    assert read(reader, cli).texts == ["One.", "Two."]


def test_a_transcript_of_a_chat_that_a_database_holds_says_nothing(tmp_path, cli, path, reader):
    folder = tmp_path / ".cursor" / "projects" / "home-maya" / "agent-transcripts"
    for name in ("chat-1", "c1", "alone"):
        file = folder / name / f"{name}.jsonl"
        file.parent.mkdir(parents=True)
        file.write_bytes(line({"role": "user", "message": {"content": [{"type": "text", "text": "Said."}]}}))
        assert reader.recognises(file)
    with CommandLine(cli) as db:
        db.root([db.message("user", "Said.")])
    with Cursor(path) as db:
        db.chat("c1", ("b1", USER, "Said."))
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    assert path in list(reader.places(Machine(home, "linux")))
    told = {name: read(reader, folder / name / f"{name}.jsonl").texts for name in ("chat-1", "c1", "alone")}
    assert told == {"chat-1": [], "c1": [], "alone": ["Said."]}


@pytest.mark.parametrize("first", [0, 1])
def test_a_chat_in_a_transcript_and_in_a_database_is_one(tmp_path, path, reader, first):
    file = tmp_path / "elsewhere" / "c1.jsonl"
    file.parent.mkdir()
    said = [("user", "One."), ("assistant", "Two."), ("user", "One.")]
    file.write_bytes(
        b"".join(
            line({"role": role, "message": {"content": [{"type": "text", "text": text}]}})
            for role, text in said
        )
    )
    with Cursor(path) as db:
        db.chat(
            "c1", *((f"b{n}", USER if role == "user" else MODEL, text) for n, (role, text) in enumerate(said))
        )
    stores = [read(reader, file), read(reader, path)]
    assert set(stores[first].messages) == set(stores[1 - first].messages)
    assert len(stores[first].messages) == 3


def test_where_it_lies(reader):
    def places(platform, **environ):
        return list(reader.places(Machine({"HOME": "/h", "USERPROFILE": "/h"} | environ, platform)))

    assert Path("/h/.config/Cursor/User/globalStorage/state.vscdb") in places("linux")
    assert Path("/h/.cursor/chats") in places("linux")
    assert Path("/h/.cursor/projects") in places("linux")
    assert Path("/x/chats") in places("linux", CURSOR_DATA_DIR="/x")
    assert Path("/h/Library/Application Support/Cursor/User/workspaceStorage") in places("darwin")
    assert Path("/r/Cursor/User/globalStorage/state.vscdb") in places("win32", APPDATA="/r")


def test_the_databases_of_other_editors_are_not_taken(tmp_path, reader):
    path = tmp_path / "Code" / "User" / "workspaceStorage" / "hash" / "state.vscdb"
    with Writer(path, "CREATE TABLE ItemTable(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);") as db:
        db.put("ItemTable", key="x", value="y")
    assert not reader.recognises(path)
