"""What is believed of a slot follows from what was said, and when; never from the order of reading."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.model import Evidence
from graphmem.revise.fold import fold
from graphmem.temporal import Interval, Viewpoint

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def day(n):
    return T0 + timedelta(days=n)


def said(
    n,
    value,
    mode="asserts",
    *,
    since=None,
    until=None,
    trust=0.9,
    message=None,
    number=0,
    author="user",
    hour=0,
    grain="day",
):
    return Evidence(
        id=f"{message or f'msg_{n:04}'}#{number}",
        fact_id="",
        message_id=message or f"msg_{n:04}",
        said_at=day(n) + timedelta(hours=hour),
        mode=mode,
        quote=value,
        start=0,
        end=1,
        text=value,
        kind="fact",
        subject="ent_user",
        predicate="works_at",
        object="",
        value=value,
        qualifier="",
        valid_from=None if since is None else day(since),
        valid_until=None if until is None else day(until),
        grain=grain,
        confidence=0.5,
        trust=trust,
        author=author,
    )


def story(*witnesses, exclusive=True):
    return [
        f"{'not ' if b.negated else ''}{b.key} {span(b.valid_from, b.valid_until)} "
        f"known {span(b.recorded_at, b.retracted_at)}"
        + (f" end known {(b.end_recorded_at - T0).days}" if b.end_recorded_at else "")
        for b in fold(witnesses, exclusive=exclusive)
    ]


def span(start, end):
    return f"[{'' if start is None else (start - T0).days},{'' if end is None else (end - T0).days})"


def test_a_statement_holds_from_when_it_was_said():
    assert story(said(10, "acme")) == ["acme [10,) known [10,)"]


def test_a_stated_date_is_the_start():
    assert story(said(10, "acme", since=3)) == ["acme [3,) known [10,)"]


def test_a_new_value_closes_the_old_one_at_its_own_start():
    assert story(said(10, "acme"), said(50, "globex", since=40)) == [
        "acme [10,40) known [10,) end known 50",
        "globex [40,) known [50,)",
    ]


def test_news_about_the_past_does_not_close_the_present():
    assert story(said(50, "globex"), said(60, "acme", since=10)) == [
        "globex [50,) known [50,)",
        "acme [10,50) known [60,) end known 60",
    ]


def test_leaving_closes_and_what_is_said_later_opens():
    assert story(said(10, "acme"), said(60, "acme", "ends", until=40), said(60, "globex", number=1)) == [
        "acme [10,40) known [10,) end known 60",
        "globex [60,) known [60,)",
    ]


def test_leaving_what_nobody_told_of_makes_a_past_fact():
    assert story(said(60, "acme", "ends", until=40)) == ["acme [,40) known [60,) end known 60"]


def test_leaving_without_saying_what_closes_whatever_holds():
    assert story(said(10, "acme"), said(60, "", "ends")) == ["acme [10,60) known [10,) end known 60"]
    assert story(said(60, "", "ends")) == [" [60,) known [60,60)"]


def test_quitting_closes_the_job_that_one_had_then():
    assert story(said(10, "acme"), said(60, "", "closes", until=40)) == [
        "acme [10,40) known [10,) end known 60"
    ]
    assert story(said(10, "acme"), said(30, "globex", since=50), said(40, "", "closes")) == [
        "acme [10,50) known [10,40) end known 30",
        "globex [50,) known [30,)",
        "acme [10,40) known [40,) end known 40",
    ]


def test_quitting_a_job_of_which_one_told_late():
    assert story(said(50, "acme"), said(60, "", "closes", until=40)) == [
        "acme [50,) known [50,60)",
        "acme [,40) known [60,) end known 60",
    ]


def test_what_only_closes_shows_nothing_when_nothing_holds():
    assert story(said(60, "biscuit", "closes", until=58), exclusive=False) == ["biscuit [60,) known [60,60)"]
    assert story(said(10, "biscuit"), said(60, "biscuit", "closes", until=58), exclusive=False) == [
        "biscuit [10,58) known [10,) end known 60"
    ]


def test_a_short_form_ends_what_only_it_can_mean():
    gym = [said(10, "kraftwerk climbing gym"), said(60, "kraftwerk", "ends")]
    assert story(*gym) == ["kraftwerk climbing gym [10,60) known [10,) end known 60"]
    clubs = [said(10, "north choir"), said(20, "north chess club"), said(60, "north", "closes")]
    clubs = [msgspec.structs.replace(one, predicate="member_of") for one in clubs]
    assert story(*clubs, exclusive=False) == [
        "north choir [10,) known [10,)",
        "north chess club [20,) known [20,)",
        "north [60,) known [60,60)",
    ]


def test_a_fact_that_ended_and_came_back_is_two_stretches():
    assert story(said(10, "acme"), said(20, "globex"), said(30, "acme")) == [
        "acme [10,20) known [10,) end known 20",
        "globex [20,30) known [20,) end known 30",
        "acme [30,) known [30,)",
    ]


def test_saying_it_again_confirms():
    [belief] = fold([said(10, "acme"), said(20, "Acme"), said(30, "ACME ")], exclusive=True)
    assert len(belief.witnesses) == 3


def test_an_earlier_start_learned_later_supersedes_on_the_recorded_clock():
    assert story(said(10, "acme"), said(20, "acme", since=1)) == [
        "acme [10,) known [10,20)",
        "acme [1,) known [20,)",
    ]


def test_an_end_learned_to_be_another_supersedes():
    assert story(
        said(10, "acme"), said(30, "acme", "ends", until=28), said(40, "acme", "ends", until=25)
    ) == [
        "acme [10,28) known [10,40) end known 30",
        "acme [10,25) known [40,) end known 40",
    ]


def test_an_end_before_the_start_keeps_only_the_end():
    assert story(said(10, "acme"), said(20, "acme", "ends", until=5)) == [
        "acme [10,) known [10,20)",
        "acme [,5) known [20,) end known 20",
    ]


def test_two_values_of_one_moment_said_later_corrects():
    beliefs = fold([said(10, "acme", since=1), said(20, "globex", since=1)], exclusive=True)
    assert [b.retracted_at for b in beliefs] == [day(20), None]
    assert beliefs[1].supersedes == [beliefs[0]]


def test_two_values_in_one_breath_contradict_and_both_stay():
    beliefs = fold([said(10, "acme"), said(10, "globex", message="msg_0010", number=1)], exclusive=True)
    assert [b.retracted_at for b in beliefs] == [None, None]
    assert [other.key for other, _ in beliefs[1].contradicts] == ["acme"]


def quarrel(*witnesses, exclusive=True):
    """The live values, and those that stand against each other."""
    beliefs = [b for b in fold(witnesses, exclusive=exclusive) if b.retracted_at is None]
    pairs = {tuple(sorted((b.key, o.key))) for b in beliefs for o, _ in b.contradicts if o in beliefs}
    return sorted(b.key for b in beliefs if b.valid_until is None), sorted(pairs)


MAYA = said(10, "acme", author="Maya", hour=9)


@pytest.mark.parametrize(
    "other",
    [
        said(10, "globex", author="Ben", hour=15, number=1),
        said(10, "globex", author="Ben", hour=15, number=1, since=3),
        said(10, "globex", author="Ben", hour=8, number=1),
        said(10, "globex", author="Ben", hour=9, number=1),
    ],
)
def test_two_speakers_of_one_day_contradict_each_other(other):
    assert quarrel(MAYA, other) == (["acme", "globex"], [("acme", "globex")])


@pytest.mark.parametrize(
    "other",
    [
        said(10, "globex", author="Maya", hour=15, number=1),
        said(11, "globex", author="Ben"),
        said(10, "globex", author="Ben", hour=15, number=1, trust=0.95),
    ],
)
def test_a_correction_of_ones_own_a_later_day_and_a_better_word_take_the_place(other):
    assert quarrel(MAYA, other) == (["globex"], [])


def test_two_dates_tell_which_came_first_when_they_do_not_meet():
    dated = said(10, "acme", author="Maya", since=1)
    assert quarrel(dated, said(10, "globex", author="Ben", since=5, number=1)) == (["globex"], [])
    assert quarrel(dated, said(10, "globex", author="Ben", since=5, number=1, grain="week"))[1] == []
    coarse = said(10, "acme", author="Maya", since=1, grain="month")
    assert quarrel(coarse, said(10, "globex", author="Ben", since=5, number=1))[1] == [("acme", "globex")]


def test_whoever_tells_of_the_change_settles_what_was_said_before():
    moved = [
        said(10, "acme", "ends", author="Ben", hour=15, number=1),
        said(10, "globex", author="Ben", hour=15, number=2),
    ]
    assert quarrel(MAYA, *moved) == (["globex"], [])


def test_who_comes_round_to_the_other_value_ends_a_quarrel():
    other = said(10, "globex", author="Ben", hour=15, number=1)
    assert quarrel(MAYA, other, said(12, "globex", author="Maya")) == (["globex"], [])
    assert quarrel(MAYA, other, said(12, "acme", author="Ben")) == (["acme"], [])
    # Who says the same again, or was no part of it, settles nothing.
    both = (["acme", "globex"], [("acme", "globex")])
    assert quarrel(MAYA, other, said(12, "globex", author="Ben")) == both
    assert quarrel(MAYA, other, said(12, "globex", author="Lena")) == both


def test_what_a_person_settles_ends_a_quarrel():
    other = said(10, "globex", author="Ben", hour=15, number=1)
    assert quarrel(MAYA, other, said(20, "acme", trust=1.0)) == (["acme"], [])
    assert quarrel(MAYA, other, said(20, "acme", "retracts", trust=1.0)) == (["globex"], [])


def test_a_less_trusted_word_neither_closes_nor_retracts():
    beliefs = fold([said(10, "acme"), said(20, "globex", trust=0.5)], exclusive=True)
    assert [(b.key, b.valid_until, b.retracted_at) for b in beliefs] == [
        ("acme", None, None),
        ("globex", None, None),
    ]
    assert [other.key for other, _ in beliefs[1].contradicts] == ["acme"]
    assert story(said(10, "acme"), said(20, "acme", "ends", trust=0.5)) == ["acme [10,) known [10,)"]


def test_many_valued_slots_do_not_close_each_other_but_a_denial_does():
    assert story(said(10, "vim"), said(20, "vim", "denies"), exclusive=False) == [
        "vim [10,20) known [10,) end known 20",
        "not vim [20,) known [20,)",
    ]


def test_the_question_of_the_two_clocks():
    beliefs = fold(
        [said(92, "acme"), said(161, "acme", "ends", until=121), said(161, "globex", number=1)],
        exclusive=True,
    )

    def ask(as_of, known_at=None):
        view = Viewpoint(day(as_of), None if known_at is None else day(known_at))
        return [
            b.key
            for b in beliefs
            if view.sees(
                Interval(b.valid_from, b.valid_until),
                Interval(b.recorded_at, b.retracted_at),
                b.end_recorded_at,
            )
        ]

    assert ask(105) == ["acme"]
    assert ask(182) == ["globex"]
    assert ask(182, known_at=140) == ["acme"]


days = st.integers(0, 40)
ahead = st.integers(0, 90)  # what was stated may lie in the future of who says it
witness = st.builds(
    lambda n, value, mode, since, until, trust, number, author, grain: said(
        n,
        "" if mode == "quits" else value,
        "closes" if mode == "quits" else mode,
        since=since,
        until=until,
        trust=trust,
        message=f"msg_{n:04}_{author}",
        number=number,
        author=author,
        grain=grain,
    ),
    days,
    st.sampled_from(["acme", "globex", "initech", "acme shipping"]),
    st.sampled_from(
        ["asserts", "asserts", "asserts", "updates", "ends", "closes", "quits", "denies", "retracts"]
    ),
    st.none() | ahead,
    st.none() | ahead,
    st.sampled_from([0.5, 0.9, 0.9, 1.0]),
    st.integers(0, 3),
    st.sampled_from(["user", "Maya", "Ben"]),
    st.sampled_from(["day", "week", "month", "year"]),
)
witnesses = st.lists(witness, max_size=9, unique_by=lambda e: e.id)


@given(witnesses, st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_reading_never_matters(given_witnesses, rng, exclusive):
    shuffled = list(given_witnesses)
    rng.shuffle(shuffled)
    assert story(*shuffled, exclusive=exclusive) == story(*given_witnesses, exclusive=exclusive)


@given(witnesses, st.booleans())
def test_no_belief_is_inverted_and_no_witness_is_lost_or_invented(given_witnesses, exclusive):
    beliefs = fold(given_witnesses, exclusive=exclusive)
    for belief in beliefs:
        Interval(belief.valid_from, belief.valid_until)
        Interval(belief.recorded_at, belief.retracted_at)
        assert belief.witnesses
        assert belief.valid_until is None or belief.end_recorded_at is not None
    heard = {w.id for belief in beliefs for w in belief.witnesses}
    assert heard == {w.id for w in given_witnesses}


@given(witnesses)
def test_trusted_values_of_an_exclusive_slot_never_hold_together_unless_linked(given_witnesses):
    trusted = [w for w in given_witnesses if w.trust > 0.8]
    beliefs = [b for b in fold(trusted, exclusive=True) if b.retracted_at is None and not b.negated]
    for one in beliefs:
        for other in beliefs:
            linked = other in [o for o, _ in one.contradicts] or one in [o for o, _ in other.contradicts]
            unknown = one.valid_from is None and other.valid_from is None
            if one.key < other.key and not linked and not unknown:
                assert not Interval(one.valid_from, one.valid_until).overlaps(
                    Interval(other.valid_from, other.valid_until)
                )


@pytest.mark.parametrize("seed", range(3))
def test_a_belief_at_a_past_moment_is_what_was_folded_then(seed):
    """Looking back on the recorded clock shows what a fold of only the earlier witnesses shows now."""
    rng = random.Random(seed)
    heard = [
        said(
            n,
            rng.choice(["acme", "globex"]),
            rng.choice(["asserts", "ends"]),
            until=None,
            message=f"msg_{n:04}",
        )
        for n in range(0, 30, 3)
    ]
    beliefs = fold(heard, exclusive=True)
    for n in range(1, 30, 3):
        view = Viewpoint(known_at=day(n))
        then = sorted(
            (b.key, span(*_ends(view.valid(Interval(b.valid_from, b.valid_until), b.end_recorded_at))))
            for b in beliefs
            if view.knows(Interval(b.recorded_at, b.retracted_at))
        )
        earlier = fold([w for w in heard if w.said_at <= day(n)], exclusive=True)
        assert then == sorted(
            (b.key, span(b.valid_from, b.valid_until)) for b in earlier if b.retracted_at is None
        )


def _ends(interval):
    return interval.start, interval.end


def test_an_update_is_a_new_value_only_where_one_holds():
    assert story(said(5, "50 mb", "updates")) == ["50 mb [5,) known [5,5)"]
    assert story(said(5, "50 mb", "updates"), said(0, "20 mb"), said(9, "25 mb", "updates")) == [
        "20 mb [0,5) known [0,) end known 5",
        "50 mb [5,9) known [5,) end known 9",
        "25 mb [9,) known [9,)",
    ]
    assert story(said(0, "20 mb"), said(3, "20 mb", "ends"), said(5, "50 mb", "updates"))[-1:] == [
        "50 mb [5,) known [5,5)"
    ]


def test_what_was_to_come_and_is_called_off_closes_nothing():
    assert story(said(0, "dublin"), said(5, "madrid", since=30), said(10, "madrid", "denies")) == [
        "dublin [0,30) known [0,10) end known 5",
        "madrid [30,) known [5,10)",
        "dublin [0,) known [10,)",
        "not madrid [10,) known [10,)",
    ]


def test_what_has_begun_is_not_called_off_but_ends():
    told = story(said(0, "dublin"), said(5, "madrid", since=8), said(10, "madrid", "denies"))
    assert told == [
        "dublin [0,8) known [0,) end known 5",
        "madrid [8,10) known [5,) end known 10",
        "not madrid [10,) known [10,)",
    ]


@pytest.mark.parametrize(
    ("order", "lifted", "ends"),
    [
        ("always run the linter before you commit", "run the linter before you commit", True),
        ("never use emojis in commit messages", "emojis", True),
        ("never use emojis in commit messages", "use emojis", True),
        ("run the linter before each commit", "running the linter", True),
        ("always run the tests", "run the linter", False),
        ("keep answers short", "the", False),
    ],
)
def test_an_order_is_lifted_in_other_words(order, lifted, ends):
    given = [said(0, order), said(9, lifted, "ends")]
    beliefs = fold([msgspec.structs.replace(one, predicate="instructs") for one in given], exclusive=False)
    (kept,) = [belief for belief in beliefs if belief.key == order]
    assert (kept.valid_until == day(9)) is ends


def told(*witnesses):
    """The believed stretches of each value: from, until."""
    return {
        (b.key, b.valid_from and (b.valid_from - T0).days, b.valid_until and (b.valid_until - T0).days)
        for b in fold(witnesses, exclusive=True)
        if b.retracted_at is None
    }


@pytest.mark.parametrize(
    ("first", "second", "start"),
    [
        ((0, "year"), (60, "month"), 60),  # "since 2024", then "since March"
        ((60, "month"), (0, "year"), 60),
        ((60, "month"), (65, "day"), 65),
        ((65, "day"), (60, "month"), 65),
        ((60, "day"), (40, "day"), 40),  # an earlier day that is told later is believed
        ((60, "day"), (80, "day"), 60),
    ],
)
def test_a_finer_date_refines_a_coarser_one(first, second, start):
    dates = [
        said(400 + n, "Acme", since=day_, grain=grain) for n, (day_, grain) in enumerate((first, second))
    ]
    assert told(*dates) == {("acme", start, None)}


def test_what_was_announced_began_when_it_came_about():
    before = said(0, "Acme")
    announced = said(10, "Globex", since=30)
    assert told(before, announced) == {("acme", 0, 30), ("globex", 30, None)}
    begun = said(60, "Globex", since=50)
    assert told(before, announced, begun) == {("acme", 0, 50), ("globex", 50, None)}
    # Less trusted words move no date, and neither does a second date of what was told afterwards.
    assert told(before, announced, said(60, "Globex", since=50, trust=0.5)) == {
        ("acme", 0, 30),
        ("globex", 30, None),
    }
    assert told(before, said(40, "Globex", since=30), begun) == {("acme", 0, 30), ("globex", 30, None)}


def test_a_start_that_moves_takes_with_it_the_end_of_what_was_before():
    coarse, fine = said(400, "Globex", since=0, grain="year"), said(410, "Globex", since=60, grain="month")
    past = said(390, "Acme", since=-300)
    assert told(past, coarse, fine) == {("acme", -300, 60), ("globex", 60, None)}


def since(n, value, start, text):
    return msgspec.structs.replace(said(n, value, since=start), text=text)


def now_and_then(*witnesses):
    live = [b for b in fold(witnesses, exclusive=True) if b.retracted_at is None]
    return sorted(
        (b.key, b.valid_from and (b.valid_from - T0).days, b.valid_until and (b.valid_until - T0).days)
        for b in live
    )


def test_what_has_been_so_for_longer_was_so_when_the_other_was_told():
    """In March the user said Redshift; in June they say that it has been BigQuery since October."""
    told = (
        said(60, "redshift"),
        since(150, "bigquery", -90, "The warehouse has run on BigQuery since October."),
    )
    assert now_and_then(*told) == [("bigquery", -90, None), ("redshift", None, -90)]


@pytest.mark.parametrize(
    "old",
    [said(60, "globex", since=50), said(60, "globex", trust=1.0), said(150, "globex", hour=1)],
    ids=["dated", "settled", "same day"],
)
def test_a_date_a_person_and_the_same_day_stand_against_it(old):
    new = since(150, "acme", 10, "The user has worked at Acme since 2019.")
    assert ("globex", None, 10) not in now_and_then(old, new)


def test_what_began_on_a_day_long_ago_says_nothing_of_now():
    told = said(60, "globex"), since(150, "acme", 10, "The user joined Acme in 2019.")
    assert now_and_then(*told) == [("acme", 10, 60), ("globex", 60, None)]
