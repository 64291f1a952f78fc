"""Sessions of Continue: one document each, with times and titles in an index."""

from __future__ import annotations

import json
from pathlib import Path

from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import START, Store, read, settings

CALL = {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": '{"path":"a.ts"}'}}
HISTORY = [
    {"message": {"role": "system", "content": "Be brief."}},
    {
        "message": {
            "role": "user",
            "id": "1",
            "content": [
                {"type": "text", "text": "The colour is #0A7."},
                {"type": "imageUrl", "imageUrl": {"url": "x"}},
            ],
        },
        "contextItems": [{"content": "a file"}],
    },
    {
        "message": {"role": "assistant", "content": "", "toolCalls": [CALL]},
        "toolCallStates": [{"toolCallId": "c1", "status": "done", "output": [{"content": "export {}"}]}],
    },
    {"message": {"role": "thinking", "content": "hm"}},
    {"message": {"role": "assistant", "content": "Noted."}},
    {"message": {"role": "brand_new", "content": "x"}},
]
TALK = {
    "sessionId": "s-1",
    "title": "Colours",
    "workspaceDirectory": "file:///home/maya/app",
    "history": HISTORY,
}
EXPECTED = """
    # s-1 | app |  | Colours
    m0 after - 09:00:00 user/text user: The colour is #0A7.

    [image]
    m1 after m0 09:00:00 assistant/tool_call assistant: read_file {"path":"a.ts"}
    m2 after m1 09:00:00 tool/tool_result read_file: export {}
    m3 after m2 09:00:00 assistant/text assistant: Noted.
    """


def place(tmp_path, talk=TALK):
    index = [{"sessionId": "s-1", "title": "Colours", "dateCreated": str(int(START.timestamp() * 1000))}]
    put(tmp_path / "sessions" / "sessions.json", json.dumps(index))
    return put(tmp_path / "sessions" / "s-1.json", json.dumps(talk))


def test_a_session(tmp_path):
    assert said("continue", place(tmp_path), EXPECTED).unknown == {"message/brand_new": 1}


def test_the_head_may_stand_behind_the_talk(tmp_path):
    said("continue", place(tmp_path, dict(reversed(TALK.items()))), EXPECTED)


def test_a_session_that_goes_on(tmp_path):
    store, reader = Store(), make("continue", tmp_path)
    for count in range(1, len(HISTORY) + 1):
        store.read(reader, place(tmp_path, TALK | {"history": HISTORY[:count]}))
    assert store.messages == read(reader, place(tmp_path)).messages


def test_the_index_is_no_session(tmp_path):
    place(tmp_path)
    found = find_sources([tmp_path], None, settings(tmp_path))
    assert [(reader.client, path.name) for reader, path in found] == [("continue", "s-1.json")]


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = {"id": "c", "function": {"name": "mcp_graphmem_recall", "arguments": "{}"}}
    history = [
        {"message": {"role": "user", "content": frame("Old fact") + "Where do I live?"}},
        {"message": {"role": "assistant", "content": "", "toolCalls": [own]}},
        {"message": {"role": "tool", "content": "Lisbon", "toolCallId": "c"}},
    ]
    assert read(make("continue", tmp_path), place(tmp_path, TALK | {"history": history})).texts == [
        "Where do I live?"
    ]


def test_the_usual_folder(tmp_path):
    reader = make("continue", tmp_path)
    assert list(reader.places(Machine({"HOME": "/h"}, "linux"))) == [Path("/h/.continue/sessions")]
    moved = Machine({"HOME": "/h", "CONTINUE_GLOBAL_DIR": "/c"}, "linux")
    assert list(reader.places(moved)) == [Path("/c/sessions")]
