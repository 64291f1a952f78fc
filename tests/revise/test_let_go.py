"""What is let go ends whatever it was to somebody, under each predicate, whichever was read first, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from graphmem.names import entity_id
from graphmem.ontology import load_ontology
from graphmem.revise.let_go import ENDABLE, LET_GO
from graphmem.revise.revise import folded
from graphmem.revise.slots import slot_id, slots_of
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()


def of(predicate, witness, **changes):
    return msgspec.structs.replace(witness, predicate=predicate, **changes)


def let_go(n, name, until=None):
    return of(LET_GO, said(n, name, "closes", until=until))


def lasting(group, *words):
    """What goes on of a slot, by its value."""
    beliefs, _ = folded(group, ONTOLOGY, words)
    return sorted(b.told for b in beliefs if b.retracted_at is None and b.valid_until is None)


@pytest.mark.parametrize("predicate", sorted(ENDABLE))
@pytest.mark.parametrize("entity", [False, True])
def test_it_ends_what_holds_under_any_predicate(predicate, entity):
    held = of(predicate, said(0, "Notion"), object=entity_id("Notion") if entity else "")
    word = let_go(20, "notion", until=15)
    (belief,), _ = folded([held], ONTOLOGY, [word])
    assert (belief.valid_until, belief.end_recorded_at) == (day(15), day(20))
    # Each is found from the other.
    assert slot_id(held, ONTOLOGY) in slots_of([word], ONTOLOGY)
    assert slot_id(word, ONTOLOGY) in slots_of([held], ONTOLOGY)


def test_a_predicate_that_is_not_a_tie_goes_on():
    held = of("speaks", said(0, "Notion"))
    assert lasting([held], let_go(20, "Notion")) == ["Notion"]


def test_somebody_else_and_something_else_go_on():
    others = of(LET_GO, said(20, "Notion", "closes"), subject="ent_ben")
    assert lasting([of("likes", said(0, "Notion"))], others) == ["Notion"]
    assert lasting([of("likes", said(0, "Notion"))], let_go(20, "notions of time")) == ["Notion"]
    assert lasting([of("likes", said(30, "Notion"))], let_go(20, "Notion")) == ["Notion"]


@pytest.mark.parametrize(
    ("clubs", "name", "left"),
    [
        (["St Aldhelm choir", "North chess club"], "choir", ["North chess club"]),
        (["checkout team"], "teams", []),
        (["checkout team", "search team"], "teams", ["checkout team", "search team"]),
        (["Kraftwerk climbing gym"], "Kraftwerk", []),
        (["Kraftwerk climbing gym"], "climbing", ["Kraftwerk climbing gym"]),
    ],
)
def test_a_club_may_be_named_in_part_when_it_is_the_only_one(clubs, name, left):
    held = [of("member_of", said(0, club, number=n)) for n, club in enumerate(clubs)]
    word = let_go(20, name)
    assert lasting(held, word) == left
    assert all(slot_id(word, ONTOLOGY) in slots_of([one], ONTOLOGY) for one in held if one.value not in left)


def test_who_comes_back_to_it_has_it_again():
    held = [of("uses", said(0, "Notion")), of("uses", said(30, "Notion"))]
    assert lasting(held, let_go(20, "Notion")) == ["Notion"]
    assert lasting(held, let_go(20, "Notion"), let_go(40, "Notion")) == []


def test_a_taste_and_a_dislike_are_weighed_as_ever():
    tastes = [of("likes", said(0, "sushi")), of("dislikes", said(40, "sushi"))]
    beliefs, _ = folded(tastes, ONTOLOGY, [let_go(20, "sushi", until=18)])
    spans = {b.witnesses[0].predicate: (b.valid_from, b.valid_until) for b in beliefs}
    assert spans == {"likes": (day(0), day(18)), "dislikes": (day(40), None)}
