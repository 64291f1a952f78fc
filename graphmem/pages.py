"""What the verbs about communities and pages give back; frozen, with ids beside names, made to be shown."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from graphmem.model import Record

PageKind = Literal["topic", "entity"]
Effect = Literal["new", "changed", "gone"]


class Member(Record, frozen=True, omit_defaults=False):
    """An entity of a community."""

    id: str
    name: str
    kind: str


class CommunityView(Record, frozen=True, omit_defaults=False):
    """Entities that belong together; level 0 is the broadest.

    `parent` is the community of the level above that it is part of. `members` are the best known of them, or all where
    one community is asked for; `page` is the address of its page, "" when it has none.
    """

    id: str
    title: str
    level: int
    size: int
    parent: str
    page: str
    members: tuple[Member, ...]


class PageEntry(Record, frozen=True, omit_defaults=False):
    """A page as a list shows it: the summary tells what is believed now, and `facts` how many stand on it."""

    id: str
    slug: str
    title: str
    kind: PageKind
    summary: str
    facts: int
    version: int
    origin: str  # "edited" when a person wrote on it
    written_at: datetime
    score: float = 0.0  # how well it fits the words that were asked for


class PageLink(Record, frozen=True, omit_defaults=False):
    """A page that another leads to."""

    slug: str
    title: str
    kind: PageKind


class WikiLine(Record, frozen=True, omit_defaults=False):
    """One fact on a page, with when it was so and since when it is known; `trust` is that of whoever said it."""

    id: str
    text: str
    valid_from: datetime | None
    valid_until: datetime | None
    said_at: datetime
    trust: float = 1.0


class WikiSection(Record, frozen=True, omit_defaults=False):
    """A part of a page under its heading."""

    title: str
    lines: tuple[WikiLine, ...]


class PageVersion(Record, frozen=True, omit_defaults=False):
    """A version of a page: when it was written, what made it, and how many facts it cites."""

    version: int
    written_at: datetime
    origin: str
    facts: int


class WikiPage(Record, frozen=True, omit_defaults=False):
    """A page from a viewpoint: what holds in `sections`, what will in `ahead`, what held once in `history`.

    `disputes` are pairs of facts that stand against each other. `note` is what a person wrote on it, and `note_id` the
    message that holds it; `members` are whom a topic is made of, the best known first. `text` is all of it as Markdown
    in at most `budget` tokens; `left_out` counts the lines that did not fit. A page that nobody has written yet has
    version 0.
    """

    id: str
    slug: str
    title: str
    kind: PageKind
    subject: str  # id of the entity or community
    summary: str
    sections: tuple[WikiSection, ...]
    ahead: tuple[WikiLine, ...]
    history: tuple[WikiLine, ...]
    disputes: tuple[tuple[WikiLine, WikiLine], ...]
    note: str
    note_id: str
    members: tuple[Member, ...]
    links: tuple[PageLink, ...]
    version: int
    versions: tuple[PageVersion, ...]
    origin: str
    written_at: datetime
    text: str
    tokens: int
    budget: int
    left_out: int


class PageChange(Record, frozen=True, omit_defaults=False):
    """What becomes of a page."""

    slug: str
    title: str
    effect: Effect


class EvolveReport(Record, frozen=True, omit_defaults=False):
    """What building communities and pages changed, or would change in a dry run; `changes` are at most a hundred."""

    dry_run: bool = False
    entities: int = 0  # that have to do with another
    communities: int = 0
    communities_changed: int = 0  # new, other than before, or gone
    pages: int = 0
    pages_written: int = 0
    pages_gone: int = 0
    changes: tuple[PageChange, ...] = ()
    seconds: float = 0.0
