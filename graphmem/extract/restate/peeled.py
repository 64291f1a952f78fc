"""A statement without what only says that it is so now, or on what occasion: "default branch is main these days".

"Now", "these days" or "after the retro" behind a statement change nothing of what it says, but stand where its readers
look for the end of what is named. A day with it stays: "as of this morning" is "since this morning".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.spans import is_mark
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.reworded import Wording
from graphmem.extract.restate.segments import Statement
from graphmem.extract.restate.spliced import finite_at
from graphmem.extract.vocabulary import TURN_WORDS, words

# What says that it is so now, behind a statement.
NOW = (
    ("right", "now"), ("just", "now"), ("by", "now"), ("from", "now", "on"), ("from", "here", "on"),
    ("as", "of", "now"), ("these", "days"), ("at", "the", "moment"), ("at", "present"), ("going", "forward"),
    ("now",), ("nowadays",), ("currently",), ("presently",),
)  # fmt: skip
# What begins the occasion of it: a noun phrase behind that is no date.
OCCASIONS = words("since after because")
FROM = ("as", "of")
LEAST, MOST_OCCASION = 3, 7
JOINS = words("and but so or then also well ok okay")
NOMINAL = frozenset({"NOUN", "PROPN", "ADJ", "DET", "NUM", "X"})


def peeled(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """Each part of a sentence that ends in such words, without them."""
    wording = Wording(sentence)
    for part in parts(wording.words):
        kept, date = without_now(wording, part)
        if kept is None:
            kept, date = without_occasion(wording, part), ()
        if kept is None or not is_statement(kept):
            continue
        yield (kept, ", since", date) if date else (kept,)


def parts(found: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The words between marks, without what only opens the talk."""
    start = 0
    for at in range(len(found) + 1):
        if at == len(found) or is_mark(found[at]) or found[at].pos == "PUNCT":
            part = found[start:at]
            while part and part[0].lower in TURN_WORDS | JOINS:
                part = part[1:]
            if part:
                yield part
            start = at + 1


def without_now(wording: Wording, part: Sequence[Word]) -> tuple[Sequence[Word] | None, Sequence[Word]]:
    """The words in front of "now", or of "as of" a date, and that date; None without either."""
    low = [word.lower for word in part]
    for tail in NOW:
        if len(low) > len(tail) + 1 and tuple(low[-len(tail) :]) == tail:
            return part[: -len(tail)], ()
    for at in range(2, len(part) - 1):
        behind = part[at + (2 if tuple(low[at : at + 2]) == FROM else 1) :]
        if (
            (low[at] == "since" or len(behind) < len(part) - at - 1)
            and behind
            and all(map(wording.dated, behind))
        ):
            return part[:at], behind
    return None, ()


def without_occasion(wording: Wording, part: Sequence[Word]) -> Sequence[Word] | None:
    """The words in front of "since the reorg"; None where a date, or another statement, stands behind."""
    for at in range(LEAST, len(part) - 1):
        behind = part[at + 1 :]
        if part[at].lower not in OCCASIONS or len(behind) > MOST_OCCASION:
            continue
        if behind[0].lower == "of":
            behind = behind[1:]
        named = bool(behind) and all(word.pos in NOMINAL and word.tag != "VBG" for word in behind)
        if named and not any(map(wording.dated, behind)):
            return part[:at]
    return None


def is_statement(kept: Sequence[Word]) -> bool:
    """True for words with a finite verb behind a subject, or a past deed of the speaker."""
    if len(kept) < LEAST:
        return False
    return kept[0].tag == "VBD" or any(finite_at(kept, at) for at in range(1, min(7, len(kept) - 1)))
