"""Claims about what someone is: a name, a role with its employer, an age, a way of living, an owner."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.clauses import Clause
from graphmem.extract.objects import bare, written_name
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import day, stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.refusals import TEAMS
from graphmem.extract.vocabulary import FAMILY, ROLE_HEADS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

# "A great teacher" is an opinion and no position.
PRAISE = words(
    "great good bad amazing excellent terrible awesome wonderful better best fantastic lovely nice decent"
)
CONDITIONS = words(
    "vegetarian vegan diabetic colorblind colourblind dyslexic pescatarian celiac coeliac left-handed"
    " pregnant deaf blind asthmatic teetotal"
)


def being(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'm Sam", "I'm a nurse", "I'm 34", "I'm vegetarian", "Anna is the CTO of Acme"."""
    party = reading.party(clause.subject, ("person",))
    if party is not None and party.mention.kind == "animal":
        yield from aged(reading, clause, party)
    if party is None or party.mention.kind != "person" or party.we:
        return
    yield from aged(reading, clause, party)
    yield from holding(reading, clause, party)
    for word in clause.complements:
        role = role_of(reading, word)
        if role and is_called(reading, party, word):
            continue
        if role:
            yield from in_role(reading, clause, party, word, role)
        elif word.pos == "PROPN" and party.user and introduces(reading, clause, word):
            thing = reading.thing(word)
            if thing is not None and not reading.sentence.below(word, "det"):
                yield from beside_name(reading, clause, party, word)
                yield reading.claim(
                    party,
                    "name",
                    finish(f"The user's name is {thing.name}"),
                    value=thing.name,
                    confidence=0.8,
                )
        elif word.lower in {"retired", "unemployed"} and clause.tense == "present" and not clause.ended:
            when = reading.when(clause)
            text = finish(f"{party.shown} is {word.lower}")
            yield reading.claim(party, "has_role", text, value=word.lower, when=when, confidence=0.85)
        elif word.lower in CONDITIONS:
            yield in_condition(reading, clause, party, word.lower)


def in_condition(reading: Reading, clause: Clause, party: Party, condition: str) -> Claim:
    """ "I've been vegan since 2019", "I'm not vegetarian anymore"."""
    over = clause.ended or clause.aspect == "used" or (clause.tense == "past" and not clause.perfect)
    when = reading.when(clause, ends=over)
    predicate = reading.ontology.predicate("has_condition")
    since = f" since {day(reading, when, when.start)}" if when.start and not over else ""
    verb = "is no longer" if over else "has been" if since else "is"
    text = finish(f"{party.shown} {verb} {condition}{since}")
    return reading.claim(
        party,
        predicate.name,
        text,
        value=condition,
        mode="ends" if over else "asserts",
        when=when,
        confidence=0.9,
    )


