"""Exports of ChatGPT: trees of messages, one file or many, a month later with more."""

from __future__ import annotations

import copy
import json

import pytest

from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.packing import packed
from tests.capture.writers import START, Store, read

FIRST = START.timestamp()


def node(key, parent, role="user", parts=(), second=None, **more):
    content = more.pop("content", {"content_type": "text", "parts": list(parts)})
    message = {
        "id": f"msg-{key}",
        "author": {"role": role, "name": more.pop("name", None)},
        "create_time": None if second is None else FIRST + second,
        "content": content,
        "weight": more.pop("weight", 1.0),
        "recipient": more.pop("recipient", "all"),
        "metadata": more,
    }
    return key, {"id": key, "parent": parent, "children": [], "message": message}


def conversation(*nodes, **more):
    nodes = nodes or (
        node("a", "root", parts=["I live in Lisbon."], second=1),
        node("b", "a", "assistant", ["Noted."], 2),
    )
    mapping = {"root": {"id": "root", "parent": None, "children": [], "message": None}, **dict(nodes)}
    head = {"conversation_id": "c-1", "title": "Moving", "create_time": FIRST, "current_node": nodes[-1][0]}
    return head | {"default_model_slug": "gpt-5", "mapping": mapping} | more


def part(kind, **more):
    return {"content_type": kind} | more


IMAGE = part("image_asset_pointer", asset_pointer="file-service://file-1")
TALK = conversation(
    node("s", "root", "system", [""], weight=0.0),
    node("p", "s", content=part("user_editable_context", user_profile="x"), is_visually_hidden_from_conversation=True),
    node("a", "p", parts=["I move to Porto."], second=1),
    node("b", "a", "assistant", ["Regenerated away."], 2),
    node("t", "a", "assistant", content=part("thoughts", thoughts=[]), second=3),
    node("c", "t", "assistant", content=part("code", text="print(1)"), second=4, recipient="python"),
    node("d", "c", "tool", content=part("execution_output", text="1"), second=5, name="python"),
    node("e", "d", "assistant", ["Noted. \ue200cite\ue202turn0\ue201【3†source】"], 6, model_slug="gpt-5-mini"),
    node(
        "f", "e", second=7, content=part("multimodal_text", parts=[IMAGE, "Too big?"]),
        attachments=[{"id": "file-1", "name": "box.png"}, {"id": "file-2", "name": "list.csv"}],
    ),
    node("g", "f", "assistant", content=part("multimodal_text", parts=[part("audio_transcription", text="No.")])),
    node("h", "g", "assistant", content=part("brand_new", parts=["?"])),
)  # fmt: skip
EXPECTED = """
    # c-1 |  |  | Moving
    m0 after - 09:00:01 user/text user: I move to Porto.
    m1 after m0 09:00:02 assistant/text gpt-5 (left): Regenerated away.
    m2 after m0 09:00:04 assistant/tool_call gpt-5: python print(1)
    m3 after m2 09:00:05 tool/tool_result python: 1
    m4 after m3 09:00:06 assistant/text gpt-5-mini: Noted.
    m5 after m4 09:00:07 user/text user: [image: box.png]

    Too big?

    [file: list.csv]
    m6 after m5 09:00:07 assistant/text gpt-5: No.
    """


@pytest.mark.parametrize("indent", [None, 1])
def test_an_unpacked_export(tmp_path, indent):
    store = said("chatgpt", put(tmp_path / "conversations.json", json.dumps([TALK], indent=indent)), EXPECTED)
    assert store.unknown == {"content/brand_new": 1}
    assert not store.problems


def test_an_archive_of_one_file(tmp_path):
    files = {"user.json": "{}", "conversations.json": json.dumps([TALK]), "chat.html": "<html>"}
    said("chatgpt", packed(tmp_path / "export.zip", files), EXPECTED)


