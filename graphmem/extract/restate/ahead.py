"""What will be so from a day on, said as what is so from then: "from June 10 on the api will listen on 7443".

A reader of "the api listens on 7443 from June 10" needs to know neither the future nor a date in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement, are
from graphmem.extract.vocabulary import third, words

FROM = words("from starting beginning effective")
ON = words("on onwards onward forward")
WILL = words("will 'll ’ll")
# Of these the present tells a state; a deed to come stays a plan.
STATES = words(
    "be listen run use cost live work own lead manage maintain report belong sit have need require serve"
)
OTHERS = words("you it this that there they")
SUBJECTS = frozenset({"PRON", "PROPN", "NOUN", "DET", "X"})
MOST_DATE = 5


def ahead(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The statement in the present, with the day from which on it is so behind it."""
    found = [word for word in sentence.words if word.pos != "SPACE"]
    while found and found[-1].pos == "PUNCT":
        found = found[:-1]
    date, rest = fronted(found)
    if not date and not any(word.lower in FROM for word in found[2:]):
        return
    told = present(rest)
    if told and (date or len(told) > 1):
        yield (*told, "from", date) if date else told


def fronted(found: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """The words of a date in front with what stands behind it; no date when none stands there."""
    if not found or found[0].lower not in FROM:
        return (), found
    last = 0
    while last + 1 < len(found) and last < MOST_DATE and dated(found[last + 1]):
        last += 1
    behind = last + 1
    while behind < len(found) and (found[behind].lower in ON or found[behind].text == ","):
        behind += 1
    if not last or len(found) - behind < 3 or found[behind].pos not in SUBJECTS:
        return (), found
    return found[1 : last + 1], found[behind:]


def dated(word: Word) -> bool:
    """True for a word of a date."""
    return word.entity in {"DATE", "TIME"} or word.pos == "NUM" or word.lower in {"the", "of", "next", "this"}


def present(rest: Sequence[Word]) -> Statement:
    """The statement in the present tense; nothing of what is no state."""
    at = next((i for i, word in enumerate(rest[:7]) if i and word.lower in WILL), -1)
    if at < 0:
        finite = next((word for word in rest[1:7] if word.tag in {"VBZ", "VBP"}), None)
        return (rest,) if finite is not None else ()
    verb = rest[at + 1] if at + 2 < len(rest) else None
    if verb is None or verb.lemma.lower() not in STATES or verb.tag != "VB" or rest[at - 1].lower in OTHERS:
        return ()
    if verb.lemma == "be" and rest[at + 2].lower in {"on", "at", "in"} and not rest[at + 3 : at + 4]:
        return ()
    if (
        verb.lemma == "be"
        and rest[at + 2].lower in {"on", "at"}
        and (rest[at - 1].lower in {"i", "we", "he", "she"} or rest[at + 3].pos == "NUM")
    ):
        return ()  # "I'll be on holiday", "the standup will be at 10"
    be = are(rest[:at])
    form = be if verb.lemma == "be" else third(verb.lemma) if be == "is" else verb.lemma
    return (rest[:at], form, rest[at + 2 :])
