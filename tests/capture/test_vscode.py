"""Chat sessions of Visual Studio Code: documents, and logs of changes to one."""

from __future__ import annotations

import json

import pytest

from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.capture.vscode import path_in
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import START, Store, read, settings

FIRST = int(START.timestamp() * 1000)


def request(number, text, *response, **more):
    return {
        "requestId": f"request_{number}",
        "message": {"text": text, "parts": []},
        "timestamp": FIRST + number * 1000,
        "modelId": "copilot/gpt-5",
        "response": list(response),
    } | more


TOOL = {
    "kind": "toolInvocationSerialized",
    "toolId": "run_in_terminal",
    "toolCallId": "x",
    "invocationMessage": {"value": "Running"},
    "toolSpecificData": {
        "kind": "terminal",
        "commandLine": {"original": "npm test"},
        "terminalCommandOutput": {"text": "all green"},
    },
}
STATE = {
    "version": 3,
    "sessionId": "v-1",
    "creationDate": FIRST,
    "customTitle": "Dates",
    "requests": [
        request(
            1,
            "Explain this file",
            {"kind": "thinking", "value": "hm"},
            {"value": "It parses "},
            {"kind": "inlineReference", "inlineReference": {"path": "/home/maya/app/dates.ts"}},
            {"value": "."},
            TOOL,
            {"kind": "textEditGroup", "uri": {"path": "/home/maya/app/dates.ts"}, "edits": [[]]},
            {"value": "Done."},
            variableData={
                "variables": [{"kind": "image", "name": "a.png"}, {"kind": "implicit", "name": "b.ts"}]
            },
        ),
        request(2, "A wrong turn", {"value": "Sure."}, shouldBeRemovedOnSend={}),
        request(3, "Use ISO dates.", {"kind": "brandNew"}),
    ],
}
EXPECTED = """
    # v-1 | app |  | Dates
    m0 after - 09:00:01 user/text user: Explain this file

    [image: a.png]
    m1 after m0 09:00:01 assistant/text gpt-5: It parses `dates.ts`.
    m2 after m1 09:00:01 assistant/tool_call gpt-5: run_in_terminal {"command":"npm test"}
    m3 after m2 09:00:01 tool/tool_result run_in_terminal: all green
    m4 after m3 09:00:01 assistant/tool_call gpt-5: edit {"path":"/home/maya/app/dates.ts"}
    m5 after m4 09:00:01 assistant/text gpt-5: Done.
    m6 after m5 09:00:02 user/text user (left): A wrong turn
    m7 after m5 09:00:02 assistant/text gpt-5 (left): Sure.
    m8 after m5 09:00:03 user/text user: Use ISO dates.
    """
LOG = [
    {"kind": 0, "v": STATE | {"requests": [], "customTitle": "Old"}},
    {"kind": 2, "k": ["requests"], "v": STATE["requests"][:1]},
    {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "Done"}], "i": 6},
    {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "Done."}], "i": 6},
    {"kind": 1, "k": ["customTitle"], "v": "Dates"},
    {"kind": 2, "k": ["requests"], "v": STATE["requests"][1:]},
    {"kind": 3, "k": ["requests", 2, "modelId"]},
]


def chat(tmp_path, name):
    workspace = tmp_path / "User" / "workspaceStorage" / "ab"
    put(workspace / "workspace.json", json.dumps({"folder": "file:///home/maya/app"}))
    return workspace / "chatSessions" / name


@pytest.mark.parametrize("indent", [None, 1])
def test_a_document(tmp_path, indent):
    store = said("copilot-chat", put(chat(tmp_path, "v-1.json"), json.dumps(STATE, indent=indent)), EXPECTED)
    assert store.unknown == {"response/brandNew": 1}


def test_a_log(tmp_path):
    store = said("copilot-chat", put(chat(tmp_path, "v-1.jsonl"), LOG), EXPECTED)
    assert not store.problems


