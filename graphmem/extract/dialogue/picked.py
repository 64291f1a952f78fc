"""Which of two an answer picks, and what it counts: "Go or Rust?" - "Rust", "any siblings?" - "two brothers"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.dates import find_dates
from graphmem.extract.dialogue.fragment import (
    MOMENT,
    OFTEN,
    ORDER,
    YES,
    Fragment,
    is_number,
    is_thing,
    text_of,
)
from graphmem.extract.dialogue.question import HAVE
from graphmem.extract.dialogue.turned import Turned
from graphmem.extract.parse import Word
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import FAMILY, past_of, words

HAD = words(
    "siblings pets kids children brothers sisters sons daughters dogs cats animals grandkids grandchildren"
)
OPEN = words("play speak use collect practise practice own take")
CHOSEN = words("use prefer like favor favour")  # read as what the one who answers prefers


def either(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Do you deploy to staging or production?" - "staging"; "do you have any pets?" - "two cats"."""
    question, found, rest = asked.question, answer.words, list(asked.question.rest)
    verb = question.verb.lemma.lower() if question.verb is not None else ""
    at = next((i for i, word in enumerate(rest) if word.lower == "or"), -1)
    if at > 0:
        if verb not in CHOSEN:
            yield from chosen(asked, at, found)
    elif added(asked, answer):
        yield from when_too(asked, found)
    elif verb == "have" and (asked.open or is_lone(rest)) and is_counted(found):
        yield (*asked.statement(rest=()), found)
    elif verb == "have" and is_lone(rest) and len(found) == 1 and is_number(found[0]):
        yield (*asked.statement(rest=()), found, rest[0].text)
    elif (
        verb in OPEN
        and len(rest) == 2
        and rest[0].lower == "any"
        and is_thing(found)
        and found[0].pos != "NUM"
    ):
        yield (*asked.statement(rest=()), found)


def is_lone(rest: Sequence[Word]) -> bool:
    """True for the "siblings" of "do you have siblings"."""
    return len(rest) == 1 and rest[0].tag == "NNS"


def added(asked: Turned, answer: Fragment) -> bool:
    """True for "yes, last month" and "yes, every morning"."""
    text = text_of(answer.words)
    subject = asked.question.subject
    theirs = asked.who in {"i", "we"} or (bool(subject) and subject[-1].lemma.lower() in FAMILY)
    said = answer.sentence.words[0].lower in YES and theirs and len(answer.words) < 5
    return said and bool(find_dates(text, MOMENT) or OFTEN.search(text.lower()))


def when_too(asked: Turned, found: Sequence[Word]) -> Iterator[Statement]:
    """What was asked, and when or how often it is so."""
    question = asked.question
    if question.helper not in HAVE:
        yield (*asked.statement(), found)
    elif question.verb is not None and question.verb.lower not in {"been", "had", "got"}:
        done = past_of(question.verb.lemma.lower())
        yield tuple(one for one in (asked.subject, done, asked.text(question.rest), found) if one)


def chosen(asked: Turned, at: int, found: Sequence[Word]) -> Iterator[Statement]:
    """The statement with the one of two that was picked; "or" stands at a place behind the verb."""
    rest = list(asked.question.rest)
    first, second = at, at + 1
    while first and is_named(rest[first - 1]):
        first -= 1
    while second < len(rest) and is_named(rest[second]):
        second += 1
    picked = pick(rest[first:at], rest[at + 1 : second], found)
    if picked:
        made = (*asked.statement(rest=rest[:first]), *picked, asked.text(rest[second:]))
        yield tuple(one for one in made if one)


def pick(first: Sequence[Word], second: Sequence[Word], found: Sequence[Word]) -> Statement:
    """Which of two the answer means, as it was named."""
    said = text_of(found).lower()
    one, other = text_of(first), text_of(second)
    if said in {"both", "both of them"} and one and other:
        return (one, "and", other)
    if said in {one.lower(), *one.lower().split()[-1:]} or said in ORDER[0]:
        return (found,) if said == one.lower() else (one,)
    if said in {other.lower(), *other.lower().split()[-1:]} or said in ORDER[1]:
        return (found,) if said == other.lower() else (other,)
    return ()


def is_named(word: Word) -> bool:
    """True for a word of a name or of a noun phrase."""
    return (
        word.technical is not None
        or word.pos in {"NOUN", "PROPN", "ADJ", "X", "NUM", "DET"}
        or word.tag == "VBG"
    )


def is_counted(found: Sequence[Word]) -> bool:
    """True for "two cats", "a dog and a hamster"."""
    first = found[0]
    counted = first.lower in {"a", "an"} or (first.pos == "NUM" and len(found) > 1)
    return counted and found[-1].pos == "NOUN" and len(found) < 9


def any_of(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Any siblings?" - "Two brothers"."""
    noun = asked.question.noun
    living = bool(noun) and (noun[-1].lemma.lower() in FAMILY or noun[-1].lower in HAD)
    if living and is_counted(answer.words):
        yield ("I have", answer.words)
