"""What the layers above ask of the graph: keys go in, records and rows come out. All Cypher of ours is here
and in `apply.py`; none of it is built from input.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from graphmem.model import (
    Alias,
    Entity,
    Evidence,
    Fact,
    FactLink,
    Judgement,
    Mentioned,
    Message,
    Session,
    speaker,
)
from graphmem.result import Source
from graphmem.store.lookup import each, nodes, present, worth
from graphmem.store.state import ALIAS, ALIAS_LINKS, ENTITY, FACT, JUDGEMENT, MESSAGE, SESSION


class Reader(Protocol):
    """Whatever runs a reading statement: the writer's connection inside a commit, a reader's outside."""

    def run(self, statement: str, parameters: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """The rows of one statement."""


def _fields(alias: str, names: Iterable[str]) -> str:
    return ", ".join(f"{alias}.{name}" for name in names)


_WITNESS = (
    "e.id, f.id, m.id, e.said_at, e.mode, e.quote, e.start_char, e.end_char, e.text, e.kind, e.subject, "
    # An edge of before the fourth schema has no words of its own.
    "coalesce(e.predicate, f.predicate), e.object, e.value, coalesce(e.qualifier, f.qualifier), e.valid_from, "
    "e.valid_until, e.grain, e.confidence, e.trust, "
    "m.role, m.author"
)
_SLOT_FACTS = f"MATCH (f:Fact)-[:FILLS]->(s:Slot) WHERE s.id IN $ids RETURN {_fields('f', FACT)}"
_SLOT_EVIDENCE = (
    f"MATCH (m:Message)<-[e:STATED_IN]-(f:Fact)-[:FILLS]->(s:Slot) WHERE s.id IN $ids RETURN {_WITNESS}"
)
_MESSAGE_EVIDENCE = f"MATCH (m:Message)<-[e:STATED_IN]-(f:Fact) WHERE m.id IN $ids RETURN {_WITNESS}, f.slot"
_FACT_EVIDENCE = f"MATCH (m:Message)<-[e:STATED_IN]-(f:Fact) WHERE f.id IN $ids RETURN {_WITNESS}"
_BY_ID = {
    "Session": f"MATCH (n:Session) WHERE n.id IN $ids RETURN {_fields('n', SESSION)}",
    "Message": f"MATCH (n:Message) WHERE n.id IN $ids RETURN {_fields('n', MESSAGE)}",
    "Entity": f"MATCH (n:Entity) WHERE n.id IN $ids RETURN {_fields('n', ENTITY)}",
    "Fact": f"MATCH (n:Fact) WHERE n.id IN $ids RETURN {_fields('n', FACT)}",
    "Judgement": f"MATCH (n:Judgement) WHERE n.id IN $ids RETURN {_fields('n', JUDGEMENT)}",
}


def sessions(reader: Reader, ids: Iterable[str]) -> dict[str, Session]:
    """Sessions by id; unknown ids are left out."""
    return {row[0]: Session(**dict(zip(SESSION, row, strict=True))) for row in _by_id(reader, "Session", ids)}


def messages(reader: Reader, ids: Iterable[str]) -> dict[str, Message]:
    """Messages by id; unknown ids are left out."""
    return {row[0]: Message(**dict(zip(MESSAGE, row, strict=True))) for row in _by_id(reader, "Message", ids)}


def entities(reader: Reader, ids: Iterable[str]) -> dict[str, Entity]:
    """Entities by id; unknown ids are left out."""
    return {row[0]: Entity(**dict(zip(ENTITY, row, strict=True))) for row in _by_id(reader, "Entity", ids)}


def facts(reader: Reader, ids: Iterable[str]) -> dict[str, Fact]:
    """Facts by id; unknown ids are left out."""
    return {row[0]: _fact(row) for row in _by_id(reader, "Fact", ids)}


def judgements(reader: Reader, ids: Iterable[str]) -> dict[str, Judgement]:
    """What was said of the worth of these, as far as anything was; costs nothing where nobody judged anything."""
    if not reader.run("MATCH (n:Judgement) RETURN n.id LIMIT 1"):
        return {}
    rows = _by_id(reader, "Judgement", ids)
    return {row[0]: Judgement(**dict(zip(JUDGEMENT, row, strict=True))) for row in rows}


def _by_id(reader: Reader, table: str, ids: Iterable[str]) -> list[tuple[Any, ...]]:
    return each(reader, table, _BY_ID[table], ids)  # of so many columns a branch costs as much as a statement


def _fact(row: Sequence[Any]) -> Fact:
    return Fact(**dict(zip(FACT, row, strict=True)))


def _evidence(row: Sequence[Any]) -> Evidence:
    return Evidence(*(*row[:-2], speaker(row[-2], row[-1])))


def slots(reader: Reader, ids: Iterable[str]) -> tuple[list[Fact], list[Evidence]]:
    """Every fact that fills one of the slots, and all their evidence; of most slots nothing was ever told."""
    listed = present(reader, "Slot", ids)
    found = [_fact(row) for row in each(reader, "Slot", _SLOT_FACTS, listed)]
    return found, [_evidence(row) for row in each(reader, "Slot", _SLOT_EVIDENCE, listed)]


def projects(reader: Reader) -> list[str]:
    """The projects that sessions belong to, by their names."""
    statement = "MATCH (s:Session) WHERE s.project <> '' RETURN DISTINCT s.project AS name ORDER BY name"
    return [row[0] for row in reader.run(statement)]


def evidence_of_messages(reader: Reader, ids: Iterable[str]) -> list[tuple[Evidence, str]]:
    """The evidence that these messages gave, each with the slot of its fact."""
    return [(_evidence(row[:-1]), row[-1]) for row in each(reader, "Message", _MESSAGE_EVIDENCE, ids)]


def evidence_of_facts(reader: Reader, ids: Iterable[str]) -> dict[str, list[Evidence]]:
    """The evidence of each fact, oldest first."""
    listed = sorted(set(ids))
    found: dict[str, list[Evidence]] = {fact_id: [] for fact_id in listed}
    for row in each(reader, "Fact", _FACT_EVIDENCE, listed):
        evidence = _evidence(row)
        found[evidence.fact_id].append(evidence)
    for group in found.values():
        group.sort(key=lambda e: (e.said_at, e.id))
    return found


def known(reader: Reader, ids: Iterable[str]) -> set[str]:
    """Those of the message ids that the graph holds."""
    return present(reader, "Message", ids)


def mentioned(reader: Reader, message_ids: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of message and entity among these messages in which the one names the other."""
    statement = "MATCH (m:Message)-[:MENTIONS]->(e:Entity) WHERE m.id IN $ids RETURN DISTINCT m.id, e.id"
    return {(row[0], row[1]) for row in each(reader, "Message", statement, message_ids)}


