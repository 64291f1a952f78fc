"""Verbs with the words behind them as data: "go back to X", "drop out of X" and what each says of whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.objects import bare, written_name
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.model import Claim, ClaimMode

# A clause under these is told as it is; under the others ("plan", "like") it has not happened.
DONE = frozenset({"", "start", "keep", "decide"})
NEAR = 14  # characters between a frame and a date that the parser has hung elsewhere
SPAN = 6  # words in which the noun of a phrase is looked for


class Frame(NamedTuple):
    """A verb, a pattern of the words right behind it with a place <x>, and what follows for the subject.

    `takes` says what may stand at <x>: a name, a company, a firm (a company beyond doubt), a place, a
    noun or "dated" (a company, only with a date). With
    `now` the clause tells a state in the present, else something that happened or is about to.
    """

    verbs: frozenset[str]
    behind: rx.Pattern
    predicate: str
    mode: ClaimMode = "asserts"
    takes: str = "name"
    now: bool = False


def frame(
    verbs: str,
    behind: str,
    predicate: str,
    mode: ClaimMode = "asserts",
    *,
    takes: str = "name",
    now: bool = False,
) -> Frame:
    """A frame with its verbs as one text; X in `behind` is where the object stands."""
    pattern = behind.replace("X", r"(?P<x>(?:(?:the|my|our|a|an|his|her)\s+)?[\w`].*)")
    return Frame(words(verbs), rx.compile(r"\s+" + pattern, re.IGNORECASE), predicate, mode, takes, now)


def framed(reading: Reading, clause: Clause, frames: Iterable[Frame]) -> Iterator[Claim]:
    """The claims of the first frame that fits the clause."""
    if not is_told(clause):
        return
    text, end = reading.sentence.passage.text, reading.sentence.end
    for one in frames:
        if clause.lemma not in one.verbs:
            continue
        match = one.behind.match(text, clause.verb.end, end)
        if match is None or not tense_fits(reading, clause, one):
            continue
        claim = claim_of(reading, clause, one, match)
        if claim is not None:
            yield claim
            return


def is_told(clause: Clause) -> bool:
    """True for a clause that says of somebody that something is so or has happened."""
    stands = clause.real and not clause.question and not clause.imperative and not clause.negated
    return stands and clause.subject is not None and clause.aspect in DONE and not clause.verb.quoted


def tense_fits(reading: Reading, clause: Clause, one: Frame) -> bool:
    """A state is told in the present, a turn in the past or with its date to come."""
    if one.now:
        return clause.tense == "present" and not clause.ended
    coming = clause.tense == "future" or "-ing" in clause.adverbs
    return clause.tense == "past" or (coming and bool(reading.dates(clause))) or clause.perfect


def claim_of(reading: Reading, clause: Clause, one: Frame, match: re.Match[str]) -> Claim | None:
    """The claim of a frame, or None when subject or object is not of a kind that fits."""
    predicate = reading.ontology.predicate(one.predicate)
    party = person(reading, clause.subject)
    if party is None:
        return None
    thing = noun_at(reading, match.start("x"))
    if thing is None or reading.is_date(thing.head, clause):
        return None
    kind = kind_of(reading, one, thing)
    value = "" if kind else thing.name if one.takes == "noun" and is_noun(thing) else ""
    if not kind and not value:
        return None
    when = when_near(reading, clause, match.start("x"), one.mode)
    if one.takes == "dated" and when.start is None:
        return None
    shown = value or written_name(thing)
    text = reading.reworded(clause, party) or stated(
        reading, party, predicate, shown, mode=one.mode, when=when
    )
    return reading.claim(
        party, one.predicate, text, thing=thing if kind else None, kind=kind, value=value, mode=one.mode,
        when=when, confidence=0.85,
    )  # fmt: skip


def person(reading: Reading, word: Word | None) -> Party | None:
    """The person that a clause is about; what "we" did in life the user did."""
    party = reading.party(word, ("person",))
    if party is None or party.mention.kind != "person" or party.group:
        return None
    return party._replace(shown="The user") if party.user else party


def noun_at(reading: Reading, start: int) -> Thing | None:
    """The thing whose phrase begins at a place of the passage."""
    near = [word for word in reading.sentence.words if word.start >= start][:SPAN]
    for word in near:
        if word.pos in {"PUNCT", "CCONJ"} or (word.pos == "ADP" and word.dep != "compound"):
            return None
        thing = reading.thing(word)
        inner = word.dep in {"compound", "amod", "nmod", "det", "poss"} and word.head > word.i
        if thing is not None and not inner and word.tag not in {"DT", "PRP$", "JJ", "CD", "RB"}:
            return thing
    return None


def is_noun(thing: Thing) -> bool:
    """True for an ordinary noun that names something by itself."""
    return thing.head.lemma.lower() not in EMPTY_NOUNS and thing.head.pos in {"NOUN", "PROPN", "VERB", "X"}


def kind_of(reading: Reading, one: Frame, thing: Thing) -> str:
    """The kind of the object as an entity, or ""."""
    if one.takes in {"company", "firm", "dated"}:
        return "organization" if is_company(reading, thing, firm=one.takes == "firm") else ""
    if one.takes == "place":
        return "place" if is_town(reading, thing) else ""
    predicate = reading.ontology.predicate(one.predicate)
    named = thing.named or (one.takes == "name" and bare(thing, predicate))
    return reading.kind(thing, predicate.range) if named and thing.head.technical != "" else ""


def is_company(reading: Reading, thing: Thing, *, firm: bool = False) -> bool:
    """True for a proper name that is not known to be something else; the parser takes many firms for places.

    `firm` says that the words around it leave no doubt, so that the parser's "person" is not believed.
    """
    seen = reading.focus.kinds.get(thing.name.lower(), "")
    known = reading.ontology.known(thing.name)
    if (known or seen) not in {"", "organization"} or thing.head.technical:
        return False
    return thing.named and thing.name[:1].isupper() and (firm or thing.kind != "person")


def is_town(reading: Reading, thing: Thing) -> bool:
    """True for a proper name that is not known to be something else than a place."""
    seen = reading.focus.kinds.get(thing.name.lower(), "")
    known = reading.ontology.known(thing.name) or seen
    return (
        thing.named
        and thing.name[:1].isupper()
        and (known == "place" or (not known and thing.kind == "place"))
    )


def when_near(reading: Reading, clause: Clause, after: int, mode: ClaimMode) -> When:
    """The interval of the clause, or of a date that stands right behind its object."""
    when = reading.when(clause, ends=mode == "ends")
    if when.start or when.end:
        return when
    if any(other is not clause and other.verb.i > clause.verb.i for other in reading.clauses):
        return when
    return reading.when(replace(clause, words=reading.sentence.words), ends=mode == "ends") if after else when
