"""A question in words becomes what to look for: whom it names, what it asks of them, and of which time.

Read with word lists alone, without a parser: a recall must not wait for a model to load.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from graphmem.model import USER_ENTITY
from graphmem.ontology import Ontology, Predicate
from graphmem.retrieve import wording
from graphmem.temporal import Interval

Kind = Literal[
    "who",
    "when",
    "where",
    "how many",
    "list",
    "preference",
    "decision",
    "why",
    "how",
    "yes or no",
    "what",
    "",
]


class Question(msgspec.Struct, frozen=True):
    """What a question asks for, as far as its words tell."""

    text: str
    entities: tuple[str, ...] = ()  # ids of the entities it names; the user first when it speaks of them
    predicates: tuple[tuple[str, float], ...] = ()  # predicates it asks for, with a weight between 0 and 1
    asks: str = ""  # the interrogative: who, where, when, what, why, how many ...; "" for a bare phrase
    kind: Kind = ""  # of what kind the answer is; "how many" for any figure, "" for a bare phrase
    many: bool = False  # all that fit are asked for
    past: bool = False  # it asks of what was, so what has ended is as good as what holds
    present: bool = False
    holds: Literal["now", "then", ""] = ""  # only what holds is meant, or only what no longer does
    broad: bool = False  # nothing is asked of whom it names but what is known
    history: bool = False  # the course of things is asked for: what was and what came in its place
    window: Interval | None = None  # the time it names
    clock: Literal["valid", "said"] = "valid"  # what the window binds: when it was so, or when it was said
    anchor: str = ""  # the event that bounds the time: "the migration" in "before the migration"
    relation: Literal["before", "after", "during", ""] = ""  # how the time lies to the anchor
    speaker: str = ""  # whose words are asked for: user, assistant, or a name as it is written


def read_question(
    text: str,
    *,
    ontology: Ontology,
    named: Callable[[str], Sequence[str]],
    stems: Callable[[str], Sequence[str]],
    window: Callable[[str], Interval | None],
    broad: Callable[[str], bool],
) -> Question:
    """What the question asks for.

    `named` gives the ids of entities whose names stand in a text, `stems` its words as they are compared, `window` the
    time that it names, and `broad` tells whether it asks nothing but what is known.
    """
    entities = list(named(text))
    if wording.USER.search(text) and USER_ENTITY not in entities:
        entities.insert(0, USER_ENTITY)
    asks = found[1].lower() if (found := wording.ASKS.search(text)) else ""
    words = set(stems(text))
    scored = [
        (predicate.name, weight)
        for predicate in ontology.predicates.values()
        if (weight := asked(predicate, words, asks, stems)) > 0
    ]
    best = max((weight for _, weight in scored), default=0.0)
    holds = wording.holds(text)
    named_time = window(text)
    if named_time is not None and holds == "now" and not wording.DONE.search(text):
        named_time = None  # "where do I live today" means now, and no day on which it was said
    relation, anchor = wording.anchor(text) if named_time is None else ("", "")
    return Question(
        text=text,
        entities=tuple(dict.fromkeys(entities)),
        # Only the readings that come close to the best one: a cue shared by many predicates asks for none of them.
        predicates=tuple(
            sorted(((n, w) for n, w in scored if w >= 0.6 * best), key=lambda p: (-p[1], p[0]))[:6]
        ),
        asks=asks,
        kind=wording.kind(text),
        many=wording.many(text),
        past=bool(wording.PAST.search(text)) and holds != "now",
        present=holds == "now",
        holds=holds,
        broad=named_time is None and broad(text),
        history=bool(wording.HISTORY.search(text)),
        window=named_time,
        clock="said" if wording.SAYING.search(text) else "valid",
        anchor=anchor,
        relation=relation,
        speaker=wording.speaker(text),
    )


def asked(predicate: Predicate, words: set[str], asks: str, stems: Callable[[str], Sequence[str]]) -> float:
    """How much the words of a question ask for a predicate, between 0 and 1.

    A cue that is there counts most; the right interrogative helps a cue and counts nothing alone.
    """
    hits = sum(1 for cue in predicate.cues if (cue_words := cue_stems(cue, stems)) and cue_words <= words)
    if not hits:
        return 0.0
    return min(1.0, 0.5 + 0.15 * (hits - 1) + (0.35 if asks and asks in predicate.ask else 0.0))


@lru_cache(maxsize=4096)
def cue_stems(cue: str, stems: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """The words of a cue as they are compared; cues are those of the vocabulary, and no words of any conversation."""
    return frozenset(stems(cue))
