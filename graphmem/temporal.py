"""The two clocks: half-open intervals of UTC time, and the point of view from which a read is made.

Valid time is when something was so in the world; recorded time is when it was known, that is, said.
`None` as a start means "since before anything we know", as an end "still open".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import total_ordering

from graphmem.errors import InvalidInterval, InvalidTime

MIN = datetime(1, 1, 1, tzinfo=UTC)
MAX = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


def utc(value: datetime) -> datetime:
    """Convert an aware time to UTC; a naive one is taken to be UTC already."""
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError as cause:
        raise InvalidTime(f"The time {value!s} lies outside the years 1 to 9999.") from cause


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


def parse_time(text: str) -> datetime:
    """Read an RFC 3339 time, a date, a month or a year as the UTC instant at which it begins.

    Raises InvalidTime when the text is none of these.
    """
    raw = text.strip()
    if raw.lower() == "now":
        return now()
    for padded in (raw, f"{raw}-01", f"{raw}-01-01") if raw[:4].isdigit() else ():
        try:
            return utc(datetime.fromisoformat(padded.replace("Z", "+00:00").replace("z", "+00:00")))
        except ValueError:
            continue
    raise InvalidTime(
        f"{text!r} is not a time that I can read.",
        hint="Write it like 2024-04-15, 2024-04-15T09:30:00Z, 2024-04, 2024 or now.",
    )


def format_time(value: datetime | None) -> str | None:
    """Write a time as RFC 3339 in UTC with a Z, or None for an open end."""
    if value is None:
        return None
    return utc(value).isoformat().replace("+00:00", "Z")


@total_ordering
@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open span of time `[start, end)`.

    Raises InvalidInterval when it would end before it begins; an empty interval (start == end) is allowed
    and contains nothing.
    """

    start: datetime | None = None
    end: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", None if self.start is None else utc(self.start))
        object.__setattr__(self, "end", None if self.end is None else utc(self.end))
        if self.low > self.high:
            raise InvalidInterval(
                f"The interval {format_time(self.start)} to {format_time(self.end)} ends before it begins."
            )

    @property
    def low(self) -> datetime:
        """The start as a comparable time; an unknown start is the beginning of time."""
        return self.start or MIN

    @property
    def high(self) -> datetime:
        """The end as a comparable time; an open end is the end of time."""
        return self.end or MAX

    def __lt__(self, other: Interval) -> bool:
        return (self.low, self.high) < (other.low, other.high)

    def __contains__(self, moment: datetime) -> bool:
        return self.low <= utc(moment) and (self.end is None or utc(moment) < self.end)

    @property
    def empty(self) -> bool:
        """True when no moment lies inside."""
        return self.start is not None and self.start == self.end

    def overlaps(self, other: Interval) -> bool:
        """True when some moment lies in both."""
        return self.intersection(other) is not None

    def intersection(self, other: Interval) -> Interval | None:
        """The span that lies in both, or None when there is none."""
        start = max((t for t in (self.start, other.start) if t is not None), default=None)
        end = min((t for t in (self.end, other.end) if t is not None), default=None)
        if start is not None and end is not None and start >= end:
            return None
        return Interval(start, end)

    def ended(self, moment: datetime) -> Interval:
        """The same span, closed at `moment` if it would have lasted longer; never inverted."""
        end = min(utc(moment), self.high)
        return Interval(self.start, max(end, self.low))


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where a read looks: `as_of` on the valid clock, `known_at` on the recorded clock.

    `as_of=None` looks at all of valid time; `known_at=None` uses everything that is known today.
    """

    as_of: datetime | None = None
    known_at: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "as_of", None if self.as_of is None else utc(self.as_of))
        object.__setattr__(self, "known_at", None if self.known_at is None else utc(self.known_at))

    def knows(self, recorded: Interval) -> bool:
        """True when the record was believed at `known_at`."""
        if self.known_at is None:
            return recorded.end is None
        return self.known_at in recorded

    def valid(self, valid: Interval, end_known_at: datetime | None = None) -> Interval:
        """The validity as it was believed at `known_at`: an end learned later is not yet there."""
        if self.known_at is not None and end_known_at is not None and end_known_at > self.known_at:
            return Interval(valid.start, None)
        return valid

    def sees(self, valid: Interval, recorded: Interval, end_known_at: datetime | None = None) -> bool:
        """True when the record was believed at `known_at` and, by that belief, held at `as_of`."""
        if not self.knows(recorded):
            return False
        return self.as_of is None or self.as_of in self.valid(valid, end_known_at)
