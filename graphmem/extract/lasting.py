"""What goes on in somebody's life, told among people: a collection, old friends, what is made for others, wishes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.first import first_of
from graphmem.extract.lived import ABSTRACT, INNER, among_people, introduced, is_firm_noun, is_work, shortened
from graphmem.extract.parse import Word
from graphmem.extract.pastimes import MAKES
from graphmem.extract.patterns_happening import phrase_of, replace_end, sentence_of, someone
from graphmem.extract.reading import Reading, When
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

AMOUNTS = words(
    "lot lots load loads plenty ton tons bunch dozen dozens couple collection stack pile heap shelf"
)
# Of these one has many without having them in hand.
INTANGIBLE = ABSTRACT | words(
    "plan plans class classes lesson lessons meeting meetings appointment question questions friend friends kid kids"
    " people student students client clients customer customers order orders day days time year years hour hours event"
    " events session sessions deadline homework paperwork laundry chore chores errand errands email emails message"
    " messages symptom symptoms allergy allergies call calls paper papers exam exams follower followers show shows"
)
ASIDE = frozenset({"prep", "relcl", "acl", "conj", "cc", "punct", "appos", "advmod"})
MAKERS = MAKES | words("write draw make build compose design record illustrate restore repair mend")
# What is wished to be shared with whoever is spoken to, or only said to be kind.
KIND = words(
    "help see hear know chat talk catch come join share support be have get do give try meet hang read check look tell"
    " say discuss take say think work"
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """What somebody among people has, makes, knows or wishes."""
    subject = clause.subject
    if subject is None or subject.lower not in {"i", "we"} or not among_people(reading) or clause.question:
        return
    if (
        clause.negated
        or clause.imperative
        or is_work(reading)
        or clause.verb.dep in {"relcl", "acl", "advcl"}
    ):
        return
    yield from first_of((collected, befriended, makes, wished), reading, clause)


def collected(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I've got loads of old records - jazz, folk songs"."""
    if clause.lemma != "have" or clause.tense != "present" or not clause.real or clause.modal:
        return
    for word in reading.sentence.below(clause.verb, "dobj"):
        thing = held(reading, clause, word)
        party = someone(reading, clause)
        if thing is None or party is None:
            continue
        first = min(one.i for one in reading.sentence.subtree(thing, without=ASIDE))
        what = reading.sentence.stretch(reading.sentence.words[first : thing.i + 1])
        what = re.split(r"\s*[-–—:(]\s", what)[0]
        amount = "a collection of" if word.lemma.lower() == "collection" else "many"
        yield reading.claim(
            party, "owns", f"{party.shown} has {amount} {what}.", value=f"{amount} {what}", confidence=0.7
        )


def held(reading: Reading, clause: Clause, word: Word) -> Word | None:
    """The things of which there are many; None for what nobody holds."""
    if word.lemma.lower() not in AMOUNTS:
        return None
    for of in reading.sentence.below(word, "prep"):
        for thing in reading.sentence.below(of, "pobj") if of.lower == "of" else []:
            several = thing.tag in {"NNS", "NNPS"} and thing.lemma.lower() not in INTANGIBLE
            if several and thing.lower not in INTANGIBLE and is_firm_noun(reading, clause, thing):
                return thing
    return None


def befriended(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I've known these neighbours for six years"."""
    since = any(date.direction in {"for", "since"} for date in reading.dates(clause))
    if clause.lemma != "know" or not clause.perfect or not since or not clause.real:
        return
    yield from as_told(reading, clause, "noted", when=replace_end(reading.when(clause)))


def makes(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I write poems about the sea": what is made again and again."""
    if clause.lemma not in MAKERS or clause.tense != "present" or clause.verb.tag not in {"VBP", "VB"}:
        return
    if not clause.real or clause.modal or clause.aspect or reading.dates(clause):
        return
    many = [
        word
        for word in clause.objects
        if word.tag == "NNS" and is_firm_noun(reading, clause, word) and word.lemma.lower() not in INTANGIBLE
    ]
    if many and not any(word.lower in {"the", "these", "those"} for word in reading.sentence.below(many[0])):
        yield from as_told(reading, clause, "practises")


def wished(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'd love to visit Japan", "I hope to plant an orchard"."""
    would = clause.lemma in {"love", "like"} and clause.modal in {"'d", "would", "’d"}
    if not would and not (clause.lemma in {"hope", "dream"} and clause.tense == "present"):
        return
    for verb in reading.sentence.below(clause.verb, "xcomp"):
        named = [word for word in reading.sentence.subtree(verb) if is_firm_noun(reading, clause, word)]
        shared = any(word.lower in {"you", "your", "us"} for word in reading.sentence.subtree(verb))
        meant = any(word.lower == "to" for word in reading.sentence.below(verb, "aux"))
        if not meant or verb.tag != "VB" or verb.lemma in KIND | INNER or not named or shared:
            continue
        party = someone(reading, clause)
        text = None if party is None else sentence_of(reading, replace(clause, modal=""), party)
        _, to, wish = (text or "").rstrip(".").partition(f" to {verb.text}")
        if party is not None and to:
            shown = f"{party.shown} would like to {verb.text}{wish}."
            yield reading.claim(party, "wishes", shown, value=f"{verb.text}{wish}", confidence=0.7)


def as_told(reading: Reading, clause: Clause, predicate: str, *, when: When | None = None) -> Iterator[Claim]:
    """The clause in its own words, if need be without its additions."""
    party = someone(reading, clause)
    for told in (introduced(reading, clause), shortened(reading, clause)):
        text = None if party is None else sentence_of(reading, told, party)
        if party is not None and text:
            yield reading.claim(
                party, predicate, text, value=phrase_of(text, party), when=when, confidence=0.7
            )
            return
