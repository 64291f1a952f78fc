"""Sessions and messages in the making: facts about a conversation are gathered here until they are handed out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem.capture.harness import folder_name, plain
from graphmem.model import TRUST, Message, MessageKind, Role, Session, content_id
from graphmem.remembered import remembered

TITLE_LENGTH = 200


@dataclass(slots=True)
class Draft:
    """A message as far as it is known."""

    id: str
    session: str  # key of its SessionDraft
    role: Role
    kind: MessageKind
    author: str
    text: str
    sent_at: datetime | None
    derived: bool
    offset: int
    line: int
    seq: int = 0
    nodes: list[str] = field(default_factory=list)  # records that it was read from

    def message(
        self, session: SessionDraft, file_time: datetime, *, parent_id: str = "", active: bool = True
    ) -> Message:
        """The record that is handed out; without any time before it, it has that of the session's start."""
        return Message(
            id=self.id,
            session_id=session.id,
            role=self.role,
            text=self.text,
            seq=self.seq,
            sent_at=self.sent_at or session.started_at or file_time,
            author=self.author,
            kind=self.kind,
            trust=TRUST[self.role],
            parent_id=parent_id,
            derived_time=self.derived,
            active=active,
        )


@dataclass(slots=True)
class SessionDraft:
    """A session as far as it is known; `titles` ranks its names, the lowest rank wins."""

    client: str
    external: str
    agent: str = ""
    parent: str = ""  # external id of the session it came from
    cwd: str = ""
    branch: str = ""
    project: str = ""  # the client's own name for it, where there is no folder
    started_at: datetime | None = None
    ended_at: datetime | None = None
    titles: dict[int, str] = field(default_factory=dict)
    seq: int = 0

    @property
    def key(self) -> str:
        """What tells it from the other sessions of its file."""
        return f"{self.external}\x1f{self.agent}"

    @property
    def id(self) -> str:
        """The id that the session has in every store."""
        return session_id(self.client, self.external, self.agent)

    def next_seq(self) -> int:
        """The place of the next message."""
        self.seq += 1
        return self.seq - 1

    def reached(self, moment: datetime | None, *, derived: bool) -> None:
        """Something of the session happened at that time; a time that is only derived does not count."""
        if moment is None or derived:
            return
        self.started_at = moment if self.started_at is None else self.started_at
        self.ended_at = moment if self.ended_at is None else max(self.ended_at, moment)

    def name(self, rank: int, title: str) -> None:
        """Give it a title, if the text is one."""
        title = title_of(title)
        if title:
            self.titles[rank] = title

    def session(self, file_time: datetime, *, title: str = "") -> Session:
        """The record that is handed out; `title` is used when it has none of its own."""
        started = self.started_at or file_time
        ended = self.ended_at or started
        return Session(
            id=self.id,
            client=self.client,
            external_id=f"{self.external}/{self.agent}" if self.agent else self.external,
            started_at=min(started, ended),
            ended_at=ended,
            project=folder_name(self.cwd) or self.project,
            cwd=self.cwd,
            branch=self.branch,
            title=self.titles[min(self.titles)] if self.titles else title_of(title),
            parent_id=session_id(self.client, self.parent) if self.parent else "",
        )


def title_of(text: str) -> str:
    """A title on one line, of bounded length."""
    return " ".join(plain(text).split())[:TITLE_LENGTH]


@remembered(1024)
def session_id(client: str, external: str, agent: str = "") -> str:
    """The id of a session, or of an agent's part of it."""
    return content_id("ses", client, external, agent) if agent else content_id("ses", client, external)
