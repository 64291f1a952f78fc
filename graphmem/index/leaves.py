"""Pages of the wiki become documents, found by their titles and by what the first facts on them say.

A page is a choice of facts and holds no words of its own. So whoever applies a change hands over how pages are read
after it, and every page is read again of which a change touches anything: a fact on it, whom its title names, itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.index.adjacency import ABOUT, CITES
from graphmem.index.documents import micros
from graphmem.model import Change, page_id

if TYPE_CHECKING:
    from graphmem.index.changes import Staging

PREFIX = "page_"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as the index has it."""

    id: str
    text: str  # "" when there is nothing to find it by
    at: datetime  # when it was written: whoever asks of a time before that does not see it
    heads: tuple[str, ...]  # ids of whom its title names
    facts: tuple[str, ...]  # ids of all facts on it


# Pages by their ids; those that are no more are left out.
Leaves = Callable[[Collection[str]], Mapping[str, Leaf]]


def nothing(ids: Collection[str]) -> Mapping[str, Leaf]:
    """Knows of no page."""
    del ids
    return {}


def touched(staging: Staging, change: Change) -> list[str]:
    """The pages that a change writes, drops, or touches by what stands on them; it costs what the change costs."""
    keys = {page.id for page in change.pages} | {key for key in change.dropped if key.startswith(PREFIX)}
    keys |= {page_id(key) for key in change.forgotten if key.startswith("ent_")}
    forgotten = [n for key in change.forgotten if (n := staging.documents.find(key)) is not None]
    numbers: set[int] = set()
    for kind, ends in ((CITES, staging.retold), (ABOUT, staging.names)):
        numbers.update(staging.shelf.others(sorted({*ends, *forgotten}), kind).tolist())
    return sorted(keys.union(staging.documents.ids(sorted(numbers))))


def lay(staging: Staging, keys: Iterable[str], leaves: Mapping[str, Leaf]) -> None:
    """Put pages in as they are now, and take those out that are no more."""
    for key in keys:
        leaf = leaves.get(key)
        if leaf is not None:
            _put(staging, leaf)
        elif (number := staging.documents.find(key)) is not None:
            staging.draft(number).flags = 0
            staging.text(number, "", embed=False)
            _join(staging, number, CITES, ())
            _join(staging, number, ABOUT, ())
            staging.gone.append(key)


def _put(staging: Staging, leaf: Leaf) -> None:
    number, _, row = staging.begin(leaf.id, "page", "")
    row.valid_from = row.recorded_at = row.said_at = micros(leaf.at)
    row.trust = 1.0
    _join(staging, number, CITES, leaf.facts)
    _join(staging, number, ABOUT, leaf.heads)
    staging.text(number, leaf.text, embed=bool(leaf.text))


def _join(staging: Staging, number: int, kind: int, keys: Iterable[str]) -> None:
    wanted = {staging.documents.reserve(key) for key in keys}
    there = {other for other, _ in staging.shelf.neighbours(number, kind)}
    staging.shelved += [(number, other, kind, 1) for other in sorted(wanted - there)]
    staging.shelved += [(number, other, kind, -1) for other in sorted(there - wanted)]
