"""Claude Code: a transcript goes in; each thing that was said comes out once, with who said it and when."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from graphmem.model import TRUST, content_id
from graphmem.privacy import frame
from tests.capture.writers import SESSION, Claude, claude_reader, line, read, shown


@pytest.fixture
def story():
    return Claude()


@pytest.fixture
def reading(tmp_path, story):
    """Read what the story says by now."""

    def read_it(*, name=f"{SESSION}.jsonl", **arguments):
        return read(claude_reader(tmp_path, **arguments), story.write(tmp_path / "projects" / "-app" / name))

    return read_it


def test_a_whole_conversation(story, reading):
    story.side("permission-mode", permissionMode="default")
    story.add("system", subtype="session_start", isMeta=True)
    story.user("Our staging database is called heron.\nIt lives in Osaka.")
    story.blocks({"type": "thinking", "thinking": "Look first.", "signature": "x"}, answer="msg_a")
    story.says("I will read the settings.", answer="msg_a")
    story.calls("Read", {"file_path": "/etc/app.toml"}, "toolu_1", answer="msg_a")
    story.result(
        "toolu_1", [{"type": "text", "text": 'db = "heron"'}, {"type": "image", "source": {"data": "AAAA"}}]
    )
    story.add("attachment", attachment={"type": "queued_command", "prompt": "Also rename the branch."})
    story.add("progress", data={"type": "hook_progress"})
    story.says("Renamed.", answer="msg_b")
    story.side("ai-title", aiTitle="Settings")
    story.side("custom-title", customTitle="The heron  database")
    assert shown(reading()) == "\n".join(
        [
            f"# {SESSION} | app | main | The heron database",
            "m0 after - 09:00:02 user/text user: Our staging database is called heron.\nIt lives in Osaka.",
            "m1 after m0 09:00:04 assistant/text claude-opus: I will read the settings.",
            'm2 after m1 09:00:05 assistant/tool_call claude-opus: Read {"file_path":"/etc/app.toml"}',
            'm3 after m2 09:00:06 tool/tool_result Read: db = "heron"',
            "m4 after m3 09:00:07 user/text user: Also rename the branch.",
            "m5 after m4 09:00:09 assistant/text claude-opus: Renamed.",
        ]
    )


def test_trust_goes_by_role(story, reading):
    story.user("Hello there")
    story.says("Hello")
    story.calls("Bash", {"command": "ls"}, "t1")
    story.result("t1", "README.md")
    assert {(m.role, m.trust) for m in reading().messages.values()} == {
        (role, TRUST[role]) for role in ("user", "assistant", "tool")
    }


def test_ids_are_those_of_records(story, reading):
    uid = story.user("Hello there")
    store = reading()
    assert list(store.messages) == [content_id("msg", "claude-code", uid)]
    assert list(store.sessions) == [content_id("ses", "claude-code", SESSION)]


def test_one_answer_on_several_lines_is_joined(story, reading):
    story.user("Hello there")
    story.says("I will", answer="msg_a")
    story.says("I will look.", answer="msg_a")
    story.says("I will look.", answer="msg_a")
    story.says("I will", answer="msg_a")
    story.calls("Bash", {"command": "ls"}, "t1", answer="msg_a")
    story.calls("Bash", {"command": "ls"}, "t1", answer="msg_a")
    story.says("A second block.", answer="msg_a")
    story.says("I will look.", answer="msg_b")
    assert reading().texts == [
        "Hello there",
        "I will look.",
        'Bash {"command":"ls"}',
        "A second block.",
        "I will look.",
    ]


def test_snapshots_of_a_whole_answer_are_joined(story, reading):
    first, second = {"type": "text", "text": "One."}, {"type": "text", "text": "Two"}
    story.blocks(first, answer="msg_a")
    story.blocks(first, second, answer="msg_a")
    story.blocks(first, second | {"text": "Two and more."}, answer="msg_a")
    assert reading().texts == ["One.", "Two and more."]


def test_a_growing_answer_comes_again_with_the_same_id(story, reading, tmp_path):
    story.says("I will", answer="msg_a")
    path = story.write(tmp_path / "talk.jsonl")
    store = read(claude_reader(tmp_path), path)
    story.says("I will look.", answer="msg_a")
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [message.text for message in batch.messages] == ["I will look."]
    assert len(store.messages) == 1


def test_the_last_writing_of_a_record_counts(story, reading):
    uid = story.user("Frist version")
    story.says("Fine.")
    story.user("First version", uid=uid, parent=None)
    store = reading()
    assert store.texts == ["First version", "Fine."]


def test_a_record_that_is_written_again_as_a_note_takes_its_message_back(story, tmp_path):
    uid = story.user("Secret of the harness")
    path = story.write(tmp_path / "talk.jsonl")
    store = read(claude_reader(tmp_path), path)
    story.user("Secret of the harness", uid=uid, parent=None, isMeta=True)
    story.write(path)
    store.read(claude_reader(tmp_path), path)
    assert store.texts == []
    assert [message.active for message in store.messages.values()] == [False]


def test_a_fork_has_the_same_message_ids(story, tmp_path):
    story.user("Use pnpm, never npm.")
    story.says("Understood.", answer="msg_short")
    fork = Claude(session="0b0b0b0b-0000-4000-8000-000000000002", base=9)
    fork.records = [record | {"sessionId": fork.session, "sessionKind": "bg"} for record in story.records]
    fork.leaf = story.leaf
    story.user("Add a lint script.")
    fork.user("Try biome.")
    one = read(claude_reader(tmp_path), story.write(tmp_path / "a.jsonl"))
    two = read(claude_reader(tmp_path), fork.write(tmp_path / "b.jsonl"))
    assert set(one.sessions).isdisjoint(two.sessions)
    shared = set(one.messages) & set(two.messages)
    assert {one.messages[key].text for key in shared} == {"Use pnpm, never npm.", "Understood."}


def test_ids_that_are_unique_only_within_a_session_do_not_meet(tmp_path):
    texts = []
    for number, session in enumerate(("ses-a", "ses-b")):
        story = Claude(session=session)
        story.user(f"Said in {session}", uid="u1")
        store = read(claude_reader(tmp_path), story.write(tmp_path / f"{number}.jsonl"))
        texts.append(set(store.messages))
    assert texts[0].isdisjoint(texts[1])


def test_records_without_ids_are_told_apart_by_content_and_time(tmp_path):
    path = tmp_path / "talk.jsonl"
    record = {"type": "user", "timestamp": "2025-03-01T09:00:00Z", "message": {"content": "Again please"}}
    later = record | {"timestamp": "2025-03-01T09:05:00Z"}
    path.write_bytes(line(record) * 2 + line(later))
    store = read(claude_reader(tmp_path), path)
    assert len(store.messages) == 3
    assert [session.external_id for session in store.sessions.values()] == ["talk"]
    copy = tmp_path / "copy" / "talk.jsonl"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    assert set(read(claude_reader(tmp_path), copy).messages) == set(store.messages)


def test_records_of_several_sessions_in_one_file_keep_their_session(story, reading):
    story.user("From before", session="older-session")
    story.user("Resumed")
    assert [s.external_id for s in sorted(reading().sessions.values(), key=lambda s: s.started_at)] == [
        "older-session",
        SESSION,
    ]


def test_agents_are_sessions_of_their_own(story, reading):
    story.user("Delegate this search")
    story.user("Search for TODO", isSidechain=True, agentId="a1", parent=None)
    story.says("I'm searching.", isSidechain=True, agentId="a1")
    store = reading()
    parent = content_id("ses", "claude-code", SESSION)
    agent = content_id("ses", "claude-code", SESSION, "a1")
    assert {s.id: s.parent_id for s in store.sessions.values()} == {parent: "", agent: parent}
    spoken = [(m.role, m.author, m.text) for m in store.ordered() if m.session_id == agent]
    # The agent was spoken to by a model: the user never typed that.
    assert spoken == [
        ("assistant", "agent", "Search for TODO"),
        ("assistant", "claude-opus", "I'm searching."),
    ]


@pytest.mark.parametrize(
    ("place", "stated", "agent"),
    [
        ("agent-a7.jsonl", {}, "a7"),
        (f"{SESSION}/subagents/agent-a7.jsonl", {"agentId": "a7"}, "a7"),
        (f"{SESSION}/subagents/workflows/run-1/agent-a7.jsonl", {"agentId": "a7"}, "a7"),
    ],
)
def test_files_of_agents(story, tmp_path, place, stated, agent):
    story.user("Search for TODO", isSidechain=True, **stated)
    store = read(claude_reader(tmp_path), story.write(tmp_path / "projects" / "-app" / place))
    [session] = store.sessions.values()
    assert session.id == content_id("ses", "claude-code", SESSION, agent)
    assert session.parent_id == content_id("ses", "claude-code", SESSION)


def test_an_agent_that_names_itself_hangs_on_the_session_of_its_folder(tmp_path):
    story = Claude(session="agent-a7")
    story.user("Search for TODO", isSidechain=True, agentId="a7")
    path = story.write(tmp_path / "-app" / SESSION / "subagents" / "agent-a7.jsonl")
    [session] = read(claude_reader(tmp_path), path).sessions.values()
    assert session.parent_id == content_id("ses", "claude-code", SESSION)


def test_summaries_of_compacted_talk_are_no_words_of_the_user(story, reading):
    story.user("Let us begin.")
    story.add("system", parent=None, logicalParentUuid=story.leaf, subtype="compact_boundary")
    story.user("The user works on a weather app.", isCompactSummary=True, isVisibleInTranscriptOnly=True)
    story.user("This session is being continued from a previous conversation that ran out of context.")
    story.says("Summary by the model.", isCompactSummary=True)
    kinds = [(m.kind, m.role) for m in reading().ordered()]
    assert kinds == [("text", "user")] + [("summary", "assistant")] * 3


NOTHING = [
    {"isMeta": True},
    {"isVisibleInTranscriptOnly": True},
    {"origin": {"kind": "task-notification"}},
    {"promptSource": "system"},
]


@pytest.mark.parametrize("mark", NOTHING)
def test_what_the_client_says_in_the_users_name_is_left_out(story, reading, mark):
    story.user("Not typed by anyone", **mark)
    assert reading().messages == {}


@pytest.mark.parametrize("mark", [{"isApiErrorMessage": True}, {"model": "<synthetic>"}])
def test_error_messages_are_no_answers(story, reading, mark):
    story.says("API Error: 529 overloaded", **mark)
    assert reading().messages == {}


def test_a_program_that_instructs_a_model_is_no_user(story, reading):
    story.user("You are a memory observer. Summarise the session.", promptSource="sdk")
    story.user("Fix the tests please", promptSource="sdk")
    assert [(m.role, m.author) for m in reading().ordered()] == [("system", "sdk"), ("user", "user")]


def test_hollow_blocks_make_no_messages(story, reading):
    story.user("Which port does the proxy use?")
    story.blocks({"type": "thinking", "thinking": "", "signature": "x"}, answer="msg_h")
    story.says("", answer="msg_h")
    story.blocks({"type": "redacted_thinking"}, {"type": "fallback"}, {"type": "text"}, answer="msg_h")
    story.says("Port 8443.", answer="msg_h")
    assert reading().texts == ["Which port does the proxy use?", "Port 8443."]


def test_tool_text_is_cut_in_its_middle(story, reading):
    story.calls("Write", {"content": "a" * 100 + " word " * 200}, "t1")
    story.result("t1", "begin " + "x y " * 500 + " end")
    call, result = reading(capture__tool_chars=300).ordered()
    assert call.text.startswith('Write {"content":"aaa')
    assert len(call.text) <= 300 + len("Write ")
    assert result.text.startswith("begin")
    assert result.text.endswith("end")
    assert "characters left out" in result.text


def test_a_secret_is_not_cut_in_half(story, reading):
    secret = "sk-ant-api03-" + "Ab3" * 30
    story.result("t1", "x " * 140 + secret + " y" * 400)
    [message] = reading(capture__tool_chars=300).ordered()
    assert "sk-ant" not in message.text


def test_without_room_for_tools_only_their_names_stay(story, reading):
    story.calls("Bash", {"command": "ls"}, "t1")
    story.result("t1", "README.md")
    assert reading(capture__tool_chars=0).texts == ["Bash"]


def test_pictures_and_other_data_are_dropped(story, reading):
    data = "iVBORw0KGgo" * 100
    picture = {"type": "image", "source": {"type": "base64", "data": data}}
    story.user([{"type": "text", "text": "What is wrong on this picture?"}, picture])
    story.calls("Write", {"content": data}, "t1")
    story.result("t1", [picture, {"type": "text", "text": f"data:image/png;base64,{data}"}])
    assert "iVBOR" not in json.dumps(reading().texts)


def test_what_we_recalled_is_never_read_again(story, reading):
    block = frame("The user lives in Lisbon.")
    story.user(f"{block}\nWhere do I live?")
    story.says(f"You said: {block}")
    story.calls("Bash", {"command": "cat notes"}, "t0")
    story.result("t0", f"notes\n{block}")
    for number, name in enumerate(["mcp__graphmem__recall", "mcp__plugin_graphmem_graphmem__remember"]):
        story.calls(name, {"query": "home"}, f"t{number + 1}")
        story.result(f"t{number + 1}", "The user lives in Lisbon.")
    story.calls("Bash", {"command": "cd /app && graphmem recall home --json"}, "t9")
    story.result("t9", "The user lives in Lisbon.")
    store = reading()
    assert "Lisbon" not in json.dumps(store.texts)
    assert store.texts == ["Where do I live?", "You said:", 'Bash {"command":"cat notes"}', "notes"]


def test_tools_of_the_first_releases(tmp_path):
    path = tmp_path / "old.jsonl"
    records = [
        {"type": "user", "message": {"content": "Open README"}, "uuid": "u1"},
        {"type": "tool_use", "name": "bash", "input": {"command": "cat README.md"}, "uuid": "t1"},
        {"type": "tool_result", "name": "bash", "output": "# Title", "uuid": "r1"},
        {"type": "assistant", "message": {"content": "I read it."}, "uuid": "a1"},
    ]
    path.write_bytes(b"".join(line({"sessionId": "s"} | record) for record in records))
    store = read(claude_reader(tmp_path), path)
    assert store.texts == ["Open README", 'bash {"command":"cat README.md"}', "# Title", "I read it."]


def test_titles_in_their_order(story, reading):
    uid = story.user("Hello there")
    story.side("summary", summary="A talk in this file", leafUuid=uid)
    story.side("summary", summary="A talk in another file", leafUuid="elsewhere")
    assert [s.title for s in reading().sessions.values()] == ["A talk in this file"]
    story.side("ai-title", aiTitle="By the model")
    assert [s.title for s in reading().sessions.values()] == ["By the model"]
    story.side("custom-title", customTitle="By the user")
    story.side("ai-title", aiTitle="By the model again")
    assert [s.title for s in reading().sessions.values()] == ["By the user"]


@pytest.mark.parametrize(
    ("cwd", "project"),
    [("/home/maya/app", "app"), ("/home/maya/app/", "app"), ("C:\\work\\app", "app"), ("/", ""), (None, "")],
)
def test_the_project_is_the_last_folder(reading, story, cwd, project):
    story.cwd = cwd
    story.user("Hello there")
    assert [s.project for s in reading().sessions.values()] == [project]


def test_times_that_are_missing_are_derived(story, reading):
    story.user("No time before", timestamp=...)
    story.user("With a time", timestamp="2025-03-01T12:00:00Z")
    story.user("No time after", timestamp="not a date")
    story.user("In milliseconds", timestamp=1740830400000)
    noon = datetime(2025, 3, 1, 12, tzinfo=UTC)
    store = reading()
    assert [(m.sent_at, m.derived_time) for m in store.ordered()] == [
        (noon, True),
        (noon, False),
        (noon, True),
        (noon, False),
    ]
    assert [(s.started_at, s.ended_at) for s in store.sessions.values()] == [(noon, noon)]


def test_records_of_the_wrong_kind_are_problems(tmp_path):
    path = tmp_path / "talk.jsonl"
    good = Claude()
    good.user("A good record")
    bad = [
        {"type": "user"},
        {"type": "user", "message": "text"},
        {"type": "assistant", "message": {"content": None}},
        {"type": "user", "message": {"content": ["text", {"type": "text", "text": "Another good one"}]}},
        {"x": 1},
        {"type": 7},
    ]
    path.write_bytes(good.bytes() + b"".join(map(line, bad)))
    store = read(claude_reader(tmp_path), path)
    assert store.texts == ["A good record", "Another good one"]
    assert [(p.file, p.line) for p in store.problems] == [(str(path), number) for number in range(2, 8)]
    assert all(p.reason for p in store.problems)


def test_unknown_types_are_counted_and_known_notes_are_not(story, reading):
    story.side("brand-new-type")
    story.side("brand-new-type")
    story.side("queue-operation", operation="enqueue", content="x")
    story.add("system", subtype="turn_duration")
    story.add("attachment", attachment={"type": "hook_success"})
    store = reading()
    assert store.unknown == {"brand-new-type": 2}
    assert store.problems == []


def test_a_new_type_of_record_keeps_the_chain_whole(story, reading):
    story.user("Hello there")
    story.add("brand-new-type")
    story.says("Hello")
    first, second = reading().ordered()
    assert second.parent_id == first.id
