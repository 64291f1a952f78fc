"""What took the place of a thing ends what anybody had in it: "Splunk was replaced by Loki" ends where the logs go.

That is told of the thing that is gone, so whoever used it, needed it, kept something in it or ran on it does so no
more, whichever of the two was read first. What is told of the thing later is news, and goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.revise.belief import object_key
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.store.state import fact_of

REPLACED = "replaced_by"
SERVED = frozenset({"uses", "chose", "depends_on", "stored_in", "deployed_on"})


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of what was had in things that were replaced, and those that tell of their being replaced."""
    told = [w for w in witnesses if w.mode == "asserts" and w.object]
    gone = {w.subject for w in told if w.predicate == REPLACED}
    had = {w.object for w in told if w.predicate in SERVED}
    slots = {
        fact.slot
        for predicate in sorted(SERVED)
        for fact in (queries.facts_about(reader, gone, predicate) if gone else ())
        if fact.object in gone
    }
    return slots | successions(reader, had)


def successions(reader: Reader, things: set[str]) -> set[str]:
    """The slots that tell what took the place of these things.

    They are found along the few edges that leave a tool, and not among all that is told of it.
    """
    edges = queries.relations(reader, sorted(things), REPLACED, outward=True) if things else ()
    known = queries.facts(reader, (fact_of(edge[3]) for edge in edges))
    return {fact.slot for fact in known.values()}


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of what was had in a thing that was replaced, under the ids of the words that say so."""
    told = {
        (w.subject, w.predicate, w.qualifier, object_key(w)): w
        for w in group
        if w.mode == "asserts" and w.predicate in SERVED and w.object
    }
    return [
        msgspec.structs.replace(
            word, subject=one.subject, predicate=one.predicate, qualifier=one.qualifier, mode="closes",
            object=one.object, value=one.value, valid_from=None, valid_until=word.valid_from or word.said_at,
        )
        for word in words
        for one in told.values()
        if word.predicate == REPLACED and word.mode == "asserts" and word.subject == one.object
        and word.object != one.object and word.said_at > one.said_at
    ]  # fmt: skip
