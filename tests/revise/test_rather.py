"""Who turns from one of two to the other prefers the first no more; what else is preferred goes on."""

from __future__ import annotations

import msgspec
import pytest

from graphmem.ontology import load_ontology
from graphmem.revise.revise import folded
from graphmem.revise.slots import slot_id, slots_of
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()


def rather(n, value, text=""):
    word = said(n, value)
    return msgspec.structs.replace(
        word, predicate="prefers", text=text or f"The user prefers {value}.", object=""
    )


def ends(held, word):
    beliefs, _ = folded([held], ONTOLOGY, [word])
    return [b.valid_until for b in beliefs if b.retracted_at is None]


TABS = rather(0, "tabs", "The user prefers tabs over spaces.")
CASES = [
    (TABS, "spaces", True),
    (TABS, "vim", False),
    (rather(0, "rest", "The user prefers rest over graphql."), "graphql", True),
    (rather(0, "light mode"), "dark mode", True),
    (rather(0, "rest"), "graphql", False),
]


@pytest.mark.parametrize(("old", "new", "over"), CASES)
def test_the_other_of_two_ends_what_was_preferred(old, new, over):
    assert ends(old, rather(20, new)) == [day(20) if over else None]


def test_what_was_preferred_first_ends_nothing():
    assert ends(TABS, rather(-20, "spaces")) == [None]


def test_a_preference_looks_for_the_one_that_it_may_be_ended_by():
    assert slot_id(rather(20, "spaces"), ONTOLOGY) in slots_of([TABS], ONTOLOGY)
