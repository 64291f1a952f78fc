"""Messages and parts of OpenCode, of any release, go in; what was said and done comes out.

Releases 1 keep a message and its parts apart; releases 2 keep the whole message in one row, its kind in a column.
Both name a message alike, so what is read before and after an upgrade is one thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphmem.capture.conversation import picture
from graphmem.capture.harness import compact, tool_text
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.telling import Telling
from graphmem.model import MessageKind

CLIENT = "opencode"
SILENT_PARTS = frozenset(
    {"agent", "compaction", "patch", "reasoning", "retry", "snapshot", "step-finish", "step-start", "subtask"}
)
SILENT_TYPES = frozenset(
    {
        "agent-selected",
        "agent-switched",
        "idle",
        "location-switched",
        "model-selected",
        "model-switched",
        "shell",
        "synthetic",
        "system",
    }
)


@dataclass(slots=True)
class Turn:
    """A message in the shape that all releases are brought to."""

    id: str
    role: str
    stated: tuple[Any, ...]
    model: str = ""
    summary: bool = False
    parts: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # id and part


class OpenCodeTalk:
    """The turns of one session, on their way into a `Telling`."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.agent = False
        self.reverted: tuple[str, str] = ("", "")  # the first message and part that were taken back

    def take(self, turns: Iterable[Turn]) -> None:
        """Take in turns in their order."""
        for turn in turns:
            self.telling.turn(*turn.stated)
            if turn.role == "user":
                self.user(turn)
            elif turn.role == "assistant":
                self.answer(turn)

    def is_active(self, turn: Turn, part: str = "") -> bool:
        """False for what the user took back."""
        message, first = self.reverted
        if not message or turn.id < message:
            return True
        return bool(first) and turn.id == message and bool(part) and part < first

    def user(self, turn: Turn) -> None:
        """What the user typed and attached; what the client added in the user's name is left out."""
        found: list[str] = []
        for _, part in turn.parts:
            kind = text_at(part, "type")
            if kind == "text":
                own = part.get("synthetic") is not True and part.get("ignored") is not True
                found += [text_at(part, "text")] if own else []
            elif kind == "file":
                found.append(picture({"type": part.get("mime"), "name": text_at(part, "filename", "name")}))
            elif kind not in SILENT_PARTS:
                self.telling.odd(f"part {kind}")
        text = "\n\n".join(one for one in found if one.strip())
        key, active = f"{turn.id} text 0", self.is_active(turn)
        if self.agent:
            self.telling.said("assistant", text, key=key, author="agent", active=active)
        else:
            self.telling.said("user", text, key=key, active=active)

    def answer(self, turn: Turn) -> None:
        """What the model said and did."""
        texts = 0
        author = turn.model or CLIENT
        for name, part in turn.parts:
            kind, active = text_at(part, "type"), self.is_active(turn, name)
            if kind == "text":
                if part.get("synthetic") is True or part.get("ignored") is True:
                    continue
                key, told = f"{turn.id} text {texts}", text_at(part, "text")
                texts += 1
                what: MessageKind = "summary" if turn.summary else "text"
                self.telling.said("assistant", told, key=key, author=author, kind=what, active=active)
            elif kind == "tool":
                self.tool(turn, part, author, active=active)
            elif kind == "tool-invocation":
                self.tool(turn, invoked(dict_at(part, "toolInvocation")), author, active=active)
            elif kind not in SILENT_PARTS and kind != "file":
                self.telling.odd(f"part {kind}")

    def tool(self, turn: Turn, part: dict[str, Any], author: str, *, active: bool) -> None:
        """A call and, when it is done, its result."""
        state = dict_at(part, "state")
        call = text_at(part, "callID", "id")
        tool = text_at(part, "tool", "name")
        given = state.get("input")
        self.telling.used(tool, given, call=call, key=f"{turn.id} call {call}", author=author, active=active)
        self.telling.answered(
            output_of(state), call=call, name=tool, key=f"{turn.id} result {call}", active=active
        )


def slim(part: dict[str, Any], tool_chars: int) -> dict[str, Any]:
    """A part without what is not kept of it, so that many can be held at once."""
    kind = text_at(part, "type")
    if kind == "tool":
        state = dict_at(part, "state")
        kept = {"input": state.get("input"), "output": tool_text(output_of(state), tool_chars)}
        return {name: part.get(name) for name in ("type", "tool", "name", "callID", "id")} | {"state": kept}
    names = ("type", "text", "synthetic", "ignored", "mime", "filename", "name", "toolInvocation")
    return {name: part[name] for name in names if name in part}


def output_of(state: dict[str, Any]) -> str:
    """What a tool answered: text, parts in newer releases, or an error."""
    error = state.get("error")
    told = text_at(error, "message") if isinstance(error, dict) else error
    texts = joined_text(state.get("content"), ("text",))
    output = compact(state.get("output") or "")
    return texts or output or (told if isinstance(told, str) else "")


def invoked(call: dict[str, Any]) -> dict[str, Any]:
    """A call as the first releases wrote it, in the shape of the later ones."""
    state = {"input": call.get("args"), "output": call.get("result")}
    return {"tool": call.get("toolName"), "callID": call.get("toolCallId"), "state": state}


def turn_of_info(key: str, info: dict[str, Any], created: Any = None) -> Turn:
    """A message of releases 1, without its parts."""
    old = dict_at(dict_at(info, "metadata"), "assistant")
    model = text_at(info, "modelID") or text_at(dict_at(info, "model"), "modelID") or text_at(old, "modelID")
    times = (dict_at(info, "time").get("created"), dict_at(dict_at(info, "metadata"), "time").get("created"))
    turn = Turn(key, text_at(info, "role"), (*times, created), model, info.get("summary") is True)
    for number, part in enumerate(list_at(info, "parts")):
        if isinstance(part, dict):
            turn.parts.append((text_at(part, "id") or f"{number:06}", part))
    return turn


def turn_of_row(key: str, kind: str, data: dict[str, Any], created: Any) -> Turn:
    """A message of releases 2."""
    model = text_at(dict_at(data, "model"), "id", "modelID")
    times = (dict_at(data, "time").get("created"), created)
    if kind == "user":
        turn = Turn(key, "user", times)
        turn.parts = [("0", {"type": "text", "text": text_at(data, "text")})]
        files = [one for one in list_at(data, "files") if isinstance(one, dict)]
        turn.parts += [(str(number), {"type": "file"} | one) for number, one in enumerate(files, 1)]
        return turn
    if kind == "compaction":
        text = {"type": "text", "text": text_at(data, "summary", "text")}
        return Turn(key, "assistant", times, summary=True, parts=[("0", text)])
    parts = [(f"{n:06}", one) for n, one in enumerate(list_at(data, "content")) if isinstance(one, dict)]
    return Turn(key, "assistant", times, model, parts=parts)
