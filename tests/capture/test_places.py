"""What lies in the usual places of every client is found there, on every system, and each file by one client alone."""

from __future__ import annotations

import pytest

from graphmem.capture.machine import Machine
from graphmem.capture.reader import CLIENTS, in_places, readers
from graphmem.capture.registry import places_of
from tests.capture.lines import put
from tests.capture.samples import SAMPLES
from tests.capture.writers import read, settings

# Where in a home folder each client leaves the sample: by system, below what is the same everywhere.
EDITOR = {
    "linux": ".config/Code/User",
    "darwin": "Library/Application Support/Code/User",
    "win32": "AppData/Roaming/Code/User",
}
PLACES = {
    "aider": "{name}",
    "cline": "{editor}/globalStorage/saoudrizwan.claude-dev/tasks/1786/{name}",
    "continue": ".continue/sessions/{name}",
    "copilot-chat": "{editor}/workspaceStorage/ab/chatSessions/{name}",
    "copilot-cli": ".copilot/session-state/s-1/events.jsonl",
    "cursor": ".cursor/projects/app/agent-transcripts/s/{name}",
    "gemini-cli": ".gemini/tmp/app/chats/{name}",
    "openclaw": ".openclaw/agents/main/sessions/{name}",
    "pi": ".pi/agent/sessions/--app--/{name}",
}
NAMES = {"s.aider.chat.history.md": ".aider.chat.history.md"}
PLACED = [sample for sample in SAMPLES if sample.client in PLACES]


@pytest.mark.parametrize("platform", EDITOR)
@pytest.mark.parametrize("sample", PLACED, ids=[f"{sample.client}-{sample.name}" for sample in PLACED])
def test_a_file_in_its_usual_place_is_found(tmp_path, monkeypatch, platform, sample):
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    name = NAMES.get(sample.name, sample.name)
    path = put(home / PLACES[sample.client].format(editor=EDITOR[platform], name=name), sample.bytes())
    machine = Machine({"HOME": str(home), "USERPROFILE": str(home)}, platform)
    chosen = settings(
        tmp_path, capture__claude_home=str(home / ".claude"), capture__codex_home=str(home / ".codex")
    )
    found = [
        item
        for reader in readers(chosen, forms=False)
        for item in in_places(places_of(reader, machine), reader)
    ]
    assert [(reader.client, one) for reader, one in found] == [(sample.client, path)]
    assert read(*found[0]).messages


def test_every_client_with_a_usual_place_is_tried():
    exports = {"chatgpt", "claude-ai", "gemini-takeout"}
    elsewhere = {"claude-code", "codex"}  # their folders are settings
    same = {"kilo-code", "roo-code"}  # as Cline's
    databases = {"goose", "hermes", "opencode", "zed"}
    assert {*CLIENTS} - exports - elsewhere - same - databases == {*PLACES}
