"""The records of a Codex rollout go in; sessions and messages come out, each thing that was said once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Placed, View
from graphmem.capture.codex_records import (
    CALLS,
    ENVELOPES,
    INJECTED_KINDS,
    OUTPUTS,
    SILENT_EVENTS,
    SILENT_ITEMS,
    call_input,
    call_name,
    document_items,
    is_bare_item,
    is_bare_meta,
    is_document,
    is_envelope,
    message_text,
    output_text,
    parent_thread,
)
from graphmem.capture.codex_turns import Parent, Said, Turns, merged, replay_end, rolled_back
from graphmem.capture.harness import compact, spoken_by_model, spoken_to_codex, tool_text
from graphmem.capture.history import UUID
from graphmem.capture.own import is_own_command, is_own_tool
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.tail import Bad, Clock, Found
from graphmem.capture.talk import Draft, SessionDraft
from graphmem.model import MessageKind, Role, content_id

CLIENT = "codex"
FROM_EVENT, FROM_ITEM, FROM_MIRROR = 0, 1, 2  # ranks of the ways in which words are written down
NAMED = 0  # rank of a title given inside the rollout

Copied = Callable[[str], Parent | None]  # a parent thread by its id, when it can be read


class ToolUse:
    """A call or a result, until it is known whether the tool is ours and how else it was written down."""

    __slots__ = ("call", "draft", "order", "rank")

    def __init__(self, draft: Draft, call: str, order: int, rank: int) -> None:
        self.draft, self.call, self.order, self.rank = draft, call, order, rank


class CodexTalk:
    """What the records of one rollout say."""

    def __init__(
        self,
        path: Path,
        *,
        tool_chars: int,
        titles: dict[str, str] | None = None,
        parents: Copied | None = None,
    ) -> None:
        self.problems: list[Bad] = []
        self.unknown: list[tuple[int, str]] = []
        self.tool_chars = tool_chars
        self.titles, self.parents = {} if titles is None else titles, parents
        self.clock = Clock(path)
        self.time = self.clock.at()
        stem = path.name.removesuffix(".zst").removesuffix(".jsonl").removesuffix(".json")
        named = UUID.search(stem)
        self.session = SessionDraft(CLIENT, named[0] if named else stem)
        self.has_meta = self.is_agent = False
        self.model = "codex"
        self.turns = Turns()
        self.order = self.segment = 0
        self.turn = ""
        self.answered = False
        self.said: list[Said] = []
        self.uses: list[ToolUse] = []
        self.tools: dict[str, str] = {}
        self.own_calls: set[str] = set()
        self.found = Found(0, 0, {})

    def feed(self, found: Found) -> None:
        """Take in one record."""
        record = found.value
        self.found = found
        self.order += 1
        self.time = self.clock.at(record.get("timestamp"), record.get("created_at"))
        if self.turns.copied is not None and self.time[0] is not None:
            self.turns.later.append((self.order, self.time[0]))
        if is_envelope(record):
            self.envelope(record["type"], record["payload"])
        elif is_document(record):
            self.meta(record["session"])
            for item in document_items(record):
                self.order += 1
                self.item(item if isinstance(item, dict) else {})
        elif is_bare_meta(record):
            self.meta(record)
        elif "record_type" in record:
            pass
        elif is_bare_item(record):
            self.model = text_at(record, "model") or self.model
            self.item(record)
        elif text_at(record, "type") in ENVELOPES:
            self.problems.append(
                Bad(found.offset, found.line, f"a {record['type']} record without a payload")
            )
        elif text_at(record, "type"):
            self.unknown.append((found.offset, text_at(record, "type")))
        else:
            self.problems.append(Bad(found.offset, found.line, "a record without a type"))

    def envelope(self, kind: str, payload: dict[str, Any]) -> None:
        """A line as releases since mid-2025 write it."""
        if kind == "session_meta":
            self.meta(payload)
        elif kind == "turn_context":
            self.model = text_at(payload, "model") or self.model
            self.session.cwd = self.session.cwd or text_at(payload, "cwd")
            self.begin_turn(text_at(payload, "turn_id"))
        elif kind == "response_item":
            self.item(payload)
        elif kind == "event_msg":
            self.event(payload)
        elif kind == "compacted":
            self.new_segment()
        elif kind not in ENVELOPES:
            self.unknown.append((self.found.offset, kind))

    def meta(self, meta: dict[str, Any]) -> None:
        """The head of the thread; a second one is the parent's, copied."""
        moment = self.clock.at(self.found.value.get("timestamp"), meta.get("timestamp"))
        if self.has_meta:
            if text_at(meta, "id") != self.session.external:
                self.turns.copied = self.turns.copied or (self.order, moment[0])
            return
        self.has_meta = True
        self.session.external = text_at(meta, "id") or self.session.external
        self.session.cwd = text_at(meta, "cwd")
        self.session.branch = text_at(dict_at(meta, "git"), "branch")
        self.session.parent, self.is_agent = parent_thread(meta)
        self.session.reached(moment[0], derived=moment[1])

    def begin_turn(self, turn: str) -> None:
        """A record names the turn that goes on from here."""
        if turn and turn != self.turn:
            self.turns.ids.append((self.order, turn))
            self.turn = turn
            self.new_segment()
        elif self.answered:
            self.new_segment()

    def new_segment(self) -> None:
        """From here on, words that were said before may be said again."""
        self.segment += 1
        self.answered = False

    def item(self, item: dict[str, Any]) -> None:
        """Something that the model saw."""
        kind = item.get("type") if isinstance(item.get("type"), str) else ""
        role = item.get("role")
        if kind == "message" or (not kind and isinstance(role, str)):
            if role == "user":
                self.say("user", FROM_MIRROR, spoken_to_codex(message_text(item)))
            elif role == "assistant":
                self.say("assistant", FROM_EVENT, spoken_by_model(message_text(item)))
        elif kind in CALLS:
            self.call(item, text_at(item, "call_id", "id"), FROM_EVENT)
        elif kind in OUTPUTS:
            self.result(text_at(item, "call_id", "id"), output_text(item), FROM_EVENT, text_at(item, "name"))
        elif not kind:
            self.problems.append(Bad(self.found.offset, self.found.line, "an item without a type"))
        elif kind not in SILENT_ITEMS:
            self.unknown.append((self.found.offset, f"response_item/{kind}"))

    def event(self, event: dict[str, Any]) -> None:
        """Something that the user saw."""
        kind = text_at(event, "type")
        if kind == "user_message":
            injected = event.get("kind")
            if not (isinstance(injected, str) and injected in INJECTED_KINDS):
                self.say("user", FROM_EVENT, spoken_to_codex(text_at(event, "message")))
        elif kind == "agent_message":
            self.say("assistant", FROM_MIRROR, spoken_by_model(text_at(event, "message")))
        elif kind == "item_completed":
            self.completed(dict_at(event, "item"))
        elif kind in ("task_started", "turn_started"):
            self.begin_turn(text_at(event, "turn_id"))
        elif kind in ("task_complete", "turn_complete", "turn_aborted"):
            self.turns.ends.append(self.order)
            self.new_segment()
        elif kind == "thread_rolled_back":
            count = event.get("num_turns")
            self.turns.rollbacks.append((self.order, count if isinstance(count, int) else 0))
            self.new_segment()
        elif kind == "thread_name_updated":
            self.session.name(NAMED, text_at(event, "thread_name", "name"))
        elif kind in ("mcp_tool_call_begin", "mcp_tool_call_end"):
            call = dict_at(event, "invocation")
            if is_own_tool(text_at(call, "tool"), text_at(call, "server")):
                self.own_calls.add(text_at(event, "call_id"))
        elif kind not in SILENT_EVENTS and not kind.startswith("collab_"):
            self.unknown.append((self.found.offset, f"event_msg/{kind}"))

    def completed(self, item: dict[str, Any]) -> None:
        """A finished item of a paginated rollout; what the model saw stands there too, for some of them."""
        kind, call = text_at(item, "type"), text_at(item, "id")
        if kind == "UserMessage":
            self.say("user", FROM_ITEM, spoken_to_codex(message_text(item)))
        elif kind == "AgentMessage":
            self.say("assistant", FROM_ITEM, spoken_by_model(message_text(item)))
        elif kind in ("CommandExecution", "FileChange", "McpToolCall"):
            name = {"CommandExecution": "shell", "FileChange": "apply_patch"}.get(kind, "")
            self.call({**item, "name": name} if name else item, call, FROM_ITEM)
            output = text_at(item, "aggregated_output") or output_text(item)
            self.result(call, output, FROM_ITEM, "")

    def say(self, role: Role, rank: int, text: str) -> None:
        """Note that something was said."""
        if not text:
            return
        if role == "user" and self.answered:
            self.new_segment()
        self.answered = self.answered or role == "assistant"
        author = "user" if role == "user" else self.model
        draft = self.draft("text", role, author, text)
        self.said.append(Said(role, rank, " ".join(text.split()), self.order, self.segment, draft))

    def call(self, item: dict[str, Any], call: str, rank: int) -> None:
        """Note that a tool was called."""
        name, given = call_name(item), call_input(item)
        command = text_at(dict_at(item, "action"), "command") or compact(given)
        if is_own_tool(name, text_at(item, "namespace", "server")) or is_own_command(command):
            self.own_calls.add(call)
            return
        self.tools[call] = name
        self.answered = True
        text = f"{name} {tool_text(compact(given), self.tool_chars)}".strip()
        draft = self.draft("tool_call", "assistant", self.model, text)
        self.uses.append(ToolUse(draft, call, self.order, rank))

    def result(self, call: str, output: str, rank: int, name: str) -> None:
        """Note what a tool answered."""
        text = tool_text(output, self.tool_chars)
        if text and not (call and call in self.own_calls):
            author = name or (self.tools.get(call, "tool") if call else "tool")
            draft = self.draft("tool_result", "tool", author, text)
            self.uses.append(ToolUse(draft, call, self.order, rank))

    def draft(self, kind: MessageKind, role: Role, author: str, text: str) -> Draft:
        """A message without an id: that depends on how often its words were said."""
        moment, derived = self.time
        draft = Draft("", "", role, kind, author, text, moment, derived, self.found.offset, self.found.line)
        draft.seq = self.session.next_seq()
        self.session.reached(moment, derived=derived)
        return draft

    def parent(self) -> Parent:
        """What a thread that was copied from this one may repeat."""
        ids = frozenset(key for _, key in self.turns.ids)
        return Parent(ids, [(item.role, item.words) for item in merged(self.said)])

    def view(self) -> View:
        """Sessions and messages as the records so far tell them."""
        said = merged(self.said)
        own_from = 0
        if self.session.parent:
            parent = self.parents(self.session.parent) if self.parents else None
            own_from = replay_end(said, self.turns, parent, self.session.external)
        cancelled = rolled_back([item.order for item in said if item.role == "user"], self.turns)
        drafts = [(item.order, self.spoken(item)) for item in said] + self.used_tools()
        view = View()
        last = last_active = ""
        for order, draft in sorted(drafts, key=lambda pair: (pair[0], pair[1].seq)):
            if order < own_from:
                continue
            active = not any(low <= order < high for low, high in cancelled)
            before = last_active if active else last
            message = draft.message(self.session, self.clock.file_time, parent_id=before, active=active)
            view.messages[draft.id] = Placed(draft.offset, draft.line, message)
            last, last_active = draft.id, draft.id if active else last_active
        if view.messages:
            title = self.titles.get(self.session.external, "")
            view.sessions[self.session.id] = self.session.session(self.clock.file_time, title=title)
        return view

    def spoken(self, item: Said) -> Draft:
        """The message of something said; an agent is spoken to by the model that started it, not by the user."""
        draft = item.draft
        draft.id = self.ident(item.role, digest(item.words), str(item.occurrence))
        if self.is_agent and item.role == "user":
            draft.role, draft.author = "assistant", "agent"
        return draft

    def used_tools(self) -> list[tuple[int, Draft]]:
        """Calls and results, each once, without those of our own tools."""
        best: dict[tuple[str, str], int] = {}
        for use in self.uses:
            slot = (use.draft.kind, use.call)
            best[slot] = min(best.get(slot, use.rank), use.rank)
        found: dict[str, tuple[int, Draft]] = {}
        counts: dict[str, int] = {}
        for use in self.uses:
            draft = use.draft
            if use.call and (use.call in self.own_calls or use.rank > best[draft.kind, use.call]):
                continue
            words = digest(draft.text)
            if not use.call:
                counts[draft.kind + words] = counts.get(draft.kind + words, 0) + 1
                words += str(counts[draft.kind + words])
            draft.id = self.ident(draft.kind, use.call, words)
            found.setdefault(draft.id, (use.order, draft))
        return list(found.values())

    def ident(self, *parts: str) -> str:
        """The id of a message of this thread."""
        return content_id("msg", CLIENT, self.session.external, *parts)


def digest(text: str) -> str:
    """A short stand-in for a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
