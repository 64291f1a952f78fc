"""The best so far: numbers with scores are offered, those that are allowed and score highest are kept."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

# Tells which of some candidate numbers may be found.
Allowed = Callable[[np.ndarray], np.ndarray]
NO_NUMBERS, NO_SCORES = np.empty(0, np.uint32), np.empty(0, np.float32)


class Best:
    """The best allowed documents so far."""

    def __init__(self, limit: int, allowed: Allowed | None) -> None:
        self.limit = limit
        self._allowed = allowed
        self.numbers, self.scores = NO_NUMBERS, NO_SCORES

    @property
    def bar(self) -> float:
        """A document with a lower score than this cannot be among the best any more."""
        return float(self.scores[-1]) if len(self.scores) == self.limit else 0.0

    def offer(self, numbers: np.ndarray, scores: np.ndarray) -> None:
        """Take in what is good enough and allowed, looking at as few as possible."""
        found_numbers, found_scores = self._filtered(numbers, scores)
        numbers = np.concatenate([self.numbers, found_numbers])
        scores = np.concatenate([self.scores, found_scores])
        order = np.lexsort((numbers, -scores))[: self.limit]
        self.numbers, self.scores = numbers[order], scores[order]

    def threshold(self, numbers: np.ndarray, scores: np.ndarray) -> float:
        """The score that the last of the best would have if these were all there is to know."""
        _, found = self._filtered(numbers, scores)
        scores = np.concatenate([self.scores, found])
        if len(scores) < self.limit:
            return self.bar
        return float(np.partition(scores, len(scores) - self.limit)[len(scores) - self.limit])

    def _filtered(self, numbers: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The best allowed ones; all that score as high as the last of them stay, so that ties are settled later."""
        bar = self.bar
        if bar > 0:
            keep = scores >= bar
            numbers, scores = numbers[keep], scores[keep]
        if self._allowed is None:
            if len(scores) > self.limit:
                keep = scores >= np.partition(scores, len(scores) - self.limit)[len(scores) - self.limit]
                numbers, scores = numbers[keep], scores[keep]
            return numbers, scores
        kept_numbers, kept_scores = [NO_NUMBERS], [NO_SCORES]
        found, size = 0, 2 * self.limit + 16
        while len(scores) and found < self.limit:
            if len(scores) > size:
                bound = np.partition(scores, len(scores) - size)[len(scores) - size]
                now = scores >= bound
            else:
                now = np.ones(len(scores), bool)
            pass_numbers, pass_scores = numbers[now], scores[now]
            ok = self._allowed(pass_numbers)
            kept_numbers.append(pass_numbers[ok])
            kept_scores.append(pass_scores[ok])
            found += int(np.count_nonzero(ok))
            numbers, scores = numbers[~now], scores[~now]
            size *= 4
        return np.concatenate(kept_numbers), np.concatenate(kept_scores)
