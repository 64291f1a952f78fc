"""Orders that lapse: "answer in German until Friday" holds until that day, and names it."""

from __future__ import annotations

from datetime import datetime

import msgspec

from graphmem.extract.dates import DateMention, find_dates, written
from graphmem.extract.wording import finish
from graphmem.model import Claim

ORDERS = frozenset({"instructs", "prefers"})
ENDS = frozenset({"until", "through", "within"})


def lapsing(claim: Claim, said_at: datetime) -> Claim:
    """The order with the day on which it lapses as its end, written as a date; any other claim as it is."""
    if (
        claim.predicate not in ORDERS
        or claim.mode != "asserts"
        or claim.valid_until
        or claim.object is not None
    ):
        return claim
    date = end_in(claim.value, said_at)
    if date is None:
        return claim
    end = date.interval.low if date.direction == "until" else date.interval.high
    if end <= said_at:
        return claim
    said, plain = claim.value[date.start : date.end], written(date, said_at)
    return msgspec.structs.replace(
        claim,
        value=claim.value.replace(said, plain),
        text=finish(claim.text.replace(said, plain)),
        valid_until=end,
        grain=date.grain,
    )


def end_in(order: str, said_at: datetime) -> DateMention | None:
    """The date in the words of an order until when it holds."""
    dates = find_dates(order, said_at, tense="future")
    return next(
        (one for one in dates if one.direction in ENDS and one.grain not in {"minute", "second"}), None
    )