def test_both_forms_give_the_same_messages(tmp_path):
    reader = make("copilot-chat", tmp_path)
    one = read(reader, put(chat(tmp_path, "v-1.json"), json.dumps(STATE)))
    two = read(reader, put(chat(tmp_path, "v-1.jsonl"), LOG))
    assert set(one.messages) == set(two.messages)
    found = find_sources([tmp_path / "User"], None, settings(tmp_path))
    assert [(r.client, p.name) for r, p in found] == [("copilot-chat", "v-1.jsonl")]


def test_a_log_that_grows(tmp_path):
    store, reader, path = Store(), make("copilot-chat", tmp_path), chat(tmp_path, "v-1.jsonl")
    for count in range(1, len(LOG) + 1):
        store.read(reader, put(path, LOG[:count]))
    assert store.messages == read(reader, path).messages


@pytest.mark.parametrize(
    "operation",
    [
        {"kind": 1, "k": ["requests", 9, "message"], "v": 1},
        {"kind": 1, "k": ["requests", "x"], "v": 1},
        {"kind": 1, "k": [None], "v": 1},
        {"kind": 1, "k": ["sessionId", "deeper"], "v": 1},
        {"kind": 2, "k": ["sessionId"], "v": [1]},
        {"kind": 3, "k": ["requests", 9]},
        {"kind": 3, "k": ["requests", True]},
    ],
)
def test_a_change_that_does_not_fit_is_told(tmp_path, operation):
    store = read(
        make("copilot-chat", tmp_path), put(chat(tmp_path, "v-1.jsonl"), [LOG[0], operation, *LOG[1:]])
    )
    assert [(problem.line, problem.reason) for problem in store.problems] == [
        (2, "a change to something that is not there")
    ]
    assert len(store.messages) == 9


@pytest.mark.parametrize("wrong", [{}, {"0": {}}, None, 7, "x", True])
def test_turns_that_are_no_list_cost_none_that_come_behind_them(tmp_path, wrong):
    begun = {"kind": 0, "v": {**LOG[0]["v"], "requests": wrong}}
    path = chat(tmp_path, "v-1.jsonl")
    whole = read(make("copilot-chat", tmp_path), put(path, LOG)).texts
    assert "Use ISO dates." in whole
    assert read(make("copilot-chat", tmp_path), put(path, [begun, *LOG[1:]])).texts == whole


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = TOOL | {"toolId": "mcp_graphmem_recall"}
    told = STATE | {
        "requests": [request(1, frame("Old fact") + "Where do I live?", own, {"value": "In Lisbon."})]
    }
    path = put(chat(tmp_path, "v-1.json"), json.dumps(told))
    assert read(make("copilot-chat", tmp_path), path).texts == ["Where do I live?", "In Lisbon."]


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("file:///home/maya/my%20app", "/home/maya/my app"),
        ("file:///c%3A/work", "c:/work"),
        ("vscode-remote://ssh-remote%2Bbox/srv/app", "/srv/app"),
        ("/plain", "/plain"),
        ("", ""),
    ],
)
def test_addresses_of_folders(address, path):
    assert path_in(address) == path


def test_other_files_are_none_of_its(tmp_path):
    reader = make("copilot-chat", tmp_path)
    for content in ('{"requests": 1}', "[]", '{"kind": 0}', '{"sessionId": "x"}'):
        assert not reader.recognises(put(tmp_path / "x.json", content))


def test_the_usual_folders(tmp_path):
    user = tmp_path / "Library" / "Application Support" / "Code" / "User"
    talk = put(user / "workspaceStorage" / "ab" / "chatSessions" / "s.jsonl", LOG)
    places = list(make("copilot-chat", tmp_path).places(Machine({"HOME": str(tmp_path)}, "darwin")))
    assert talk.parent in places
    assert user / "globalStorage" / "emptyWindowChatSessions" in places
