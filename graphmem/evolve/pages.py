"""The pages that there should be: one for each community, and one for each entity of which enough is known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from graphmem.evolve.layout import of_entity, of_topic
from graphmem.model import Community, Named, Page, PageLinks, Section, page_id, title_of
from graphmem.names import slug_of
from graphmem.store.wiki_queries import Known, Told


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a page holds, and who has one."""

    least_facts: int
    most_pages: int
    most_facts: int
    parts: int
    lines: int
    most_links: int


class Shelf:
    """The pages of one build; one that was there keeps its address and note, and is the same when nothing changed."""

    def __init__(
        self,
        facts: Sequence[Told],
        entities: Mapping[str, Known],
        former: Mapping[str, Page],
        newest: Mapping[str, int],
        *,
        limits: Limits,
        now: datetime,
    ) -> None:
        self.entities, self.former, self.newest = entities, former, newest
        self.limits, self.now = limits, now
        self.about: dict[str, list[Told]] = defaultdict(list)
        for fact in facts:
            for key in {fact.subject, fact.object} & entities.keys():
                self.about[key].append(fact)
        self.facts = {fact.id: fact for fact in facts}
        self.slugs = {page.slug for page in former.values()}
        self.pages: dict[str, Page] = {}

    def fill(self, communities: Sequence[Community], order: Sequence[Sequence[str]]) -> None:
        """Make every page; `order` are the members of each community, the most central first."""
        for one, members in zip(communities, order, strict=True):
            limits = self.limits
            sections = of_topic(
                self.about,
                members,
                parts=limits.parts,
                lines=limits.lines,
                most=limits.most_facts,
                now=self.now,
            )
            if sections:
                self._put("topic", one.id, one.heads, sections)
        for key in self._worthy():
            heads = (Named(key, self.entities[key].name),)
            sections = of_entity(self.about[key], key, most=self.limits.most_facts, now=self.now)
            self._put("entity", key, heads, sections)

    def _worthy(self) -> list[str]:
        """Who has a page: those of whom most is known, and whoever has a note of a person's."""
        believed = {
            key: sum(fact.retracted_at is None for fact in self.about.get(key, ())) for key in self.about
        }
        enough = [key for key, count in believed.items() if count >= self.limits.least_facts]
        best = sorted(enough, key=lambda key: (-believed[key], key))[: self.limits.most_pages]
        noted = {one.subject for one in self.former.values() if one.note and one.subject in self.entities}
        return [*best, *sorted(noted - set(best))]

    def _put(self, kind: str, subject: str, heads: tuple[Named, ...], sections: tuple[Section, ...]) -> None:
        key = page_id(subject)
        old = self.former.get(key)
        page = Page(
            id=key,
            slug=old.slug if old else self._slug(title_of(heads), key),
            kind=kind,  # type: ignore[arg-type]  # one of ours
            subject=subject,
            heads=heads,
            sections=sections,
            version=self.newest.get(key, 0) + 1,
            at=self.now,
            origin=old.origin if old else "generated",
            note=old.note if old else "",
        )
        same = old is not None and msgspec.structs.replace(page, version=old.version, at=old.at) == old
        self.pages[key] = old if same and old else page

    def _slug(self, title: str, key: str) -> str:
        slug = slug_of(title)
        if not slug or slug in self.slugs:
            slug = slug_of(title, key)
        self.slugs.add(slug)
        return slug

    @property
    def written(self) -> list[Page]:
        """The pages that are new or say something else than they did."""
        return [page for key, page in self.pages.items() if self.former.get(key) is not page]

    @property
    def gone(self) -> list[Page]:
        """The pages that there were and should be no more; never one with a note."""
        return [page for key, page in self.former.items() if key not in self.pages and not page.note]

    def links(
        self, communities: Iterable[Community], homes: Mapping[str, Sequence[str]]
    ) -> dict[str, tuple[str, ...]]:
        """For each page those to which it leads: of the members and parts of a topic, and of whom its facts name.

        `homes` are the communities of an entity, the broadest first.
        """
        below: dict[str, list[str]] = defaultdict(list)
        for one in communities:
            if one.parent:
                below[one.parent].append(one.id)
                below[one.id].append(one.parent)
        found: dict[str, tuple[str, ...]] = {}
        for key, page in self.pages.items():
            told = [self.facts[fact] for fact in page.cites if fact in self.facts]
            named = [end for fact in told for end in (fact.subject, fact.object) if end]
            near = [*below.get(page.subject, ()), *homes.get(page.subject, ()), *named]
            targets = [page_id(one) for one in dict.fromkeys(near) if one != page.subject]
            there = [target for target in targets if target in self.pages]
            found[key] = tuple(sorted(there[: self.limits.most_links]))
        return found


def changed_links(
    wanted: Mapping[str, tuple[str, ...]], there: Mapping[str, tuple[str, ...]]
) -> list[PageLinks]:
    """The links of those pages of which they are others than before."""
    return [PageLinks(key, targets) for key, targets in wanted.items() if targets != there.get(key, ())]
