"""Codex: a rollout goes in; each thing that was said comes out once, under the turn and the thread it was said in."""

from __future__ import annotations

import json
import sqlite3

import pytest
import zstandard

from graphmem.model import content_id
from graphmem.privacy import frame
from tests.capture.writers import THREAD, Codex, Store, codex_reader, line, read, shown

CHILD = "0195bbbb-0000-7000-8000-000000000002"


@pytest.fixture
def story():
    return Codex()


@pytest.fixture
def reading(tmp_path, story):
    def reading(**arguments):
        return read(codex_reader(tmp_path, **arguments), story.write(tmp_path / "codex"))

    return reading


def pairs(store):
    return [(m.role, m.text) for m in store.ordered()]


def test_a_whole_conversation(story, reading):
    story.turn("t-1")
    story.message("developer", "<permissions instructions>sandbox is on</permissions instructions>")
    story.message(
        "user", "# AGENTS.md instructions for /home/maya/app\n\n<INSTRUCTIONS>\nUse pnpm.\n</INSTRUCTIONS>"
    )
    story.message("user", "<environment_context>\n<cwd>/home/maya/app</cwd>\n</environment_context>")
    story.event("task_started", turn_id="t-1")
    story.user("Deploys are on Tuesdays.\nList the files.")
    story.item("reasoning", summary=[{"type": "summary_text", "text": "**Listing**"}], encrypted_content="x")
    story.event("agent_reasoning", text="**Listing**")
    story.tool("exec_command", {"cmd": "ls"}, "README.md")
    story.item("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c2")
    story.item("custom_tool_call_output", call_id="c2", output=[{"type": "input_text", "text": "Success"}])
    story.says("Only README.md.")
    story.event("token_count", info=None)
    story.event("task_complete", turn_id="t-1", last_agent_message="Only README.md.")
    story.envelope(
        "compacted", {"message": "Deploys on Tuesdays.", "replacement_history": [{"role": "user"}]}
    )
    assert shown(reading()) == "\n".join(
        [
            f"# {THREAD} | app | main | ",
            "m0 after - 09:00:07 user/text user: Deploys are on Tuesdays.\nList the files.",
            'm1 after m0 09:00:11 assistant/tool_call gpt-5-codex: exec_command {"cmd": "ls"}',
            "m2 after m1 09:00:12 tool/tool_result exec_command: README.md",
            "m3 after m2 09:00:13 assistant/tool_call gpt-5-codex: apply_patch *** Begin Patch",
            "m4 after m3 09:00:14 tool/tool_result apply_patch: Success",
            "m5 after m4 09:00:15 assistant/text gpt-5-codex: Only README.md.",
        ]
    )


def test_words_come_once_in_whatever_order_they_are_mirrored(story, reading):
    story.message("user", "First request")
    story.event("user_message", message="First request")
    story.event("agent_message", message="First answer")
    story.message("assistant", "First answer")
    story.event("user_message", message="Second request")
    story.message("user", "Second request")
    story.message("assistant", "Second answer")
    assert pairs(reading()) == [
        ("user", "First request"),
        ("assistant", "First answer"),
        ("user", "Second request"),
        ("assistant", "Second answer"),
    ]


def test_a_turn_boundary_between_the_mirrors_makes_no_second_message(story, reading):
    story.message("user", "First request")
    story.turn("t-1")
    story.event("task_started", turn_id="t-1")
    story.event("user_message", message="First request")
    story.message("assistant", "Answer")
    story.event("task_complete")
    story.event("agent_message", message="Answer")
    assert pairs(reading()) == [("user", "First request"), ("assistant", "Answer")]


def test_the_same_words_in_another_turn_are_said_again(story, reading):
    for number in range(3):
        story.turn(f"t-{number}")
        story.user("Go on.")
        story.says("Done.")
        story.event("agent_message", message="Done.")
    store = reading()
    assert pairs(store) == [("user", "Go on."), ("assistant", "Done.")] * 3


def test_what_the_user_saw_wins_over_what_the_model_saw(story, reading):
    story.turn("t-1")
    story.message("user", "Fix it, and here is what an extension added")
    story.event("user_message", message="Fix it")
    assert pairs(reading()) == [("user", "Fix it")]


def test_prompts_without_a_mirror_are_taken_from_what_the_model_saw(story, reading):
    story.turn("t-1")
    story.user("First request")
    story.says("Answer")
    story.turn("t-2")
    story.message("user", "Second request")
    assert pairs(reading())[-1] == ("user", "Second request")


