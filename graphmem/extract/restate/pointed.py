"""Whom and what a part of a sentence points back to: "ping Yusuf about the docs repo, he owns it".

The name that stands in the part before takes the place of "he" or "she", and the only thing there that of "it".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.broad.lexicon import passing
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.carried import phrases
from graphmem.extract.restate.segments import Statement, is_name_of, segments, without_lead
from graphmem.extract.vocabulary import words

WHO = words("he she")
BE = words("be 's ’s")
MARKS = frozenset({",", ";", "–", "—", ":"})
TIES = words("because since as and but so")


def pointed(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The parts that begin with "he", "she" or "it is", with the names they point to."""
    before: list[Word] = []
    for part in segments(sentence, marks=MARKS):
        found = without_lead(part.words)
        while found and found[0].lower in TIES:
            found = found[1:]
        if before and len(found) > 2 and found[0].lower in WHO:
            yield from named(before, found)
        elif before and len(found) > 2 and found[0].lower == "it" and found[1].lemma in BE:
            yield from thing_named(before, found)
        before += part.words


def named(before: Sequence[Word], found: Sequence[Word]) -> Iterator[Statement]:
    """The part with the one name before it as its subject."""
    people = names_in(before)
    if len(people) != 1:
        return
    at = next(
        (i for i, word in enumerate(found) if i > 1 and word.lower == "it" and word.dep in {"dobj", "pobj"}),
        -1,
    )
    things = [
        one
        for one in phrases(list(before))
        if one[-1].tag not in {"NNS", "NNPS"} and one[-1] not in people[0]
    ]
    if at > 0 and not (len(things) == 1 and is_name_of(things[0])):
        return
    rest = (found[1:at], things[0], found[at + 1 :]) if at > 0 else (found[1:],)
    yield tuple(piece for piece in (people[0], *rest) if piece)


def thing_named(before: Sequence[Word], found: Sequence[Word]) -> Iterator[Statement]:
    """ "We paused the Heron migration, it's on hold": the part with the only thing before it as its subject."""
    things = [one for one in phrases(list(before)) if one[0].lower in {"the", "our", "my", "this"}]
    state = " ".join(word.lower for word in found[2:])
    kept = found[2].tag == "VBN" or any(
        state.startswith(one) for name in ("trouble", "well") for one in passing(name)
    )
    if kept and len(things) == 1 and is_name_of(things[0]) and things[0][-1].tag not in {"NNS", "NNPS"}:
        yield (things[0], "is", found[2:])


def names_in(before: Sequence[Word]) -> list[list[Word]]:
    """The names of people in some words, those that stand together as one."""
    found: list[list[Word]] = []
    for word in before:
        lone = word.pos == "PROPN" and word.text[:1].isupper() and word.technical is None
        if not lone or word.entity not in {
            "",
            "PERSON",
            "ORG",
            "GPE",
            "NORP",
            "PRODUCT",
            "WORK_OF_ART",
            "FAC",
        }:
            continue
        if found and found[-1][-1].i + 1 == word.i:
            found[-1].append(word)
        else:
            found.append([word])
    return found
