"""What is over, whatever it was: "I'm done with Notion" ends that it is used, liked or owned, as each was told.

Such a word names a thing and not what somebody had to do with it. It is one witness of a slot of its own, and ends
what holds of the same subject and thing under each of the predicates in `ENDABLE`, whichever of the two was read first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.names import entity_id, name_key
from graphmem.revise.belief import object_key, stems
from graphmem.revise.fold import SHORTENED
from graphmem.revise.plans import PLANNED, topic_word

LET_GO = "let_go"
# Of these an end may give a part of the name: "the choir" of the St Aldhelm choir.
IN_PART = frozenset({"member_of", "owns", "works_at", "practises", "reachable_at"})
EXACT = frozenset({"uses", "depends_on", "chose", "prefers", "likes", "eats", "plays", "studies", "works_on"})
EXACT |= {"leads", "maintains", "has_pet", "partner_of", "friend_of", PLANNED}
ENDABLE = IN_PART | EXACT
# Slots of exact values are looked up under these, which stand for those that are weighed together with them.
LOOKED_UP = EXACT - {"depends_on", "chose"}


def slot_value(value: str) -> str:
    """What such words are found by: the words of a name without their endings."""
    return " ".join(sorted(stems(value))) or name_key(value)


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots that such a word may end, and of the words that may end what is asserted."""
    one = msgspec.structs.replace
    if witness.predicate == LET_GO:
        for predicate in sorted(LOOKED_UP):
            yield one(witness, predicate=predicate, qualifier="", object=entity_id(witness.value))
            yield one(witness, predicate=predicate, qualifier="", object="")
        for predicate in sorted(IN_PART):
            yield one(witness, predicate=predicate, qualifier="", object="")
    elif witness.predicate in ENDABLE and witness.mode == "asserts" and witness.value:
        for name in names_of(witness):
            yield one(witness, predicate=LET_GO, qualifier="", object="", value=name)


def names_of(witness: Evidence) -> list[str]:
    """By which words a thing may be let go: its name, and of a club or a belonging also its last word and its first.

    A habit is let go by any of its words, a plan is let go by its topic, and an address by what it is: "my old number".
    """
    if witness.predicate == PLANNED:
        return [topic_word(witness.value)]
    if witness.predicate == "reachable_at":
        return [witness.value, "email" if "@" in witness.value else "number"]
    parts = name_key(witness.value).split()
    if witness.predicate == "practises":
        return [witness.value, *parts[:6]]
    return [
        witness.value,
        *(parts[-1:] + parts[:1] if witness.predicate in IN_PART and len(parts) > 1 else []),
    ]


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends that words of `LET_GO` put to what a slot tells, under the ids of these words."""
    told = {(w.predicate, w.qualifier, object_key(w)): w for w in group if w.mode == "asserts" and w.value}
    ends = {
        (end.id, end.predicate, end.qualifier, object_key(end)): end
        for word in words
        for one in told.values()
        if word.predicate == LET_GO and word.subject == one.subject and one.predicate in ENDABLE
        and slot_value(word.value) in map(slot_value, names_of(one))
        for end in (as_end(word, one),)
    }  # fmt: skip
    return list(ends.values())


def as_end(word: Evidence, one: Evidence) -> Evidence:
    """The word as an end of what was told; what a part of a name means is seen where it is heard."""
    in_part = one.predicate in SHORTENED and slot_value(word.value) != slot_value(one.value)
    told = ("", word.value) if in_part else (one.object, one.value)
    return msgspec.structs.replace(
        word, predicate=one.predicate, qualifier=one.qualifier, mode="closes", object=told[0], value=told[1]
    )
