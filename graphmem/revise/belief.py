"""A fact in the making, and when two of them say the same or speak of the same thing in other words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.model import Evidence
from graphmem.temporal import MAX, MIN, Interval

# The words of an order that do not tell what it is about.
IDLE = re.compile(
    r"(?:an?|the|to|in|on|at|of|for|with|and|or|please|always|never|not|do|does|don't|you|your|it|us(?:e|ing)|add|put"
    r"|write|include|make|sure|avoid|stop|keep|any|more)$"
)
# Words of a plan that is off that the plan itself need not have.
PLANNED = frozenset(
    {"plan", "trip", "visit", "idea", "dream", "goal", "holiday", "vacation", "flight", "booking"}
)
GRAIN_DAYS = {"day": 1, "week": 7, "month": 31, "quarter": 92, "season": 92, "year": 366}


@dataclass(slots=True, eq=False)
class Belief:
    """A fact in the making."""

    key: str
    negated: bool
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime
    stated_start: bool  # somebody said since when; else it is only known to hold since it was said
    end_recorded_at: datetime | None = None
    retracted_at: datetime | None = None
    witnesses: list[Evidence] = field(default_factory=list)
    supersedes: list[Belief] = field(default_factory=list)
    contradicts: list[tuple[Belief, datetime]] = field(default_factory=list)
    closed_by: Belief | None = None  # the rival that put an end to it
    closed_in: Evidence | None = None  # the word that put an end to it
    held_until: datetime | None = None  # the end that it had before either

    @property
    def span(self) -> Interval:
        """When it was so."""
        return Interval(self.valid_from, self.valid_until)

    @property
    def cut_by(self) -> Belief | None:
        """The rival with whose beginning it ends, if it does."""
        end = self.closed_by
        return end if end is not None and self.valid_until == end.low else None

    @property
    def low(self) -> datetime:
        """The start as a comparable time."""
        return self.valid_from or MIN

    @property
    def high(self) -> datetime:
        """The end as a comparable time."""
        return self.valid_until or MAX

    @property
    def told(self) -> str:
        """The value in words."""
        return self.witnesses[0].value

    @property
    def trust(self) -> float:
        """The word of the best witness."""
        return max((witness.trust for witness in self.witnesses), default=0.0)

    def end(self, at: datetime, learned: datetime) -> None:
        """Close the open interval."""
        self.valid_until, self.end_recorded_at = max(at, self.low), learned

    def told_with(self, word: Evidence | None) -> bool:
        """True when the sentence of that word also told this: "we moved from Berlin to Lisbon"."""
        place = word and (word.message_id, word.start, word.end)
        return any((w.message_id, w.start, w.end) == place for w in self.witnesses if w.mode == "asserts")


def object_key(evidence: Evidence) -> str:
    """What tells two values of a slot apart: the entity, or the literal without case and doubled spaces."""
    return evidence.object or " ".join(evidence.value.casefold().split())


def covers(order: str, lifted: str) -> bool:
    """True when an order speaks of all that is lifted: "never use emojis in commits" of "emojis"."""
    asked = stems(lifted)
    return bool(asked) and asked <= stems(order)


def covers_plan(plan: str, off: str) -> bool:
    """True when a plan is what is off: "is planning to visit Iceland in August" of "the trip to Iceland"."""
    asked = stems(off) - PLANNED
    return bool(asked) and asked <= stems(plan)


def stems(text: str) -> set[str]:
    """The words of an order that tell what it is about, without their endings."""
    told = [word for word in re.findall(r"[\w'/.-]+", text.casefold()) if not IDLE.match(word)]
    cut = [re.sub(r"(?:ing|es|s|e)$", "", word) if len(word) > 3 else word for word in told]
    return {re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", word) for word in cut}  # "running" is of "run"


def grain_days(grain: str) -> timedelta:
    """How long a date of that grain is at the most; a finer one is a moment."""
    return timedelta(days=GRAIN_DAYS.get(grain, 0)) or timedelta.resolution


def grain_length(belief: Belief) -> timedelta:
    """How uncertain the start of a belief is, by the coarsest date that was stated for it."""
    return max(
        (grain_days(w.grain) for w in belief.witnesses if w.valid_from == belief.valid_from),
        default=timedelta.resolution,
    )
