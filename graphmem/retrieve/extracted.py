"""Hits become sentences that answer a question, without a model: facts as they read, and quoted words of turns.

Nothing is composed but the frame around what was said: each sentence is a fact or a quotation, with a date in words,
and cites where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model import Entity, Fact
from graphmem.result import AnswerSentence, Hit, Source
from graphmem.retrieve.passages import Told, meets, sentences
from graphmem.retrieve.question import Question

LOOKED_AT = 8  # hits for one answer
LISTED = 6  # turns for a list, beside the facts
ASKED = 0.6  # what it counts that a fact stands under the predicate that is asked for
TYPED = 0.35  # what it counts that a sentence holds what the question asks for: a date, a figure, a reason, a name
OTHERS = 0.4  # what it costs that a fact is about none of those whom the question names
CLOSE = 0.7  # of the best score, for what stands beside it in a list
LONGEST = 400  # characters of a quotation

FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice"
    r"|several|couple|half|none|no)\b",
    re.IGNORECASE,
)
REASON = re.compile(
    r"\b(?:because|since|as a result|so that|in order to|due to|thanks to|reasons?|therefore|cause[ds]?|that's why"
    r"|motivat\w+|inspir\w+|made me|led to)\b",
    re.IGNORECASE,
)
TASTE = re.compile(
    r"\b(?:prefer\w*|favou?rite|love[sd]?|likes?|liked|enjoy\w*|rather|hates?|can't stand|fan of)\b",
    re.IGNORECASE,
)
CHOICE = re.compile(
    r"\b(?:decid\w+|chose\w*|choose|picked|settled|went with|going with|agreed|opted)\b", re.IGNORECASE
)
NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][a-z]+")
PLACE = re.compile(
    r"\b(?:in|at|to|from|near|on|under|behind|into)\s+(?:the\s+|my\s+|our\s+)?[\w/~.]", re.IGNORECASE
)
TOLD_BY_TYPE: Mapping[str, re.Pattern[str]] = {
    "how many": FIGURE, "why": REASON, "preference": TASTE, "decision": CHOICE, "who": NAME, "where": PLACE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What an answer is made of."""

    question: Question
    hits: Sequence[Hit]
    facts: Mapping[str, Fact]
    grains: Mapping[str, str]  # how finely the date of each fact was told; "" when none was
    entities: Mapping[str, Entity]
    asked: Mapping[str, float]  # facts under an asked predicate, with its weight
    told: Told
    dates: Callable[
        [str, datetime], str
    ]  # the first date of a text, said then, in words; "" when there is none
    written: Callable[[datetime, str], str]  # a moment in words, as finely as its grain
    moment: datetime


@dataclass(frozen=True, slots=True)
class Part:
    """A fact, or the best sentence of a turn."""

    hit: Hit
    text: str
    score: float
    asked: bool

    @property
    def source(self) -> Source | None:
        """Where it was said first."""
        return self.hit.sources[0] if self.hit.sources else None


def extracted(found: Found) -> list[AnswerSentence]:
    """The sentences of the answer, the best first; empty when nothing fits."""
    parts = [part for hit in found.hits for part in part_of(found, hit)]
    parts.sort(key=lambda part: (-part.score, part.hit.id))
    if not parts:
        return []
    question = found.question
    listed = [part for part in parts if part.asked]
    if question.many or question.kind == "list":
        chosen = listed or close(parts)
        return [sentence(found, part) for part in unlike(chosen)]
    if question.kind == "how many" and len(listed) > 1:
        # A figure that somebody told goes before one that is counted here.
        figure = next((part for part in close(parts) if FIGURE.search(part.text)), None)
        if figure is not None:
            return [sentence(found, figure)]
        chosen = unlike(listed)
        count = AnswerSentence(f"{len(chosen)} are known.", tuple(part.hit.id for part in chosen))
        return [count, *(sentence(found, part) for part in chosen)]
    return [sentence(found, parts[0])]