def aged(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I'm 34", "Luna is 3 years old"."""
    for word in clause.complements if clause.tense == "present" else []:
        years = next((one.text for one in [word, *reading.sentence.subtree(word)] if one.text.isdigit()), "")
        if years and is_age(reading, word):
            when = When(reading.said_at, None, "day")
            text = finish(f"{party.shown} is {years} years old")
            yield reading.claim(party, "age_is", text, value=years, when=when, confidence=0.9)


def holding(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "Priya is the owner of billing-service"."""
    names = {"owner": "owns", "maintainer": "maintains", "author": "created", "creator": "created"}
    for word in clause.complements:
        predicate = reading.ontology.predicate(names.get(word.lemma.lower(), "owns"))
        for name, other in clause.prepositions:
            thing = reading.thing(other) if name == "of" and word.lemma.lower() in names else None
            if (
                thing is None
                or not thing.named
                or reading.sentence.head(reading.sentence.head(other)).i != word.i
            ):
                continue
            kind = reading.kind(thing, predicate.range)
            if kind and clause.tense == "present":
                text = finish(f"{party.shown} {predicate.label} {written_name(thing)}")
                yield reading.claim(party, predicate.name, text, thing=thing, kind=kind, confidence=0.9)


def beside_name(reading: Reading, clause: Clause, party: Party, word: Word) -> Iterator[Claim]:
    """ "I'm Sam, a backend engineer from Dublin": what stands behind the name."""
    for other in reading.sentence.below(word, "appos"):
        role = role_of(reading, other)
        if role:
            yield from in_role(reading, clause, party, other, role)
    predicate = reading.ontology.predicate("comes_from")
    for name, other in clause.prepositions:
        thing = reading.thing(other) if name == "from" else None
        if thing is not None and thing.kind == "place":
            yield reading.claim(
                party,
                "comes_from",
                finish(f"{party.shown} {predicate.label} {thing.name}"),
                thing=thing,
                kind="place",
            )


def in_role(reading: Reading, clause: Clause, party: Party, word: Word, role: str) -> Iterator[Claim]:
    """A role, and the employer when it stands behind "at" or "of"."""
    over = clause.ended or (clause.tense == "past" and not clause.perfect) or clause.aspect == "used"
    mode = "ends" if over else "asserts"
    when = reading.when(clause, ends=over)
    article = (
        ""
        if re.match(r"(?:the|head|vp|cto|ceo|cfo|coo)\b", role.lower())
        else "an "
        if role[:1].lower() in "aeiou"
        else "a "
    )
    verb = "was" if over else "is"
    yield reading.claim(
        party,
        "has_role",
        finish(f"{party.shown} {verb} {article}{role}"),
        value=role,
        mode="ends" if mode == "ends" else "asserts",
        when=when,
        confidence=0.9,
    )
    if re.search(r"\b(?:student|undergrad|phd)\b", role.lower()):
        yield from studying(reading, clause, party)
        return
    yield from heading(reading, clause, party, word, over=over)
    predicate = reading.ontology.predicate("works_at")
    for name, other in clause.prepositions:
        if (
            name not in {"at", "of", "for"}
            or reading.is_date(other, clause)
            or reading.sentence.head(other).i < word.i
        ):
            continue
        thing = reading.thing(other)
        named = thing is not None and (thing.named or (name == "at" and bare(thing, predicate)))
        kind = reading.kind(thing, predicate.range) if thing is not None and named else ""
        if (
            thing is not None
            and kind
            and thing.head.lemma.lower() not in TEAMS
            and (name == "at" or thing.kind in {"organization", "", "person"})
            and not party.we
        ):
            yield reading.claim(
                party, "works_at", finish(f"{party.shown} {'worked' if over else 'works'} at {thing.name}"),
                thing=thing, kind=kind,
                mode="ends" if over else "asserts", when=when, confidence=0.9 if name == "at" else 0.7,
            )  # fmt: skip
            return


def heading(reading: Reading, clause: Clause, party: Party, word: Word, *, over: bool) -> Iterator[Claim]:
    """ "I'm the acting lead of the platform team": a lead of a team leads it."""
    if word.lemma.lower() not in {"lead", "leader", "head", "manager", "director"}:
        return
    predicate = reading.ontology.predicate("leads")
    for name, other in clause.prepositions:
        thing = reading.thing(other) if name == "of" else None
        if thing is None or not thing.named or thing.head.lemma.lower() not in TEAMS:
            continue
        mode: ClaimMode = "ends" if over else "asserts"
        when = reading.when(clause, ends=over)
        text = stated(reading, party, predicate, written_name(thing), mode=mode, when=when)
        yield reading.claim(
            party, "leads", text, thing=thing, kind="organization", mode=mode, when=when, confidence=0.85
        )


def studying(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I'm a student at the University of Vienna"."""
    over = clause.tense == "past" or clause.ended
    for other in clause.behind("at"):
        thing = reading.thing(other)
        if thing is not None and thing.named and not reading.is_date(other, clause):
            text = finish(f"{party.shown} {'studied' if over else 'studies'} at {thing.name}")
            yield reading.claim(
                party,
                "studies_at",
                text,
                thing=thing,
                kind="organization",
                mode="ends" if over else "asserts",
            )


def role_of(reading: Reading, word: Word) -> str:
    """The role a complement names, without its article; "" when it names none."""
    if word.lemma.lower() not in ROLE_HEADS and word.lower not in ROLE_HEADS:
        return ""
    if word.lemma.lower() in FAMILY and any(
        one.lower in {"my", "our", "your", "his", "her", "their"}
        for one in reading.sentence.below(word, "poss")
    ):
        return ""
    if any(one.lower in PRAISE for one in reading.sentence.below(word, "amod")):
        return ""
    thing = reading.thing(word)
    return "" if thing is None else thing.name


def is_called(reading: Reading, party: Party, word: Word) -> bool:
    """True for "my roommate is Dev", who is no developer."""
    named = (
        word.pos == "PROPN" and word.text.istitle() and not reading.sentence.below(word, "det", "compound")
    )
    return named and party.mention.name.rpartition(" ")[2] in FAMILY


def introduces(reading: Reading, clause: Clause, word: Word) -> bool:
    """True for "I'm Sam": a lone name, or one that the parser takes for a person."""
    alone = [one for one in clause.words if one.pos not in {"PUNCT", "INTJ"} and one.i > word.i]
    return word.entity == "PERSON" or (
        not alone
        and word.entity in {"", "ORG", "GPE"}
        and word.text[:1].isupper()
        and word.lower not in reading.ontology.names
    )


def is_age(reading: Reading, word: Word) -> bool:
    """ "34", "34 years old"."""
    if word.lower == "old":
        return any(one.text.isdigit() for one in reading.sentence.subtree(word))
    after = reading.sentence.words[word.i + 1 : word.i + 2]
    return (
        word.text.isdigit()
        and 1 <= int(word.text) <= 110
        and word.pos == "NUM"
        and (not after or after[0].pos in {"PUNCT", "CCONJ"})
    )


def joined_as(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I joined Datadog as an SRE": the role beside the employer."""
    party = reading.party(clause.subject, ("person",))
    if (
        party is None
        or party.mention.kind != "person"
        or party.we
        or (clause.tense == "present" and not reading.dates(clause))
    ):
        return
    for word in clause.behind("as"):
        role = role_of(reading, word)
        if role:
            text = reading.reworded(clause, party) or finish(f"{party.shown} is {role}")
            yield reading.claim(
                party, "has_role", text, value=role, when=reading.when(clause), confidence=0.85
            )


def left_job(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I left my job at Oracle in January"."""
    party = reading.party(clause.subject, ("person",))
    if party is None or not any(
        word.lemma.lower() in {"job", "position", "role", "post"} for word in clause.objects
    ):
        return
    kinds = reading.ontology.predicate("works_at").range
    for word in clause.behind("at", "with"):
        thing = reading.thing(word)
        kind = reading.kind(thing, kinds) if thing is not None and thing.named else ""
        if thing is not None and kind:
            text = reading.reworded(clause, party) or finish(f"{party.shown} left {thing.name}")
            when = reading.when(clause, ends=True)
            yield reading.claim(
                party, "works_at", text, thing=thing, kind=kind, mode="ends", when=when, confidence=0.9
            )
