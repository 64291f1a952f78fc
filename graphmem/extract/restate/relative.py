"""What a clause behind "which" or "who" tells: "the 0.9 release, which is planned for July" is a statement of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.spans import is_finite
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement, are, is_name_of
from graphmem.extract.vocabulary import words

RELATIVE = words("which who")
NAMING = frozenset({"NN", "NNS", "NNP", "NNPS", "CD", "JJ", "DT", "PRP$", "POS", "HYPH", "VBN"})
LEAST, LONGEST_NAME = 3, 5  # words of the clause, of what it is about


def relative(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The clause with what it is about for its subject."""
    spoken = sentence.words
    for at, word in enumerate(spoken):
        if word.lower not in RELATIVE or at < 1 or at + LEAST > len(spoken):
            continue
        named = before(spoken, at - 1 if spoken[at - 1].text == "," else at)
        clause = behind(spoken, at + 1)
        if (
            len(clause) + 1 < LEAST
            or not is_finite([word, *clause], 1)
            or not is_name_of(named, most=LONGEST_NAME)
        ):
            continue
        verb = are(named) if clause[0].lower in {"'s", "’s", "is", "are"} else clause[:1]
        yield (named, verb, clause[1:])


def before(spoken: Sequence[Word], end: int) -> list[Word]:
    """The noun phrase that ends in front of a place."""
    first = end
    while first > 0 and (spoken[first - 1].tag in NAMING or spoken[first - 1].technical):
        first -= 1
        if spoken[first].tag in {"DT", "PRP$"}:
            break
    return list(spoken[first:end])


def behind(spoken: Sequence[Word], start: int) -> list[Word]:
    """The words of the clause, up to a comma."""
    found: list[Word] = []
    for word in spoken[start:]:
        if word.pos == "PUNCT" and word.technical is None:
            break
        found.append(word)
    return found
