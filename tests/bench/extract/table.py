"""The part of the page of figures that tells how well sentences are read."""

from __future__ import annotations

from collections.abc import Mapping

from tests.bench.recall.page import table

SHOWN = (
    "cases", "facts", "precision", "recall", "F1", "told", "notes", "right notes", "kept empty", "dates",
    "right dates", "dates written", "right of these", "texts alone",
)  # fmt: skip
TOLD = """A case is one or more turns, and the facts that a person wrote down of them. *precision* is the share of
the claims that answer such a fact, *recall* the share of the facts that a claim answers, and *F1* their harmonic mean.
*notes* are statements kept in their own words, for which there is no predicate: *right notes* is the share of those
that alone answer a fact, and *told* the recall when they count. *kept empty* is, of the cases that say nothing to be
kept, the share of which nothing was kept. *dates* is how many right claims have a date to judge, and *right dates* the
share of them that begin and end as it was written down; a date that was found where none was written counts as wrong
there, though some authors wrote few: *dates written* and *right of these* are those alone. *texts alone* is the share
of the texts that can be read without another: no "I", no "yesterday". Splits that are called held out, held, fresh or
blind are not for tuning: `tests/bench/extract/sentences.py` tells who wrote which, what of them was ever looked at, and
how each figure is counted."""


def part(figures: Mapping[str, Mapping[str, str]]) -> str:
    """The figures of each split as a part of the page."""
    rows = [[split, *(of[name] for name in SHOWN)] for split, of in figures.items()]
    return "\n\n".join(
        [
            "## What a sentence says",
            "`make bench-extract`",
            TOLD,
            table(("split", *SHOWN), rows),
        ]
    )
