"""How often somebody may ask: a bucket of requests for each key, which fills again by itself."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 10_000  # addresses and tokens whose allowance is kept


class Allowance:
    """A bucket of requests for each key, filled at `rate` a second up to `burst`."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, key: str) -> float:
        """How much is in the bucket now."""
        level, at = self._buckets.get(key, (self.burst, self.clock()))
        return min(self.burst, level + (self.clock() - at) * self.rate)

    def take(self, key: str) -> bool:
        """Take one out; False when there is none."""
        level = self.left(key)
        self._buckets[key] = (level - 1 if level >= 1 else level), self.clock()
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return level >= 1

    def wait(self, key: str) -> int:
        """Whole seconds until one is in it again."""
        return max(1, int((1 - self.left(key)) / self.rate + 0.999))
