"""What somebody or something is called whom an earlier sentence told of: "We got a puppy. Her name's Coco"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.spans import is_mark
from graphmem.extract.dialogue.fragment import told
from graphmem.extract.dialogue.pointing import Near, spoken_of
from graphmem.extract.dialogue.question import Question
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import words

WHOSE = words("his her its their")
WHO = words("he she it they")
WHOM = words("him her it them")
BE = words("is are was 's ’s 're ’re")
CALLS = words("called named")
JOINS = frozenset({"and", ",", "&"})


def called(sentence: Sentence, near: Near) -> Iterator[Statement]:
    """The names that a sentence gives to those it points to."""
    found = told(sentence)
    for at, word in enumerate(found):
        names = names_behind(found, at)
        if names:
            if not near.inside(sentence):
                yield from of_names(names, word.lower, near)
            return


def asked_name(question: Question) -> str:
    """The pronoun of "what's his name", "what are they called", "what did you name her"; "" for other questions."""
    subject = [word.lower for word in question.subject]
    verb = question.verb.lower if question.verb is not None else ""
    if question.about != "what":
        return ""
    if len(subject) == 2 and subject[0] in WHOSE and subject[1] in {"name", "names"} and not question.rest:
        return subject[0]
    if len(subject) == 1 and subject[0] in WHO and verb in CALLS:
        return subject[0]
    rest = [word.lower for word in question.rest]
    return rest[0] if len(rest) == 1 and rest[0] in WHOM and verb in {"call", "name"} else ""


def names_behind(found: Sequence[Word], at: int) -> list[Word]:
    """The names behind "his name is", "she's called", "we named him"; none where that is not said."""
    low = [word.lower for word in found[at : at + 4]]
    if len(low) > 2 and low[0] in WHOSE and low[1] in {"name", "names"} and low[2] in BE:
        return names_in(found[at + 3 :])
    if len(low) > 2 and low[0] in WHO and low[1] in BE and low[2] in CALLS:
        return names_in(found[at + 3 :])
    before = [word.lower for word in found[max(0, at - 2) : at]]
    if low[0] in WHOM and before and before[-1] in CALLS and before[0] in {"i", "we", "named", "called"}:
        return names_in(found[at + 1 :])
    return []


def names_in(found: Sequence[Word]) -> list[Word]:
    """The names that some words begin with: "Luna and Oliver"."""
    end = 0
    while end < len(found) and (is_name(found[end]) or (end and found[end].lower in JOINS)):
        end += 1
    while end and not is_name(found[end - 1]):
        end -= 1
    behind = found[end] if end < len(found) else None
    if (
        behind is not None
        and not is_mark(behind)
        and behind.lower not in {"and", "but", "because", "after", "since"}
    ):
        return []
    return list(found[:end])


def is_name(word: Word) -> bool:
    """True for a word that is written as a name."""
    return word.text[:1].isupper() and word.pos in {"PROPN", "NOUN", "X", "ADJ"} and word.technical is None


def of_names(names: Sequence[Word], pronoun: str, near: Near) -> Iterator[Statement]:
    """That those who are meant by the pronoun are called so."""
    if not names:
        return
    several = any(word.lower in JOINS for word in names)
    given = {word.lower for word in names}
    found = near.meant(pronoun, living=True, far=4, given=given)
    if not found and pronoun in {"it", "its"}:
        found = near.meant(pronoun, far=1, given=given)
    if not found:
        return
    many = len(found) > 1 or found[0].many
    if many != several:
        return
    yield (spoken_of(found, pronoun), "are called" if many else "is called", names)
