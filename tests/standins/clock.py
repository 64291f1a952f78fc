"""A clock that stands still until somebody sleeps on it, and remembers for how long they did."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 10, 20, 12, tzinfo=UTC)


class StillClock:
    """Time that only `sleep` and `advance` move."""

    def __init__(self, moment=NOON):
        self.moment, self.slept = moment, []

    def now(self):
        return self.moment

    def elapsed(self):
        return (self.moment - NOON).total_seconds()

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.advance(seconds)

    def advance(self, seconds):
        self.moment += timedelta(seconds=seconds)
