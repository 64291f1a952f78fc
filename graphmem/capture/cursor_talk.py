"""Bubbles of Cursor's editor and messages of its command line go in; what was said and done comes out.

What is said goes by its words, as in the transcripts of agents: a talk may stand in both.
"""

from __future__ import annotations

import re
from typing import Any

from graphmem.capture.conversation import picture
from graphmem.capture.cursor_lines import CLIENT, spoken
from graphmem.capture.foreign_tables import json_or_text
from graphmem.capture.harness import compact, tool_text
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.telling import Telling

USER, MODEL = 1, 2
KEPT = (
    "type",
    "text",
    "rawText",
    "richText",
    "createdAt",
    "timingInfo",
    "modelInfo",
    "modelType",
    "workspaceProjectDir",
    "isSummary",
)
WORKSPACE = re.compile(r"^Workspace Path:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)


class CursorTalk:
    """The messages of one chat, on their way into a `Telling`."""

    def __init__(self, telling: Telling, chat: dict[str, Any]) -> None:
        self.telling = telling
        self.model = (
            text_at(dict_at(chat, "modelConfig"), "modelName") or text_at(chat, "lastUsedModel") or CLIENT
        )
        self.agent = bool(telling.talk.parent)
        self.folder = ""  # where the bubbles say that they were made

    def bubble(self, name: str, bubble: dict[str, Any], *, active: bool = True) -> None:
        """One bubble of the editor."""
        self.telling.turn(bubble.get("createdAt"), dict_at(bubble, "timingInfo").get("clientStartTime"))
        self.folder = self.folder or text_at(bubble, "workspaceProjectDir")
        text = text_at(bubble, "text", "rawText") or rich_text(bubble.get("richText"))
        kind = bubble.get("type")
        if kind in (USER, "user"):
            marks = ["[image]"] * int(bubble.get("images", 0))
            self.user("\n\n".join(part for part in (text, *marks) if part.strip()), active=active)
        elif kind in (MODEL, "ai", "assistant"):
            model = text_at(dict_at(bubble, "modelInfo"), "modelName") or text_at(bubble, "modelType")
            self.model = model if model not in ("", "default") else self.model
            self.telling.said("assistant", text, author=self.model, active=active)
            self.tool(name, dict_at(bubble, "toolFormerData"), active=active)
        elif kind is not None:
            self.telling.odd(f"bubble {kind}")

    def user(self, text: str, *, active: bool = True) -> None:
        """What the user typed, or the agent that started this one."""
        said = spoken(text)
        if self.agent:
            self.telling.said("assistant", said, author="agent", active=active)
        else:
            self.telling.said("user", said, active=active)

    def tool(self, name: str, used: dict[str, Any], *, active: bool) -> None:
        """A tool that was used in a bubble, and what it answered."""
        tool = text_at(used, "name")
        if not tool:
            return
        call = text_at(used, "toolCallId") or name
        given = json_or_text(used.get("rawArgs") or used.get("params"))
        server = text_at(given, "server", "serverName") if isinstance(given, dict) else ""
        self.telling.used(
            tool, given, call=call, key=f"{name} call", author=self.model, server=server, active=active
        )
        result = text_at(used, "result")
        if result.strip() != "{}":
            self.telling.answered(result, call=call, name=tool, key=f"{name} result", active=active)

    def message(self, name: str, message: dict[str, Any], *, active: bool) -> None:
        """One message of the command line."""
        content, role = message.get("content"), message.get("role")
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        parts = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        model = text_at(dict_at(dict_at(message, "providerOptions"), CLIENT), "modelName")
        self.model = model or self.model
        if role == "user":
            text = "\n\n".join(part for part in map(shown, parts) if part.strip())
            self.find_folder(text)
            self.user(text, active=active)
        elif role in ("assistant", "tool"):
            for number, part in enumerate(parts):
                self.part(name, number, part, active=active)
        elif role != "system":
            self.telling.odd(f"role {role}")

    def find_folder(self, text: str) -> None:
        """The folder that the client told the model."""
        found = WORKSPACE.search(text)
        self.folder = self.folder or (found[1] if found else "")

    def part(self, name: str, number: int, part: dict[str, Any], *, active: bool) -> None:
        """One part of an answer or of a result."""
        kind, call = text_at(part, "type"), text_at(part, "toolCallId")
        key = f"{name} {number}"
        if kind == "text":
            text = text_at(part, "text")
            self.telling.said("assistant", text, author=self.model, active=active)
        elif kind == "tool-call":
            given = part.get("args", part.get("input"))
            tool = text_at(part, "toolName")
            self.telling.used(tool, given, call=call, key=f"{key} call", author=self.model, active=active)
        elif kind == "tool-result":
            value = part.get("result", part.get("output"))
            text = value if isinstance(value, str) else joined_text(value, ("text",)) or compact(value or "")
            tool = text_at(part, "toolName")
            self.telling.answered(text, call=call, name=tool, key=f"{key} result", active=active)
        elif kind not in ("reasoning", "redacted-reasoning", "image", "file"):
            self.telling.odd(f"part {kind}")


def shown(part: dict[str, Any]) -> str:
    """The words of a part of a prompt, or what stands for it."""
    kind = text_at(part, "type")
    return text_at(part, "text") if kind == "text" else picture(part) if kind in ("image", "file") else ""


def slim(bubble: dict[str, Any], tool_chars: int) -> dict[str, Any]:
    """A bubble without what is not kept of it, so that many can be held at once."""
    kept = {name: bubble[name] for name in KEPT if name in bubble}
    kept["images"] = len(list_at(bubble, "images"))
    used = dict_at(bubble, "toolFormerData")
    if used:
        result = used.get("result")
        text = result if isinstance(result, str) else compact(result or "")
        kept["toolFormerData"] = {
            "name": used.get("name"),
            "toolCallId": used.get("toolCallId"),
            "rawArgs": used.get("rawArgs") or used.get("params"),
            "result": tool_text(text, tool_chars),
        }
    return kept


def rich_text(value: Any) -> str:
    """The words of an editor's document."""
    document = json_or_text(value)
    found: list[str] = []
    waiting = [dict_at(document, "root")] if isinstance(document, dict) else []
    while waiting:
        node = waiting.pop()
        found.append(text_at(node, "text"))
        waiting += [one for one in reversed(list_at(node, "children")) if isinstance(one, dict)]
    return "".join(found)
