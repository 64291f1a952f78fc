"""Forgetting: what is named goes from ledger, graph and files; what else was said stays and is weighed again."""

from __future__ import annotations

import msgspec

from graphmem.model import USER, USER_ENTITY, Change, content_id
from graphmem.ontology import Ontology
from graphmem.privacy import redact
from graphmem.remembered import forget_words
from graphmem.result import Receipt
from graphmem.revise.revise import refold
from graphmem.store import erase, queries
from graphmem.store.faces import Faces
from graphmem.store.queries import Reader
from graphmem.store.store import Store
from graphmem.temporal import format_time, now


def forget(key: str, *, reason: str, store: Store, ontology: Ontology) -> Receipt:
    """Erase a session, message, fact or entity by id; a receipt that holds no word of it.

    The reason is kept with the event, so that the audit trail says why something is missing.
    Raises NotFound for an id that is not there.
    """
    with store.graph.reader() as reader:
        erasure = erase.plan(reader, key, protected=frozenset({USER_ENTITY}))

    def restate(graph: Reader) -> list[tuple[str, Change]]:
        """Facts that lose a witness are told anew from those that stay, before the old tellings are erased."""
        facts, evidence, links, dropped = refold(
            graph,
            [],
            removed=erasure.evidence,
            slots=erasure.slots,
            ontology=ontology,
            faces=Faces(graph),
            restate=True,
        )
        entities = queries.entities(graph, erasure.recounted)
        return [
            (
                "KnowledgeRevised",
                Change(
                    facts=tuple(facts),
                    evidence=tuple(erasure.blank_quote(e) for e in evidence),
                    links=tuple(links),
                    dropped=tuple(dropped),
                    entities=tuple(
                        msgspec.structs.replace(
                            entity, mentions=max(0, entity.mentions - erasure.recounted[entity.id])
                        )
                        for entity in entities.values()
                    ),
                ),
            )
        ]

    actor = f"{USER}: {redact(reason).text}" if reason else USER
    last = store.ledger.last_seq
    store.commit(restate, actor=actor)
    rewritten = store.forget(erasure.ids, frozenset(erasure.spans), erasure.rewrite, until=last, actor=actor)
    forget_words()
    at = now()
    return Receipt(
        id=content_id("rcp", key, format_time(at) or ""),
        messages=len(erasure.messages) + len(erasure.spans),
        facts=len(erasure.facts),
        entities=len(erasure.entities),
        events_rewritten=rewritten,
        at=at,
    )
