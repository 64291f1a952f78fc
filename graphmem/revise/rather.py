"""What somebody would rather have now, so that the other of two is preferred no more: tabs over spaces, then spaces.

Many things may be preferred at a time; but who preferred one to another and then prefers the other has turned round,
and so has who goes from light mode to dark mode. It ends the old preference, whichever of the two was read first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.names import entity_id
from graphmem.revise.belief import object_key, opposite
from graphmem.store import queries
from graphmem.store.queries import Reader

PREFERRED = "prefers"
OVER = re.compile(
    r"\s(?:over|to|than|rather than|instead of|and not)\s+(?P<other>[^,;()]+?)(?:\s+for\b.*)?\.?$"
)


def left(text: str) -> str:
    """What something is preferred to, by the sentence that says so; "" when that is not told."""
    found = OVER.search(text)
    return found["other"].casefold().strip() if found is not None else ""


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots of what this is preferred to, and of what is the opposite of it."""
    if witness.predicate != PREFERRED or witness.mode != "asserts":
        return
    for other in {left(witness.text), opposite(witness.value)} - {""}:
        for target in ("", entity_id(other)):
            yield msgspec.structs.replace(witness, object=target, value=other)


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots in which something is preferred to what is preferred now."""
    told = {(w.subject, w.value.casefold()) for w in witnesses if is_told(w)}
    subjects = {subject for subject, _ in told}
    known = queries.facts_about(reader, subjects, PREFERRED) if subjects else ()
    return {fact.slot for fact in known if (fact.subject, left(fact.text)) in told}


def is_told(witness: Evidence) -> bool:
    """True for a word that something is preferred."""
    return witness.predicate == PREFERRED and witness.mode == "asserts" and bool(witness.value)


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of what was preferred to what is preferred since, under the ids of the words that say so."""
    told: dict[tuple[str, str, str], Evidence] = {}
    for one in sorted(filter(is_told, group), key=lambda w: (w.said_at, w.id)):
        told.setdefault((one.subject, one.qualifier, object_key(one)), one)
    return [
        msgspec.structs.replace(
            word, qualifier=one.qualifier, mode="closes", object=one.object, value=one.value,
            valid_from=None, valid_until=word.valid_from or word.said_at,
        )
        for word in words
        for one in told.values()
        if is_told(word) and word.subject == one.subject and word.said_at > one.said_at
        and word.value.casefold() in {left(one.text), opposite(one.value)} - {""}
    ]  # fmt: skip
