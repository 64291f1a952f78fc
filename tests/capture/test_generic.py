"""Messages as for OpenAI's interface, and ShareGPT, a line each or in documents."""

from __future__ import annotations

import json

import pytest

from graphmem.capture.reader import find_sources
from graphmem.errors import SourceError
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import Store, read, settings, stamp

MESSAGES = [
    {"role": "system", "content": "You are helpful."},
    {"role": "user", "content": [{"type": "text", "text": "The gate code changed."}, {"type": "image_url"}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "save", "arguments": '{"k":1}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "saved"},
    {"role": "assistant", "content": "Saved.", "model": "gpt-5"},
]
TALK = {"id": "t-1", "title": "Gates", "created_at": stamp(1), "messages": MESSAGES}
EXPECTED = """
    # t-1 |  |  | Gates
    m0 after - 09:00:01 system/text system: You are helpful.
    m1 after m0 09:00:01 user/text user: The gate code changed.

    [image]
    m2 after m1 09:00:01 assistant/tool_call assistant: save {"k":1}
    m3 after m2 09:00:01 tool/tool_result save: saved
    m4 after m3 09:00:01 assistant/text gpt-5: Saved.
    """
SHARED = {
    "id": "t-1",
    "conversations": [{"from": "human", "value": "My bike is blue."}, {"from": "gpt", "value": "Nice."}],
}
SHARED_EXPECTED = """
    # t-1 |  |  |
    m0 after - 15:06:40 user/text user: My bike is blue.
    m1 after m0 15:06:40 assistant/text assistant: Nice.
    """


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", json.dumps(TALK)),
        ("a.json", json.dumps(TALK, indent=1)),
        ("a.json", json.dumps([TALK])),
        ("a.json", json.dumps(dict(reversed(TALK.items())))),
    ],
)
def test_conversations(tmp_path, name, content):
    said("openai-messages", put(tmp_path / name, content), EXPECTED)


@pytest.mark.parametrize(
    ("name", "content"), [("a.jsonl", json.dumps(SHARED)), ("a.json", json.dumps([SHARED], indent=1))]
)
def test_conversations_of_sharegpt(tmp_path, name, content):
    said("sharegpt", put(tmp_path / name, content), SHARED_EXPECTED)


def test_a_message_on_each_line(tmp_path):
    said(
        "openai-messages",
        put(
            tmp_path / "chat.jsonl",
            [
                {
                    "role": "user",
                    "content": "hi",
                    "timestamp": "2025-03-01T10:00:00+01:00",
                    "session_id": "x",
                },
                {"role": "assistant", "content": "hello", "created_at": 1740819601, "session_id": "x"},
                {"role": "user", "content": "later", "ts": 1740819602123, "session_id": "x", "name": "Maya"},
            ],
        ),
        """
        # x |  |  |
        m0 after - 09:00:00 user/text user: hi
        m1 after m0 09:00:01 assistant/text assistant: hello
        m2 after m1 09:00:02 user/text Maya: later
        """,
    )


def test_a_list_of_messages_is_one_conversation(tmp_path):
    path = put(tmp_path / "chat.json", json.dumps(MESSAGES))
    [session] = read(make("openai-messages", tmp_path), path).sessions.values()
    assert session.external_id == "chat"


def test_conversations_without_ids_go_by_their_first_words(tmp_path):
    plain = [{"messages": [{"role": "user", "content": words}]} for words in ("One.", "Two.", "One.")]
    store, reader, path = Store(), make("openai-messages", tmp_path), tmp_path / "a.jsonl"
    store.read(reader, put(path, plain))
    assert len(store.sessions) == 3
    grown = [{"messages": [*one["messages"], {"role": "assistant", "content": "Yes."}]} for one in plain]
    store.cursor = None
    store.read(reader, put(path, grown))
    assert (len(store.sessions), len(store.messages)) == (3, 6)


def test_calls_that_share_an_id_are_two(tmp_path):
    def called(given, answer):
        call = {"id": "c1", "function": {"name": "save", "arguments": given}}
        said_ = {"role": "assistant", "content": None, "tool_calls": [call]}
        return [said_, {"role": "tool", "tool_call_id": "c1", "content": answer}]

    talk = [*called("1", "one"), *called("2", "two")]
    path = put(tmp_path / "a.jsonl", talk)
    assert read(make("openai-messages", tmp_path), path).texts == ["save 1", "one", "save 2", "two"]


def test_a_folder_of_data_sets_is_no_memory(tmp_path):
    put(tmp_path / "data" / "train.jsonl", json.dumps(TALK))
    put(tmp_path / "data" / "notes.md", "## User\nhello\n")
    with pytest.raises(SourceError, match="no transcripts") as error:
        find_sources([tmp_path / "data"], None, settings(tmp_path))
    assert "--client openai-messages, sharegpt or markdown" in error.value.hint
    assert len(find_sources([tmp_path / "data"], "openai-messages", settings(tmp_path))) == 1
    assert len(find_sources([tmp_path / "data" / "train.jsonl"], None, settings(tmp_path))) == 1


def test_damage_costs_one_conversation(tmp_path):
    content = json.dumps([TALK | {"id": f"t-{number}"} for number in range(5)]).replace(
        '"role": "system"', '"role: "system"', 1
    )
    store = read(make("openai-messages", tmp_path), put(tmp_path / "a.json", content))
    assert {session.external_id for session in store.sessions.values()} >= {"t-1", "t-2", "t-3", "t-4"}
    assert store.problems


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = {"id": "c", "function": {"name": "graphmem__recall", "arguments": "{}"}}
    talk = [
        {"role": "user", "content": frame("Old fact") + "Where do I live?"},
        {"role": "assistant", "content": None, "tool_calls": [own]},
        {"role": "tool", "tool_call_id": "c", "content": "Lisbon"},
    ]
    path = put(tmp_path / "a.jsonl", talk)
    assert read(make("openai-messages", tmp_path), path).texts == ["Where do I live?"]
