"""What the verbs of `Memory` give back: hits, views, reports; frozen, with ids beside names, made to be shown."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from graphmem.model import Problem, Record

HitKind = Literal["fact", "message", "entity", "page"]
Detail = Literal["brief", "normal", "full"]
# What a hit was worth; "none" takes back all that was said of it before.
Verdict = Literal["useful", "wrong", "outdated", "none"]
ExportFormat = Literal["jsonl", "jsonld", "graphml", "gexf", "cypher", "csv", "parquet"]
# What settles a doubt, or takes back that both of two facts are so (`reopen`).
Settlement = Literal["keep", "retract", "both", "reopen", "merge", "split"]
# A turn of an agent's session: it begins, goes on with all that was said, goes on without most of it, or is asked.
Turn = Literal["start", "resume", "compact", "prompt"]


class Source(Record, frozen=True, omit_defaults=False):
    """Where something was said."""

    session_id: str
    message_id: str
    client: str
    project: str
    author: str
    sent_at: datetime
    quote: str


class Why(Record, frozen=True, omit_defaults=False):
    """Why a hit was found: what each channel gave to its score, 0 where it did not find it, and at which rank.

    `gains` tells what came to the sum of the channels, or was taken from it, by its cause: a `fact` that was read
    from a turn, or the `turn` in which a fact was said; turns `beside` it; the rest of its `session`; a `speaker` whom
    the question names; that a turn is `dated` where it asks when, or `slight`; the time that is asked for (`window`,
    `ended`); that it is but an `entity`, a `summary` or a `page`, which gains when all is asked that is known of whom
    it is about; that it only asks, or replies to what only asks (`asking`).
    `path` tells how the graph led there: ids, and between them the kind of edge; it begins at what the question
    names, or at what its words found.
    """

    text: float = 0.0
    vector: float = 0.0
    late: float = 0.0  # late interaction: each word of the question against the likest word
    graph: float = 0.0
    time: float = 0.0
    ranks: dict[str, int] = msgspec.field(default_factory=dict)  # by channel, counted from 1
    gains: dict[str, float] = msgspec.field(default_factory=dict)
    path: tuple[str, ...] = ()


class Hit(Record, frozen=True, omit_defaults=False):
    """One answer of a recall, with its dates and its sources.

    A page has no sources: its `text` is the title and the first that holds of what stands on it, and it is valid from
    when it was written. `wiki` shows it whole.
    """

    id: str
    kind: HitKind
    text: str
    score: float
    why: Why
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime | None
    sources: tuple[Source, ...]
    title: str = ""  # of a page
    slug: str = ""  # of a page: its address


class Recall(Record, frozen=True, omit_defaults=False):
    """What a recall found. When nothing was good enough, `hits` is empty and `hint` is the best of what was not.

    `confidence` tells between 0 and 1 how well the best fits the question; `asked` is the question as it was read.
    """

    hits: tuple[Hit, ...]
    nothing_found: bool
    took_ms: float
    asked: dict[str, Any]
    confidence: float = 1.0
    hint: Hit | None = None


class ContextLine(Record, frozen=True, omit_defaults=False):
    """One line of a context block: a fact or a message, under the entity that it is about."""

    id: str
    text: str
    entity: str
    score: float
    sources: tuple[Source, ...]


class ContextBlock(Record, frozen=True, omit_defaults=False):
    """Text for a prompt, framed as quoted data; `tokens` never exceeds `budget`.

    `left_out` counts what was relevant and did not fit.
    """

    text: str
    tokens: int
    budget: int
    detail: Detail
    lines: tuple[ContextLine, ...]
    left_out: int
    nothing_found: bool


class Fetched(Record, frozen=True, omit_defaults=False):
    """All of a fact, a message, a session or an entity, as a text with a title; `metadata` has no empty values."""

    id: str
    title: str
    text: str
    metadata: dict[str, str]


class Injection(Record, frozen=True, omit_defaults=False):
    """What an agent is told unasked at a turn of its session; `text` is empty when it needs to be told nothing.

    `tier` is how much is told: full, brief (one line) or none, and `reason` why it is none. `ids` are the facts and
    messages in it. Empty text costs no token.
    """

    text: str
    tokens: int
    tier: Literal["full", "brief", "none"]
    confidence: float
    ids: tuple[str, ...]
    reason: str = ""


class Captured(Record, frozen=True, omit_defaults=False):
    """What became of a transcript that was to be taken in: it waits for the watcher, or was read at once."""

    path: str
    queued: bool
    messages: int = 0


class AnswerSentence(Record, frozen=True, omit_defaults=False):
    """One sentence of an answer, and the ids of the facts and messages that it rests on."""

    text: str
    cites: tuple[str, ...]


class Answer(Record, frozen=True, omit_defaults=False):
    """What is known about a question, in words; `known` is False, and `text` says so, when it is not known.

    `method` tells how it was made: extracted from what was said, or written by the language model and checked.
    """

    text: str
    known: bool
    method: Literal["extracted", "written"]
    sentences: tuple[AnswerSentence, ...]
    cited: tuple[Hit, ...]
    confidence: float
    asked: dict[str, Any]
    hint: Hit | None = None  # the best of what was not good enough
    problems: tuple[Problem, ...] = ()  # why the language model did not write it
    took_ms: float = 0.0


class IngestReport(Record, frozen=True, omit_defaults=False):
    """What an ingest added; `skipped` counts messages that were there already."""

    sessions: int = 0
    messages: int = 0
    facts: int = 0
    entities: int = 0
    relations: int = 0
    skipped: int = 0
    problems: tuple[Problem, ...] = ()
    # Records of kinds that no reader knows, by kind: a format may have changed.
    unknown: dict[str, int] = msgspec.field(default_factory=dict)
    seconds: float = 0.0


class SourceView(Record, frozen=True, omit_defaults=False):
    """How the transcripts of one client do: how many were read, when last, and what in them was not understood.

    `said_at` is the time of the newest message, `unknown` counts records by the types that no rule knows, and
    `since` tells when each of those was first met. `silent` are files that were read and held no message.
    """

    client: str
    files: int
    gone: int  # of them, those that the client has deleted since; what they said is kept
    silent: int
    messages: int
    read_at: datetime | None
    said_at: datetime | None
    problems: int
    problem: str  # the last of them, with its file
    unknown: dict[str, int]
    since: dict[str, datetime]


class ExtractReport(Record, frozen=True, omit_defaults=False):
    """What reading sessions again gave; `queued` sessions still wait for the language model, `batched` ones were
    handed to it and are collected by a later run."""

    sessions: int = 0
    messages: int = 0
    facts: int = 0  # that were not there before
    queued: int = 0
    batched: int = 0
    usd_today: float = 0.0  # what the model cost today (UTC), all runs together
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0


class FactView(Record, frozen=True, omit_defaults=False):
    """A fact as it is shown: names beside ids, and the validity as it was believed from the viewpoint.

    `ended_by` is where the end was told, in whatever words: None while it holds, or where nobody knows.
    """

    id: str
    text: str
    kind: str
    subject: str  # name
    predicate: str
    object: str  # name of the entity, or the literal
    qualifier: str
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    negated: bool  # the statement is that it is not so
    confidence: float
    subject_id: str
    object_id: str
    supersedes: tuple[str, ...]
    contradicts: tuple[str, ...]
    sources: tuple[Source, ...]
    ended_by: Source | None = None


class EntityView(Record, frozen=True, omit_defaults=False):
    """An entity with its other names, and the facts about it from a viewpoint."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    mentions: int
    first_seen: datetime
    last_seen: datetime
    summary: str
    facts: tuple[FactView, ...]