def slots_by_author(reader: Reader, entity_ids: Iterable[str]) -> list[tuple[str, str]]:
    """Author and slot of facts that messages stated which name one of the entities and are by a person with a name."""
    statement = (
        "MATCH (e:Entity)<-[:MENTIONS]-(m:Message)<-[:STATED_IN]-(f:Fact) WHERE e.id IN $ids "
        "AND m.role = 'user' AND m.author <> 'user' RETURN DISTINCT m.author, f.slot"
    )
    rows = dict.fromkeys(each(reader, "Entity", statement, entity_ids))
    return [(speaker("user", row[0]), row[1]) for row in rows]


def mention_links(reader: Reader, message_ids: Iterable[str]) -> list[Mentioned]:
    """Who and what these messages mention, and where."""
    statement = (
        "MATCH (m:Message)-[r:MENTIONS]->(e:Entity) WHERE m.id IN $ids "
        "RETURN m.id, e.id, r.start_char, r.end_char"
    )
    return [Mentioned(*row) for row in each(reader, "Message", statement, message_ids)]


def session_messages(reader: Reader, session_id: str) -> list[Message]:
    """All messages of a session, in order."""
    rows = reader.run(
        f"MATCH (:Session {{id: $id}})-[:HAS_MESSAGE]->(n:Message) RETURN {_fields('n', MESSAGE)} "
        "ORDER BY n.seq, n.id",
        {"id": session_id},
    )
    return [Message(**dict(zip(MESSAGE, row, strict=True))) for row in rows]


def session_ids(reader: Reader, *, without: str) -> list[str]:
    """Every session but those of one client, the newest first."""
    statement = "MATCH (s:Session) WHERE s.client <> $client RETURN s.id ORDER BY s.started_at DESC, s.id"
    return [row[0] for row in reader.run(statement, {"client": without})]


def links(reader: Reader, fact_ids: Iterable[str]) -> list[FactLink]:
    """The links that leave these facts, and the contradictions that reach them; most facts have none."""
    listed = linked(reader, "Fact", ("SUPERSEDES", "CONTRADICTS"), fact_ids)
    rows = [(kind, row) for kind, statement in _LINKS for row in each(reader, "Fact", statement, listed)]
    return list(dict.fromkeys(FactLink(row[0], row[1], kind, row[2]) for kind, row in rows))


