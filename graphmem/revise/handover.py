"""Who has something now, so that whoever had it has it no more: "Omar took over the exporter", "Mia owns it now".

Such a word is told of the thing, in a slot of its own, beside the claim that somebody has it. It ends what anybody else
had in the thing before, under each of the predicates in `HELD`, whichever of the two was read first. That somebody has
a thing ends nothing by itself: two may own a service. What goes over by a short name goes over by the full one too:
"billing is with Deniz now" speaks of the billing service.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.names import entity_id
from graphmem.revise.belief import object_key
from graphmem.store import queries
from graphmem.store.queries import Reader

HANDED_OVER = "changed_hands"
HELD = frozenset({"owns", "maintains", "leads"})
# What a name may end in and be understood without.
HEADS = ("service", "repository", "repo", "api", "app", "module", "pipeline", "cluster", "worker")


def things(name: str) -> set[str]:
    """The entities that may be meant by the name of a thing: "billing" and the billing service."""
    short = re.sub(rf"\s+(?:{'|'.join(HEADS)})$", "", name, flags=re.IGNORECASE)
    whole = [] if short != name or " " in name else [f"{name} {head}" for head in HEADS]
    return {entity_id(one) for one in (name, short, *whole) if one}


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots in which it stands that the thing has changed hands."""
    if witness.predicate in HELD and witness.mode == "asserts" and witness.object:
        for thing in sorted({witness.object} | things(witness.value)):
            yield msgspec.structs.replace(
                witness, subject=thing, predicate=HANDED_OVER, qualifier="", object="", value=""
            )


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of who has the things that changed hands."""
    gone = {
        thing for w in witnesses if w.predicate == HANDED_OVER for thing in {w.subject} | things(w.qualifier)
    }
    return {
        fact.slot
        for predicate in sorted(HELD)
        for fact in (queries.facts_about(reader, gone, predicate) if gone else ())
        if fact.object in gone
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
        if word.predicate == HANDED_OVER and word.object != one.subject
        and one.object in {word.subject} | things(word.qualifier)
    ]  # fmt: skip