def test_an_archive_of_many_files(tmp_path):
    listed = ["conversations-000.json", "conversations-001.json", "conversations-002.json"]
    other = conversation(conversation_id="c-2")
    files = {
        "export_manifest.json": json.dumps({"logical_files": {"conversations.json": {"files": listed}}}),
        "conversation_asset_file_names.json": '{"file-1": "box.png"}',
        "conversations-000.json": json.dumps([TALK]),
        "conversations-001.json": json.dumps([other]),
    }
    store = read(make("chatgpt", tmp_path), packed(tmp_path / "export.zip", files))
    assert {session.external_id for session in store.sessions.values()} == {"c-1", "c-2"}
    assert [problem.reason for problem in store.problems] == [
        "conversations-002.json is named in export_manifest.json and missing"
    ]


def test_the_order_of_nodes_does_not_matter(tmp_path):
    mapping = dict(reversed(TALK["mapping"].items()))
    said("chatgpt", put(tmp_path / "conversations.json", json.dumps([TALK | {"mapping": mapping}])), EXPECTED)


def test_an_export_of_a_month_later_holds_the_same_messages(tmp_path):
    store, reader = Store(), make("chatgpt", tmp_path)
    store.read(reader, put(tmp_path / "old.json", json.dumps([TALK])))
    before = dict(store.messages)
    later = copy.deepcopy(TALK)
    later["mapping"] |= dict([node("i", "g", parts=["Thanks."], second=90)])
    later["current_node"] = "i"
    store.cursor = None
    store.read(reader, put(tmp_path / "new.json", json.dumps([conversation(conversation_id="c-0"), later])))
    assert [
        m.text
        for key, m in store.messages.items()
        if key not in before and m.session_id in {b.session_id for b in before.values()}
    ] == ["Thanks."]
    assert all(store.messages[key] == message for key, message in before.items())


def test_another_branch_is_chosen_later(tmp_path):
    store, reader = Store(), make("chatgpt", tmp_path)
    path = put(tmp_path / "conversations.json", json.dumps([TALK]))
    store.read(reader, path)
    store.read(reader, put(path, json.dumps([TALK | {"current_node": "b"}])))
    assert store.texts == ["I move to Porto.", "Regenerated away."]


@pytest.mark.parametrize("current", ["gone", None, 7])
def test_without_a_current_node_the_newest_branch_counts(tmp_path, current):
    store = read(
        make("chatgpt", tmp_path),
        put(tmp_path / "conversations.json", json.dumps([TALK | {"current_node": current}])),
    )
    assert "Noted." in store.texts
    assert "Regenerated away." not in store.texts


def test_a_circle_of_parents_ends(tmp_path):
    talk = conversation(node("a", "b", parts=["One."]), node("b", "a", parts=["Two."]))
    assert read(make("chatgpt", tmp_path), put(tmp_path / "conversations.json", json.dumps([talk]))).texts


def test_a_talk_that_is_not_to_be_remembered_is_not(tmp_path):
    files = json.dumps([conversation(is_do_not_remember=True), conversation(conversation_id="c-2")])
    store = read(make("chatgpt", tmp_path), put(tmp_path / "conversations.json", files))
    assert [session.external_id for session in store.sessions.values()] == ["c-2"]
    assert "not to be remembered" in store.problems[0].reason


def test_a_single_conversation(tmp_path):
    said("chatgpt", put(tmp_path / "moving.json", json.dumps(TALK)), EXPECTED)


def test_damage_costs_one_conversation(tmp_path):
    good = json.dumps(conversation(conversation_id="c-9"))
    store = read(
        make("chatgpt", tmp_path),
        put(tmp_path / "conversations.json", f'[{good}, 7, {{"mapping": }}, {good[:-40]}'),
    )
    assert store.texts == ["I live in Lisbon.", "Noted."]
    assert len(store.problems) == 3


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    talk = conversation(
        node("a", "root", parts=[frame("Old fact") + "Where do I live?"], second=1),
        node("b", "a", "assistant", content=part("code", text="{}"), second=2, recipient="graphmem.recall"),
    )
    assert read(
        make("chatgpt", tmp_path), put(tmp_path / "conversations.json", json.dumps([talk]))
    ).texts == ["Where do I live?"]
