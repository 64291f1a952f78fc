"""Sessions of Pi: a tree of events, branches of which one is the talk, and copies under the same ids."""

from __future__ import annotations

import pytest

from graphmem.capture.machine import Machine
from graphmem.privacy import frame
from tests.capture.lines import make, put, said
from tests.capture.writers import Store, read, stamp

HEAD = {"type": "session", "version": 3, "id": "s-1", "timestamp": stamp(0), "cwd": "/home/maya/app"}


def event(number, parent, kind="message", **more):
    return {
        "type": kind,
        "id": f"e{number}",
        "parentId": f"e{parent}" if parent else None,
        "timestamp": stamp(number),
    } | more


def message(number, parent, role, content, **more):
    return event(number, parent, message={"role": role, "content": content} | more)


def text(words):
    return {"type": "text", "text": words}


TALK = [
    HEAD,
    event(1, 0, "model_change", modelId="opus"),
    message(2, 1, "user", [text("Use pnpm."), {"type": "image", "mimeType": "image/png", "data": "AAAA"}]),
    message(
        3,
        2,
        "assistant",
        [
            {"type": "thinking", "thinking": "hm"},
            text("Noted."),
            {"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "a.ts"}},
        ],
    ),
    message(4, 3, "toolResult", [text("export {}")], toolCallId="c1", toolName="read"),
    message(5, 4, "user", "A wrong turn"),
    message(6, 5, "assistant", [text("Sure.")], model="haiku"),
    message(7, 4, "user", "Deploys are on Thursdays."),
    event(8, 7, "custom_message", customType="notes", content="injected by an extension"),
    message(9, 8, "bashExecution", None, command="git status", output="clean"),
    event(10, 9, "compaction", summary="Uses pnpm.", firstKeptEntryId="e7"),
    event(11, 10, "session_info", name="Setting up"),
    event(12, 11, "brand_new_kind"),
]


def test_a_session(tmp_path):
    store = said(
        "pi",
        put(tmp_path / "2025-03-01_s-1.jsonl", TALK),
        """
        # s-1 | app |  | Setting up
        m0 after - 09:00:02 user/text user: Use pnpm.

        [image]
        m1 after m0 09:00:03 assistant/text opus: Noted.
        m2 after m1 09:00:03 assistant/tool_call opus: read {"path":"a.ts"}
        m3 after m2 09:00:04 tool/tool_result read: export {}
        m4 after m3 09:00:05 user/text user (left): A wrong turn
        m5 after m4 09:00:06 assistant/text haiku (left): Sure.
        m6 after m3 09:00:07 user/text user: Deploys are on Thursdays.
        m7 after m6 09:00:09 tool/tool_result bash: $ git status
        clean
        m8 after m7 09:00:10 assistant/summary opus: Uses pnpm.
        """,
    )
    assert store.unknown == {"brand_new_kind": 1}
    assert not store.problems


def test_going_back_takes_the_other_branch_out(tmp_path):
    reader, path, store = make("pi", tmp_path), tmp_path / "s.jsonl", Store()
    store.read(reader, put(path, TALK[:7]))
    assert "A wrong turn" in store.texts
    store.read(reader, put(path, TALK))
    assert "A wrong turn" not in store.texts
    assert "Deploys are on Thursdays." in store.texts


def test_a_branched_session_shares_the_messages_of_its_parent(tmp_path):
    head = HEAD | {
        "id": "s-2",
        "timestamp": stamp(90),
        "parentSession": "/h/.pi/agent/sessions/--h--/2025_s-1.jsonl",
    }
    one = read(make("pi", tmp_path), put(tmp_path / "1.jsonl", TALK[:5]))
    two = read(
        make("pi", tmp_path), put(tmp_path / "2.jsonl", [head, *TALK[1:5], message(5, 4, "user", "Other")])
    )
    assert set(one.messages) < set(two.messages)
    [parent], [branch] = one.sessions.values(), two.sessions.values()
    assert branch.parent_id == parent.id
    assert branch.started_at < branch.ended_at


def test_the_first_format_has_no_ids(tmp_path):
    old = [
        {k: v for k, v in r.items() if k not in ("version", "parentId", *(("id",) if r is not HEAD else ()))}
        for r in TALK
    ]
    store = read(make("pi", tmp_path), put(tmp_path / "s.jsonl", old))
    assert len(store.messages) == 9
    assert all(message.active for message in store.messages.values())
    again = read(make("pi", tmp_path), put(tmp_path / "copy.jsonl", [old[0] | {"id": "s-9"}, *old[1:]]))
    assert set(again.messages) == set(store.messages)


def test_a_missing_record_does_not_cut_the_talk(tmp_path):
    store = read(make("pi", tmp_path), put(tmp_path / "s.jsonl", [r for r in TALK if r.get("id") != "e4"]))
    assert store.texts[0].startswith("Use pnpm.")


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    talk = [
        HEAD,
        message(1, 0, "user", [text(f"{frame('Maya lives in Lisbon.')}\nWhere do I live?")]),
        message(
            2, 1, "assistant", [{"type": "toolCall", "id": "c", "name": "graphmem_recall", "arguments": {}}]
        ),
        message(
            3, 2, "toolResult", [text("Maya lives in Lisbon.")], toolCallId="c", toolName="graphmem_recall"
        ),
    ]
    assert read(make("pi", tmp_path), put(tmp_path / "s.jsonl", talk)).texts == ["Where do I live?"]


@pytest.mark.parametrize(
    ("environ", "place"), [({}, "/h/.pi/agent/sessions"), ({"PI_CODING_AGENT_DIR": "/p"}, "/p/sessions")]
)
def test_the_usual_folder(tmp_path, environ, place):
    assert [str(p) for p in make("pi", tmp_path).places(Machine({"HOME": "/h"} | environ, "linux"))] == [
        place
    ]


def test_sessions_without_a_head_and_those_of_others(tmp_path):
    reader = make("pi", tmp_path)
    assert reader.recognises(put(tmp_path / "s.jsonl", TALK[1:]))
    timed = message(2, 1, "user", "Hi", timestamp=1740819602000)
    assert reader.recognises(put(tmp_path / "s.jsonl", [timed]))
    assert not reader.recognises(
        put(tmp_path / "s.jsonl", [{"type": "session_start"}, message(2, 1, "user", "Hi")])
    )
