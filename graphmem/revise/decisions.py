"""Predicates that bear on each other are weighed together: tools and decisions, likes and dislikes, couples.

All that is said of one subject and one tool in the words "uses", "depends on", "chose" and "rejected" is one slot; so
is what somebody likes and dislikes, and whom somebody is with or married to. Each predicate and purpose in it is folded
by itself; but a word about one may close another, so that "MongoDB is out" ends what was chosen for the audit log. What
is closed thus is closed only: it gives no fact of its own.

- "No longer uses X" ends its use, need and choice, for the purpose that was named; without one, for every purpose.
- "Decided against X" ends the choice and the use for that purpose; without one, every choice and the use at large.
- "Chose X" ends that it was turned down.
- "Can't stand X" ends that it was liked, and "loves X now" that it was not.
- "We got married" tells of whom somebody was with.
- "X and I separated" ends a marriage as well, and a divorce what else two people were to each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.revise.belief import object_key

ENDINGS = frozenset({"ends", "closes"})
IN_USE = frozenset({"uses", "depends_on", "chose"})
TASTES = frozenset({"likes", "dislikes"})
COUPLES = frozenset({"married_to", "partner_of"})
# Each of these with the predicate that names the slot of its kind.
TOGETHER = (
    dict.fromkeys(IN_USE | {"rejected"}, "uses")
    | dict.fromkeys(TASTES, "likes")
    | dict.fromkeys(COUPLES, "partner_of")
)


def parted(group: Sequence[Evidence]) -> list[tuple[list[Evidence], frozenset[str]]]:
    """The evidence of a slot, one list for each predicate and purpose, with the ids of those that only close there."""
    group = [with_partner(witness, group) for witness in group]
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


def with_partner(witness: Evidence, group: Iterable[Evidence]) -> Evidence:
    """ "We got married" as told of whom one was with by then; without anybody it only waits for one to be told."""
    if witness.mode != "asserts" or object_key(witness):
        return witness
    with_ = None
    for other in sorted(group, key=lambda w: (w.said_at, w.id)):
        if other.said_at <= witness.said_at and object_key(other) and other.mode == "asserts":
            with_ = other
        elif other.said_at <= witness.said_at and other.mode in ENDINGS:
            with_ = None
    if with_ is None:
        return msgspec.structs.replace(witness, mode="retracts")  # takes nothing back, and is kept
    text = witness.text.replace(" is married", f" is married to {with_.value}", 1)
    return msgspec.structs.replace(witness, object=with_.object, value=with_.value, text=text)


def closed_by(witness: Evidence, group: Iterable[Evidence]) -> bool:
    """True when an end closes something that was asserted before under another predicate or for a purpose."""
    key = object_key(witness)
    return witness.mode == "ends" and any(
        other.mode == "asserts"
        and other.said_at < witness.said_at
        and key in {"", object_key(other)}
        and (other.predicate, other.qualifier) != (witness.predicate, witness.qualifier)
        and closes(witness, other.predicate, other.qualifier)
        for other in group
    )


def closes(witness: Evidence, predicate: str, qualifier: str) -> bool:
    """True when a word about one predicate and purpose puts an end to another."""
    if (witness.predicate, witness.qualifier) == (predicate, qualifier):
        return False
    if witness.predicate in TASTES:
        return witness.mode == "asserts"
    if witness.predicate in COUPLES:
        return witness.mode in ENDINGS
    same, at_large = witness.qualifier == qualifier, not witness.qualifier
    if witness.mode in ENDINGS and witness.predicate in IN_USE and predicate in IN_USE:
        return same or at_large or (predicate == "chose" and not qualifier)
    if witness.mode == "asserts" and witness.predicate == "rejected" and predicate in IN_USE:
        return same or (predicate == "chose" and (at_large or not qualifier))
    if witness.mode == "asserts" and witness.predicate == "chose" and predicate == "rejected":
        return same or at_large or not qualifier
    return False


def as_end(witness: Evidence, predicate: str, qualifier: str) -> Evidence:
    """The same word as an end of another predicate and purpose."""
    until = witness.valid_from if witness.mode == "asserts" else witness.valid_until
    return msgspec.structs.replace(
        witness, predicate=predicate, qualifier=qualifier, mode="ends", valid_from=None, valid_until=until
    )
