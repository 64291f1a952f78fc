"""Pages as the index has them: what a page is found by is its title and what the first facts on it say.

It follows from the records alone and never from the clock: an index that is made anew next year finds a page by the
same words. Facts that were taken back or have an end say nothing of a page, whichever was chosen for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from graphmem.index.leaves import Leaf
from graphmem.model import Named, Page, title_of
from graphmem.store import wiki_queries
from graphmem.store.queries import Reader
from graphmem.store.wiki_queries import Lead

WORDS = 4  # facts by whose words a page is found
AT_ONCE = 8  # facts of each page that are looked up together: the first of them mostly hold


def leaves_of(reader: Reader, ids: Iterable[str]) -> dict[str, Leaf]:
    """Pages by id; unknown ids are left out."""
    pages = wiki_queries.pages(reader, ids)
    words = words_of(reader, list(pages.values()))
    return {
        key: Leaf(key, words[key], page.at, tuple(one.id for one in page.heads), page.cites)
        for key, page in pages.items()
    }


def words_of(reader: Reader, pages: Sequence[Page]) -> dict[str, str]:
    """For each page, by its id, the words that it is found by; "" for one that is about nobody any more."""
    names = wiki_queries.names(reader, {one.id for page in pages for one in page.heads})
    told = first_told(reader, pages)
    return {
        page.id: "\n".join([*titles(page, names), *(one.text for one in told[page.id] if one.text.strip())])
        for page in pages
    }


def titles(page: Page, names: dict[str, str]) -> Iterator[str]:
    """The title with the names as they are now; none when nobody is named."""
    if page.heads:
        yield title_of(tuple(Named(one.id, names.get(one.id, one.name)) for one in page.heads))


def first_told(reader: Reader, pages: Sequence[Page]) -> dict[str, list[Lead]]:
    """For each page the first facts on it that are believed and have no end, some of many looked up at a time."""
    waiting = {page.id: in_turn(page) for page in pages}
    found: dict[str, list[Lead]] = {key: [] for key in waiting}
    while waiting:
        pieces = {key: list(islice(rest, AT_ONCE)) for key, rest in waiting.items()}
        known = wiki_queries.leads(reader, chain.from_iterable(pieces.values()))
        for key, piece in pieces.items():
            told = [known[fact] for fact in piece if fact in known]
            found[key] += [one for one in told if one.retracted_at is None and one.valid_until is None]
        waiting = {key: waiting[key] for key, piece in pieces.items() if piece and len(found[key]) < WORDS}
    return {key: told[:WORDS] for key, told in found.items()}


def in_turn(page: Page) -> Iterator[str]:
    """The facts of a page, one of each part, then the next of each: a page tells of several things."""
    rounds = zip_longest(*(section.facts for section in page.sections))
    return iter(dict.fromkeys(fact for some in rounds for fact in some if fact))
