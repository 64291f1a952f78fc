"""Files of real releases of many clients, where they are at hand: each says what a careful reader finds in it."""

from __future__ import annotations

import pytest

from graphmem.capture.reader import find_sources, readers
from tests.capture.writers import Store, read, settings

# By file: the client, what was said by whom (u user, a assistant, s system; those left in brackets), the numbers of
# calls, results and summaries, and how many problems there are.
FILES = {
    "aider/agentsview.aider.chat.history.md": ("aider", "uaua", (0, 0, 0), 0),
    "aider/deja-vu/aider/.aider.chat.history.md": ("aider", "ua", (0, 0, 0), 0),
    "aider/real_excerpt.aider.chat.history.md": ("aider", "uauauuaua", (0, 0, 0), 0),
    "chatgpt/made/conversations.json": ("chatgpt", "u[a]au", (1, 1, 0), 0),
    "chatgpt/sharded/conversations-000.json": ("chatgpt", "uau", (0, 0, 0), 0),
    "claude-ai/conversations.json": ("claude-ai", "uua", (1, 0, 0), 0),
    "claude-ai/made/conversations.json": ("claude-ai", "uua", (1, 2, 0), 0),
    "cline-roo/made/tasks/1786000000000/ui_messages.json": ("cline", "uau", (0, 0, 0), 0),
    "continue/made/sessions/aa-1.json": ("continue", "ua", (1, 1, 0), 0),
    "copilot/session-state/aaaabbbb-1111-2222-3333-ccccddddeeee/events.jsonl": ("copilot-cli", "ua", (1, 1, 0), 0),
    "copilot/session-state/large.jsonl": ("copilot-cli", "uauaua", (1, 1, 0), 0),
    "copilot/session-state/schema_drift.jsonl": ("copilot-cli", "a", (1, 2, 0), 0),
    "copilot/session-state/small.jsonl": ("copilot-cli", "uaaaau", (3, 3, 0), 0),
    "cursor/agent-transcripts/claude-mem_cursor-session.jsonl": ("cursor", "uaua", (1, 0, 0), 0),
    "cursor/agent-transcripts/error-line.jsonl": ("cursor", "u", (0, 0, 0), 0),
    "cursor/agent-transcripts/large.jsonl": ("cursor", "uaauaua", (2, 2, 0), 0),
    "cursor/agent-transcripts/parent/parent.jsonl": ("cursor", "ua", (1, 0, 0), 0),
    "cursor/agent-transcripts/parent/subagents/child.jsonl": ("cursor", "aa", (0, 0, 0), 0),
    "cursor/agent-transcripts/schema_drift.jsonl": ("cursor", "uaa", (1, 1, 0), 0),
    "cursor/agent-transcripts/user-only.jsonl": ("cursor", "u", (0, 0, 0), 0),
    "cursor/agent-transcripts/with-tools.jsonl": ("cursor", "ua", (1, 0, 0), 0),
    "cursor/made/agent-transcripts/legacy.txt": ("cursor", "ua", (0, 0, 0), 0),
    "gemini-takeout/MyActivity.json": ("gemini-takeout", "uuauaua", (0, 0, 0), 0),
    "gemini/agent-sessions_large.json": ("gemini-cli", "uaua", (2, 2, 0), 0),
    "gemini/agent-sessions_schema_drift.json": ("gemini-cli", "ua", (0, 0, 0), 0),
    "gemini/agent-sessions_small.json": ("gemini-cli", "ua", (0, 0, 0), 0),
    "gemini/agentsview_standard_session.json": ("gemini-cli", "uaua", (0, 0, 0), 0),
    "gemini/agentsview_system_messages.json": ("gemini-cli", "", (0, 0, 0), 0),
    "gemini/agentsview_thinking_only.json": ("gemini-cli", "ua", (0, 0, 0), 0),
    "gemini/agentsview_tool_calls_with_results.json": ("gemini-cli", "ua", (2, 2, 0), 0),
    "gemini/made/tmp/weather-app/chats/session-2026-08-05T12-00-abcdef12.jsonl": (
        "gemini-cli", "ua[u][a]u", (0, 0, 0), 0,
    ),
    "generic/made/one-message-per-line.jsonl": ("openai-messages", "uau", (0, 0, 0), 0),
    "generic/made/openai-messages.jsonl": ("openai-messages", "susua", (1, 1, 0), 0),
    "generic/made/sharegpt.json": ("sharegpt", "sua", (0, 0, 0), 0),
    "markdown/made/chat.md": ("markdown", "uaua", (0, 0, 0), 0),
    "markdown/made/notes.md": ("markdown", "u", (0, 0, 0), 0),
    "markdown/specstory_2026-05-01_10-00-00Z-can-we-run-a.md": ("markdown", "uaua", (0, 0, 0), 0),
    "markdown/specstory_2026-05-10_09-00-00Z-where-is-save-implemented.md": (
        "markdown", "uauauauauauaua", (0, 0, 0), 0,
    ),
    "openclaw/agents/main/sessions/large.jsonl": ("openclaw", "uaaa", (2, 2, 0), 0),
    "openclaw/agents/main/sessions/small.jsonl": ("openclaw", "ua", (1, 1, 0), 0),
    "openclaw/made/agents/main/sessions/oc-0.jsonl.deleted.2026-08-01T00-00-00.000Z": ("openclaw", "u", (0, 0, 0), 0),
    "openclaw/made/agents/main/sessions/oc-1.jsonl": ("openclaw", "ua", (1, 1, 1), 0),
    "pi/agent-sessions_small.jsonl": ("pi", "uaua", (0, 0, 2), 0),
    "pi/agentsview_session.jsonl": ("pi", "uaua", (1, 1, 1), 1),
    "vscode-copilot-chat/made/chatSessions/s1.json": ("copilot-chat", "uaa", (1, 0, 0), 0),
    "vscode-copilot-chat/made/chatSessions/s2.jsonl": ("copilot-chat", "ua", (0, 0, 0), 0),
}  # fmt: skip
KINDS = ("tool_call", "tool_result", "summary")