_LINKS: tuple[tuple[Any, str], ...] = tuple(
    (kind, f"MATCH (a:Fact)-[r:{kind}]->(b:Fact) WHERE {end}.id IN $ids RETURN a.id, b.id, r.recorded_at")
    for kind, end in (("SUPERSEDES", "a"), ("CONTRADICTS", "a"), ("CONTRADICTS", "b"))
)


def linked(reader: Reader, table: str, kinds: Iterable[str], ids: Iterable[str]) -> list[str]:
    """Those nodes that an edge of one of these kinds leaves or reaches, at the cost of following one kind one way."""
    statement = f"MATCH (a:{table})-[:{'|'.join(kinds)}]-(:{table}) WHERE a.id IN $ids RETURN DISTINCT a.id"
    return [row[0] for row in each(reader, table, statement, worth(reader, table, ids))]


def contradicting(reader: Reader, fact_ids: Iterable[str]) -> list[FactLink]:
    """The contradictions that leave or reach these facts."""
    touched = linked(reader, "Fact", ["CONTRADICTS"], fact_ids)
    return [link for link in links(reader, touched) if link.kind == "CONTRADICTS"]


def sources(
    reader: Reader, message_ids: Iterable[str], *, places: Mapping[str, tuple[str, str]] | None = None
) -> dict[str, Source]:
    """Where each message was said; the quote is its whole text.

    `places` gives client and project of sessions of which they are known; the others are looked up.
    """
    rows = nodes(reader, "Message", _SAID, message_ids)
    places = dict(places or {})
    # Sessions apart, by their keys: the way over an edge costs several look-ups.
    unknown = {row[1] for row in rows} - places.keys()
    places |= {row[0]: row[1:] for row in nodes(reader, "Session", _PLACE, unknown)}
    return {
        key: Source(
            session_id=session,
            message_id=key,
            client=places[session][0],
            project=places[session][1],
            author=author or role,
            sent_at=sent_at,
            quote=text,
        )
        for key, session, author, role, sent_at, text in rows
        if session in places
    }


_SAID = "MATCH (m:Message) WHERE m.id IN $ids RETURN m.id, m.session_id, m.author, m.role, m.sent_at, m.text"
_PLACE = "MATCH (s:Session) WHERE s.id IN $ids RETURN s.id, s.client, s.project"


def facts_about(reader: Reader, entity_ids: Iterable[str], predicate: str | None) -> list[Fact]:
    """Every fact that has one of the entities as subject or object."""
    rows = each(
        reader,
        "Entity",
        f"MATCH (e:Entity)<-[:ABOUT]-(f:Fact) WHERE e.id IN $ids AND ($predicate = '' OR f.predicate = $predicate) "
        f"RETURN DISTINCT {_fields('f', FACT)}",
        entity_ids,
        predicate=predicate or "",  # ladybug takes a null for a truth value, and then every name for one
    )
    return [_fact(row) for row in dict.fromkeys(rows)]


def slots_telling(
    reader: Reader, entity_ids: Iterable[str], predicates: Iterable[str], word: str
) -> set[str]:
    """The slots of facts about these entities, under one of these predicates, that have a word in them.

    The word is in small letters; of "" every fact has one.
    """
    rows = each(
        reader,
        "Entity",
        "MATCH (e:Entity)<-[:ABOUT]-(f:Fact) WHERE e.id IN $ids AND f.predicate IN $predicates "
        "AND ($word = '' OR lower(f.text) CONTAINS $word OR lower(f.qualifier) CONTAINS $word) "
        "RETURN DISTINCT f.slot",
        present(reader, "Entity", set(entity_ids)),
        predicates=sorted(predicates),
        word=word,
    )
    return {row[0] for row in rows}


def aliases(reader: Reader, entity_ids: Iterable[str]) -> set[str]:
    """The entities joined to these by open alias links, in either direction, with themselves."""
    group = set(entity_ids)
    frontier = set(group)
    while frontier:
        frontier = {end for pair in alias_pairs(reader, frontier) for end in pair} - group
        group |= frontier
    return group


def alias_pairs(reader: Reader, entity_ids: Iterable[str]) -> dict[tuple[str, str], str]:
    """Source and target of every open alias link that leaves or reaches these entities, each with its method."""
    open_links = (a for a in alias_links(reader, entity_ids, ["ALIAS_OF"]) if a.valid_until is None)
    return {(a.source, a.target): a.method for a in open_links}