class Neighbor(Record, frozen=True, omit_defaults=False):
    """An entity reached from another, and the step that led there."""

    id: str
    name: str
    kind: str
    distance: int  # steps from the start
    predicate: str
    direction: Literal["out", "in"]
    through: str  # id of the entity before it on the way
    relation_id: str
    valid_from: datetime | None
    valid_until: datetime | None


class Route(Record, frozen=True, omit_defaults=False):
    """A shortest way between two entities; empty steps when there is none."""

    source: str
    target: str
    steps: tuple[Neighbor, ...]


class Table(Record, frozen=True, omit_defaults=False):
    """The answer to a Cypher statement; `truncated` when the row limit cut it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False


class Receipt(Record, frozen=True, omit_defaults=False):
    """What a forget erased, in counts and ids; holds no word of what was there."""

    id: str
    messages: int
    facts: int
    entities: int
    events_rewritten: int
    at: datetime


class Finding(Record, frozen=True, omit_defaults=False):
    """One line of the doctor: what was looked at, how it is, and the repair."""

    subject: str
    status: Literal["ok", "warning", "error"]
    detail: str
    repair: str = ""


class Remembered(Record, frozen=True, omit_defaults=False):
    """What `remember` stored: the message that holds the words, and the facts found in it.

    `problems` say what kept a model from reading it; it waits for a language model that did not answer.
    """

    message_id: str
    facts: tuple[FactView, ...]
    problems: tuple[Problem, ...] = ()


class Progress(Record, frozen=True, omit_defaults=False):
    """How far an ingest has come; of an export `file` is a table and the files are its nodes and edges."""

    file: str
    files_done: int
    files_total: int
    messages: int
    facts: int


JobStatus = Literal["queued", "running", "done", "failed", "cancelled", "interrupted"]


class Job(Record, frozen=True, omit_defaults=False):
    """Long work that a daemon does in the background; `given` are the parameters of its verb.

    Done it has a `result`, that of the verb, and failed a `problem`, as problem details. One that was running when
    the daemon was killed is interrupted.
    """

    id: str
    verb: str
    given: dict[str, Any]
    status: JobStatus
    made_at: datetime
    begun_at: datetime | None = None
    ended_at: datetime | None = None
    progress: Progress | None = None
    result: Any = None
    problem: dict[str, Any] | None = None


class Heard(Record, frozen=True, omit_defaults=False):
    """A change of the memory as a listener is told it: the event's number and kind, and how much of what it touched.

    `ids` are of facts and entities, at most a hundred; `counts` tells how many records of each kind there were.
    """

    seq: int
    at: str
    kind: str
    actor: str
    counts: dict[str, int]
    ids: tuple[str, ...]


class Merged(Record, frozen=True, omit_defaults=False):
    """An entity after a merge, split or alias, and the ids that the verb spoke of."""

    id: str
    name: str
    aliases: tuple[str, ...]
    ids: tuple[str, ...]


class Resolved(Record, frozen=True, omit_defaults=False):
    """A doubt after it was settled: what was ever believed in the place of the facts, or the entity as it is now."""

    verdict: Settlement
    ids: tuple[str, str]
    facts: tuple[FactView, ...] = ()
    entity: Merged | None = None


class Doubt(Record, frozen=True, omit_defaults=False):
    """Something for a person to settle: two facts that cannot both be so, or two entities that may be one."""

    kind: Literal["contradiction", "candidate"]
    ids: tuple[str, str]
    texts: tuple[str, str]
    why: str
    score: float
    verbs: tuple[str, ...]  # the commands that settle it
    sources: tuple[Source, ...]
