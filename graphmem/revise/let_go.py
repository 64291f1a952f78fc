"""What is over, whatever it was: "I'm done with Notion" ends that it is used, liked or owned, as each was told.

Such a word names a thing and not what somebody had to do with it. It is one witness of a slot of its own, and ends
what holds of the same subject and thing under each of the predicates in `ENDABLE`, whichever of the two was read first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import USER_ENTITY, Evidence
from graphmem.names import entity_id, name_key
from graphmem.revise.belief import object_key, stems
from graphmem.revise.fold import SHORTENED
from graphmem.revise.frames import frame
from graphmem.revise.plans import PLANNED, topic_word
from graphmem.store import queries
from graphmem.store.queries import Reader

LET_GO = "let_go"
# Of these an end may give a part of the name: "the choir" of the St Aldhelm choir.
IN_PART = frozenset({"member_of", "owns", "works_at", "practises", "reachable_at", "has_condition"})
# Of everything one may have one favourite.
FAVOURITE = "favorite_is"
EXACT = frozenset(
    {"uses", "depends_on", "chose", "prefers", "likes", "eats", "plays", "studies", "works_on", FAVOURITE}
)
EXACT |= {"leads", "maintains", "has_pet", "partner_of", "friend_of", "works_with", "reports_to", PLANNED}
ENDABLE = IN_PART | EXACT
# Who gives a new address lives in the old street no more.
HOME = "lives_in"
STREET = re.compile(
    r"\d|(?:street|st\.|road|rd\.|avenue|lane|drive|square|court|stra(?:ß|ss)e|gasse|allee|platz|weg)$|^(?:rue|via|calle|place|avenida|plaza)\b",
    re.IGNORECASE,
)
ADDRESS, LIVED_AT = "address", "lives at #"
# "The office is on Kantstraße" is over with the office: statements by what they frame (`frames.py`).
STATED = "noted"
STATEMENTS = ("{} is #", "is {}", "supports {}", "{}")
STATE = re.compile(r"(?:is|are)\s+(?P<a>single)", re.IGNORECASE)
# Who is over documentaries likes watching them no more.
TAKEN_IN = frozenset({"likes", "prefers"})
WAYS = (
    "watching",
    "reading",
    "playing",
    "eating",
    "drinking",
    "doing",
    "going to",
    "listening to",
    "using",
    "watch",
    "read",
    "cooking",
)
# What is kept in a tool that the user lets go, or runs on it, does so no more.
KEPT_IN = frozenset({"stored_in", "deployed_on"})
# These are let go by what they are, and not by their value.
BY_WORDS = frozenset({STATED, HOME})
# Slots of exact values are looked up under these, which stand for those that are weighed together with them.
LOOKED_UP = EXACT - {"depends_on", "chose"}
# Who leaves the work ("Odile's last day was Friday") is as good a friend as before, what was finished as well liked.
ONLY = {
    "work": frozenset({"works_with", "reports_to"}),
    "activity": frozenset({"practises", "studies", PLANNED}),
}


def slot_value(value: str) -> str:
    """What such words are found by: the words of a name without their endings."""
    return " ".join(sorted(stems(value))) or name_key(value)


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots that such a word may end, and of the words that may end what is asserted."""
    one = msgspec.structs.replace
    if witness.predicate == LET_GO:
        for predicate in sorted(LOOKED_UP | {HOME}):
            yield one(witness, predicate=predicate, qualifier="", object=entity_id(witness.value))
            yield one(witness, predicate=predicate, qualifier="", object="")
        for told in STATEMENTS:
            yield one(witness, predicate=STATED, qualifier="", object="", value=told.format(witness.value))
        if witness.value == ADDRESS:
            yield one(witness, predicate=STATED, qualifier="", object="", value=LIVED_AT)
        for predicate in sorted(TAKEN_IN):
            yield from (
                one(witness, predicate=predicate, qualifier="", object="", value=f"{way} {witness.value}")
                for way in WAYS
            )
        for predicate in sorted(IN_PART):
            yield one(witness, predicate=predicate, qualifier="", object="")
    elif witness.predicate in KEPT_IN and witness.mode == "asserts" and witness.value:
        yield one(
            witness, subject=USER_ENTITY, predicate=LET_GO, qualifier="", object="", value=witness.value
        )
    elif witness.predicate in ENDABLE | BY_WORDS and witness.mode == "asserts" and witness.value:
        for name in names_of(witness):
            yield one(witness, predicate=LET_GO, qualifier="", object="", value=name)


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell what somebody who is let go by name does for whom, "our accountant", and of what is kept in a
    tool that is let go, or runs on it."""
    people = {
        entity_id(one.value, "person")
        for one in witnesses
        if one.predicate == LET_GO and one.value[:1].isupper()
    }
    tools = {entity_id(one.value) for one in witnesses if is_tool(one)}
    slots = {fact.slot for fact in queries.facts_about(reader, people, "works_with")} if people else set()
    whose = {one.subject for one in witnesses if one.predicate == LET_GO and not one.qualifier}
    slots |= {fact.slot for fact in queries.facts_about(reader, whose, FAVOURITE)} if whose else set()
    for predicate in sorted(KEPT_IN) if tools else ():
        slots |= {fact.slot for fact in queries.facts_about(reader, tools, predicate) if fact.object in tools}
    return slots


def is_tool(word: Evidence) -> bool:
    """True for the word of a user that a thing is let go as such, and not only the work or the reading of it."""
    return (
        word.predicate == LET_GO and not word.qualifier and word.subject == USER_ENTITY and bool(word.value)
    )


def names_of(witness: Evidence) -> list[str]:
    """By which words a thing may be let go: its name, and of a club or a belonging also its last word and its first,
    of a pleasure what it is taken in: "watching documentaries".

    A habit is let go by any of its words or a few of them, a plan by its topic, and an address by what it is: "my
    old number".
    """
    if witness.predicate == PLANNED:
        return [topic_word(witness.value)]
    if witness.predicate == STATED:
        state, told = STATE.fullmatch(witness.value), frame(witness.value)
        if state is not None or told == LIVED_AT:
            return [state["a"] if state is not None else ADDRESS]
        return [told.removeprefix("supports ").removesuffix(" is #")] if told else []
    if witness.predicate == HOME:
        return [ADDRESS] if STREET.search(witness.value) else []
    if witness.predicate == "reachable_at":
        post = re.search(r"\d", witness.value) and re.search(r"[^\W\d]{3}", witness.value)
        return [witness.value, "email" if "@" in witness.value else "address" if post else "number"]
    if witness.predicate in TAKEN_IN:
        begun = next((one for one in WAYS if witness.value.casefold().startswith(f"{one} ")), "")
        return [witness.value, *([witness.value[len(begun) + 1 :]] if begun else [])]
    parts = name_key(witness.value).split()
    if witness.predicate == "practises":
        return [witness.value, *parts[:8], *runs(parts[:10])]
    return [
        witness.value,
        *(parts[-1:] + parts[:1] if witness.predicate in IN_PART and len(parts) > 1 else []),
        *(
            [witness.value.rpartition(" ")[0]]
            if witness.predicate == "has_condition" and " " in witness.value
            else []
        ),
    ]


def runs(parts: Sequence[str]) -> Iterator[str]:
    """Two to four words of a habit: "the choir" of "sings in the St Aldhelm choir" is the St Aldhelm choir."""
    for length in (2, 3, 4):
        yield from (" ".join(parts[at : at + length]) for at in range(len(parts) - length + 1))


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends that words of `LET_GO` put to what a slot tells, under the ids of these words."""
    told = {(w.predicate, w.qualifier, object_key(w)): w for w in group if w.mode == "asserts" and w.value}
    ends = {
        (end.id, end.predicate, end.qualifier, object_key(end)): end
        for word in words
        for one in told.values()
        if word.predicate == LET_GO and in_hand(word, one)
        and one.predicate in ONLY.get(word.qualifier, ENDABLE | KEPT_IN | BY_WORDS)
        and slot_value(word.value) in map(slot_value, names_of(one))
        for end in (as_end(word, one),)
    }  # fmt: skip
    return list(ends.values())


def in_hand(word: Evidence, one: Evidence) -> bool:
    """True when what was told may be ended by who speaks: their own, or something that is kept in their tool."""
    if one.predicate in KEPT_IN:
        return is_tool(word) and one.object == entity_id(word.value)
    return word.subject == one.subject and one.predicate in ENDABLE | BY_WORDS


def as_end(word: Evidence, one: Evidence) -> Evidence:
    """The word as an end of what was told; what a part of a name means is seen where it is heard."""
    in_part = one.predicate in SHORTENED and slot_value(word.value) != slot_value(one.value)
    told = ("", word.value) if in_part else (one.object, one.value)
    return msgspec.structs.replace(
        word, subject=one.subject, predicate=one.predicate, qualifier=one.qualifier, mode="closes", object=told[0],
        value=told[1],
    )  # fmt: skip
