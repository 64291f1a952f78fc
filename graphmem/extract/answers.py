"""What a few words mean that answer a question: "Where are you based?" - "Kaunas".

The assistant's last question is kept beside the session; a turn of the user that has no verb of its own is laid into
it. In go the words of the answer, out come claims about the user.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.people import is_role
from graphmem.extract.plain.shapes import thing_of
from graphmem.extract.reading import Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

# An answer is short; a longer turn speaks for itself.
MOST = 14
IDLE = words(
    "yes no yeah yep nope sure ok okay maybe both neither none nothing thanks please right exactly"
    " correct later whatever"
    " dunno idk unsure skip pass same either all any done"
)
AND = rx.compile(r"\s*(?:,|\band\b|\+|&|/(?=\s))\s*", re.IGNORECASE)
LEAD = rx.compile(
    r"^(?:(?:well|uh|um|oh|hm+|mostly|mainly|just|it's|that's|in|at|near|from|for|about|around|a|an|the"
    r"|little|bit of|some|fluent|native|basic|currently|right now)\b[\s,]*)+",
    re.IGNORECASE,
)


class Asked(NamedTuple):
    """A kind of question, the predicate that its answer tells, and whether it may name several things."""

    question: rx.Pattern
    predicate: str
    several: bool = False
    number: bool = False


def asked(pattern: str, predicate: str, *, several: bool = False, number: bool = False) -> Asked:
    """One row of the table."""
    return Asked(rx.compile(pattern, re.IGNORECASE), predicate, several, number)


USING = (
    r"(?:are you|do you|does (?:the|your) (?:project|team|app)|is (?:the|your) (?:project|team|app)"
    r"|you(?:'re)?)\s+(?:\w+\s+)?(?:us(?:e|ing)|on|work(?:ing)? with|run(?:ning)?)"
)
QUESTIONS = (
    asked(r"\bwhere (?:are you|do you) (?:based|liv\w+|located|call home|at\b)|\b(?:which|what) (?:city"
    r"|country|town) (?:are|do) you\b"
          r"|\byour (?:location|city)\b", "lives_in"),
    asked(r"\bwhere (?:are|do) you (?:come )?from\b|\bwhere (?:did you grow up|were you born)\b", "comes_from"),
    asked(r"\bwhat(?:'s| is) your name\b|\bwhat (?:should|can|do|shall) (?:i|we|people) call you\b"
    r"|\bwho am i (?:talking|speaking) (?:to|with)\b"
          r"|\byour name\?", "name"),
    asked(r"\bwhere do you work\b|\bwho do you work for\b|\b(?:which|what) company\b|\bwho(?:'s"
    r"| is) your employer\b", "works_at"),
    asked(r"\bwhat do you do(?: for (?:a living|work))?\?|\bwhat(?:'s| is) your (?:job|role|profession"
    r"|occupation|job title|position)\b"
          r"|\bwhat kind of work do you\b", "has_role"),
    asked(r"\bhow old are you\b|\bwhat(?:'s| is) your age\b|\byour age\?", "age_is", number=True),
    asked(r"\b(?:which|what)(?:'s| is)? (?:your )?time ?zone\b", "time_zone_is"),
    asked(r"\bany (?:food )?allergies\b|\bare you allergic\b"
    r"|\ballergic to anything\b", "allergic_to", several=True),
    asked(r"\b(?:which|what) languages? do you speak\b|\bwhat do you speak\b", "speaks", several=True),
    asked(rf"\bwhat(?:'s| is)? (?:your|the) (?:tech )?stack\b|\b(?:which"
    rf"|what) (?:[\w-]+ ){{1,3}}{USING}\b|\bwhat {USING}\b"
          r"|\bwhat(?:'s| is) (?:it|the (?:app|project|backend|frontend|service)) (?:written"
          r"|built) (?:in|with)\b", "uses", several=True),
)  # fmt: skip


def question_of(sentences: list[Sentence]) -> str:
    """The last sentence of the assistant's turn when it asks, else ""."""
    for sentence in reversed(sentences):
        text = sentence.text.strip()
        if any(char.isalpha() for char in text):
            return text if text.endswith("?") else ""
    return ""


