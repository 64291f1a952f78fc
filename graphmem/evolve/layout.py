"""Facts become the parts of a page: which of them stand on it, in which order, and under which heading.

A page is a choice of facts and no text. What has ended or was taken back is chosen too, behind what is believed, so
that the page can tell what it would have told at another time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.model import Section
from graphmem.store.wiki_queries import Told
from graphmem.temporal import Viewpoint

# The kinds of facts in the order in which a page tells them; any other comes behind these.
KINDS = ("fact", "state", "preference", "instruction", "decision", "plan", "lesson", "event", "note")
NAMED = "named"  # what is said of others and names who the page is about


def ranked(facts: Iterable[Told], *, now: datetime) -> list[Told]:
    """What is believed and holds first, then what has ended, then what was taken back; then by worth and newness.

    A word that only puts an end to something else was never believed, and stands on no page.
    """
    view = Viewpoint(now)

    def order(fact: Told) -> tuple[bool, bool, bool, float, float, str]:
        holds = view.sees(fact.valid, fact.recorded, fact.end_recorded_at)
        begun = fact.valid.low.timestamp()
        return fact.retracted_at is not None, not holds, not fact.pinned, -fact.importance, -begun, fact.id

    believed = (one for one in facts if one.retracted_at is None or one.retracted_at > one.recorded_at)
    return sorted(believed, key=order)


def of_entity(facts: Iterable[Told], entity: str, *, most: int, now: datetime) -> tuple[Section, ...]:
    """The page of an entity: a part for each kind of fact about it, then what names it."""
    parts: dict[str, list[str]] = {}
    for fact in ranked(facts, now=now)[:most]:
        parts.setdefault(fact.kind if fact.subject == entity else NAMED, []).append(fact.id)
    order = [*KINDS, *sorted(parts.keys() - {*KINDS, NAMED}), NAMED]
    return tuple(Section(tuple(parts[kind]), kind=kind) for kind in order if kind in parts)


def of_topic(
    facts: Mapping[str, Sequence[Told]],
    members: Sequence[str],
    *,
    parts: int,
    lines: int,
    most: int,
    now: datetime,
) -> tuple[Section, ...]:
    """The page of a community: a part for each of its most central members; a fact stands under the first of its ends.

    What joins two members comes before what is said of one alone. `facts` are those about each member.
    """
    inside, told = frozenset(members), set[str]()
    found: list[Section] = []
    for member in members:
        fresh = [fact for fact in facts.get(member, ()) if fact.id not in told]
        order = ranked(fresh, now=now)
        joins = [fact for fact in order if joined(fact, inside)]
        chosen = [*joins, *(fact for fact in order if not joined(fact, inside))]
        ids = tuple(fact.id for fact in chosen[: min(lines, most - len(told))])
        told.update(ids)
        if ids:
            found.append(Section(ids, about=member))
        if len(found) == parts or len(told) >= most:
            break
    return tuple(found)


def joined(fact: Told, members: Collection[str]) -> bool:
    """Whether a fact joins two members."""
    return fact.subject in members and fact.object in members and fact.subject != fact.object
