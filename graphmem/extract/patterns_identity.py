"""Claims about who people are: names, family, pets, roles, age, birth, contact and possessions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.date_words import M
from graphmem.extract.dates import on_or_in, written
from graphmem.extract.objects import written_name
from graphmem.extract.parse import Word
from graphmem.extract.patterns_family import CALLED, named_by_verb
from graphmem.extract.patterns_role import being, joined_as, left_job
from graphmem.extract.patterns_skill import employed, experienced, knowing
from graphmem.extract.phrasing import day
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import PETS, words
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim

AILMENTS = words(
    "asthma diabetes adhd epilepsy migraines migraine arthritis anxiety depression dyslexia hypertension"
    " insomnia"
)
CONTACT = rx.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d\s()-]{6,}\d")
OWNED = {"name": "name", "email": "reachable_at", "e-mail": "reachable_at", "phone": "reachable_at",
         "number": "reachable_at", "timezone": "time_zone_is", "pronouns": "pronouns_are", "birthday": "born_on",
         "nickname": "also_known_as", "handle": "also_known_as", "username": "also_known_as"}  # fmt: skip
PHONES = words(
    "phone mobile cell telephone home work office desk direct whatsapp signal emergency new old own"
)
MONTH = rx.compile(rf"\b{M}", re.IGNORECASE)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Names, roles, age and what else "be", "have" and "call" say of a person."""
    if (
        not clause.real
        or (clause.negated and clause.lemma != "have")
        or clause.aspect in {"other", "plan", "like"}
        or clause.subject is None
    ):
        return
    yield from employed(reading, clause)
    if clause.lemma == "be" and not clause.passive:
        yield from owned_property(reading, clause)
        yield from being(reading, clause)
    elif clause.lemma in CALLED and clause.passive:
        yield from called(reading, clause)
    elif clause.lemma == "bear" and clause.passive:
        yield from born(reading, clause)
    elif clause.lemma in {"leave", "quit", "lose"} and clause.tense == "past":
        yield from left_job(reading, clause)
    elif clause.lemma in {"join", "start", "hire"}:
        yield from joined_as(reading, clause)
    elif clause.lemma == "diagnose" and not clause.passive:
        yield from diagnosed(reading, clause)
    elif clause.lemma == "know" and clause.tense == "present":
        yield from knowing(reading, clause)
    elif clause.lemma == "have" and clause.tense == "present":
        yield from experienced(reading, clause)
        yield from having(reading, clause)


