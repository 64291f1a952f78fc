"""What somebody did, told by the way of what is shown or named: "here's a bowl I made last week"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.construction.told import is_closed, is_told
from graphmem.extract.lived import (
    GONE_ON,
    INNER,
    LIGHT,
    among_people,
    introduced,
    is_firm_noun,
    is_work,
    lived,
)
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words

MOMENTS = words("time day night moment year summer winter weekend morning evening")
TELLS = frozenset({"after", "since", "because", "when"})
ASIDE = frozenset({"relcl", "punct", "cc", "conj"})
RELATIVES = frozenset({"WDT", "WP", "WRB", "WP$"})


def shown(reading: Reading) -> Iterator[Clause]:
    """The deeds told of what is shown or named, each as a clause of its own: "here's a bowl I made last week"."""
    if is_closed(reading) or not among_people(reading) or is_work(reading):
        return
    for clause in reading.clauses:
        moment = reading.sentence.head(clause.verb).lemma.lower() in MOMENTS
        if clause.verb.dep == "relcl" and not moment:
            told = turned(reading, clause)
            if told is not None:
                yield told
        elif moment or clause.verb.dep in {"advcl", "pcomp"}:
            told = by_the_way(reading, clause)
            if told is not None:
                yield told


def by_the_way(reading: Reading, clause: Clause) -> Clause | None:
    """What happened as told to say when or why: "since I joined the choir last year", "after I failed the exam"."""
    verb, subject = clause.verb, clause.subject
    marks = {word.lower for word in reading.sentence.below(verb, "mark", "advmod")}
    moment = reading.sentence.head(verb).lemma.lower() in MOMENTS and verb.dep == "relcl"
    if subject is None or verb.tag != "VBD" or subject not in clause.words or not (moment or marks & TELLS):
        return None
    own = [word for word in clause.words if word.i >= subject.i]
    whole = replace(clause, words=own, adverbs=clause.adverbs - TELLS)
    low, high = own[0].i, own[-1].i
    if not is_told(reading, reading.sentence.words, low, high) or not lived(reading, whole, within=True):
        return None
    return introduced(reading, whole)


def turned(reading: Reading, clause: Clause) -> Clause | None:
    """ "A show I went to last week" as "I went to a show last week"; None where the noun is no part of the deed."""
    sentence, verb = reading.sentence, clause.verb
    noun = sentence.head(verb)
    subject = next((one for one in sentence.below(verb, "nsubj") if one.lower in {"i", "we"}), None)
    if subject is None or clause.tense != "past" or clause.perfect or clause.negated or clause.modal:
        return None
    if verb.lemma in INNER | LIGHT | GONE_ON - {"start", "go"} or not is_firm_noun(reading, clause, noun):
        return None
    behind = gap_of(reading, clause)
    if behind is None:
        return None
    own = {word.i for word in clause.words}
    named = [word for word in sentence.subtree(noun, without=ASIDE) if word.i not in own]
    rest = [word for word in clause.words if word.i > behind.i and word.tag not in RELATIVES]
    lead = [word for word in clause.words if subject.i <= word.i <= behind.i and word.tag not in RELATIVES]
    rest += dated_behind(reading, clause)
    low, high = min(noun.i, subject.i), max(word.i for word in clause.words)
    if not is_told(reading, sentence.words, low, high):
        return None
    whole = replace(clause, subject=subject, words=[*lead, *named, *rest], objects=[noun])
    return introduced(reading, whole)


def gap_of(reading: Reading, clause: Clause) -> Word | None:
    """The word behind which the noun belongs: a preposition that has lost it, or the verb with its particle."""
    sentence, verb = reading.sentence, clause.verb
    marks = [word for word in clause.words if word.tag in RELATIVES]
    if any(word.tag in {"WRB", "WP$"} for word in marks):
        return None
    for word in sentence.below(verb, "prep"):
        if word.i > verb.i and not any(one.i > verb.i for one in sentence.below(word, "pobj", "pcomp")):
            return word
    taken = [one for one in sentence.below(verb, "dobj", "xcomp", "ccomp") if one.i > verb.i]
    if taken or clause.passive:
        return None
    return max([verb, *sentence.below(verb, "prt")], key=lambda one: one.i)


def dated_behind(reading: Reading, clause: Clause) -> list[Word]:
    """The words of a date right behind the clause, which the parser may have drawn to the verb of the sentence."""
    last = clause.words[-1]
    behind = reading.sentence.words[last.i + 1 :]
    date = next(
        (one for one in reading.dates_in("past") if behind and one.start <= behind[0].start < one.end), None
    )
    return [] if date is None else [word for word in behind if word.start < date.end]
