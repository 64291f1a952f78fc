"""Facts in the order of their list: bounds and a place go in, the facts behind it come out, as many as are asked for.

What does not fit is left out and the rest cut off before anything leaves the engine, and a piece is looked up by its
keys: what a page costs in Python follows the page and not the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.model import Fact
from graphmem.store import queries
from graphmem.store.lookup import each, in_full
from graphmem.store.queries import Reader
from graphmem.temporal import MAX, MIN, Viewpoint


class FactPlace(NamedTuple):
    """Where a fact stands in its list: what is believed before the rest, the newest truth first, equals by id."""

    retracted: bool
    begin: datetime
    key: str


_ABOUT = "(e:Entity)<-[r:ABOUT]-(f:Fact)"
_SAID_IN = "(f)-[:STATED_IN]->(m:Message)<-[:HAS_MESSAGE]-(s:Session)"
_RETRACTED = "CASE WHEN f.retracted_at IS NULL THEN 0 ELSE 1 END"
_KEYS = (
    f"f.id AS id, {_RETRACTED} AS gone, coalesce(f.valid_from, $never) AS since ORDER BY gone, since DESC, id"
)
_AFTER = (
    f"({_RETRACTED} > $gone OR ({_RETRACTED} = $gone AND (coalesce(f.valid_from, $never) < $since "
    "OR (coalesce(f.valid_from, $never) = $since AND f.id > $key))))"
)
_BELIEVED = "f.retracted_at IS NULL"
_BELIEVED_THEN = "f.recorded_at <= $known_at AND (f.retracted_at IS NULL OR f.retracted_at > $known_at)"
_HELD = (
    "(f.valid_from IS NULL OR f.valid_from <= $as_of) AND (f.valid_until IS NULL OR f.valid_until > $as_of"
)
_HELD_NOW = f"{_HELD})"
_HELD_THEN = f"{_HELD} OR f.end_recorded_at > $known_at)"


# How the entities that a fact is about are looked at once the list is made from others, or from all facts.
_ENDS = {
    "subject": "f.subject IN $subject",
    "object": "f.object IN $object",
    "entity": "(f.subject IN $entity OR f.object IN $entity)",
}
_NEAR = {"subject": ["f.subject = e.id"], "object": ["f.object = e.id"], "entity": []}


class Asked(NamedTuple):
    """Which facts are wanted; None asks for nothing, and of entities an empty list fits nothing.

    `related` asks for those that join two entities; without `view` also what is over or was taken back.
    """

    subject: Sequence[str] | None = None
    object: Sequence[str] | None = None
    entity: Sequence[str] | None = None
    predicate: str | None = None
    project: str | None = None
    related: bool = False
    view: Viewpoint | None = None


def facts_listed(reader: Reader, asked: Asked, *, after: FactPlace | None, limit: int | None) -> list[Fact]:
    """The facts that fit, in their order, at most `limit` of those behind a place."""
    ends = {name: ids for name in _ENDS if (ids := getattr(asked, name)) is not None}
    near = next(iter(ends), None)
    patterns = ["(f:Fact)"] if near is None else [_ABOUT]
    where = [] if near is None else ["e.id IN $ids", *_NEAR[near]]
    where += [_ENDS[name] for name in ends if name != near]
    values: dict[str, Any] = {name: list(ids) for name, ids in ends.items() if name != near}
    for name, condition in (("predicate", "f.predicate = $predicate"), ("project", "s.project = $project")):
        if getattr(asked, name) is not None:
            where.append(condition)
            values[name] = getattr(asked, name)
    if asked.project is not None:
        patterns.append(_SAID_IN)
    if asked.related:
        where.append("f.object <> '' AND NOT f.negated")
    if asked.view is not None:
        seen, moments = seen_from(asked.view)
        where += seen
        values |= moments
    if after is not None:
        where.append(_AFTER)
        values |= {"gone": int(after.retracted), "since": after.begin, "key": after.key}
    values["never"] = MIN
    # Only on the way over edges a fact may be met twice.
    told = "RETURN" if patterns == ["(f:Fact)"] else "RETURN DISTINCT"
    cut = ""
    if limit is not None:
        cut, values["rows"] = " LIMIT $rows", limit
    statement = f"MATCH {', '.join(patterns)} WHERE {' AND '.join(where) or 'true'} {told} {_KEYS}{cut}"

    def keys() -> list[str]:
        rows = (
            reader.run(statement, values)
            if near is None
            else each(reader, "Entity", statement, ends[near], **values)
        )
        # Each of several entities gave a list of its own.
        return [row[0] for row in sorted(set(rows), key=lambda row: (row[1], MAX - row[2], row[0]))[:limit]]

    return in_full(keys, lambda ids: queries.facts(reader, ids))


def seen_from(view: Viewpoint) -> tuple[list[str], dict[str, Any]]:
    """What `Viewpoint.sees` says, as conditions."""
    where, values = [_BELIEVED], {}
    if view.known_at is not None:
        where, values = [_BELIEVED_THEN], {"known_at": view.known_at}
    if view.as_of is not None:
        where.append(_HELD_NOW if view.known_at is None else _HELD_THEN)
        values["as_of"] = view.as_of
    return where, values
