"""Communities and pages as lines and tables for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from graphmem.pages import CommunityView, EvolveReport, PageEntry, WikiPage
from graphmem.serve.cli.page import grid
from graphmem.serve.cli.words import date, number, plain


def evolve(report: EvolveReport) -> RenderableType:
    """What was built, and which pages changed."""
    many = number(report.communities, "community", "communities")
    would = "would change" if report.dry_run else "changed"
    head = (
        f"{many} of {number(report.entities, 'entity', 'entities')}, {report.communities_changed} {would}; "
        f"{number(report.pages, 'page')}, {report.pages_written + report.pages_gone} {would}."
    )
    lines = [Text(f"  {one.effect:<8} {plain(one.title)} ({plain(one.slug)})") for one in report.changes]
    return Group(Text(head), *lines)


def communities(found: Mapping[str, Sequence[CommunityView]]) -> RenderableType:
    """One line a community, a smaller one below that of which it is a part."""
    listed = found["communities"]
    if not listed:
        return Text("Nobody belongs together yet; graphmem evolve looks.")
    rows = [
        (one.level, one.title, one.size, ", ".join(member.name for member in one.members), one.page, one.id)
        for one in listed
    ]
    return grid(("level", "title", "members", "among them", "page", "id"), rows, numbers=(0, 2))


def pages(found: Mapping[str, Sequence[PageEntry]]) -> RenderableType:
    """One line a page."""
    listed = found["pages"]
    if not listed:
        return Text("No page fits. graphmem evolve makes pages.")
    rows = [(one.slug, one.title, one.summary, one.facts, date(one.written_at)) for one in listed]
    return grid(("page", "title", "what it tells", "facts", "written"), rows, numbers=(3,))


def wiki(page: WikiPage) -> RenderableType:
    """The text of a page, and which version it is."""
    lines = [Text(plain(line)) for line in page.text.splitlines()]
    left = [f"{number(page.left_out, 'line')} more with a larger --budget"] if page.left_out else []
    written = f"version {page.version}, {date(page.written_at)}" if page.version else "not kept as a page yet"
    return Group(*lines, Text(""), Text(" · ".join([written, *left]), style="dim"))
