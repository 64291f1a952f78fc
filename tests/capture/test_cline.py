"""Tasks of Cline, Roo Code and Kilo Code, as the user saw them and as the model did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.capture.cline import EXTENSIONS
from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import START, Store, read, settings

FIRST = int(START.timestamp() * 1000)


def seen(second, way, kind, text="", **more):
    return {"ts": FIRST + second * 1000, "type": way, way: kind, "text": text} | more


SEEN = [
    seen(0, "say", "text", "The invoice prefix is INV-FR.", images=["data:image/png;base64,AAAA"]),
    seen(
        1,
        "say",
        "api_req_started",
        json.dumps({"request": "# Current Working Directory (/home/maya/app) Files"}),
    ),
    seen(2, "say", "reasoning", "hm", partial=True),
    seen(3, "say", "text", "I look at the file.", partial=False),
    seen(4, "say", "tool", json.dumps({"tool": "readFile", "path": "a.ts"})),
    seen(5, "ask", "command", "npm test"),
    seen(6, "say", "command_output", "all green"),
    seen(7, "ask", "followup", json.dumps({"question": "For Spain as well?", "options": ["yes"]})),
    seen(8, "say", "user_feedback", "For Spain use INV-ES."),
    seen(
        9,
        "ask",
        "use_mcp_server",
        json.dumps({"serverName": "graphmem", "toolName": "recall", "arguments": "{}"}),
    ),
    seen(10, "say", "mcp_server_response", "The prefix is INV-FR."),
    seen(11, "say", "completion_result", "Prefix stored."),
    seen(12, "ask", "resume_task"),
    seen(13, "say", "brand_new"),
]

SENT = [
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "<task>\nThe invoice prefix is INV-FR.\n</task>"},
            {
                "type": "text",
                "text": "<environment_details>\n# Current Time\n8/6/2026\n</environment_details>",
            },
        ],
    },
    {
        "role": "assistant",
        "content": "<thinking>ok</thinking>I look.\n<read_file>\n<path>a.ts</path>\n</read_file>",
    },
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "[read_file for 'a.ts'] Result:"},
            {"type": "text", "text": "export {}\n<feedback>\nFor Spain use INV-ES.\n</feedback>"},
        ],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "t1", "name": "execute_command", "input": {"command": "npm test"}}
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "all green"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "t2", "name": "attempt_completion", "input": {"result": "Stored."}}
        ],
    },
]


def task(tmp_path, extension="saoudrizwan.claude-dev"):
    return tmp_path / "globalStorage" / extension / "tasks" / "1786"


def test_a_task_as_the_user_saw_it(tmp_path):
    folder = task(tmp_path)
    put(folder.parent.parent / "state" / "taskHistory.json", json.dumps([{"id": "1786", "task": "Invoices"}]))
    put(folder / "api_conversation_history.json", json.dumps(SENT))
    store = said(
        "cline",
        put(folder / "ui_messages.json", json.dumps(SEEN, indent=1)),
        """
        # 1786 | app |  | Invoices
        m0 after - 09:00:00 user/text user: The invoice prefix is INV-FR.

        [image]
        m1 after m0 09:00:03 assistant/text assistant: I look at the file.
        m2 after m1 09:00:04 assistant/tool_call assistant: readFile {"path":"a.ts"}
        m3 after m2 09:00:05 assistant/tool_call assistant: command {"command":"npm test"}
        m4 after m3 09:00:06 tool/tool_result command: all green
        m5 after m4 09:00:07 assistant/text assistant: For Spain as well?
        m6 after m5 09:00:08 user/text user: For Spain use INV-ES.
        m7 after m6 09:00:11 assistant/text assistant: Prefix stored.
        """,
    )
    assert store.unknown == {"brand_new": 1}
    [(reader, path)] = find_sources([tmp_path], None, settings(tmp_path))
    assert (reader.client, path.name) == ("cline", "ui_messages.json")
    other = read(reader, path.with_name("api_conversation_history.json"))
    assert other.messages == store.messages


def test_a_task_as_the_model_saw_it(tmp_path):
    said(
        "cline",
        put(task(tmp_path) / "api_conversation_history.json", json.dumps(SENT)),
        """
        # 1786 |  |  |
        m0 after - 15:06:40 user/text user: The invoice prefix is INV-FR.
        m1 after m0 15:06:40 assistant/text assistant: I look.
        m2 after m1 15:06:40 assistant/tool_call assistant: read_file {"path":"a.ts"}
        m3 after m2 15:06:40 tool/tool_result read_file: export {}
        m4 after m3 15:06:40 user/text user: For Spain use INV-ES.
        m5 after m4 15:06:40 assistant/tool_call assistant: execute_command {"command":"npm test"}
        m6 after m5 15:06:40 tool/tool_result execute_command: all green
        m7 after m6 15:06:40 assistant/text assistant: Stored.
        """,
    )


def test_a_session_of_the_newer_format(tmp_path):
    folder = tmp_path / "data" / "sessions" / "s-1"
    put(folder / "s-1.json", json.dumps({"title": "Invoices", "cwd": "/home/maya/app"}))
    messages = [
        {"id": "m1", "role": "user", "content": [{"type": "text", "text": "Use INV-FR."}], "ts": FIRST},
        {
            "id": "m2",
            "role": "assistant",
            "content": [{"type": "text", "text": "Noted."}],
            "ts": FIRST + 1000,
        },
    ]
    document = {"version": 1, "agent": "main", "sessionId": "s-1", "messages": messages}
    said(
        "cline",
        put(folder / "s-1.messages.json", json.dumps(document)),
        """
        # s-1 | app |  | Invoices
        m0 after - 09:00:00 user/text user: Use INV-FR.
        m1 after m0 09:00:01 assistant/text assistant: Noted.
        """,
    )


def test_two_messages_of_one_millisecond_are_two(tmp_path):
    seen_ = [
        seen(0, "say", "task", "Hi"),
        *[seen(1, "say", "user_feedback", text) for text in ("One.", "Two.")],
    ]
    path = put(task(tmp_path) / "ui_messages.json", json.dumps(seen_))
    assert read(make("cline", tmp_path), path).texts == ["Hi", "One.", "Two."]


def test_a_task_that_goes_on_says_only_what_is_new(tmp_path):
    store, reader, path = Store(), make("cline", tmp_path), task(tmp_path) / "ui_messages.json"
    store.read(reader, put(path, json.dumps(SEEN[:6])))
    [batch] = store.read(reader, put(path, json.dumps(SEEN)))
    assert [m.text for m in batch.messages][:2] == ["all green", "For Spain as well?"]


@pytest.mark.parametrize(("extension", "client"), EXTENSIONS.items())
def test_whose_task_it_is(tmp_path, extension, client):
    path = put(task(tmp_path, extension) / "ui_messages.json", json.dumps(SEEN))
    assert [r.client for r, _ in find_sources([path], None, settings(tmp_path))] == [client]
    machine = Machine({"HOME": "/h"}, "linux")
    places = list(make(client, tmp_path).places(machine))
    assert Path(f"/h/.config/Code/User/globalStorage/{extension}/tasks") in places


def test_a_task_that_was_copied_elsewhere(tmp_path):
    path = put(tmp_path / "x" / "ui_messages.json", json.dumps(SEEN))
    assert [r.client for r, _ in find_sources([path], None, settings(tmp_path))] == ["cline"]
    put(tmp_path / "x" / "history_item.json", json.dumps({"task": "Roo", "workspace": "/home/maya/roo"}))
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    [session] = read(reader, path).sessions.values()
    assert (session.client, session.title, session.project) == ("roo-code", "Roo", "roo")


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    sent = [{"role": "user", "content": f"<task>{frame('Old fact')}Where do I live?</task>"}]
    assert read(
        make("cline", tmp_path), put(task(tmp_path) / "api_conversation_history.json", json.dumps(sent))
    ).texts == ["Where do I live?"]


def test_a_home_that_was_moved(tmp_path):
    machine = Machine({"HOME": "/h", "CLINE_DIR": "/c"}, "linux")
    assert Path("/c/data/sessions") in make("cline", tmp_path).places(machine)
