"""Communities and pages without what is forgotten: no name, no fact and no note of it is left in any version."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from graphmem.model import Community, Named, Page, PageLinks, page_id, title_of
from graphmem.names import SLUG, slug_of


def community(one: Community, gone: Collection[str]) -> Community | None:
    """A community without its forgotten members; None when there is nobody left."""
    members = tuple(key for key in one.members if key not in gone)
    return msgspec.structs.replace(one, members=members, heads=kept(one.heads, gone)) if members else None


def page(one: Page, gone: Collection[str], names: Collection[str] = ()) -> Page | None:
    """A page without what tells of the forgotten; None for a page about it.

    A title that named it is made of the names that are left, and so is the page's address, also one that was kept from
    an earlier title: `names` are those of the forgotten, as addresses have them.
    """
    if one.subject in gone:
        return None
    heads = kept(one.heads, gone)
    told = heads != one.heads or tells(one.slug, names)
    sections = []
    for section in one.sections:
        facts = tuple(key for key in section.facts if key not in gone)
        if facts and section.about not in gone:
            sections.append(msgspec.structs.replace(section, facts=facts))
    return msgspec.structs.replace(
        one,
        heads=heads,
        slug=slug_of(title_of(heads), one.id) if told else one.slug,
        sections=tuple(sections),
        note="" if one.note in gone else one.note,
        origin="generated" if one.note in gone else one.origin,
    )


def tells(slug: str, names: Collection[str]) -> bool:
    """Whether one of some names, as addresses have them, stands in an address, whole or cut off at its end."""
    words = slug.split("-")
    places = range(len(words))
    if any("-".join(words[low : high + 1]) in names for low in places for high in places if low <= high):
        return True
    if len(slug) < SLUG - 1:
        return False
    cut = slug[:SLUG].split("-")
    ends = ["-".join(cut[low:]) for low in range(len(cut))]
    return any(name.startswith(end) and name != end for name in names for end in ends if end)


def links(every: Iterable[PageLinks], gone: Collection[str]) -> tuple[PageLinks, ...]:
    """The links without those from and to pages about the forgotten."""
    without = {page_id(key) for key in gone if key.startswith("ent_")}
    return tuple(
        msgspec.structs.replace(one, targets=tuple(key for key in one.targets if key not in without))
        for one in every
        if one.page not in without
    )


def kept(heads: Iterable[Named], gone: Collection[str]) -> tuple[Named, ...]:
    """The names that are left."""
    return tuple(one for one in heads if one.id not in gone)
