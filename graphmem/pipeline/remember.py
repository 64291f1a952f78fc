"""What somebody tells the memory directly: words become a message of its own session, and facts, at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from graphmem.errors import MisuseError
from graphmem.extract.extractor import Extractor
from graphmem.model import (
    TRUST,
    USER,
    Change,
    Claim,
    Extraction,
    Mention,
    Message,
    Problem,
    Session,
    content_id,
)
from graphmem.names import OWN_CLIENT
from graphmem.ontology import Ontology
from graphmem.pipeline.ingest import AT_COMMIT, Draft, changed_sessions
from graphmem.pipeline.load import Pipeline
from graphmem.pipeline.model_turn import ModelTurn
from graphmem.privacy import redact
from graphmem.revise.revise import revise
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.store.store import Store
from graphmem.temporal import format_time

# The predicate of what was told and could not be read as anything more exact, and who says so.
NOTE, NOTER = "noted", "note"


def remember(
    text: str,
    *,
    project: str,
    at: datetime,
    store: Store,
    pipeline: Pipeline[Draft],
    extractor: Callable[[], Extractor],
    ontology: Ontology,
    model: ModelTurn | None = None,
) -> tuple[str, tuple[str, ...], tuple[Problem, ...]]:
    """Take the words in; the id of their message, those of the facts that they gave or confirmed, and problems.

    What nobody reads is kept as a note in its own words, so that nothing told is without a fact. When the language
    model of `model` gives no answer, the message waits for it in the queue, by its own id: it is read by itself.
    """
    words, project = clean(text), redact(clean(project)).text
    if not words:
        raise MisuseError("There is nothing to remember: the text is empty.", hint="Give it a sentence.")
    session = Session(
        id=content_id("ses", OWN_CLIENT, project),
        client=OWN_CLIENT,
        external_id=project or "remember",
        started_at=at,
        ended_at=at,
        project=project,
        title="Told directly",
    )
    message = Message(
        id=content_id("msg", OWN_CLIENT, project, words, format_time(at) or ""),
        session_id=session.id,
        role="user",
        author=USER,
        text=words,
        seq=0,
        sent_at=at,
        trust=TRUST["user"],
    )
    draft = Draft((session,), (message,), store, extractor, ontology, asked=model)
    before_commit = frozenset(name for name, _ in pipeline.stages) - AT_COMMIT
    pipeline.run(draft, only=before_commit)
    message = draft.messages[0]
    readings = with_note([draft.extraction, *draft.readings], message)
    kept: list[str] = []

    def build(graph: Reader) -> list[tuple[str, Change]]:
        if queries.known(graph, [message.id]):
            return []
        told = msgspec.structs.replace(message, seq=queries.next_seq(graph, session.id))
        sessions = changed_sessions(graph, [session], [message])
        return [("FactRemembered", revise(graph, [told], readings, ontology=ontology, sessions=sessions))]

    unread = {message.id: draft.unread[session.id]} if draft.unread else {}
    store.commit(build, actor=USER, also=None if model is None else model.later(unread))
    with store.graph.reader() as reader:
        kept += sorted({witness.fact_id for witness, _ in queries.evidence_of_messages(reader, [message.id])})
    return message.id, tuple(kept), tuple(draft.problems)


def clean(text: str) -> str:
    """The text without what cannot be stored: lone surrogates and NULs."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "").strip()


def with_note(readings: Sequence[Extraction], message: Message) -> list[Extraction]:
    """The readings, and the message itself as a note when none of them gave a claim."""
    if any(one.claims for one in readings):
        return list(readings)
    user = Mention(message.id, 0, 0, USER, "person")
    note = Claim(
        message_id=message.id,
        start=0,
        end=len(message.text),
        subject=user,
        predicate=NOTE,
        text=message.text,
        value=message.text,
        kind="note",
        confidence=0.9,
    )
    return [*readings, Extraction(message_ids=(message.id,), claims=(note,), extractor=NOTER)]


def without_note(reading: Extraction) -> Extraction:
    """What takes the notes away of messages in which this reading found more."""
    return Extraction(
        message_ids=tuple(dict.fromkeys(claim.message_id for claim in reading.claims)), extractor=NOTER
    )
