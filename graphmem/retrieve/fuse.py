"""Ranked lists from several channels become one: calibrated scores, weighted and added, then gentle priors.

Calibrated sums were measured better than rank fusion on this kind of question: a channel that is sure says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from graphmem.result import Why

Scored = Sequence[tuple[str, float]]


class Candidate(msgspec.Struct):
    """One document on its way to become a hit."""

    id: str
    text: float = 0.0  # calibrated, between 0 and 1, as are the next three
    vector: float = 0.0
    graph: float = 0.0
    time: float = 0.0
    score: float = 0.0

    @property
    def why(self) -> Why:
        """What each channel gave."""
        return Why(*(round(value, 4) for value in (self.text, self.vector, self.graph, self.time)))


def calibrated(found: Scored, *, floor: float = 0.0) -> dict[str, float]:
    """Scores as shares of the best one, above a floor; a list of one is as sure as the best of many."""
    best = max((score for _, score in found), default=0.0)
    if best <= floor:
        return {}
    return {key: (score - floor) / (best - floor) for key, score in found if score > floor}


def gather(channels: Mapping[str, Mapping[str, float]]) -> dict[str, Candidate]:
    """One candidate for each document that any channel found."""
    found: dict[str, Candidate] = {}
    for channel, scores in channels.items():
        for key, score in scores.items():
            candidate = found.setdefault(key, Candidate(key))
            setattr(candidate, channel, max(score, getattr(candidate, channel)))
    return found


def add_up(candidates: Iterable[Candidate], weights: Mapping[str, float]) -> None:
    """Give each candidate the weighted sum of its channels, as a share of what it could have been."""
    whole = sum(weights.values()) or 1.0
    for candidate in candidates:
        total = sum(weight * getattr(candidate, channel) for channel, weight in weights.items())
        candidate.score = total / whole


def lend(
    candidates: Mapping[str, Candidate], neighbours: Mapping[str, Sequence[str]], *, share: float
) -> None:
    """Let each candidate gain a share of its best neighbouring turn's own score: an answer is often the reply."""
    own = {key: candidate.score for key, candidate in candidates.items()}
    for key, around in neighbours.items():
        best = max((own.get(other, 0.0) for other in around if other != key), default=0.0)
        candidates[key].score += share * best


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Best first; equals by id, so that the same question gives the same list."""
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id))
