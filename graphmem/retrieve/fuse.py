"""Ranked lists from several channels become one: calibrated scores, weighted and added, then gentle priors.

Calibrated sums were measured better than rank fusion on this kind of question: a channel that is sure says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from graphmem.result import Why

Scored = Sequence[tuple[str, float]]


class Candidate(msgspec.Struct):
    """One document on its way to become a hit."""

    id: str
    text: float = 0.0  # calibrated, between 0 and 1, as are the next four
    vector: float = 0.0
    late: float = 0.0
    graph: float = 0.0
    time: float = 0.0
    score: float = 0.0
    ranks: dict[str, int] = {}  # by channel, counted from 1
    gains: dict[str, float] = {}  # what came to the sum of the channels, by its cause

    @property
    def why(self) -> Why:
        """What each channel gave; how the graph led here is told of those that become hits."""
        return Why(
            text=round(self.text, 4),
            vector=round(self.vector, 4),
            late=round(self.late, 4),
            graph=round(self.graph, 4),
            time=round(self.time, 4),
            ranks=self.ranks,
            gains={name: round(amount, 4) for name, amount in self.gains.items() if round(amount, 4)},
        )

    def gain(self, name: str, amount: float) -> None:
        """Let the score gain so much, or lose it, and keep for what."""
        self.score += amount
        self.gains[name] = self.gains.get(name, 0.0) + amount


def calibrated(found: Scored, *, floor: float = 0.0) -> dict[str, float]:
    """Scores as shares of the best one, above a floor; a list of one is as sure as the best of many.

    A page repeats what stands on it: where there is anything else, it is measured by that and never sets the measure.
    """
    best = max((score for _, score in measuring(found)), default=0.0)
    if best <= floor:
        return {}
    return {key: min(1.0, (score - floor) / (best - floor)) for key, score in found if score > floor}


def measuring(found: Scored) -> Scored:
    """The scores without those of pages, unless there are no others."""
    return [one for one in found if not is_page(one[0])] or found


def is_page(key: str) -> bool:
    """Whether an id is that of a page."""
    return key.startswith("page_")


def ranks(channels: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, int]]:
    """For each channel at which place it had what it found; equals by id."""
    ordered = {
        name: sorted((-score, key) for key, score in scores.items()) for name, scores in channels.items()
    }
    return {name: {key: place for place, (_, key) in enumerate(found, 1)} for name, found in ordered.items()}


def add_up(channels: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> dict[str, float]:
    """For each document that any channel found the weighted sum of its channels, as a share of what it could be."""
    whole = sum(weights.values()) or 1.0
    totals = dict.fromkeys((key for scores in channels.values() for key in scores), 0.0)
    for channel, weight in weights.items():
        for key, score in channels.get(channel, {}).items():
            totals[key] += weight * score
    return {key: total / whole for key, total in totals.items()}


def vouched(
    scores: Mapping[str, float], told: Mapping[str, Sequence[str]], *, share: float
) -> dict[str, float]:
    """For each turn a share of the score of the best fact that was read from it.

    A fact says with names and dates what its turn says in pronouns, and stands in the graph beside its like.
    """
    gains: dict[str, float] = {}
    for fact, turns in told.items():
        if (score := scores.get(fact)) is not None:
            gains.update((turn, max(score, gains.get(turn, 0.0))) for turn in turns if turn in scores)
    return {turn: share * gain for turn, gain in gains.items()}


def best_of(scores: Mapping[str, float], gains: Mapping[str, float], most: int) -> list[str]:
    """The ids of so many with the best scores and gains, best first; equals by id."""
    found = sorted((-(score + gains.get(key, 0.0)), key) for key, score in scores.items())
    return [key for _, key in found[:most]]


def candidates_of(
    keys: Iterable[str],
    channels: Mapping[str, Mapping[str, float]],
    scores: Mapping[str, float],
    gains: Mapping[str, float],
) -> dict[str, Candidate]:
    """What the channels and, to a turn, its facts gave to each of the documents."""
    found = {key: Candidate(key, score=scores[key]) for key in dict.fromkeys(keys)}
    for channel, given in channels.items():
        for key in given.keys() & found.keys():
            setattr(found[key], channel, given[key])
    for key in gains.keys() & found.keys():
        found[key].gain("fact", gains[key])
    return found


def rise(
    candidates: Mapping[str, Candidate],
    told: Mapping[str, Sequence[str]],
    *,
    most: float,
    asked: Collection[str],
) -> None:
    """Put each fact where the best of its turns stands, but at no more than `most` times its own score.

    Both are one finding. Short and full of names a fact looks better alone than its turn does among its like, and
    what lies around the turn speaks for the fact too. A fact that is asked for by its predicate is no such lookalike,
    and is not put lower: its turn may tell it in a word ("I'm at Globex now").
    """
    for fact, turns in told.items():
        best = max((candidates[turn].score for turn in turns if turn in candidates), default=0.0)
        if fact in candidates and best:
            own = candidates[fact].score
            place = min(best, most * own)
            candidates[fact].gain("turn", (max(own, place) if fact in asked else place) - own)


def outdated(told: Mapping[str, Sequence[str]], *, asked: Collection[str], out: Collection[str]) -> set[str]:
    """The turns that tell of what is asked for only facts that are `out` of the time that is meant."""
    past = {turn for fact in asked if fact in out for turn in told.get(fact, ())}
    return past - {turn for fact in asked if fact not in out for turn in told.get(fact, ())}


def lend(
    candidates: Mapping[str, Candidate], places: Mapping[str, tuple[str, int]], *, share: float, far: float
) -> None:
    """Let each turn gain from the turns around it: an answer is often the reply, or the reply's reply.

    `places` gives for each turn its session and its place in it. The turn before lends `share` of its own score,
    the one behind half of that, and those two away `far`.
    """
    own = {place: candidates[key].score for key, place in places.items()}
    steps = ((-1, share), (1, share / 2), (-2, far), (2, far))
    for key, (session, place) in places.items():
        lent = sum(part * own.get((session, place + step), 0.0) for step, part in steps)
        candidates[key].gain("beside", lent)


def support(
    candidates: Mapping[str, Candidate], places: Mapping[str, tuple[str, int]], *, share: float
) -> None:
    """Let each turn gain a share of the mean of its session's two best: where much fits, the rest is more likely meant.

    The second counts half of the first: one turn that fits says more of its session than several that fit somewhat.
    """
    groups: dict[str, list[Candidate]] = {}
    for key, (session, _) in places.items():
        groups.setdefault(session, []).append(candidates[key])
    for group in groups.values():
        first, second, *_ = *sorted((candidate.score for candidate in group), reverse=True)[:2], 0.0
        gain = share * (first + second / 2) / 1.5
        for candidate in group:
            candidate.gain("session", gain)


def judged(candidates: Iterable[Candidate], worth: Mapping[str, int], *, share: float) -> None:
    """Let each candidate gain or lose a share of its score by what was said of its worth.

    `worth` is how often it was found useful, less how often wrong or outdated. One word tells half of what many do:
    it puts those in order that are as good as each other, and no more.
    """
    for candidate in candidates:
        if said := worth.get(candidate.id, 0):
            candidate.gain("feedback", share * candidate.score * said / (1 + abs(said)))


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Best first; equals by id, so that the same question gives the same list."""
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id))
