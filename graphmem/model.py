"""The records that travel through graphmem, in the order in which a conversation becomes them.

All are frozen msgspec structs: cheap to make, comparable, and written to the ledger as they are. Every time
is an aware UTC `datetime`. Ids are stable content hashes with a prefix (`ses_ msg_ ent_ fact_ rel_ com_ page_`), so
the same transcript read twice is the same graph.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from typing import Literal

import msgspec

from graphmem.temporal import Interval

Role = Literal["user", "assistant", "system", "tool"]
MessageKind = Literal["text", "tool_call", "tool_result", "summary"]
# What "closes" puts an end to what holds, and says nothing where nothing does: "I quit my job", "Biscuit died".
# What "updates" gives another value to what holds, and says nothing where nothing does: "bump the limit to 50 MB".
ClaimMode = Literal["asserts", "updates", "ends", "closes", "denies", "retracts"]
# What a person says of the memory: two facts are both so, or contradict each other after all; a denial was never so.
EvidenceMode = ClaimMode | Literal["stands", "doubts", "undenies"]
AliasLink = Literal["ALIAS_OF", "MAY_BE", "DISTINCT_FROM"]
# The method of a link that a person made by hand: the target's name is the one that stays.
CONFIRMED = "confirmed"

# What a speaker's word is worth before anything else is known, between 0 and 1.
TRUST: dict[str, float] = {"user": 0.9, "assistant": 0.5, "system": 0.4, "tool": 0.3}

# The user is an entity from the start and has the same id in every store.
USER = "user"


# As whom clients write the one who talks to the agent; any other author of a user's message is that person.
SELF = frozenset({"", USER, "human", "me", "you"})


def speaker(role: str, author: str) -> str:
    """Who speaks in a message: "user", the name of another person, or, for what no person said, the role.

    Clients with one person write that person as "user". A named participant of a group chat is whoever has that
    name, also when nobody else takes part: that the name is the user's own is said ("my name is Maya") or settled
    (`graphmem alias Maya user`), and holds then for all that was ever said under it, in any order of import.
    """
    if role != USER:
        return role
    name = " ".join(author.split()).lstrip("@")
    return USER if name.casefold() in SELF or not any(map(str.isalnum, name)) else name


def content_id(prefix: str, *parts: str) -> str:
    """A stable id: the prefix and 20 characters (100 bits) of the BLAKE2b hash of the parts.

    Parts are told apart by a sign that hardly any text holds; those that do are hashed with their lengths, apart
    from all others, so that no two lists of parts share an id and the ids of old stores stay.
    """
    text, person = "\x1f".join(parts), b""
    if any("\x1f" in part for part in parts):
        text, person = "".join(f"{len(part)}:{part}" for part in parts), b"lengths"
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=person).digest()
    return f"{prefix}_{base64.b32encode(digest).decode('ascii').lower()[:20]}"


USER_ENTITY = content_id("ent", USER)


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """The common ground of all records: frozen, compact when written."""


class Problem(Record, frozen=True):
    """Something in a source that could not be used; the good records beside it were."""

    file: str
    line: int  # counted from 1; 0 when it concerns the whole file
    reason: str


class Session(Record, frozen=True):
    """One conversation with one client."""

    id: str
    client: str
    external_id: str
    started_at: datetime
    ended_at: datetime
    project: str = ""  # last part of the working folder, or the client's own name for the project
    cwd: str = ""
    branch: str = ""
    title: str = ""
    scope: str = ""
    parent_id: str = ""  # the session this one was forked from, or whose agent it is


class Message(Record, frozen=True):
    """One turn of a session."""

    id: str
    session_id: str
    role: Role
    text: str
    seq: int  # place in the session, counted from 0; gaps are allowed
    sent_at: datetime
    author: str = ""  # "user", a person's name in a chat of several, the model's name, or the tool's name
    kind: MessageKind = "text"
    trust: float = 0.5
    parent_id: str = ""  # the message this one answers; "" when unknown
    derived_time: bool = False  # the source had no time; taken from its neighbour
    active: bool = True  # False on a branch that was rewound or edited away


class Mention(Record, frozen=True):
    """A stretch of a message that names someone or something."""

    message_id: str
    start: int  # characters, half-open, in Message.text
    end: int
    name: str  # as it should be shown
    kind: str  # an entity kind of the ontology


class Claim(Record, frozen=True):
    """What one sentence says, before it is compared with what is believed."""

    message_id: str
    start: int  # the quoted sentence, characters, half-open, in Message.text
    end: int
    subject: Mention
    predicate: str
    text: str  # a sentence that stands alone: names and dates in place of pronouns and "yesterday"
    object: Mention | None = None
    value: str = ""  # the literal object when it is no entity
    qualifier: str = ""  # "for what", when that tells two facts of one predicate apart
    mode: ClaimMode = "asserts"
    kind: str = "fact"  # fact, preference, decision, event, plan, instruction, state, lesson, note
    valid_from: datetime | None = None  # as stated; None when the sentence does not say
    valid_until: datetime | None = None
    grain: str = ""  # second, minute, hour, day, week, month, quarter, season, year; "" without a date
    confidence: float = 0.5

    @property
    def object_name(self) -> str:
        """The name of the object, or the value where it is no entity."""
        return self.object.name if self.object is not None else self.value


class Extraction(Record, frozen=True):
    """All that an extractor found in some messages."""

    message_ids: tuple[str, ...]
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    extractor: str = ""
    problems: tuple[Problem, ...] = ()


class Entity(Record, frozen=True):
    """Someone or something that is talked about."""

    id: str
    name: str
    kind: str
    first_seen: datetime
    last_seen: datetime
    mentions: int = 0
    votes: str = ""  # how often which kind was seen, as "organization:3 person:1"; the kind is the winner
    summary: str = ""
    scope: str = ""
    blocks: tuple[str, ...] = ()  # keys under which entities of like names are found; from the name


class Fact(Record, frozen=True):
    """One statement and the two intervals in which it was true and was believed.

    `end_recorded_at` is the moment at which `valid_until` was learned. Before it, on the recorded clock, the
    fact was still open: one record answers both "what was so in July" and "what did we think in May".
    `ended_by` is the id of the witness that told the end, which may speak of another fact.
    """

    id: str
    text: str
    kind: str
    subject: str  # entity id
    predicate: str
    recorded_at: datetime
    slot: str  # the place this fact fills: one value at a time when the predicate is functional
    object: str = ""  # entity id, or "" for a literal
    value: str = ""  # the literal, or the object's name
    qualifier: str = ""
    negated: bool = False  # the statement is that it is not so
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    end_recorded_at: datetime | None = None
    retracted_at: datetime | None = None
    confidence: float = 0.5
    importance: float = 0.5
    trust: float = 0.5
    scope: str = ""
    pinned: bool = False
    recalls: int = 0
    ups: int = 0
    downs: int = 0
    score: float = 0.0
    ended_by: str = ""

    @property
    def valid(self) -> Interval:
        """When it was so in the world."""
        return Interval(self.valid_from, self.valid_until)

    @property
    def recorded(self) -> Interval:
        """When it was believed."""
        return Interval(self.recorded_at, self.retracted_at)


class Evidence(Record, frozen=True):
    """One claim as the witness of a fact: all that is needed to weigh it again when another speaks."""

    id: str
    fact_id: str
    message_id: str
    said_at: datetime
    mode: EvidenceMode
    quote: str
    start: int
    end: int
    text: str
    kind: str
    subject: str
    predicate: str
    object: str
    value: str
    qualifier: str
    valid_from: datetime | None
    valid_until: datetime | None
    grain: str
    confidence: float
    trust: float
    # who said it, as `speaker` has it; follows from the message, so that old events need no change
    author: str = ""


class FactLink(Record, frozen=True):
    """One fact took the place of another, or stands against it."""

    source: str
    target: str
    kind: Literal["SUPERSEDES", "CONTRADICTS"]
    recorded_at: datetime


class Alias(Record, frozen=True):
    """What is known of two entity nodes being one: they are, they may be, or somebody said that they are not.

    A `derived` link follows from the names in the graph and is gone when it no longer does; any other is closed.
    """

    source: str  # the entity of the lesser name
    target: str
    method: str  # stated, confirmed, or the rule: nickname, initial, given name, acronym, spelling ...
    confidence: float
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    link: AliasLink = "ALIAS_OF"
    derived: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Which link between whom."""
        return (self.link, self.source, self.target)

    @property
    def gone(self) -> bool:
        """True when the link is to be taken out of the graph."""
        return self.derived and self.valid_until is not None


