"""What serves a purpose instead ends what served it before, whichever was read first; what serves beside does not."""

from __future__ import annotations

import msgspec
import pytest

from graphmem.names import entity_id, family
from graphmem.ontology import load_ontology
from graphmem.revise.belief import label_key
from graphmem.revise.instead import INSTEAD, key_of
from graphmem.revise.revise import folded
from graphmem.revise.slots import slot_id, slots_of
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()


def used(n, tool, purpose="payments", predicate="uses", **changes):
    word = said(n, tool, **changes)
    return msgspec.structs.replace(word, predicate=predicate, object=entity_id(tool), qualifier=purpose)


def serves(n, tool, purpose="payments", until=None):
    return used(n, tool, purpose, INSTEAD, mode="closes", until=until, number=1)


def lasting(held, *words):
    beliefs, _ = folded([held], ONTOLOGY, words)
    return [b for b in beliefs if b.valid_until is None and b.retracted_at is None]


@pytest.mark.parametrize("predicate", ["uses", "chose"])
def test_what_served_before_serves_no_more(predicate):
    word = serves(20, "Adyen", "the payments", until=15)
    (belief,), _ = folded([used(0, "Stripe", predicate=predicate)], ONTOLOGY, [word])
    assert (belief.valid_until, belief.end_recorded_at) == (day(15), day(20))
    assert lasting(used(20, "Adyen"), word)


def test_another_purpose_another_user_and_what_is_taken_up_later_go_on():
    word = serves(20, "Adyen")
    assert lasting(used(0, "Stripe", "invoices"), word)
    assert lasting(used(0, "Stripe", ""), word)
    assert lasting(used(30, "Stripe"), word)
    assert lasting(msgspec.structs.replace(used(0, "Stripe"), subject="ent_shop"), word)
    assert lasting(used(0, "Stripe", predicate="depends_on"), word)


def test_without_a_purpose_the_family_of_a_tool_stands_for_one():
    assert not lasting(used(0, "yarn", ""), serves(20, "pnpm", "package manager"))
    assert not lasting(used(0, "yarn", "package manager"), serves(20, "pnpm", ""))
    assert lasting(used(0, "vim", ""), serves(20, "zsh", "shell"))
    assert key_of("", "Stripe") == ""
    assert (family("VS Code"), family("Stripe")) == ("editor", "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("payments", "the payments processing"),
        ("CI", "ci/cd"),
        ("email", "mails"),
        ("formatting", "formatter"),
    ],
)
def test_a_purpose_has_more_than_one_name(one, other):
    assert key_of(one, "") == key_of(other, "")


def test_each_of_the_two_leads_to_the_slot_of_the_other():
    word = serves(20, "Adyen", "the payments")
    assert slot_id(word, ONTOLOGY) in slots_of([used(0, "Stripe")], ONTOLOGY)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("retry limit", "Retries", True),
        ("max retries", "number of retries", True),
        ("upload limit", "max upload size", True),
        ("staging's new url", "staging URL", True),
        ("deadline", "Deadline", True),
        ("upload limit", "download limit", False),
        ("min replicas", "max replicas", False),
        ("buffer count", "buffer size", False),
        ("retry delay", "retry limit", False),
    ],
)
def test_a_setting_is_found_by_a_shorter_name(one, other, same):
    assert (label_key(one) == label_key(other)) is same
