"""What communities and pages are made of, and those that there are: keys go in, records and rows come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import msgspec

from graphmem.model import Page
from graphmem.store.lookup import each, nodes
from graphmem.store.queries import Reader
from graphmem.store.wiki_state import PAGE_PREFIX, version_id
from graphmem.temporal import Interval

PIECE = 50_000  # rows that are read at a time


class Told(NamedTuple):
    """What choosing among facts needs to know of one; never its words."""

    id: str
    kind: str
    subject: str
    predicate: str
    object: str
    negated: bool
    valid_from: datetime | None
    valid_until: datetime | None
    end_recorded_at: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    confidence: float
    importance: float
    pinned: bool

    @property
    def valid(self) -> Interval:
        """When it was so in the world."""
        return Interval(self.valid_from, self.valid_until)

    @property
    def recorded(self) -> Interval:
        """When it was believed."""
        return Interval(self.recorded_at, self.retracted_at)


class Lead(NamedTuple):
    """What choosing the first words of a page needs to know of a fact."""

    id: str
    text: str
    valid_until: datetime | None
    retracted_at: datetime | None


class Known(NamedTuple):
    """What is needed of an entity."""

    id: str
    name: str
    kind: str
    mentions: int


class Grouped(NamedTuple):
    """A community as the graph has it."""

    id: str
    title: str
    level: int
    size: int
    build: str
    parent: str
    members: tuple[str, ...]


class Noted(NamedTuple):
    """A page as a list shows it."""

    id: str
    slug: str
    title: str
    kind: str
    version: int
    origin: str


_TOLD = ", ".join(f"f.{name}" for name in Told._fields)
_KNOWN = ", ".join(f"e.{name}" for name in Known._fields)
_LEAD = f"MATCH (f:Fact) WHERE f.id IN $ids RETURN {', '.join(f'f.{name}' for name in Lead._fields)}"
_NAMES = "MATCH (e:Entity) WHERE e.id IN $ids RETURN e.id, e.name"
_ABOUT = f"MATCH (e:Entity)<-[:ABOUT]-(f:Fact) WHERE e.id IN $ids RETURN DISTINCT {_TOLD}"
_SINCE = (
    "MATCH (e:Entity)<-[:ABOUT]-(f:Fact) WHERE e.id IN $ids AND f.recorded_at > $since AND f.retracted_at IS NULL "
    "RETURN DISTINCT f.id"
)
_MENTIONS = (
    "MATCH (m:Message)-[:MENTIONS]->(e:Entity) WHERE m.id > $after AND m.active RETURN DISTINCT m.id AS key, e.id "
    "ORDER BY key LIMIT $rows"
)
_IN_COMMUNITY = "MATCH (e:Entity)-[:IN_COMMUNITY]->(c:Community) RETURN c.id, e.id"
_COMMUNITIES = (
    "MATCH (c:Community) RETURN c.id, c.title, c.level, c.size, c.build ORDER BY c.level, c.size DESC, c.id"
)


def all_told(reader: Reader) -> list[Told]:
    """Every fact, by id."""
    rows = reader.run(f"MATCH (f:Fact) RETURN {_TOLD}")
    return [Told(*row) for row in sorted(rows, key=lambda row: str(row[0]))]


def told_about(reader: Reader, entity_ids: Iterable[str]) -> list[Told]:
    """Every fact that has one of the entities as subject or object, by id."""
    rows = set(each(reader, "Entity", _ABOUT, entity_ids))
    return [Told(*row) for row in sorted(rows, key=lambda row: str(row[0]))]


def said_since(reader: Reader, entity_ids: Iterable[str], since: datetime) -> set[str]:
    """The facts about these entities that were said later."""
    return {row[0] for row in each(reader, "Entity", _SINCE, entity_ids, since=since)}


def leads(reader: Reader, fact_ids: Iterable[str]) -> dict[str, Lead]:
    """What the first words of pages are chosen from, by id; unknown ids are left out."""
    return {row[0]: Lead(*row) for row in nodes(reader, "Fact", _LEAD, fact_ids)}


def names(reader: Reader, entity_ids: Iterable[str]) -> dict[str, str]:
    """How entities are called, by id; unknown ids are left out."""
    return dict(nodes(reader, "Entity", _NAMES, entity_ids))


def all_known(reader: Reader) -> dict[str, Known]:
    """Every entity by id."""
    return {row[0]: Known(*row) for row in reader.run(f"MATCH (e:Entity) RETURN {_KNOWN}")}


def named_together(reader: Reader) -> Iterator[tuple[str, ...]]:
    """For each message that counts, by id, the entities that it names; some messages at a time are in memory."""
    after = ""
    while rows := reader.run(_MENTIONS, {"after": after, "rows": PIECE}):
        if len(rows) == PIECE and rows[0][0] != rows[-1][0]:
            # The last message may be cut: it comes again.
            rows = [row for row in rows if row[0] != rows[-1][0]]
        after = rows[-1][0]
        for _, group in groupby(rows, key=lambda row: str(row[0])):
            yield tuple(sorted({str(row[1]) for row in group}))


def communities(reader: Reader) -> dict[str, Grouped]:
    """Every community by id, the broadest first, then the greatest."""
    members: dict[str, list[str]] = {}
    for key, entity in reader.run(_IN_COMMUNITY):
        members.setdefault(key, []).append(entity)
    parents = dict(reader.run("MATCH (c:Community)-[:PART_OF]->(d:Community) RETURN c.id, d.id"))
    return {
        row[0]: Grouped._make((*row, parents.get(row[0], ""), tuple(sorted(members.get(row[0], ())))))
        for row in reader.run(_COMMUNITIES)
    }


def members(reader: Reader, community: str) -> list[str]:
    """The entities of a community."""
    rows = reader.run(
        "MATCH (e:Entity)-[:IN_COMMUNITY]->(c:Community {id: $id}) RETURN e.id", {"id": community}
    )
    return [row[0] for row in rows]


def pages(reader: Reader, ids: Iterable[str]) -> dict[str, Page]:
    """Pages by id; unknown ids are left out."""
    rows = nodes(reader, "Page", "MATCH (p:Page) WHERE p.id IN $ids RETURN p.id, p.body", ids)
    return {key: msgspec.json.decode(body, type=Page) for key, body in rows}


def all_pages(reader: Reader) -> dict[str, Page]:
    """Every page by id."""
    rows = reader.run("MATCH (p:Page) RETURN p.id, p.body ORDER BY p.id")
    return {key: msgspec.json.decode(body, type=Page) for key, body in rows}


def page_named(reader: Reader, word: str) -> Page | None:
    """The page with that id, slug or title; of several of one title that of an entity, then the first by its id."""
    if word.startswith(PAGE_PREFIX):
        return pages(reader, [word]).get(word)
    for column, told in (("slug", word.casefold()), ("title", word)):
        rows = reader.run(
            f"MATCH (p:Page) WHERE lower(p.{column}) = lower($word) RETURN p.body ORDER BY p.kind, p.id LIMIT 1",
            {"word": told},
        )
        if rows:
            return msgspec.json.decode(rows[0][0], type=Page)
    return None


def versions(reader: Reader, page: Page) -> list[Page]:
    """Every version of a page, the oldest first."""
    ids = [version_id(page.id, number) for number in range(1, page.version + 1)]
    rows = each(reader, "PageVersion", "MATCH (v:PageVersion) WHERE v.id IN $ids RETURN v.body", ids)
    return sorted((msgspec.json.decode(row[0], type=Page) for row in rows), key=lambda one: one.version)


def newest_versions(reader: Reader) -> dict[str, int]:
    """The number of the newest version of every page that there is or was."""
    rows = reader.run("MATCH (v:PageVersion) RETURN v.page, max(v.version)")
    return {row[0]: int(row[1]) for row in rows}


def linked(reader: Reader, page: str) -> list[Noted]:
    """The pages to which a page leads, by title."""
    fields = ", ".join(f"q.{name}" for name in Noted._fields)
    rows = reader.run(
        f"MATCH (p:Page {{id: $id}})-[:LINKS_TO]->(q:Page) RETURN {fields} ORDER BY q.title, q.id",
        {"id": page},
    )
    return [Noted(*row) for row in rows]


def all_links(reader: Reader) -> dict[str, tuple[str, ...]]:
    """Every link between pages: for a page its targets, by id."""
    found: dict[str, list[str]] = {}
    for page, target in reader.run("MATCH (p:Page)-[:LINKS_TO]->(q:Page) RETURN p.id, q.id"):
        found.setdefault(page, []).append(target)
    return {page: tuple(sorted(targets)) for page, targets in found.items()}