class Judgement(Record, frozen=True):
    """What was said of the worth of a fact, a message, an entity or a page, and how often; all of it counts until it is
    taken back."""

    id: str  # of what was judged
    at: datetime  # when it was last judged
    useful: int = 0
    wrong: int = 0
    outdated: int = 0


class Named(Record, frozen=True):
    """An entity and how it was called when somebody was named after it."""

    id: str
    name: str


def page_id(subject: str) -> str:
    """The one page of an entity or a community."""
    return content_id("page", subject)


def title_of(heads: tuple[Named, ...]) -> str:
    """A title made of names: "Tidewater, SQLite and Fly.io"."""
    names = [" ".join(one.name.split()) for one in heads]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "A topic"


class Community(Record, frozen=True):
    """Entities that belong together, at a level: 0 is the broadest, and a community of level 1 is part of one of 0.

    `heads` are the most central of them, which give it its title; members are sorted.
    """

    id: str
    level: int
    members: tuple[str, ...]
    heads: tuple[Named, ...]
    parent: str = ""

    @property
    def build(self) -> str:
        """Another text when it has other members, heads or another parent."""
        named = [part for one in self.heads for part in (one.id, one.name)]
        return content_id("bld", str(self.level), self.parent, *named, "", *self.members)


class Section(Record, frozen=True):
    """A part of a page: facts of one kind, or what is known about one member of a topic."""

    facts: tuple[str, ...]
    kind: str = ""
    about: str = ""  # entity id


