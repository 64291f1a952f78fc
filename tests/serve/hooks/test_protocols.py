"""What each client says and is told, to the letter; and what is made of input that no client would write."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.serve.hooks import protocols
from graphmem.serve.hooks.protocols import CLIENTS, EVENTS, PROMPT_CHARS, TEXT_CHARS, injected, moment, read

TEXT = '<graphmem-context version="1">\n- Söll wohnt in München. 🚲\n</graphmem-context>'

# As the documentation of each client has it.
GOLDEN = {
    ("claude-code", "session-start"): {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": TEXT}
    },
    ("claude-code", "prompt"): {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": TEXT}
    },
    ("codex", "session-start"): {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": TEXT}
    },
    ("codex", "prompt"): {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": TEXT}
    },
    ("gemini", "session-start"): {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": TEXT}
    },
    ("gemini", "prompt"): {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": TEXT}},
    ("cursor", "session-start"): {"additional_context": TEXT},
    ("cursor", "prompt"): {"continue": True, "additional_context": TEXT},
}


@pytest.mark.parametrize(("client", "event"), GOLDEN)
def test_a_client_is_told_in_its_own_form_and_in_ascii(client, event):
    said = injected(CLIENTS[client], event, TEXT)
    assert json.loads(said) == GOLDEN[client, event]
    assert said.isascii()
    assert said.count(b"\n") == 1


def test_every_client_and_event_is_in_the_golden_table():
    assert set(GOLDEN) == {(client, event) for client in CLIENTS for event in EVENTS if event != "stop"}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("text", ["", "x" * (TEXT_CHARS + 1)])
def test_no_text_and_too_much_of_it_is_nothing_at_all(client, text):
    assert injected(CLIENTS[client], "prompt", text) == b""


INPUTS = {
    "claude-code": (
        {
            "session_id": "s1", "transcript_path": "/t.jsonl", "cwd": "/w", "permission_mode": "default",
            "hook_event_name": "UserPromptSubmit", "prompt": "wo wohnt Söll?",
        },
        ("s1", "", "wo wohnt Söll?", "/w", "/t.jsonl"),
    ),
    "codex": (
        {
            "session_id": "s2", "transcript_path": None, "cwd": "/w", "hook_event_name": "SessionStart", "model": "m",
            "permission_mode": "default", "source": "startup",
        },
        ("s2", "startup", "", "/w", ""),
    ),
    "gemini": (
        {
            "session_id": "s3", "transcript_path": "/g.json", "cwd": "/w", "hook_event_name": "BeforeAgent",
            "timestamp": "2026-01-01T00:00:00Z", "prompt": "why",
        },
        ("s3", "", "why", "/w", "/g.json"),
    ),
    "cursor": (
        {
            "conversation_id": "c4", "generation_id": "g", "model": "m", "hook_event_name": "beforeSubmitPrompt",
            "cursor_version": "3", "workspace_roots": ["/w", "/x"], "user_email": None, "prompt": "how",
            "attachments": [],
        },
        ("c4", "", "how", "/w", ""),
    ),
}  # fmt: skip


@pytest.mark.parametrize("client", INPUTS)
def test_what_a_client_says_is_understood(client):
    said, told = INPUTS[client]
    assert tuple(read(json.dumps(said, ensure_ascii=False).encode(), {})) == told


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_shell_that_writes_another_form_of_unicode_is_understood(code):
    assert (
        read(json.dumps(INPUTS["claude-code"][0], ensure_ascii=False).encode(code), {}).prompt
        == "wo wohnt Söll?"
    )


def test_a_field_of_another_type_is_as_if_it_were_empty():
    said = {
        "session_id": 3,
        "cwd": ["/w"],
        "prompt": {"a": 1},
        "workspace_roots": "no",
        "transcript_path": True,
    }
    assert tuple(read(json.dumps(said).encode(), {})) == ("", "", "", "", "")


def test_the_folder_of_the_client_counts_when_it_names_none():
    assert read(b"{}", {"CURSOR_PROJECT_DIR": "/here"}).folder == "/here"


def test_half_a_character_becomes_a_question_mark_and_a_long_prompt_loses_its_middle():
    assert read(b'{"prompt":"half \\ud83d"}', {}).prompt == "half ?"
    long = read(json.dumps({"prompt": "a" * PROMPT_CHARS + "z" * PROMPT_CHARS}).encode(), {}).prompt
    assert (long[0], long[-1], len(long)) == ("a", "z", PROMPT_CHARS + 1)


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[1]", b'"x"', b"{", b"[" * 100_000, b"\xff\xfe\x00", b"{}{}"]
)
def test_what_is_no_json_object_is_refused(data):
    with pytest.raises(ValueError, match=r"."):
        read(data, {})


@settings(max_examples=60)
@given(
    st.binary(max_size=200) | st.text().map(lambda text: json.dumps({"prompt": text, "cwd": text}).encode())
)
def test_no_bytes_make_it_fail_in_another_way(data):
    try:
        told = read(data, {})
    except ValueError:
        return
    "".join(told).encode()  # what is sent on can be written


@pytest.mark.parametrize(
    ("event", "source", "turn"),
    [
        ("session-start", "", "start"),
        ("session-start", "startup", "start"),
        ("session-start", "clear", "start"),
        ("session-start", "resume", "resume"),
        ("session-start", "fork", "resume"),
        ("session-start", "compact", "compact"),
        ("prompt", "compact", "prompt"),
    ],
)
def test_the_turn_of_the_session(event, source, turn):
    assert moment(event, protocols.Told("s", source, "p", "/w", "")) == turn
