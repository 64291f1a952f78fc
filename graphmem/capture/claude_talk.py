"""The records of a Claude Code transcript go in; sessions and messages come out, each thing that was said once.

The client writes one record a line: prompts, pieces of answers, tool calls and their results, and many notes of its
own. Several lines make one answer, forks copy records, rewinds leave branches behind; see `claude_tree`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Placed, View
from graphmem.capture.claude_records import (
    GLOBAL_ID,
    NO_COMMANDS,
    NO_PROMPT,
    NOTES,
    TITLES,
    above_subagents,
    from_a_person,
    is_block,
    is_own,
)
from graphmem.capture.claude_tree import Lineage, Node, NodeKind
from graphmem.capture.harness import CONTINUED, compact, spoken_by_model, spoken_to_claude, tool_text
from graphmem.capture.records import dict_at, joined_text, list_at, text_at
from graphmem.capture.tail import Bad, Clock, Found
from graphmem.capture.talk import Draft, SessionDraft
from graphmem.model import MessageKind, Role, content_id

CLIENT = "claude-code"
SEPARATOR = "\x1f"


class ClaudeTalk:
    """What the records of one file say."""

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        self.problems: list[Bad] = []
        self.unknown: list[tuple[int, str]] = []
        self.stem = path.name.removesuffix(".zst").removesuffix(".jsonl")
        self.folder_session = above_subagents(path)
        self.tool_chars = tool_chars
        self.clock = Clock(path)
        self.tree = Lineage()
        self.sessions: dict[str, SessionDraft] = {}
        self.drafts: dict[str, Draft] = {}
        self.answers: dict[tuple[str, str], list[str]] = {}  # texts of one answer, by session and answer id
        self.tools: dict[str, str] = {}  # tool names by call id
        self.own_calls: set[str] = set()
        self.summaries: list[tuple[str, str]] = []  # leaf, title
        self.calls: dict[str, str] = {}  # messages by call id
        self.nameless: dict[str, int] = {}  # how many records without an id had that content
        self.time = self.clock.at()
        self.handlers: dict[str, Callable[[Found, SessionDraft], None]] = {
            "user": self.user,
            "assistant": self.assistant,
            "attachment": self.attachment,
            "system": self.system,
            "progress": self.note,
            "tool_use": self.old_tool,
            "tool_result": self.old_tool,
        }

    def feed(self, found: Found) -> None:
        """Take in one record."""
        record = found.value
        kind = text_at(record, "type")
        if not kind:
            self.problems.append(Bad(found.offset, found.line, "a record without a type"))
        elif kind in self.handlers:
            self.time = self.clock.at(record.get("timestamp"), dict_at(record, "attachment").get("timestamp"))
            self.handlers[kind](found, self.session_of(record))
        elif kind in TITLES:
            rank, name = TITLES[kind]
            self.session_of(record).name(rank, text_at(record, name))
        elif kind == "summary":
            self.summaries.append((text_at(record, "leafUuid"), text_at(record, "summary")))
        elif kind == "last-prompt":
            self.tree.mark_leaf(text_at(record, "leafUuid"))
        elif kind not in NOTES:
            self.unknown.append((found.offset, kind))
            self.node(found, "note")

    def view(self) -> View:
        """Sessions and messages as the records so far tell them."""
        left = self.tree.inactive()
        titles = self.summary_titles()
        view = View()
        for key, draft in self.drafts.items():
            session = self.sessions[draft.session]
            active = not draft.nodes or any(node not in left for node in draft.nodes)
            before = self.tree.message_before(draft.nodes[0], key) if draft.nodes else ""
            message = draft.message(session, self.clock.file_time, parent_id=before, active=active)
            view.messages[key] = Placed(draft.offset, draft.line, message)
            if session.id not in view.sessions:
                title = titles.get(session.key, "")
                view.sessions[session.id] = session.session(self.clock.file_time, title=title)
        return view

    def summary_titles(self) -> dict[str, str]:
        """Titles by session, from summaries of this file; many describe a talk that stands in another one."""
        titles: dict[str, str] = {}
        for leaf, title in self.summaries:
            node = self.tree.nodes.get(leaf)
            if node is not None and not title.startswith("API Error"):
                titles[node.session] = title
        return titles

    def session_of(self, record: dict[str, Any]) -> SessionDraft:
        """The session that a record belongs to: the talk itself, or the part of one of its agents."""
        stated = text_at(record, "sessionId", "session_id")
        external = stated or self.stem
        agent = ""
        if record.get("isSidechain") is True or self.stem.startswith("agent-"):
            agent = text_at(record, "agentId") or self.stem.removeprefix("agent-")
        key = f"{external}{SEPARATOR}{agent}"
        session = self.sessions.get(key)
        if session is None:
            parent = (self.folder_session or external) if agent else ""
            session = SessionDraft(CLIENT, external, agent, parent)
            self.sessions[key] = session
        session.cwd = session.cwd or text_at(record, "cwd", "project")
        session.branch = session.branch or text_at(record, "gitBranch")
        return session

    def node(self, found: Found, kind: NodeKind, **more: Any) -> Node | None:
        """Put a record into the tree, when it has a place there."""
        record = found.value
        key = text_at(record, "uuid")
        if not key:
            return None
        parent = text_at(record, "parentUuid", "logicalParentUuid")
        sidechain = record.get("isSidechain") is True or self.stem.startswith("agent-")
        kind = "note" if sidechain and kind == "prompt" else kind
        for field in ("supersedesUuids", "retractedMessageUuids"):
            self.tree.dropped.update(item for item in list_at(record, field) if isinstance(item, str))
        session = self.session_of(record).key
        return self.tree.add(Node(key, 0, parent, kind, session, sidechain, **more))

    def note(self, found: Found, session: SessionDraft) -> None:  # noqa: ARG002  one shape for all handlers
        """A record that is only a link of the chain."""
        self.node(found, "note")

    def system(self, found: Found, session: SessionDraft) -> None:  # noqa: ARG002  one shape for all handlers
        """A note of the client; a compaction breaks the chain of parents."""
        self.node(found, "note", boundary=found.value.get("subtype") == "compact_boundary")

    def user(self, found: Found, session: SessionDraft) -> None:
        """A prompt, the results of tools, or text that the client sent in the user's name."""
        record, message = found.value, self.message_in(found)
        if message is None:
            self.node(found, "note")
            return
        content = message.get("content")
        results = [b for b in content if is_block(b, "tool_result")] if isinstance(content, list) else []
        text = joined_text(content, ("text",))
        hidden = record.get("isMeta") is True or not from_a_person(record)
        summary = record.get("isCompactSummary") is True or text.lstrip().startswith(CONTINUED)
        hidden = hidden or (record.get("isVisibleInTranscriptOnly") is True and not summary)
        prompt = not (hidden or summary or results) and bool(text.strip())
        prompt = prompt and not text.lstrip().startswith(NO_PROMPT)
        node = self.node(found, "prompt" if prompt else "result" if results else "note")
        made: list[str] = []
        if not hidden:
            made += self.results(found, session, results)
            said = spoken_to_claude(text)
            if said and summary:
                made += self.put(found, session, said, role="assistant", kind="summary", author="")
            elif said and session.agent:
                # An agent is spoken to by the model that started it; the user never typed this.
                made += self.put(found, session, said, role="assistant", author="agent")
            elif said and record.get("promptSource") == "sdk" and said.startswith("You are "):
                # A program instructs a model; no person introduces a request like that.
                made += self.put(found, session, said, role="system", author="sdk")
            elif said:
                made += self.put(found, session, said, role="user", author="user")
        self.settle(node, made)

    def message_in(self, found: Found) -> dict[str, Any] | None:
        """The message of a record; a problem is noted when it is not what it should be."""
        message = found.value.get("message")
        reason = ""
        if not isinstance(message, dict):
            reason = "without a message" if message is None else "whose message is no object"
        elif not isinstance(message.get("content"), str | list):
            reason = "whose message has no content"
        elif isinstance(message["content"], list) and not all(
            isinstance(b, dict) for b in message["content"]
        ):
            reason = "with a block that is no object; the others were read"
        if reason:
            kind = text_at(found.value, "type")
            self.problems.append(Bad(found.offset, found.line, f"a record of type {kind} {reason}"))
        usable = isinstance(message, dict) and isinstance(message.get("content"), str | list)
        return message if usable else None

    def assistant(self, found: Found, session: SessionDraft) -> None:
        """A piece of an answer: text, tool calls, or thinking, which is left out."""
        record, message = found.value, self.message_in(found)
        void = record.get("isApiErrorMessage") is True or (message or {}).get("model") == "<synthetic>"
        if message is None or void:
            self.node(found, "note")
            return
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        uses = [block for block in blocks if is_block(block, "tool_use")]
        answer = text_at(message, "id") or text_at(record, "uuid")
        author = text_at(message, "model") or "claude"
        calls = tuple(text_at(block, "id") for block in uses)
        node = self.node(found, "answer", answer=text_at(message, "id"), calls=calls)
        made: list[str] = []
        if record.get("isCompactSummary") is True:
            said = spoken_by_model(joined_text(content, ("text",)))
            if said:
                made += self.put(found, session, said, role="assistant", kind="summary", author=author)
        else:
            for index, block in enumerate(blocks):
                if is_block(block, "text"):
                    made += self.answer_text(
                        found, session, text_at(block, "text"), answer=answer, author=author, index=index
                    )
                elif is_block(block, "tool_use"):
                    made += self.call(found, session, author, block, index)
        self.settle(node, made)

    def answer_text(
        self, found: Found, session: SessionDraft, text: str, *, answer: str, author: str, index: int
    ) -> list[str]:
        """A text block: new, said before on another line of the same answer, or a longer state of the last one."""
        said = spoken_by_model(text)
        if not said:
            return []
        texts = self.answers.setdefault((session.key, answer), []) if answer else []
        texts[:] = [key for key in texts if key in self.drafts]
        for key in texts:
            if self.drafts[key].text == said:
                return [key]
        last = self.drafts[texts[-1]] if texts else None
        if last is not None and last.text.startswith(said):
            return [last.id]
        if last is not None and said.startswith(last.text):
            self.say(last, found, said)
            return [last.id]
        made = self.put(
            found, session, said, role="assistant", author=author, suffix=f"#{index}" if index else ""
        )
        texts += [key for key in made if key not in texts]
        return made

    def call(
        self, found: Found, session: SessionDraft, author: str, block: dict[str, Any], index: int
    ) -> list[str]:
        """A tool call, unless it is one of ours."""
        call, name, given = text_at(block, "id"), text_at(block, "name") or "tool", block.get("input")
        if is_own(name, given):
            self.own_calls.add(call)
            return []
        if call and call in self.calls and self.calls[call] in self.drafts:
            return [self.calls[call]]
        self.tools[call] = name
        text = f"{name} {tool_text(compact(given), self.tool_chars)}".strip()
        made = self.put(
            found, session, text, role="assistant", kind="tool_call", author=author, suffix=f"#call{index}"
        )
        self.calls[call] = made[0]
        return made

    def results(self, found: Found, session: SessionDraft, blocks: list[dict[str, Any]]) -> list[str]:
        """What tools answered, without images and without what our own tools said."""
        made: list[str] = []
        for index, block in enumerate(blocks):
            call = text_at(block, "tool_use_id")
            self.tree.results.add(call)
            text = tool_text(joined_text(block.get("content"), ("text",)), self.tool_chars)
            if text and call not in self.own_calls:
                author = self.tools.get(call, "tool") if call else "tool"
                suffix = f"#result{index}"
                made += self.put(
                    found, session, text, role="tool", kind="tool_result", author=author, suffix=suffix
                )
        return made

    def old_tool(self, found: Found, session: SessionDraft) -> None:
        """A tool call or result as a record of its own, as the first releases wrote them."""
        record = found.value
        name = text_at(record, "name") or "tool"
        made: list[str] = []
        if is_own(name, record.get("input")):
            pass
        elif record.get("type") == "tool_use":
            text = f"{name} {tool_text(compact(record.get('input')), self.tool_chars)}".strip()
            made = self.put(found, session, text, role="assistant", kind="tool_call", author="claude")
        else:
            given = record.get("output", record.get("content"))
            text = tool_text(joined_text(given, ("text",)) or compact(given or ""), self.tool_chars)
            made = (
                self.put(found, session, text, role="tool", kind="tool_result", author=name) if text else []
            )
        self.settle(self.node(found, "result"), made)

    def attachment(self, found: Found, session: SessionDraft) -> None:
        """A note of the client, or a prompt that was typed while tools ran: it stands nowhere else."""
        attached = dict_at(found.value, "attachment")
        made: list[str] = []
        if (
            attached.get("type") == "queued_command"
            and attached.get("isMeta") is not True
            and attached.get("commandMode") not in NO_COMMANDS
            and from_a_person(attached)
        ):
            said = spoken_to_claude(joined_text(attached.get("prompt"), ("text",)))
            source = text_at(attached, "source_uuid")
            if said and session.agent:
                made = self.put(found, session, said, role="assistant", author="agent")
            elif said:
                made = self.put(found, session, said, role="user", author="user", source=source)
        self.settle(self.node(found, "note"), made)

    def put(
        self,
        found: Found,
        session: SessionDraft,
        text: str,
        *,
        role: Role,
        author: str,
        kind: MessageKind = "text",
        suffix: str = "",
        source: str = "",
    ) -> list[str]:
        """Make a message, or give the one of that id its newest words; its id."""
        key = self.ident(found, session, text, suffix=suffix, source=source)
        moment, derived = self.time
        session.reached(moment, derived=derived)
        draft = self.drafts.get(key)
        if draft is None:
            self.drafts[key] = Draft(
                key, session.key, role, kind, author, text, moment, derived, found.offset, found.line
            )
            self.drafts[key].seq = session.next_seq()
        else:
            draft.role, draft.kind, draft.author = role, kind, author
            self.say(draft, found, text)
        return [key]

    def say(self, draft: Draft, found: Found, text: str) -> None:
        """Give a message other words, if they are."""
        if draft.text != text:
            draft.text, draft.offset, draft.line = text, found.offset, found.line

    def ident(self, found: Found, session: SessionDraft, text: str, *, suffix: str, source: str) -> str:
        """The id of a message: by the record it first stood in, which forks copy; else by content and time.

        An id that is not made to be unique everywhere counts within its session only.
        """
        record = found.value
        uuid = source if GLOBAL_ID.fullmatch(source) else text_at(record, "uuid")
        scope = f"{session.external}{SEPARATOR}{session.agent}"
        if GLOBAL_ID.fullmatch(uuid):
            return content_id("msg", CLIENT, uuid + suffix)
        if uuid:
            return content_id("msg", CLIENT, scope, uuid + suffix)
        digest = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        base = SEPARATOR.join((scope, str(record.get("timestamp")), digest + suffix))
        self.nameless[base] = self.nameless.get(base, 0) + 1
        return content_id("msg", CLIENT, base, str(self.nameless[base]))

    def settle(self, node: Node | None, made: list[str]) -> None:
        """Tie messages to their record; what an earlier writing of it said and this one does not is taken back."""
        if node is None:
            return
        for key in node.messages:
            draft = self.drafts.get(key)
            if key not in made and draft is not None and node.key in draft.nodes:
                draft.nodes.remove(node.key)
                if not draft.nodes:
                    del self.drafts[key]
        node.messages = list(dict.fromkeys(made))
        for key in node.messages:
            if node.key not in self.drafts[key].nodes:
                self.drafts[key].nodes.append(node.key)
