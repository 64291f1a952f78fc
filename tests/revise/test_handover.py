"""Who takes a thing over ends what others had in it, whichever was read first; who has it beside them ends nothing."""

from __future__ import annotations

import random

import msgspec
import pytest

from graphmem.names import entity_id
from graphmem.ontology import load_ontology
from graphmem.revise.handover import HANDED_OVER, HELD
from graphmem.revise.revise import folded
from graphmem.revise.slots import slots_of
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()
EXPORTER = entity_id("exporter")


def has(n, who, predicate="owns", **changes):
    return msgspec.structs.replace(
        said(n, "exporter", **changes),
        subject=f"ent_{who}",
        predicate=predicate,
        object=EXPORTER,
        message_id=f"m{n}{who}",
    )


def goes_to(n, who, until=None):
    word = said(n, who, "closes", until=until, number=1)
    return msgspec.structs.replace(word, subject=EXPORTER, predicate=HANDED_OVER, object=f"ent_{who}")


def lasting(held, *words):
    beliefs, _ = folded([held], ONTOLOGY, words)
    return [b for b in beliefs if b.valid_until is None and b.retracted_at is None]


@pytest.mark.parametrize("predicate", sorted(HELD))
def test_who_had_it_has_it_no_more(predicate):
    word = goes_to(20, "omar", until=15)
    (belief,), _ = folded([has(0, "dana", predicate)], ONTOLOGY, [word])
    assert (belief.valid_until, belief.end_recorded_at) == (day(15), day(20))
    assert lasting(has(20, "omar", predicate), word)


def test_a_predicate_that_is_no_hold_and_another_thing_go_on():
    assert lasting(has(0, "dana", "uses"), goes_to(20, "omar"))
    other = msgspec.structs.replace(goes_to(20, "omar"), subject=entity_id("importer"))
    assert lasting(has(0, "dana"), other)
    assert lasting(has(30, "dana"), goes_to(20, "omar"))


def test_it_goes_round_in_any_order():
    words = [goes_to(20, "omar"), goes_to(40, "dana")]
    rng = random.Random(3)
    for _ in range(4):
        dana = rng.sample([has(0, "dana"), has(40, "dana")], 2)
        beliefs, _ = folded(dana, ONTOLOGY, rng.sample(words, 2))
        assert [(b.valid_from, b.valid_until) for b in beliefs] == [(day(0), day(20)), (day(40), None)]
        assert not lasting(has(20, "omar"), *rng.sample(words, 2))


def test_each_is_found_from_the_other():
    assert slots_of([goes_to(20, "omar")], ONTOLOGY) & slots_of([has(0, "dana")], ONTOLOGY)


def test_a_thing_goes_over_by_its_short_name_and_by_its_full_one():
    def named(n, name, holder):
        thing = msgspec.structs.replace(has(n, holder), object=entity_id(name), value=name)
        return thing, msgspec.structs.replace(
            goes_to(n, holder), subject=entity_id(name), qualifier=name, id=f"word{n}"
        )

    long, short = named(0, "billing service", "dana"), named(20, "billing", "omar")
    assert not lasting(long[0], short[1])
    assert not lasting(
        msgspec.structs.replace(named(0, "billing", "dana")[0]), named(20, "billing service", "omar")[1]
    )
    assert lasting(named(0, "billing page", "dana")[0], short[1])
    assert lasting(named(0, "payments service", "dana")[0], short[1])
