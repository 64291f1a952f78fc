"""Small readers of untrusted JSON: each gives a value of the asked type, or an empty one, and never raises."""

from __future__ import annotations

from typing import Any


def text_at(record: dict[str, Any], *names: str) -> str:
    """The first of the named fields that holds text which is not empty."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def dict_at(record: dict[str, Any], name: str) -> dict[str, Any]:
    """The named field when it holds an object, else an empty one."""
    value = record.get(name)
    return value if isinstance(value, dict) else {}


def list_at(record: dict[str, Any], name: str) -> list[Any]:
    """The named field when it holds a list, else an empty one."""
    value = record.get(name)
    return value if isinstance(value, list) else []


def joined_text(content: Any, kinds: tuple[str, ...], *names: str) -> str:
    """All text of a content field: the string itself, or its blocks of these kinds, a blank line between."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [
        text_at(block, *(names or ("text",)))
        for block in content
        if isinstance(block, dict) and block.get("type") in kinds
    ]
    return "\n\n".join(part for part in parts if part.strip())
