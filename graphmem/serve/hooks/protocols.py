"""The JSON of a client's hook becomes what is asked of the daemon, and the daemon's text the JSON that it may write.

Nothing of it is believed: a field that is missing or of another type is as if it were empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

EVENTS = ("session-start", "prompt", "stop")
TEXT_CHARS = 9_900  # Claude Code and Cursor put a longer text into a file
PROMPT_CHARS = 20_000  # more of a prompt does not tell better what it is about

# How a session began, as clients say it, when it is none that knows nothing yet.
BEGAN = {"resume": "resume", "fork": "resume", "compact": "compact"}
FOLDERS = ("CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR")


class Told(NamedTuple):
    """What a client says with an event."""

    session: str
    source: str  # how a session begins: startup, resume, clear, compact; "" when that is not said
    prompt: str
    folder: str
    transcript: str


class Protocol(NamedTuple):
    """A client: the name that its sessions are stored under, and the form of its answers.

    `events` are its own names for the beginning of a session and for a prompt.
    """

    client: str
    events: tuple[str, str]
    form: Callable[[str, str], dict[str, Any]]


def specific(event: str, text: str) -> dict[str, Any]:
    """The form of Claude Code, which Codex and Gemini CLI have taken over; Codex refuses any other key in it."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


def plain(event: str, text: str) -> dict[str, Any]:
    """The form of Cursor; a prompt goes on only when it is told to."""
    goes_on = {"continue": True} if event == "beforeSubmitPrompt" else {}
    return {**goes_on, "additional_context": text}


CLIENTS: dict[str, Protocol] = {
    "claude-code": Protocol("claude-code", ("SessionStart", "UserPromptSubmit"), specific),
    "codex": Protocol("codex", ("SessionStart", "UserPromptSubmit"), specific),
    "gemini": Protocol("gemini-cli", ("SessionStart", "BeforeAgent"), specific),
    "cursor": Protocol("cursor", ("sessionStart", "beforeSubmitPrompt"), plain),
}


def read(data: bytes, environ: Mapping[str, str]) -> Told:
    """What stands on standard input; raises ValueError when it is no JSON object.

    On Windows a shell between the client and us may put a mark of the byte order before it, or write UTF-16.
    """
    text = data.decode(json.detect_encoding(data), "replace").removeprefix("\ufeff")
    try:
        found = json.loads(text, strict=False)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - of the input, and no fault of ours
    roots = found.get("workspace_roots")
    roots = roots if isinstance(roots, list) else []
    return Told(
        session=first(found.get("session_id"), found.get("conversation_id")),
        source=first(found.get("source"), found.get("trigger")),
        prompt=ends(first(found.get("prompt"))),
        folder=first(found.get("cwd"), *roots, *(environ.get(name) for name in FOLDERS)),
        transcript=first(found.get("transcript_path")),
    )


def first(*values: object) -> str:
    """The first of the values that is a text and not empty; half a character in it becomes a question mark."""
    for value in values:
        if isinstance(value, str) and value:
            return value.encode("utf-8", "replace").decode("utf-8")
    return ""


def ends(text: str) -> str:
    """A long text without its middle: what is wanted is said first or last."""
    half = PROMPT_CHARS // 2
    return text if len(text) <= PROMPT_CHARS else f"{text[:half]}\n{text[-half:]}"


def injected(protocol: Protocol, event: str, text: str) -> bytes:
    """What goes to standard output: one line of ASCII, which no code page on the way can break; b"" for no text."""
    if not text or len(text) > TEXT_CHARS:
        return b""
    name = protocol.events[EVENTS.index(event)]
    return json.dumps(protocol.form(name, first(text))).encode("ascii") + b"\n"


def moment(event: str, told: Told) -> str:
    """The event as `Memory.inject` has it."""
    return "prompt" if event == "prompt" else BEGAN.get(told.source, "start")


def here(told: Told) -> str:
    """The folder that the session works in."""
    return told.folder or str(Path.cwd())
