"""The verbs about what grows by itself: `evolve`, `communities`, `pages`, `wiki` and `edit`. A part of `Memory`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.index.analyze import analyze
from graphmem.model import USER, Change, Named, Page, page_id, title_of
from graphmem.names import slug_of
from graphmem.pages import CommunityView, EvolveReport, Member, PageEntry, WikiPage
from graphmem.pipeline.asking import Asking
from graphmem.pipeline.evolve import evolve, unwritten
from graphmem.pipeline.remember import remember
from graphmem.result import Progress
from graphmem.retrieve import wiki
from graphmem.retrieve.context import one_line
from graphmem.store import queries, wiki_queries
from graphmem.store.queries import Reader
from graphmem.store.wiki_queries import Grouped
from graphmem.store.wiki_state import COMMUNITY_PREFIX
from graphmem.temporal import Viewpoint, now

FEW = 5  # members that are shown of a community in a list
TITLE, SUMMARY = 2.0, 1.0  # what a word counts that is asked for and stands there
NEAR = 3  # pages that are named where there is none


class Evolving(Asking):
    """What a memory makes of itself, and tells of that."""

    def evolve(
        self, *, dry_run: bool = False, progress: Callable[[Progress], None] | None = None
    ) -> EvolveReport:
        """Build communities and pages anew and write what is new; `dry_run` only tells what would be.

        What a person wrote on a page stays. Raises StoreError when it was overtaken again and again.
        """
        started = time.perf_counter()
        with self._workshop.evolving:
            report = evolve(
                self._store,
                self._workshop.evolve,
                at=now(),
                dry_run=dry_run,
                progress=progress,
                ahead=self._index.embed_ahead,
            )
        self._index.flush()
        return msgspec.structs.replace(report, seconds=round(time.perf_counter() - started, 3))

    def communities(
        self, community: str | None = None, *, level: int | None = None, limit: int | None = None
    ) -> tuple[CommunityView, ...]:
        """Entities that belong together, the broadest communities first, then the greatest.

        With `community` (id or title) that one with all its members, and those that are part of it; with the name of an
        entity those that it belongs to. Raises NotFound.
        """
        with self._store.graph.reader() as reader:
            every = wiki_queries.communities(reader)
            chosen = list(every.values()) if community is None else self._meant(reader, every, community)
            shown = [one for one in chosen if level is None or one.level == level][:limit]
            return community_views(reader, shown, most=FEW if community is None else None)

    def pages(self, query: str | None = None, *, limit: int | None = None) -> tuple[PageEntry, ...]:
        """The pages of the wiki, the fullest first; with `query` those with its words in title or summary."""
        with self._store.graph.reader() as reader:
            return page_entries(reader, wiki_queries.all_pages(reader).values(), query or "")[:limit]

    def wiki(
        self,
        page: str,
        *,
        version: int | None = None,
        budget: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> WikiPage:
        """A page by its address (slug), title or id, or by the name of an entity, with as much text as `budget` tokens.

        It tells what holds at `as_of` (now, when it is not given), and apart from that what held before. An entity
        without a page has one made on the spot. `version` reads an older choice of facts. Raises NotFound.
        """
        moment = as_of or now()
        with self._store.graph.reader() as reader:
            found = self._page(reader, page)
            if version is not None:
                found = version_of(reader, found, version)
            return wiki.render(
                reader,
                found,
                view=Viewpoint(None, known_at),
                moment=moment,
                budget=self.settings["context.budget"] if budget is None else budget,
                newer=version is None and found.version > 0,
            )

    def edit(self, page: str, text: str = "", *, undo: bool = False) -> WikiPage:
        """Write on a page by hand; no build changes it, and an empty text takes it away again.

        The text is kept as said by the user, and what it says is learned. `undo` puts back what stood there before.
        Raises NotFound for a page and an entity that are not there, and MisuseError when nothing is to be undone.
        """
        if undo and text.strip():
            raise MisuseError("A text and undo exclude each other.", hint="Give one of them.")
        with self._store.graph.reader() as reader:
            first = self._page(reader, page)
        key = first.id
        at, note = now(), ""
        if text.strip():
            note, _, _ = remember(
                text,
                project="",
                at=at,
                store=self._store,
                pipeline=self._workshop.ingest,
                extractor=lambda: self._workshop.extractor,
                ontology=self._workshop.ontology,
                model=self._workshop.turn(),
            )

        def build(graph: Reader) -> list[tuple[str, Change]]:
            old = wiki_queries.pages(graph, [key]).get(key, first)
            written = before(graph, old) if undo else note
            if written == old.note:
                return []
            new = msgspec.structs.replace(
                old,
                note=written,
                origin="edited" if written else "generated",
                version=wiki_queries.newest_versions(graph).get(key, 0) + 1,
                at=at,
            )
            return [("PageWritten", Change(pages=(new,)))]

        self._store.commit(build, actor=USER)
        self._index.flush()
        return self.wiki(key)

    def _meant(self, reader: Reader, every: dict[str, Grouped], word: str) -> list[Grouped]:
        """The community of that id or title with its parts, or those of an entity; raises NotFound."""
        wanted = word.casefold().strip()
        named = [one for one in every.values() if wanted in (one.id, one.title.casefold())]
        if named:
            return [*named[:1], *(one for one in every.values() if one.parent == named[0].id)]
        if word.startswith(COMMUNITY_PREFIX):
            raise NotFound(f"There is no community {word!r}.", hint="graphmem communities lists them.")
        key = self._entity(reader, word).id
        return [one for one in every.values() if key in one.members]

    def _page(self, reader: Reader, word: str) -> Page:
        """The page that is meant; raises NotFound."""
        found = wiki_queries.page_named(reader, word)
        if found is not None:
            return found
        try:
            entity = self._entity(reader, word)
        except NotFound as cause:
            near = page_entries(reader, wiki_queries.all_pages(reader).values(), word)[:NEAR]
            titles = f"Near it are {', '.join(one.slug for one in near)}. " if near else ""
            raise NotFound(
                f"There is no page {word!r}, and nothing goes by that name.",
                hint=f"{titles}graphmem pages lists the pages, and graphmem evolve makes them.",
            ) from cause
        key = page_id(entity.id)
        known = wiki_queries.pages(reader, [key]).get(key)
        if known is not None:
            return known
        heads = (Named(entity.id, entity.name),)
        sections = unwritten(self._workshop.evolve, wiki_queries.told_about(reader, [entity.id]), entity.id)
        slug = slug_of(title_of(heads))
        taken = not slug or wiki_queries.page_named(reader, slug) is not None
        return Page(
            id=key,
            slug=slug_of(title_of(heads), key) if taken else slug,
            kind="entity",
            subject=entity.id,
            heads=heads,
            sections=sections,
            version=0,
            at=now(),
        )


def version_of(reader: Reader, page: Page, number: int) -> Page:
    """A page as it was chosen then; raises NotFound."""
    found = [one for one in wiki_queries.versions(reader, page) if one.version == number]
    if not found:
        raise NotFound(
            f"The page {page.slug!r} has no version {number}.", hint=f"Its versions are 1 to {page.version}."
        )
    return found[0]


def before(reader: Reader, page: Page) -> str:
    """The note that a page had before the one that it has; raises MisuseError."""
    for one in reversed(wiki_queries.versions(reader, page)):
        if one.note != page.note:
            return one.note
    raise MisuseError(
        f"Nobody has written on the page {page.slug!r}.", hint="graphmem edit PAGE TEXT writes on it."
    )


def page_entries(reader: Reader, every: Iterable[Page], query: str) -> tuple[PageEntry, ...]:
    """Pages as a list shows them: the best first, of equals those with most on them."""
    listed = list(every)
    summaries = wiki.summaries(reader, listed, view=Viewpoint(), moment=now())
    asked = set(analyze(query))
    found = []
    for page in listed:
        name, said = title_of(page.heads), summaries[page.id]
        titled, told = set(analyze(name)), set(analyze(said))
        score = TITLE * len(asked & titled) + SUMMARY * len(asked & told)
        if score or not query.strip():
            found.append(
                PageEntry(
                    id=page.id,
                    slug=page.slug,
                    title=name,
                    kind=page.kind,
                    summary=said,
                    facts=len(page.cites),
                    version=page.version,
                    origin=page.origin,
                    written_at=page.at,
                    score=round(score / (TITLE + SUMMARY) / max(1, len(asked)), 4),
                )
            )
    return tuple(sorted(found, key=lambda one: (-one.score, -one.facts, one.id)))


def community_views(
    reader: Reader, chosen: Iterable[Grouped], *, most: int | None
) -> tuple[CommunityView, ...]:
    """Communities with the names of `most` of their members, the best known first."""
    listed = list(chosen)
    entities = queries.entities(reader, {key for one in listed for key in one.members})
    pages = wiki_queries.pages(reader, {page_id(one.id) for one in listed})
    views = []
    for one in listed:
        known = [entities[key] for key in one.members if key in entities]
        best = sorted(known, key=lambda entity: (-entity.mentions, entity.id))[:most]
        page = pages.get(page_id(one.id))
        views.append(
            CommunityView(
                id=one.id,
                title=one.title,
                level=one.level,
                size=one.size,
                parent=one.parent,
                page=page.slug if page else "",
                members=tuple(Member(entity.id, one_line(entity.name), entity.kind) for entity in best),
            )
        )
    return tuple(views)
