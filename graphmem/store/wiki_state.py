"""Communities and pages as plain records: the fold of all changes, and the columns of their tables.

An edge is there when both its ends were when it was made, as in the living graph, where nothing else can be said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from graphmem.model import Change, Community, Page, title_of

COMMUNITY = ("id", "title", "level", "size", "build")
PAGE = ("id", "slug", "title", "kind", "summary", "body", "version", "scope", "origin")
PAGE_VERSION = ("id", "page", "version", "at", "origin", "body")
COMMUNITY_PREFIX, PAGE_PREFIX = "com_", "page_"


def community_row(one: Community) -> tuple[Any, ...]:
    """The node of a community, in the order of COMMUNITY."""
    return (one.id, title_of(one.heads), one.level, len(one.members), one.build)


def page_row(one: Page) -> tuple[Any, ...]:
    """The node of a page, in the order of PAGE; a summary is made when it is read, of what is believed then."""
    return (one.id, one.slug, title_of(one.heads), one.kind, "", body_of(one), one.version, "", one.origin)


def version_row(one: Page) -> tuple[Any, ...]:
    """The node of a version, in the order of PAGE_VERSION."""
    return (version_id(one.id, one.version), one.id, one.version, one.at, one.origin, body_of(one))


def version_id(page: str, version: int) -> str:
    """The key of a version of a page."""
    return f"{page}#{version}"


def body_of(page: Page) -> str:
    """A page as its own column has it: everything but its words."""
    return msgspec.json.encode(page).decode()


@dataclass(slots=True)
class WikiState:
    """Every community and page by its id, and the edges between them and the rest."""

    communities: dict[str, Community] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)  # by community
    parents: dict[str, str] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    versions: dict[str, Page] = field(default_factory=dict)
    subjects: dict[str, str] = field(default_factory=dict)  # by page: the entity or community
    cites: dict[str, set[str]] = field(default_factory=dict)  # by page
    links: dict[str, set[str]] = field(default_factory=dict)  # by page
    _cited_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def fold(self, change: Change, entities: Collection[str], facts: Collection[str]) -> None:
        """Take one change in; `entities` and `facts` are those that there are."""
        self.communities.update((one.id, one) for one in change.communities)
        for one in change.communities:
            self.members[one.id] = {key for key in one.members if key in entities}
            self.parents.pop(one.id, None)
            if one.parent in self.communities:
                self.parents[one.id] = one.parent
        for page in change.pages:
            self.pages[page.id] = self.versions[version_id(page.id, page.version)] = page
            self.subjects.pop(page.id, None)
            if page.subject in self.communities or page.subject in entities:
                self.subjects[page.id] = page.subject
            self.cites[page.id] = {key for key in page.cites if key in facts}
            for key in self.cites[page.id]:
                self._cited_by[key].add(page.id)
        for links in change.page_links:
            if links.page in self.pages:
                self.links[links.page] = {key for key in links.targets if key in self.pages}
        for key in change.dropped:
            if key.startswith((COMMUNITY_PREFIX, PAGE_PREFIX)):
                self._drop(key)

    def drop_fact(self, key: str) -> None:
        """A fact is no more."""
        for page in self._cited_by.pop(key, ()):
            self.cites.get(page, set()).discard(key)

    def _drop(self, key: str) -> None:
        if self.pages.pop(key, None) is not None:
            for edges in (self.subjects, self.cites, self.links):
                edges.pop(key, None)
            for targets in self.links.values():
                targets.discard(key)
        if self.communities.pop(key, None) is not None:
            self.members.pop(key, None)
            self.parents = {one: up for one, up in self.parents.items() if key not in (one, up)}
            self.subjects = {page: one for page, one in self.subjects.items() if one != key}

    def tables(self) -> Iterator[tuple[str, tuple[str, ...], list[tuple[Any, ...]]]]:
        """Every table with its columns and rows, nodes first; DESCRIBES once for each table that it leads to."""
        yield "Community", COMMUNITY, [community_row(one) for one in self.communities.values()]
        yield "Page", PAGE, [page_row(one) for one in self.pages.values()]
        yield "PageVersion", PAGE_VERSION, [version_row(one) for one in self.versions.values()]
        ends = ("from", "to")
        inside = [(key, one) for one, members in self.members.items() for key in sorted(members)]
        yield "IN_COMMUNITY", ends, inside
        yield "PART_OF", ends, list(self.parents.items())
        for table, prefix in (("Community", COMMUNITY_PREFIX), ("Entity", "ent_")):
            told = [pair for pair in self.subjects.items() if pair[1].startswith(prefix)]
            yield f"DESCRIBES>{table}", ends, told
        for table, edges in (("CITES", self.cites), ("LINKS_TO", self.links)):
            yield table, ends, [(page, key) for page, targets in edges.items() for key in sorted(targets)]
