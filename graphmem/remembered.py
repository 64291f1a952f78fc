"""What a process remembers of the words of conversations to be faster, in one place, so that it can be forgotten.

A function that is asked the same often may keep its answers; those whose arguments are words that somebody said keep
these words as well. `remembered` is `functools.lru_cache` for them, and `forget_words` empties all of them at once.
Answers about our own tables and statements are kept by `functools` and stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_emptied: list[Callable[[], object]] = [re.purge]


def remembered(most: int) -> Callable[[F], F]:
    """Keep the last `most` answers of a function of words until they are to be forgotten."""

    def keep(function: F) -> F:
        kept: Any = lru_cache(maxsize=most)(function)
        when_forgetting(kept.cache_clear)
        return cast("F", kept)  # it is called as the function is

    return keep


def when_forgetting(empty: Callable[[], object]) -> None:
    """Call this, too, when words are to be forgotten."""
    _emptied.append(empty)


def forget_words() -> None:
    """Leave nothing of any word that was looked at; what is asked next is worked out anew."""
    for empty in _emptied:
        empty()
