"""What is over once a part of the body is well, and what is not."""

from __future__ import annotations

import pytest

from graphmem.revise.ailments import heals_with


@pytest.mark.parametrize(
    ("ailment", "well"),
    [
        ("torn meniscus", "knee"),
        ("torn meniscus", "my left knee"),
        ("rotator cuff tear", "shoulder"),
        ("slipped disc", "back"),
        ("broken wrist", "cast"),
        ("fractured elbow", "cast"),
        ("sprained ankle", "crutches"),
    ],
)
def test_what_heals_together(ailment, well):
    assert heals_with(ailment, well)


@pytest.mark.parametrize(
    ("ailment", "well"),
    [
        ("torn meniscus", "shoulder"),
        ("asthma", "cast"),
        ("asthma", "knee"),
        ("broken wrist", "flu"),
        ("", "knee"),
    ],
)
def test_what_has_nothing_to_do_with_it(ailment, well):
    assert not heals_with(ailment, well)
