"""A question in words becomes what to look for: whom it names, what it asks of them, and of which time.

Read with word lists alone, without a parser: a recall must not wait for a model to load.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from graphmem.model import USER_ENTITY
from graphmem.ontology import Ontology, Predicate
from graphmem.temporal import Interval

_USER = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|the user|user|the user's|user's)\b", re.IGNORECASE)
_ASKS = re.compile(r"\b(who|whom|whose|where|when|what|which|why|how many|how much|how)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:used to|previously|formerly|before|earlier|past|former|old|was|were|did|had|ever|history|originally)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:now|currently|current|today|these days|at the moment|still|latest)\b", re.IGNORECASE
)


class Question(msgspec.Struct, frozen=True):
    """What a question asks for, as far as its words tell."""

    text: str
    entities: tuple[str, ...] = ()  # ids of the entities it names; the user first when it speaks of them
    predicates: tuple[tuple[str, float], ...] = ()  # predicates it asks for, with a weight between 0 and 1
    asks: str = ""  # who, where, when, what, why, how many ...; "" for a bare phrase
    past: bool = False  # it asks of what was, so what has ended is as good as what holds
    present: bool = False
    window: Interval | None = None  # the time it names


def read_question(
    text: str,
    *,
    ontology: Ontology,
    named: Callable[[str], Sequence[str]],
    stems: Callable[[str], Sequence[str]],
    window: Callable[[str], Interval | None],
) -> Question:
    """What the question asks for.

    `named` gives the ids of entities whose names stand in a text, `stems` its words as they are compared, and
    `window` the time that it names.
    """
    entities = list(named(text))
    if _USER.search(text) and USER_ENTITY not in entities:
        entities.insert(0, USER_ENTITY)
    asks = found[1].lower() if (found := _ASKS.search(text)) else ""
    words = set(stems(text))
    scored = [
        (predicate.name, weight)
        for predicate in ontology.predicates.values()
        if (weight := asked(predicate, words, asks, stems)) > 0
    ]
    best = max((weight for _, weight in scored), default=0.0)
    present = bool(_PRESENT.search(text))
    return Question(
        text=text,
        entities=tuple(dict.fromkeys(entities)),
        # Only the readings that come close to the best one: a cue shared by many predicates asks for none of them.
        predicates=tuple(
            sorted(((n, w) for n, w in scored if w >= 0.6 * best), key=lambda p: (-p[1], p[0]))[:6]
        ),
        asks=asks,
        past=bool(_PAST.search(text)) and not present,
        present=present,
        window=window(text),
    )


def asked(predicate: Predicate, words: set[str], asks: str, stems: Callable[[str], Sequence[str]]) -> float:
    """How much the words of a question ask for a predicate, between 0 and 1.

    A cue that is there counts most; the right interrogative helps a cue and counts nothing alone.
    """
    hits = sum(1 for cue in predicate.cues if (cue_words := set(stems(cue))) and cue_words <= words)
    if not hits:
        return 0.0
    return min(1.0, 0.5 + 0.15 * (hits - 1) + (0.35 if asks and asks in predicate.ask else 0.0))
