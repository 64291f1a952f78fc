"""Changes become nodes and edges of a living graph, statement by statement; `arrow.py` does it for a fresh file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from graphmem.model import Alias, Change, Entity, Fact, Mentioned
from graphmem.store.graph import Connection
from graphmem.store.lookup import each, present
from graphmem.store.state import (
    ALIAS,
    ALIAS_LINKS,
    ENTITY,
    EVIDENCE,
    FACT,
    JUDGEMENT,
    MESSAGE,
    RELATES,
    RELATION,
    SESSION,
    alias_row,
    evidence_row,
    relates,
    relates_row,
    relation_id,
    relation_row,
)
from graphmem.store.statements import create, edge, properties, update
from graphmem.store.wiki_apply import WikiApplier

# Every statement that changes the graph, made once from the names of columns, never from input.
_NODES = {
    "Session": SESSION,
    "Message": MESSAGE,
    "Entity": ENTITY,
    "Fact": FACT,
    "Judgement": JUDGEMENT,
}
CREATE = {table: create(table, fields) for table, fields in _NODES.items()}
# A node with the edges it always has, in one statement: a statement costs more than an edge.
CREATE["Message"] = (
    f"MATCH (s:Session {{id: $session_id}}) CREATE (n:Message {properties(MESSAGE)}), (s)-[:HAS_MESSAGE]->(n)"
)
CREATE["Fact"] = (
    "MATCH (s:Slot {id: $slot}) MATCH (e:Entity {id: $subject}) "
    f"CREATE (n:Fact {properties(FACT)}), (n)-[:FILLS]->(s), (n)-[:ABOUT {{role: 'subject'}}]->(e)"
)
CREATE["Relation"] = (
    "MATCH (f:Fact {id: $fact_id}) MATCH (a:Entity {id: $subject}) MATCH (b:Entity {id: $object}) "
    f"CREATE (n:Relation {properties(['id', *RELATION])}), (f)-[:ASSERTS]->(n), (a)-[:SUBJECT_OF]->(n), "
    f"(n)-[:OBJECT_IS]->(b), (f)-[:ABOUT {{role: 'object'}}]->(b), "
    f"(a)-[:RELATES {properties(RELATES)}]->(b)"
)
UPDATE = {table: update(table, fields) for table, fields in _NODES.items()}
UPDATE["Relation"] = update("Relation", ["id", *RELATION])
EDGE = {
    "STATED_IN": edge("Fact", "STATED_IN", "Message", EVIDENCE),
    "ABOUT": edge("Fact", "ABOUT", "Entity", ["role"]),
    "RELATES": edge("Entity", "RELATES", "Entity", RELATES),
    **{link: edge("Entity", link, "Entity", ALIAS) for link in ALIAS_LINKS},
    "KNOWN_BY": edge("Entity", "KNOWN_BY", "NameKey"),
    "SUPERSEDES": edge("Fact", "SUPERSEDES", "Fact", ["recorded_at"]),
    "CONTRADICTS": edge("Fact", "CONTRADICTS", "Fact", ["recorded_at"]),
}
UNLINK = {
    link: f"MATCH (a:Entity {{id: $source}})-[r:{link}]->(b:Entity {{id: $target}}) DELETE r"
    for link in ALIAS_LINKS
}
_KEYS = "MATCH (e:Entity)-[:KNOWN_BY]->(k:NameKey) WHERE e.id IN $ids RETURN e.id, k.id"
_HOLDERS = "MATCH (k:NameKey)<-[:KNOWN_BY]-(e:Entity) WHERE k.id IN $ids RETURN k.id, e.id"
_MENTIONED = "MATCH (m:Message)-[:MENTIONS]->(:Entity) WHERE m.id IN $ids RETURN DISTINCT m.id"
_WITNESSED = "MATCH (m:Message)<-[r:STATED_IN]-(:Fact) WHERE m.id IN $ids RETURN r.id"
# Without a MATCH, nodes come into the graph as a list; behind one, kuzu would look through the whole table.
_SLOTS = "UNWIND $ids AS id CREATE (n:Slot {id: id})"
MADE, TOGETHER = 8, 4  # keys of a name that are made in one statement, and mentions of a message
SET_APPLIED = "MATCH (m:Meta {id: 'graph'}) SET m.applied_seq = $seq"


def apply(connection: Connection, seq: int, change: Change) -> None:
    """Make one change, and the number of its event, in one transaction."""
    with connection.transaction():
        Applier(connection, change).run()
        connection.run(SET_APPLIED, {"seq": seq})


class Applier:
    """One change on its way into the graph."""

    def __init__(self, connection: Connection, change: Change) -> None:
        self.connection = connection
        self.change = change
        self.wiki = WikiApplier(connection, change)
        self.had_mentions = self._ids("Message", _MENTIONED, change.extracted)
        # Read before anything is made: in a transaction kuzu answers `IN $ids` over edges with a neighbour's rows for
        # nodes that the same transaction created (a test holds the measure; ladybug answers rightly).
        self.had_keys: dict[str, set[str]] = {}
        there = present(connection, "Entity", (entity.id for entity in change.entities))
        for entity_id, key in each(connection, "Entity", _KEYS, there):
            self.had_keys.setdefault(entity_id, set()).add(key)
        self.lost_keys = {
            entity.id: self.had_keys.get(entity.id, set()) - {*entity.blocks} for entity in change.entities
        }
        self.had_holders: dict[str, set[str]] = {}
        for key, entity_id in each(connection, "NameKey", _HOLDERS, set().union(*self.lost_keys.values())):
            self.had_holders.setdefault(key, set()).add(entity_id)
        self.had_evidence = self._ids("Message", _WITNESSED, (one.message_id for one in change.evidence))

    def run(self) -> None:
        """Nodes first, then the edges between them, then what is no more."""
        change = self.change
        self._upsert("Session", change.sessions)
        self._entities(change.entities)
        self._upsert("Message", change.messages)
        self._facts(change.facts)
        self._upsert("Judgement", change.judgements)
        self._mentions()
        self._evidence()
        for link in change.links:
            self._link(link.kind, link.source, link.target, recorded_at=link.recorded_at)
        for alias in change.aliases:
            self._alias(alias)
        self.wiki.run()
        self._drop(change.dropped)

    def _ids(self, table: str, statement: str, ids: Iterable[str]) -> set[str]:
        return {row[0] for row in each(self.connection, table, statement, ids)}

    def _upsert(self, table: str, records: Sequence[Any]) -> set[str]:
        """Create the new, update the known; the ids of the known."""
        old = present(self.connection, table, (record.id for record in records))
        for record in {record.id: record for record in records}.values():
            values = {name: getattr(record, name) for name in _NODES[table]}
            self.connection.run((UPDATE if record.id in old else CREATE)[table], values)
        return old

    def _link(self, kind: str, source: str, target: str, /, **values: Any) -> None:
        self.connection.run(EDGE[kind], {"source": source, "target": target, **values})

    def _entities(self, entities: Sequence[Entity]) -> None:
        """Create the new, update the known, and join them to the keys of their names.

        The keys of a known entity change with how it is written.
        """
        newest = {entity.id: entity for entity in entities}
        old = present(self.connection, "Entity", newest)
        every = {key for entity in newest.values() for key in entity.blocks}
        fresh = every - present(self.connection, "NameKey", every)
        for entity_id, entity in newest.items():
            keys, there = set(entity.blocks), self.had_keys.get(entity_id, set())
            made = sorted((keys - there) & fresh)
            fresh.difference_update(made)
            values = {name: getattr(entity, name) for name in ENTITY}
            some = made[:MADE]
            if entity_id in old:
                self.connection.run(UPDATE["Entity"], values)
                some = []
            else:
                self.connection.run(with_keys(CREATE["Entity"], len(some)), {**values, **numbered(some)})
            for first in range(len(some), len(made), MADE):
                more = made[first : first + MADE]
                self.connection.run(with_keys("", len(more)), {"id": entity_id, **numbered(more)})
            for key in sorted(keys - there - {*made}):
                self._link("KNOWN_BY", entity_id, key)
        self._lose_keys(newest)

    def _lose_keys(self, newest: Mapping[str, Entity]) -> None:
        """Part entities from keys that they have no more, and drop the keys that nobody has now.

        Who has one now is not asked of the engine: it tells nothing right of edges of the same transaction.
        """
        for entity_id, keys in self.lost_keys.items():
            for key in sorted(keys):
                self.connection.run(
                    "MATCH (:Entity {id: $id})-[r:KNOWN_BY]->(:NameKey {id: $key}) DELETE r",
                    {"id": entity_id, "key": key},
                )
        held = {key for entity in newest.values() for key in entity.blocks}
        for key in sorted(self.had_holders.keys() - held):
            if all(key in self.lost_keys.get(holder, ()) for holder in self.had_holders[key]):
                self.connection.run("MATCH (k:NameKey {id: $id}) DELETE k", {"id": key})

    def _alias(self, alias: Alias) -> None:
        self.connection.run(UNLINK[alias.link], {"source": alias.source, "target": alias.target})
        if not alias.gone:
            values = dict(zip(ALIAS, alias_row(alias)[2:], strict=True))
            self._link(alias.link, alias.source, alias.target, **values)

    def _facts(self, facts: Sequence[Fact]) -> None:
        known_slots = present(self.connection, "Slot", (fact.slot for fact in facts))
        if fresh := sorted({fact.slot for fact in facts} - known_slots):
            self.connection.run(_SLOTS, {"ids": fresh})
        old = self._upsert("Fact", facts)
        for fact in {fact.id: fact for fact in facts}.values():
            if fact.id in old:
                self._update_fact(fact)
            else:
                self._connect_fact(fact)

    def _connect_fact(self, fact: Fact) -> None:
        if relates(fact):
            self.connection.run(
                CREATE["Relation"], {**relation_values(fact), **relates_values(fact), **ends(fact)}
            )
        elif fact.object:
            self._link("ABOUT", fact.id, fact.object, role="object")

    def _update_fact(self, fact: Fact) -> None:
        for kind in ("SUPERSEDES", "CONTRADICTS"):
            self.connection.run(f"MATCH (f:Fact {{id: $id}})-[r:{kind}]->(:Fact) DELETE r", {"id": fact.id})
        if relates(fact):
            self.connection.run(UPDATE["Relation"], relation_values(fact))
            self._unrelate(fact.id)
            self._link("RELATES", fact.subject, fact.object, **relates_values(fact))

    def _unrelate(self, fact_id: str) -> None:
        # Reached through the relation's two ends, so that a hub with many edges is not walked from its side alone.
        self.connection.run(
            "MATCH (a:Entity)-[:SUBJECT_OF]->(:Relation {id: $id})-[:OBJECT_IS]->(b:Entity) "
            "MATCH (a)-[r:RELATES]->(b) WHERE r.relation_id = $id DELETE r",
            {"id": relation_id(fact_id)},
        )

    def _mentions(self) -> None:
        for message_id in self.change.extracted:
            if message_id in self.had_mentions:
                self.connection.run(
                    "MATCH (m:Message {id: $id})-[r:MENTIONS]->(:Entity) DELETE r", {"id": message_id}
                )
        by_message: dict[str, list[Mentioned]] = {}
        there = present(self.connection, "Entity", {one.entity_id for one in self.change.mentions})
        for mention in self.change.mentions:
            if mention.entity_id in there:
                by_message.setdefault(mention.message_id, []).append(mention)
        for message_id, found in by_message.items():
            for first in range(0, len(found), TOGETHER):
                some = found[first : first + TOGETHER]
                values: dict[str, Any] = {"source": message_id}
                for place, one in enumerate(some):
                    values |= {
                        f"target{place}": one.entity_id,
                        f"start{place}": one.start,
                        f"end{place}": one.end,
                    }
                self.connection.run(mentions(len(some)), values)

    def _evidence(self) -> None:
        for evidence in self.change.evidence:
            if evidence.id in self.had_evidence:
                self.connection.run(
                    "MATCH (m:Message {id: $message})<-[r:STATED_IN]-(:Fact) WHERE r.id = $id DELETE r",
                    {"message": evidence.message_id, "id": evidence.id},
                )
            row = evidence_row(evidence)
            self._link("STATED_IN", row[0], row[1], **dict(zip(EVIDENCE, row[2:], strict=True)))

    def _drop(self, ids: Sequence[str]) -> None:
        for key in ids:
            if self.wiki.drop(key):
                continue
            if key.startswith("fact_"):
                self._unrelate(key)
                self.connection.run("MATCH (r:Relation {id: $id}) DETACH DELETE r", {"id": relation_id(key)})
                slots = self.connection.run(
                    "MATCH (:Fact {id: $id})-[:FILLS]->(s:Slot) RETURN s.id", {"id": key}
                )
                self.connection.run("MATCH (f:Fact {id: $id}) DETACH DELETE f", {"id": key})
                for (slot,) in slots:
                    self.connection.run(
                        "MATCH (s:Slot {id: $id}) WHERE NOT EXISTS { MATCH (s)<-[:FILLS]-(:Fact) } DELETE s",
                        {"id": slot},
                    )
                continue
            # The key of an evidence begins with that of its message: it is found from there.
            self.connection.run(
                "MATCH (m:Message {id: $message})<-[r:STATED_IN]-(:Fact) WHERE r.id = $id DELETE r",
                {"message": key.rpartition("#")[0], "id": key},
            )


@lru_cache(maxsize=2 * MADE + 1)
def with_keys(made: str, count: int) -> str:
    """Makes an entity by the statement `made`, or finds one by `id`, with so many new keys: `key0`, `key1` ..."""
    edges = [f"(n)-[:KNOWN_BY]->(:NameKey {{id: $key{place}}})" for place in range(count)]
    return ", ".join([made, *edges]) if made else f"MATCH (n:Entity {{id: $id}}) CREATE {', '.join(edges)}"


@lru_cache(maxsize=TOGETHER)
def mentions(count: int) -> str:
    """Joins a message, `source`, to so many entities that are there: `target0`, from `start0` to `end0` ..."""
    found = (f"MATCH (b{place}:Entity {{id: $target{place}}})" for place in range(count))
    edges = (
        f"(a)-[:MENTIONS {{start_char: $start{place}, end_char: $end{place}}}]->(b{place})"
        for place in range(count)
    )
    return f"MATCH (a:Message {{id: $source}}) {' '.join(found)} CREATE {', '.join(edges)}"


def numbered(keys: Sequence[str]) -> dict[str, str]:
    """The parameters of `with_keys`."""
    return {f"key{place}": key for place, key in enumerate(keys)}


def relation_values(fact: Fact) -> dict[str, Any]:
    """The columns of a fact's Relation node."""
    return dict(zip(("id", *RELATION), relation_row(fact), strict=True))


def relates_values(fact: Fact) -> dict[str, Any]:
    """The columns of a fact's RELATES edge."""
    return dict(zip(RELATES, relates_row(fact)[2:], strict=True))


def ends(fact: Fact) -> dict[str, str]:
    """Whom a fact's relation joins."""
    return {"subject": fact.subject, "object": fact.object}