def test_paginated_rollouts(story, reading):
    story.turn("t-9")
    story.message("user", "The staging host is 배포.example.")
    content = [
        {"type": "text", "text": "The staging host is 배포.example."},
        {"type": "local_image", "path": "/x.png"},
    ]
    story.completed(type="UserMessage", id="i1", content=content)
    story.completed(type="Reasoning", id="i2", summary_text=["**Noting**"])
    story.completed(type="CommandExecution", id="i3", command=["ls"], aggregated_output="README.md")
    story.completed(
        type="McpToolCall", id="i4", server="docs", tool="search", arguments={"q": "x"}, result={}
    )
    story.completed(type="McpToolCall", id="i5", server="graphmem", tool="recall", arguments={}, result={})
    story.message("assistant", "Noted.")
    story.completed(type="AgentMessage", id="i6", content=[{"type": "Text", "text": "Noted."}])
    story.turn("t-10")
    story.completed(type="UserMessage", id="i7", content=[{"type": "text", "text": "And now?"}])
    story.completed(type="AgentMessage", id="i8", content=[{"type": "Text", "text": "Nothing."}])
    assert pairs(reading()) == [
        ("user", "The staging host is 배포.example."),
        ("assistant", 'shell ["ls"]'),
        ("tool", "README.md"),
        ("assistant", 'search {"q":"x"}'),
        ("assistant", "Noted."),
        ("user", "And now?"),
        ("assistant", "Nothing."),
    ]


def test_a_tool_use_that_stands_there_twice_comes_once(story, reading):
    story.item("function_call", name="exec_command", arguments='{"cmd":"ls"}', call_id="call_1")
    story.item("function_call", name="exec_command", arguments='{"cmd":"ls"}', call_id="call_1")
    story.completed(type="CommandExecution", id="call_1", command=["ls"], aggregated_output="README.md")
    story.item("function_call_output", call_id="call_1", output={"content": "README.md", "success": True})
    assert pairs(reading()) == [("assistant", 'exec_command {"cmd":"ls"}'), ("tool", "README.md")]


def test_a_rollback_cancels_the_last_turns(story, reading):
    for number in range(3):
        story.turn(f"t-{number}")
        story.user(f"Request {number}")
        story.says(f"Answer {number}")
    story.event("thread_rolled_back", num_turns=2)
    story.turn("t-3")
    story.user("Request 3")
    store = reading()
    assert store.texts == ["Request 0", "Answer 0", "Request 3"]
    assert len(store.messages) == 7
    story.event("thread_rolled_back", num_turns=2)
    assert reading().texts == []
    assert len(reading().messages) == 7


@pytest.mark.parametrize("count", [0, -1, None, "2"])
def test_a_rollback_of_nothing_cancels_nothing(story, reading, count):
    story.user("Request")
    story.event("thread_rolled_back", num_turns=count)
    assert reading().texts == ["Request"]


def test_a_rollback_after_reading_makes_the_messages_inactive(story, tmp_path):
    story.user("Deploys are on Thursdays.")
    path = story.write(tmp_path / "codex")
    store = Store()
    store.read(codex_reader(tmp_path), path)
    story.event("thread_rolled_back", num_turns=1)
    story.write(tmp_path / "codex")
    [batch] = store.read(codex_reader(tmp_path), path)
    assert [(m.text, m.active) for m in batch.messages] == [("Deploys are on Thursdays.", False)]


def test_a_mirror_that_comes_later_changes_nothing(story, tmp_path):
    story.message("user", "Request")
    path = story.write(tmp_path / "codex")
    store = read(codex_reader(tmp_path), path)
    story.event("user_message", message="Request")
    story.write(tmp_path / "codex")
    [batch] = store.read(codex_reader(tmp_path), path)
    assert batch.messages == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<environment_context>\n<cwd>/x</cwd>\n</environment_context>\n\nReal request", "Real request"),
        ("<user_instructions>a</user_instructions>\n<skill>\nb</skill>Real request", "Real request"),
        (
            "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\na\n</INSTRUCTIONS>\nReal request",
            "Real request",
        ),
        ("# AGENTS.md instructions for /x\n\nUse pnpm.", None),
        ("<environment_context>\n<cwd>/x", None),
        ("<turn_aborted>\nThe user interrupted.\n</turn_aborted>", None),
        ("<codex_internal_context_v2>x</codex_internal_context_v2>", None),
        ("<permissions instructions>x</permissions instructions>", None),
        (
            "# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nReal request",
            "Real request",
        ),
        ("What does <skill>x</skill> do?", "What does <skill>x</skill> do?"),
        ("   ", None),
    ],
)
def test_injected_text_is_no_request(story, reading, text, said):
    story.message("user", text)
    assert [m.text for m in reading().ordered()] == ([said] if said else [])


