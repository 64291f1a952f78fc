"""What a reader hears in a transcript goes in, word by word; sessions and messages with lasting ids come out.

This is the common ground of the interpreters of clients that write one record for each thing that is said. A
message has the id of its record where the client gives one that lasts, else that of its words and of how often they
were said before: so a transcript that is read again, has grown or was exported anew gives the same messages. Where
records hang on each other, those that do not lie on the way to the last one are inactive.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.capture.batch import Placed, View
from graphmem.capture.harness import compact, plain, tool_text
from graphmem.capture.own import is_own_command, is_own_tool
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.tail import Bad, Clock, Found
from graphmem.capture.talk import Draft, SessionDraft
from graphmem.model import MessageKind, Role, content_id

COMMANDS = ("command", "cmd", "script")  # fields of a tool's input that hold what a shell runs


class Knot(NamedTuple):
    """A record of a tree: the one that it hangs on, and the session it is part of."""

    parent: str
    session: str


class Conversation:
    """What the records of one file say; a client's interpreter inherits from it and feeds it."""

    client = ""

    def __init__(self, path: Path, *, tool_chars: int) -> None:
        self.problems: list[Bad] = []
        self.unknown: list[tuple[int, str]] = []
        self.path, self.tool_chars = path, tool_chars
        self.clock = Clock(path)
        self.time = self.clock.at()
        self.found = Found(0, 0, {})
        self.sessions: dict[str, SessionDraft] = {}
        self.drafts: dict[str, Draft] = {}
        self.tools: dict[str, str] = {}  # names by call id
        self.own_calls: set[str] = set()
        self.knots: dict[str, Knot] = {}
        self.left: set[str] = set()  # records that were taken back
        self.leaves: dict[str, str] = {}  # by session, the record that its talk ends at
        self.counts: dict[str, int] = {}  # how often the same words were said

    def feed(self, found: Found) -> None:
        """Take in one record; never raises for what it holds."""
        raise NotImplementedError

    def at(self, found: Found, *stated: Any) -> None:
        """What is said from here on stands in this record and was said at the first of these times."""
        self.found, self.time = found, self.clock.at(*stated)

    def bad(self, reason: str) -> None:
        """The record at hand cannot be used."""
        self.problems.append(Bad(self.found.offset, self.found.line, reason))

    def strange(self, kind: str) -> None:
        """No rule knows records of that type."""
        self.unknown.append((self.found.offset, kind))

    def session(self, external: str, agent: str = "", *, parent: str = "") -> SessionDraft:
        """The session of that id, or an agent's part of it."""
        draft = SessionDraft(self.client, external, agent, parent or (external if agent else ""))
        return self.sessions.setdefault(draft.key, draft)

    def hang(self, session: SessionDraft, node: str, parent: str, *, leaf: bool = True) -> None:
        """Put a record into the tree; unless told otherwise, the talk now ends with it.

        One that hangs on a record that is not there follows, as far as anyone can tell, on the one before it.
        """
        if not node:
            return
        before = self.leaves.get(session.key, "")
        if parent == node or (parent and parent not in self.knots):
            parent = before if before != node else ""
        self.knots[node] = Knot(parent, session.key)
        if leaf:
            self.leaves[session.key] = node

    def say(
        self,
        session: SessionDraft,
        role: Role,
        text: str,
        *,
        key: str = "",
        author: str = "",
        kind: MessageKind = "text",
        node: str = "",
    ) -> Draft | None:
        """Someone said something; None when nothing of it is left without what a harness adds.

        `key` is the client's own id, which nothing else in the session has; said again under it, words replace
        those before. Without one, every time that the same words are said counts.
        """
        text = plain(text).strip()
        if not text:
            return None
        ident = self.ident(session, key or self.counted(session, role, kind, text))
        draft = self.drafts.get(ident)
        moment, derived = self.time
        session.reached(moment, derived=derived)
        if draft is None:
            place = (self.found.offset, self.found.line)
            draft = Draft(ident, session.key, role, kind, author or role, text, moment, derived, *place)
            draft.seq = session.next_seq()
            self.drafts[ident] = draft
        elif draft.text != text:
            draft.text, draft.offset, draft.line = text, self.found.offset, self.found.line
        if node:
            draft.nodes[:] = [node]
        return draft

    def call(
        self,
        session: SessionDraft,
        name: str,
        given: Any,
        *,
        call: str = "",
        server: str = "",
        key: str = "",
        author: str = "assistant",
        node: str = "",
    ) -> None:
        """A tool was called; nothing is kept when it is one of ours."""
        name = name or self.tools.get(call, "") or "tool"
        server = server or (server_of(given) if isinstance(given, dict) else "")
        if is_own_tool(name, server) or is_own_command(command_in(given)):
            if call:
                self.own_calls.add(call)
            return
        if call:
            self.tools[call] = name
        text = f"{name} {tool_text(compact(given), self.tool_chars)}".strip()
        # Ids of calls are not unique in every file: what is called tells them apart.
        key = key or (f"call {call} {digest(text)}" if call else "")
        self.say(session, "assistant", text, key=key, author=author, kind="tool_call", node=node)

    def result(
        self,
        session: SessionDraft,
        text: str,
        *,
        call: str = "",
        name: str = "",
        key: str = "",
        node: str = "",
    ) -> None:
        """A tool answered; nothing is kept when it is one of ours."""
        if (call and call in self.own_calls) or is_own_tool(name):
            return
        text = tool_text(text, self.tool_chars)
        author = name or (self.tools.get(call, "") if call else "") or "tool"
        key = key or (f"result {call} {digest(text)}" if call else "")
        self.say(session, "tool", text, key=key, author=author, kind="tool_result", node=node)

    def counted(self, session: SessionDraft, role: Role, kind: MessageKind, text: str) -> str:
        """What tells a message without an id: its words, and how often they were said before in the session."""
        words = f"{role} {kind} {digest(' '.join(text.split()))}"
        slot = f"{session.key}\x1f{words}"
        self.counts[slot] = self.counts.get(slot, 0) + 1
        return f"{words} {self.counts[slot]}"

    def ident(self, session: SessionDraft, key: str) -> str:
        """The id of a message in every store."""
        return content_id("msg", self.client, session.external, session.agent, key)

    def forget(self, drafts: Iterable[Draft]) -> None:
        """Take back messages that a later record does away with."""
        for draft in drafts:
            self.drafts.pop(draft.id, None)

    def view(self) -> View:
        """Sessions and messages as the records so far tell them."""
        view = View()
        kept = {node for leaf in self.leaves.values() for node in self.way(leaf)}
        last_at: dict[str, str] = {}  # the last message of each record
        last_in: dict[str, str] = {}  # the last active message of each session
        for draft in self.ordered():
            session = self.sessions[draft.session]
            node = draft.nodes[0] if draft.nodes else ""
            active = node not in self.left and (node not in self.knots or node in kept)
            before = self.above(node, last_at) if node in self.knots else last_in.get(draft.session, "")
            message = draft.message(session, self.clock.file_time, parent_id=before, active=active)
            view.messages[draft.id] = Placed(draft.offset, draft.line, message)
            if session.id not in view.sessions:
                view.sessions[session.id] = session.session(self.clock.file_time, title=self.title(session))
            if node:
                last_at[node] = draft.id
            if active:
                last_in[draft.session] = draft.id
        return view

    def ordered(self) -> Iterable[Draft]:
        """The messages as they follow each other."""
        return sorted(self.drafts.values(), key=lambda draft: draft.seq)

    def title(self, session: SessionDraft) -> str:  # noqa: ARG002  a client may know more
        """The title of a session that names none itself."""
        return ""

    def way(self, node: str) -> Iterator[str]:
        """A record and those above it; a damaged file may make a circle."""
        seen: set[str] = set()
        while node in self.knots and node not in seen:
            seen.add(node)
            yield node
            node = self.knots[node].parent

    def above(self, node: str, last_at: dict[str, str]) -> str:
        """The message before the next one of a record: the one before it there, or the last one above."""
        return next((last_at[step] for step in self.way(node) if step in last_at), "")


def command_in(given: Any) -> str:
    """What a tool's input tells a shell to run."""
    if isinstance(given, str):
        return given
    return text_at(given, *COMMANDS) if isinstance(given, dict) else ""


def digest(text: str) -> str:
    """A short stand-in for a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def picture(part: dict[str, Any], *names: str) -> str:
    """What stands in place of an image or another attachment: its kind, and its name when it has one."""
    kind = text_at(part, "mimeType", "mime_type", "media_type", "type").partition("/")[0]
    kind = kind if kind in ("image", "audio", "video") else "file"
    name = text_at(part, *(names or ("name", "file_name", "filename", "displayName")))
    return f"[{kind}: {name}]" if name else f"[{kind}]"


def server_of(record: dict[str, Any]) -> str:
    """The MCP server that a call names beside its tool."""
    return text_at(record, "server", "serverName", "server_name", "mcpServerName") or text_at(
        dict_at(record, "server"), "name"
    )
