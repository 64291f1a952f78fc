"""What somebody did or met with, told among people: a past deed of the speaker that names what, where or with whom.

In a session with an agent "I changed the layout" is a step of the hour. In a chat of people the like is what somebody
remembers, with or without a date; what is only felt, meant or said of the talk itself is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import FINITE, Word
from graphmem.extract.pastimes import FLEETING, OUTINGS, TRADE, holds, reached
from graphmem.extract.reading import Reading
from graphmem.extract.speakers import other_person
from graphmem.extract.vocabulary import EMPTY_NOUNS, words

# What goes on inside somebody, or in the talk.
INNER = words(
    "think know guess look mean wonder hope seem feel believe suppose understand remember forget notice thank"
    " appreciate want need wish care expect assume imagine realize realise regret agree disagree doubt love like hate"
    " prefer say mention matter sense fear worry enjoy be tell hear figure bet miss relate reflect deserve belong"
    " face congratulate promise swear mind cherish value learn reply answer show let"
)
# With these, and a noun that names an occasion or a place, something is told.
LIGHT = words("have get")
# What is of no body and no place, and so tells of no deed by itself.
ABSTRACT = (
    FLEETING
    | EMPTY_NOUNS
    | words(
        "fun blast joy love power emotion passion kindness progress impact difference inspiration motivation attitude"
        " challenge struggle memory memories moment word words point truth peace hope fear faith trust freedom"
        " happiness feelings positivity negativity success failure effort goal goals dream dreams vision mission value"
        " values strength strengths self acceptance respect pride bond bonds connection connections relationship"
        " impression mood vibe vibes energy spirit soul heart life world future past present worth belief beliefs doubt"
        " doubts interest focus balance control care attention access choice decision decisions risk risks mistake"
        " mistakes lesson growth change awareness understanding compassion empathy gratitude appreciation"
        " encouragement guidance honesty resilience determination dedication commitment responsibility importance"
        " meaning experience pic pics photo photos picture pictures view fulfillment fulfilment accomplishment reaction"
        " thought thoughts ability potential limit limits path somebody someone need needs action steps skill skills"
        " bit mind news topic gist best worst rest fan luck fortune deal situation setback circumstance stage phase"
        " cause comfort hurdle hurdles obstacle obstacles"
    )
)
# Of these a light verb may have any: something came about.
OCCASIONS = OUTINGS | words(
    "experience encounter conversation argument fight disagreement interview accident surgery operation meal lunch"
    " dinner breakfast brunch drink lesson class session performance rehearsal practice appointment meeting reunion"
    " sale problems trouble injury illness scare quarrel crash fire flood outage breakup divorce baby training"
    " campaign debate audition exam test workshop talk talks barbecue cookout sleepover night day evening weekend time"
    " blast fun"
)
DAYS = words(
    "time blast fun day night evening weekend experience trouble"
)  # of these the place must be told, too
HAPPENS = words(
    "hurt injured sick ill lost stuck robbed married engaged divorced fired hired mugged promoted"
)
BEFALLS = HAPPENS - {"lost", "stuck"} | words(
    "invited elected hired awarded admitted accepted diagnosed promoted selected nominated asked chosen given raised"
    " adopted rescued bitten stung taught trained born"
)
GONE_ON = words("have get manage decide start begin go come end help keep continue")
MOVES = words("encourage help teach invite urge take bring lead show let train coach persuade convince get")
NEARLY = words("almost nearly never barely hardly")
OCCASIONS_OF = words("when while whenever as since until once before after because though although if")
# What somebody is at for this hour only, or how it goes with them.
OF_THE_HOUR = words("now tonight today currently")
OF_THE_MOMENT = words(
    "get try go come sit stand wait stay hang talk kid ask call write keep hold head leave run put make take push chase"
    " carry deal face give do have lose bring see"
)
HANGS = words("yet but so and or 'cause ’cause cause cuz because though although plus")
# Words of the trade that a life knows, too, and verbs that tell which of both is meant.
HOMELY = words(
    "table thread model production process test button package service script website page form screen build"
)
MACHINE = words(
    "update upload download deploy refactor debug rename merge commit install reinstall configure compile rerun restart"
    " reboot revert rebase"
)
HANDLES = words("fix run change add remove test break push move open close use check edit load")
POINTS = words("this that these those")
LONGEST = 26  # words of one deed


def among_people(reading: Reading) -> bool:
    """True for a chat of several people, in which somebody by name speaks."""
    return bool(other_person(reading.message))


def is_work(reading: Reading) -> bool:
    """True for a sentence about the work at a machine."""
    found = {
        word.lemma.lower()
        for word in reading.sentence.words
        if word.technical or (word.pos != "VERB" and holds(reading.sentence, word, TRADE))
    }
    done = {word.lemma for word in reading.sentence.words if word.pos == "VERB"}
    return bool(found - HOMELY) or bool(done & MACHINE) or bool(found and done & HANDLES)


def lived(reading: Reading, clause: Clause, *, within: bool = False) -> bool:
    """True for a deed or an event of the speaker's that names what was done, where, or with whom.

    `within` takes what is told only to say when something else was.
    """
    subject = clause.subject
    if subject is None or subject.lower not in {"i", "we"} or not among_people(reading):
        return False
    if clause.perfect and clause.lemma in LIGHT | OF_THE_MOMENT - {"lose", "write"}:
        return False
    if clause.perfect and any(date.direction == "for" for date in reading.dates(clause)):
        return False  # "seven years now, and I've found it"
    if clause.tense != "past" or len(clause.words) > LONGEST or is_work(reading):
        return False
    helped = {word.lower for word in reading.sentence.below(clause.verb, "aux", "auxpass")}
    if clause.negated or clause.adverbs & NEARLY or "been" in helped:
        return False
    if not within and is_occasion(reading, clause):
        return False
    if clause.passive:
        by = any(is_firm_noun(reading, clause, word) for word in clause.behind("by"))
        befell = clause.verb.lower in BEFALLS and bool(helped & {"was", "were", "got"})
        return befell or ("got" in helped and (clause.verb.lower in HAPPENS or by))
    return did_something(reading, clause)


def busy(reading: Reading, clause: Clause) -> bool:
    """True for what the speaker is at for a while: "I'm working on a mural", "been practising our dance routines"."""
    subject = clause.subject
    if subject is None or subject.lower not in {"i", "we"} or not among_people(reading) or clause.question:
        return False
    if clause.verb.tag != "VBG" or clause.tense == "future" or clause.negated or is_work(reading):
        return False
    if len(clause.words) > LONGEST or clause.adverbs & OF_THE_HOUR or clause.lemma in INNER | OF_THE_MOMENT:
        return False
    if any(word.lower == "all" for word in clause.words):
        return False  # "we've all been helping each other"
    was = clause.tense == "past" and not clause.perfect and subject.i >= 0
    if was or is_occasion(reading, clause):
        return False
    if subject.i < 0 and not reading.sentence.below(clause.verb, "aux") and is_gerund(reading, clause):
        return False
    return did_something(reading, clause)


def is_occasion(reading: Reading, clause: Clause) -> bool:
    """True for "when I was playing", which only tells when."""
    return any(word.lower in OCCASIONS_OF for word in reading.sentence.below(clause.verb, "mark", "advmod"))


def is_gerund(reading: Reading, clause: Clause) -> bool:
    """True for "hiking to the top was great", where the parser took what is told of for what is done."""
    for word in reading.sentence.words[clause.verb.i + 1 :]:
        if word.tag in FINITE or (word.tag == "POS" and reading.sentence.words[word.i + 1].tag == "DT"):
            return True
        if word.pos == "PUNCT" and word.text != "-":
            return False
    return False


def did_something(reading: Reading, clause: Clause) -> bool:
    """True when the verb and what it acts on are of a body or a place."""
    inner = reading.sentence.below(clause.verb, "xcomp")
    goes_on = bool(inner) and clause.lemma in GONE_ON
    verb = inner[0] if goes_on else clause.verb
    acted_on = [word for word in [*clause.objects, *moved_by(clause)] if word.i > clause.verb.i]
    spoken = {word.lower for word in reading.sentence.words[clause.verb.i : clause.verb.i + 2]}
    if spoken & {"gotta", "ta"}:
        return False  # to be done, and not yet
    if clause.lemma in INNER or verb.lemma in INNER or (inner and not goes_on and not acted_on):
        return False
    if any(word.pos == "PRON" for word in acted_on):
        return False
    nouns = [*reached(clause), *acted_on]
    firm = [word for word in nouns if is_firm_noun(reading, clause, word)]
    if clause.lemma in LIGHT and not goes_on:
        return came_about(reading, clause, firm)
    if acted_on and not goes_on:
        return any(word in firm for word in acted_on)
    return bool(firm)


def moved_by(clause: Clause) -> list[Word]:
    """Who was brought to do something: the "pupils" of "I urged the pupils to apply"."""
    sentence = clause.sentence
    return [
        word
        for inner in sentence.below(clause.verb, "ccomp")
        if inner.tag == "VB" and clause.lemma in MOVES
        for word in sentence.below(inner, "nsubj")
    ]


def came_about(reading: Reading, clause: Clause, firm: Sequence[Word]) -> bool:
    """True for "had a picnic", "had a nasty encounter on a trail", "got hurt", and not for "had no idea"."""
    if clause.lemma == "get":
        return any(word.lower in HAPPENS for word in clause.complements)
    where = {word.i for name, word in clause.prepositions if name in {"at", "in", "on", "with", "during"}}
    placed = any(word.i in where for word in firm)
    return any(
        holds(reading.sentence, word, OCCASIONS) and (placed or word.lemma.lower() not in DAYS)
        for word in clause.objects
        if word.i > clause.verb.i
    )


def is_firm_noun(reading: Reading, clause: Clause, word: Word) -> bool:
    """True for a noun that names something of a body or a place, and no date."""
    if word.pos not in {"NOUN", "PROPN"}:
        return False
    told = word.lemma.lower() in EMPTY_NOUNS and any(
        one.dep == "appos" or one.tag in {"NN", "NNP"}
        for one in reading.sentence.below(word, "compound", "appos")
    )  # "a fashion piece", "this kind man, Otto"
    if not told and (word.lemma.lower() in ABSTRACT or word.lower in ABSTRACT):
        return False
    if reading.is_date(word, clause) or len(word.text) < 2:
        return False
    return not any(one.lower in {"your", "what", "which", "such"} for one in reading.sentence.below(word))


def introduced(reading: Reading, clause: Clause) -> Clause:
    """The clause with "a" in place of the "this" that points at what is shown: "I made this bowl"."""
    said = [shown_anew(reading, clause, word) for word in joined(reading, without_front(reading, clause))]
    return replace(clause, words=[word for word in said if word is not None])


def without_front(reading: Reading, clause: Clause) -> Clause:
    """The clause without what was done meanwhile, which stands in front: "while waiting yesterday, I met a friend"."""
    subject, sentence = clause.subject, reading.sentence
    front = {
        one.i
        for word in sentence.below(clause.verb, "advcl")
        if subject is not None and word.i < subject.i and word.tag == "VBG"
        for one in sentence.subtree(word)
        if not reading.is_date(one, clause)
    }
    return replace(clause, words=[word for word in clause.words if word.i not in front]) if front else clause


def shortened(reading: Reading, clause: Clause) -> Clause:
    """The clause without what describes something of it or tells why, in which a word may point to who knows what."""
    sentence, first = reading.sentence, clause.verb.i
    aside = {
        one.i
        for word in clause.words
        if word.i > first and word.dep in {"relcl", "advcl", "acl", "ccomp"}
        for one in sentence.subtree(word)
    }
    kept = [word for word in clause.words if word.i not in aside or word.i == first]
    while (
        len(kept) > 1 and kept[-1].i > first and (kept[-1].pos == "PUNCT" or kept[-1].dep in {"cc", "mark"})
    ):
        kept.pop()
    return introduced(reading, replace(clause, words=kept))


def joined(reading: Reading, clause: Clause) -> Iterator[Word]:
    """Its words with the "and" between two verbs that the parser took for one clause, or cut at another's."""
    sentence, own = reading.sentence, clause.words
    last = len(own) - 1
    while last > 1 and (own[last].pos == "PUNCT" or (own[last].lower in HANGS and own[last].pos != "NOUN")):
        last -= 1
    if last > 1 and own[last].tag in {"CD", "PRP", "DT"} and own[last - 1].tag == "CC":
        last -= 2  # "I emailed some landlords and one": who wrote back
    for at, word in enumerate(own[: last + 1]):
        behind = own[at + 1] if at < last else None
        further = behind is not None and behind.tag in {"VBD", "VBN"} and behind.i != clause.verb.i
        if further and word.text == ",":
            yield replace(word, text="and", lemma="and", pos="CCONJ", tag="CC", start=word.end)
            continue
        yield word
        if behind is not None and behind.i == word.i + 2 and sentence.words[word.i + 1].lower == "and":
            yield sentence.words[word.i + 1]


def shown_anew(reading: Reading, clause: Clause, word: Word) -> Word | None:
    """One word of it; None for the "these" that is left out."""
    noun = reading.sentence.head(word)
    if (
        word.dep != "det" or word.lower not in POINTS or reading.is_date(word, clause)
        or not is_firm_noun(reading, clause, noun)
    ):  # fmt: skip
        return word
    if noun.tag not in {"NN", "NNP"}:
        return None
    article = "an" if reading.sentence.words[word.i + 1].lower[:1] in "aeiou" else "a"
    return replace(word, text=article, lemma=article)
