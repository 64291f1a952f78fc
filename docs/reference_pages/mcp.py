"""The page of MCP: every tool for agents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.serve.mcp.definitions import DEFAULT_GROUPS, TOOLS
from graphmem.serve.mcp.offers import PROMPTS, TEMPLATES, TODAY
from graphmem.serve.mcp.seeds import SEEDS
from reference_pages.markdown import code, table


def mcp() -> Iterator[str]:
    """Every tool for agents."""
    yield "# MCP"
    yield (
        "`graphmem mcp` speaks the Model Context Protocol on standard input and output, and the daemon at `/mcp` over "
        "HTTP: the versions 2024-11-05 to 2025-11-25, with and without `initialize`, and 2026-07-28. `--tools` and "
        f"`?tools=` choose groups; {' and '.join(code(group) for group in DEFAULT_GROUPS)} are there if none is named."
    )
    yield table(
        ("tool", "group", "scope", "what an agent is told"),
        [(f"[`{t.name}`](#{t.name})", t.group, code(t.scope), t.told) for t in TOOLS],
    )
    yield "## Prompts and resources"
    yield (
        "A person picks them by hand in a client that shows them. What they hold is quoted, and read with the scope "
        "and the project of the token."
    )
    yield table(
        ("prompt", "takes", "what it holds"),
        [(code(one.name), ", ".join(code(name) for name, _, _ in one.given), one.told) for one in PROMPTS],
    )
    yield table(("resource", "what it holds"), [(code(one.form), one.told) for one in (TODAY, *TEMPLATES)])
    yield "## The tools of other memories"
    yield (
        "`--tools loomem` and `--tools loop-memory` offer the tools of these two by their own names and arguments, "
        "over the verbs of this one, so that prompts that name them go on. An argument that means nothing here is "
        "taken and has no effect."
    )
    for group, seeds in SEEDS.items():
        yield table(
            (group, "arguments", "what an agent is told"),
            [(code(s.tool.name), ", ".join(code(name) for name in s.tool.given), s.tool.told) for s in seeds],
        )
    for tool in TOOLS:
        yield f"## {tool.name}"
        yield (
            table(
                ("parameter", "type", "what it means"),
                [
                    (
                        code(name) + ("" if name in tool.asked else " (may be left out)"),
                        kind_of(schema),
                        schema["description"],
                    )
                    for name, schema in tool.given.items()
                ],
            )
            if tool.given
            else "It takes nothing."
        )
        yield f"The structured answer has {', '.join(code(name) for name in tool.answer)}."


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a parameter."""
    if "enum" in schema:
        return " or ".join(code(word) for word in schema["enum"])
    if "minimum" in schema:
        return f"{schema['type']}, {schema['minimum']} to {schema['maximum']}"
    return str(schema["type"])
