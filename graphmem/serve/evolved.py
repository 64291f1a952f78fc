"""The verbs about communities and pages, asked of a daemon over HTTP; a part of `Client`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from graphmem.pages import CommunityView, EvolveReport, PageEntry, WikiPage
from graphmem.result import Progress
from graphmem.serve.remote import Remote


class Evolved(Remote):
    """What a memory makes of itself, asked of a daemon."""

    def evolve(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> EvolveReport:
        """See Memory.evolve."""
        return self._ask("evolve", locals(), EvolveReport)

    def communities(
        self,
        community: str | None = None,
        *,
        level: int | None = None,
        limit: int | None = None,
    ) -> tuple[CommunityView, ...]:
        """See Memory.communities."""
        return self._ask("communities", locals(), tuple[CommunityView, ...])

    def pages(
        self,
        query: str | None = None,
        *,
        limit: int | None = None,
    ) -> tuple[PageEntry, ...]:
        """See Memory.pages."""
        return self._ask("pages", locals(), tuple[PageEntry, ...])

    def wiki(
        self,
        page: str,
        *,
        version: int | None = None,
        budget: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> WikiPage:
        """See Memory.wiki."""
        return self._ask("wiki", locals(), WikiPage)

    def edit(
        self,
        page: str,
        text: str = "",
        *,
        undo: bool = False,
    ) -> WikiPage:
        """See Memory.edit."""
        return self._ask("edit", locals(), WikiPage)
