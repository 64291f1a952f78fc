"""What was closed by something that is taken back goes on, and what bears on each other closes each other."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.ontology import load_ontology
from graphmem.revise.belief import covers_plan
from graphmem.revise.fold import fold
from graphmem.revise.plans import plan_topic
from graphmem.revise.revise import folded
from graphmem.revise.slots import slot_id
from tests.revise.test_fold import day, said, span, story

ONTOLOGY = load_ontology()


def of(predicate, witness, **changes):
    return msgspec.structs.replace(witness, predicate=predicate, **changes)


def told(*witnesses):
    """The beliefs of one slot that are weighed together."""
    assert len({slot_id(one, ONTOLOGY) for one in witnesses}) == 1
    beliefs, _ = folded(witnesses, ONTOLOGY)
    return sorted(
        f"{b.witnesses[0].predicate} {b.key} {span(b.valid_from, b.valid_until)}"
        for b in beliefs
        if b.retracted_at is None
    )


def test_what_was_never_so_gives_back_what_it_had_closed():
    assert story(said(0, "berlin"), said(20, "lisbon", since=15), said(22, "lisbon", "retracts")) == [
        "berlin [0,15) known [0,22) end known 20",
        "lisbon [15,) known [20,22)",
        "berlin [0,) known [22,)",
    ]


def test_it_gives_back_too_what_was_told_later_of_earlier_times():
    given_ = [said(10, "lisbon", since=5), said(20, "berlin", since=1), said(30, "lisbon", "retracts")]
    assert story(*given_)[-1] == "berlin [1,) known [30,)"


def test_it_gives_back_what_the_same_sentence_had_ended():
    moved = [said(20, "berlin", "ends", until=15), said(20, "lisbon", since=15, number=1)]
    kept = story(said(0, "berlin"), *moved, said(22, "lisbon", "retracts"))
    assert kept[-1] == "berlin [0,) known [22,)"


def test_what_ended_by_another_word_stays_ended():
    left = said(10, "berlin", "ends", until=9)
    kept = story(said(0, "berlin"), left, said(20, "lisbon", since=15), said(22, "lisbon", "retracts"))
    assert kept == ["berlin [0,9) known [0,) end known 10", "lisbon [15,) known [20,22)"]


def test_what_goes_on_goes_on_until_the_next_value():
    given_ = [said(0, "berlin"), said(20, "lisbon"), said(40, "porto"), said(50, "lisbon", "retracts")]
    assert story(*given_)[-2:] == ["porto [40,) known [40,)", "berlin [0,40) known [50,) end known 50"]


def test_what_was_cut_short_has_its_own_end_again():
    past = said(20, "berlin", since=0, until=18)
    given_ = [past, said(21, "lisbon", since=10), said(22, "lisbon", "retracts")]
    assert story(*given_)[-1] == "berlin [0,18) known [22,) end known 22"


def test_a_later_date_leaves_no_gap():
    put_off = [said(10, "leeds", "retracts"), said(10, "leeds", since=50, number=1)]
    assert story(said(0, "riga"), said(5, "leeds", since=30), *put_off)[-1] == "leeds [50,) known [10,)"
    assert "riga [0,50) known [10,) end known 10" in story(
        said(0, "riga"), said(5, "leeds", since=30), *put_off
    )


def test_who_did_not_move_there_now_may_have_lived_there_before():
    given_ = [
        said(0, "lisbon", since=-90, until=-30),
        said(1, "berlin"),
        said(20, "lisbon", since=15),
        said(22, "lisbon", "retracts"),
    ]
    live = [b for b in fold(given_, exclusive=True) if b.retracted_at is None]
    assert [(b.key, span(b.valid_from, b.valid_until)) for b in live] == [
        ("lisbon", "[-90,-30)"),
        ("berlin", "[1,)"),
    ]


def test_a_person_who_settles_it_takes_back_every_stretch():
    given_ = [said(0, "acme", since=-90, until=-30), said(1, "acme"), said(2, "acme", "retracts", trust=1.0)]
    assert [b for b in fold(given_, exclusive=True) if b.retracted_at is None] == []


def test_a_less_trusted_word_gives_nothing_back():
    kept = story(said(0, "berlin"), said(20, "lisbon"), said(22, "lisbon", "retracts", trust=0.5))
    assert kept == ["berlin [0,20) known [0,) end known 20", "lisbon [20,) known [20,)"]


moments = st.lists(
    st.builds(
        lambda n, value, mode, since, number: said(
            n, value, mode, since=since, until=since if mode == "ends" else None,
            message=f"msg_{n:04}_{number}", number=number,
        ),
        st.integers(0, 40),
        st.sampled_from(["berlin", "lisbon", "porto"]),
        st.sampled_from(["asserts", "asserts", "retracts", "ends"]),
        st.one_of(st.none(), st.integers(0, 60)),
        st.integers(0, 9),
    ),
    max_size=8,
    unique_by=lambda e: e.id,
)  # fmt: skip


@given(moments, st.randoms(use_true_random=False))
def test_any_order_takes_back_the_same(given_witnesses, rng):
    shuffled = list(given_witnesses)
    rng.shuffle(shuffled)
    assert story(*shuffled) == story(*given_witnesses)


@given(moments)
def test_one_home_at_a_time_whatever_is_taken_back(given_witnesses):
    live = [b for b in fold(given_witnesses, exclusive=True) if b.retracted_at is None]
    for one in live:
        for other in live:
            known = one.valid_from is not None or other.valid_from is not None
            linked = other in [o for o, _ in one.contradicts] or one in [o for o, _ in other.contradicts]
            if one.key < other.key and known and not linked:
                assert one.high <= other.low or other.high <= one.low


def test_a_dislike_ends_a_liking_and_the_other_way_round():
    likes, hates = of("likes", said(0, "coffee")), of("dislikes", said(20, "coffee"))
    again = of("likes", said(40, "coffee"))
    assert told(likes, hates) == ["dislikes coffee [20,)", "likes coffee [0,20)"]
    assert told(likes, hates, again) == [
        "dislikes coffee [20,40)",
        "likes coffee [0,20)",
        "likes coffee [40,)",
    ]


def test_another_taste_is_another_matter():
    assert slot_id(of("likes", said(0, "coffee")), ONTOLOGY) != slot_id(
        of("dislikes", said(0, "tea")), ONTOLOGY
    )


def test_a_less_trusted_dislike_ends_nothing():
    kept = told(of("likes", said(0, "coffee")), of("dislikes", said(20, "coffee", trust=0.5)))
    assert "likes coffee [0,)" in kept


@pytest.mark.parametrize(("were", "over"), [("married_to", "partner_of"), ("partner_of", "married_to")])
def test_a_parting_ends_whatever_two_people_were(were, over):
    assert told(of(were, said(0, "piotr")), of(over, said(20, "piotr", "ends"))) == [f"{were} piotr [0,20)"]
    with_other = told(of(were, said(0, "piotr")), of(over, said(20, "jonas", "ends")))
    assert f"{were} piotr [0,)" in with_other


@pytest.mark.parametrize("seed", range(20))
def test_tastes_are_the_same_in_any_order(seed):
    rng = random.Random(seed)
    heard = [
        of(rng.choice(["likes", "dislikes"]), said(n, "tea", rng.choice(["asserts", "asserts", "ends"])))
        for n in range(0, 40, 5)
    ]
    shuffled = rng.sample(heard, len(heard))
    assert told(*shuffled) == told(*heard)


@pytest.mark.parametrize(
    ("plan", "off", "meant"),
    [
        ("is planning to learn Rust in 2024", "learning Rust", True),
        ("is planning to visit Iceland in August 2024", "trip to Iceland", True),
        ("plans to run a marathon in October 2024", "running the marathon", True),
        ("is planning to visit Iceland in August 2024", "trip to Norway", False),
        ("dentist appointment on 2024-05-05", "vet appointment", False),
    ],
)
def test_a_plan_is_found_in_other_words(plan, off, meant):
    same_topic = plan_topic(plan) == plan_topic(off)
    assert (same_topic and covers_plan(plan, off)) is meant
    given_ = [of("plans", said(0, plan)), of("plans", said(9, off, "closes"))]
    if same_topic:
        (kept,) = [b for b in fold(given_, exclusive=False) if b.key == plan.casefold()]
        assert (kept.valid_until == day(9)) is meant


WED = of("married_to", said(30, "", since=28))


def test_a_wedding_is_with_whom_one_is_together_whenever_that_is_told():
    nils = of("partner_of", said(0, "nils"))
    assert told(WED, nils) == told(nils, WED) == ["married_to nils [28,)", "partner_of nils [0,)"]
    assert told(nils, of("partner_of", said(10, "nils", "ends", number=1)), WED) == ["partner_of nils [0,10)"]
    assert told(WED) == []
    (kept,) = folded([WED], ONTOLOGY)[0]
    assert kept.witnesses == [msgspec.structs.replace(WED, mode="retracts")]
    ended = of("married_to", said(60, "", "closes"))
    assert told(nils, WED, ended) == ["married_to nils [28,60)", "partner_of nils [0,60)"]
