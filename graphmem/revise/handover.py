"""Who has something now, so that whoever had it has it no more: "Omar took over the exporter", "Mia owns it now".

Such a word is told of the thing, in a slot of its own, beside the claim that somebody has it. It ends what anybody else
had in the thing before, under each of the predicates in `HELD`, whichever of the two was read first. That somebody has
a thing ends nothing by itself: two may own a service.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.revise.belief import object_key
from graphmem.store import queries
from graphmem.store.queries import Reader

HANDED_OVER = "changed_hands"
HELD = frozenset({"owns", "maintains", "leads"})


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """A witness of the slot in which it stands that the thing has changed hands."""
    if witness.predicate in HELD and witness.mode == "asserts" and witness.object:
        yield msgspec.structs.replace(
            witness, subject=witness.object, predicate=HANDED_OVER, qualifier="", object="", value=""
        )


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of who has the things that changed hands."""
    things = {witness.subject for witness in witnesses if witness.predicate == HANDED_OVER}
    return {
        fact.slot
        for predicate in sorted(HELD)
        for fact in (queries.facts_about(reader, things, predicate) if things else ())
        if fact.object in things
    }


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of what others had in a thing that changed hands, under the ids of the words that say so."""
    told = {
        (w.predicate, object_key(w)): w
        for w in group
        if w.mode == "asserts" and w.predicate in HELD and w.object
    }
    return [
        msgspec.structs.replace(
            word, subject=one.subject, predicate=one.predicate, qualifier=one.qualifier, mode="closes",
            object=one.object, value=one.value,
        )
        for word in words
        for one in told.values()
        if word.predicate == HANDED_OVER and word.subject == one.object and word.object != one.subject
    ]  # fmt: skip
