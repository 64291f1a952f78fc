"""Records of Codex rollouts go in; what kind of record each is, whatever the release that wrote it, comes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphmem.capture.records import dict_at, joined_text, list_at, text_at

ENVELOPES = frozenset(
    {
        "session_meta",
        "turn_context",
        "response_item",
        "event_msg",
        "compacted",
        "world_state",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "token_usage_record",
        "retained_context",
        "security_risk_score",
        "realtime_item",
    }
)
CALLS = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "web_search_call",
        "tool_search_call",
        "image_generation_call",
        "tool_call",
    }
)
OUTPUTS = frozenset(
    {
        "function_call_output",
        "custom_tool_call_output",
        "tool_search_output",
        "tool_result",
        "function_result",
    }
)
SILENT_ITEMS = frozenset(
    {"reasoning", "agent_message", "compaction", "context_compaction", "ghost_snapshot", "other"}
)
SILENT_EVENTS = frozenset(
    {
        "account/rateLimits/updated",
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "codex/event/raw_item",
        "context_compacted",
        "entered_review_mode",
        "error",
        "exec_command_end",
        "exited_review_mode",
        "guardian_assessment",
        "patch_apply_end",
        "stream_error",
        "sub_agent_activity",
        "token_count",
        "turn.completed",
        "turn_diff",
        "warning",
        "web_search_end",
    }
)
# Older releases sent what they injected as user messages of these kinds.
INJECTED_KINDS = frozenset({"environment_context", "user_instructions"})


def is_envelope(record: dict[str, Any]) -> bool:
    """True for a line of a rollout as releases since mid-2025 write it."""
    return text_at(record, "type") != "" and isinstance(record.get("payload"), dict)


def is_bare_meta(record: dict[str, Any]) -> bool:
    """True for the first line of the oldest rollouts: what later stands inside `session_meta`."""
    named = "type" not in record and "role" not in record and text_at(record, "id") != ""
    return named and "timestamp" in record and ("instructions" in record or "git" in record)


def is_bare_item(record: dict[str, Any]) -> bool:
    """True for an item without an envelope."""
    if "record_type" in record or is_bare_meta(record):
        return True
    kind = record.get("type", "message")
    if kind == "message":
        return record.get("role") in ("user", "assistant", "system", "developer") and (
            "content" in record or isinstance(record.get("message"), str)
        )
    return isinstance(kind, str) and kind in (CALLS | OUTPUTS | SILENT_ITEMS)


def is_document(record: dict[str, Any]) -> bool:
    """True for a whole session in one JSON document, as the first CLI wrote it."""
    return isinstance(record.get("session"), dict) and isinstance(record.get("items"), list)


def is_rollout(record: dict[str, Any]) -> bool:
    """True when the record can only be Codex's."""
    if is_envelope(record):
        return record["type"] in ENVELOPES
    if is_document(record) or is_bare_meta(record):
        return True
    # One transitional release wrote the model's name beside the user's words; no other client does.
    stated = "timestamp" in record or "created_at" in record
    said = isinstance(record.get("content", record.get("message")), str)
    return record.get("role") == "user" and stated and said and isinstance(record.get("model"), str)


def whole_record(first: list[dict[str, Any]]) -> Callable[[dict[str, Any]], bool]:
    """How to tell a record of a file from an object within one, by the shape of the file's first records."""
    return is_envelope if any(map(is_envelope, first)) else is_bare_item


def parent_thread(meta: dict[str, Any]) -> tuple[str, bool]:
    """The thread that this one was forked from or works for; True when a model started it."""
    source = meta.get("source")
    given = source.get("subagent") if isinstance(source, dict) else None
    spawn = dict_at(given, "thread_spawn") if isinstance(given, dict) else {}
    agent = given is not None or meta.get("thread_source") == "subagent"
    parent = text_at(spawn, "parent_thread_id") or text_at(meta, "parent_thread_id", "forked_from_id")
    own = text_at(meta, "id")
    if agent and not parent and text_at(meta, "session_id") != own:
        parent = text_at(meta, "session_id")
    return (parent if parent != own else ""), agent


def message_text(item: dict[str, Any]) -> str:
    """The words of a message in any of its shapes."""
    content = item.get("content", item.get("message"))
    return joined_text(content, ("input_text", "output_text", "text", "Text"))


def call_input(item: dict[str, Any]) -> Any:
    """What a tool was given."""
    for name in ("arguments", "input", "action", "command", "changes", "query"):
        value = item.get(name)
        if value is not None:
            return value
    return ""


def call_name(item: dict[str, Any]) -> str:
    """The name of a called tool; built-in ones go by their type."""
    stated = text_at(item, "name", "tool") or text_at(dict_at(item, "function"), "name")
    return stated or text_at(item, "type").removesuffix("_call") or "tool"


def output_text(item: dict[str, Any]) -> str:
    """What a tool answered, in any of its shapes; images are left out."""
    value = item.get("output", item.get("result"))
    if isinstance(value, dict):
        value = value.get("content", value.get("output"))
    kinds = ("input_text", "output_text", "text")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    return joined_text(value, kinds)


def document_items(document: dict[str, Any]) -> list[Any]:
    """The items of a one-document session."""
    return list_at(document, "items")


def root_of(path: Path) -> Path:
    """The client's folder that a rollout lies in, else the folder beside it."""
    for folder in path.parents:
        if folder.name in ("sessions", "archived_sessions"):
            return folder.parent
    return path.parent
