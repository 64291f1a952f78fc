"""The state of a graph as plain records: the fold of all changes, from which a graph file is loaded in bulk.

`fold` says what a change means; `store/apply.py` says the same to the engine, statement by statement. A test
holds the two together: live and rebuilt graphs export the same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from graphmem.model import (
    Alias,
    Change,
    Entity,
    Evidence,
    Fact,
    FactLink,
    Judgement,
    Mentioned,
    Message,
    Session,
)
from graphmem.store.wiki_state import WikiState


@dataclass(slots=True)
class State:
    """Every record by its key."""

    sessions: dict[str, Session] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    evidence: dict[str, Evidence] = field(default_factory=dict)
    mentions: dict[str, list[Mentioned]] = field(default_factory=dict)
    links: dict[str, dict[tuple[str, str], FactLink]] = field(default_factory=dict)
    aliases: dict[tuple[str, str, str], Alias] = field(default_factory=dict)
    judgements: dict[str, Judgement] = field(default_factory=dict)
    wiki: WikiState = field(default_factory=WikiState)
    # What hangs on a fact and goes with it: its evidence (or what once was), and the facts that link to it.
    _evidence_of: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _linked_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def fold(self, change: Change) -> None:
        """Take one change in."""
        self.sessions.update((record.id, record) for record in change.sessions)
        self.messages.update((record.id, record) for record in change.messages)
        self.entities.update((record.id, record) for record in change.entities)
        self.facts.update((record.id, record) for record in change.facts)
        self.judgements.update((record.id, record) for record in change.judgements)
        for record in change.evidence:
            self.evidence[record.id] = record
            self._evidence_of[record.fact_id].append(record.id)
        for alias in change.aliases:
            if alias.gone:
                self.aliases.pop(alias.key, None)
            else:
                self.aliases[alias.key] = alias
        for message_id in change.extracted:
            self.mentions.pop(message_id, None)
        for mention in change.mentions:
            self.mentions.setdefault(mention.message_id, []).append(mention)
        for fact in change.facts:
            self.links.pop(fact.id, None)
        for link in change.links:
            self.links.setdefault(link.source, {})[link.kind, link.target] = link
            self._linked_from[link.target].add(link.source)
        self.wiki.fold(change, self.entities, self.facts)
        for key in change.dropped:
            self._drop(key)
        if change.forgotten:
            self._forget(frozenset(change.forgotten))

    def _drop(self, key: str) -> None:
        self.evidence.pop(key, None)
        if self.facts.pop(key, None) is None:
            return
        self.wiki.drop_fact(key)
        self.links.pop(key, None)
        for evidence_id in self._evidence_of.pop(key, ()):
            witness = self.evidence.get(evidence_id)
            if witness is not None and witness.fact_id == key:
                del self.evidence[evidence_id]
        for source in self._linked_from.pop(key, ()):
            links = self.links.get(source, {})
            for kind in ("SUPERSEDES", "CONTRADICTS"):
                links.pop((kind, key), None)

    def _forget(self, ids: frozenset[str]) -> None:
        """Forgetting is rare and may look at everything; it takes with it what hangs on the forgotten."""
        for key in ids:
            self._drop(key)
        for table in (self.sessions, self.messages, self.entities, self.judgements):
            for key in ids & table.keys():
                del table[key]
        for message_id, mentions in list(self.mentions.items()):
            if message_id in ids:
                del self.mentions[message_id]
            elif any(mention.entity_id in ids for mention in mentions):
                self.mentions[message_id] = [m for m in mentions if m.entity_id not in ids]
        for evidence in [e for e in self.evidence.values() if e.message_id in ids]:
            del self.evidence[evidence.id]
        self.aliases = {key: a for key, a in self.aliases.items() if not ids & {a.source, a.target}}


SESSION = Session.__struct_fields__
MESSAGE = Message.__struct_fields__
ENTITY = tuple(name for name in Entity.__struct_fields__ if name != "blocks")
FACT = Fact.__struct_fields__
JUDGEMENT = Judgement.__struct_fields__
RELATION = (
    "predicate",
    "valid_from",
    "valid_until",
    "end_recorded_at",
    "recorded_at",
    "retracted_at",
    "weight",
)
RELATES = ("predicate", "relation_id", "fact_id", *RELATION[1:6])
ALIAS = ("method", "confidence", "valid_from", "valid_until", "derived")
ALIAS_LINKS = ("ALIAS_OF", "MAY_BE", "DISTINCT_FROM")
# The author of an evidence is that of its message, and is not stored twice. Its predicate and qualifier may be others
# than those of its fact: "no more Jira" is a witness of the end of "uses Jira for tickets". Its entities are those that
# the words named, which a merge of entities does not change.
EVIDENCE = (
    "id",
    "mode",
    "quote",
    "start_char",
    "end_char",
    "text",
    "kind",
    "subject",
    "object",
    "value",
    "said_at",
    "valid_from",
    "valid_until",
    "grain",
    "confidence",
    "trust",
    "predicate",
    "qualifier",
)


def relation_id(fact_id: str) -> str:
    """The relation that a fact asserts has the fact's own hash."""
    return "rel_" + fact_id.removeprefix("fact_")


def fact_of(relation: str) -> str:
    """The fact that a relation is of."""
    return "fact_" + relation.removeprefix("rel_")


def relates(fact: Fact) -> bool:
    """True when the fact joins two entities; what is denied joins nothing."""
    return bool(fact.object) and not fact.negated


def times_row(fact: Fact) -> tuple[Any, ...]:
    """The five times of a fact, in the order of RELATION."""
    return (fact.valid_from, fact.valid_until, fact.end_recorded_at, fact.recorded_at, fact.retracted_at)


def relation_row(fact: Fact) -> tuple[Any, ...]:
    """The Relation node of a fact: id, then RELATION."""
    return (relation_id(fact.id), fact.predicate, *times_row(fact), fact.confidence)


def relates_row(fact: Fact) -> tuple[Any, ...]:
    """The RELATES edge of a fact: from, to, then RELATES."""
    return (fact.subject, fact.object, fact.predicate, relation_id(fact.id), fact.id, *times_row(fact))


def evidence_row(e: Evidence) -> tuple[Any, ...]:
    """The STATED_IN edge of an evidence: from, to, then EVIDENCE."""
    return (
        *(
            e.fact_id,
            e.message_id,
            e.id,
            e.mode,
            e.quote,
            e.start,
            e.end,
            e.text,
            e.kind,
            e.subject,
            e.object,
            e.value,
        ),
        *(e.said_at, e.valid_from, e.valid_until, e.grain, e.confidence, e.trust, e.predicate, e.qualifier),
    )


def alias_row(alias: Alias) -> tuple[Any, ...]:
    """The ALIAS_OF edge: from, to, then ALIAS."""
    return (
        *(alias.source, alias.target, alias.method, alias.confidence),
        *(alias.valid_from, alias.valid_until, alias.derived),
    )
