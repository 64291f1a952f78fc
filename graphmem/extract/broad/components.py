"""Which product fills which part of a system: "cdn is fastly", "login is handled by auth0"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.parse import Word
from graphmem.extract.plain.pieces import label_of
from graphmem.extract.plain.shapes import STOPS, thing_of
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

DONE_BY = words(
    "handle do send manage process serve render generate power build test write track collect monitor draw"
    " compile lint format"
    " bundle deliver schedule orchestrate provision route drive back cover run deploy host"
)
MEANS = words("by with in through via using on")
MOVES = words("move migrate switch change convert port upgrade")
JUDGED = words(
    "great good bad slow fast fine ok okay nice terrible hard easy done ready broken down up next red"
    " green weird cool new old"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The product that a frame names for a part of a system."""
    if frame.denied or frame.modal or frame.mine or not frame.rest or not frame.subject:
        return
    if frame.subject[0].lower in {
        "this",
        "that",
        "it",
        "these",
        "those",
        "a",
        "an",
        "he",
        "she",
        "they",
        "there",
        "everything",
    }:
        return
    named = product(frame)
    if not named:
        return
    thing = thing_of(frame.stretch.reading, named)
    somebody = frame.lemma in {"do", "lead", "review", "approve"} and thing.name[:1].isupper()
    if somebody and not frame.stretch.reading.ontology.known(thing.name):
        return  # "security reviews are done by Petra"
    if re.fullmatch(r"[A-Z][a-z]+-[A-Z][a-z]+", thing.name):
        return  # "design is covered by Mei-Lin"
    if thing.kind in {"person", "place", "version", "event", "url", "file"} or any(
        one.entity == "PERSON" for one in named
    ):
        return
    label = label_of(frame.stretch, 0, behind_subject(frame))
    if not label:
        return
    reading = frame.stretch.reading
    sure = thing.named or named[-1].tag == "NNP"
    kind = reading.kind(thing, reading.ontology.predicate("uses").range) if sure else ""
    mine = frame.subject[0].lower == "my"
    shown = "The user" if mine else "The user's team"
    party = reading.speaker(frame.subject[0])._replace(shown=shown, we=not mine)
    yield reading.claim(
        party, "uses", finish(f"{shown} uses {thing.name} for {label}"), thing=thing if kind else None,
        kind=kind, value="" if kind else thing.name, qualifier=label, when=frame.when(), confidence=0.65,
    )  # fmt: skip


def behind_subject(frame: Frame) -> int:
    """The character of the statement's text behind the subject."""
    last = frame.subject[-1]
    return sum(len(word.text) + 1 for word in frame.stretch.words if word.i <= last.i)


def product(frame: Frame) -> list[Word]:
    """The words that name the product, none when the frame names none."""
    rest, head = frame.rest, frame.subject[-1].lemma.lower()
    part = head in nouns("component") or frame.subject[-1].lower in nouns("component")
    if frame.lemma == "be" and frame.tense == "present" and part:
        named = phrase(rest)
        return (
            named
            if len(named) == len([one for one in rest if one.pos != "ADV" or one.technical is not None])
            or (named and tool(frame, named))
            else []
        )
    if frame.passive and frame.lemma in DONE_BY and rest[0].lower in MEANS and frame.tense == "present":
        named = phrase(rest[1:])
        return (
            named
            if named and (tool(frame, named) or (rest[0].lower in {"by", "with", "via", "through"} and part))
            else []
        )
    if frame.lemma == "go" and rest[0].lower in {"through", "via"} and frame.tense == "present":
        named = phrase(rest[1:])
        return named if named and (tool(frame, named) or part) else []
    if frame.lemma in MOVES and frame.tense in {"past", "perfect"} and "to" in {one.lower for one in rest}:
        place = [one.lower for one in rest].index("to")
        named = phrase(rest[place + 1 :])
        team = head in {"team", "squad", "group", "guild"}
        return named if named and part and not team else []
    return []


def phrase(words_: list[Word]) -> list[Word]:
    """The noun phrase in front, without its article and without a version behind it."""
    named: list[Word] = []
    for word in words_:
        if not named and word.lower in {
            "the",
            "an",
            "a",
            "just",
            "still",
            "now",
            "plain",
            "good",
            "old",
            "always",
        }:
            continue
        if (
            word.lower in STOPS | {"and", "plus", "only", "now", "everywhere"}
            or word.pos == "PUNCT"
            or re.match(r"v?\d", word.text)
        ):
            break
        named.append(word)
    if (
        not named
        or len(named) > 3
        or any(one.lower in {"'s", "’s"} for one in named)
        or named[-1].lower in PRONOUNS | EMPTY_NOUNS | JUDGED
        or named[0].lower in JUDGED
    ):
        return []
    if named[-1].pos == "ADJ" and named[-1].tag != "NNP" and named[-1].technical is None and len(named) == 1:
        return []
    if named[-1].pos not in {"NOUN", "PROPN", "X", "VERB", "ADJ", "INTJ"} or named[0].tag in {
        "JJR",
        "JJS",
        "VBG",
        "RBR",
    }:
        return []
    return (
        []
        if named[-1].pos in {"VERB", "ADJ"} and len(named) > 1 and named[-1].tag in {"VBN", "VBG"}
        else named
    )


def tool(frame: Frame, named: list[Word]) -> bool:
    """True for what is known as a program, or is written as the name of one."""
    thing = thing_of(frame.stretch.reading, named)
    if thing.kind in {"technology", "package", "service", "product"}:
        return True
    last = named[-1]
    return (
        (last.tag == "NNP" or last.technical is not None)
        and not frame.stretch.dated(last)
        and last.entity not in {"GPE", "PERSON", "DATE"}
    )
