"""Is a past clause one that somebody remembers of their life, is a coming one an outing? Verb and nouns tell."""

from __future__ import annotations

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.pastimes import (
    BODY,
    BUSINESSES,
    COURSES,
    CREATIONS,
    DOING,
    FLEETING,
    INJURES,
    MAKES,
    OUTINGS,
    holds,
    names_one,
    reached,
)
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import FAMILY, words

THERAPISTS = words("therapist counselor counsellor nutritionist dietitian tutor trainer coach")
BEGINS = words(
    "start begin try join take pick get sign enroll enrol register enter attend do finish complete"
)
GIVES = words("give gift knit sew make paint buy bake lend send bring get leave build write")


def happened(reading: Reading, clause: Clause) -> bool:
    """True for what somebody remembers of their life, also without a date."""
    return any(told_by(reading, clause) for told_by in KINDS)


def came_back(reading: Reading, clause: Clause) -> bool:
    """ "I just got back from Lisbon"."""
    around = clause.adverbs | set(clause.particles)
    if clause.lemma == "return" or (
        clause.lemma in {"get", "come", "arrive", "fly", "be"} and around & {"back", "home"}
    ):
        return any(is_sight(reading, word) for word in clause.behind("from", "back from"))
    return False


def is_sight(reading: Reading, word: Word) -> bool:
    """True for a place or an outing."""
    if holds(reading.sentence, word, OUTINGS | DOING):
        return True
    thing = reading.thing(word)
    return (
        thing is not None and thing.named and (thing.kind == "place" or word.entity in {"GPE", "LOC", "FAC"})
    )


def went_out(reading: Reading, clause: Clause) -> bool:
    """ "We went kayaking", "I took the kids to the zoo", "we had a picnic with friends"."""
    if clause.lemma == "go":
        meant = any(word.tag == "VB" for word in reading.sentence.below(clause.verb, "xcomp"))
        return not meant and names_one(
            clause, OUTINGS | DOING | (COURSES - {"school", "college", "university"})
        )
    if clause.lemma in {"take", "visit", "attend", "see", "tour", "explore"}:
        return any(
            holds(reading.sentence, word, OUTINGS) for word in [*clause.objects, *clause.behind("to", "on")]
        )
    return clause.lemma in {"have", "host", "throw", "organize", "organise", "hold"} and any(
        word.lemma.lower()
        in {"picnic", "barbecue", "bbq", "party", "reunion", "fundraiser", "sleepover", "yard-sale"}
        for word in clause.objects
    )


def began(reading: Reading, clause: Clause) -> bool:
    """ "I started doing aerial yoga", "signed up for an evening course", "I joined a book club", "tried surfing"."""
    if clause.lemma not in BEGINS:
        return False
    if clause.lemma == "get" and "into" not in {name for name, _ in clause.prepositions}:
        return False
    if clause.lemma in {"take", "pick"} and "up" not in clause.particles:
        return clause.lemma == "take" and any(holds(reading.sentence, one, COURSES) for one in clause.objects)
    if clause.lemma in {"start", "begin"} and any(word.lemma.lower() == "job" for word in clause.objects):
        return True
    if clause.lemma in {"do", "finish", "complete"}:
        return not clause.perfect and any(
            holds(reading.sentence, one, DOING & COURSES | COURSES) for one in clause.objects
        )
    helps = any(
        word.lemma in {"help", "date", "teach"}
        for word in reading.sentence.below(clause.verb, "xcomp")
        if word.tag == "VBG"
    )
    return helps or names_one(clause, DOING | COURSES | THERAPISTS)


def opened(reading: Reading, clause: Clause) -> bool:
    """ "She opened a bakery", "I started my own studio"."""
    return clause.lemma in {"open", "start", "found", "launch", "close", "sell"} and any(
        holds(reading.sentence, word, BUSINESSES) and word.tag == "NN" for word in clause.objects
    )


def teamed_up(reading: Reading, clause: Clause) -> bool:
    """ "I joined forces with a potter"."""
    joins = clause.lemma in {"partner", "collaborate"} or (
        clause.lemma == "team" and "up" in clause.particles
    )
    return joins and any(
        word.pos in {"NOUN", "PROPN"} and not reading.is_date(word, clause)
        for word in clause.behind("with", "up with")
    )


def made(reading: Reading, clause: Clause) -> bool:
    """ "I carved an owl", "I baked a cake at my brother's"."""
    things = [
        word for word in clause.objects if word.pos in {"NOUN", "PROPN"} and not reading.is_date(word, clause)
    ]
    if clause.lemma in MAKES:
        return bool(things)
    return clause.lemma in {"make", "build", "write", "record", "create", "design", "finish", "draw"} and any(
        holds(reading.sentence, word, CREATIONS) for word in things
    )


