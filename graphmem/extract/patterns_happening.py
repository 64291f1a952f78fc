"""Claims about what happened in people's lives, with or without a date, and about outings that are to come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.happened import happened, is_outing, is_sight
from graphmem.extract.pastimes import is_trade
from graphmem.extract.patterns_time import lies_ahead, reworded_ahead
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import FAMILY, PETS, words
from graphmem.extract.wording import WHOSE, finish
from graphmem.model import Claim, Mention

NEARLY = words("almost nearly never barely")
BACK = rx.compile(
    r"(?:^|[,!.;:-]\s)\W*(?:(?:so|well|hey|just|finally|only|i'm|we're|am)[\s,]+)*(?P<got>got )?back from (?P<x>\w.*)",
    re.IGNORECASE,
)
OPENING = rx.compile(
    r"^(?:(?:in |some )?(?:other|big|great|good|sad|bad|exciting|happy) news\s*[:,-]|speaking of [\w ]+,|seriously,"
    r"|honestly,|to be fair,|guess what\b\W*|also,|oh,)\s*",
    re.IGNORECASE,
)
LIVING = words("person animal")
LONGEST = 28  # words; a longer clause is a story and not one event


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """What a person did or met with, and what they are going to do."""
    if not reading.by_user or clause.question or clause.imperative or clause.negated or not clause.real:
        return
    if clause.subject is None or clause.verb.dep in {"relcl", "acl", "pcomp", "advcl", "csubj"}:
        return
    if len(clause.words) > LONGEST or is_trade(clause) or clause.adverbs & NEARLY:
        return
    pets = list(kept_pet(reading, clause))
    if pets:
        yield from pets
    elif clause.tense == "past":
        plain = clause.aspect in {"", "keep"} or was_let(clause)
        if plain and "been" not in helpers(clause) and happened(reading, clause):
            yield from told(reading, clause)
    elif clause.aspect in {"", "plan"} and is_outing(clause) and lies_ahead(reading, clause):
        yield from planned(reading, clause)


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """ "Just back from two weeks in Japan!": without a verb."""
    match = BACK.search(reading.sentence.text) if reading.by_user else None
    if match is None or any(clause.question for clause in reading.clauses):
        return
    told_already = any(clause.lemma == "get" and clause.subject is not None for clause in reading.clauses)
    if match["got"] and (match.start() == 0 or told_already):
        return  # told by its clause
    first = reading.sentence.start + match.start("x")
    behind = [word for word in reading.sentence.words if word.start >= first]
    place = next(
        (
            word
            for word in behind
            if word.pos in {"PUNCT", "CCONJ", "SCONJ", "VERB", "PRON"} and word.lower != "my"
        ),
        None,
    )
    phrase = [word for word in behind if place is None or word.i < place.i]
    if any(is_sight(reading, word) for word in phrase if word.pos in {"NOUN", "PROPN"}):
        where = re.sub(r"\bmy\b", "their", reading.sentence.stretch(phrase))
        said = f"got back from {where}"
        party = reading.speaker(reading.sentence.words[0])._replace(shown="The user")
        yield reading.claim(party, "did", finish(f"The user {said}"), value=said, confidence=0.75)


def kept_pet(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I just adopted this old terrier", "I bought a parrot last month", "we've got a hamster and a goose"."""
    holds_now = clause.lemma == "have" and clause.tense == "present"
    got = clause.lemma in {"adopt", "get", "rescue", "buy", "bring"} and clause.tense == "past"
    if clause.subject is None or clause.subject.lower not in {"i", "we"} or not (holds_now or got):
        return
    party = reading.speaker(clause.subject)._replace(shown="The user")
    for word in clause.objects:
        named = [one for one in reading.sentence.below(word) if one.lower in {"named", "called"}]
        if word.lemma.lower() not in PETS | {"pup"} or word.tag != "NN" or named:
            continue
        kind = word.lemma.lower()
        when = When() if holds_now or clause.perfect else reading.when(clause)
        text = f"The user has a {kind}." if len(clause.objects) > 1 else sentence_of(reading, clause, party)
        text = text or f"The user has a {kind}."
        yield reading.claim(
            party,
            "has_pet",
            text,
            value=kind,
            when=replace_end(when),
            confidence=0.8,
        )


def was_let(clause: Clause) -> bool:
    """ "I got to volunteer at a fair": it happened."""
    above = clause.sentence.head(clause.verb)
    return (
        clause.aspect == "other"
        and clause.verb.dep == "xcomp"
        and above.lemma in {"get", "have"}
        and above.tag == "VBD"
    )


