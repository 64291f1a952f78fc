"""Records of Claude Code's transcripts go in; what kind of record each is comes out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphmem.capture.own import is_own_command, is_own_tool
from graphmem.capture.records import dict_at, text_at

CONVERSATION = frozenset({"user", "assistant", "system", "attachment", "progress"})
# Records that say nothing about the talk itself; a type that is neither here nor handled is counted as unknown.
NOTES = frozenset(
    {
        "agent-name",
        "agent-setting",
        "bridge-session",
        "file-history-snapshot",
        "frame-link",
        "mode",
        "permission-mode",
        "pr-link",
        "queue-operation",
        "relocated",
        "result",
        "started",
        "tag",
        "turn_end",
        "worktree-state",
    }
)
TITLES = {"custom-title": (0, "customTitle"), "ai-title": (1, "aiTitle")}
GLOBAL_ID = re.compile(r"[0-9a-fA-F-]{32,36}")
NOT_A_PERSON = frozenset({"task-notification", "system", "hook", "coordinator", "teammate", "agent"})
NO_PROMPT = (
    "[Request interrupted",
    "<local-command-",
    "<bash-std",
    "<task-notification",
    "Stop hook feedback:",
)
NO_COMMANDS = frozenset({"task-notification", "bash", "hook"})
KNOWN = CONVERSATION | NOTES | TITLES.keys() | {"last-prompt"}


def looks_whole(record: dict[str, Any]) -> bool:
    """True for a record of a transcript, as opposed to an object from within one."""
    if not text_at(record, "type"):
        return False
    marks = ("uuid", "sessionId", "session_id", "leafUuid", "messageId")
    return any(isinstance(record.get(mark), str) for mark in marks) or "isSidechain" in record


def is_transcript(record: dict[str, Any]) -> bool:
    """True when the record can only be Claude Code's."""
    kind = record.get("type")
    if kind in ("user", "assistant"):
        return "content" in dict_at(record, "message")
    if kind == "summary":
        return isinstance(record.get("summary"), str) and "leafUuid" in record
    # Other agents began from this format; what they added tells them apart.
    return isinstance(kind, str) and kind in KNOWN and looks_whole(record) and "systemPayload" not in record


def is_block(block: Any, kind: str) -> bool:
    """True for a content block of that type."""
    return isinstance(block, dict) and block.get("type") == kind


def is_own(name: str, given: Any) -> bool:
    """True for a call of our own tools, over MCP or in a shell."""
    return is_own_tool(name) or (isinstance(given, dict) and is_own_command(text_at(given, "command")))


def from_a_person(record: dict[str, Any]) -> bool:
    """False for text that the client itself sent in the user's name."""
    origin = dict_at(record, "origin").get("kind")
    return not (isinstance(origin, str) and origin in NOT_A_PERSON) and record.get("promptSource") != "system"


def above_subagents(path: Path) -> str:
    """The session in whose folder an agent's file lies; "" elsewhere."""
    parts = path.parts
    return parts[parts.index("subagents") - 1] if "subagents" in parts[1:] else ""
