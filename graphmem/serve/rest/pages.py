"""Long lists a page at a time: a cursor tells where the last one ended, by what is listed and not by its number.

What is written meanwhile shifts no page: whatever was there before and still is comes once. The instant of the first
page is kept in the cursor, so that all pages look at the world as it was then.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from graphmem.errors import MisuseError
from graphmem.pages import CommunityView, PageEntry
from graphmem.result import Doubt, FactView, Neighbor
from graphmem.retrieve.lists import fact_place, message_place, session_place
from graphmem.temporal import format_time, now, parse_time

WHOLE = 100_000  # a list that is cut by its verb is asked for whole, and cut here


class Order(NamedTuple):
    """How a list is ordered: the key of a record, and whether its verb goes on `after` a key by itself."""

    key: Callable[[Any], Any]
    after: bool = False
    cut: bool = True  # its verb has a limit of its own


def doubt_key(doubt: Doubt) -> Any:
    """Contradictions first, then the likeliest."""
    return doubt.kind != "contradiction", -doubt.score, *doubt.ids


def neighbor_key(neighbor: Neighbor) -> Any:
    """The nearest first, by name."""
    return neighbor.distance, neighbor.name.casefold(), neighbor.id


def history_key(fact: FactView) -> Any:
    """The oldest belief first."""
    return format_time(fact.recorded_at), fact.id


def community_key(community: CommunityView) -> Any:
    """The broadest first, then the greatest."""
    return community.level, -community.size, community.id


def page_key(entry: PageEntry) -> Any:
    """What fits best first, then the pages with most on them."""
    return -entry.score, -entry.facts, entry.id


ORDERS: dict[str, Order] = {
    "facts": Order(fact_place, after=True),
    "relations": Order(fact_place, after=True),
    "sessions": Order(session_place, after=True),
    "messages": Order(message_place, after=True),
    "history": Order(history_key, cut=False),
    "communities": Order(community_key),
    "pages": Order(page_key),
    "neighbors": Order(neighbor_key),
    "review": Order(doubt_key),
}


class Page(NamedTuple):
    """Some records of a list, and the cursor of those after them, or None at the end."""

    records: tuple[msgspec.Struct, ...]
    next: str | None


def page(
    verb: str,
    call: Callable[..., tuple[Any, ...]],
    values: dict[str, Any],
    *,
    cursor: str | None,
    limit: int | None,
) -> Page:
    """The records after a cursor, at most `limit`; raises MisuseError for a cursor of another list."""
    order = ORDERS[verb]
    asked = fingerprint(verb, values)
    after, at = opened(cursor, asked, verb) if cursor else (None, now())
    if "as_of" in values and values["as_of"] is None and not values.get("all"):
        values = values | {"as_of": at}
    values = {name: value for name, value in values.items() if value is not None}
    if order.after:
        more = {} if limit is None else {"limit": limit + 1}
        found = call(**values, **more, **({"after": after} if after is not None else {}))
    else:
        found = call(**values, **({"limit": WHOLE} if order.cut else {}))
        keys = sorted(found, key=order.key)
        try:
            found = tuple(one for one in keys if after is None or list(order.key(one)) > after)
        except TypeError as cause:  # somebody wrote into it
            raise unreadable() from cause
    if limit is None or len(found) <= limit:
        return Page(tuple(found), None)
    chosen = tuple(found[:limit])
    return Page(chosen, closed(order.key(chosen[-1]), at, asked))


def closed(key: Any, at: datetime, asked: str) -> str:
    """A cursor: opaque, and good for the same question alone."""
    told = json.dumps([key, format_time(at), asked], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(told).decode().rstrip("=")


def opened(cursor: str, asked: str, verb: str) -> tuple[Any, datetime]:
    """Where a cursor stands and since when; raises MisuseError."""
    try:
        key, at, belongs = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        since = parse_time(at)
    except (ValueError, TypeError, AttributeError, OverflowError, MisuseError) as cause:
        raise unreadable() from cause
    if belongs != asked or not isinstance(key, str if ORDERS[verb].after else list):
        raise MisuseError("The cursor is of another list.", hint="Keep the filters of the first page.")
    return key, since


def unreadable() -> MisuseError:
    """What is no cursor of ours."""
    return MisuseError(
        "The cursor cannot be read.", hint="Send the `next` of the page before as it came, or none at all."
    )


def fingerprint(verb: str, values: dict[str, Any]) -> str:
    """What a cursor belongs to: the verb and its filters."""
    said = msgspec.json.encode([verb, values], order="deterministic", enc_hook=str)
    return hashlib.blake2b(said, digest_size=6).hexdigest()