def helpers(clause: Clause) -> set[str]:
    """The auxiliaries of the verb."""
    return {word.lower for word in clause.sentence.below(clause.verb, "aux", "auxpass")}


def told(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I just got back from Lisbon"."""
    party = someone(reading, clause)
    text = None if party is None else sentence_of(reading, clause, party)
    if party is None or not text:
        return
    when = reading.when(clause)
    if when.start is not None and when.start > reading.said_at:
        when = When()  # "signed up for the race in October"
    yield reading.claim(
        party, "did", text, value=phrase_of(text, party), when=replace_end(when), confidence=0.75
    )


def sentence_of(reading: Reading, clause: Clause, party: Party) -> str | None:
    """The clause as a sentence, without what only ties it to the talk."""
    whole = clause
    if was_let(clause):
        above = next((one for one in reading.clauses if one.verb.i == clause.verb.head), None)
        whole = clause if above is None else above
    first = whole.subject.i if whole.subject is not None else -1
    before = [word for word in whole.words if word.i < first]
    spoken = " ".join(word.lower for word in before)
    verbs = {whole.verb.i, clause.verb.i}
    drop = {
        word.i
        for word in whole.words
        if word.dep == "advmod" and (word.lower == "also" or (word.lower == "even" and word.head in verbs))
    }
    last = len(whole.words) - 1
    drop |= {word.i for word in whole.words if word.lower in {"all", "both"} and word.i == first + 1}
    if re.match(
        r"as for me\b|[\w\s,]*\bsince (?:we|i|our|you)\b.*\b(?:chat|talk|spoke|speak|met|meet)", spoken
    ):
        drop |= {word.i for word in before if not reading.is_date(word, whole)}
    while whole.words and last >= 0 and whole.words[last].lower in {"though", "lol", "haha", "tho", "!", "."}:
        drop.add(whole.words[last].i)
        last -= 1
    for word in whole.words:
        if word.lower == "which" and whole.sentence.words[word.i - 1].text == ",":
            drop |= {one.i for one in whole.words if one.i >= word.i - 1}  # ", which was great"
    text = reading.reworded(whole, party, drop=drop)
    if text and text.count('"') % 2:
        text = text[:-1].rstrip() + '".'
    opening = OPENING.match(text or "")
    if text and opening:
        text = text[opening.end() :]
        text = text[:1].upper() + text[1:]
    if text and party.user and whole.verb.tag in {"VBG", "VBN"}:
        text = re.sub(r"^The user been ", "The user has been ", text)
    return text


def phrase_of(text: str, party: Party) -> str:
    """The sentence without its subject: "opened a bakery in Porto"."""
    rest = re.sub(rf"^(?:The user's \w+ )?{re.escape(party.shown)}\s+", "", text).rstrip(".")
    return WHOSE.sub("", rest)


def replace_end(when: When) -> When:
    """An event begins when it is said to; "until Friday" or "by May" say nothing of that."""
    return When(when.start, None, when.grain) if when.start else When()


def planned(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We're going camping next weekend"."""
    party = someone(reading, clause)
    future = replace(clause, tense="future")
    text = None if party is None else reworded_ahead(reading, future, party)
    if party is not None and text:
        when = reading.when(future)
        yield reading.claim(
            party, "plans", text, value=phrase_of(text, party),
            when=When(when.start, None, when.grain if when.start else ""), confidence=0.75,
        )  # fmt: skip


def someone(reading: Reading, clause: Clause) -> Party | None:
    """A person or a pet; "we" is told of the user."""
    word = clause.subject
    if word is None:
        return None
    mine = [one for one in reading.sentence.below(word, "poss") if one.lower in {"my", "our"}]
    pet = word.lemma.lower()
    if mine and pet in PETS and word.tag == "NN" and reading.name_beside(word) is None:
        start, end = reading.sentence.passage.source(mine[0].start, word.end)
        return Party(Mention(reading.message.id, start, end, f"user's {pet}", "animal"), f"The user's {pet}")
    party = reading.party(word)
    if party is None or party.mention.kind not in LIVING or party.group:
        return None
    if party.we and party.shown == "The user's team" and word.lower in {"i", "we", "us"}:
        return party._replace(shown="The user")
    return None if party.we and word.lower not in {"i", "we", "us"} else party


def meet_kin(reading: Reading) -> None:
    """The user's people that a sentence is about are near to those behind it, though it claims nothing of them."""
    for clause in reading.clauses if reading.by_user else ():
        party = someone(reading, clause)
        if party is not None and party.mention.name.removeprefix("user's ") in FAMILY:
            reading.focus.meet(reading.sentence.number, party.mention.name, "person")
