"""What somebody tells the memory directly: words become a message of its own session, and facts, at once."""

from __future__ import annotations

from collections.abc import Callable
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
    Session,
    content_id,
)
from graphmem.ontology import Ontology
from graphmem.pipeline.ingest import AT_COMMIT, Draft, changed_sessions
from graphmem.pipeline.load import Pipeline
from graphmem.revise.revise import revise
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.store.store import Store
from graphmem.temporal import format_time

CLIENT = "graphmem"

# The predicate of what was told and could not be read as anything more exact.
NOTE = "noted"


def remember(
    text: str,
    *,
    project: str,
    at: datetime,
    store: Store,
    pipeline: Pipeline[Draft],
    extractor: Callable[[], Extractor],
    ontology: Ontology,
) -> tuple[str, tuple[str, ...]]:
    """Take the words in; the id of their message, and those of the facts that they gave or confirmed.

    What no pattern reads is kept as a note in its own words, so that nothing told is without a fact.
    """
    words = clean(text)
    if not words:
        raise MisuseError("There is nothing to remember: the text is empty.", hint="Give it a sentence.")
    session = Session(
        id=content_id("ses", CLIENT, project),
        client=CLIENT,
        external_id=project or "remember",
        started_at=at,
        ended_at=at,
        project=project,
        title="Told directly",
    )
    message = Message(
        id=content_id("msg", CLIENT, project, words, format_time(at) or ""),
        session_id=session.id,
        role="user",
        author=USER,
        text=words,
        seq=0,
        sent_at=at,
        trust=TRUST["user"],
    )
    draft = Draft((session,), (message,), store, extractor, ontology)
    before_commit = frozenset(name for name, _ in pipeline.stages) - AT_COMMIT
    pipeline.run(draft, only=before_commit)
    message = draft.messages[0]
    extraction = with_note(draft.extraction, message)
    kept: list[str] = []

    def build(graph: Reader) -> list[tuple[str, Change]]:
        if queries.known(graph, [message.id]):
            return []
        told = msgspec.structs.replace(message, seq=queries.next_seq(graph, session.id))
        change = revise(graph, [told], extraction, ontology=ontology)
        return [
            (
                "FactRemembered",
                msgspec.structs.replace(change, sessions=changed_sessions(graph, [session], [message])),
            )
        ]

    store.commit(build, actor=USER)
    with store.graph.reader() as reader:
        kept += sorted({witness.fact_id for witness, _ in queries.evidence_of_messages(reader, [message.id])})
    return message.id, tuple(kept)


def clean(text: str) -> str:
    """The text without what cannot be stored: lone surrogates and NULs."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "").strip()


def with_note(extraction: Extraction, message: Message) -> Extraction:
    """The extraction, with the message itself as a note when it gave no claim."""
    if extraction.claims:
        return extraction
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
    return Extraction(
        message_ids=(message.id,),
        mentions=extraction.mentions,
        claims=(note,),
        extractor=extraction.extractor,
    )
