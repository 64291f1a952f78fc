"""A verb that was said once for several: "logs go to loki, traces to tempo", "the cdn is fastly, dns too"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import (
    Segment,
    Statement,
    are,
    is_name_of,
    segments,
    unfolded,
    without_lead,
)
from graphmem.extract.vocabulary import third, words

ALSO = frozenset({("too",), ("as", "well"), ("likewise",), ("also",), ("the", "same"), ("same",)})
PLACES = words("in on at under behind to with from via through by")
USES = words("for as")
OFTEN = words("now still already currently just only always usually mostly all both even")
MOST_VALUE = 7


class Lent(NamedTuple):
    """The statement whose verb is lent: its subject, the verb with its adverbs, and what stands behind."""

    subject: list[Word]
    verb: list[Word]
    rest: list[Word]

    @property
    def is_(self) -> bool:
        """True for "is" and nothing more."""
        return len(self.verb) == 1 and self.verb[0].lemma in {"be", "'s", "’s"}

    @property
    def speaks(self) -> bool:
        """True when somebody speaks of themself."""
        return self.subject[-1].lower in {"i", "we"}

    @property
    def preposition(self) -> str:
        """The preposition right behind the verb, or ""."""
        return self.rest[0].lower if self.rest and self.rest[0].lower in PLACES else ""


def gapped(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The parts of a sentence that borrow a verb, each with it."""
    lent: Lent | None = None
    for whole in segments(sentence, marks=frozenset({",", ";", "–", "—"})):
        for part in unfolded(whole):
            here = lender(part)
            if here is not None:
                lent = here
                continue
            if lent is None or part.verb > 0:
                lent = None if part.verb > 0 else lent
                continue
            filled = borrowed(lent, without_lead(part.words), listed="," in part.before)
            if filled is None:
                lent = None if not part.before.startswith((",", "and", "&", ";")) else lent
                continue
            yield filled


def lender(segment: Segment) -> Lent | None:
    """The parts of a segment that has a subject, a finite verb and something behind it."""
    found = without_lead(segment.words)
    at = Segment(found, "").verb
    if at < 1 or at > 6 or not found[at + 1 :]:
        return None
    after = at + 1
    while after < len(found) - 1 and (
        found[after].lower in OFTEN or found[after].tag in {"VBN", "VBG"} or found[after].pos == "AUX"
    ):
        after += 1
    verb = [word for word in found[at:after] if word.lower not in OFTEN]
    if any(word.pos in {"VERB", "SCONJ"} and word.technical is None for word in found[:at]):
        return None
    if any(word.dep == "neg" or word.tag == "MD" or word.lower == "used" for word in found[at : after + 1]):
        return None
    return Lent(found[:at], verb, found[after:])


def borrowed(lent: Lent, part: list[Word], *, listed: bool) -> Statement | None:
    """A part without a verb, with the verb of the lender; None when it does not need one.

    `listed` parts stand behind a comma.
    """
    if len(part) < 2:
        return None
    for tail in ALSO:
        if tuple(word.lower for word in part[-len(tail) :]) == tail and is_subject(part[: -len(tail)]):
            named = part[: -len(tail)]
            return (named, form(lent, named), lent.rest)
    counted = figure(lent, part)
    if counted is not None:
        return counted
    at = next((i for i in range(1, len(part) - 1) if part[i].lower in PLACES | USES), -1)
    if at > 0 and len(part) - at <= MOST_VALUE and not is_time(part[at:]):
        named, value = without_often(part[:at]), part[at:]
        if len(named) == 2 and named[1].lower == "ones" and lent.preposition:
            return (named[:1], lent.subject[-1:], lent.verb, value)  # "cleaned ones in ..."
        if lent.preposition == part[at].lower and (is_subject(named) or (listed and is_plural(named))):
            return (named, form(lent, named), value)
        if lent.is_ and is_subject(named) and not lent.speaks:
            return (*definite(named), form(lent, named), value)
    if not lent.preposition and not lent.is_ and is_subject(part[:at] if at > 0 else part):
        behind = {word.lower for word in lent.rest[1:]} & (PLACES | USES)
        if behind & {word.lower for word in part[1:-1]}:
            return (lent.subject, lent.verb, part)
    return valued(lent, part) if lent.is_ and not lent.speaks else None


def valued(lent: Lent, part: list[Word]) -> Statement | None:
    """ "prod is on pg 13, staging already 16.3": a name and what can only be its value."""
    at = next((i for i in range(1, len(part)) if is_value(part[i])), -1)
    if at < 0 or not any(is_value(word) for word in lent.rest):
        return None
    named = without_often(part[:at])
    if not is_subject(named) or len(part) - at > MOST_VALUE:
        return None
    return (*definite(named), form(lent, named), part[at:])


def figure(lent: Lent, part: list[Word]) -> Statement | None:
    """ "staging runs 2 replicas, prod 6": a figure of what was counted before."""
    if len(lent.rest) < 2 or not all(one.text[:1].isdigit() for one in (part[-1], lent.rest[0])):
        return None
    named = without_often(part[:-1])
    if lent.speaks or lent.rest[1].tag not in {"NN", "NNS"} or not is_subject(named):
        return None
    return (named, form(lent, named), part[-1:], lent.rest[1:])


def definite(named: list[Word]) -> tuple[list[Word] | str, ...]:
    """The name as a subject: "replica" is "the replica"."""
    bare = len(named) < 3 and all(word.tag == "NN" and word.technical is None for word in named)
    return ("the", named) if bare and named[-1].text.islower() else (named,)


def is_value(word: Word) -> bool:
    """True for a figure, a name or a technical name."""
    return word.technical is not None or word.pos in {"NUM", "PROPN"} or word.text[:1].isdigit()


def is_subject(named: Sequence[Word]) -> bool:
    """True for a phrase that a thing is called by: nobody, no figure, no date."""
    if not is_name_of(named, most=4):
        return False
    return not any(word.entity in {"DATE", "TIME", "PERSON"} or word.text[:1].isdigit() for word in named)


def is_plural(named: Sequence[Word]) -> bool:
    """True for "traces" in "traces to tempo", which a parser takes for a verb."""
    return len(named) == 1 and named[0].text.islower() and named[0].lower.endswith("s")


def is_time(found: Sequence[Word]) -> bool:
    """True for "in summer" and "at noon": when, and not where; "on 9102" is a port."""
    if found[0].lower == "on" and found[1].text.isdigit():
        return False
    return any(word.entity in {"DATE", "TIME"} for word in found[1:3])


def without_often(named: list[Word]) -> list[Word]:
    """The name in front of "already" and "now"."""
    while named and named[-1].lower in OFTEN:
        named = named[:-1]
    return named


def form(lent: Lent, named: Sequence[Word]) -> Sequence[Word] | str:
    """The lent verb as the new subject wants it: "lives in", "live in"."""
    be = are(named)
    if lent.is_:
        return be
    head = lent.verb[0]
    if len(lent.verb) > 1 or head.tag not in {"VBZ", "VBP"}:
        return lent.verb
    if be == "are":
        return head.lemma if head.tag == "VBZ" else lent.verb
    return third(head.lemma) if head.tag == "VBP" else lent.verb
