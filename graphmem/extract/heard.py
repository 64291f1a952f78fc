"""A message before the parser: its passages of speech, the technical names in them, and its language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.language import language_of
from graphmem.extract.languages.detect import detect
from graphmem.extract.speakers import other_person
from graphmem.extract.speech import Passage, read_speech
from graphmem.extract.technical import Technical, find_technical
from graphmem.model import Message

# Noun phrases of this trade that parsers read as verbs.
PAIRS = rx.compile(
    r"\b(?:commit (?:messages?|hash(?:es)?|history|logs?)|pull requests?|merge (?:commits?|requests?)|code reviews?"
    r"|type hints?|unit tests?|feature flags?|release notes?|build scripts?|release branch(?:es)?)\b",
    re.IGNORECASE,
)
TEXTS = (
    r"(?:text|article|e-?mail|draft|paragraph|essay|letter|message|sentences?|bio|post|story|cv|resume|abstract|grammar|tone"
    r"|transcript|review|report|excerpt|passage|poem|log|output|error|stack ?trace|snippet|example|json|yaml|prompt)"
)
MATERIAL = rx.compile(
    r"(?:(?:please|pls|ok(?:ay)?|hey|can you|could you|would you|help me|now|and)[\s,]+)*"
    r"(?:(?:summari[sz]e|translate|proofread|rephrase|reword|paraphrase|transcribe|tl;?dr)\b[^:?!\n]{0,90}:"
    rf"|(?:rewrite|correct|check|review|edit|improve|polish|analy[sz]e|shorten|critique|classify|read|fix|explain"
    rf"|look at)\b[^:?!\n]{{0,60}}\b{TEXTS}\b[^:?!\n]{{0,40}}:"
    rf"|(?:here(?:'s| is| are)|this is)\b[^:?!\n]{{0,30}}\b{TEXTS}\b[^:?!\n]{{0,40}}:|{TEXTS}:)",
    re.IGNORECASE,
)
LONG = 200  # words
PERSONAL = rx.compile(r"\b(?:I|I'm|I've|I'd|my|me|we|our|us|you|your|please)\b", re.IGNORECASE)


class HeardPassage(NamedTuple):
    """A passage, its technical names, and the stretches that are one word to the parser."""

    passage: Passage
    technical: list[Technical]
    units: list[tuple[int, int]]


class Heard(NamedTuple):
    """A message and its passages; `spoken` are those that go to a parser, none when nobody speaks in it.

    `language` is an ISO 639 code, "" when it cannot be told.
    """

    message: Message
    passages: list[HeardPassage]
    spoken: list[HeardPassage]
    language: str = "en"


def listen(message: Message, expected: Collection[str] = (), others: Collection[str] = ()) -> Heard:
    """Read a message as far as that goes without a parser.

    `expected` are the languages of `language_of`, `others` those who have spoken before.
    """
    passages, speech = hear_all(message, others)
    language = language_of(speech, expected)
    if expected or detect(message.text) not in {"", "en"}:
        as_typed, typed = hear_all(message, spell=False)
        other = language_of(typed, expected)
        if other not in {"", "en"}:
            passages, speech, language = as_typed, typed, other
    if not language or (language == "en" and message.role == "user" and is_pasted(speech)):
        return Heard(message, passages, [], language)
    return Heard(message, passages, [one for one in passages if one.passage.kind != "heading"], language)


def hear_all(
    message: Message, others: Collection[str] = (), *, spell: bool = True
) -> tuple[list[HeardPassage], str]:
    """The passages of a message and their text, without what the user hands over to be worked on."""
    among = bool(other_person(message))
    spoken = read_speech(message.text, spell=spell, others=others, among_people=among)
    passages = [hear(passage) for passage in spoken]
    if message.role == "user":
        passages = without_material(passages)
    return passages, " ".join(one.passage.text for one in passages)


def listen_all(messages: Iterable[Message], expected: Collection[str] = ()) -> list[Heard]:
    """Read messages in their order; of those before them in their session they know who spoke."""
    heard: list[Heard] = []
    people: dict[str, set[str]] = {}
    for message in messages:
        known, own = people.setdefault(message.session_id, set()), other_person(message)
        heard.append(listen(message, expected, known - {own}))
        if own.strip():
            known.add(own)
    return heard


def without_material(passages: list[HeardPassage]) -> list[HeardPassage]:
    """What is said before a text that is handed over to be translated, summarised or corrected."""
    for place, one in enumerate(passages):
        found = MATERIAL.match(one.passage.text)
        if found is None:
            continue
        if found.end() >= len(one.passage.text):
            return passages[: place + 1]
        before = one.passage._replace(
            text=one.passage.text[: found.end()],
            places=one.passage.places[: found.end()],
            codes=tuple(span for span in one.passage.codes if span[1] <= found.end()),
            quotes=tuple(span for span in one.passage.quotes if span[1] <= found.end()),
        )
        return [*passages[:place], hear(before)]
    return passages


def is_pasted(speech: str) -> bool:
    """True for a long text in which nobody speaks of themselves or to anyone: an article, a specification."""
    length = len(speech.split())
    return length > LONG and len(PERSONAL.findall(speech)) < length / 100


def hear(passage: Passage) -> HeardPassage:
    """One passage with its technical names; of stretches that overlap the longer is one word."""
    technical = find_technical(passage.text)
    pairs = {match.span() for match in PAIRS.finditer(passage.text)}
    named = {(one.start, one.end) for one in technical}
    spans = sorted(pairs | named | set(passage.codes), key=lambda span: (span[0], -span[1]))
    units: list[tuple[int, int]] = []
    for span in spans:
        if not units or span[0] >= units[-1][1]:
            units.append(span)
    return HeardPassage(passage, technical, units)
