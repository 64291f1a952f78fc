"""Claims about the people and animals around someone, and short forms of introducing oneself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, PETS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAMED = re.compile(
    r"(?:^|[,.!;:]\s*)(?:and\s+)?(?:(?i:(?:you can |just |please )?call me)|my name['’]s|name['’]s"
    r"|I go by)\s+([A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s*(?:$|[,.!;(]|and\b)"
)
INTOLERANT = re.compile(r"\bI(?:'m| am) (\w+)[ -]intolerant\b")
CALLED = words("call name nickname dub")


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """What "my wife Anna" and "my dog Rex" say in passing, whatever the sentence is about."""
    if not reading.by_user:
        return
    if all(clause.real for clause in reading.clauses) and not any(
        word.quoted for word in reading.sentence.words
    ):
        yield from fixed_forms(reading)
    for word in reading.sentence.words:
        role = word.lemma.lower()
        if word.quoted or (role not in FAMILY and role not in PETS) or word.pos not in {"NOUN", "PROPN"}:
            continue
        holder = holder_of(reading, word)
        if holder is None or under_doubt(reading, word):
            continue
        name = reading.name_beside(word) or named_by_verb(reading, word)
        if name is not None:
            yield related(reading, holder, role, name)


def under_doubt(reading: Reading, word: Word) -> bool:
    """True when the clause around a word is not said to be so."""
    return any(not clause.real and word in clause.words for clause in reading.clauses)


def holder_of(reading: Reading, word: Word) -> Party | None:
    """Whose wife, son or dog it is."""
    for one in reading.sentence.below(word, "poss"):
        if one.lower in {"my", "our"}:
            return reading.speaker(one)._replace(shown="The user", we=False)
        return reading.party(one, ("person",)) if one.pos == "PROPN" else None
    clause = next(
        (one for one in reading.clauses if word in one.objects and one.lemma in {"have", "get", "own"}), None
    )
    if (
        clause is not None
        and clause.real
        and not clause.negated
        and clause.subject is not None
        and clause.tense == "present"
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


def related(reading: Reading, holder: Party, role: str, name: Thing) -> Claim:
    """A person or an animal of somebody's household or work."""
    predicate = "has_pet" if role in PETS else FAMILY[role]
    kind = "animal" if role in PETS else "person"
    whose = f"{holder.shown}'s"
    verb = "is called" if predicate == "has_pet" else "is"
    text = finish(f"{whose} {role} {verb} {name.name}")
    return reading.claim(holder, predicate, text, thing=name, kind=kind, confidence=0.9)


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
