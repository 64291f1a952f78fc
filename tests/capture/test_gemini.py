"""Sessions of Gemini CLI in both of its formats, saved conversations, and what belongs to which project."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from graphmem.capture.machine import Machine
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import Store, line, read, stamp

HEAD = {
    "sessionId": "g-1",
    "projectHash": "ab",
    "startTime": stamp(0),
    "lastUpdated": stamp(9),
    "kind": "main",
}


def message(number, kind, content, **more):
    return {"id": f"m{number}", "timestamp": stamp(number), "type": kind, "content": content} | more


READ = {
    "id": "c1",
    "name": "read_file",
    "args": {"path": "a.ts"},
    "result": [{"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": "export {}"}}}],
}
TALK = [
    message(1, "user", [{"text": "<session_context>\nToday is Saturday\n</session_context>"}]),
    message(2, "user", [{"text": "Expanded: use pnpm."}], displayContent="Use pnpm."),
    message(3, "gemini", "Noted", model="gemini-3"),
    message(4, "info", "Request cancelled."),
    message(5, "user", "/chat save pnpm"),
    message(6, "user", [{"text": "Read this:"}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}]),
    message(7, "gemini", "", toolCalls=[READ], thoughts=[{"subject": "x"}]),
]
NEWER = [
    message(3, "gemini", "Noted: pnpm.", model="gemini-3"),
    {"$set": {"summary": "Package manager", "lastUpdated": stamp(10)}},
    message(8, "user", "A wrong turn"),
    message(9, "gemini", "Sure."),
    {"$rewindTo": "m8"},
    message(10, "user", "/home/maya/app is the folder."),
    {"$set": {"messages": [TALK[1], TALK[5]]}},
]
EXPECTED = """
    # g-1 | app |  | Package manager
    m0 after - 09:00:02 user/text user: Use pnpm.
    m1 after m0 09:00:03 assistant/text gemini-3: Noted: pnpm.
    m2 after m1 09:00:06 user/text user: Read this:

    [image]
    m3 after m2 09:00:07 assistant/tool_call gemini: read_file {"path":"a.ts"}
    m4 after m3 09:00:07 tool/tool_result read_file: export {}
    """


def chat(tmp_path, name="session-1.jsonl", project="app"):
    return tmp_path / ".gemini" / "tmp" / project / "chats" / name


def test_a_session_of_lines(tmp_path):
    path = put(chat(tmp_path), [HEAD | {"directories": ["/home/maya/app"]}, *TALK, *NEWER])
    said(
        "gemini-cli",
        path,
        EXPECTED.rstrip()
        + """
    m5 after m4 09:00:08 user/text user (left): A wrong turn
    m6 after m4 09:00:09 assistant/text gemini (left): Sure.
    m7 after m4 09:00:10 user/text user: /home/maya/app is the folder.
    """,
    )


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("last", ["messages", "summary"])
def test_a_session_in_one_document(tmp_path, indent, last):
    document = HEAD | {"directories": ["/home/maya/app"]}
    document |= {"messages": [*TALK[:2], NEWER[0], *TALK[3:]], "summary": "Package manager"}
    document[last] = document.pop(last)
    if last == "summary":
        document["sessionId"] = document.pop("sessionId")
    path = put(chat(tmp_path, "session-1.json"), json.dumps(document, indent=indent))
    said("gemini-cli", path, EXPECTED)


def test_a_document_that_grows_hands_out_what_is_new(tmp_path):
    path, store, reader = chat(tmp_path, "session-1.json"), Store(), make("gemini-cli", tmp_path)
    store.read(reader, put(path, json.dumps(HEAD | {"messages": TALK[:3]})))
    [batch] = store.read(reader, put(path, json.dumps(HEAD | {"messages": TALK})))
    assert [m.text for m in batch.messages] == [
        "Read this:\n\n[image]",
        'read_file {"path":"a.ts"}',
        "export {}",
    ]
    assert store.messages == read(make("gemini-cli", tmp_path), path).messages


def test_both_formats_of_one_session_are_one_session(tmp_path):
    old = read(
        make("gemini-cli", tmp_path), put(chat(tmp_path, "a.json"), json.dumps(HEAD | {"messages": TALK}))
    )
    new = read(make("gemini-cli", tmp_path), put(chat(tmp_path, "b.jsonl"), [HEAD, *TALK]))
    assert (set(old.messages), set(old.sessions)) == (set(new.messages), set(new.sessions))
    put(chat(tmp_path, "b.json"), "{}")
    names = [path.name for path in make("gemini-cli", tmp_path).discover(tmp_path)]
    assert names == ["a.json", "b.jsonl"]


def test_a_saved_conversation(tmp_path):
    turns = [
        {"role": "user", "parts": [{"text": "Use pnpm."}]},
        {"role": "model", "parts": [{"text": "Noted."}, {"functionCall": {"name": "ls", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {"output": "a.ts"}}}]},
    ]
    said(
        "gemini-cli",
        put(tmp_path / "checkpoint-pnpm.json", json.dumps({"history": turns})),
        """
        # checkpoint-pnpm |  |  |
        m0 after - 15:06:40 user/text user: Use pnpm.
        m1 after m0 15:06:40 assistant/text gemini: Noted.
        m2 after m1 15:06:40 assistant/tool_call gemini: ls {}
        m3 after m2 15:06:40 tool/tool_result ls: a.ts
        """,
    )


def test_an_agent_is_not_spoken_to_by_the_user(tmp_path):
    path = put(
        chat(tmp_path).parent / "g-1" / "a.jsonl", [HEAD | {"sessionId": "a-1", "kind": "subagent"}, TALK[1]]
    )
    store = read(make("gemini-cli", tmp_path), path)
    [message_] = store.messages.values()
    assert (message_.role, message_.author) == ("assistant", "agent")
    [parent] = read(make("gemini-cli", tmp_path), put(chat(tmp_path), [HEAD, TALK[1]])).sessions.values()
    assert next(iter(store.sessions.values())).parent_id == parent.id


@pytest.mark.parametrize("how", ["root", "slug", "hash"])
def test_the_project_of_a_session(tmp_path, how):
    name = hashlib.sha256(b"/home/maya/app").hexdigest() if how == "hash" else "app-1"
    path = put(chat(tmp_path, project=name), [HEAD, *TALK])
    if how == "root":
        put(path.parent.parent / ".project_root", "/home/maya/app\n")
    else:
        projects = {"projects": {"/home/maya/app": "app-1" if how == "slug" else "app-2"}}
        put(tmp_path / ".gemini" / "projects.json", json.dumps(projects))
    [session] = read(make("gemini-cli", tmp_path), path).sessions.values()
    assert (session.cwd, session.project) == ("/home/maya/app", "app")


def test_files_that_a_prompt_names_are_not_the_users_words(tmp_path):
    parts = [
        "Explain @a.ts",
        "\n--- Content from referenced files ---",
        "\nContent from @a.ts:\n",
        "export {}",
    ]
    for end in ([], ["\n--- End of content ---"]):
        content = [{"text": part} for part in parts + end]
        path = put(chat(tmp_path), [HEAD, message(1, "user", content)])
        assert read(make("gemini-cli", tmp_path), path).texts == ["Explain @a.ts"]


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = [{"id": "c", "name": "mcp_graphmem_recall", "args": {}, "result": READ["result"]}]
    talk = [
        HEAD,
        message(1, "user", frame("Old fact") + "Where do I live?"),
        message(2, "gemini", "", toolCalls=own),
    ]
    assert read(make("gemini-cli", tmp_path), put(chat(tmp_path), talk)).texts == ["Where do I live?"]


def test_other_files_are_none_of_its(tmp_path):
    reader = make("gemini-cli", tmp_path)
    for content in (
        '{"messages": [{"role": "user", "content": "x"}]}',
        "[]",
        "{}",
        "hello",
        '{"sessionId": "x"}',
    ):
        assert not reader.recognises(put(tmp_path / "x.json", content))
    assert not reader.recognises(put(tmp_path / "x.jsonl", line({"id": "1", "type": "user", "message": {}})))


def test_the_usual_folder(tmp_path):
    reader = make("gemini-cli", tmp_path)
    assert list(reader.places(Machine({"HOME": "/h"}, "linux"))) == [Path("/h/.gemini/tmp")]
    moved = Machine({"HOME": "/h", "GEMINI_CLI_HOME": "/g"}, "linux")
    assert list(reader.places(moved)) == [Path("/g/.gemini/tmp")]