class Page(Record, frozen=True):
    """A page of the wiki as a choice of facts in an order; it holds no words but the names in its title.

    What its facts say is read when the page is: it tells what is believed then. `note` is the message with what a
    person wrote on it.
    """

    id: str
    slug: str
    kind: Literal["topic", "entity"]
    subject: str  # id of the community or entity
    heads: tuple[Named, ...]
    sections: tuple[Section, ...]
    version: int
    at: datetime  # when this version was written
    origin: Literal["generated", "edited"] = "generated"
    note: str = ""

    @property
    def cites(self) -> tuple[str, ...]:
        """Every fact on it, once."""
        return tuple(dict.fromkeys(fact for section in self.sections for fact in section.facts))


class PageLinks(Record, frozen=True):
    """All links that leave a page."""

    page: str
    targets: tuple[str, ...]


class Change(Record, frozen=True):
    """What an event does to the graph: records in their new full state, and ids that are no more.

    Applying a change twice is the same as applying it once; that is what makes replay safe. Two rules make it
    whole: a fact comes with all its outgoing links, an extracted message with all its mentions.
    """

    sessions: tuple[Session, ...] = ()
    messages: tuple[Message, ...] = ()
    entities: tuple[Entity, ...] = ()
    mentions: tuple[Mentioned, ...] = ()
    facts: tuple[Fact, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    links: tuple[FactLink, ...] = ()
    aliases: tuple[Alias, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    communities: tuple[Community, ...] = ()
    pages: tuple[Page, ...] = ()
    page_links: tuple[PageLinks, ...] = ()
    extracted: tuple[str, ...] = ()  # ids of messages whose mentions stand here in full
    dropped: tuple[str, ...] = ()  # ids of facts, evidence, communities and pages that others replaced
    forgotten: tuple[str, ...] = ()  # ids of anything that must never come back
    sealed: tuple[str, ...] = ()  # ids of messages that lost a part of their text and never take a new one


class Mentioned(Record, frozen=True):
    """A mention after resolution: this message speaks of this entity."""

    message_id: str
    entity_id: str
    start: int
    end: int
