"""The rows of one session of a store go in, turn by turn; the session and its messages come out.

What a row means is for the reader of the client to say. A store is read a session at a time and in any state: a turn
may have been taken back, and what cannot be read has no place in a file but a row.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from graphmem.capture.conversation import Conversation
from graphmem.capture.foreign_tables import json_in
from graphmem.capture.shelf import Told
from graphmem.capture.tail import Bad, Found
from graphmem.capture.talk import SessionDraft
from graphmem.model import MessageKind, Role


class Telling(Conversation):
    """A session in the making."""

    def __init__(self, path: Path, talk: SessionDraft, *, tool_chars: int) -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.client = talk.client
        self.talk = talk
        self.sessions[talk.key] = talk
        self.gone: set[str] = set()  # messages on a branch that was left

    def feed(self, found: Found) -> None:
        """Nothing comes by itself: the reader of the client asks the store and tells what it says."""

    def rename(self, external: str) -> None:
        """The session has another name than was thought; what was told before keeps the ids it had."""
        del self.sessions[self.talk.key]
        for draft in self.drafts.values():
            draft.session = f"{external}\x1f{self.talk.agent}"
        self.talk.external = external
        self.sessions[self.talk.key] = self.talk

    def turn(self, *stated: Any) -> None:
        """What follows was said at the first of these times, or when what stands before it was."""
        self.at(self.found, *stated)

    def begins(self, *stated: Any) -> None:
        """The session began at the first of these times; until a turn states one, its turns were said then."""
        self.at(self.found, *stated)
        moment, derived = self.time
        self.talk.reached(moment, derived=derived)
        self.time = (moment, True)

    def said(
        self,
        role: Role,
        text: str,
        *,
        key: str = "",
        author: str = "",
        kind: MessageKind = "text",
        active: bool = True,
    ) -> None:
        """Someone said something."""
        draft = self.say(self.talk, role, text, key=key, author=author, kind=kind)
        if draft is not None:
            (self.gone.discard if active else self.gone.add)(draft.id)

    def used(
        self,
        name: str,
        given: Any,
        *,
        call: str = "",
        key: str = "",
        author: str = "",
        server: str = "",
        active: bool = True,
    ) -> None:
        """A tool was called."""
        before = len(self.drafts)
        self.call(self.talk, name, given, call=call, key=key, author=author or self.client, server=server)
        self.left_from(before, active=active)

    def answered(
        self, text: str, *, call: str = "", name: str = "", key: str = "", active: bool = True
    ) -> None:
        """A tool answered."""
        before = len(self.drafts)
        self.result(self.talk, text, call=call, name=name, key=key)
        self.left_from(before, active=active)

    def left_from(self, count: int, *, active: bool) -> None:
        """Whether what was told since there were so many messages is on a branch that was left."""
        if not active:
            self.gone.update(list(self.drafts)[count:])

    def lost(self, where: str, reason: object) -> None:
        """Something of the session could not be read."""
        self.problems.append(Bad(self.found.offset, self.found.line, f"{where}: {reason}"))

    def odd(self, kind: str) -> None:
        """No rule knows turns of that type."""
        self.unknown.append((self.found.offset, kind[:60]))

    def value(self, cell: Any, where: str) -> Any:
        """The JSON value of a cell; None, and a note, when it holds none."""
        try:
            return json_in(cell)
        except ValueError as cause:
            self.lost(where, f"no JSON, {cause}")
            return None

    def object(self, cell: Any, where: str) -> dict[str, Any] | None:
        """The JSON object of a cell; None, and a note, when it holds none."""
        before = len(self.problems)
        value = self.value(cell, where)
        if isinstance(value, dict):
            return value
        if len(self.problems) == before:
            self.lost(where, "no object")
        return None

    def told(self) -> Told | None:
        """The session and its messages; None when there is neither a message nor a problem."""
        view = self.view()
        given = [placed.message for placed in view.messages.values()]
        last = ""
        for place, message in enumerate(given):
            left = message.id in self.gone
            given[place] = msgspec.structs.replace(message, parent_id=last, active=not left)
            last = last if left else message.id
        session = view.sessions.get(self.talk.id) or self.talk.session(self.clock.file_time)
        told = Told(session, tuple(given), tuple(self.problems), tuple(kind for _, kind in self.unknown))
        return told if told.messages or told.problems or told.unknown else None