def test_what_older_releases_marked_as_injected(story, reading):
    story.event("user_message", message="cwd is /x", kind="environment_context")
    story.event("user_message", message="Request", kind="plain")
    assert pairs(reading()) == [("user", "Request")]


def test_our_own_tools_leave_nothing(story, reading):
    story.user(f"{frame('The user lives in Lisbon.')}\nWhere do I live?")
    story.tool("mcp__graphmem__recall", {"query": "home"}, "Lisbon")
    story.tool("recall", {"query": "home"}, "Lisbon", namespace="mcp__graphmem")
    story.tool("exec_command", {"cmd": "graphmem recall home"}, "Lisbon")
    story.tool("recall", {"query": "home"}, "Lisbon")
    call = {"server": "graphmem", "tool": "recall"}
    story.event("mcp_tool_call_end", call_id=f"call_{story.calls}", invocation=call)
    story.tool("recall", {"query": "home"}, "Kept: of another server")
    assert pairs(reading()) == [
        ("user", "Where do I live?"),
        ("assistant", 'recall {"query": "home"}'),
        ("tool", "Kept: of another server"),
    ]


def child(story, *, times, source="fork", meta=True, turns=("t-2",)):
    """A rollout that begins with its parent's history, under new times."""
    more = {"forked_from_id": THREAD}
    if source == "agent":
        spawn = {"parent_thread_id": THREAD, "depth": 1}
        more = {"session_id": THREAD, "source": {"subagent": {"thread_spawn": spawn}}}
    copy = Codex(CHILD, start=7200, **more)
    for record in story.records if meta else story.records[1:]:
        copy.clock += times
        copy.envelope(record["type"], record["payload"])
        copy.clock -= 1
    copy.clock += 5
    for turn in turns:
        copy.turn(turn)
        copy.user(f"Own request {turn}")
        copy.says("Own answer")
    return copy


@pytest.fixture
def parent(story):
    story.turn("t-1")
    story.user("Request of the parent")
    story.tool("exec_command", {"cmd": "ls"}, "README.md")
    story.says("Answer of the parent")
    story.event("task_complete", turn_id="t-1")
    return story


@pytest.mark.parametrize("source", ["fork", "agent"])
def test_a_copied_history_is_dropped_by_the_ids_of_its_turns(parent, tmp_path, source):
    parent.write(tmp_path / "codex")
    path = child(parent, times=0, source=source).write(tmp_path / "codex")
    store = read(codex_reader(tmp_path), path)
    role = "user" if source == "fork" else "assistant"
    assert pairs(store) == [(role, "Own request t-2"), ("assistant", "Own answer")]
    [session] = store.sessions.values()
    assert session.id == content_id("ses", "codex", CHILD)
    assert session.parent_id == content_id("ses", "codex", THREAD)


def test_a_prompt_before_the_record_that_names_its_turn_is_kept(parent, tmp_path):
    parent.write(tmp_path / "codex")
    copy = child(parent, times=0, turns=())
    copy.user("Own request")
    copy.turn("t-2")
    copy.says("Own answer")
    store = read(codex_reader(tmp_path), copy.write(tmp_path / "codex"))
    assert pairs(store) == [("user", "Own request"), ("assistant", "Own answer")]


def test_a_copied_history_without_ids_is_dropped_by_its_words(story, tmp_path):
    story.user("Request of the parent")
    story.says("Answer of the parent")
    story.write(tmp_path / "codex")
    copy = child(story, times=0, meta=False, turns=())
    copy.user("Own request")
    copy.says("Answer of the parent")
    store = read(codex_reader(tmp_path), copy.write(tmp_path / "codex"))
    assert pairs(store) == [("user", "Own request"), ("assistant", "Answer of the parent")]


def test_a_copied_history_whose_parent_is_gone_is_dropped_by_its_burst(story, tmp_path):
    story.user("Request of the parent")
    story.says("Answer of the parent")
    copy = child(story, times=0, turns=())
    copy.user("Own request")
    store = read(codex_reader(tmp_path), copy.write(tmp_path / "codex"))
    assert pairs(store) == [("user", "Own request")]


