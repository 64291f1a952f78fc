"""Two values that a person says are both so: evidence goes in, the pairs that its messages speak of come out.

One message says it of two facts and is a witness of each. The two then do not exclude each other: neither closes the
other, and that they contradict each other is not raised again, until the person takes that back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graphmem.model import Evidence
from graphmem.revise.belief import Belief, object_key

# What a person says of two facts at once.
OF_TWO = frozenset({"stands", "doubts"})

Pair = frozenset[str]


def spoken_of(evidence: Iterable[Evidence]) -> dict[str, Pair]:
    """The two values of which each message says that they are both so, or are not."""
    found: dict[str, set[str]] = defaultdict(set)
    for witness in evidence:
        if witness.mode in OF_TWO:
            found[witness.message_id].add(object_key(witness))
    return {message: frozenset(values) for message, values in found.items()}


def pair_of(one: Belief, other: Belief) -> Pair:
    """The values of two beliefs."""
    return frozenset((one.key, other.key))


def linked(one: Belief, other: Belief) -> bool:
    """True when one stands against the other."""
    return any(rival is other for rival, _ in one.contradicts) or any(
        rival is one for rival, _ in other.contradicts
    )
