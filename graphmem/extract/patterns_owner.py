"""Claims about who owns, maintains, leads or made something, and what took the place of what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.frames import noun_at
from graphmem.extract.objects import empty_noun, held_kind, written_name
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.refusals import TOOLS
from graphmem.extract.things import Thing
from graphmem.model import Claim, ClaimMode

TO_WHOM = r"(?P<x>(?!over\b|off\b|on\b|it\b|them\b|out\b|by\b)[\w`][^.,;!?]{0,40}?)"
HANDED = rx.compile(rf"\s+{TO_WHOM}\s+(?:over\s+|off\s+|on\s+)?to\s+(?P<y>me\b|us\b|[A-Z][\w-]+)")
TAKEN = rx.compile(r"\s+over\s+(?P<x>(?!as\b)[\w`][^.,;!?]{0,40}?)\s+from\s+(?P<y>me\b|us\b|[A-Z][\w-]+)")
GOT = rx.compile(r"\s+(?P<x>(?:the\s+|our\s+)?[\w`][^.,;!?]{0,40}?)\s+from\s+(?P<y>me\b|us\b|[A-Z][\w-]+)")


class Hand(NamedTuple):
    """Somebody who has a thing from now on, or no longer, and how that is told if it was told of them."""

    party: Party | None
    begins: bool
    text: str | None = None


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Owners told in the passive, takeovers, and replacements."""
    if not clause.real or clause.imperative or clause.aspect in {"other", "plan", "like"}:
        return
    yield from owned_by(reading, clause)
    yield from taken_over(reading, clause)
    yield from handed_on(reading, clause)
    yield from replaced(reading, clause)


