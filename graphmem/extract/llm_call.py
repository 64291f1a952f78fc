"""One question to a language model: a prompt goes out, the text of its answer comes back, or a failure that says
whether asking again would help.

Whoever speaks to a provider implements `Model`; `Asker` puts the limits around it: the money of a day, the number
of tries, the seconds spent waiting. Nothing here sleeps but through the `Clock` that it was given.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Protocol

from graphmem.extract.llm_costs import Price, Usage
from graphmem.privacy import redact
from graphmem.store.model_work import ModelWork, microdollars
from graphmem.temporal import now, utc

# Longer than any answer that our limit of tokens allows; a server that sends more is not listened to.
MAX_ANSWER_BYTES = 4_000_000
FIRST_DELAY = 1.0
RETRIED = frozenset({408, 409, 425, 429})


class Clock(Protocol):
    """Time as an extractor knows it."""

    def now(self) -> datetime:
        """The present moment, in UTC."""

    def elapsed(self) -> float:
        """Seconds on a clock that only goes forward."""

    def sleep(self, seconds: float) -> None:
        """Let that time pass."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return now()

    def elapsed(self) -> float:
        """Seconds on a clock that only goes forward."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let that time pass."""
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt: the part that is the same for all questions, the part that is not, and the shape of the answer."""

    system: str
    text: str
    schema: dict[str, Any] = field(repr=False)
    max_tokens: int

    @property
    def size(self) -> int:
        """How many bytes are sent, the schema counted too."""
        return len(f"{self.system}{self.text}{self.schema}".encode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said, as text."""

    text: str
    usage: Usage


class Unavailable(Exception):
    """No answer: `reason` is one word for the queue, the message is for people; `again` when waiting may help."""

    def __init__(
        self, reason: str, text: str, *, again: bool = False, after: float | None = None, billed: bool = False
    ) -> None:
        super().__init__(text)
        self.reason, self.text, self.again, self.after = reason, text, again, after
        self.billed = billed  # an answer may have been made and paid for that never arrived


class Unusable(Exception):
    """An answer that is of no use: `kind` is malformed, truncated or refused."""

    def __init__(self, kind: str, text: str, usage: Usage | None = None) -> None:
        super().__init__(text)
        self.kind, self.text = kind, text
        self.usage = usage or Usage()


class Model(Protocol):
    """A language model of some provider."""

    name: str

    def ask(self, question: Question, *, seconds: float) -> Answer:
        """The answer; raises Unavailable and Unusable, and nothing else."""


class BatchModel(Model, Protocol):
    """A model that also takes many questions at once and answers within a day."""

    def submit(self, questions: Sequence[tuple[str, Question]], *, seconds: float) -> str:
        """Hand questions in, each with an id; the id of the batch. Raises Unavailable."""

    def collect(
        self, batch_id: str, *, seconds: float
    ) -> Iterator[tuple[str, Answer | Unusable | Unavailable]] | None:
        """The answers by the ids of their questions, in any order; None while the batch is in progress."""


def status_failure(
    status: int, text: str, *, after: float | None = None, code: str = "", never: bool = False
) -> Unavailable:
    """An error of the server as ours; what it says is told without secrets and not at length."""
    said = redact(" ".join(f"{code[:60]} {text}".split())).text[:200]
    message = f"The model's server answered {status}: {said}".rstrip(": ")
    again = (status in RETRIED or status >= 500) and not never
    reason = "key" if status in {401, 403} else "refused" if status < 500 else "failing"
    reason = "busy" if status in {429, 503, 529} else reason
    return Unavailable(reason, message, again=again, after=after)


def retry_after(value: str | None, moment: datetime) -> float | None:
    """The seconds that a `retry-after` header asks for, as a number or as a date; None when it says nothing."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = (utc(parsedate_to_datetime(value)) - moment).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if seconds == seconds else None  # noqa: PLR0124 - the only number unlike itself is nan


class Asker:
    """Asks a model within the limits: money, tries, and seconds spent waiting between tries."""

    def __init__(
        self,
        model: Model,
        price: Price,
        work: ModelWork,
        *,
        max_usd: float,
        seconds: float,
        retries: int,
        wait: float,
        clock: Clock,
    ) -> None:
        self.model, self.price, self.work, self.clock = model, price, work, clock
        self.limit, self.seconds, self.retries = microdollars(max_usd), seconds, retries
        self.wait = self._wait_left = wait

    def begin(self) -> None:
        """Start a piece of work: the seconds for waiting are counted anew."""
        self._wait_left = self.wait

    def ask(self, question: Question, *, until: float | None = None) -> Answer:
        """The answer; raises Unusable, or Unavailable when the limits or the tries are used up.

        `until` is a reading of the clock's `elapsed()` behind which nothing is begun.
        """
        for attempt in range(self.retries + 1):
            left = self.seconds if until is None else min(self.seconds, until - self.clock.elapsed())
            if left <= 0:
                raise Unavailable("slow", "The model took longer than it was given.")
            try:
                return self._ask_once(question, left)
            except Unavailable as failure:
                delay = FIRST_DELAY * 2**attempt if failure.after is None else failure.after
                if not failure.again or attempt == self.retries or delay > self._wait_left:
                    raise
                if until is not None and self.clock.elapsed() + delay >= until:
                    raise
                self._wait_left -= delay
                self.clock.sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def _ask_once(self, question: Question, seconds: float) -> Answer:
        day, name = self.day(), self.model.name
        reserved = microdollars(self.price.at_most(question.size, question.max_tokens))
        if not self.work.reserve(day, name, reserved, self.limit):
            raise out_of_money(self.limit, self.work.spent(day))
        try:
            answer = self.model.ask(question, seconds=seconds)
        except Unusable as failure:
            self.settle(day, reserved, failure.usage)
            raise
        except Unavailable as failure:
            self.work.settle(day, name, reserved=reserved, cost=reserved if failure.billed else 0)
            raise
        self.settle(day, reserved, answer.usage)
        return answer

    def settle(self, day: str, reserved: int, usage: Usage | None, *, batch: bool = False) -> None:
        """Put the true cost in the place of what was booked; without an answer there is none."""
        usage = usage or Usage()
        cost = microdollars(self.price.cost(usage, batch=batch))
        self.work.settle(day, self.model.name, reserved=reserved, cost=cost, tokens=usage)

    def day(self) -> str:
        """Today as the ledger of costs writes it."""
        return self.clock.now().date().isoformat()


def out_of_money(limit: int, spent: int) -> Unavailable:
    """The limit of the day is reached."""
    return Unavailable(
        "budget",
        f"The model may cost {limit / 1e6:.2f} USD a day; {spent / 1e6:.2f} USD are booked for today, and the next "
        "question could pass the limit. What is left is read another day, or when extract.llm_max_usd is raised.",
    )


def body_of(chunks: Iterable[bytes], clock: Clock, until: float) -> bytes:
    """The body of an answer, of bounded length and in time; raises Unusable and Unavailable."""
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            raise Unusable("malformed", "The answer is longer than any that was asked for.")
        if clock.elapsed() > until:
            raise Unavailable("slow", "The answer came too slowly.", again=True, billed=True)
    return bytes(body)
