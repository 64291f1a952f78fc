"""Which two orders cannot both stand."""

from __future__ import annotations

import pytest

from graphmem.revise.belief import against


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        ("always answer me in German", "answer in Spanish", True),
        ("always answer in German", "go back to English", True),
        ("answer in German", "always reply in German", False),
        ("answer in German", "reply to Marie in French", False),
        ("answer in German", "write commit messages in English", False),
        ("always call me Captain", "call me Boss from now on", True),
        ("always call me Captain", "stop calling me Captain", True),
        ("always call me Captain", "call me Captain", False),
        ("never call me Captain", "stop calling me Captain", False),
        ("always add tests", "never add tests", True),
        ("never use emojis in replies", "stop using emojis", False),
        ("never push to main", "always push to main by a pull request", False),
        ("never push to main", "avoid pushing to main", False),
        ("use british spelling", "switch to american spelling", True),
        ("use tabs in python", "use spaces in yaml", False),
        ("use tabs in python", "use tabs in yaml", False),
    ],
)
def test_two_orders(one, other, opposed):
    assert against(one, other) is opposed
    assert against(other, one) is opposed
