"""A page, which is a choice of facts, is read from a viewpoint: what it tells is what is believed from there.

A fact that was taken back is not on it, and one that has ended stands apart, whatever was chosen when it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.model import Entity, Fact, Page, title_of
from graphmem.pages import Member, PageLink, PageVersion, WikiLine, WikiPage, WikiSection
from graphmem.retrieve.context import one_line
from graphmem.retrieve.page_text import markdown
from graphmem.store import queries, wiki_queries
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint

HEADINGS = {
    "fact": "Facts",
    "state": "State",
    "preference": "Preferences",
    "instruction": "Instructions",
    "decision": "Decisions",
    "plan": "Plans",
    "lesson": "Lessons",
    "event": "Events",
    "note": "Told",
    "named": "Said of others",
}
NEWER, MOST_NEWER = "New since it was written", 20
LEADS = 3  # facts of which the first that holds is the summary of a page


class Reading:
    """The facts of a page as they are from a viewpoint; `moment` is the time that is looked at."""

    def __init__(self, reader: Reader, facts: Mapping[str, Fact], view: Viewpoint, moment: datetime) -> None:
        self.facts, self.view, self.moment = facts, view, moment
        self.lines = {key: self._line(fact) for key, fact in facts.items() if view.knows(fact.recorded)}
        ends = {one.subject for one in facts.values()} | {one.object for one in facts.values() if one.object}
        self.entities: dict[str, Entity] = queries.entities(reader, ends)

    def _line(self, fact: Fact) -> WikiLine:
        valid = self.view.valid(fact.valid, fact.end_recorded_at)
        return WikiLine(fact.id, one_line(fact.text), valid.start, valid.end, fact.recorded_at, fact.trust)

    def holds(self, keys: Iterable[str]) -> list[WikiLine]:
        """Those that hold, in their order."""
        known = [self.lines[key] for key in keys if key in self.lines]
        return [one for one in known if not self.over(one) and not self.ahead(one)]

    def over(self, line: WikiLine) -> bool:
        """Whether it holds no more."""
        return line.valid_until is not None and line.valid_until <= self.moment

    def ahead(self, line: WikiLine) -> bool:
        """Whether it does not hold yet."""
        return line.valid_from is not None and line.valid_from > self.moment


def render(
    reader: Reader,
    page: Page,
    *,
    view: Viewpoint,
    moment: datetime,
    budget: int,
    newer: bool = True,
) -> WikiPage:
    """The page from a viewpoint; with `newer` also what was said since it was written of whom its title names."""
    heads = [one.id for one in page.heads]
    later = wiki_queries.said_since(reader, heads, page.at) - set(page.cites) if newer else set()
    fresh = sorted(later)[:MOST_NEWER]
    facts = queries.facts(reader, [*page.cites, *fresh])
    reading = Reading(reader, facts, view, moment)
    members = queries.entities(reader, [*(one.about for one in page.sections if one.about), *heads])
    parts = [
        WikiSection(heading(one.kind, one.about, members), tuple(reading.holds(one.facts)))
        for one in page.sections
    ]
    parts.append(WikiSection(NEWER, tuple(reading.holds(fresh))))
    lines = list(reading.lines.values())
    message = queries.messages(reader, [page.note]).get(page.note) if page.note else None
    said = message is not None and (view.known_at is None or message.sent_at <= view.known_at)
    shown = WikiPage(
        id=page.id,
        slug=page.slug,
        title=title(page, members),
        kind=page.kind,
        subject=page.subject,
        summary=summary(page, reading, members),
        sections=tuple(part for part in parts if part.lines),
        ahead=tuple(
            sorted((one for one in lines if reading.ahead(one)), key=lambda one: (one.valid_from, one.id))
        ),
        history=tuple(sorted((one for one in lines if reading.over(one)), key=ended, reverse=True)),
        disputes=disputes(reader, reading),
        note=message.text if message is not None and said else "",
        note_id=page.note if said else "",
        members=known_members(reader, page, view),
        links=tuple(PageLink(one.slug, one.title, one.kind) for one in wiki_queries.linked(reader, page.id)),  # type: ignore[arg-type]  # as it was written
        version=page.version,
        versions=tuple(
            PageVersion(one.version, one.at, one.origin, len(one.cites))
            for one in wiki_queries.versions(reader, page)
        ),
        origin=page.origin,
        written_at=page.at,
        text="",
        tokens=0,
        budget=budget,
        left_out=0,
    )
    return markdown(shown)


def known_members(reader: Reader, page: Page, view: Viewpoint) -> tuple[Member, ...]:
    """Whom a topic is made of, as far as they were known then, the best known first."""
    found = queries.entities(reader, wiki_queries.members(reader, page.subject)).values()
    known = [one for one in found if view.known_at is None or one.first_seen <= view.known_at]
    order = sorted(known, key=lambda one: (-one.mentions, one.id))
    return tuple(Member(one.id, one_line(one.name), one.kind) for one in order)


def ended(line: WikiLine) -> tuple[datetime, str]:
    """Orders what is over by when it ended."""
    assert line.valid_until is not None
    return line.valid_until, line.id


def title(page: Page, entities: Mapping[str, Entity]) -> str:
    """The title with the names as they are now."""
    return one_line(
        title_of(
            tuple(
                type(one)(one.id, entities[one.id].name) if one.id in entities else one for one in page.heads
            )
        )
    )


def heading(kind: str, about: str, entities: Mapping[str, Entity]) -> str:
    """What stands above a part."""
    if about:
        return one_line(entities[about].name) if about in entities else about
    return HEADINGS.get(kind, kind.capitalize())


def summary(page: Page, reading: Reading, entities: Mapping[str, Entity]) -> str:
    """What the page is about in a line: the kind of thing, and the first fact that holds."""
    holding = reading.holds(lead for section in page.sections for lead in section.facts)
    first = holding[0].text if holding else ""
    one = entities.get(page.subject)
    kind = one.kind.capitalize() if one else "Topic"
    return f"{kind}. {first}".strip()


def disputes(reader: Reader, reading: Reading) -> tuple[tuple[WikiLine, WikiLine], ...]:
    """Pairs of facts that cannot both be so and are both believed; at least one of them is on the page."""
    on = {one.id for one in reading.holds(reading.facts)}
    pairs = {
        (min(one.source, one.target), max(one.source, one.target))
        for one in queries.links(reader, on)
        if one.kind == "CONTRADICTS"
        and (reading.view.known_at is None or one.recorded_at <= reading.view.known_at)
    }
    beyond = queries.facts(reader, {key for pair in pairs for key in pair} - reading.facts.keys())
    other = Reading(reader, {**reading.facts, **beyond}, reading.view, reading.moment)
    holding = {one.id: one for one in other.holds(other.facts)}
    return tuple((holding[a], holding[b]) for a, b in sorted(pairs) if a in holding and b in holding)


def summaries(reader: Reader, pages: Sequence[Page], *, view: Viewpoint, moment: datetime) -> dict[str, str]:
    """The summaries of many pages by their ids, of their first facts alone."""
    leads = {page.id: page.cites[:LEADS] for page in pages}
    facts = queries.facts(reader, {key for keys in leads.values() for key in keys})
    reading = Reading(reader, facts, view, moment)
    entities = queries.entities(reader, {page.subject for page in pages if page.kind == "entity"})
    return {page.id: summary(page, reading, entities) for page in pages}
