"""Text and tool names from a transcript go in; what graphmem itself once put there is recognised and left out.

What was recalled into a conversation stands in its transcript afterwards. Reading it again would make old beliefs
look freshly said, so it is dropped before anything else sees it.
"""

from __future__ import annotations

import re

SERVER = "graphmem"
OPEN_MARK = re.compile(r"<[\s]{0,16}graphmem-context\b[^<>]{0,200}>", re.IGNORECASE)
CLOSE_MARK = re.compile(r"<[\s/]{0,16}/\s{0,16}graphmem-context\s{0,16}>", re.IGNORECASE)
# Clients write the name of a server before that of its tool in many ways, most of them with a mark between.
TOOL = re.compile(r"(?:mcp_{1,2})?(?:plugin_)?graphmem(?:[._:/-]|$)", re.IGNORECASE)
COMMAND = re.compile(r"""(?:^|[;&|("'\n]|\$\()\s*(?:[\w./~-]*/)?graphmem\s+[a-z]""")


def strip_own_blocks(text: str) -> str:
    """The text without every block that graphmem wrote; one that is not closed reaches to the end."""
    if "graphmem-context" not in text.lower():
        return text
    kept: list[str] = []
    at = 0
    while opening := OPEN_MARK.search(text, at):
        kept.append(text[at : opening.start()])
        closing = CLOSE_MARK.search(text, opening.end())
        at = closing.end() if closing else len(text)
    kept.append(text[at:])
    return CLOSE_MARK.sub("", "".join(kept))


def is_own_tool(name: str, server: str = "") -> bool:
    """True for the tools of graphmem's own MCP server, by full name or by the server they belong to."""
    return server.removeprefix("mcp__").strip("_").lower() == SERVER or TOOL.match(name) is not None


def is_own_command(command: str) -> bool:
    """True when a shell command runs graphmem."""
    return "graphmem" in command and COMMAND.search(command) is not None
