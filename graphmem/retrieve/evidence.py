"""How well what was found fits a question: hits and the question's words go in, a confidence between 0 and 1 comes out.

Nothing here looks for anything; it only weighs the best hits. The weights are those of `pipelines/recall.toml`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from graphmem.index.analyze import analyze, author_terms
from graphmem.result import Hit

LOOKED_AT = 5  # hits
READ = 4000  # characters of each
NAME = re.compile(r"\b[A-Z][\w'-]*[a-z][\w'-]*")


class Evidence(msgspec.Struct, frozen=True):
    """What speaks for an answer being among the hits; each between 0 and 1 but for `late`."""

    late: float = 0.0  # the best late interaction, about -1 to 1
    cover: float = 0.0  # how much of what the question's words tell stands in the hit that has most of it
    together: float = 0.0  # the same in the best hits together
    unseen: float = 0.0  # how much of what the question's words tell stands nowhere in the store
    stranger: float = 0.0  # 1 when the question names somebody and none of the best hits is by or about them
    asked: float = (
        0.0  # how much the predicate of a fact among the best is asked for, of whom the question names
    )
    other: float = 0.0  # by how much the words of others fit better than those of whom the question names


def weigh(
    question: str,
    hits: Sequence[Hit],
    *,
    told: Mapping[str, tuple[int, float]],
    late: Mapping[str, float],
    said: Mapping[str, bool],
    walked: Mapping[str, float],
) -> Evidence:
    """The evidence in the best hits.

    `told` gives each term of the question its count and idf in the store, `late` what late interaction measured of
    all candidates, `said` for the messages among them whether somebody said it whom the question names, and
    `walked` how much each fact was asked for by its predicate.
    """
    whole = sum(idf for _, idf in told.values())
    best = hits[:LOOKED_AT]
    if not best:
        return Evidence()
    words = [frozenset(terms_of(hit)) & told.keys() for hit in best]
    # A question whose every word is explained otherwise asks for nothing more.
    shares = [sum(told[term][1] for term in had) / whole if whole else 1.0 for had in words]
    unseen = sum(idf for count, idf in told.values() if not count) / (whole or 1.0)
    names = names_of(question)
    about = [(names & (set(author_terms(said_by(hit))) | set(analyze(hit.text[:READ])))) for hit in best]
    met = [late[key] for hit in best for key in ids_of(hit) if key in late]
    return Evidence(
        # Without a model that tells tokens apart it is taken to be what it mostly is where so many words are there.
        late=max(met) if met else 0.225 + 0.45 * max(shares),
        cover=max(shares),
        together=sum(told[term][1] for term in frozenset().union(*words)) / (whole or 1.0),
        unseen=unseen,
        stranger=float(bool(names) and not any(about)),
        # "My favourite colour" is not told by another favourite in a store that never heard of colours.
        asked=max(walked.get(hit.id, 0.0) for hit in best) * (1.0 - unseen),
        other=other_words(late, said),
    )


def other_words(late: Mapping[str, float], said: Mapping[str, bool]) -> float:
    """By how much the best that others said is better than the best of whom the question names; 0 when it names
    nobody who spoke."""
    own = [late[key] for key, named in said.items() if named and key in late]
    others = [late[key] for key, named in said.items() if not named and key in late]
    return max(0.0, max(others) - max(own)) if own and others else 0.0


def confidence(evidence: Evidence, weights: Mapping[str, float], bias: float) -> float:
    """The logistic of the weighted evidence."""
    total = bias + sum(weight * getattr(evidence, name) for name, weight in weights.items())
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, total))))


def ids_of(hit: Hit) -> Iterable[str]:
    """The hit and the messages in which it was said."""
    return (hit.id, *(source.message_id for source in hit.sources))


def said_by(hit: Hit) -> str:
    """Who said it."""
    return " ".join(source.author for source in hit.sources)


def terms_of(hit: Hit) -> set[str]:
    """The terms of a hit: its text, its quotes, who said it and in which project."""
    quotes = " ".join(source.quote[:READ] for source in hit.sources[:3])
    places = " ".join(f"{source.author} {source.project}" for source in hit.sources[:3])
    return set(analyze(f"{hit.text[:READ]} {quotes} {places}"))


def names_of(question: str) -> set[str]:
    """The terms of what is written like a name in a question, its first word left out."""
    found = [one[0] for one in NAME.finditer(question) if question[: one.start()].strip()]
    return {term for name in found for term in (*author_terms(name), *analyze(name))}
