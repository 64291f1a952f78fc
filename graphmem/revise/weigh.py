"""How a word is weighed against a belief: whether they dispute each other, join, or one knows better."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from graphmem.model import Evidence, EvidenceMode
from graphmem.revise.belief import Belief, grain_days, grain_length
from graphmem.temporal import Interval

# Within one message what ends is heard before what begins: "I left Acme; I'm at Globex now."
MODE_ORDER: dict[EvidenceMode, int] = {
    "retracts": 0, "undenies": 0, "ends": 1, "closes": 1, "denies": 2, "asserts": 3, "stands": 3, "doubts": 3,
    "updates": 4,
}  # fmt: skip
# Modes that tell of an end and not of a value.
ENDINGS = frozenset({"ends", "closes", "retracts"})
# Modes that tell no value at all.
NO_VALUE = ENDINGS | {"doubts", "undenies"}

# The trust of what a person says about the memory itself, above anything that was said in a conversation.
SETTLED = 1.0
# How a fact reads that holds as it is told, and not one of what came about on a day.
LASTS = re.compile(r"\b(?:has|have)\b.*\bsince\b|\b(?:is|are)\b")


def disputed(belief: Belief, other: Belief, witness: Evidence) -> bool:
    """True when another speaker of the same trust said otherwise on the same day, and no order of the two is told."""
    others = [w for w in other.witnesses if w.mode not in NO_VALUE]
    same_day = any(w.said_at.date() == witness.said_at.date() for w in others)
    if not same_day or witness.trust != other.trust or any(w.author == witness.author for w in others):
        return False
    if belief.valid_until is not None or other.valid_until is not None:
        return belief.low == other.low
    if belief.stated_start and other.stated_start:
        length, others_length = grain_length(belief), grain_length(other)
        return belief.low < other.low + others_length and other.low < belief.low + length
    return True


def meant(same: list[Belief], witness: Evidence) -> list[Belief]:
    """Which stretches of a value are taken back: all by a person's settlement, else that of the date that is named,
    those that last, or the last that was told: who did not move to Lisbon now may have lived there before."""
    if witness.trust >= SETTLED:
        return same
    dated = [one for one in same if witness.valid_from and one.valid_from == witness.valid_from]
    lasting = [one for one in same if one.high > witness.said_at]
    return dated or lasting or same[-1:]


def knows_better(witness: Evidence, start: datetime, belief: Belief) -> bool:
    """True when a witness tells another beginning: an earlier one, a finer date of the same, or, of what had been
    announced, when it came about. "In 2020" says nothing against "in March 2020"."""
    if not belief.stated_start or belief.valid_from is None:
        return start < belief.low
    length, uncertain = grain_days(witness.grain), grain_length(belief)
    if start <= belief.low < start + length and length >= uncertain:
        return False
    if belief.low <= start < belief.low + uncertain and length < uncertain:
        return True
    begun = [w for w in belief.witnesses if w.mode == "asserts" and w.valid_from is not None]
    announced = bool(begun) and all(w.said_at < belief.low for w in begun)
    if announced and belief.low > witness.said_at and witness.trust >= belief.trust:
        return start != belief.low  # what is still to come has been put off, or brought forward
    return start < belief.low or (announced and start <= witness.said_at and witness.trust >= belief.trust)


def calls_off(belief: Belief, other: Belief, witness: Evidence) -> bool:
    """True when something is denied that was still to come: "we're not moving to Leeds after all"."""
    ahead = belief.negated and other.key == belief.key and other.low > witness.said_at
    return ahead and witness.trust >= other.trust


def outdates(belief: Belief, other: Belief, witness: Evidence) -> bool:
    """True for a later word that something has been so since before the other was told as so without a date, and is.

    "The warehouse has been on BigQuery since October" tells of now as well, and so of the March in which Redshift was
    told; that one joined Acme in 2018 is told of 2018 alone.
    """
    told = [w.said_at for w in other.witnesses if w.mode == "asserts"]
    undated = not other.stated_start and other.valid_until is None and not other.negated
    lasts = belief.stated_start and belief.valid_until is None and LASTS.search(witness.text) is not None
    later = bool(told) and max(told).date() < witness.said_at.date()
    return undated and lasts and later and belief.low < other.low and witness.trust >= other.trust


def overrules(witness: Evidence, other: Belief) -> bool:
    """Of two values from the same moment the later word wins, unless it is the same breath or trusted less."""
    last = other.witnesses[-1]
    return witness.said_at > last.said_at and witness.trust >= other.trust


def turned(witness: Evidence, at: datetime, belief: Belief) -> datetime | None:
    """When a belief gave way to what a later word dates coarsely, where it began within that date; else None.

    "As of this week we're on Sentry", "I moved to Kiel this month": what was told on a day before was so then and has
    ended since; what was told on the same day was out of date.
    """
    told = [w.said_at for w in belief.witnesses if w.mode == "asserts"]
    within = at < belief.low < at + grain_days(witness.grain) and not belief.stated_start
    if not within or not told or max(told) >= witness.said_at or witness.trust < belief.trust:
        return None
    last = max(told)
    if last.date() == witness.said_at.date():
        return at
    return min(last.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1), witness.said_at)


def joins(belief: Belief, start: datetime | None, end: datetime | None) -> bool:
    """True when the span overlaps the belief's, or begins where it ends while both are one stretch of time."""
    return Interval(belief.valid_from, belief.valid_until).overlaps(Interval(start, end))