@pytest.fixture(scope="module")
def transcripts(shared):
    folder = shared / "fixtures" / "transcripts"
    if not folder.is_dir():
        pytest.skip("no transcripts in the shared folder")
    return folder


def told(store):
    """Who spoke, in the order of time, and how often what else happened."""
    ordered = sorted(store.messages.values(), key=lambda m: (m.sent_at, m.session_id, m.seq))
    said = "".join(m.role[0] if m.active else f"[{m.role[0]}]" for m in ordered if m.kind == "text")
    return said, tuple(sum(m.kind == kind for m in ordered) for kind in KINDS), len(store.problems)


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_it_says(transcripts, tmp_path, name):
    client, *expected = FILES[name]
    # A file may have lain there and be gone; another folder may have only some of them.
    path = transcripts / name
    if not path.is_file():
        pytest.skip(f"{name} is not there")
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    assert reader.client == client
    store = read(reader, path)
    assert told(store) == tuple(expected)
    assert list(reader.read(path, store.cursor)) == []
    killed = Store()
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    reader.limits = type(reader.limits)(2, 500)
    killed.read_killed(reader, path)
    assert (killed.sessions, killed.messages) == (store.sessions, store.messages)


def test_no_file_of_these_clients_is_left_out(transcripts):
    folders = {name.partition("/")[0] for name in FILES}
    known = set(FILES) | {"pi/before-compaction_head.jsonl", "copilot/visual-studio_traces_sample-1.jsonl"}
    passed = ("SOURCES.md", "sessions.json", "task_metadata.json", "export_manifest.json", "memories.json")
    suffixes = (".json", ".jsonl", ".md", ".txt")
    here = {
        str(path.relative_to(transcripts))
        for folder in folders
        for path in (transcripts / folder).rglob("*")
        if path.is_file() and path.name not in passed and path.suffix in suffixes
    }
    assert here - known == {"cline-roo/made/tasks/1786000000000/api_conversation_history.json"}


def test_a_long_real_session_of_pi(transcripts, tmp_path):
    path = transcripts / "pi" / "before-compaction_head.jsonl"
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    store = read(reader, path)
    said, (calls, results, _), problems = told(store)
    assert (said.count("u"), calls, results, problems) == (9, 33, 33, 0)
    [session] = store.sessions.values()
    assert session.started_at.date().isoformat() == "2025-12-08"


def test_what_was_left_is_not_what_was_said(transcripts, tmp_path):
    path = transcripts / "chatgpt" / "made" / "conversations.json"
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    assert "(regenerated away)" not in read(reader, path).texts
    path = transcripts / "openclaw" / "made" / "agents" / "main" / "sessions" / "oc-1.jsonl"
    [(reader, _)] = find_sources([path], None, settings(tmp_path))
    assert not [text for text in read(reader, path).texts if "HEARTBEAT" in text or "untrusted" in text]


def test_agents_without_a_reader_are_not_taken_for_others(transcripts, tmp_path):
    known = readers(settings(tmp_path), forms=False)
    for path in sorted((transcripts / "other-agents").glob("*.json*")):
        assert [reader.client for reader in known if reader.recognises(path)] == [], path.name


def test_no_file_is_known_by_two_clients(transcripts, tmp_path):
    known = readers(settings(tmp_path), forms=False)
    for path in sorted(transcripts.rglob("*")):
        if path.is_file():
            assert len({reader.client for reader in known if reader.recognises(path)}) <= 1, path