def test_turns_older_than_their_thread_are_copies_even_without_the_parent(story, tmp_path):
    story.turn("01940000-0000-7000-8000-000000000001")
    story.user("Request of the parent")
    story.says("Answer of the parent")
    copy = child(story, times=60, turns=("01960000-0000-7000-8000-000000000001",))
    store = read(codex_reader(tmp_path), copy.write(tmp_path / "codex"))
    assert pairs(store) == [
        ("user", "Own request 01960000-0000-7000-8000-000000000001"),
        ("assistant", "Own answer"),
    ]


def test_an_agent_without_a_copied_history_keeps_all(story, tmp_path):
    story.user("Request of the parent")
    story.write(tmp_path / "codex")
    spawn = {"parent_thread_id": THREAD}
    agent = Codex(CHILD, start=60, source={"subagent": {"thread_spawn": spawn}})
    agent.user("Explore the parser.")
    agent.says("It is small.")
    store = read(codex_reader(tmp_path), agent.write(tmp_path / "codex"))
    assert [(m.role, m.author) for m in store.ordered()] == [("assistant", "agent"), ("assistant", "codex")]


def test_a_rollback_in_a_fork_may_cancel_copied_turns(parent, tmp_path):
    parent.write(tmp_path / "codex")
    copy = child(parent, times=0)
    copy.event("thread_rolled_back", num_turns=2)
    copy.turn("t-3")
    copy.user("Start again")
    store = read(codex_reader(tmp_path), copy.write(tmp_path / "codex"))
    assert store.texts == ["Start again"]


def test_the_first_head_counts(story, reading):
    story.envelope("session_meta", {"id": "another", "cwd": "/elsewhere"})
    story.user("Request")
    [session] = reading().sessions.values()
    assert (session.external_id, session.project) == (THREAD, "app")


def test_a_rollout_without_head_is_named_by_its_file(tmp_path):
    story = Codex(meta=False)
    story.user("Request")
    [session] = read(codex_reader(tmp_path), story.write(tmp_path / "codex")).sessions.values()
    assert session.external_id == THREAD


def test_the_oldest_shapes(tmp_path):
    items = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Request"}]},
        {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output":"README.md"}'},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Answer"}]},
    ]
    meta = {"id": "old", "timestamp": "2025-03-01T09:00:00.000Z", "instructions": None, "git": None}
    document = tmp_path / "rollout-2025-04-20-old.json"
    document.write_text(json.dumps({"session": meta, "items": items}, indent=2))
    lines = tmp_path / "rollout-2025-05-01-old.jsonl"
    lines.write_bytes(line(meta) + line({"record_type": "state"}) + b"".join(map(line, items)))
    one, two = (read(codex_reader(tmp_path), path) for path in (document, lines))
    assert [m.text for m in one.ordered()] == ["Request", "shell {}", '{"output":"README.md"}', "Answer"]
    assert one.sessions == two.sessions
    assert set(one.messages) == set(two.messages)
    assert {(f"{m.sent_at:%Y-%m-%d %H:%M}", m.derived_time) for m in one.ordered()} == {
        ("2025-03-01 09:00", True)
    }
    assert list(codex_reader(tmp_path).read(document, one.cursor)) == []


def test_a_document_that_is_written_again_yields_what_is_new(tmp_path):
    path = tmp_path / "rollout-2025-04-20-old.json"
    meta = {"id": "old", "timestamp": "2025-03-01T09:00:00.000Z"}
    items = [{"type": "message", "role": "user", "content": "Request"}]
    path.write_text(json.dumps({"session": meta, "items": items}))
    store = read(codex_reader(tmp_path), path)
    items.append({"type": "message", "role": "assistant", "content": "Answer"})
    path.write_text(json.dumps({"session": meta, "items": items}))
    store.read(codex_reader(tmp_path), path)
    assert store.texts == ["Request", "Answer"]
    path.write_text("{")
    store.read(codex_reader(tmp_path), path)
    assert [p.reason for p in store.problems] == ["the document is not valid JSON"]


