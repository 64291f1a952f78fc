"""Two facts that a person calls both so hold beside each other, in any order of reading, until that is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import MisuseError, NotFound
from graphmem.pipeline.curate import settle_both
from graphmem.revise.fold import fold
from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import take_in, talk
from tests.revise.test_fold import T0, day, said, story


def of_two(n, one, other, mode="stands", *, since=(None, None)):
    """What a person says of two values on a day, and since when each holds."""
    return [
        said(n, value, mode, since=since[i], message=f"msg_both_{n:04}", number=i)
        for i, value in enumerate((one, other))
    ]


ACME, GLOBEX = said(10, "acme", author="maya"), said(10, "globex", author="lena", hour=3)


def against(*witnesses):
    """The pairs that contradict each other at the end."""
    return {
        frozenset((b.key, other.key))
        for b in fold(witnesses, exclusive=True)
        for other, _ in b.contradicts
        if b.retracted_at is None and other.retracted_at is None
    }


def held(*witnesses):
    """What holds at the end."""
    return sorted(
        line.split(" known")[0]
        for line in story(*witnesses)
        if line.partition(" known")[2].split(",")[1][0] == ")"
    )


def test_two_that_contradict_each_other_do_so_no_more():
    pair = frozenset(("acme", "globex"))
    assert against(ACME, GLOBEX) == {pair}
    assert against(ACME, GLOBEX, *of_two(20, "acme", "globex")) == set()
    assert held(ACME, GLOBEX, *of_two(20, "acme", "globex")) == ["acme [10,)", "globex [10,)"]


def test_it_is_not_raised_again_by_who_says_one_of_them_again():
    both = of_two(20, "acme", "globex")
    again = [
        said(30, "acme", author="maya"),
        said(30, "globex", author="lena"),
        said(31, "acme", author="lena"),
    ]
    assert against(ACME, GLOBEX, *both, *again) == set()
    assert held(ACME, GLOBEX, *both, *again) == ["acme [10,)", "globex [10,)"]


def test_what_is_taken_back_is_raised_again_and_may_be_settled_again():
    both, not_both = of_two(20, "acme", "globex"), of_two(25, "acme", "globex", "doubts")
    assert against(ACME, GLOBEX, *both, *not_both) == {frozenset(("acme", "globex"))}
    assert against(ACME, GLOBEX, *both, *not_both, *of_two(30, "acme", "globex")) == set()


def test_a_third_value_still_closes_both_and_still_contradicts():
    both = of_two(20, "acme", "globex")
    assert held(ACME, GLOBEX, *both, said(40, "initech", since=40)) == [
        "acme [10,40)",
        "globex [10,40)",
        "initech [40,)",
    ]
    rival = said(10, "initech", author="omar", hour=5)
    assert against(ACME, GLOBEX, rival, *both) == {
        frozenset(("acme", "initech")),
        frozenset(("globex", "initech")),
    }


def test_either_can_end_by_itself():
    both = of_two(20, "acme", "globex")
    assert held(ACME, GLOBEX, *both, said(30, "acme", "ends")) == ["acme [10,30)", "globex [10,)"]


def test_what_one_had_closed_of_the_other_goes_on():
    moved = said(12, "globex", since=12, author="maya")
    assert held(ACME, moved) == ["acme [10,12)", "globex [12,)"]
    assert held(ACME, moved, *of_two(20, "acme", "globex", since=(10, 12))) == ["acme [10,)", "globex [12,)"]


def test_an_earlier_stretch_of_which_nobody_spoke_stays_over():
    moved = said(12, "globex", since=12, author="maya")
    back = said(20, "acme", since=20, author="lena")
    both = of_two(30, "acme", "globex", since=(20, 12))
    assert held(ACME, moved, back, *both) == ["acme [10,12)", "acme [20,)", "globex [12,)"]


def test_what_a_third_had_closed_stays_closed():
    later = [said(12, "globex", since=12, author="maya"), said(15, "initech", since=15, author="maya")]
    both = of_two(20, "acme", "globex", since=(10, 12))
    assert held(ACME, *later, *both) == ["acme [10,15)", "globex [12,15)", "initech [15,)"]


def test_a_denial_that_was_never_so_is_taken_back_and_leaves_what_was_affirmed():
    denied = [said(0, "acme"), said(5, "acme", "denies"), said(9, "acme", "undenies")]
    assert held(*denied) == ["acme [0,)"]
    assert held(said(0, "acme"), said(5, "globex", "denies"), said(9, "globex", "undenies")) == ["acme [0,)"]


values = st.sampled_from(["acme", "globex", "initech"])
modes = st.sampled_from(["asserts", "asserts", "asserts", "ends", "denies", "retracts", "closes", "updates"])
tellings = st.lists(
    st.tuples(
        st.integers(0, 40), values, modes, st.sampled_from(["maya", "lena", "user"]), st.none() | st.integers(0, 40)
    ),
    max_size=6,
)  # fmt: skip


@given(tellings, st.integers(0, 40), st.randoms(use_true_random=False), st.booleans())
@settings(deadline=None)
def test_whatever_else_is_said_the_order_of_reading_tells_nothing_and_the_two_never_clash(
    told, when, shuffle, undone
):
    witnesses = [
        said(n, value, mode, author=author, since=since, number=i)
        for i, (n, value, mode, author, since) in enumerate(told)
    ]
    both = of_two(when, "acme", "globex")
    undo = of_two(when + 1, "acme", "globex", "doubts") if undone else []
    every = [*witnesses, *both, *undo]
    mixed = list(every)
    shuffle.shuffle(mixed)
    assert story(*every) == story(*mixed)
    for exclusive in (True, False):
        beliefs = fold(every, exclusive=exclusive)
        assert {w.id for b in beliefs for w in b.witnesses} == {w.id for w in every}, "every word is kept"
    if not undone:
        later = [w for w in witnesses if w.said_at > day(when)]
        if not later:
            assert frozenset(("acme", "globex")) not in against(*every)


# -- In a store ------------------------------------------------------------------------------------------------

MAYA = talk("maya", ("Maya", "Tidewater is deployed on Render.", T0))
LENA = talk("lena", ("Lena", "Tidewater is deployed on Heroku.", T0))
OLD = talk("old", ("Maya", "Tidewater is deployed on Netlify.", day(-30)))
AGAIN = talk(
    "again",
    ("Maya", "Tidewater is deployed on Render.", day(3)),
    ("Lena", "Tidewater is deployed on Heroku.", day(3)),
)


@pytest.fixture
def memory(tmp_path):
    with Unsought(tmp_path / "home") as opened:
        take_in(opened, MAYA, LENA)
        yield opened


def the_two(memory):
    [doubt] = memory.review()
    assert doubt.kind == "contradiction"
    return doubt


def test_both_so_is_an_event_that_is_not_asked_again_and_can_be_undone(memory, tmp_path):
    doubt = the_two(memory)
    assert f"graphmem resolve both {' '.join(doubt.ids)}" in doubt.verbs
    done = memory.resolve("both", *doubt.ids)
    assert (done.verdict, done.ids, done.entity) == ("both", doubt.ids, None)
    assert {fact.object for fact in done.facts if not fact.retracted_at} == {"Render", "Heroku"}
    assert all(not fact.contradicts for fact in memory.facts())
    assert memory.review() == ()
    take_in(memory, AGAIN)
    assert memory.review() == ()
    before = exported(memory)
    memory.rebuild()
    assert exported(memory) == before
    memory.resolve("reopen", *reversed(doubt.ids))
    assert the_two(memory).ids == doubt.ids
    kinds = [event.kind for event in memory._store.ledger.events()]
    assert kinds[-1] == "FactsContradicted"
    assert "FactsReconciled" in kinds
    said_so = [one.text for one in memory.messages(client="graphmem")]
    assert len(said_so) == 2
    assert said_so[1].startswith("Both are so: ")
    assert said_so[0].startswith("Only one of the two is so: ")


def test_its_words_forgotten_the_doubt_is_back(memory):
    doubt = the_two(memory)
    memory.resolve("both", *doubt.ids)
    [word] = memory.messages(client="graphmem")
    memory.forget(word.id)
    assert the_two(memory).ids == doubt.ids


def known_after(folder: Path, steps):
    """What is known once these were read and settled in this order."""
    with Unsought(folder / "home") as memory:
        for step in steps:
            if step == "both":
                wanted = {"Render", "Heroku"}
                ids = [
                    fact.id
                    for fact in memory.facts(all=True, predicate="deployed_on")
                    if fact.object in wanted
                ]
                settle_both(ids, both=True, at=day(20), store=memory._store, ontology=memory.ontology)
            else:
                take_in(memory, step)
        return exported(memory)


def test_what_is_read_before_and_after_it_gives_the_same(tmp_path):
    orders = [(MAYA, LENA, "both", OLD, AGAIN), (OLD, LENA, MAYA, AGAIN, "both"), (LENA, MAYA, OLD, "both", AGAIN),
              (AGAIN, MAYA, LENA, "both", OLD)]  # fmt: skip
    told = {known_after(tmp_path / str(i), order) for i, order in enumerate(orders)}
    assert len(told) == 1


@pytest.mark.parametrize("verdict", ["keep", "retract"])
def test_one_of_two_facts_is_settled_by_both_ids(memory, verdict):
    doubt = the_two(memory)
    done = memory.resolve(verdict, *doubt.ids)
    kept = doubt.ids[0] if verdict == "keep" else doubt.ids[1]
    assert [fact.id for fact in done.facts if fact.retracted_at is None] == [kept]
    assert memory.review() == ()


def test_two_entities_are_settled_by_both_ids(tmp_path):
    with Unsought(tmp_path / "home") as memory:
        for text in (
            "Priya owns the billing service.",
            "Priya Patel owns the search service.",
            "Priya Shah owns the wiki.",
        ):
            memory.remember(text)
        first, second = memory.review()
        done = memory.resolve("split", *first.ids)
        assert (done.verdict, done.facts) == ("split", ())
        assert done.entity.id == first.ids[0]
        assert [one.ids for one in memory.review()] == [second.ids] or memory.review() == ()
        merged = memory.resolve("merge", *second.ids)
        assert merged.entity.name == second.texts[1]


def test_what_cannot_be_settled_says_why(memory):
    one, other = the_two(memory).ids
    before = memory.watermarks[0]
    with pytest.raises(MisuseError, match="Nobody said"):
        memory.resolve("reopen", one, other)
    for verdict in ("keep", "both", "reopen"):
        with pytest.raises(NotFound):
            memory.resolve(verdict, one, "fact_nothing")
        with pytest.raises(MisuseError):
            memory.resolve(verdict, one, one)
    with pytest.raises(MisuseError, match="settles nothing"):
        memory.resolve("burn", one, other)
    assert memory.watermarks[0] == before
    memory.resolve("both", one, other)
    with pytest.raises(MisuseError, match="do not contradict"):
        memory.resolve("both", one, other)


def test_so_and_not_so_are_not_both_so(tmp_path):
    with Unsought(tmp_path / "home") as memory:
        take_in(
            memory,
            talk("yes", ("Maya", "Lena owns the wiki.", T0)),
            talk("no", ("Omar", "Lena does not own the wiki.", T0)),
        )
        doubt = the_two(memory)
        assert not any("both" in verb for verb in doubt.verbs)
        with pytest.raises(MisuseError, match="cannot both be so"):
            memory.resolve("both", *doubt.ids)


@pytest.mark.parametrize("verdict", ["keep", "retract"])
def test_what_is_denied_is_kept_and_retracted_as_what_it_is(tmp_path, verdict):
    with Unsought(tmp_path / "home") as memory:
        take_in(
            memory,
            talk("yes", ("Maya", "Lena owns the wiki.", T0)),
            talk("no", ("Omar", "Lena does not own the wiki.", T0)),
        )
        denial = next(fact for fact in memory.facts() if fact.negated)
        getattr(memory, verdict)(denial.id)
        assert [fact.negated for fact in memory.facts(predicate="owns")] == [verdict == "keep"]
        assert memory.review() == ()
