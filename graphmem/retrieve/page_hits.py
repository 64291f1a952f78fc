"""Pages become hits: the title, and the first that holds of what stands on them, as seen from the viewpoint.

What a page tells first is chosen by the index, which knows the times of every fact; the graph is asked for the page and
for the words of the few facts that are told, one statement for each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from graphmem.model import Named, Page, title_of
from graphmem.names import slug_of
from graphmem.result import Hit, Why
from graphmem.retrieve.context import one_line
from graphmem.retrieve.leaves import in_turn
from graphmem.store import wiki_queries
from graphmem.store.queries import Reader
from graphmem.store.shown import Stated

TOLD = 2  # facts that a hit tells of its page


class Shelf(NamedTuple):
    """What a hit of a page needs of the index."""

    name: Callable[[str], str]  # of an entity as it is now, by id; "" when it is not known
    holds: Callable[[Sequence[str]], Sequence[bool]]  # which facts hold from the viewpoint, and may be seen
    apart: bool = False  # only what was said in some places may be seen


def page_hits(
    reader: Reader, ids: Collection[str], shelf: Shelf, stated: Mapping[str, Stated]
) -> dict[str, Hit]:
    """Hits of pages by id, yet without score; `stated` are facts that were looked up already."""
    pages = wiki_queries.pages(reader, ids)
    told: dict[str, list[str]] = {}
    for key, page in pages.items():
        facts = list(in_turn(page))
        told[key] = list(compress(facts, shelf.holds(facts)))[:TOLD]
    missing = {fact for facts in told.values() for fact in facts} - stated.keys()
    words = {key: fact.text for key, fact in stated.items()}
    words.update((key, fact.text) for key, fact in wiki_queries.leads(reader, missing).items())
    return {
        key: hit_of(page, shelf, [words[fact] for fact in told[key] if fact in words])
        for key, page in pages.items()
    }


def hit_of(page: Page, shelf: Shelf, told: Sequence[str]) -> Hit:
    """One page."""
    title = one_line(title_of(tuple(Named(one.id, shelf.name(one.id) or one.name) for one in page.heads)))
    lead = " ".join(map(one_line, told))
    # An address is kept when the title changes, and may name whom nobody spoke of in the places that may be seen.
    own = page.slug in {slug_of(title), slug_of(title, page.id)}
    return Hit(
        id=page.id,
        kind="page",
        text=f"{title}: {lead}" if lead else title,
        score=0.0,
        why=Why(),
        valid_from=page.at,
        valid_until=None,
        recorded_at=page.at,
        sources=(),
        title=title,
        slug=page.slug if own or not shelf.apart else page.id,
    )
