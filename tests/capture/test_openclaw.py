"""Sessions of OpenClaw: what people wrote, without the gateway's envelopes, its own prompts and its mirrors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.capture.machine import Machine
from graphmem.capture.openclaw_talk import without_envelope
from graphmem.capture.reader import find_sources
from tests.capture.lines import make, put, said
from tests.capture.test_pi import HEAD, message, text
from tests.capture.writers import read, settings, stamp

SENDER = 'Sender (untrusted metadata):\n```json\n{"label": "Maya", "id": "7"}\n```\n\n'
GROUP = 'Conversation info (untrusted metadata):\n```json\n{"is_group_chat": true}\n```\n\n' + SENDER

TALK = [
    HEAD | {"cwd": "/home/maya/.openclaw/workspace"},
    message(1, 0, "user", [text(f"{SENDER}[Sat 2025-03-01 11:00 GMT+2] Milk goes to the vet on Thursday.")]),
    message(2, 1, "user", [text(f"{SENDER}[Sat 2025-03-01 11:01 GMT+2] Milk goes to the vet on Thursday.")]),
    message(3, 2, "assistant", [text("[[reply_to_current]] On Thursday, then.")], model="opus"),
    message(4, 3, "assistant", [text("On Thursday, then.")], model="delivery-mirror"),
    message(5, 4, "user", "Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK."),
    message(6, 5, "assistant", [text("HEARTBEAT_OK")], model="opus"),
    message(7, 6, "assistant", [], stopReason="error", errorMessage="429"),
    message(8, 7, "user", "[cron:7f news] Collect the news."),
    message(9, 8, "assistant", [text("NO_REPLY")], model="opus"),
    message(10, 9, "user", "System: [2025-03-01 09:00] Node connected.\nMilk goes to the vet on Thursday."),
]


def test_a_session(tmp_path):
    path = put(tmp_path / "agents" / "main" / "sessions" / "s-1.jsonl", TALK)
    put(
        path.with_name("sessions.json"),
        json.dumps({"agent:main:main": {"sessionId": "s-1", "label": "Cats"}}),
    )
    said(
        "openclaw",
        path,
        """
        # s-1 | workspace |  | Cats
        m0 after - 09:00:01 user/text user: Milk goes to the vet on Thursday.
        m1 after m0 09:00:03 assistant/text opus: On Thursday, then.
        m2 after m1 09:00:08 system/text cron: Collect the news.
        m3 after m2 09:00:10 user/text user: Milk goes to the vet on Thursday.
        """,
    )


def test_in_a_group_everyone_has_a_name(tmp_path):
    talk = [TALK[0], message(1, 0, "user", f"{GROUP}I live in Lisbon.")]
    [message_] = read(make("openclaw", tmp_path), put(tmp_path / "s.jsonl", talk)).messages.values()
    assert (message_.author, message_.text) == ("Maya", "I live in Lisbon.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain", "plain"),
        ("[Telegram Maya id:7 2026-01-05 10:00 UTC] hello", "hello"),
        ("[iMessage +1555 Mon 2026-02-23 16:05:10] hello", "hello"),
        ("[WhatsApp] no time, no envelope", "[WhatsApp] no time, no envelope"),
        ("hello\n[message_id: 42]", "hello"),
        (f"{SENDER}{SENDER}hello", "hello"),
        ("Sender (untrusted metadata):\n```json\n{broken\n```\nhello", "hello"),
    ],
)
def test_envelopes(text, words):
    assert without_envelope(text)[0] == words


def test_which_files_of_the_folder_are_sessions(tmp_path):
    folder = tmp_path / "agents" / "main" / "sessions"
    for name in ("a.jsonl", "b.jsonl.reset.2026-01-01T00-00-00.000Z", "c.jsonl.deleted.2026-01-01T00-00-00.000Z",
                 "a.checkpoint.x.jsonl", "sessions.json.bak"):  # fmt: skip
        put(folder / name, TALK)
    found = find_sources([tmp_path / "agents"], None, settings(tmp_path))
    assert [(r.client, p.name[:2]) for r, p in found] == [("openclaw", "a."), ("openclaw", "b.")]
    [(reader, path)] = find_sources(
        [folder / "c.jsonl.deleted.2026-01-01T00-00-00.000Z"], None, settings(tmp_path)
    )
    assert read(reader, path).texts


def test_a_session_elsewhere_is_known_by_its_workspace(tmp_path):
    path = put(tmp_path / "s.jsonl", TALK)
    assert [r.client for r, _ in find_sources([path], None, settings(tmp_path))] == ["openclaw"]
    other = put(tmp_path / "t.jsonl", [TALK[0] | {"cwd": "/home/maya/app"}, *TALK[1:]])
    assert [r.client for r, _ in find_sources([other], None, settings(tmp_path))] == ["pi"]


def test_the_usual_folders(tmp_path):
    places = list(
        make("openclaw", tmp_path).places(Machine({"HOME": "/h", "OPENCLAW_STATE_DIR": "/s"}, "linux"))
    )
    assert places[:2] == [Path("/s/agents"), Path("/h/.openclaw/agents")]
    assert Path("/h/.clawdbot/agents") in places


def test_the_times_are_those_of_the_events(tmp_path):
    store = read(make("openclaw", tmp_path), put(tmp_path / "s.jsonl", TALK))
    assert min(m.sent_at for m in store.messages.values()).isoformat() == stamp(1).replace(".000Z", "+00:00")
