"""A question that was looked up becomes an answer: written by the language model and checked, else extracted.

The model is asked within the same limits as when it reads: the money of a day, the tries, the time. Whatever goes
wrong with it is a Problem, and the answer is the extracted one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from graphmem.errors import MissingExtra
from graphmem.extract.dates import find_dates, written_unit
from graphmem.extract.dates import written as written_date
from graphmem.extract.llm_call import Question as Prompt
from graphmem.extract.llm_call import Unavailable, Unusable
from graphmem.model import Problem
from graphmem.pipeline.query import Query
from graphmem.pipeline.written import SYSTEM, checked, prompt_text, schema
from graphmem.result import Answer, AnswerSentence, Hit
from graphmem.retrieve.extracted import Found, extracted
from graphmem.retrieve.wording import telling
from graphmem.store import queries, shown
from graphmem.temporal import now

if TYPE_CHECKING:
    from graphmem.extract.llm_call import Asker

LOOKED_AT = 20  # hits
SURE = 0.33  # of `Query.confidence`, fitted by tests/bench/recall/floor.py: below it the best is more likely no answer
UNKNOWN = "This is not known."
MAX_TOKENS = 1024  # of a written answer


def answer(work: Query, asker: Asker | None) -> Answer:
    """The answer to a question that went through the pipeline; its reader must be open."""
    problems: tuple[Problem, ...] = ()
    if work.hits and work.confidence >= SURE:
        sentences: list[AnswerSentence] | None = None
        if asker is not None:
            sentences, problems = written(work, asker)
        if sentences is not None:
            return made(work, sentences, "written", problems)
        return made(work, by_extraction(work), "extracted", problems)
    return made(work, [], "extracted", problems)


def made(work: Query, sentences: list[AnswerSentence], method: str, problems: tuple[Problem, ...]) -> Answer:
    """The record of an answer; one without a sentence is not known, with the best that there is as a hint."""
    cited = {key for sentence in sentences for key in sentence.cites}
    return Answer(
        text=" ".join(sentence.text for sentence in sentences) or UNKNOWN,
        known=bool(sentences),
        method="written" if method == "written" else "extracted",
        sentences=tuple(sentences),
        cited=tuple(hit for hit in work.hits if hit.id in cited),
        confidence=round(work.confidence, 4),
        asked={},
        hint=None if sentences else work.hint or next(iter(work.hits), None),
        problems=problems,
    )


def by_extraction(work: Query) -> list[AnswerSentence]:
    """What the facts and turns themselves say."""
    facts = queries.facts(work.reader, [hit.id for hit in work.hits if hit.kind == "fact"])
    people = {fact.object for fact in facts.values() if fact.object} | {f.subject for f in facts.values()}
    return extracted(
        Found(
            question=work.question,
            hits=work.hits,
            facts=facts,
            grains=shown.grains(work.reader, facts),
            entities=queries.entities(work.reader, people),
            asked=work.walked,
            told=work.index.terms(telling(work.text)),
            dates=date_in_words,
            written=in_words,
            moment=work.view.as_of or now(),
        )
    )


def date_in_words(text: str, said_at: datetime) -> str:
    """The first date of a text that was said then, in words; "" when it names none."""
    found = find_dates(text, said_at)
    if not found:
        return ""
    one = found[0]
    plain = one.direction in {"", "by", "since", "after", "before", "until"} and one.grain != "day"
    single = one.interval.high - one.interval.low <= timedelta(days=1)
    return in_words(one.interval.low, one.grain) if plain or single else f"in {written_date(one, said_at)}"


def in_words(moment: datetime, grain: str) -> str:
    """A moment in words, as finely as its grain: on 7 May 2023, in May 2023, in 2023."""
    if grain in {"month", "quarter", "season", "year", "week"}:
        return f"in {written_unit(moment, grain)}"
    return f"on {moment.day} {moment:%B} {moment.year}"


def written(work: Query, asker: Asker) -> tuple[list[AnswerSentence] | None, tuple[Problem, ...]]:
    """The model's sentences that hold against what they cite; None when there is no answer of use, and why."""
    shown: tuple[Hit, ...] = work.hits[:LOOKED_AT]
    prompt = Prompt(SYSTEM, prompt_text(work.text, shown, work.view.as_of or now()), schema(), MAX_TOKENS)
    asker.begin()
    try:
        said = asker.ask(prompt)
        sentences, dropped = checked(said.text, shown, work.text)
    except (Unavailable, Unusable) as failure:
        return None, (Problem(f"model {asker.model.name}", 0, failure.text),)
    except MissingExtra as cause:
        return None, (Problem("extract.llm", 0, str(cause)),)
    problems = (
        (
            Problem(
                f"model {asker.model.name}", 0, f"{dropped} sentences were dropped: nothing cited bears them."
            ),
        )
        if dropped
        else ()
    )
    # All dropped is no answer; none said is the answer that it is not known.
    return (None if dropped and not sentences else sentences), problems
