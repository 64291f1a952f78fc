"""Conversations of several people, taken in as an import takes them in, for clients that no reader knows yet."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.extract.extractor import Extractor
from graphmem.model import TRUST, Message, Session, content_id
from graphmem.pipeline.ingest import changed_messages, changed_sessions
from graphmem.revise.revise import revise

MORNING = datetime(2024, 5, 3, 9, tzinfo=UTC)


def talk(name, *turns, at=MORNING):
    """A session of that name; each turn is (author, text) or (author, text, time)."""
    session = Session(content_id("ses", "chat", name), "chat", name, at, at)
    messages = [
        Message(
            content_id("msg", "chat", name, str(seq)),
            session.id,
            "assistant" if author == "agent" else "user",
            text,
            seq,
            when[0] if when else at,
            author=author,
            trust=TRUST["assistant" if author == "agent" else "user"],
        )
        for seq, (author, text, *when) in enumerate(turns)
    ]
    return session, messages


def take_in(memory, *talks):
    """Read these conversations one after the other."""
    extractor: Extractor = memory._workshop.extractor
    for session, messages in talks:

        def build(graph, session=session, messages=messages):
            fresh = changed_messages(graph, messages)
            change = revise(
                graph,
                fresh,
                extractor.extract(fresh),
                ontology=memory.ontology,
                sessions=changed_sessions(graph, [session], fresh),
            )
            return [("KnowledgeExtracted", change)]

        memory._store.commit(build, actor="test")
