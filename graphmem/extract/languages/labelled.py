"""What a parse in another language tells beside its sentences: the names that the model labels, and when it was so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.extract.dates import DateMention
from graphmem.extract.parse import Sentence, Word
from graphmem.model import Mention, Message
from graphmem.ontology import Ontology

NAMED = frozenset({"PER", "PERSON", "LOC", "GPE", "ORG", "FAC"})
KIND_OF = {
    "PER": "person", "PERSON": "person", "LOC": "place", "GPE": "place", "FAC": "place", "ORG": "organization",
}  # fmt: skip
ISO = {"year": "%Y", "month": "%Y-%m", "season": "%Y-%m", "quarter": "%Y-%m"}


class When(NamedTuple):
    """The interval that a claim states, as far as it does."""

    start: datetime | None = None
    end: datetime | None = None
    grain: str = ""


NO_TIME = When()


def interval(dates: Sequence[DateMention], mode: str) -> When:
    """When it was so, as far as the dates tell: a begin for what holds, an end for what is over."""
    start = end = None
    grain = ""
    for date in dates:
        low, grain = date.interval.low, date.grain
        if date.direction == "range":
            start, end = low, date.last
        elif mode == "ends" or date.direction in {"until", "by", "before"}:
            end = low if date.direction != "for" else None
        elif mode == "asserts":
            start = low
    if start is not None and end is not None and start > end:
        return NO_TIME
    return When(start, end, grain if start or end else "")


def names_by_parse(message: Message, sentence: Sentence, ontology: Ontology) -> list[Mention]:
    """People, places and organisations as the model labels them, where its parts of speech agree."""
    found: list[Mention] = []
    run: list[Word] = []
    for word in [*sentence.words, None]:
        fits = word is not None and word.entity in NAMED and word.pos == "PROPN" and word.technical is None
        if run and not (fits and word is not None and word.entity == run[0].entity):
            start, end = sentence.passage.source(run[0].start, run[-1].end)
            name = sentence.stretch(run)
            found.append(
                Mention(message.id, start, end, name, ontology.known(name) or KIND_OF[run[0].entity])
            )
            run = []
        if fits and word is not None and (run or word.i > 0 or not word.text.isascii()):
            run.append(word)
    return found