def owned_property(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "My name is Sam", "my email is ...", "my birthday is on May 3"."""
    subject = clause.subject
    assert subject is not None
    mine = [one for one in reading.sentence.below(subject, "poss") if one.lower == "my"]
    label = subject.lower
    if label == "zone" and any(one.lower == "time" for one in reading.sentence.below(subject)):
        label = "timezone"
    if (
        subject.lemma.lower() == "stack"
        and reading.by_user
        and any(one.lower in {"my", "our"} for one in reading.sentence.below(subject, "poss"))
    ):
        yield from stack(reading, clause)
        return
    if reading.ontology.heads.get(subject.lemma.lower()) == "product" and mine and reading.by_user:
        yield from possession(reading, clause, mine[0])
        return
    predicate = OWNED.get(label)
    if predicate is None or not mine or not reading.by_user:
        return
    party = reading.speaker(mine[0])
    tail = [word for word in clause.words if word.i > clause.verb.i]
    if predicate == "born_on":
        dates = reading.dates(clause)
        if dates:
            yield from birthday(reading, party, clause)
        return
    if predicate == "reachable_at":
        kinds = {word.lower for word in reading.sentence.below(subject, "compound", "amod", "nmod")}
        if label == "number" and not kinds <= PHONES:
            return  # nobody is reached at a VAT number
        found = CONTACT.search(reading.sentence.stretch(tail)) if tail else None
        if found:
            yield reading.claim(
                party, predicate, finish(f"The user's {label} is {found[0]}"), value=found[0], confidence=0.95
            )
        return
    for word in clause.complements:
        thing = reading.thing(word)
        value = thing.name if thing is not None else reading.sentence.stretch(reading.sentence.subtree(word))
        if predicate == "pronouns_are":
            value = reading.sentence.stretch(tail).strip(" .")
        if value and len(value) <= 60 and (predicate != "name" or value[:1].isupper() or value.isalpha()):
            shown = "time zone" if label == "timezone" else label
            verb = "are" if predicate == "pronouns_are" else "is"
            yield reading.claim(
                party, predicate, finish(f"The user's {shown} {verb} {value}"), value=value, confidence=0.95
            )
            return


def stack(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Our stack is Django, Celery and Postgres"."""
    subject = clause.subject
    assert subject is not None
    party = reading.speaker(reading.sentence.below(subject, "poss")[0])
    for word in clause.complements:
        thing = reading.thing(word)
        kind = (
            reading.kind(thing, ("technology", "package", "service"))
            if thing is not None and thing.named
            else ""
        )
        if thing is not None and kind:
            yield reading.claim(
                party,
                "uses",
                finish(f"{party.shown} uses {thing.name}"),
                thing=thing,
                kind=kind,
                confidence=0.85,
            )


def possession(reading: Reading, clause: Clause, mine: Word) -> Iterator[Claim]:
    """ "My laptop is a ThinkPad X1"."""
    subject = clause.subject
    assert subject is not None
    for word in clause.complements:
        thing = reading.thing(word)
        if thing is not None and thing.named and clause.tense == "present":
            number = next(
                (one for one in reading.sentence.below(word, "nummod") if one.i == word.i + 1), None
            )
            if number is not None and number.text not in thing.name:  # "a Pixel 6"
                thing = thing._replace(name=f"{thing.name} {number.text}", end=number.end)
            article = thing.article or ("an" if thing.name[:1].lower() in "aeiou" else "a")
            text = finish(f"The user's {subject.text} is {article} {thing.name}")
            yield reading.claim(
                reading.speaker(mine), "owns", text, thing=thing, kind="product", qualifier=subject.lower,
                confidence=0.85,
            )  # fmt: skip


def diagnosed(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "My doctor diagnosed me with anemia last month"."""
    me = next((word for word in clause.objects if word.lower == "me"), None)
    for word in (
        clause.behind("with") if me is not None and reading.by_user and clause.tense == "past" else []
    ):
        thing = reading.thing(word)
        if me is None or thing is None or reading.is_date(word, clause):
            continue
        when = reading.when(clause)
        since = f" since {day(reading, when, when.start)}" if when.start else ""
        text = finish(f"The user has been diagnosed with {thing.name}{since}")
        yield reading.claim(
            reading.speaker(me), "has_condition", text, value=thing.name, when=when, confidence=0.9
        )


def with_a_name(party: Party, kind: str) -> Party:
    """The user's project, team or company as something that has a name of its own."""
    mention = msgspec.structs.replace(
        party.mention, name=party.shown.removeprefix("The "), kind=kind or "concept"
    )
    return party._replace(mention=mention, we=False, group=False)


def called(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'm called Sam"; "our new service is called gatekeeper" says what "it" is from now on."""
    subject = clause.subject
    kind = reading.ontology.heads.get(subject.lemma.lower(), "") if subject is not None else ""
    for word in [*clause.objects, *clause.complements] if kind else []:
        reading.focus.meet(reading.sentence.number, word.text, kind, subject=True)
    party = reading.party(clause.subject)
    for word in [*clause.objects, *clause.complements]:
        thing = reading.thing(word)
        if (
            party is not None
            and thing is not None
            and thing.name[:1].isupper()
            and party.mention.name == USER
        ):
            yield reading.claim(
                party if party.shown == "The user" else with_a_name(party, kind),
                "name",
                finish(f"{party.shown} is called {thing.name}"),
                value=thing.name,
                confidence=0.9,
            )
            return


def born(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I was born on 3 May 1990"."""
    party = reading.party(clause.subject, ("person",))
    if party is not None and party.mention.kind == "person" and not party.we and reading.dates(clause):
        yield from birthday(reading, party, clause)


def birthday(reading: Reading, party: Party, clause: Clause) -> Iterator[Claim]:
    """A date of birth; a birthday without a year stays without one."""
    date = reading.dates(clause)[0]
    partial = MONTH.search(date.text) and not re.search(r"(?:19|20)\d\d|'\d\d", date.text)
    value = written(date, reading.said_at)
    if partial and date.grain == "day":
        day = date.interval.low.astimezone(reading.said_at.tzinfo)
        value = f"{day:%B} {day.day}"
    place = on_or_in(date.grain)
    yield reading.claim(
        party, "born_on", finish(f"{party.shown} was born {place} {value}"), value=value, confidence=0.95
    )


def no_longer_having(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I don't have a car anymore", "I no longer have asthma"."""
    for word in clause.objects:
        lemma, thing = word.lemma.lower(), reading.thing(word)
        if thing is None:
            continue
        kind = "product" if thing.named and thing.kind in {"", "product", "organization"} else ""
        owned = bool(kind) or reading.ontology.heads.get(lemma) == "product"
        predicate = (
            "has_condition" if lemma in AILMENTS else "has_pet" if lemma in PETS else "owns" if owned else ""
        )
        if predicate:
            value = f"{thing.article} {thing.name}".strip() if predicate == "has_pet" else thing.name
            kept = kind if predicate == "owns" else ""
            text = finish(f"{party.shown} no longer has {written_name(thing)}")
            yield reading.claim(
                party, predicate, text, thing=thing if kept else None, kind=kept, value="" if kept else value,
                mode="ends", when=reading.when(clause, ends=True), confidence=0.85,
            )  # fmt: skip


def having(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I have asthma", "I have a Framework laptop", "I have two cats"."""
    if clause.negated:
        return
    party = reading.party(clause.subject, ("person",))
    if party is None or not party.user or party.we:
        return
    if clause.ended:
        yield from no_longer_having(reading, clause, party)
        return
    for word in clause.objects:
        lemma = word.lemma.lower()
        if lemma in AILMENTS:
            yield reading.claim(
                party,
                "has_condition",
                finish(f"{party.shown} has {word.text}"),
                value=word.text,
                confidence=0.9,
            )
            continue
        thing = reading.thing(word)
        if lemma == "allergy":
            for what in reading.sentence.below(word, "compound", "amod"):
                text = finish(f"{party.shown} is allergic to {what.text}")
                yield reading.claim(party, "allergic_to", text, value=what.text, confidence=0.9)
        if thing is None:
            continue
        phrase = reading.sentence.stretch(
            reading.sentence.subtree(
                word, without=frozenset({"relcl", "acl", "prep", "punct", "conj", "cc", "appos"})
            )
        )
        if lemma in PETS and not reading.name_beside(word) and not named_by_verb(reading, word):
            yield reading.claim(
                party, "has_pet", finish(f"{party.shown} has {phrase}"), value=phrase, confidence=0.85
            )
        elif (
            thing.named
            and not thing.sure
            and thing.article in {"a", "an"}
            and thing.kind in {"", "product", "organization"}
        ):
            yield reading.claim(
                party,
                "owns",
                finish(f"{party.shown} has {phrase}"),
                thing=thing,
                kind="product",
                confidence=0.75,
            )
        elif reading.ontology.heads.get(lemma) == "product" and not thing.definite:
            yield reading.claim(
                party, "owns", finish(f"{party.shown} has {phrase}"), value=thing.name, confidence=0.8
            )
