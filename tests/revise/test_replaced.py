"""What was replaced serves nobody any more, whichever of the two words was read first."""

from __future__ import annotations

import msgspec
import pytest

from graphmem.names import entity_id
from graphmem.ontology import load_ontology
from graphmem.revise.replaced import SERVED
from graphmem.revise.revise import folded
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()
SPLUNK, LOKI = entity_id("splunk"), entity_id("loki")


def had(n, predicate, what=SPLUNK):
    return msgspec.structs.replace(said(n, "splunk"), subject="ent_logs", predicate=predicate, object=what)


def gone(n, mode="asserts"):
    word = said(n, "loki", mode, number=1)
    return msgspec.structs.replace(word, subject=SPLUNK, predicate="replaced_by", object=LOKI)


def ends(held, *words):
    beliefs, _ = folded([held], ONTOLOGY, words)
    return [b.valid_until for b in beliefs if b.retracted_at is None]


@pytest.mark.parametrize("predicate", sorted(SERVED))
def test_what_was_had_in_a_thing_ends_when_it_is_replaced(predicate):
    assert ends(had(0, predicate), gone(20)) == [day(20)]


def test_what_is_told_later_or_of_something_else_goes_on():
    assert ends(had(30, "stored_in"), gone(20)) == [None]
    assert ends(had(0, "stored_in", LOKI), gone(20)) == [None]
    assert ends(had(0, "located_in"), gone(20)) == [None]
    assert ends(had(0, "stored_in"), gone(20, "denies")) == [None]