def alias_links(reader: Reader, entity_ids: Iterable[str], kinds: Sequence[str] = ALIAS_LINKS) -> list[Alias]:
    """Every link of these kinds that touches these entities, closed ones too; most entities have none."""
    listed = linked(reader, "Entity", kinds, entity_ids)
    found: dict[Alias, None] = {}
    for link, statement in _ALIAS_LINKS:
        for source, target, *values in each(reader, "Entity", statement, listed if link in kinds else ()):
            found[Alias(source, target, **dict(zip(ALIAS, values, strict=True)), link=link)] = None
    return list(found)


_ALIAS_LINKS: tuple[tuple[Any, str], ...] = tuple(
    (
        link,
        f"MATCH (a:Entity)-[r:{link}]->(b:Entity) WHERE {end}.id IN $ids RETURN a.id, b.id, {_fields('r', ALIAS)}",
    )
    for link in ALIAS_LINKS
    for end in ("a", "b")
)


def in_blocks(reader: Reader, keys: Iterable[str], *, most: int) -> dict[str, list[str]]:
    """The entities under each name key; a key with more than `most` of them tells nothing and is left out."""
    statement = "MATCH (e:Entity)-[:KNOWN_BY]->(k:NameKey) WHERE k.id IN $ids RETURN k.id, e.id"
    rows = each(reader, "NameKey", statement, keys)
    found: dict[str, list[str]] = {}
    for key, entity_id in rows:
        found.setdefault(key, []).append(entity_id)
    return {key: members for key, members in found.items() if len(members) <= most}


def relations(
    reader: Reader, entity_ids: Sequence[str], predicate: str | None, *, outward: bool
) -> list[
    tuple[str, str, str, str, datetime | None, datetime | None, datetime | None, datetime, datetime | None]
]:
    """The RELATES edges that leave (or reach) the entities: near id, far id, predicate, relation id, five times."""
    arrow = "(a:Entity)-[r:RELATES]->(b:Entity)" if outward else "(a:Entity)<-[r:RELATES]-(b:Entity)"
    rows: list[Any] = each(
        reader,
        "Entity",
        f"MATCH {arrow} WHERE a.id IN $ids AND ($predicate = '' OR r.predicate = $predicate) "
        "RETURN a.id, b.id, r.predicate, r.relation_id, r.valid_from, r.valid_until, r.end_recorded_at, "
        "r.recorded_at, r.retracted_at",
        entity_ids,
        predicate=predicate or "",
    )
    return rows


_COUNTS = {
    "sessions": "MATCH (n:Session) RETURN count(n)",
    "messages": "MATCH (n:Message) RETURN count(n)",
    "entities": "MATCH (n:Entity) RETURN count(n)",
    "facts": "MATCH (n:Fact) RETURN count(n)",
    "relations": "MATCH (n:Relation) RETURN count(n)",
}


def counts(reader: Reader) -> dict[str, int]:
    """How many records of each kind the graph holds."""
    return {name: int(reader.run(statement)[0][0]) for name, statement in _COUNTS.items()}


def counts_by_client(reader: Reader) -> dict[str, int]:
    """Messages of each client."""
    rows = reader.run(
        "MATCH (s:Session)-[:HAS_MESSAGE]->(:Message) RETURN s.client, count(*) ORDER BY s.client"
    )
    return {row[0]: int(row[1]) for row in rows}


def messages_before(reader: Reader, session_id: str, seq: int, limit: int) -> list[Message]:
    """The last `limit` messages of a session before a place in it, oldest first."""
    if limit <= 0:
        return []
    rows = reader.run(
        f"MATCH (:Session {{id: $id}})-[:HAS_MESSAGE]->(n:Message) WHERE n.seq < $seq AND n.kind = 'text' "
        f"RETURN {_fields('n', MESSAGE)} ORDER BY n.seq DESC LIMIT $limit",
        {"id": session_id, "seq": seq, "limit": limit},
    )
    return [Message(**dict(zip(MESSAGE, row, strict=True))) for row in reversed(rows)]


def answered(reader: Reader, session_ids: Iterable[str]) -> set[str]:
    """Those of the sessions in which somebody else than the user spoke."""
    statement = (
        "MATCH (s:Session)-[:HAS_MESSAGE]->(m:Message) WHERE s.id IN $ids AND m.role <> 'user' "
        "RETURN DISTINCT s.id"
    )
    return {row[0] for row in each(reader, "Session", statement, session_ids)}


def next_seq(reader: Reader, session_id: str) -> int:
    """The place behind the last message of a session."""
    rows = reader.run(
        "MATCH (:Session {id: $id})-[:HAS_MESSAGE]->(m:Message) RETURN max(m.seq)", {"id": session_id}
    )
    return 0 if rows[0][0] is None else int(rows[0][0]) + 1