def answer(question: str, reading: Reading) -> Iterator[Claim]:
    """The claims of a short turn of the user that answers the question."""
    kind = next((one for one in QUESTIONS if one.question.search(question)), None)
    sentence = reading.sentence
    told = [word for word in sentence.words if word.pos not in {"PUNCT", "SPACE"}]
    if kind is None or not told or len(told) > MOST or sentence.asks:
        return
    if any(clause.subject is not None or clause.question for clause in reading.clauses):
        return
    named = list(pieces(reading, several=kind.several))
    # "elixir + phoenix": beside a program that is known, a word is one as well.
    known = any(reading.ontology.known(reading.sentence.stretch(piece)) == "technology" for piece in named)
    for piece in named:
        claim = one_answer(reading, kind, piece, known=known and len(piece) == 1)
        if claim is not None:
            yield claim


def pieces(reading: Reading, *, several: bool) -> Iterator[list[Word]]:
    """The things that an answer names, each as its words."""
    sentence = reading.sentence
    text = sentence.text.rstrip(" .!")
    spans = [(0, len(text))]
    if several:
        cuts = [0, *(end for match in AND.finditer(text) for end in match.span()), len(text)]
        spans = list(zip(cuts[::2], cuts[1::2], strict=True))
    elif "," in text:
        spans = [(0, text.index(","))]
    for low, high in spans:
        lead = LEAD.match(text[low:high])
        start = low + (lead.end() if lead else 0)
        end = min(high, text.find(" for ", start) if several and " for " in text[start:high] else high)
        inside = [word for word in sentence.words if start <= word.start - sentence.start < end]
        if inside and len(inside) <= 5:
            yield inside


def one_answer(reading: Reading, kind: Asked, inside: list[Word], *, known: bool) -> Claim | None:
    """One thing that was named, as what was asked for."""
    if any(word.lower in PRONOUNS | IDLE for word in inside) or inside[0].pos in {"VERB", "AUX"}:
        return None
    thing = thing_of(reading, inside)
    if known and kind.predicate == "uses" and not thing.kind:
        thing = thing._replace(kind="technology", named=True)
    predicate = reading.ontology.predicate(kind.predicate)
    party = reading.user(inside[0])
    if kind.number:
        if not thing.name.isdigit():
            return None
        text = finish(f"The user is {thing.name} years old")
        return reading.claim(party, kind.predicate, text, value=thing.name, confidence=0.8)
    fitted = FITTED.get(kind.predicate, literal)(thing)
    if fitted is None:
        return None
    text = stated(reading, party, predicate, thing.name, mode="asserts", when=When())
    named = fitted or ""
    return reading.claim(
        party, kind.predicate, text, thing=thing if named else None, kind=named, value=
            "" if named else thing.name,
        confidence=0.8,
    )  # fmt: skip


def literal(_: Thing) -> str | None:
    """What stays as it was said."""
    return ""


def place(thing: Thing) -> str | None:
    """A place: a name that is no program."""
    return "place" if thing.named and not (thing.sure and thing.kind != "place") else None


def company(thing: Thing) -> str | None:
    """An employer: a name."""
    return "organization" if thing.named and not (thing.sure and thing.kind == "place") else None


def called(thing: Thing) -> str | None:
    """The name of a person."""
    return "" if thing.named and not thing.sure else None


def role(thing: Thing) -> str | None:
    """What one does for a living."""
    return "" if is_role(thing.name) else None


def tool(thing: Thing) -> str | None:
    """A program, known or written as one name."""
    if thing.kind in {"technology", "package", "service", "product"}:
        return thing.kind
    return "technology" if thing.named and thing.kind not in {"version", "file", "url"} else None


FITTED: dict[str, Callable[[Thing], str | None]] = {
    "lives_in": place, "comes_from": place, "works_at": company, "name": called, "has_role": role, "uses": tool,
}  # fmt: skip