def befell(reading: Reading, clause: Clause) -> bool:
    """ "I broke my wrist", "my grandmother passed away", "my sister had a baby", "I got laid off"."""
    lemma = clause.lemma
    heads = {word.lemma.lower() for word in clause.objects}
    if lemma in INJURES:
        return bool(heads & BODY)
    if lemma == "die" or (lemma == "pass" and {"away"} & (clause.adverbs | set(clause.particles))):
        return True
    if lemma in {"have", "undergo", "get", "need"} and heads & {
        "surgery", "operation", "stroke", "transplant", "miscarriage", "accident", "concussion", "chemo", "breakdown"
    }:  # fmt: skip
        return True
    if lemma == "have" and heads & {"baby", "twin", "son", "daughter", "girl", "boy"}:
        return clause.tense == "past" and (
            "just" in clause.adverbs or bool(reading.dates(clause)) or "baby" in heads
        )
    if lemma == "lay" and clause.passive:
        return "off" in clause.particles or "off" in clause.adverbs
    if lemma == "come":
        return "out" in clause.particles and any(
            one.lower in {"as", "to"} for one in reading.sentence.below(clause.verb, "prep")
        )
    return lemma == "shut" and "down" in clause.particles and bool(heads & BUSINESSES)


def was_given(reading: Reading, clause: Clause) -> bool:
    """ "My aunt gave me this ring", "I got a guitar from my dad"."""
    kept = [
        word
        for word in clause.objects
        if word.pos == "NOUN"
        and word.tag == "NN"
        and not holds(reading.sentence, word, FLEETING)
        and not reading.is_date(word, clause)
    ]
    gifts = [word for word in kept if reading.sentence.below(word, "det", "poss", "nummod")]
    if not gifts or clause.subject is None:
        return False
    if clause.lemma in GIVES and clause.subject.lower not in {"i", "we"}:
        receives = {word.lower for word in reading.sentence.below(clause.verb, "dative")} | {
            word.lower for word in clause.objects
        }
        return bool(receives & {"me", "us"})
    if clause.lemma in {"get", "receive", "inherit"}:
        return any(is_giver(reading, word) for word in clause.behind("from"))
    return False


def is_giver(reading: Reading, word: Word) -> bool:
    """True for a person from whom something can come."""
    party = reading.owned(word)
    if party is not None or word.lemma.lower() in FAMILY:
        return True
    thing = reading.thing(word)
    return thing is not None and thing.kind == "person" and thing.named


def first_time(reading: Reading, clause: Clause) -> bool:
    """ "I ran my first 10k", "I rode a horse for the first time"."""
    if any("first" in {one.lower for one in reading.sentence.below(word, "amod")} for word in clause.objects):
        return any(reading.sentence.below(word, "poss") for word in clause.objects)
    return any(word.lower == "time" for word in clause.behind("for")) and "first" in {
        one.lower for one in clause.words
    }


def performed(reading: Reading, clause: Clause) -> bool:
    """ "I performed at a festival", "she volunteered at a shelter", "I competed in a tournament"."""
    if clause.lemma not in {
        "perform",
        "compete",
        "volunteer",
        "participate",
        "exhibit",
        "march",
        "sing",
        "dance",
    }:
        return False
    return bool(clause.prepositions) and any(
        word.pos in {"NOUN", "PROPN"} and not reading.is_date(word, clause) for _, word in clause.prepositions
    )


def met(reading: Reading, clause: Clause) -> bool:
    """ "I met a veteran named Samuel"."""
    mine = clause.subject is not None and clause.subject.lower in {"i", "we"}
    for word in clause.objects if mine and clause.lemma in {"meet", "befriend"} else ():
        kin = reading.owned(word)
        if kin is not None and (clause.prepositions or reading.dates(clause)):
            return True
        thing = reading.thing(word)
        if (
            thing is not None
            and thing.named
            and (thing.kind == "person" or word.entity == "PERSON" or thing.name != word.text)
        ):
            return not word.technical and thing.kind in {"person", ""}
    return False


def spent(reading: Reading, clause: Clause) -> bool:
    """ "We spent the weekend in Vermont", "we stayed in a cabin by the lake"."""
    if clause.lemma not in {"spend", "stay"}:
        return False
    return any(is_sight(reading, word) for word in clause.behind("in", "at", "near", "with"))


KINDS = (
    came_back, went_out, began, opened, made, befell, was_given, first_time, performed, met, spent, teamed_up,
)  # fmt: skip


def is_outing(clause: Clause) -> bool:
    """True for what is to come in people's free time: "going camping", "visiting", "seeing a show"."""
    if clause.lemma in {"visit", "come", "arrive"} or (
        clause.lemma in {"marry", "divorce"} and clause.passive
    ):
        return True
    if clause.lemma in {"go", "have", "attend", "see", "take", "host", "do", "join", "run", "play", "start"}:
        return names_one(clause, OUTINGS | DOING | COURSES) or any(
            word.lemma.lower() in {"surgery", "operation", "interview", "baby"} for word in reached(clause)
        )
    return (
        clause.lemma == "get"
        and clause.verb.lower == "getting"
        and any(word.lower in {"married", "engaged", "divorced"} for word in clause.complements)
    )
