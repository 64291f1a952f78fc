"""When a statement holds, said in front of it, moved behind it: "since 1 february staging has been in eu-north-1".

A date stands behind the words that it belongs to in most of what people write, so readers look for it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.spans import is_mark
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.ahead import present
from graphmem.extract.restate.reworded import Wording
from graphmem.extract.restate.segments import Statement
from graphmem.extract.restate.spliced import finite_at
from graphmem.extract.vocabulary import TURN_WORDS, words

SINCE = words("since as from starting beginning effective until till for")
OPENS = words("so and but then also well ok okay oh yeah yes no actually btw fyi")
ON = words("on onwards onward forward forth")
LONGEST_DATE, LONGEST_SUBJECT = 6, 7
NAMING = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "PRP$", "DT", "CD", "JJ", "POS", "HYPH", "VBN", "VBG"})


def fronted(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """Each part that begins with a date, the date behind it."""
    wording = Wording(sentence)
    for part in parts(wording):
        date, rest = divided(wording, part)
        told = stated(rest)
        if date and told:
            yield (*told, date)


def parts(wording: Wording) -> Iterator[Sequence[Word]]:
    """The words from each place on where a statement can begin with a date."""
    found = wording.words
    for at, word in enumerate(found):
        opens = at == 0 or is_mark(found[at - 1]) or found[at - 1].lower in OPENS | TURN_WORDS
        if opens and word.lower in SINCE:
            yield found[at:]


def divided(wording: Wording, found: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """The date in front with the word that binds it, and what stands behind it; nothing without one."""
    dated = [i for i, word in enumerate(found[: LONGEST_DATE + 2]) if wording.dated(word)]
    if not dated or dated[0] > 2 or dated != list(range(dated[0], dated[-1] + 1)):
        return (), ()
    end = dated[-1] + 1
    behind = end
    while behind < len(found) and (found[behind].lower in ON or found[behind].text == ","):
        behind += 1
    return found[:end], found[behind:]


def stated(rest: Sequence[Word]) -> Statement:
    """The statement up to the next mark, in the present tense where it tells of what will be; none without a verb."""
    end = next((i for i, word in enumerate(rest) if is_mark(word)), len(rest))
    told = rest[:end]
    if len(told) < 3 or (told[0].tag not in NAMING and told[0].technical is None):
        return ()
    verb = next((i for i, word in enumerate(told[:LONGEST_SUBJECT]) if i and word.tag == "MD"), -1)
    if verb > 0:
        return present(told)
    named = next((i for i, word in enumerate(told[:LONGEST_SUBJECT]) if i and finite_at(told, i)), -1)
    return (told,) if named > 0 else ()
