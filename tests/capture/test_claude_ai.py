"""Exports of claude.ai: conversations with blocks, attachments and branches, and those of the design tool."""

from __future__ import annotations

import json

import pytest

from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.packing import packed
from tests.capture.writers import read, settings, stamp

ROOT = "00000000-0000-4000-8000-000000000000"
UNSHOWN = "\n```\nThis block is not supported on your current device yet.\n```\n"


def message(number, sender, content=(), *, parent=..., **more):
    record = {
        "uuid": f"m{number}",
        "sender": sender,
        "text": "",
        "content": list(content),
        "created_at": stamp(number),
        "attachments": [],
        "files": [],
    }
    return record | ({} if parent is ... else {"parent_message_uuid": parent}) | more


def text(words):
    return {"type": "text", "text": words, "citations": []}


def talk(*messages, **more):
    head = {"uuid": "c-1", "name": "Garden", "summary": "", "created_at": stamp(0), "updated_at": stamp(99)}
    return head | {"account": {"uuid": "a"}, "chat_messages": list(messages)} | more


TALK = talk(
    message(1, "human", [text("My tomatoes are Black Krim.")], parent=ROOT, files=[{"file_name": "bed.jpg"}],
            attachments=[{"file_name": "plan.txt", "extracted_content": "bed 1: tomatoes"}]),
    message(2, "assistant", [{"type": "thinking", "thinking": "x"}, text("Lovely."),
                             {"type": "tool_use", "name": "artifacts", "input": {"id": "bed"}},
                             {"type": "tool_result", "name": "artifacts", "content": [text("OK")]},
                             {"type": "token_budget"}], parent="m1"),
    message(3, "human", [text("A wrong turn.")], parent="m2"),
    message(4, "human", [], parent="m2", text=f"They need sun.{UNSHOWN}"),
    message(5, "assistant", [{"type": "brand_new"}, text("They do.")], parent="m4"),
    project={"uuid": "p", "name": "Allotment"},
)  # fmt: skip
EXPECTED = """
    # c-1 | Allotment |  | Garden
    m0 after - 09:00:01 user/text user: My tomatoes are Black Krim.
    m1 after m0 09:00:01 user/text user: [file: plan.txt]

    [file: bed.jpg]
    m2 after m1 09:00:01 tool/tool_result plan.txt: bed 1: tomatoes
    m3 after m2 09:00:02 assistant/text claude: Lovely.
    m4 after m3 09:00:02 assistant/tool_call claude: artifacts {"id":"bed"}
    m5 after m4 09:00:02 tool/tool_result artifacts: OK
    m6 after m5 09:00:03 user/text user (left): A wrong turn.
    m7 after m5 09:00:04 user/text user: They need sun.
    m8 after m7 09:00:05 assistant/text claude: They do.
    """


@pytest.mark.parametrize("indent", [None, 2])
def test_an_unpacked_export(tmp_path, indent):
    files = json.dumps([talk(uuid="c-0"), TALK], indent=indent)
    store = said("claude-ai", put(tmp_path / "conversations.json", files), EXPECTED)
    assert store.unknown == {"block/brand_new": 1}


def test_an_archive(tmp_path):
    files = {
        "conversations.json": json.dumps([TALK]),
        "users.json": "[]",
        "projects/p.json": "{}",
        "memories.json": "[]",
    }
    said("claude-ai", packed(tmp_path / "data-batch-0000.zip", files), EXPECTED)


def test_without_parents_all_is_said(tmp_path):
    plain = talk(message(1, "human", [text("One.")]), message(2, "human", [text("Two.")]))
    store = read(make("claude-ai", tmp_path), put(tmp_path / "conversations.json", json.dumps([plain])))
    assert store.texts == ["One.", "Two."]


def test_the_first_prompt_may_be_edited(tmp_path):
    edited = talk(
        message(1, "human", [text("Old.")], parent=ROOT), message(2, "human", [text("New.")], parent=ROOT)
    )
    store = read(make("claude-ai", tmp_path), put(tmp_path / "conversations.json", json.dumps([edited])))
    assert store.texts == ["New."]


def test_a_talk_with_the_design_tool(tmp_path):
    design = {
        "uuid": "d-1",
        "title": "Chat",
        "created_at": stamp(0),
        "messages": [
            {"uuid": "m1", "created_at": stamp(1), "content": {"role": "user", "content": "Draw a fox."}},
            {
                "uuid": "m2",
                "created_at": stamp(2),
                "content": {
                    "role": "assistant",
                    "contentBlocks": [{"type": "text", "text": "A fox."}, {"type": "error"}],
                },
            },
        ],
    }
    files = {"conversations.json": json.dumps([TALK]), "design_chats/d-1.json": json.dumps(design)}
    store = read(make("claude-ai", tmp_path), packed(tmp_path / "x.zip", files))
    [session] = [one for one in store.sessions.values() if one.external_id == "d-1"]
    assert [m.text for m in store.ordered() if m.session_id == session.id] == ["Draw a fox.", "A fox."]
    assert not store.problems
    for name, content in files.items():
        put(tmp_path / "unpacked" / name, content)
    names = [path.name for _, path in find_sources([tmp_path / "unpacked"], None, settings(tmp_path))]
    assert names == ["conversations.json", "d-1.json"]


def test_damage_costs_one_conversation(tmp_path):
    content = (
        json.dumps([TALK])[:-1]
        + ', {"uuid": "c-2", "chat_messages": [}, '
        + json.dumps(TALK | {"uuid": "c-3"})
        + "]"
    )
    store = read(make("claude-ai", tmp_path), put(tmp_path / "conversations.json", content))
    assert {session.external_id for session in store.sessions.values()} == {"c-1", "c-3"}
    assert len(store.problems) == 1


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = {"type": "tool_use", "id": "t", "name": "recall", "integration_name": "graphmem", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "t", "content": [text("Lisbon.")]}
    said_ = talk(
        message(1, "human", [text(frame("Old") + "Where do I live?")]), message(2, "assistant", [own, answer])
    )
    path = put(tmp_path / "conversations.json", json.dumps([said_]))
    assert read(make("claude-ai", tmp_path), path).texts == ["Where do I live?"]
