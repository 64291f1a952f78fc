"""The page of the settings: every one with its variable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.config import DEFAULT_HOME, MODEL, SETTINGS
from reference_pages.markdown import code, table


def config() -> Iterator[str]:
    """Every setting with its variable."""
    yield "# The settings"
    yield (
        "A setting comes from `graphmem.toml` in the home, then from its environment variable, then from an argument; "
        "the later wins. `graphmem config` prints each value with its origin. The home itself is the argument, else "
        f"`GRAPHMEM_HOME`, else `{DEFAULT_HOME}`."
    )
    yield table(
        ("key", "default", "allowed", "environment", "what it does"),
        [(code(s.key), code(s.default), allowed(s), code(s.variable), s.doc) for s in (*SETTINGS, MODEL)],
    )
    yield "```toml\n# graphmem.toml\n[recall]\nlimit = 20\n```"


def allowed(setting: Any) -> str:
    """What values a setting may have."""
    if setting.allowed:
        return ", ".join(code(value) for value in setting.allowed)
    word = {str: "text", int: "whole number", float: "number"}[setting.kind]
    return word if setting.low is None else f"{word}, at least {setting.low:g}"
