"""Sessions of Copilot CLI: events, agents apart from the talk, and what was taken back."""

from __future__ import annotations

from pathlib import Path

from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import Store, read, settings, stamp


def event(number, kind, /, **data):
    return {
        "type": kind,
        "data": data,
        "id": f"e{number}",
        "timestamp": stamp(number),
        "parentId": f"e{number - 1}" if number else None,
    }


CALL = {"toolCallId": "c1", "name": "bash", "arguments": {"command": "ls"}, "type": "function"}
TASK = {"toolCallId": "c2", "name": "task", "arguments": {"prompt": "Look around."}}
PLACE = {"cwd": "/home/maya/app", "branch": "main"}
NOTE = {"type": "file", "displayName": "a.md"}
TALK = [
    event(0, "session.start", sessionId="cp-1", context=PLACE, selectedModel="gpt-5"),
    event(1, "session.info", infoType="folder_trust", message="trusted"),
    event(2, "user.message", content="Use pnpm.", transformedContent="<now/>Use pnpm.", attachments=[NOTE]),
    event(3, "assistant.message", content="Looking.", toolRequests=[CALL, TASK]),
    event(4, "tool.execution_complete", toolCallId="c1", success=True, result={"content": "a.ts"}),
    event(5, "subagent.started", toolCallId="c2", agentName="explorer"),
    event(6, "user.message", content="Look around.", parentAgentTaskId="c2"),
    event(7, "assistant.message", content="Two files.", parentToolCallId="c2", toolRequests=[]),
    event(8, "user.message", content="Injected by a skill", source="skill-pdf"),
    event(9, "user.message", content="A wrong turn"),
    event(10, "assistant.message", content="Sure."),
    event(11, "session.snapshot_rewind", upToEventId="e9", eventsRemoved=2),
    event(12, "session.compaction_complete", summaryContent="Uses pnpm."),
    event(13, "session.title_changed", title="Package manager"),
    event(14, "brand.new", x=1),
]  # fmt: skip


def test_a_session(tmp_path):
    store = said(
        "copilot-cli",
        put(tmp_path / "folder" / "events.jsonl", TALK),
        """
        # cp-1 | app | main | Package manager
        m2 after - 09:00:02 user/text user: Use pnpm.

        [file: a.md]
        m3 after m2 09:00:03 assistant/text gpt-5: Looking.
        m4 after m3 09:00:03 assistant/tool_call gpt-5: bash {"command":"ls"}
        m5 after m4 09:00:03 assistant/tool_call gpt-5: task {"prompt":"Look around."}
        m6 after m5 09:00:04 tool/tool_result bash: a.ts
        m7 after m6 09:00:09 user/text user (left): A wrong turn
        m8 after m6 09:00:10 assistant/text gpt-5 (left): Sure.
        m9 after m6 09:00:12 assistant/summary gpt-5: Uses pnpm.
        # cp-1/c2 | app | main | explorer < parent
        m0 after - 09:00:06 assistant/text agent: Look around.
        m1 after m0 09:00:07 assistant/text gpt-5: Two files.
        """,
    )
    assert store.unknown == {"brand.new": 1}


def test_a_session_that_grows(tmp_path):
    store, reader, path = Store(), make("copilot-cli", tmp_path), tmp_path / "s.jsonl"
    for count in range(1, len(TALK) + 1):
        store.read(reader, put(path, TALK[:count]))
    whole = read(reader, path)
    assert (store.messages, store.sessions) == (whole.messages, whole.sessions)


def test_what_stands_beside_a_session(tmp_path):
    folder = tmp_path / "other-name"
    put(
        folder / "workspace.yaml",
        "id: cp-1\ncwd: '/home/maya/app'\nbranch: dev\nsummary: \"Lists: files\"\nlong: |-\n  text\n",
    )
    path = put(folder / "events.jsonl", [TALK[0] | {"data": {"sessionId": "cp-1"}}, TALK[2]])
    [session] = read(make("copilot-cli", tmp_path), path).sessions.values()
    assert (session.external_id, session.project, session.branch, session.title) == (
        "cp-1",
        "app",
        "dev",
        "Lists: files",
    )


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    own = {"toolCallId": "c9", "name": "graphmem-recall", "arguments": {}}
    talk = [
        event(0, "user.message", content=frame("Old fact") + "Where do I live?"),
        event(1, "assistant.message", content="", toolRequests=[own]),
        event(2, "tool.execution_complete", toolCallId="c9", result={"content": "In Lisbon."}),
    ]
    assert read(make("copilot-cli", tmp_path), put(tmp_path / "s.jsonl", talk)).texts == ["Where do I live?"]


def test_its_files_are_known(tmp_path):
    put(tmp_path / "a" / "events.jsonl", TALK)
    put(tmp_path / "b.jsonl", TALK)
    found = find_sources([tmp_path], None, settings(tmp_path))
    assert sorted((r.client, p.name) for r, p in found) == [
        ("copilot-cli", "b.jsonl"),
        ("copilot-cli", "events.jsonl"),
    ]


def test_the_usual_folder(tmp_path):
    reader = make("copilot-cli", tmp_path)
    assert Path("/h/.copilot/session-state") in reader.places(Machine({"HOME": "/h"}, "linux"))
    assert Path("/c/session-state") in reader.places(Machine({"HOME": "/h", "COPILOT_HOME": "/c"}, "linux"))
