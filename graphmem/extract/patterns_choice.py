"""Claims about decisions, with what was not taken and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.patterns_taste import phrase_of
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import CHILDREN, EMPTY_NOUNS, PETS, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

CHOOSES = words("choose pick select adopt")
# "We ended up laughing": it came so, and nobody decided on it.
BEFELL = words(
    "laugh cry have be get feel stay sleep talk chat wait lose miss fall spend enjoy end become run walk sit dance sing"
    " love hate like need want know meet see find"
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Decisions of the user."""
    if not clause.real or clause.imperative or clause.subject is None:
        return
    if reading.by_user:
        yield from decision(reading, clause)


def chosen(clause: Clause) -> list[Word]:
    """What a clause says was chosen."""
    lemma = clause.lemma
    decided = clause.aspect == "decide"
    if lemma == "go" and (clause.tense == "past" or "-ing" in clause.adverbs or decided):
        with_ = [word for word in clause.behind("with") if holder_of(clause, word) == clause.verb.i]
        aims = [
            one
            for one in clause.sentence.below(clause.verb, "xcomp", "advcl")
            if not {mark.lower for mark in clause.sentence.below(one, "mark")}
            & {"because", "since", "as", "so"}
        ]
        elsewhere = clause.behind("to", "into", "on", "in", "camping") or aims
        return [] if elsewhere and not decided else with_
    if lemma == "stick" and ("-ing" in clause.adverbs or clause.tense == "past"):
        return clause.behind("with")
    if lemma in {"settle", "decide"} and (clause.tense == "past" or clause.perfect):
        return clause.behind("on")
    if lemma == "opt" and clause.tense == "past":
        return clause.behind("for")
    if lemma in CHOOSES and not clause.particles and (clause.tense == "past" or decided):
        pets = lemma == "adopt" and any(called(clause, word) for word in clause.objects)
        return [] if pets else clause.objects
    if decided and lemma in {"use", "go", "adopt", "keep", "stay", "switch", "move", "migrate", "stick"}:
        return clause.objects or clause.behind("with", "to", "on")
    return []


def called(clause: Clause, word: Word) -> bool:
    """True for "a greyhound named Comet" and "a toddler", which nobody decides on."""
    behind = clause.sentence.words[word.i + 1 : word.i + 2]
    return word.lemma.lower() in PETS | CHILDREN | {"pup"} or any(
        one.lower in {"called", "named"} for one in behind
    )


def holder_of(clause: Clause, word: Word) -> int:
    """The place of the word that the preposition before a noun hangs on."""
    return clause.sentence.head(word).head


