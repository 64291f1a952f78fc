"""A plan is over once it is carried out, whichever of the two was read first, and no other plan with it."""

from __future__ import annotations

import random

import msgspec
import pytest

from graphmem.model import USER_ENTITY
from graphmem.ontology import load_ontology
from graphmem.revise.plans import deed, neighbours, plan_topic, verb_of
from graphmem.revise.revise import folded
from graphmem.revise.slots import slot_id, slots_of
from tests.revise.test_fold import day, said

ONTOLOGY = load_ontology()


def of(predicate, witness, **changes):
    return msgspec.structs.replace(witness, predicate=predicate, **changes)


def open_plans(plans, deeds):
    """The plans that last."""
    beliefs, _ = folded(plans, ONTOLOGY, deeds)
    return sorted(b.told for b in beliefs if b.retracted_at is None and b.valid_until is None)


CASES = [
    ("is going to repaint the kitchen in May 2024", "did", "repainted the kitchen on 2024-05-25", True),
    ("is planning to run a marathon in October 2024", "did", "ran the marathon on 2024-10-13", True),
    ("is planning to run a marathon in October 2024", "did", "watched the marathon on 2024-10-13", False),
    ("has to finish the grant report by 2024-03-22", "did", "submitted the grant report on 2024-03-21", True),
    ("plans to buy a Vespa", "owns", "Vespa", True),
    ("plans to sell the Vespa", "owns", "Vespa", False),
    ("is planning a trip to Madeira in October 2024", "visited", "Madeira", True),
    ("is planning to visit Iceland in August 2024", "did", "flew to Iceland on 2024-08-02", True),
    ("plans to learn Rust in 2024", "did", "submitted the tax return", False),
    ("is planning to move to Ghent in September 2024", "rejected", "ghent", True),
    ("is planning to move to Ghent in September 2024", "rejected", "kafka", False),
]


@pytest.mark.parametrize(("plan", "predicate", "done", "over"), CASES)
def test_what_was_done_ends_the_plan_of_it_alone(plan, predicate, done, over):
    planned, came = of("plans", said(0, plan)), of(predicate, said(20, done, since=15))
    assert open_plans([planned], [came]) == ([] if over else [plan])
    # Each is found from the other, so that either may be read first.
    if over:
        assert slot_id(planned, ONTOLOGY) in slots_of([came], ONTOLOGY)
        key = came if predicate != "visited" else of(predicate, came, object=next_place(planned))
        assert slot_id(key, ONTOLOGY) in slots_of([planned], ONTOLOGY)


def next_place(planned):
    """The place that a plan to travel looks at."""
    return next(one.object for one in neighbours(planned) if one.predicate == "visited")


def test_what_was_done_before_it_was_planned_ends_nothing():
    planned = of("plans", said(10, "plans to run a marathon"))
    assert open_plans([planned], [of("did", said(5, "ran a marathon"))]) == ["plans to run a marathon"]


def test_a_plan_holds_from_when_it_was_made_until_it_came_true():
    planned, came = (
        of("plans", said(0, "plans to sow beans", since=30)),
        of("did", said(40, "sowed beans", since=35)),
    )
    (belief,), _ = folded([planned], ONTOLOGY, [came])
    assert (belief.valid_from, belief.valid_until, belief.end_recorded_at) == (day(0), day(35), day(40))


def test_what_is_planned_again_is_planned_again():
    plans = [of("plans", said(n, "plans to paint the fence")) for n in (0, 30)]
    assert open_plans(plans, [of("did", said(10, "painted the fence"))]) == ["plans to paint the fence"]
    both = [*plans, of("plans", said(31, "plans to sell the fence"))]
    rng = random.Random(7)
    deeds = [of("did", said(n, "painted the fence", number=n)) for n in (10, 40)]
    for _ in range(5):
        rng.shuffle(both)
        assert open_plans(both, rng.sample(deeds, 2)) == ["plans to sell the fence"]


@pytest.mark.parametrize(
    ("told", "verb"),
    [
        ("is going to repaint it", "repaint"),
        ("went to Oslo", "go"),
        ("is flying to Oslo", "fl"),
        ("has to apply", "appl"),
    ],
)
def test_a_verb_is_found_in_every_form(told, verb):
    assert verb_of(told) == verb
    assert deed(told).startswith(f"{verb} ")


@pytest.mark.parametrize(
    ("plan", "label", "date", "over"),
    [
        ("ships the beta on 2024-07-14", "beta", "2024-07-28", True),
        ("ships the beta on 2024-07-14", "beta", "2024-07-14", False),
        ("ships the beta on 2024-07-14", "thesis", "2024-07-28", False),
        ("plans to rest after the beta on 2024-07-14", "beta", "2024-07-28", False),
    ],
)
def test_a_day_that_is_moved_ends_the_plan_to_ship_on_another(plan, label, date, over):
    due = of("due_on", said(20, date), qualifier=label)
    assert open_plans([of("plans", said(0, plan))], [due]) == ([] if over else [plan])


def test_what_is_off_has_no_date_any_more():
    due = of("due_on", said(0, "2024-07-14"), subject=USER_ENTITY, qualifier="board meeting")
    off = of("plans", said(20, "board meeting", "ends"), subject=USER_ENTITY)
    other = of("plans", said(20, "retro", "ends"), subject=USER_ENTITY)
    assert [b.valid_until for b in folded([due], ONTOLOGY, [off])[0]] == [day(20)]
    assert [b.valid_until for b in folded([due], ONTOLOGY, [other])[0]] == [None]
    assert slot_id(due, ONTOLOGY) in slots_of([off], ONTOLOGY)


def test_the_topic_of_a_plan_is_none_of_the_words_for_any_plan():
    assert plan_topic("rust rewrite") == plan_topic("plans to rewrite the importer in Rust in Q1 2024")
    assert plan_topic("is going to repaint the kitchen over 2024-05-19") == plan_topic(
        "repainted the kitchen"
    )
    assert plan_topic("japan trip") == plan_topic("is planning a trip to Japan in October 2024")
