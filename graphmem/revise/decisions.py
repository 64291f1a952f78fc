"""Decisions and tools are weighed together: what is no longer used was not chosen for good, and what was turned down is
not in use.

All that is said of one subject and one tool in the words "uses", "depends on", "chose" and "rejected" is one slot. Each
predicate and purpose in it is folded by itself; but a word about one may close another, so that "MongoDB is out" ends
what was chosen for the audit log. What is closed thus is closed only: it gives no fact of its own.

- "No longer uses X" ends its use, need and choice, for the purpose that was named; without one, for every purpose.
- "Decided against X" ends the choice and the use for that purpose; without one, every choice and the use at large.
- "Chose X" ends that it was turned down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from graphmem.model import Evidence

TOGETHER = frozenset({"uses", "depends_on", "chose", "rejected"})
IN_USE = frozenset({"uses", "depends_on", "chose"})
# The predicate that names the slot of them all.
SLOT = "uses"


def parted(group: Sequence[Evidence]) -> list[tuple[list[Evidence], frozenset[str]]]:
    """The evidence of a slot, one list for each predicate and purpose, with the ids of those that only close there."""
    own: dict[tuple[str, str], list[Evidence]] = defaultdict(list)
    for witness in group:
        own[witness.predicate, witness.qualifier].append(witness)
    parts: list[tuple[list[Evidence], frozenset[str]]] = []
    closing = {id(w) for w in group if closed_by(w, group)}
    for (predicate, qualifier), witnesses in sorted(own.items()):
        asserted = any(w.mode == "asserts" for w in witnesses)
        # An end that closes something elsewhere needs no past of its own here.
        stay = [w for w in witnesses if asserted or not (w.mode == "ends" and id(w) in closing)]
        others = [w for w in group if w not in witnesses and asserted and closes(w, predicate, qualifier)]
        first = min((w.said_at for w in witnesses if w.mode == "asserts"), default=None)
        guests = [as_end(w, predicate, qualifier) for w in others if first is not None and w.said_at > first]
        if stay or guests:
            parts.append(([*stay, *guests], frozenset(w.id for w in guests)))
    return parts


def closed_by(witness: Evidence, group: Iterable[Evidence]) -> bool:
    """True when an end closes something that was asserted before under another predicate or for a purpose."""
    return witness.mode == "ends" and any(
        other.mode == "asserts"
        and other.said_at < witness.said_at
        and (other.predicate, other.qualifier) != (witness.predicate, witness.qualifier)
        and closes(witness, other.predicate, other.qualifier)
        for other in group
    )


def closes(witness: Evidence, predicate: str, qualifier: str) -> bool:
    """True when a word about one predicate and purpose puts an end to another."""
    if (witness.predicate, witness.qualifier) == (predicate, qualifier):
        return False
    same, at_large = witness.qualifier == qualifier, not witness.qualifier
    if witness.mode == "ends" and witness.predicate in IN_USE and predicate in IN_USE:
        return same or at_large or (predicate == "chose" and not qualifier)
    if witness.mode == "asserts" and witness.predicate == "rejected" and predicate in IN_USE:
        return same or (predicate == "chose" and (at_large or not qualifier))
    if witness.mode == "asserts" and witness.predicate == "chose" and predicate == "rejected":
        return same or at_large or not qualifier
    return False


def as_end(witness: Evidence, predicate: str, qualifier: str) -> Evidence:
    """The same word as an end of another predicate and purpose."""
    until = witness.valid_until if witness.mode == "ends" else witness.valid_from
    return msgspec.structs.replace(
        witness, predicate=predicate, qualifier=qualifier, mode="ends", valid_from=None, valid_until=until
    )
