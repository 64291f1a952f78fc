"""Somebody introduced in a few words: "retired postman, 71, live alone in Whitby with two budgies"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement, segments, without_lead
from graphmem.extract.vocabulary import words

AGES = range(14, 100)
ORDINAL = words(
    "first-year second-year third-year fourth-year final-year full-time part-time retired former junior senior"
)
LIFE = words("live work study teach play speak come do have own love like enjoy keep")


def profiled(sentence: Sentence, grammar: Grammar) -> Iterator[Statement]:
    """What a sentence tells of the speaker when it opens with what they are."""
    found = [
        without_lead(one.words) for one in segments(sentence, marks=frozenset({",", ";", "(", ")", "."}))
    ]
    found = [one for one in found if one]
    if len(found) < 2:
        return
    opens = is_role(found[0], grammar)
    if not opens and not says_self(found[0]):
        return
    for at, part in enumerate(found):
        if at or opens:
            yield from of_part(part, grammar)


def says_self(part: Sequence[Word]) -> bool:
    """True for "I'm Yewande" and "my name is Yewande"."""
    said = [word.lower.replace("’", "'") for word in part]
    return said[:2] == ["i", "'m"] or said[:2] == ["i", "am"] or said[:3] == ["my", "name", "is"]


def is_role(part: Sequence[Word], grammar: Grammar) -> bool:
    """True for a phrase without a verb whose first noun is a calling: "third-year PhD in plant genetics"."""
    if any(word.pos in {"VERB", "AUX", "PRON"} and word.tag not in {"VBN", "VBG"} for word in part):
        return False
    upto = next((at for at, word in enumerate(part) if word.pos == "ADP"), len(part))
    head = [word.lower for word in part[:upto] if word.pos != "DET"]
    if not head or len(head) > 4:
        return False
    return any(grammar.is_of("role", " ".join(head[low:])) for low in range(len(head)))


def of_part(part: list[Word], grammar: Grammar) -> Iterator[Statement]:
    """What one part tells of the speaker."""
    head = part[0]
    if len(part) == 1 and head.text.isdigit() and int(head.text) in AGES:
        yield ("I am", part, "years old")
    elif is_role(part, grammar):
        article = () if head.pos == "DET" else ("an",) if head.lower[0] in "aeiou" else ("a",)
        yield ("I am", *article, part)
    elif head.lower in LIFE and len(part) > 1:
        yield ("I", part)
        yield from holding(part, grammar)
    elif head.tag == "VBG" and len(part) > 1:
        yield ("I am", part)
    elif head.lower == "with":
        yield from holding(part, grammar)


def holding(part: list[Word], grammar: Grammar) -> Iterator[Statement]:
    """ "with two budgies": who lives with the speaker."""
    at = next((i for i, word in enumerate(part) if word.lower == "with"), len(part))
    rest = part[at + 1 :]
    if rest and any(grammar.is_of("animal", word.lower) for word in rest):
        yield ("I have", rest)
