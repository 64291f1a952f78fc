"""The events of a Copilot CLI session go in; sessions and messages come out, those of its agents apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphmem.capture.conversation import Conversation, digest, picture, server_of
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.tail import Found
from graphmem.capture.talk import SessionDraft

CLIENT = "copilot-cli"
NAMED, NOTED = 0, 1  # ranks of the titles of a session: told in it, and beside it
# Kinds of events that say nothing, each with all that follow behind the dot.
SILENT = frozenset(
    {
        "abort", "auto_mode_switch", "capabilities", "command", "commands", "elicitation", "exit_plan_mode",
        "external_tool", "hook", "mcp", "model", "pending_messages", "permission", "sampling", "session", "skill",
        "system", "user_input",
    }
)  # fmt: skip
SILENT_EVENTS = frozenset(
    {
        "assistant.intent", "assistant.idle", "assistant.reasoning", "assistant.streaming_delta", "assistant.turn_end",
        "assistant.turn_start", "assistant.usage", "subagent.completed", "subagent.deselected", "subagent.failed",
        "subagent.selected", "tool.execution_partial_result", "tool.execution_progress", "tool.execution_start",
        "tool.user_requested",
    }
)  # fmt: skip


def is_event(record: dict[str, Any]) -> bool:
    """True for an event of a session."""
    kind = record.get("type")
    return (
        isinstance(kind, str)
        and isinstance(record.get("data"), dict)
        and ("parentId" in record or "." in kind)
    )


class CopilotTalk(Conversation):
    """What the events of one session say; `about` is what the client notes beside it."""

    client = CLIENT

    def __init__(self, path: Path, *, external: str, tool_chars: int, about: dict[str, str]) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.external, self.about = external, about
        self.model = "copilot"
        self.order: list[str] = []  # ids of events
        self.agents: dict[str, str] = {}  # names by the call that started them
        self.handlers: dict[str, Callable[[SessionDraft, dict[str, Any]], None]] = {
            "session.start": self.start,
            "session.resume": self.start,
            "session.context_changed": self.start,
            "session.model_change": self.switched,
            "session.title_changed": self.titled,
            "session.snapshot_rewind": self.rewind,
            "session.compaction_complete": self.compacted,
            "subagent.started": self.agent,
            "user.message": self.user,
            "assistant.message": self.assistant,
            "tool.execution_complete": self.tool,
        }

    def feed(self, found: Found) -> None:
        """Take in one event."""
        event, data = found.value, dict_at(found.value, "data")
        kind = text_at(event, "type")
        self.at(found, event.get("timestamp"))
        if not kind or not isinstance(event.get("data"), dict):
            self.bad("an event without a type or without data")
            return
        if key := text_at(event, "id"):
            self.order.append(key)
        if kind == "session.start":
            self.external = text_at(data, "sessionId") or self.external
        handler = self.handlers.get(kind)
        if handler is not None:
            handler(self.part(data), data)
        elif kind.partition(".")[0] not in SILENT and kind not in SILENT_EVENTS:
            self.strange(kind)

    def part(self, data: dict[str, Any]) -> SessionDraft:
        """The talk itself, or the part of the agent that an event belongs to."""
        talk = self.session(self.external)
        if not talk.cwd:
            talk.cwd = self.about.get("cwd", "")
            talk.branch = self.about.get("branch", "")
            talk.name(NOTED, self.about.get("name", "") or self.about.get("summary", ""))
        agent = text_at(data, "parentToolCallId", "parentAgentTaskId")
        if not agent:
            return talk
        part = self.session(self.external, agent)
        part.cwd, part.branch = talk.cwd, talk.branch
        part.name(NAMED, self.agents.get(agent, ""))
        return part

    def start(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """Where the session works."""
        context = dict_at(data, "context") or data
        session.cwd = text_at(context, "cwd") or session.cwd
        session.branch = text_at(context, "branch") or session.branch
        self.model = text_at(data, "selectedModel") or self.model
        session.reached(self.time[0], derived=self.time[1])

    def switched(self, session: SessionDraft, data: dict[str, Any]) -> None:  # noqa: ARG002  one shape for all
        """Another model answers from here on."""
        self.model = text_at(data, "newModel") or self.model

    def titled(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """The session has a name."""
        session.name(NAMED, text_at(data, "title"))

    def rewind(self, session: SessionDraft, data: dict[str, Any]) -> None:  # noqa: ARG002  one shape for all
        """The talk goes on from before that event; or just these events are taken back."""
        taken = [key for key in list_at(data, "eventIds") if isinstance(key, str)]
        first = text_at(data, "upToEventId")
        if not taken and first in self.order:
            taken = self.order[self.order.index(first) :]
        self.left.update(taken)

    def compacted(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """What became of the talk when it grew too long."""
        text = text_at(data, "summaryContent")
        self.say(
            session, "assistant", text, key=self.key(text), author=self.model, kind="summary", node=self.node
        )

    def agent(self, session: SessionDraft, data: dict[str, Any]) -> None:  # noqa: ARG002  one shape for all
        """An agent begins to work."""
        self.agents[text_at(data, "toolCallId")] = text_at(data, "agentDisplayName", "agentName")

    def user(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """A prompt; not what the client sends in the user's name, nor what it adds to the words."""
        if text_at(data, "source") not in ("", "user"):
            return
        attached = [
            picture(one, "displayName", "path")
            for one in list_at(data, "attachments")
            if isinstance(one, dict)
        ]
        text = "\n\n".join(filter(None, [text_at(data, "content"), *attached]))
        if session.agent:
            self.say(session, "assistant", text, key=self.key(text), author="agent", node=self.node)
        else:
            self.say(session, "user", text, key=self.key(text), node=self.node)

    def assistant(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """An answer, and the tools that it calls."""
        author = text_at(data, "model") or self.model
        text = text_at(data, "content")
        self.say(session, "assistant", text, key=self.key(text), author=author, node=self.node)
        for request in list_at(data, "toolRequests"):
            if isinstance(request, dict):
                name = text_at(request, "name", "mcpToolName")
                self.call(
                    session, name, request.get("arguments"), call=text_at(request, "toolCallId"), author=author,
                    server=server_of(request), node=self.node,
                )  # fmt: skip

    def tool(self, session: SessionDraft, data: dict[str, Any]) -> None:
        """What a tool answered."""
        result = data.get("result", data.get("error"))
        text = (
            result if isinstance(result, str) else text_at(dict_at({"r": result}, "r"), "content", "message")
        )
        self.result(session, text, call=text_at(data, "toolCallId"), node=self.node)

    @property
    def node(self) -> str:
        """The event at hand, as far as it can be taken back."""
        return text_at(self.found.value, "id")

    def key(self, text: str) -> str:
        """What tells a message: its event; cleaned-up files give many events one id, so the words as well."""
        key = text_at(self.found.value, "id")
        return f"{key} {digest(text)}" if key else ""
