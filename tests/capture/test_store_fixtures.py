"""Databases and older files of real clients, where they are at hand, give the sessions and turns that stand in them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from graphmem.capture.reader import find_sources
from tests.capture.stores import store_reader
from tests.capture.writers import Store, read, settings

# Of each file: its client, and of each session that says anything how many messages are active and how many were left.
EXPECTED = {
    "cursor/globalStorage_state.vscdb": ("cursor", {"00000000-0016-4016-8016-000000000016": (8, 0)}),
    "cursor/chats_store.db": ("cursor", {}),
    "cursor/made/globalStorage/state.vscdb": ("cursor", {"c0": (2, 0), "c1": (3, 0)}),
    "goose/made/20250801_101500.jsonl": ("goose", {"20250801_101500": (2, 0)}),
    "goose/made/sessions.db": ("goose", {"20260806_1": (4, 0)}),
    "hermes/legacy_snapshot_large.json": ("hermes", {"20260429_hermes_large": (5, 0)}),
    "hermes/legacy_snapshot_small.json": ("hermes", {"20260429_hermes_small": (2, 0)}),
    "hermes/made/sessions/20260301_120000_cccc.jsonl": ("hermes", {"20260301_120000_cccc": (4, 0)}),
    "hermes/made/state.db": ("hermes", {"20260820_090000_aaaa": (4, 0), "20260820_091000_bbbb": (1, 0)}),
    "hermes/made/profiles/coder/state.db": ("hermes", {"s-1": (5, 1), "s-2": (1, 0)}),
    "openclaw/made/agents/main/agent/openclaw-agent.sqlite": ("openclaw", {"oc-1": (5, 0)}),
    "opencode/made/opencode.db": ("opencode", {"ses_1": (4, 0)}),
    "opencode/made/opencode-v2.db": ("opencode", {"ses_1": (5, 0)}),
    "opencode/storage_legacy/session/proj_test/ses_s_stage0_drift.json": (
        "opencode",
        {"s_stage0_drift": (3, 0)},
    ),
    "opencode/storage_v2/session/proj_test/ses_s_stage0_large.json": ("opencode", {"s_stage0_large": (5, 0)}),
    "opencode/storage_v2/session/proj_test/ses_s_stage0_small.json": ("opencode", {"s_stage0_small": (4, 0)}),
    "zed/made/threads.db": ("zed", {"z1": (4, 0)}),
}
WORDS = {
    "hermes/made/state.db": "Actually the flight is on Thursday.",
    "hermes/made/profiles/coder/state.db": "Raise the cap to 5,000 from September.",
    "openclaw/made/agents/main/agent/openclaw-agent.sqlite": "ねこのミルクは木曜日に動物病院へ行きます。",
    "opencode/made/opencode-v2.db": "Redis läuft auf Port 6390.",
    "cursor/made/globalStorage/state.vscdb": "The kiosk printer is a Star TSP143.",
    "goose/made/sessions.db": "Backups run at 03:15 local time.",
}
SILENT = (
    "typo, rewound",
    "Review the conversation above",
    "injected recall",
    "HEARTBEAT",
    "Called the Read tool",
    "Continue if you",
)


@pytest.fixture(scope="module")
def transcripts(shared):
    folder = shared / "fixtures" / "transcripts"
    if not folder.is_dir():
        pytest.skip("no transcripts in the shared folder")
    return folder


def counted(store):
    """Active and left messages of each session, by its name in the client."""
    names = {session.id: session.external_id for session in store.sessions.values()}
    found = {}
    for message in store.messages.values():
        active, left = found.get(names[message.session_id], (0, 0))
        found[names[message.session_id]] = (active + message.active, left + (not message.active))
    return found


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_file_gives_its_sessions_and_turns(transcripts, tmp_path, name):
    client, expected = EXPECTED[name]
    [(reader, path)] = find_sources([transcripts / name], None, settings(tmp_path))
    assert reader.client == client
    store = read(reader, path)
    assert counted(store) == expected
    assert not store.problems
    assert not store.unknown
    assert list(reader.read(path, store.cursor)) == []
    texts = [m.text for m in store.messages.values() if m.active]
    assert WORDS.get(name, "") in "\n".join(texts)
    assert not [text for text in texts if any(words in text for words in SILENT)]
    killed = Store()
    killed.read_killed(store_reader(tmp_path, client, messages=1), path)
    assert (killed.sessions, killed.messages) == (store.sessions, store.messages)


def test_a_folder_gives_every_database_to_its_client(transcripts, tmp_path):
    for client in {client for client, _ in EXPECTED.values()}:
        found = {
            str(path)
            for one, path in find_sources([transcripts], client, settings(tmp_path))
            if one.client == client
        }
        missing = {name for name, (whose, _) in EXPECTED.items() if whose == client} - {
            str(path).removeprefix(f"{transcripts}/") for path in found
        }
        assert {name for name in missing if "legacy_snapshot" not in name} == set(), client


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("zed/legacy-threads.sql", {}),
        ("zed/deja-vu/zed/zed.sql", {"registry-zed-legacy": (2, 0), "registry-zed-modern": (2, 0)}),
    ],
)
def test_zed_from_scripts(transcripts, tmp_path, script, expected):
    with closing(sqlite3.connect(tmp_path / "threads.db")) as link:
        link.executescript((transcripts / script).read_text(encoding="utf-8"))
        link.commit()
    store = read(store_reader(tmp_path, "zed"), tmp_path / "threads.db")
    assert counted(store) == expected
    assert not store.problems
