"""A whole state as Arrow tables, one for each table of the graph: what a bulk copy takes.

A value leaves its record once. What says again what another table has said, as nearly all edges do of their facts, is
made of the same columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

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
    State,
    alias_row,
)

# Every column of the graph that is not a string.
_TIMES = {"at", "started_at", "ended_at", "sent_at", "first_seen", "last_seen", "said_at", *RELATION[1:6]}
_WHOLE = {
    *(
        "seq",
        "level",
        "size",
        "version",
        "mentions",
        "recalls",
        "ups",
        "downs",
        "useful",
        "wrong",
        "outdated",
    ),
    *("start_char", "end_char"),
}
_REAL = {"trust", "confidence", "importance", "score", "weight"}
_FLAG = {"derived_time", "active", "pinned", "negated", "derived"}
BATCH = 128  # edges
ENDS = ("from", "to")
_SPAN = {"start_char": "start", "end_char": "end"}


def tables(state: State) -> Iterator[tuple[str, pa.Table]]:
    """Every node table, then every edge table (keys `from` and `to` first)."""
    sessions = of_records(state.sessions.values(), SESSION)
    messages = of_records(state.messages.values(), MESSAGE)
    facts = of_records(state.facts.values(), FACT)
    yield "Session", sessions
    yield "Message", messages
    yield "Entity", of_records(state.entities.values(), ENTITY)
    yield "Judgement", of_records(state.judgements.values(), JUDGEMENT)
    yield "Slot", distinct(facts["slot"])
    yield "Fact", facts
    known_by = [(e.id, key) for e in state.entities.values() for key in dict.fromkeys(e.blocks)]
    keys = of_edges([], known_by)
    yield "NameKey", distinct(keys["to"])
    yield from of_relations(facts)
    yield "HAS_MESSAGE", taken(messages, {"from": "session_id", "to": "id"})
    yield "KNOWN_BY", keys
    mentions = (mention for group in state.mentions.values() for mention in group)
    yield "MENTIONS", of_records(mentions, {"from": "message_id", "to": "entity_id", **_SPAN})
    yield "FILLS", taken(facts, {"from": "id", "to": "slot"})
    witness = {"from": "fact_id", "to": "message_id", **same(EVIDENCE), **_SPAN}
    yield "STATED_IN", of_records(state.evidence.values(), witness)
    yield "ABOUT", about(facts)
    yield from of_links(state)


def joined(
    found: Iterable[tuple[str, pa.Table]], ends: Mapping[str, tuple[str, str]]
) -> Iterator[tuple[str, pa.Table]]:
    """The same tables without edges of which an end is not there: a bulk copy would take none of them.

    Where a change is applied to a living graph, such an edge is not made either. `ends` are the tables of nodes that
    an edge table joins.
    """
    nodes: dict[str, pa.Array] = {}
    for name, rows in found:
        if "from" not in rows.column_names:
            nodes[name] = rows["id"].combine_chunks()
            yield name, rows
            continue
        there = pc.and_(
            *(pc.is_in(rows[end], nodes[table]) for end, table in zip(ENDS, ends[name], strict=True))
        )
        yield name, rows if pc.all(there).as_py() is not False else rows.filter(there)


def of_relations(facts: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """The relations that facts assert, and what joins them to both; `relates` says the same of one fact."""
    joining = facts.filter(pc.and_(pc.not_equal(facts["object"], ""), pc.invert(facts["negated"])))
    names = pc.replace_substring_regex(joining["id"], "^(fact_)?", "rel_")
    related = joining.append_column("relation_id", names)
    times = same(RELATION[:-1])
    yield "Relation", taken(related, {"id": "relation_id", **times, "weight": "confidence"})
    for kind, source, target in (
        ("ASSERTS", "id", "relation_id"),
        ("SUBJECT_OF", "subject", "relation_id"),
        ("OBJECT_IS", "relation_id", "object"),
    ):
        yield kind, taken(related, {"from": source, "to": target})
    yield "RELATES", taken(related, {"from": "subject", "to": "object", **same(RELATES), "fact_id": "id"})


def about(facts: pa.Table) -> pa.Table:
    """The edges from facts to the entities that they name."""
    with_object = facts.filter(pc.not_equal(facts["object"], ""))
    parts = []
    for rows, role in ((facts, "subject"), (with_object, "object")):
        ends = taken(rows, {"from": "id", "to": role})
        parts.append(ends.append_column("role", pa.repeat(role, rows.num_rows)))
    return pa.concat_tables(parts)


def of_links(state: State) -> Iterator[tuple[str, pa.Table]]:
    """The edges between entities and between facts, and all that the wiki is made of."""
    for kind in ALIAS_LINKS:
        yield kind, of_edges(ALIAS, [alias_row(a) for a in state.aliases.values() if a.link == kind])
    links = [link for group in state.links.values() for link in group.values()]
    for kind in ("SUPERSEDES", "CONTRADICTS"):
        rows = [(link.source, link.target, link.recorded_at) for link in links if link.kind == kind]
        yield kind, of_edges(["recorded_at"], rows)
    for table, names, rows in state.wiki.tables():
        yield table, of_rows(names, rows)


def same(names: Iterable[str]) -> dict[str, str]:
    """Columns that are called as what they are made of."""
    return {name: name for name in names}


def taken(table: pa.Table, columns: Mapping[str, str]) -> pa.Table:
    """A table of columns of another one, by their new names."""
    return pa.table({name: table[source] for name, source in columns.items()})


def distinct(keys: pa.ChunkedArray) -> pa.Table:
    """A table of nothing but keys, each once."""
    return pa.table({"id": pc.unique(keys)})


def of_records(records: Iterable[Any], columns: Iterable[str] | Mapping[str, str]) -> pa.Table:
    """Records of one kind; `columns` may name the attributes that they are made of."""
    listed = list(records)
    attributes = columns if isinstance(columns, Mapping) else same(columns)
    return pa.table(
        {
            name: array(name, [getattr(record, attribute) for record in listed])
            for name, attribute in attributes.items()
        }
    )


def of_edges(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Edges as rows, the two ends first."""
    return of_rows(["from", "to", *names], rows)


def of_rows(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Rows as a table."""
    return pa.table({name: array(name, [row[place] for row in rows]) for place, name in enumerate(names)})


def array(name: str, values: Sequence[Any]) -> pa.Array:
    """The values of a column, of the type that the schema gives to its name."""
    if name in _TIMES:
        # Seen as UTC without saying so, which is how the engine keeps them; not a value is copied.
        return pa.array(values, type=pa.timestamp("us", tz="UTC")).view(pa.timestamp("us"))
    return pa.array(values, type=_kind(name))


def _kind(name: str) -> pa.DataType:
    if name in _WHOLE:
        return pa.int64()
    if name in _REAL:
        return pa.float64()
    return pa.bool_() if name in _FLAG else pa.string()


def pieces(table: pa.Table, most: int) -> Iterator[pa.Table]:
    """A table in as many equal pieces as it takes for none to hold much more than so many bytes."""
    rows = max(1, table.num_rows * most // max(most, table.nbytes))
    for first in range(0, table.num_rows, rows):
        yield table.slice(first, rows)


def in_batches(edges: pa.Table) -> pa.Table:
    """Edges as the engine copies them best.

    For each edge it looks through the batch for the first that has a time, say, and finds none where no edge has:
    measured, 100,000 edges with such a column take 0.37 s in batches of the engine's 2,048, and 0.14 s without it.
    """
    return pa.Table.from_batches(edges.combine_chunks().to_batches(max_chunksize=BATCH))
