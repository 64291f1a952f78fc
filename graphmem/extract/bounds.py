"""Where the sentences of a parsed text begin and end."""

from __future__ import annotations

from typing import Any


def spans_of(doc: Any) -> list[tuple[int, int]]:
    """The sentences of a spaCy document by their tokens; a label inside ("db: postgres, cache: valkey") ends none."""
    found: list[tuple[int, int]] = []
    for sent in doc.sents:
        if found and ends_in_label(doc, found[-1][0], sent.start):
            found[-1] = (found[-1][0], sent.end)
        else:
            found.append((sent.start, sent.end))
    return found


def ends_in_label(doc: Any, first: int, end: int) -> bool:
    """True when the tokens from `first` to `end` close with a comma, one word and a colon."""
    return end - 3 > first and doc[end - 1].text == ":" and doc[end - 3].text in {",", ";"}
