"""What comes into a life beside work: a pet that is fetched, a thing taken in trade, a town that one moves to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import day, stated
from graphmem.extract.plain.bonds import PET
from graphmem.extract.plain.changes import WHO, person
from graphmem.extract.plain.shapes import thing_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim

FETCHED = rx.compile(
    rf"^(?:i|we)(?:['’](?:re|ve|m|ll)|\s+(?:are|have|am|will|just|finally))*\s+(?:get|getting|got|adopt|adopting|adopted|fetch"
    rf"|bring(?:ing)?\s+home|brought\s+home|pick(?:ed|ing)?\s+up)\s+(?:an?|our|my|another)\s+(?:[\w-]+\s+){{0,2}}?(?P<k>{PET})\b",
    re.IGNORECASE,
)
CALLED = rx.compile(
    r"\b(?:(?:her|his|its|the\s+(?:puppy|kitten)['’]s)\s+name\s+(?:is|will\s+be)|(?:she|he|it)(?:['’]s|\s+is|['’]ll\s+be"
    r"|\s+will\s+be)\s+called|called|named)\s+(?P<n>(?-i:[A-Z][\w'’-]+))",
    re.IGNORECASE,
)
TRADED = rx.compile(
    rf"^{WHO}(?:traded(?:\s+in)?|swapped|exchanged|part-exchanged)\s+(?:(?:the|my|our|his|her|their)\s+)(?:old\s+)?"
    r"(?P<a>[\w][\w -]*?)\s+(?:for|against)\s+(?:an?|the)\s+(?:new\s+|used\s+|second-hand\s+)*"
    r"(?P<o>[A-Z][\w-]+(?:\s+[A-Z\d][\w-]*)*)"
)
WED = rx.compile(
    rf"^(?:i|we)(?:['’]ve|\s+have)?\s+{ADVERBS}"
    r"(?:(?:got|gotten|were)\s+(?:married|hitched)|tied\s+the\s+knot|eloped|said\s+yes\s+at\s+the\s+altar)"
    r"(?!\s+(?:to|with)\b)(?=\W|$)",
    re.IGNORECASE,
)
THERE = rx.compile(rf"^{WHO}(?:moved|relocated|moving)\s+(?:in\s+)?there\b", re.IGNORECASE)


@rx.only_where(FETCHED, TRADED, THERE, WED)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement says that somebody has come by."""
    if not stretch.reading.by_user or stretch.negated():
        return
    yield from first_of((fetched, traded, moved_there, wed), stretch)


def fetched(stretch: Stretch) -> Iterator[Claim]:
    """ "We're getting a puppy on 1 August, her name is Juno": a pet from that day on."""
    match = FETCHED.match(stretch.text)
    if match is None:
        return
    reading = stretch.reading
    behind = reading.sentence.passage.text[stretch.start : reading.sentence.end]
    called = CALLED.search(behind)
    place = stretch.start + called.start("n") if called else -1
    head = next((word for word in reading.sentence.words if word.start == place), None)
    coming = re.search(r"\b(?:getting|adopting|bringing|picking|will|['’]ll)\b", match[0], re.IGNORECASE)
    when = reading.when(stretch.clause(tense="future" if coming else "past"))
    if head is None or called is None or (coming and when.start is None):
        return
    thing = Thing(head.text, "animal", head.start, head.end, True, True, False, head)
    text = finish(f"The user's {match['k'].lower()} is called {head.text}")
    yield reading.claim(
        user(stretch), "has_pet", text, thing=thing, kind="animal", when=When(when.start, None, when.grain),
        confidence=0.75,
    )  # fmt: skip


def traded(stretch: Stretch) -> Iterator[Claim]:
    """ "I traded in the Octavia for a Kia Niro": the one is owned no longer, the other is."""
    match = TRADED.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    reading = stretch.reading
    predicate = reading.ontology.predicate("owns")
    old, new = (thing_of(reading, stretch.between(*match.span(name))) for name in "ao")
    if new.kind in {"technology", "place", "person"} and new.sure:
        return
    when = reading.when(stretch.clause(tense="past"))
    over = When(None, when.start, when.grain)
    told = stated(reading, party, predicate, f"the {old.name}", mode="ends", when=over)
    named = old._replace(kind="product") if old.name[:1].isupper() else None
    yield reading.claim(
        party, "owns", told, thing=named, kind="product" if named else "", value="" if named else old.name,
        mode="closes", when=over, confidence=0.75,
    )  # fmt: skip
    told = stated(reading, party, predicate, f"a {new.name}", mode="asserts", when=when)
    yield reading.claim(
        party, "owns", told, thing=new._replace(kind="product"), kind="product", when=when, confidence=0.75
    )


def moved_there(stretch: Stretch) -> Iterator[Claim]:
    """ "We bought a house in Namur and moved there in August": to the only town that was named in front."""
    match = THERE.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    reading = stretch.reading
    words_ = reading.sentence.words
    end = next(word.start for word in stretch.words if word.lower == "there")
    before = [
        word
        for word in words_
        if word.start < end and word.i and words_[word.i - 1].lower in {"in", "near", "outside"}
    ]
    found = [reading.thing(word) for word in before if word.text[:1].isupper() and not stretch.dated(word)]
    towns = {
        thing.name: thing
        for thing in found
        if thing is not None and thing.kind in {"place", "", "organization"}
    }
    if len(towns) != 1:
        return
    (town,) = towns.values()
    own = replace(stretch.clause(tense="past"), words=[word for word in stretch.words if word.start > end])
    when = reading.when(
        own if any(stretch.dated(word) for word in own.words) else stretch.clause(tense="past")
    )
    predicate = reading.ontology.predicate("lives_in")
    text = stated(reading, party, predicate, town.name, mode="asserts", when=when)
    yield reading.claim(party, "lives_in", text, thing=town, kind="place", when=when, confidence=0.75)


def wed(stretch: Stretch) -> Iterator[Claim]:
    """ "We got married on 10 September": to whom somebody is with, which is told elsewhere."""
    if WED.match(stretch.text) is None:
        return
    reading, party = stretch.reading, user(stretch)
    when = reading.when(stretch.clause(tense="past"))
    since = f" since {day(reading, when, when.start)}" if when.start else ""
    yield reading.claim(
        party, "married_to", finish(f"{party.shown} is married{since}"), when=when, confidence=0.75
    )
