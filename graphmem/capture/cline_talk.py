"""The messages of a task of Cline, Roo Code or Kilo Code go in; what was said and which tools ran comes out.

A task is kept twice: as the user saw it (`ui_messages.json`), which nothing is ever cut from, and as the model saw it
(`api_conversation_history.json`), where the harness wraps and shortens. The first is read where it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.harness import paired, without_wrappers
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.tail import Found, decode
from graphmem.capture.talk import SessionDraft

# What the user saw and what it was. The rest is about requests, checkpoints, modes and errors.
BY_USER = frozenset({"task", "user_feedback", "user_feedback_diff"})
BY_MODEL = frozenset(
    {"text", "completion_result", "followup", "plan_mode_respond", "act_mode_respond", "new_task"}
)
TOOLS = frozenset({"tool", "command", "browser_action_launch", "browser_action", "use_mcp_server"})
ANSWERS = frozenset({"command_output", "mcp_server_response", "browser_action_result"})
SILENT = frozenset(
    {
        "api_req_deleted", "api_req_failed", "api_req_finished", "api_req_rate_limit_wait", "api_req_retried",
        "api_req_retry_delayed", "api_req_started", "auto_approval_max_req_reached", "checkpoint_created",
        "checkpoint_saved", "clineignore_error", "codebase_search_result", "condense", "condense_context",
        "condense_context_error", "deleted_api_reqs", "diff_error", "error", "error_retry", "finishTask",
        "generate_explanation", "hook", "hook_output", "hook_status", "image", "info", "load_mcp_documentation",
        "mcp_notification", "mcp_server_request_started", "mistake_limit_reached", "reasoning", "resume_completed_task",
        "resume_task", "rooignore_error", "shell_integration_warning", "shell_integration_warning_with_suggestion",
        "sliding_window_truncation", "subtask_result", "task_progress", "user_edit_todos",
    }
)  # fmt: skip
OUTER = re.compile(r"</?(?:task|user_message|feedback|answer|user_feedback)>")
SPOKEN = re.compile(r"<(feedback|user_message|answer)>(.*?)</\1>", re.DOTALL)
WRAPPED = paired(
    ("environment_details", "system-reminder", "explicit_instructions", "file_content", "folder_content")
)
RESULT = re.compile(r"\s*\[(?P<name>[\w-]+)(?: for [^\n]*)?\] Result:\s*")
THINKING = re.compile(r"<thinking>.*?(?:</thinking>|\Z)", re.DOTALL)
CALL = re.compile(
    r"<(?P<name>[a-z]+(?:_[a-z]+)+)>\s*(?P<given>(?:<(\w+)>.*?</\3>\s*)*)</(?P=name)>", re.DOTALL
)
FIELD = re.compile(r"<(\w+)>(.*?)</\1>", re.DOTALL)
FOLDER = re.compile(r"# Current (?:Working|Workspace) Directory \(([^()\n]+)\)")
# Tools by which the model speaks to the user, and the field that holds its words.
SPEAKING = {
    "attempt_completion": "result",
    "ask_followup_question": "question",
    "plan_mode_respond": "response",
    "act_mode_respond": "response",
}


def is_seen(record: dict[str, Any]) -> bool:
    """True for a message as the user saw it."""
    kind = record.get("type")
    return kind in ("say", "ask") and isinstance(record.get(kind), str) and "ts" in record


def is_sent(record: dict[str, Any]) -> bool:
    """True for a message as the model saw it."""
    return record.get("role") in ("user", "assistant") and isinstance(record.get("content"), str | list)


class ClineTalk(Conversation):
    """What the messages of one task say."""

    def __init__(
        self, path: Path, *, client: str, external: str, tool_chars: int, about: dict[str, Any]
    ) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.client = client
        self.external, self.about = external, about
        self.first = True
        self.waiting: list[str] = []  # calls that nothing has answered yet
        self.keys: dict[str, int] = {}
        self.model = "assistant"

    @property
    def current(self) -> SessionDraft:
        """The session of the task."""
        session = self.session(self.external)
        if not session.cwd:
            session.cwd = text_at(self.about, "cwdOnTaskInitialization", "workspace", "cwd", "workspaceRoot")
            session.name(0, text_at(self.about, "title", "task"))
        return session

    def feed(self, found: Found) -> None:
        """Take in one message of either kind."""
        for name, record in found.value.items():
            if name not in ("", "messages"):
                self.about.setdefault(name, record)
            elif not isinstance(record, dict):
                self.at(found)
                self.bad("a message should be an object")
            elif is_seen(record):
                self.at(found, record.get("ts"))
                self.seen(record)
            elif is_sent(record):
                self.at(found, record.get("ts"))
                self.sent(record)
            else:
                self.at(found)
                self.bad("a message without a role or a kind")

    def folder(self, text: str) -> None:
        """The harness tells the model in which folder it works."""
        match = FOLDER.search(text)
        if match and not self.current.cwd:
            self.current.cwd = match[1]

    # -- as the user saw it --------------------------------------------------------------------------------------

    def seen(self, record: dict[str, Any]) -> None:
        """One message on the user's screen; `ts` tells it from the others, also while it grows."""
        kind, text = text_at(record, text_at(record, "type")), text_at(record, "text")
        key = self.once(f"{record.get('ts')} {kind}")
        first, self.first = self.first, False
        if record.get("partial") is True and kind not in BY_USER:
            return
        if kind in BY_USER or (first and kind == "text"):
            pictures = [picture({"type": "image"})] * len(list_at(record, "images"))
            words = "\n\n".join(filter(None, [without_wrappers(text, WRAPPED), *pictures]))
            self.say(self.current, "user", words, key=key)
        elif kind in BY_MODEL:
            given = object_in(text)
            words = text_at(given, "question", "response", "text") if given else text
            self.say(self.current, "assistant", words, key=key, author=self.model)
        elif kind in TOOLS:
            self.tool(kind, text, key)
        elif kind in ANSWERS:
            call = self.waiting[-1] if self.waiting else ""
            self.result(self.current, text, call=call, key=key)
        elif kind == "api_req_started":
            self.folder(text)
        elif kind not in SILENT:
            self.strange(kind)

    def once(self, key: str) -> str:
        """A key that no message before has: two may be shown in one millisecond."""
        self.keys[key] = self.keys.get(key, 0) + 1
        return key if self.keys[key] == 1 else f"{key} {self.keys[key]}"

    def tool(self, kind: str, text: str, key: str) -> None:
        """A tool that was called, or that the user was asked to allow."""
        given = object_in(text)
        name = text_at(given, "toolName", "tool") or kind
        rest = {
            field: value for field, value in given.items() if field not in ("tool", "toolName", "serverName")
        }
        self.waiting.append(key)
        self.call(
            self.current, name, rest if given else {"command": text}, call=key, author=self.model,
            server=text_at(given, "serverName"), key=key,
        )  # fmt: skip

    # -- as the model saw it -------------------------------------------------------------------------------------

    def sent(self, record: dict[str, Any]) -> None:
        """One message to or from the model."""
        key = text_at(record, "id")
        self.model = text_at(dict_at(record, "modelInfo"), "modelId") or self.model
        blocks = record["content"]
        blocks = [{"type": "text", "text": blocks}] if isinstance(blocks, str) else blocks
        named = ((f"{key} {index}" if key else "", block) for index, block in enumerate(blocks))
        if record["role"] == "user":
            self.from_user(named)
        else:
            self.from_model(named)

    def from_user(self, blocks: Iterator[tuple[str, Any]]) -> None:
        """Prompts, and what tools answered: as blocks of their own, or as text behind a heading."""
        answering = ""
        for key, block in blocks:
            kind = block.get("type") if isinstance(block, dict) else ""
            if kind == "text":
                text = text_at(block, "text")
                self.folder(text)
                heading = RESULT.match(text)
                if heading is not None:
                    answering, text = heading["name"], text[heading.end() :]
                text = without_wrappers(text, WRAPPED)
                if answering:
                    self.answered(text, key, name=answering)
                else:
                    self.say(self.current, "user", OUTER.sub("", text), key=key)
            elif kind == "tool_result":
                text = joined_text(block.get("content"), ("text",))
                self.answered(text, key, call=text_at(block, "tool_use_id"))
            elif kind == "image":
                self.say(self.current, "user", picture(block), key=key)

    def answered(self, text: str, key: str, *, call: str = "", name: str = "") -> None:
        """What a tool answered; what the user said to it stands inside."""
        words = "\n\n".join(match[2].strip() for match in SPOKEN.finditer(text))
        rest = SPOKEN.sub("", RESULT.sub("", text))
        self.result(self.current, rest, call=call, name=name, key=f"{key} result" if key else "")
        self.say(self.current, "user", words, key=f"{key} words" if key else "")

    def from_model(self, blocks: Iterator[tuple[str, Any]]) -> None:
        """Words and calls; old releases have calls as tags within the words."""
        for key, block in blocks:
            kind = block.get("type") if isinstance(block, dict) else ""
            if kind == "text":
                text = THINKING.sub("", text_at(block, "text"))
                self.say(self.current, "assistant", CALL.sub("", text), key=key, author=self.model)
                for number, match in enumerate(CALL.finditer(text)):
                    given = {field[1]: field[2].strip() for field in FIELD.finditer(match["given"])}
                    self.called(match["name"], given, "", f"{key} call {number}" if key else "")
            elif kind == "tool_use":
                given = block.get("input")
                self.called(text_at(block, "name"), given, text_at(block, "id"), f"{key} call" if key else "")

    def called(self, name: str, given: Any, call: str, key: str) -> None:
        """A call, or words to the user in the shape of one."""
        fields = given if isinstance(given, dict) else {}
        if name in SPEAKING:
            words = text_at(fields, SPEAKING[name])
            self.say(self.current, "assistant", words, key=key, author=self.model)
            return
        server = text_at(fields, "server_name")
        self.call(
            self.current, text_at(fields, "tool_name") or name, given, call=call, key=key, server=server,
            author=self.model,
        )  # fmt: skip


def object_in(text: str) -> dict[str, Any]:
    """The object that a text is, or an empty one."""
    try:
        value = decode(text.encode()) if text.lstrip().startswith("{") else None
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