def test_the_transitional_shape(tmp_path):
    path = tmp_path / "talk.jsonl"
    path.write_bytes(
        line({"timestamp": 1740819600, "role": "user", "content": "Translate hello", "model": "o4-mini"})
        + line(
            {"created_at": 1740819601, "type": "tool_call", "function": {"name": "tr"}, "arguments": {"a": 1}}
        )
        + line({"created_at": 1740819602, "type": "tool_result", "name": "tr", "result": "hola"})
        + line({"timestamp": 1740819603, "role": "assistant", "content": "hola"})
    )
    store = read(codex_reader(tmp_path), path)
    assert [(m.role, m.author, m.text) for m in store.ordered()] == [
        ("user", "user", "Translate hello"),
        ("assistant", "o4-mini", 'tr {"a":1}'),
        ("tool", "tr", "hola"),
        ("assistant", "o4-mini", "hola"),
    ]


def test_an_archived_rollout_says_the_same(story, tmp_path):
    story.user("Request")
    story.tool("exec_command", {"cmd": "ls"}, "README.md")
    plain = story.write(tmp_path / "codex")
    packed = tmp_path / "codex" / "archived_sessions" / f"{plain.name}.zst"
    packed.parent.mkdir()
    packed.write_bytes(zstandard.compress(plain.read_bytes()))
    one, two = (read(codex_reader(tmp_path), path) for path in (plain, packed))
    assert (one.sessions, one.messages) == (two.sessions, two.messages)
    assert list(codex_reader(tmp_path).discover(tmp_path / "codex")) == [plain]
    plain.unlink()
    assert list(codex_reader(tmp_path).discover(tmp_path / "codex")) == [packed]


def test_titles_come_from_the_index_the_database_or_the_rollout(story, tmp_path, reading):
    story.user("Request")

    def title():
        [session] = reading().sessions.values()
        return session.title

    root = tmp_path / "codex"
    root.mkdir()
    for number, name in ((4, "old"), (5, "From the database")):
        with sqlite3.connect(root / f"state_{number}.sqlite") as database:
            database.execute("CREATE TABLE threads (id TEXT, title TEXT, secret TEXT)")
            database.execute("INSERT INTO threads VALUES (?, ?, 'x')", (THREAD, name))
        database.close()
    assert title() == "From the database"
    index = [{"id": THREAD, "thread_name": "Old"}, {"id": THREAD, "thread_name": "Newest"}, {"id": "x"}]
    (root / "session_index.jsonl").write_bytes(b"null\n" + b"".join(map(line, index)))
    assert title() == "Newest"
    story.event("thread_name_updated", thread_name="From the rollout")
    assert title() == "From the rollout"


def test_a_broken_title_database_is_no_obstacle(story, tmp_path, reading):
    story.user("Request")
    (tmp_path / "codex").mkdir()
    (tmp_path / "codex" / "state_5.sqlite").write_bytes(b"this is no database")
    assert reading().texts == ["Request"]


def test_records_of_the_wrong_kind_are_problems(story, tmp_path):
    story.user("A good record")
    path = story.write(tmp_path / "codex")
    good = len(path.read_bytes().splitlines())
    bad = [
        {"type": "response_item"},
        {"type": "event_msg", "payload": "text"},
        {"type": "response_item", "payload": {"x": 1}},
        {"x": 1},
    ]
    path.write_bytes(path.read_bytes() + b"".join(map(line, bad)))
    store = read(codex_reader(tmp_path), path)
    assert store.texts == ["A good record"]
    assert [(p.file, p.line) for p in store.problems] == [(str(path), good + n) for n in range(1, 5)]


def test_a_record_glued_behind_a_cut_one_is_read(story, tmp_path):
    story.user("One")
    data = story.bytes()
    story.message("user", "Cut")
    cut = story.bytes()[len(data) : -3]  # its payload is whole, the record around it is not
    story.records.pop()
    story.message("assistant", "Two")
    path = story.write(tmp_path / "codex")
    path.write_bytes(data + cut + story.bytes()[len(data) :])
    store = read(codex_reader(tmp_path), path)
    assert store.texts == ["One", "Two"]
    assert len(store.problems) == 1


def test_unknown_types_are_counted(story, reading):
    story.envelope("brand_new", {})
    story.event("brand_new")
    story.item("brand_new")
    story.envelope("world_state", {})
    story.event("collab_agent_spawn_end")
    assert reading().unknown == {"brand_new": 1, "event_msg/brand_new": 1, "response_item/brand_new": 1}


def test_an_aborted_turn_keeps_its_half(story, reading):
    story.turn("t-1")
    story.user("Request")
    story.event("turn_aborted", reason="interrupted")
    story.turn("t-2")
    story.user("Request")
    assert reading().texts == ["Request", "Request"]
