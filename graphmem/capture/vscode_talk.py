"""A chat session of Visual Studio Code goes in, as a document or as a log of changes to one; what was said comes out.

A log begins with the whole state; each line after it sets, lengthens, cuts or deletes something in it. What the
session says is always read from the state as it is.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from graphmem.capture.batch import View
from graphmem.capture.conversation import Conversation, picture
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.tail import Found, read_time
from graphmem.capture.talk import SessionDraft

CLIENT = "copilot-chat"
STATE, SET, PUSH, DELETE = 0, 1, 2, 3
TURNS = ("requests", "response")  # of a session, and of a turn
ATTACHED = frozenset({"file", "image", "paste", "directory"})
# Parts of answers that say nothing: reasoning, progress, buttons, marks for the editor.
SILENT = frozenset(
    {
        "attachments", "autoModeResolution", "clearToPreviousToolInvocation", "codeCitation", "codeblockUri", "command",
        "confirmation", "disabledClaudeHooks", "elicitation", "elicitation2", "elicitationSerialized", "extensions",
        "externalEdit", "hook", "mcpServersStarting", "moveMessage", "multiDiffData", "notebookEdit",
        "notebookEditGroup", "prepareToolInvocation", "progressMessage", "progressTask", "progressTaskResult",
        "progressTaskSerialized", "pullRequest", "questionCarousel", "references", "systemNotification", "thinking",
        "treeData", "undoStop", "usedContext", "warning", "workspaceEdit",
    }
)  # fmt: skip


class Touched(NamedTuple):
    """Where the newest word about a request stands."""

    offset: int
    line: int


def is_operation(record: dict[str, Any]) -> bool:
    """True for a line of a log."""
    kind = record.get("kind")
    if isinstance(kind, bool) or kind not in (STATE, SET, PUSH, DELETE):
        return False
    return isinstance(record.get("k"), list) or (kind == STATE and isinstance(record.get("v"), dict))


def is_request(record: dict[str, Any]) -> bool:
    """True for a prompt with its answer."""
    return isinstance(record.get("requestId"), str) and ("message" in record or "response" in record)


class VscodeTalk(Conversation):
    """What one session says; `cwd` is the folder that its window had open."""

    client = CLIENT

    def __init__(self, path: Path, *, tool_chars: int, cwd: str = "") -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.cwd = cwd
        self.state: dict[str, Any] = {}
        self.touched: dict[int, Touched] = {}  # by the number of the request

    def feed(self, found: Found) -> None:
        """Take in a line of a log, or a part of a document."""
        record = found.value
        self.at(found)
        place = Touched(found.offset, found.line)
        if is_operation(record):
            self.operate(record, place)
        elif "kind" in record:
            self.strange(f"operation {record['kind']}"[:40])
        else:
            for name, value in record.items():
                if name == "requests" and isinstance(value, dict):
                    requests = self.state.setdefault("requests", [])
                    self.touched[len(requests)] = place
                    requests.append(value)
                elif name == "requests" and not isinstance(value, list):
                    self.bad("a request should be an object")
                else:
                    self.state[name] = value

    def operate(self, record: dict[str, Any], place: Touched) -> None:
        """Change the state as a line says; one that does not fit it is a problem."""
        kind, path, value = record["kind"], record.get("k") or [], record.get("v")
        if kind == STATE or not path:
            if isinstance(value, dict):
                self.state = value
                self.touched = dict.fromkeys(range(len(list_at(value, "requests"))), place)
            return
        before = len(list_at(self.state, "requests"))
        if not changed(self.state, record):
            self.bad("a change to something that is not there")
            return
        if path[0] == "requests":
            after = len(list_at(self.state, "requests"))
            numbers = (
                [path[1]] if len(path) > 1 and isinstance(path[1], int) else range(min(before, after), after)
            )
            self.touched |= dict.fromkeys(numbers, place)

    def view(self) -> View:
        """The session as its state tells it now."""
        self.sessions, self.drafts, self.counts = {}, {}, {}
        self.tools, self.own_calls, self.left = {}, set(), set()
        session = self.session(text_at(self.state, "sessionId") or self.path.name.split(".json")[0])
        session.cwd = self.cwd
        session.name(0, text_at(self.state, "customTitle"))
        session.name(1, text_at(self.state, "computedTitle"))
        session.reached(read_time(self.state.get("creationDate")), derived=False)
        for number, request in enumerate(list_at(self.state, "requests")):
            if isinstance(request, dict):
                place = self.touched.get(number, Touched(0, 0))
                self.request(session, request, Found(place.offset, place.line, request), number)
        session.reached(read_time(self.state.get("lastMessageDate")), derived=False)
        return super().view()

    def request(self, session: SessionDraft, request: dict[str, Any], found: Found, number: int) -> None:
        """A prompt and its answer; one that a checkpoint undid is inactive."""
        key = text_at(request, "requestId") or f"request {number}"
        if isinstance(request.get("shouldBeRemovedOnSend"), dict) or request.get("isHidden") is True:
            self.left.add(key)
        self.at(found, request.get("timestamp"))
        message = request.get("message")
        text = message if isinstance(message, str) else text_at(dict_at(request, "message"), "text")
        words = "\n\n".join(filter(None, [text, *attached(request)]))
        self.say(session, "user", words, key=key, node=key)
        # The answer has no time of its own: it has the prompt's.
        self.at(found)
        self.answer(session, request, key)

    def answer(self, session: SessionDraft, request: dict[str, Any], key: str) -> None:
        """The parts of an answer: pieces of text that belong together, and calls of tools between them."""
        author = text_at(request, "modelId").removeprefix("copilot/") or "copilot"
        words: list[str] = []
        count = 0

        def flush() -> None:
            nonlocal count
            if "".join(words).strip():
                count += 1
                self.say(
                    session, "assistant", "".join(words), key=f"{key} answer {count}", author=author, node=key
                )  # fmt: skip
            words.clear()

        for part in list_at(request, "response"):
            kind = text_at(part, "kind") if isinstance(part, dict) else ""
            if isinstance(part, str):
                words.append(part)
            elif not isinstance(part, dict) or kind in SILENT:
                continue
            elif kind in ("", "markdownContent", "markdownVuln"):
                words.append(text_at(part, "value") or text_at(dict_at(part, "content"), "value"))
            elif kind == "inlineReference":
                words.append(reference(part))
            elif kind in ("toolInvocationSerialized", "toolInvocation"):
                flush()
                self.used(session, part, author, key)
            elif kind == "textEditGroup":
                flush()
                self.call(
                    session, "edit", {"path": text_at(dict_at(part, "uri"), "path")}, author=author, node=key
                )
            else:
                self.strange_once(f"response/{kind}")
        flush()

    def used(self, session: SessionDraft, part: dict[str, Any], author: str, node: str) -> None:
        """A tool that ran; the session keeps what the user was told of it."""
        call, name = text_at(part, "toolCallId"), text_at(part, "toolId") or "tool"
        source = dict_at(part, "source")
        special = dict_at(part, "toolSpecificData")
        command = dict_at(special, "commandLine")
        told = part.get("pastTenseMessage") or part.get("invocationMessage")
        given: Any = (
            {"command": text_at(command, "original", "userEdited")} if command else special.get("rawInput")
        )
        self.call(
            session, name, given or (told if isinstance(told, str) else text_at(dict_at({"v": told}, "v"), "value")),
            call=call, server=text_at(source, "serverLabel", "label"), author=author, node=node,
            key=f"{node} call {call}" if call else "",
        )  # fmt: skip
        output = text_at(dict_at(special, "terminalCommandOutput"), "text")
        details = dict_at(part, "resultDetails").get("output")
        texts = (
            [text_at(one, "value") for one in details if isinstance(one, dict)]
            if isinstance(details, list)
            else []
        )
        self.result(
            session, output or "\n".join(filter(None, texts)), call=call, name=name, node=node,
            key=f"{node} result {call}" if call else "",
        )  # fmt: skip

    def strange_once(self, kind: str) -> None:
        """A type that no rule knows, noted once however often the state is read."""
        note = (self.found.offset, kind)
        if note not in self.unknown:
            self.unknown.append(note)


def attached(request: dict[str, Any]) -> list[str]:
    """What stands in place of what the user attached."""
    variables = list_at(dict_at(request, "variableData"), "variables")
    return [
        picture({"type": "image" if one.get("kind") == "image" else "file", "name": text_at(one, "name")})
        for one in variables
        if isinstance(one, dict) and one.get("kind") in ATTACHED
    ]


def reference(part: dict[str, Any]) -> str:
    """The name of a file or symbol within a sentence."""
    target = dict_at(part, "inlineReference")
    path = text_at(target, "path", "fsPath") or text_at(dict_at(target, "uri"), "path", "fsPath")
    name = text_at(part, "name") or text_at(target, "name") or PurePosixPath(path.replace("\\", "/")).name
    return f"`{name}`" if name else ""


def changed(state: Any, record: dict[str, Any]) -> bool:
    """Make a change in nested objects and lists; False, and nothing done, where it does not fit them."""
    *way, last = record["k"]
    for step in way:
        state = item_at(state, step)
        if not isinstance(state, dict | list):
            return False
    if record["kind"] == PUSH:
        return pushed(state, last, record.get("v"), record.get("i"))
    if isinstance(state, dict) and isinstance(last, str):
        if record["kind"] == DELETE:
            state.pop(last, None)
        else:
            state[last] = record.get("v")
        return True
    if not isinstance(state, list) or isinstance(last, bool) or not isinstance(last, int):
        return False
    if record["kind"] == SET and last == len(state):
        state.append(record.get("v"))
    elif not 0 <= last < len(state):
        return False
    elif record["kind"] == SET:
        state[last] = record.get("v")
    else:
        del state[last]
    return True


def pushed(state: Any, last: Any, value: Any, start: Any) -> bool:
    """Lengthen a list, maybe after cutting it to a length; where turns belong, what is no list holds none."""
    target = item_at(state, last)
    absent = target is None or (last in TURNS and not isinstance(target, list))
    if absent and isinstance(state, dict) and isinstance(last, str):
        target = state[last] = []
    if not isinstance(target, list):
        return False
    if isinstance(start, int) and not isinstance(start, bool) and start >= 0:
        del target[start:]
    target += value if isinstance(value, list) else []
    return True


def item_at(state: Any, step: Any) -> Any:
    """What stands at one step of a path, or None."""
    if isinstance(state, dict) and isinstance(step, str):
        return state.get(step)
    if (
        isinstance(state, list)
        and isinstance(step, int)
        and not isinstance(step, bool)
        and 0 <= step < len(state)
    ):
        return state[step]
    return None
