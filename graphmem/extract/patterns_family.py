"""Claims about the people and animals around someone, and short forms of introducing oneself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.patterns_loss import is_over
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, PETS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAMED = rx.compile(
    r"(?:^|[,.!;:]\s*)(?:and\s+)?(?:(?i:(?:you can |just |please )?call me)|my name['’]s|name['’]s"
    r"|I go by)\s+([A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s*(?:$|[,.!;(]|and\b)"
)
FIXED = (
    (
        rx.compile(
            r"\b(?i:(?:my|our|note my|the) (?:new |home |postal |mailing |work |current )*"
            r"address(?: is| has changed to|:)(?: now)?) (\d+\w?,? [A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,3}"
            r"(?:, [A-Z0-9][\w -]*\w)*"
            r"|[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3} \d+\w?(?:, [A-Z0-9][\w -]*\w)*)"
        ),
        "reachable_at",
        "can be reached at",
    ),
    (
        rx.compile(
            r"\b(?i:(?:e-?mail|phone|mobile|cell|number|address)(?: address| number)?(?: has| just| have)* changed"
            r"(?:,? (?:and |so )?(?:it['’]s|it is|to)(?: now)?|:)|new (?:e-?mail|number)(?: address)?(?: is|:)?) "
            r"([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ()-]{5,}\d)"
        ),
        "reachable_at",
        "can be reached at",
    ),
    (
        rx.compile(
            r"\b(?i:reach|contact|e-?mail|call|text|ping|message|write to|mail) me (?:at|on|under|via) "
            r"([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ()-]{6,}\d)"
        ),
        "reachable_at",
        "can be reached at",
    ),
    (
        rx.compile(r"\bI(?:'m| am) (?:in|on) (?:the )?([A-Z][\w+-]*(?:/[A-Z]\w+)*(?:[+-]\d+)?) time ?zone\b"),
        "time_zone_is",
        "is in the time zone",
    ),
    (
        rx.compile(
            r"\bI(?:'m| am) (?:in|on) ((?:UTC|GMT)(?:[+-]\d+)?|CES?T|E[SD]T|P[SD]T|C[SD]T|M[SD]T|IST|BST|JST|AEST)\b"
        ),
        "time_zone_is",
        "is in the time zone",
    ),
    (
        rx.compile(r"\b(?:I go by|I use) (\w+/\w+(?:/\w+)?)(?! for)(?:\s+pronouns)?\b"),
        "pronouns_are",
        "uses the pronouns",
    ),
    (
        rx.compile(
            r"\b(?:every(?:one|body)|people|friends|they|folks|most people) calls? me ([A-Z][\w-]+)\b"
        ),
        "also_known_as",
        "is also known as",
    ),
)
# Words of a clause about two, what it says of them, and whether it is over.
COUPLES = (
    ({"broke", "up"}, "partner_of", True),
    ({"split", "up"}, "partner_of", True),
    ({"divorced"}, "married_to", True),
    ({"married"}, "married_to", False),
    ({"engaged"}, "partner_of", False),
    ({"dating"}, "partner_of", False),
)
INTOLERANT = rx.compile(r"\bI(?:'m| am) (\w+)[ -]intolerant\b")
HOLDS = words("have get own adopt rescue")
CALLED = words("call name nickname dub")


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """What "my wife Anna" and "my dog Rex" say in passing, whatever the sentence is about."""
    if not reading.by_user:
        return
    yield from contact(reading)
    if all(clause.real for clause in reading.clauses) and not reading.sentence.quotes:
        yield from fixed_forms(reading)
    for word in reading.sentence.words:
        role = word.lemma.lower()
        if word.quoted or (role not in FAMILY and role not in PETS) or word.pos not in {"NOUN", "PROPN"}:
            continue
        holder = holder_of(reading, word)
        if holder is None or under_doubt(reading, word):
            continue
        name = reading.name_beside(word) or named_by_verb(reading, word)
        couple = role not in PETS and FAMILY[role] in {"married_to", "partner_of"}
        if (role in PETS or couple) and is_over(reading.sentence.text, pet=not couple):
            continue  # "our cat Miso died" does not say that it is so
        if name is not None:
            yield related(reading, holder, role, name, when=since_adopted(reading, word))
            for other in also_named(reading, name):
                yield related(reading, holder, role, other)


def also_named(reading: Reading, name: Thing) -> Iterator[Thing]:
    """ "Jonas" in "two kids, Ida and Jonas"."""
    pending = [name.head]
    while pending:
        for other in reading.sentence.below(pending.pop(), "conj"):
            thing = reading.thing(other)
            if thing is not None and thing.named and thing.name[:1].isupper() and other.pos == "PROPN":
                yield thing
                pending.append(other)


def under_doubt(reading: Reading, word: Word) -> bool:
    """True when the clause around a word is not said to be so."""
    return any(not clause.real and word in clause.words for clause in reading.clauses)


def holder_of(reading: Reading, word: Word) -> Party | None:
    """Whose wife, son or dog it is."""
    for one in reading.sentence.below(word, "poss"):
        if one.lower in {"my", "our"}:
            return reading.speaker(one)._replace(shown="The user", we=False)
        if one.lower in {"his", "her"}:
            name = reading.focus.person(reading.sentence.number)
            return None if name is None else reading.named(one, name, "person")
        return reading.party(one, ("person",)) if one.pos == "PROPN" else None
    clause = next((one for one in reading.clauses if word in one.objects and one.lemma in HOLDS), None)
    if (
        clause is not None
        and clause.real
        and not clause.negated
        and clause.subject is not None
        and (clause.tense == "present" or clause.perfect or clause.lemma in {"adopt", "rescue", "get"})
    ):
        party = reading.party(clause.subject, ("person",))
        return (
            None
            if party is None
            else party._replace(shown=party.shown.replace("The user's team", "The user"))
        )
    return None


def named_by_verb(reading: Reading, word: Word) -> Thing | None:
    """The name in "my wife is Anna", "Anna is my wife", "my son is called Leo", "a cat called Tom"."""
    sentence = reading.sentence
    for clause in reading.clauses:
        if not clause.real or clause.negated:
            continue
        subject_is = clause.subject is not None and clause.subject.i == word.i
        owned_name = (
            clause.subject is not None
            and clause.subject.lower == "name"
            and any(one.i == word.i for one in sentence.below(clause.subject, "poss"))
        )
        candidates: list[Word] = []
        if clause.lemma == "be" and (subject_is or owned_name):
            candidates = clause.complements
        elif clause.lemma == "be" and word in clause.complements and clause.subject is not None:
            candidates = [clause.subject]
        elif clause.lemma in CALLED and clause.verb.head == word.i and behind(reading, word) is not None:
            return behind(reading, word)
        elif clause.lemma in CALLED and (subject_is or clause.verb.head == word.i):
            candidates = [
                *clause.objects,
                *clause.complements,
                *sentence.below(clause.verb, "oprd", "attr", "dobj"),
            ]
        for candidate in candidates:
            thing = reading.thing(candidate)
            if thing is not None and thing.named and thing.name[:1].isupper() and candidate.pos == "PROPN":
                return thing
    return None


def behind(reading: Reading, word: Word) -> Thing | None:
    """ "Comet" of "a greyhound named Comet"."""
    thing = reading.thing(word)
    return thing if thing is not None and thing.named and thing.start > word.end else None


def since_adopted(reading: Reading, word: Word) -> When | None:
    """ "We adopted a greyhound named Comet two weeks ago"."""
    clause = next((one for one in reading.clauses if word in one.objects and one.tense == "past"), None)
    return None if clause is None or clause.lemma not in HOLDS else reading.when(clause)


def related(reading: Reading, holder: Party, role: str, name: Thing, *, when: When | None = None) -> Claim:
    """A person or an animal of somebody's household or work."""
    predicate = "has_pet" if role in PETS else FAMILY[role]
    kind = "animal" if role in PETS else "person"
    whose = f"{holder.shown}'s"
    verb = "is called" if predicate == "has_pet" else "is"
    text = finish(f"{whose} {role} {verb} {name.name}")
    return reading.claim(holder, predicate, text, thing=name, kind=kind, when=when, confidence=0.9)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """ "Dana and I broke up in April", "Julia and I got married in 2015"."""
    subject = clause.subject
    if not reading.by_user or not clause.real or clause.negated or subject is None:
        return
    words_ = reading.sentence.words
    me = next((one for one in (subject, *reading.sentence.below(subject, "conj")) if one.lower == "i"), None)
    if me is None or me.i < 2 or words_[me.i - 1].lower != "and" or words_[me.i - 2].pos != "PROPN":
        return
    name = reading.thing(words_[me.i - 2])
    told = {clause.verb.lower, *clause.particles, *(one.lower for one in clause.complements)}
    found = next(((predicate, over) for signs, predicate, over in COUPLES if signs <= told), None)
    if found is None or name is None or not name.named:
        return
    predicate, over = found
    if over and re.search(r"\b(?:wife|husband)\b", reading.sentence.text):
        predicate = "married_to"
    party = reading.speaker(me)
    text = reading.reworded(clause, party)
    if text:
        yield reading.claim(
            party, predicate, text, thing=name, kind="person", mode="ends" if over else "asserts",
            when=reading.when(clause, ends=over), confidence=0.9,
        )  # fmt: skip


@rx.only_where(FIXED)
def contact(reading: Reading) -> Iterator[Claim]:
    """ "You can reach me at ...", "I'm in the CET timezone", "everybody calls me Ole"."""
    sentence = reading.sentence
    if sentence.quotes:
        return
    speaker = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    for pattern, predicate, shown in FIXED:
        match = pattern.search(sentence.text)
        if match:
            text = finish(f"The user {shown} {match[1]}")
            yield reading.claim(speaker, predicate, text, value=match[1], confidence=0.9)


def fixed_forms(reading: Reading) -> Iterator[Claim]:
    """Short forms that parsers do not see through: "call me Max", "name's Jonas", "I'm lactose intolerant"."""
    sentence = reading.sentence
    speaker = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    found = NAMED.search(sentence.text)
    if found:
        yield reading.claim(
            speaker, "name", finish(f"The user's name is {found[1]}"), value=found[1], confidence=0.9
        )
    found = INTOLERANT.search(sentence.text)
    if found:
        yield reading.claim(
            speaker,
            "allergic_to",
            finish(f"The user is {found[1]} intolerant"),
            value=found[1],
            confidence=0.9,
        )
