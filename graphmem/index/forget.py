"""Forgetting: ids go in, and afterwards no channel, file or cache of the index holds a trace of them.

It takes three steps, so that readers never wait for long: a plan, hiding (one short moment, after which no search
finds the forgotten), and making every channel anew without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.index import analyze
from graphmem.index.adjacency import ALIAS_OF
from graphmem.index.changes import Staging
from graphmem.index.state import Prepared, State
from graphmem.index.table import hash64
from graphmem.remembered import forget_words


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What is to be forgotten, and what must be looked at again when it is gone."""

    numbers: list[int]
    evidence: list[int]
    told: set[int]
    aliased: set[int]


def plan(state: State, ids: Sequence[str]) -> Forgetting | None:
    """What these ids are; None when the index knows none of them."""
    numbers = [n for key in ids if (n := state.documents.find(key)) is not None]
    if not numbers:
        return None
    gone = np.unique(np.array(numbers))
    rows = state.evidence.rows[: state.evidence.count]
    evidence = np.flatnonzero(np.isin(rows["fact"], gone) | np.isin(rows["message"], gone)).tolist()
    evidence += [n for key in ids if (n := state.evidence.find(hash64(key))) is not None]
    return Forgetting(
        numbers=numbers,
        evidence=sorted(set(evidence)),
        told=state.staging().told(numbers) - set(numbers),
        aliased=set(state.graph.others(numbers, ALIAS_OF).tolist()) - set(numbers),
    )


def hide(state: State, found: Forgetting) -> None:
    """Take the forgotten from every search and join the turns around them; nobody reads meanwhile."""
    sessions: dict[int, set[int]] = {}
    for number in found.numbers:
        if session := int(state.documents.rows["session"][number]):
            sessions.setdefault(session, set()).add(number)
    staging: Staging = state.staging()
    state.graph.update(
        [d for session, gone in sessions.items() for d in staging.order(session, leaving=gone)]
    )
    state.documents.erase(found.numbers)


def purged(state: State, found: Forgetting) -> Prepared:
    """Every channel without a trace of the forgotten, to be put in place."""
    gone = np.unique(np.array(found.numbers, np.uint32))
    staging = state.staging()
    staging.mend(found.told)
    for number in found.aliased:
        staging.name_text(number)
    staged = staging.finish()
    terms = [(number, analyze.analyze(text)) for number, text in staged.texts.items() if text]
    state.evidence.erase(np.array(found.evidence, np.int64))
    prepared = Prepared(
        staged=staged,
        text=state.text.updated(terms, found.numbers, purge=True),
        layers=state.graph.purged(gone),
        shelf=state.shelf.purged(gone),
        under=state.under.purged(state.documents.rows),
        vectors=None if state.vectors is None else state.vectors.purged(gone),
        tokens=None if state.tokens is None else state.tokens.purged(gone),
    )
    # Words are remembered while they are fresh; no forgotten one may stay so.
    forget_words()
    return prepared
