"""What serves a purpose instead of what served it before: "payments go through Adyen now" ends Stripe for payments.

Such a word is told of whoever uses the tool, in a slot of its own for each purpose, beside the claim that the tool is
in use. It ends what else served the purpose until then, whichever of the two was read first. Where no purpose is told,
the family of the tool stands for one, if it is one of which people have one at a time: an editor, a host of code, the
system of a machine. That a tool is used ends nothing by itself ("we also use Adyen for payments"); what is told of all
of a purpose does, in another message ("payments run on Adyen").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import Evidence
from graphmem.names import family
from graphmem.revise.belief import object_key, stems
from graphmem.store import queries
from graphmem.store.queries import Reader

INSTEAD = "serves_instead"
IN_USE = frozenset({"uses", "chose"})
# "Our API is REST" may be told as a value; a figure is none that a tool takes the place of.
VALUED = "setting_is"
FIGURE = re.compile(r"\d")
# A word that does not say that anything changed, "tickets are on Linear", ends nothing that the same message told.
SURE = 0.55
# Other words for one purpose, by their stems.
SAME = {
    "mail": "email", "e-mail": "email", "db": "database", "ci/cd": "ci", "cicd": "ci", "formatter": "format",
    "linter": "lint", "bundler": "bundl",
}  # fmt: skip
IDLE = re.compile(
    r"(?:our|my|all|proces|process|handl|stuff|provider|service|system|solution|tool|server|unit)$"
)


def purpose_key(purpose: str) -> str:
    """A purpose as it is compared: its words without their endings and without what goes with any purpose."""
    told = {SAME.get(stem, stem) for stem in stems(purpose)}
    return " ".join(sorted(stem for stem in told if not IDLE.match(stem)) or sorted(told))


def key_of(purpose: str, tool: str) -> str:
    """For what a tool is used: the purpose that was told, or the family of the tool where that says no less."""
    told, kind = purpose_key(purpose), purpose_key(family(tool))
    return kind if set(told.split()) <= set(kind.split()) else told


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """A witness of the slot in which it stands that something else serves the purpose, and of what such a word ends."""
    if serves(witness) and key_of(witness.qualifier, witness.value):
        yield msgspec.structs.replace(witness, predicate=INSTEAD)
    elif witness.predicate == INSTEAD and witness.qualifier:
        yield msgspec.structs.replace(witness, predicate=VALUED, object="")


def serves(witness: Evidence) -> bool:
    """True for what may be said of a tool and its purpose."""
    named = witness.predicate == VALUED and not FIGURE.search(witness.value)
    return witness.mode == "asserts" and (named or witness.predicate in IN_USE)


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of what else served the purposes that have another tool now."""
    words = {(w.subject, key_of(w.qualifier, w.value)) for w in witnesses if w.predicate == INSTEAD}
    subjects = {subject for subject, _ in words}
    return {
        fact.slot
        for predicate in sorted(IN_USE)
        for fact in (queries.facts_about(reader, subjects, predicate) if subjects else ())
        if (fact.subject, key_of(fact.qualifier, fact.value)) in words
    }


def ended(group: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of what served a purpose before, under the ids of the words that tell of something else."""
    told = {
        (w.predicate, w.qualifier, object_key(w)): w
        for w in sorted(group, key=lambda w: (w.said_at, w.id), reverse=True)  # by the first who said it
        if serves(w) and (w.object or w.predicate == VALUED)
    }
    return [
        msgspec.structs.replace(
            word, predicate=one.predicate, qualifier=one.qualifier, mode="closes", object=one.object, value=one.value
        )
        for word in words
        for one in told.values()
        if word.predicate == INSTEAD and word.subject == one.subject and word.object != one.object
        and word.value.casefold() != one.value.casefold()
        and key_of(word.qualifier, word.value) == key_of(one.qualifier, one.value)
        and (word.confidence >= SURE or word.message_id != one.message_id)
    ]  # fmt: skip