def owned_by(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The orders service is owned by Priya": the passive of "own", "maintain" and "lead"."""
    names = {
        "own": "owns",
        "maintain": "maintains",
        "lead": "leads",
        "run": "leads",
        "create": "created",
        "write": "created",
        "build": "created",
    }
    if not clause.passive or clause.lemma not in names or clause.negated or clause.subject is None:
        return
    predicate = reading.ontology.predicate(names[clause.lemma])
    thing = reading.thing(clause.subject)
    for word in clause.behind("by"):
        party = reading.party(word, ("person",))
        if thing is None or party is None or party.mention.kind != "person":
            continue
        kind = reading.kind(thing, predicate.range) if thing.named else held_kind(reading, thing)
        over = clause.ended or (clause.tense == "past" and predicate.fact != "event")
        if kind:
            mode: ClaimMode = "ends" if over else "asserts"
            when = reading.when(clause, ends=over)
            text = stated(reading, party, predicate, written_name(thing), mode=mode, when=when)
            yield reading.claim(
                party, predicate.name, text, thing=thing, kind=kind, mode=mode, when=when, confidence=0.9
            )


def taken_over(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Nadia took over the billing flow from Greg", "I handed the newsletter over to Birgit"."""
    takes = clause.lemma == "take" and "over" in clause.particles
    gives = clause.lemma == "hand" and ({"over", "off"} & set(clause.particles) or clause.behind("over to"))
    if not (takes or gives) or clause.tense != "past" or clause.negated:
        return
    predicate = reading.ontology.predicate("owns")
    actor = reading.party(clause.subject, ("person",))
    others = clause.behind("from") if takes else clause.behind("to", "over to", "off to")
    when = reading.when(clause)
    for word in clause.objects:
        thing = reading.thing(word)
        if thing is None or actor is None or actor.mention.kind != "person":
            continue
        kind = reading.kind(thing, predicate.range) if thing.named else held_kind(reading, thing)
        if not kind and not (thing.definite and not empty_noun(thing)):
            continue
        whole = reading.reworded(clause, actor)
        other = next(
            (one for one in (reading.party(noun, ("person",)) for noun in others) if one is not None), None
        )
        hands = (Hand(actor, takes, whole), Hand(other, bool(gives)))
        yield from change_hands(reading, thing, kind, hands, when=when, confidence=0.9)


def handed_on(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I handed billing to Omar", "I passed the newsletter on to Birgit", "Omar took over billing from me"."""
    text = reading.sentence.passage.text
    gives = clause.lemma in {"hand", "pass", "transfer"}
    pattern = (
        HANDED if gives else TAKEN if clause.lemma == "take" else GOT if clause.lemma == "inherit" else None
    )
    if pattern is None or clause.tense != "past" or clause.passive or clause.negated:
        return
    if re.match(r"\s+(?:away|out|by)\b", text[clause.verb.end :]):
        return  # "Grandpa passed away on Saturday"
    match = pattern.match(text, clause.verb.end, reading.sentence.end)
    actor = reading.party(clause.subject, ("person",))
    if match is None or actor is None or actor.mention.kind != "person":
        return
    thing = noun_at(reading, match.start("x"))
    if thing is not None and thing.end > match.end("x"):  # the parser takes "over" into the noun
        thing = thing._replace(name=text[thing.start : match.end("x")].strip(), end=match.end("x"))
    words_ = {word.start: word for word in reading.sentence.words}
    other = reading.party(words_.get(match.start("y")), ("person",)) if match["y"] else None
    if match["y"] and (other is None or other.mention.kind != "person"):
        return
    passes = clause.lemma == "pass" and not re.search(r"\b(?:on|over)\b", match[0])
    if thing is None or passes or thing.head.tag == "NNS":
        return  # an argument is passed, and keys are handed
    if empty_noun(thing) or thing.article in {"a", "an"} or not (thing.definite or other):
        return
    predicate = reading.ontology.predicate("owns")
    kind = reading.kind(thing, predicate.range) if thing.named else held_kind(reading, thing)
    when = reading.when(clause)
    whole = reading.reworded(clause, actor)
    hands = (Hand(as_one(actor), not gives, whole), Hand(as_one(other), gives))
    yield from change_hands(reading, thing, kind, hands, when=when, confidence=0.85)


def as_one(party: Party | None) -> Party | None:
    """The user alone where "we" was said."""
    return party._replace(shown="The user") if party is not None and party.user else party


def change_hands(
    reading: Reading, thing: Thing, kind: str, hands: Sequence[Hand], *, when: When, confidence: float
) -> Iterator[Claim]:
    """Who has a thing from then on, and who had it until then."""
    predicate = reading.ontology.predicate("owns")
    for party, begins, text in hands:
        if party is None or party.mention.kind != "person":
            continue
        mode: ClaimMode = "asserts" if begins else "ends"
        span = when if begins else when._replace(start=None, end=when.start)
        told = text or stated(reading, party, predicate, written_name(thing), mode=mode, when=span)
        yield reading.claim(
            party, "owns", told, thing=thing if kind else None, kind=kind, value="" if kind else thing.name,
            mode=mode, when=span, confidence=confidence,
        )  # fmt: skip


def replaced(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We ditched Webpack for Vite", "we replaced Jenkins with GitHub Actions": what is used from then on."""
    new = (
        clause.behind("for")
        if clause.lemma in {"ditch", "drop", "abandon", "leave"}
        else clause.behind("with", "by")
        if clause.lemma == "replace"
        else []
    )
    if not new or clause.tense != "past" or clause.negated or clause.passive or clause.aspect:
        return
    gone = [thing for thing in map(reading.thing, clause.objects) if thing is not None and thing.named]
    if not any(is_tool(thing) for thing in gone):
        return
    party = reading.party(clause.subject, ("person", "organization"))
    predicate = reading.ontology.predicate("uses")
    for word in new:
        thing = reading.thing(word)
        known = thing is not None and (is_tool(thing) or (thing.named and clause.lemma == "replace"))
        if party is None or thing is None or not known or thing.kind in {"person", "place"}:
            continue
        kind = thing.kind if thing.kind in TOOLS else "technology"
        when = reading.when(clause)
        text = reading.reworded(clause, party) or stated(
            reading, party, predicate, thing.name, mode="asserts", when=when
        )
        yield reading.claim(party, "uses", text, thing=thing, kind=kind, when=when, confidence=0.85)
        if clause.lemma in {"replace", "drop", "ditch", "abandon"}:
            for old in gone:
                yield reading.claim(
                    party, "uses", text, thing=old, kind=old.kind if old.kind in TOOLS else "technology",
                    mode="ends", when=when._replace(start=None, end=when.start), confidence=0.85,
                )  # fmt: skip


def is_tool(thing: Thing) -> bool:
    """True for a program that is known to be one."""
    return thing.sure and thing.kind in TOOLS
