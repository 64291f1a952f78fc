"""Communities and pages are built: `pipelines/evolve.toml` leads a reading of the graph to what is to be written.

All of it is worked out beside the writer; what it comes to is then written in short events, between which others write.
What was forgotten or edited meanwhile must not come back that way: then it is all worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

import msgspec

from graphmem.errors import StoreError
from graphmem.evolve.communities import Cluster, clusters
from graphmem.evolve.layout import of_entity
from graphmem.evolve.lineage import descend
from graphmem.evolve.pages import Limits, Shelf, changed_links
from graphmem.evolve.weave import Edges, weave
from graphmem.model import Change, Community, Page, PageLinks, Section, title_of
from graphmem.pages import Effect, EvolveReport, PageChange
from graphmem.pipeline.load import Pipeline
from graphmem.result import Progress
from graphmem.retrieve.leaves import words_of
from graphmem.store import wiki_queries
from graphmem.store.faces import Faces
from graphmem.store.queries import Reader
from graphmem.store.store import Store
from graphmem.store.wiki_queries import Grouped, Known, Told
from graphmem.temporal import Viewpoint, now

ACTOR = "evolve"
# In one event, between two of which others write: a memory of usual size is one, and no event takes seconds.
MEMBERS_AT_ONCE, PAGES_AT_ONCE, LINKS_AT_ONCE = 2000, 50, 100
SHOWN = 100  # changes in a report
TRIES = 3
FORGOTTEN_SINCE = "SELECT 1 FROM event WHERE kind = 'Forgotten' AND seq > ? LIMIT 1"


@dataclass(slots=True)
class Evolution:
    """One build on its way through the pipeline: what there is, and what there should be."""

    store: Store
    at: datetime
    ahead: Callable[[Sequence[str]], None] | None = None  # embeds words that are about to be written
    news: int = 0  # facts that are new or other than at the last build
    idle: float = 0.0  # seconds since something was told
    due: bool = False
    wait: float | None = None  # seconds until it may be; None where nothing says so
    seq: int = 0  # the newest event when it began to read
    entities: dict[str, Known] = field(default_factory=dict)
    facts: list[Told] = field(default_factory=list)
    edges: Edges = field(default_factory=dict)
    former: dict[str, Grouped] = field(default_factory=dict)
    clusters: list[Cluster] = field(default_factory=list)
    communities: list[Community] = field(default_factory=list)
    shelf: Shelf | None = None
    links: list[PageLinks] = field(default_factory=list)


class Due(msgspec.Struct, frozen=True):
    """Tells whether it is time."""

    facts: int
    idle_seconds: float

    requires: ClassVar[frozenset[str]] = frozenset({"store"})
    assigns: ClassVar[frozenset[str]] = frozenset({"due"})

    def run(self, work: Evolution) -> None:
        """Assign whether it is, and when to look again."""
        enough = work.news >= self.facts
        work.due = enough and work.idle >= self.idle_seconds
        work.wait = self.idle_seconds - work.idle if enough and not work.due else self.idle_seconds


class Weave(msgspec.Struct, frozen=True):
    """Reads the graph, and makes of it the graph of entities."""

    relation: float
    mention: float
    most: int

    requires: ClassVar[frozenset[str]] = frozenset({"store"})
    assigns: ClassVar[frozenset[str]] = frozenset({"edges"})

    def run(self, work: Evolution) -> None:
        """Assign entities, facts and edges."""
        work.seq = work.store.ledger.last_seq
        with work.store.graph.reader() as reader:
            work.entities = wiki_queries.all_known(reader)
            work.facts = wiki_queries.all_told(reader)
            work.former = wiki_queries.communities(reader)
            faces = Faces(reader)
            faces.look(work.entities)
            work.edges = weave(
                work.facts,
                wiki_queries.named_together(reader),
                work.entities,
                {key: faces[key] for key in work.entities},
                view=Viewpoint(work.at),
                relation=self.relation,
                mention=self.mention,
                most=self.most,
            )


class Communities(msgspec.Struct, frozen=True):
    """Finds who belongs together."""

    resolutions: tuple[float, ...]
    seed: int
    least: int
    split: int
    keep: float
    heads: int

    requires: ClassVar[frozenset[str]] = frozenset({"edges"})
    assigns: ClassVar[frozenset[str]] = frozenset({"communities"})

    def run(self, work: Evolution) -> None:
        """Assign the communities."""
        work.clusters = clusters(
            work.edges,
            work.entities,
            resolutions=self.resolutions,
            seed=self.seed,
            least=self.least,
            split=self.split,
        )
        work.communities = descend(
            work.clusters, work.former, work.entities, keep=self.keep, heads=self.heads
        )


class Pages(msgspec.Struct, frozen=True):
    """Chooses what stands on which page."""

    least_facts: int
    most_pages: int
    most_facts: int
    parts: int
    lines: int
    most_links: int

    requires: ClassVar[frozenset[str]] = frozenset({"communities"})
    assigns: ClassVar[frozenset[str]] = frozenset({"pages"})

    def run(self, work: Evolution) -> None:
        """Assign the pages and their links."""
        with work.store.graph.reader() as reader:
            former = wiki_queries.all_pages(reader)
            newest = wiki_queries.newest_versions(reader)
            there = wiki_queries.all_links(reader)
        limits = Limits(**msgspec.structs.asdict(self))
        work.shelf = Shelf(work.facts, work.entities, former, newest, limits=limits, now=work.at)
        work.shelf.fill(work.communities, [one.members for one in work.clusters])
        homes: dict[str, list[str]] = {}
        for one in work.communities:
            for member in one.members:
                homes.setdefault(member, []).append(one.id)
        work.links = changed_links(work.shelf.links(work.communities, homes), there)


EVOLVE_STAGES = {"due": Due, "weave": Weave, "communities": Communities, "pages": Pages}


class Overtaken(Exception):
    """Something was forgotten, or written on a page, while a build was worked out."""


def unwritten(pipeline: Pipeline[Evolution], facts: Sequence[Told], entity: str) -> tuple[Section, ...]:
    """What would stand on the page of an entity that has none."""
    most = next((stage.most_facts for _, stage in pipeline.stages if isinstance(stage, Pages)), len(facts))
    return of_entity(facts, entity, most=most, now=now())


def evolve(
    store: Store,
    pipeline: Pipeline[Evolution],
    *,
    at: datetime,
    dry_run: bool,
    progress: Callable[[Progress], None] | None = None,
    ahead: Callable[[Sequence[str]], None] | None = None,
) -> EvolveReport:
    """Build communities and pages as they should be at `at`, and write what is new; `dry_run` writes nothing.

    `ahead` embeds the words of pages before they are written, so that no writer waits for that. Raises StoreError when
    it was overtaken again and again.
    """
    heard = progress or (lambda _: None)
    stages = frozenset(name for name, _ in pipeline.stages) - {"due"}
    for _ in range(TRIES):
        work = Evolution(store, at, ahead=ahead)
        for number, (name, stage) in enumerate(pipeline.stages):
            if name in stages:
                heard(Progress(name, number, len(pipeline.stages), 0, 0))
                stage.run(work)
        try:
            if not dry_run:
                write(work, heard)
            return told(work, dry_run=dry_run)
        except Overtaken:
            continue
    raise StoreError(
        "Communities and pages were not built: each time that they were worked out something was forgotten or edited.",
        hint="Run graphmem evolve again.",
    )


def write(work: Evolution, heard: Callable[[Progress], None]) -> None:
    """Write what is new, a piece at a time; raises Overtaken."""
    assert work.shelf is not None
    former = {key: page.version for key, page in work.shelf.former.items()}

    def build(change: tuple[str, Change]) -> Callable[[Reader], Sequence[tuple[str, Change]]]:
        def checked(graph: Reader) -> Sequence[tuple[str, Change]]:
            known = wiki_queries.pages(graph, (page.id for page in change[1].pages))
            if work.store.ledger.rows(FORGOTTEN_SINCE, work.seq) or any(
                page.version > former.get(page.id, 0) for page in known.values()
            ):
                raise Overtaken
            return [change]

        return checked

    pieces = list(changes(work))
    for number, piece in enumerate(pieces):
        heard(Progress("writing", number, len(pieces), 0, 0))
        if work.ahead is not None and piece[1].pages:
            with work.store.graph.reader() as reader:
                words = words_of(reader, piece[1].pages)
            work.ahead(list(words.values()))
        work.store.commit(build(piece), actor=ACTOR)


def changes(work: Evolution) -> Iterator[tuple[str, Change]]:
    """The events that lead from what there is to what there should be."""
    assert work.shelf is not None
    over = tuple(gone(work))
    for piece in in_pieces(changed(work)):
        yield "CommunitiesBuilt", Change(communities=tuple(piece), dropped=over)
        over = ()
    if over:
        yield "CommunitiesBuilt", Change(dropped=over)
    pages = work.shelf.written
    for first in range(0, len(pages), PAGES_AT_ONCE):
        yield "PageWritten", Change(pages=tuple(pages[first : first + PAGES_AT_ONCE]))
    if work.shelf.gone:
        yield "PageWritten", Change(dropped=tuple(page.id for page in work.shelf.gone))
    for first in range(0, len(work.links), LINKS_AT_ONCE):
        yield "PageWritten", Change(page_links=tuple(work.links[first : first + LINKS_AT_ONCE]))


def in_pieces(communities: Iterable[Community]) -> Iterator[list[Community]]:
    """Communities in their order, which has parents before their parts, with some members at a time."""
    piece: list[Community] = []
    members = 0
    for one in communities:
        if piece and members + len(one.members) > MEMBERS_AT_ONCE:
            yield piece
            piece, members = [], 0
        piece.append(one)
        members += len(one.members)
    if piece:
        yield piece


def changed(work: Evolution) -> list[Community]:
    """Communities that are new or other than before."""
    return [
        one for one in work.communities if one.id not in work.former or work.former[one.id].build != one.build
    ]


def gone(work: Evolution) -> list[str]:
    """Communities that are no more."""
    return sorted(work.former.keys() - {one.id for one in work.communities})


def told(work: Evolution, *, dry_run: bool) -> EvolveReport:
    """What a build changes."""
    assert work.shelf is not None
    written, former = work.shelf.written, work.shelf.former

    def effect(page: Page) -> Effect:
        return "changed" if page.id in former else "new"

    shown = [PageChange(page.slug, title_of(page.heads), effect(page)) for page in written]
    shown += [PageChange(page.slug, title_of(page.heads), "gone") for page in work.shelf.gone]
    return EvolveReport(
        dry_run=dry_run,
        entities=len({key for pair in work.edges for key in pair}),
        communities=len(work.communities),
        communities_changed=len(changed(work)) + len(gone(work)),
        pages=len(work.shelf.pages),
        pages_written=len(written),
        pages_gone=len(work.shelf.gone),
        changes=tuple(shown[:SHOWN]),
    )
