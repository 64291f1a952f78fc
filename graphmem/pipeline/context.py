"""A question that was looked up becomes a block of text for a prompt, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.model import Fact
from graphmem.pipeline.query import Query
from graphmem.result import ContextBlock, Detail
from graphmem.retrieve.browse import fact_sources
from graphmem.retrieve.context import Entry, block, dated, entries, one_line
from graphmem.retrieve.counter import count
from graphmem.retrieve.wording import telling
from graphmem.store import queries
from graphmem.store.faces import Faces
from graphmem.temporal import now

LOOKED_AT = 40  # hits; a question for all that fit brings all the facts beside


def context_block(work: Query, *, budget: int, detail: Detail, history: bool) -> ContextBlock:
    """The block for a question that went through the pipeline; its reader must be open.

    With `history`, or when the question asks of the past, what was superseded stands under what took its place.
    """
    question = work.question
    asked = history or question.history or question.holds == "then"
    facts = queries.facts(work.reader, [hit.id for hit in work.hits if hit.kind == "fact"])
    chosen = entries(
        work.hits,
        facts,
        names=subject_names(work, facts),
        told=work.index.terms(telling(work.text)),
        detail=detail,
        ended=asked or question.window is not None or work.view.as_of is not None,
        moment=work.view.as_of or now(),
    )
    mark_contradictions(work, chosen, facts)
    if asked:
        add_history(work, chosen, facts)
    return block(chosen, budget=budget, detail=detail, count=count)


def subject_names(work: Query, facts: Mapping[str, Fact]) -> dict[str, str]:
    """For each subject the name of whom it stands for, with the kind: merged entities are one group."""
    subjects = sorted({fact.subject for fact in facts.values()})
    faces = Faces(work.reader)
    faces.look(subjects)
    known = queries.entities(work.reader, {faces[key] for key in subjects})
    return {
        key: f"{known[faces[key]].name} ({known[faces[key]].kind})" for key in subjects if faces[key] in known
    }


def mark_contradictions(work: Query, chosen: Sequence[Entry], facts: Mapping[str, Fact]) -> None:
    """Mark each fact that another stands against which is believed too, and name that one below it."""
    by_id = {entry.id: entry for entry in chosen if entry.id in facts}
    pairs = queries.contradicting(work.reader, by_id)
    ends = {end for link in pairs for end in (link.source, link.target)}
    known = queries.facts(work.reader, ends)
    for link in sorted(pairs, key=lambda link: (link.source, link.target)):
        for one, other in ((link.source, link.target), (link.target, link.source)):
            against = known.get(other)
            if one not in by_id or against is None or not work.view.knows(against.recorded):
                continue
            if not against.valid.overlaps(known[one].valid):
                continue
            by_id[one].mark = "(contradicted) "
            by_id[one].below.append(f"against it: {one_line(against.text)} [{against.id}]")


def add_history(work: Query, chosen: Sequence[Entry], facts: Mapping[str, Fact]) -> None:
    """Put under each fact what filled its place before, the newest first, unless it has a line of its own."""
    shown = {entry.id for entry in chosen}
    places = {facts[entry.id].slot: entry for entry in reversed(chosen) if entry.id in facts}
    found, evidence = queries.slots(work.reader, places)
    sources = queries.sources(work.reader, {witness.message_id for witness in evidence})
    for fact in sorted(found, key=lambda fact: (-fact.valid.high.timestamp(), fact.id)):
        # Only what is over and known from here is history; what was taken back was never so.
        if fact.id in shown or fact.valid_until is None or not work.view.knows(fact.recorded):
            continue
        said = fact_sources([e for e in evidence if e.fact_id == fact.id], sources, work.view)
        valid = work.view.valid(fact.valid, fact.end_recorded_at)
        notes = [
            fact.id,
            dated(valid.start, valid.end, said),
            f"said {said[0].sent_at:%Y-%m-%d}" if said else "",
        ]
        places[fact.slot].below.append(f"before: {one_line(fact.text)} [{'; '.join(filter(None, notes))}]")