def part_of(found: Found, hit: Hit) -> list[Part]:
    """What a hit can say: a fact that holds when it is asked about, or the sentence of a turn that fits best."""
    question = found.question
    best = max((one.score for one in found.hits), default=1.0) or 1.0
    rank = hit.score / best
    if hit.kind == "fact":
        fact = found.facts.get(hit.id)
        over = hit.valid_until is not None and hit.valid_until <= found.moment
        if fact is None or shut_out(question, over=over):
            return []
        about = not question.entities or {fact.subject, fact.object} & set(question.entities)
        if not about and question.kind in {"yes or no", "preference"}:
            return []  # what somebody else likes says nothing of who is asked about
        share = found.asked.get(hit.id, 0.0)
        asked = share > 0 and share == max(found.asked.values())
        score = rank + meets(hit.text, found.told) + ASKED * share + TYPED * typed(found, hit.text, hit)
        score -= 0 if about else OTHERS
        return [Part(hit, hit.text, score, asked)]
    if hit.kind != "message" or found.hits.index(hit) >= LOOKED_AT:
        return []
    choices = [one for one in sentences(hit.text) if not one.endswith("?")]
    if not choices:
        return []
    scored = [
        (meets(one, found.told) + TYPED * typed(found, one, hit), -place) for place, one in enumerate(choices)
    ]
    score, place = max(scored)
    return [Part(hit, choices[-place], rank + score, asked=False)]


def shut_out(question: Question, *, over: bool) -> bool:
    """True for a fact of another time than the one that is asked about."""
    if question.window is not None or question.history:
        return False
    if question.holds == "then":
        return not over
    return over and (question.holds == "now" or not question.past or question.many)


def typed(found: Found, text: str, hit: Hit) -> float:
    """1 when the text holds what the kind of question asks for, else 0."""
    kind = found.question.kind
    if kind == "when":
        first = hit.sources[0] if hit.sources else None
        dated = bool(found.grains.get(hit.id)) or (
            first is not None and bool(found.dates(text, first.sent_at))
        )
        return float(dated)
    pattern = TOLD_BY_TYPE.get(kind)
    return float(pattern is not None and pattern.search(text) is not None)


def close(parts: Sequence[Part]) -> list[Part]:
    """The parts that fit nearly as well as the best."""
    return [part for part in parts if part.score >= CLOSE * parts[0].score][:LISTED]


def unlike(parts: Sequence[Part]) -> list[Part]:
    """The parts without those that say the same in the same words."""
    known: dict[str, Part] = {}
    for part in parts:
        known.setdefault(" ".join(part.text.casefold().split()).rstrip("."), part)
    return list(known.values())


def sentence(found: Found, part: Part) -> AnswerSentence:
    """A part as a sentence: a fact with its date when that is asked for, the words of a turn with speaker and day."""
    return AnswerSentence(text=fact_text(found, part) if part.hit.kind == "fact" else quotation(found, part),
                          cites=(part.hit.id,))  # fmt: skip


def fact_text(found: Found, part: Part) -> str:
    """A fact as it reads; with its time when the question asks for it or the fact is over."""
    text = part.text.rstrip(".")
    hit = part.hit
    grain = found.grains.get(hit.id, "")
    if hit.valid_until is not None and hit.valid_until <= found.moment:
        end = found.written(hit.valid_until, "day")
        return f"{text}." if f"{hit.valid_until.year}" in text else f"{text} (until {bare(end)})."
    if found.question.kind == "when":
        if hit.valid_from is not None and grain:
            date = found.written(hit.valid_from, grain)
            return f"{text}." if bare(date) in text else f"{text}: {date}."
        if part.source is not None:
            return f"{text} (said {found.written(part.source.sent_at, 'day')})."
    return f"{text}."


def bare(date: str) -> str:
    """A date in words without its preposition."""
    return date.removeprefix("on ").removeprefix("in ")


def quotation(found: Found, part: Part) -> str:
    """The words of a turn, who said them and when; what a date in them means is told beside."""
    words = part.text if len(part.text) <= LONGEST else part.text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
    source = part.source
    if source is None:
        return f"“{words}”"
    who = " ".join(source.author.split()) or "Someone"
    said = f"{who[0].upper()}{who[1:]} said {found.written(source.sent_at, 'day')}: “{words}”"
    date = found.dates(part.text, source.sent_at) if found.question.kind == "when" else ""
    return f"{said} ({date})" if date and bare(date) not in words else said