def decision(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We went with Postgres instead of MySQL because of JSONB", "we decided against Kafka"."""
    party = reading.party(clause.subject, ("person", "organization"))
    if party is None or party.mention.kind not in {"person", "organization"}:
        return
    if clause.negated or clause.lemma in {"reject", "discard"}:
        turned_down = (
            clause.aspect == "decide" if clause.negated else clause.tense == "past" and not clause.passive
        )
        for word in clause.objects if turned_down else []:
            head = next((one for one in reading.clauses if one.verb.i == clause.verb.head), clause)
            text = with_reason(reading, head if clause.verb.dep == "xcomp" else clause, party)
            yield from rejection(reading, clause, party, word, text)
        return
    against = clause.behind("against") if clause.lemma in {"decide", "vote", "choose"} else []
    taken = [
        word for word in chosen(clause) if not reading.is_date(word, clause) and word.lower not in PRONOUNS
    ]
    if (
        not taken
        and clause.aspect == "plan"
        and clause.lemma in {"use", "adopt"}
        and passed_over(reading, clause)
    ):
        taken = clause.objects
    for word in [] if against else taken:
        yield from choice(reading, clause, party, word)
    for word in against:
        yield from rejection(reading, clause, party, word, reading.reworded(clause, party))
    if taken:
        for word in passed_over(reading, clause):
            for one in alternatives(reading, word):
                yield from rejection(
                    reading, clause, party, one, None, purpose=purpose_of(reading, clause, taken[0])
                )
    elif clause.aspect == "decide" and not against:
        yield from resolved(reading, clause, party)


def passed_over(reading: Reading, clause: Clause) -> list[Word]:
    """The nouns behind "instead of", "rather than", "over" and ", not"; found by place, for parses differ."""
    words_ = reading.sentence.words
    found: list[Word] = []
    for word in words_[clause.verb.i + 1 :]:
        before = words_[word.i - 1].lower
        marks = (word.lower == "of" and before == "instead") or (word.lower == "than" and before == "rather")
        marks = (
            marks
            or (word.lower == "over" and word.pos in {"ADP", "SCONJ"})
            or (word.lower == "not" and before == ",")
        )
        if marks:
            noun = next(
                (
                    one
                    for one in words_[word.i + 1 : word.i + 5]
                    if one.pos in {"NOUN", "PROPN", "X"} or one.text[:1].isupper()
                ),
                None,
            )
            while noun is not None and noun.dep == "compound" and noun.head == noun.i + 1:
                noun = words_[noun.head]
            if noun is not None:
                found.append(noun)
    return found


def alternatives(reading: Reading, word: Word) -> list[Word]:
    """ "MySQL or SQLite"."""
    return [
        word,
        *[one for one in reading.sentence.below(word, "conj") if one.pos in {"NOUN", "PROPN", "NUM"}],
    ]


def choice(reading: Reading, clause: Clause, party: Party, word: Word) -> Iterator[Claim]:
    """What was taken, with the whole sentence as its text."""
    thing = reading.thing(word)
    if thing is None or thing.head.lemma.lower() in EMPTY_NOUNS:
        return
    kind = (
        reading.kind(thing, reading.ontology.predicate("chose").range)
        if thing.named and thing.head.technical != ""
        else ""
    )
    value = "" if kind else phrase_of(reading, clause, word)
    head = next((one for one in reading.clauses if one.verb.i == clause.verb.head), clause)
    text = with_reason(reading, head if clause.verb.dep == "xcomp" else clause, party)
    # "Decided to freeze it until August": the date is that of what was decided; "in March we decided to move in
    # July": the choice is of March
    inner = clause.verb.dep == "xcomp"
    when = reading.when(replace(clause, words=reading.shared(clause)) if inner else clause)
    if inner and when.end is not None:
        when = When()
    if (kind or value) and text:
        purpose = purpose_of(reading, clause, word)
        yield reading.claim(
            party, "chose", text, thing=thing if kind else None, kind=kind, value=value,
            qualifier=purpose, when=when, confidence=0.9,
        )  # fmt: skip


def purpose_of(reading: Reading, clause: Clause, word: Word) -> str:
    """What a choice is for: "for the backend"."""
    behind = (one for one in clause.behind("for") if one.i != word.i and not reading.is_date(one, clause))
    return next((phrase_of(reading, clause, one) for one in behind), "")


def rejection(
    reading: Reading, clause: Clause, party: Party, word: Word, text: str | None, *, purpose: str = ""
) -> Iterator[Claim]:
    """What was not taken."""
    thing = reading.thing(word)
    if thing is None or word.lower in PRONOUNS:
        return
    kind = (
        reading.kind(thing, reading.ontology.predicate("rejected").range)
        if thing.named and thing.head.technical != ""
        else ""
    )
    value = "" if kind else phrase_of(reading, clause, word)
    if kind or value:
        shown = text or finish(f"{party.shown} decided against {thing.name if kind else value}")
        yield reading.claim(
            party,
            "rejected",
            shown,
            thing=thing if kind else None,
            kind=kind,
            value=value,
            qualifier=purpose or purpose_of(reading, clause, word) if text else purpose,
            when=reading.when(clause),
            confidence=0.8,
        )


def resolved(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "We decided to drop support for Python 3.9": the decision is a sentence."""
    if clause.verb.dep != "xcomp" or clause.tense != "past":
        return
    head = next((one for one in reading.clauses if one.verb.i == clause.verb.head), None)
    if head is not None and head.lemma == "end" and clause.lemma in BEFELL:
        return
    text = with_reason(reading, head, party) if head is not None else None
    if text:
        rest = reading.sentence.stretch(
            [word for word in clause.words if word.i >= clause.verb.i and word.pos != "PUNCT"]
        )
        yield reading.claim(party, "chose", text, value=rest, confidence=0.8)


def with_reason(reading: Reading, clause: Clause, party: Party) -> str | None:
    """The clause with its "because", else without it."""
    return reading.reworded(clause, party) or bare(reading, clause, party)


def bare(reading: Reading, clause: Clause, party: Party) -> str | None:
    """The clause without what hangs on it, for when the reason speaks of "it" and "they"."""
    aside = {
        word.i
        for below in reading.sentence.below(clause.verb, "advcl")
        for word in reading.sentence.subtree(below)
    }
    return reading.reworded(clause, party, drop=aside)
