"""Transcripts that Cursor writes of its agents: lines without times and ids, and plain text."""

from __future__ import annotations

from pathlib import Path

from graphmem.capture.cursor_lines import CursorLinesReader
from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import put
from tests.capture.writers import Store, read, settings, shown


def turn(role, *blocks):
    return {"role": role, "message": {"content": list(blocks)}}


def text(words):
    return {"type": "text", "text": words}


def call(name, **given):
    return {"type": "tool_use", "name": name, "input": given}


def result(words, **more):
    return {"type": "tool_result", "content": [text(words)]} | more


TALK = [
    turn("user", text("<user_info>\nOS: linux\n</user_info>\n<user_query>\nUse pnpm.\n</user_query>")),
    turn("assistant", {"type": "thinking", "thinking": "hm"}, text("Looking."), call("Shell", command="ls")),
    turn("user", result("a.ts", tool_use_id="t1")),
    turn("assistant", call("CallMcpTool", server="graphmem", toolName="recall")),
    turn("user", result("An old fact.")),
    turn("assistant", text("[REDACTED]")),
    {"type": "turn_ended"},
    turn("user", text("<system_reminder>Be brief.</system_reminder>Use pnpm.")),
    turn("assistant", {"type": "brand_new", "text": "Seen."}),
]


def reader_of(tmp_path):
    return CursorLinesReader(settings(tmp_path))


def place(tmp_path, name):
    return tmp_path / "projects" / "home-maya-app" / "agent-transcripts" / name


def test_a_transcript_of_lines(tmp_path):
    path = put(place(tmp_path, "c-1/c-1.jsonl"), TALK)
    store = read(reader_of(tmp_path), path)
    assert shown(store).replace(" \n", "\n") == (
        "# c-1 |  |  |\n"
        "m0 after - 15:06:40 user/text user: Use pnpm.\n"
        "m1 after m0 15:06:40 assistant/text assistant: Looking.\n"
        'm2 after m1 15:06:40 assistant/tool_call assistant: Shell {"command":"ls"}\n'
        "m3 after m2 15:06:40 tool/tool_result Shell: a.ts\n"
        "m4 after m3 15:06:40 user/text user: Use pnpm.\n"
        "m5 after m4 15:06:40 assistant/text assistant: Seen."
    )
    assert store.unknown == {"block/brand_new": 1}


def test_a_transcript_that_grows_says_nothing_twice(tmp_path):
    store, path = Store(), place(tmp_path, "c-1/c-1.jsonl")
    for count in range(1, len(TALK) + 1):
        store.read(reader_of(tmp_path), put(path, TALK[:count]))
    assert store.messages == read(reader_of(tmp_path), path).messages


def test_a_transcript_of_plain_text(tmp_path):
    path = put(
        place(tmp_path, "c-2.txt"),
        "user:\n<user_query>\nRename it\n</user_query>\n\n"
        "assistant:\n[Thinking] plan\n[Tool call] Read\n  path: a.ts\n\n"
        f"assistant:\nDone.\n\nuser:\n{frame('Old fact')}Thanks\n",
    )
    assert read(reader_of(tmp_path), path).texts == ["Rename it", "Done.", "Thanks"]


def test_an_agent_is_spoken_to_by_a_model(tmp_path):
    path = put(place(tmp_path, "c-1/subagents/a-1.jsonl"), TALK[:1])
    store = read(reader_of(tmp_path), path)
    [session] = store.sessions.values()
    [message] = store.messages.values()
    [parent] = read(reader_of(tmp_path), put(place(tmp_path, "c-1/c-1.jsonl"), TALK)).sessions.values()
    assert (message.role, message.author, session.parent_id) == ("assistant", "agent", parent.id)


def test_its_files_are_known(tmp_path):
    put(place(tmp_path, "c-1/c-1.jsonl"), TALK)
    put(place(tmp_path, "c-1.txt"), "user:\nhello\n")
    put(place(tmp_path, "c-2.txt"), "user:\nhello\n")
    put(tmp_path / "notes.txt", "user:\nhello\n")
    found = find_sources([tmp_path], "cursor", settings(tmp_path))
    assert [path.name for _, path in found] == ["c-2.txt", "c-1.jsonl"]
    assert {reader.client for reader, _ in found} == {"cursor"}


def test_the_usual_folder(tmp_path):
    assert list(reader_of(tmp_path).places(Machine({"HOME": "/h"}, "linux"))) == [Path("/h/.cursor/projects")]
