"""Slots: what is weighed together, since only within a slot can one thing said replace, end or contradict another.

A slot is mostly one subject and one predicate with its qualifier; a many-valued predicate has one for each object.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.model import USER_ENTITY, Evidence, content_id
from graphmem.names import entity_id
from graphmem.ontology import Ontology
from graphmem.revise import decisions, fulfilled, handover, instead, let_go, plans, rather, turned
from graphmem.revise.belief import label_key, label_name, object_key
from graphmem.revise.fold import WHOLE
from graphmem.revise.frames import FRAMED, frame

# Of these there is one at a time for each qualifier: one dentist, one landlord.
ONE_OF_EACH = frozenset({"works_with"})
# Two words for one who does it.
ROLES = {"landlady": "landlord", "adviser": "advisor", "doc": "doctor", "gp": "doctor", "physician": "doctor"}


def slot_id(witness: Evidence, ontology: Ontology) -> str:
    """The slot that a witness speaks of; a many-valued predicate has one for each object.

    Plans of one topic are one slot, and so are deeds of one verb and topic (`plans.py`). The standing orders of
    somebody are one slot, and so are their clubs: what ends one may name it in other words. So are the uses and
    choices of one tool, for whatever purpose, notes that differ in a value alone (`frames.py`), and what else is
    weighed together (`decisions.py`).
    """
    if turned.is_word(witness):
        return turned.slot_of(witness)
    whole = one_at_a_time(witness, ontology) or witness.predicate in WHOLE
    value = "" if whole else object_key(witness)
    if witness.predicate == plans.PLANNED:
        value = plans.plan_topic(witness.value)
    elif witness.predicate == "did":
        value = plans.deed(witness.value)
    elif witness.predicate in FRAMED and not whole:
        value = frame(witness.value) or value
    elif witness.predicate == let_go.LET_GO:
        return content_id("slot", witness.subject, witness.predicate, "", let_go.slot_value(witness.value))
    elif witness.predicate == handover.HANDED_OVER:
        return content_id("slot", witness.subject, witness.predicate, "", "")
    elif witness.predicate == instead.INSTEAD:
        purpose = instead.key_of(witness.qualifier, witness.value)
        return content_id("slot", witness.subject, witness.predicate, purpose, "")
    if witness.predicate in decisions.TOGETHER:
        return content_id("slot", witness.subject, decisions.TOGETHER[witness.predicate], "", value)
    if witness.predicate == "status_is" and witness.subject == USER_ENTITY and witness.qualifier:
        # "The boiler is broken" may be told of the boiler, or as of one of the user's.
        return content_id("slot", entity_id(witness.qualifier), witness.predicate, "", value)
    if witness.predicate == "due_on" and witness.subject == USER_ENTITY and witness.qualifier:
        return content_id("slot", entity_id(label_name(witness.qualifier)), witness.predicate, "", value)
    if witness.predicate == "owns":  # "my bike is a Trek" is one of what "sold the Trek" ends
        return content_id("slot", witness.subject, witness.predicate, "", value)
    named = witness.predicate in {"setting_is", "due_on"}
    qualifier = label_key(witness.qualifier) if named else witness.qualifier.casefold()
    if witness.predicate in ONE_OF_EACH:
        qualifier = ROLES.get(qualifier, qualifier)
    return content_id("slot", witness.subject, witness.predicate, qualifier, value)


def one_at_a_time(witness: Evidence, ontology: Ontology) -> bool:
    """True where a new value closes the old one."""
    of_each = witness.predicate in ONE_OF_EACH and bool(witness.qualifier)
    return ontology.predicate(witness.predicate).functional or of_each


def slots_of(witnesses: Iterable[Evidence], ontology: Ontology) -> set[str]:
    """The slots that witnesses speak of, and those that these bear on."""
    listed = list(witnesses)
    beside = (
        plans.neighbours, let_go.neighbours, handover.neighbours, instead.neighbours, rather.neighbours,
        fulfilled.neighbours, turned.neighbours,
    )  # fmt: skip
    near = [other for one in listed for look in beside for other in look(one)]
    return {slot_id(witness, ontology) for witness in (*listed, *near)}
