"""A message before the parser: its passages of speech, the technical names in them, and whether it is English."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract.language import is_english
from graphmem.extract.speech import Passage, read_speech
from graphmem.extract.technical import Technical, find_technical
from graphmem.model import Message


# Noun phrases of this trade that parsers read as verbs.
PAIRS = re.compile(
    r"\b(?:commit (?:messages?|hash(?:es)?|history|logs?)|pull requests?|merge (?:commits?|requests?)|code reviews?"
    r"|type hints?|unit tests?|feature flags?|release notes?|build scripts?|release branch(?:es)?)\b",
    re.IGNORECASE,
)


class HeardPassage(NamedTuple):
    """A passage, its technical names, and the stretches that are one word to the parser."""

    passage: Passage
    technical: list[Technical]
    units: list[tuple[int, int]]


class Heard(NamedTuple):
    """A message and its passages; `spoken` are those that go to the parser, none when it is not English."""

    message: Message
    passages: list[HeardPassage]
    spoken: list[HeardPassage]


def listen(message: Message) -> Heard:
    """Read a message as far as that goes without a parser."""
    passages = [hear(passage) for passage in read_speech(message.text)]
    english = is_english(" ".join(one.passage.text for one in passages))
    return Heard(
        message, passages, [one for one in passages if one.passage.kind != "heading"] if english else []
    )


def hear(passage: Passage) -> HeardPassage:
    """One passage with its technical names; of stretches that overlap the longer is one word."""
    technical = find_technical(passage.text)
    spans = sorted(
        {(one.start, one.end) for one in technical} | set(passage.codes), key=lambda s: (s[0], -s[1])
    )
    units: list[tuple[int, int]] = []
    for span in spans:
        if not units or span[0] >= units[-1][1]:
            units.append(span)
    return HeardPassage(passage, technical, units)
