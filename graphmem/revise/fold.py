"""All that was ever said about one slot becomes what is believed of it, on both clocks.

In goes the evidence of a slot (one subject and predicate; for a predicate that may have many values at a time,
also one object); out come its facts. The result depends on the evidence only, never on the order in which it
was imported: witnesses are heard in the order in which they spoke.

Rules
- A statement opens a fact, or confirms one that holds already. Without a stated date it holds from when it was said.
- In an exclusive slot a new value closes the old one at the time from which the new one holds (valid time), so
  news about the past, however late it is read, does not close what came after.
- A finer date refines a coarser one, and a coarser one says nothing against it; of what was announced, the date on
  which it came about counts. An earlier beginning that is told later is believed.
- An update ("bump the limit to 50 MB") is a new value where a value holds; where none does it is kept without a fact.
- "No longer", "left", "used to" close a fact; with nothing to close they make a fact that has ended. Words that say
  too little for that ("I quit my job", "Biscuit died") only close what holds; they are kept without a fact to show,
  for what they close may be read later.
- An end may name a club, an employer, a role, a thing or an ailment by a short form, where only one is meant.
- What was to come and is denied before it came is taken back. What a belief had closed goes on when that belief is
  taken back: until the next value begins, or as long as it held before.
- A standing order that is lifted is found by its words: "the rule about emojis" ends "never use emojis in commits".
- The end of a fact is recorded with the moment at which it was learned; before that, on the recorded clock, the
  fact was still open. Any other change of an interval retracts the belief and opens one that supersedes it.
- What a person settles (trust 1) stands: its rivals are retracted. What a person retracts was never so. Of two that a
  person calls both so neither closes the other from then on, and what it had closed goes on (`pairs.py`).
- What was told first within the week or month since which, as is told later, something else is so, ended in that time;
  what was told, without a date, after the day since which something else has been so, ended on that day.
- Two speakers of equal trust who tell different values on one day (UTC) contradict each other, unless both say since
  when, and the two times do not meet at their grain: that tells which came first. Whoever said the other value
  themselves corrects it, and so does a word of a later day.
- Who comes round to the other value settles it: their own is taken back.
- A less trusted word never closes or retracts what a more trusted one said: the two then contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from graphmem.model import Evidence
from graphmem.revise import weigh
from graphmem.revise.ailments import meant_by
from graphmem.revise.belief import Belief, answers_else, apart, at_odds, covers, covers_plan, object_key
from graphmem.revise.pairs import Pair, linked, pair_of, spoken_of
from graphmem.revise.plans import PLANNED
from graphmem.temporal import Interval


def fold(
    evidence: Iterable[Evidence], *, exclusive: bool, closing: frozenset[str] = frozenset()
) -> list[Belief]:
    """The beliefs about one slot, in the order in which they arose; those in `closing` make no fact of their own."""
    heard = list(evidence)
    slot = Slot(exclusive=exclusive, closing=closing, pairs=spoken_of(heard))
    for witness in sorted(heard, key=lambda e: (e.said_at, e.message_id, weigh.MODE_ORDER[e.mode], e.id)):
        slot.hear(witness)
    return slot.beliefs


# Of this predicate an end need not name the value word for word.
LIFTED = "instructs"
# Of these an end may give a short form of the value: "the Kraftwerk membership" of the Kraftwerk climbing gym.
SHORTENED = frozenset({"member_of", "owns", "has_condition", "works_at", "has_role", "practises"})
# All values of these are one slot, since what ends one may name it in other words.
WHOLE = SHORTENED | {LIFTED, "reachable_at"}
Span = tuple[datetime | None, datetime | None]


class Slot:
    """The beliefs about one slot while its witnesses are heard."""

    def __init__(self, *, exclusive: bool, closing: frozenset[str], pairs: Mapping[str, Pair]) -> None:
        self.exclusive = exclusive
        self.closing = closing
        self.pairs = pairs
        self.agreed: set[Pair] = set()  # values that do not exclude each other
        self.beliefs: list[Belief] = []

    def hear(self, witness: Evidence) -> None:
        """Take one more witness in."""
        if witness.mode in {"retracts", "undenies"}:
            self._retract(witness)
        elif witness.mode == "stands":
            self._agree(witness)
        elif witness.mode == "doubts":
            self._disagree(witness)
        elif witness.mode in weigh.ENDINGS:
            self._end(witness)
        elif witness.mode == "updates" and not self._holds(witness):
            self._keep(witness)
        else:
            told = "denies" if witness.mode == "denies" else "asserts"
            self._assert(msgspec.structs.replace(witness, mode=told))

    def _retract(self, witness: Evidence) -> None:
        """Take back the belief in that value; the word is kept where it was last believed, or never was: what was
        said before it may still be read."""
        denied = witness.mode == "undenies"
        same = [b for b in self.beliefs if b.key == object_key(witness) and b.negated == denied]
        for belief in weigh.meant([b for b in same if b.retracted_at is None], witness):
            if belief.trust <= witness.trust:
                belief.retracted_at = witness.said_at
                self._reopen(belief, witness)
        if same:
            same[-1].witnesses.append(witness)
        else:
            self._keep(witness)

    def _agree(self, witness: Evidence) -> None:
        """A person says of two values that both are so."""
        self.agreed.add(self.pairs[witness.message_id])
        for belief in self._live():
            belief.contradicts = [
                (other, at) for other, at in belief.contradicts if not self._both(belief, other)
            ]
        named = Interval(witness.valid_from, witness.valid_until)
        for belief in self._live():
            end = belief.cut_by if belief.key == object_key(witness) else None
            if end is not None and self._both(belief, end) and named.overlaps(belief.span):
                self._resume(belief, witness)
        self._assert(msgspec.structs.replace(witness, mode="asserts"))

    def _disagree(self, witness: Evidence) -> None:
        """A person takes back that both are so."""
        pair, key = self.pairs[witness.message_id], object_key(witness)
        self.agreed.discard(pair)
        same = [b for b in self.beliefs if b.key == key and not b.negated]
        for belief in (b for b in same if b.retracted_at is None):
            for other in self._rivals(belief):
                if pair_of(belief, other) == pair and not linked(belief, other):
                    belief.contradicts.append((other, witness.said_at))
        if same:
            same[-1].witnesses.append(witness)
        else:
            self._keep(witness)

    def _both(self, one: Belief, other: Belief) -> bool:
        """True when a person said that the two are both so."""
        return not one.negated and not other.negated and pair_of(one, other) in self.agreed

    def _keep(self, witness: Evidence) -> None:
        """Keep a word that changes nothing yet with a belief that nobody ever held."""
        said_at = witness.said_at
        never = Belief(object_key(witness), False, said_at, None, said_at, False, retracted_at=said_at)
        never.witnesses.append(witness)
        self.beliefs.append(never)

    def _holds(self, witness: Evidence) -> bool:
        """True when something holds as this is said, so that it can have got another value."""
        return any(not one.negated and one.high > witness.said_at for one in self._live())

    def _live(self) -> list[Belief]:
        return [belief for belief in self.beliefs if belief.retracted_at is None]

    def _assert(self, witness: Evidence) -> None:
        key, negated = object_key(witness), witness.mode == "denies"
        stated = witness.valid_from is not None
        start = witness.valid_from if stated or witness.valid_until else witness.said_at
        end = witness.valid_until
        if witness.predicate == PLANNED and start is not None and start > witness.said_at:
            start, stated = witness.said_at, False  # it is planned from now on; its day stands in its words
        if start is not None and end is not None and end <= start:
            start = None
        same = [b for b in self._live() if b.key == key and b.negated == negated]
        match = next((b for b in reversed(same) if weigh.joins(b, start, end)), None)
        if match is not None:
            self._confirm(match, witness, start, end, stated=stated)
            return
        belief = Belief(
            key, negated, start, end, witness.said_at, stated or start is None, witnesses=[witness]
        )
        belief.end_recorded_at, belief.ended_by = (witness.said_at, witness.id) if end else (None, "")
        self._make_room(belief, witness)
        self.beliefs.append(belief)

    def _confirm(
        self, belief: Belief, witness: Evidence, start: datetime | None, end: datetime | None, *, stated: bool
    ) -> None:
        """A witness for what is believed already; it may know better since when or until when."""
        moved_start = stated and start is not None and weigh.knows_better(witness, start, belief)
        moved_end = end is not None and belief.valid_until is not None and end != belief.valid_until
        if moved_start or moved_end:
            old = belief
            span = start if moved_start else belief.valid_from, end if moved_end else belief.valid_until
            belief = self._revised(belief, witness, span, witness.id if moved_end else belief.ended_by)
            belief.stated_start = belief.stated_start or stated
            if belief.low > old.low:
                self._follow(belief, old.low, witness)
        belief.witnesses.append(witness)
        if end is not None and belief.valid_until is None:
            belief.end(end, witness)
        if witness.trust >= weigh.SETTLED:
            if end is None and belief.closed_in is not None and belief.closed_in.id in self.closing:
                belief = self._revised(belief, witness, (belief.valid_from, belief.held_until), "")
            for other in self._rivals(belief):
                other.retracted_at = witness.said_at
                belief.supersedes.append(other)
            return
        self._concede(belief, witness)
        if moved_start or moved_end:
            self._make_room(belief, witness)

    def _concede(self, belief: Belief, witness: Evidence) -> None:
        """Whoever told the one value of two that contradict each other, and now tells the other, was wrong."""
        for other in self._rivals(belief):
            before = [w for w in belief.witnesses if w is not witness and w.mode == "asserts"]
            theirs = [w for w in other.witnesses if w.mode == "asserts"]
            if (
                linked(belief, other)
                and any(w.author == witness.author and w.said_at < witness.said_at for w in theirs)
                and all(w.author != witness.author for w in before)
                and witness.trust >= other.trust
            ):
                other.retracted_at = witness.said_at
                belief.supersedes.append(other)

    def _follow(self, belief: Belief, old_start: datetime, witness: Evidence) -> None:
        """What a belief had closed lasts until the belief begins, when that turns out to be later."""
        for other in self._live():
            if other.closed_by is belief and other.valid_until == old_start:
                end = min(belief.low, other.held_until or belief.low)
                new = self._revised(other, witness, (other.valid_from, end))
                new.closed_by, new.held_until = belief, other.held_until

    def _revised(self, belief: Belief, witness: Evidence, span: Span, by: str | None = None) -> Belief:
        """Retract a belief and open the corrected one in its place; `by` told its end, if not the witness."""
        (start, end), at = span, witness.said_at
        belief.retracted_at = at
        if start is not None and end is not None and end <= start:
            start = None
        new = Belief(
            belief.key, belief.negated, start, end, at, belief.stated_start, witnesses=list(belief.witnesses)
        )
        if end is not None:
            new.end_recorded_at, new.ended_by = at, witness.id if by is None else by
        new.supersedes.append(belief)
        if end == belief.valid_until:
            new.closed_by, new.closed_in = belief.closed_by, belief.closed_in
            new.held_until = belief.held_until
        for other in self.beliefs:
            if other.closed_by is belief:
                other.closed_by = new
        # An unsettled contradiction goes on for as long as the corrected stretch still meets it.
        against = [other for other, _ in belief.contradicts]
        against += [other for other in self._live() if any(one is belief for one, _ in other.contradicts)]
        rivals = self._rivals(new)
        new.contradicts += [(other, at) for other in against if other in rivals]
        self.beliefs.append(new)
        return new

    def _rivals(self, belief: Belief) -> list[Belief]:
        """Live beliefs that cannot hold at the same time as this one.

        Of two pasts of unknown beginning nobody knows that they overlap.
        """
        return [
            other
            for other in self._live()
            if other is not belief
            and self._excludes(belief, other)
            and not (belief.valid_from is None and other.valid_from is None)
            and belief.span.overlaps(other.span)
        ]

    def _excludes(self, one: Belief, other: Belief) -> bool:
        if one.key == other.key:
            return one.negated != other.negated
        if at_odds(one, other):
            return True
        if one.negated or other.negated or self._both(one, other):
            return False
        return self.exclusive and not apart(one, other)

    def _make_room(self, belief: Belief, witness: Evidence) -> None:
        """Settle who gives way where two beliefs overlap: the one that held earlier ends where the later begins."""
        self._turn(belief, witness)
        for other in self._rivals(belief):
            if weigh.disputed(belief, other, witness):
                if not any(one is other for one, _ in belief.contradicts):
                    belief.contradicts.append((other, witness.said_at))
                continue
            if other.low < belief.low:
                if witness.trust < other.trust:
                    belief.contradicts.append((other, witness.said_at))
                elif other.valid_until is None:
                    other.end(belief.low, witness)
                    other.closed_by = belief
                else:
                    new = self._revised(other, witness, (other.valid_from, belief.low))
                    new.closed_by, new.held_until = belief, other.valid_until
            elif weigh.calls_off(belief, other, witness):
                other.retracted_at = witness.said_at
                belief.supersedes.append(other)
                self._reopen(other, witness)
            elif other.low > belief.low:
                if other.trust < witness.trust:
                    belief.contradicts.append((other, witness.said_at))
                    continue
                belief.closed_by, belief.held_until = other, belief.held_until or belief.valid_until
                belief.end(min(other.low, belief.high), other.witnesses[0], witness.said_at)
            elif weigh.overrules(witness, other):
                other.retracted_at = witness.said_at
                belief.supersedes.append(other)
            else:
                belief.contradicts.append((other, witness.said_at))

    def _turn(self, belief: Belief, witness: Evidence) -> None:
        """Let what begins at a coarse date begin after what was told within it; what was told that day is past."""
        stated = witness.valid_from is not None and witness.valid_from == belief.valid_from
        if not stated or belief.valid_until is not None or belief.negated or belief in self.beliefs:
            return
        low = belief.low
        turns = [(other, weigh.turned(witness, low, other)) for other in self._rivals(belief)]
        ends = [(other, at) for other, at in turns if at is not None and not other.negated]
        belief.valid_from = max([low, *(at for other, at in ends if at > other.low)])
        over = [other for other, _ in ends if other.low > belief.low and other.valid_until is None]
        for other in over + [one for one in self._rivals(belief) if weigh.outdates(belief, one, witness)]:
            self._revised(other, witness, (None, belief.low)).closed_by = belief

    def _reopen(self, gone: Belief, witness: Evidence) -> None:
        """What a belief had closed goes on when that belief is taken back."""
        for other in self._live():
            if other.cut_by is gone or gone.told_with(other.closed_in):
                self._resume(other, witness)

    def _resume(self, belief: Belief, witness: Evidence) -> None:
        """A belief goes on that another had closed: until the next value begins, or as long as it held before."""
        new = self._revised(belief, witness, (belief.valid_from, belief.held_until), "")
        later = [one for one in self._rivals(new) if one.low > new.low]
        if later:
            new.closed_by = min(later, key=lambda one: one.low)
            new.held_until = new.valid_until
            new.end(new.closed_by.low, new.closed_by.witnesses[0], witness.said_at)

    def _end(self, witness: Evidence) -> None:
        at, key = witness.valid_until or witness.said_at, object_key(witness)
        target = self._ended_by(witness, at)
        since = weigh.turned(witness, at, target) if target is not None and witness.valid_until else None
        at = max(at, since or at)
        if target is None:
            if witness.id in self.closing:
                return
            if not key or witness.mode == "closes":
                self._keep(witness)
                return
            start = witness.valid_from if witness.valid_from and witness.valid_from < at else None
            target = Belief(key, False, start, at, witness.said_at, start is not None)
            target.end_recorded_at, target.ended_by = witness.said_at, witness.id
            self.beliefs.append(target)
            self._settle_past(target, witness)
        elif witness.trust < target.trust:
            pass
        elif target.low >= at and witness.id in self.closing and since is None:
            return
        elif target.low >= at:
            # It ended before we heard that it was so: only that it was so until then remains.
            target = self._revised(target, witness, (None, at))
            self._settle_past(target, witness)
        elif target.valid_until is None:
            target.end(at, witness)
            target.closed_in = witness
        elif target.valid_until > at:
            held_until = target.valid_until
            target = self._revised(target, witness, (target.valid_from, at))
            target.closed_in, target.held_until = witness, held_until
        target.witnesses.append(witness)

    def _ended_by(self, witness: Evidence, at: datetime) -> Belief | None:
        """The belief to which a word puts an end: by its value, by a short form of it, or as what holds then."""
        key = object_key(witness)
        live = [b for b in self._live() if not b.negated and (b.valid_until is None or b.valid_until >= at)]
        live.reverse()
        if not key:
            begun = [b for b in live if b.low <= witness.said_at] if self.exclusive else []
            before = [b for b in begun if b.low < at]
            return next(iter(before or [b for b in begun if not b.stated_start]), None)
        if witness.predicate == PLANNED:
            return next((b for b in live if b.key == key or covers_plan(b.told, witness.value)), None)
        if witness.predicate == LIFTED:
            told = [b for b in live if b.key == key or covers(b.key, key) or answers_else(b.told, key)]
            return next(iter(told), None)
        same = [b for b in live if b.key == key]
        if not same and witness.predicate in SHORTENED:
            near = meant_by(witness, live)
            same = near if len({b.key for b in near}) == 1 else []
        return next(iter(same), None)

    def _settle_past(self, belief: Belief, witness: Evidence) -> None:
        """A past of unknown beginning lies before what holds, unless its end was stated otherwise."""
        if belief.valid_from is not None:
            self._make_room(belief, witness)
            return
        for other in self._rivals(belief):
            if witness.valid_until is None and other.valid_from is not None:
                belief.valid_until = min(belief.high, other.low)
            else:
                belief.contradicts.append((other, witness.said_at))
