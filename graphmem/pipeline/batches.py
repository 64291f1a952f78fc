"""Many sessions at half the price: their questions are handed in as one batch, and a later run collects the answers.

What was asked is remembered in the ledger by ids alone; the questions are made again from the stored messages when
the answers come, and an answer about words that have changed since is asked for anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from graphmem.errors import MisuseError
from graphmem.extract.llm import Findings, LlmExtractor, takes_batches
from graphmem.extract.llm_call import Answer, Unavailable, Unusable, out_of_money
from graphmem.extract.llm_prompt import Part
from graphmem.model import Problem, content_id
from graphmem.store.model_work import Asked, Waiting, microdollars
from graphmem.temporal import format_time

if TYPE_CHECKING:
    from graphmem.pipeline.again import Again

# A batch holds at most 100,000 questions and 256 MB; ours are at most about 120 KB.
QUESTIONS = 1_000

Result = Answer | Unusable | Unavailable


class Batches:
    """The batches of one run."""

    def __init__(self, run: Again, extractor: LlmExtractor) -> None:
        self.run, self.extractor = run, extractor
        self.work, self.asker = extractor.work, extractor.asker
        self.model = takes_batches(extractor.model)

    # -- Handing in --------------------------------------------------------------------------------------------

    def submit(self, tickets: Sequence[Waiting]) -> None:
        """Hand in the questions about these sessions; those for which the money of the day does not reach stay queued.

        Raises MisuseError when the model takes no batches.
        """
        if self.model is None:
            raise MisuseError(
                "Only Anthropic's models take batches.",
                hint="Leave --batch out, or set extract.llm to anthropic.",
            )
        group: list[tuple[Waiting, list[list[Part]]]] = []
        for ticket in tickets:
            parts = list(self.extractor.questions(self.run.spoken(ticket.session_id), ()))
            if not parts:
                self.run.done(ticket, "")
                continue
            if group and sum(len(asked) for _, asked in group) + len(parts) > QUESTIONS:
                if not self._hand_in(group):
                    return
                group = []
            group.append((ticket, parts))
        if group:
            self._hand_in(group)

    def _hand_in(self, group: list[tuple[Waiting, list[list[Part]]]]) -> bool:
        """Hand one batch in; False when there is no use in trying another."""
        assert self.model is not None
        day, name = self.asker.day(), self.model.name
        moment = format_time(self.extractor.clock.now()) or ""
        questions, asked, served = [], [], []
        problem: Unavailable | None = None
        for ticket, session in group:
            made = [self.extractor.question(parts) for parts in session]
            costs = [microdollars(self.asker.price.at_most(q.size, q.max_tokens, batch=True)) for q in made]
            if not self.work.reserve(day, name, sum(costs), self.asker.limit):
                problem = out_of_money(self.asker.limit, self.work.spent(day))
                break
            for part, (parts, question, cost) in enumerate(zip(session, made, costs, strict=True)):
                key = content_id("req", ticket.session_id, str(part), moment)
                ids = tuple(dict.fromkeys(p.message.id for p in parts if not p.context))
                questions.append((key, question))
                asked.append(Asked(key, "", ticket.session_id, ids, part, name, day, cost))
            served.append(ticket)
        if questions:
            try:
                batch_id = self.model.submit(questions, seconds=self.asker.seconds)
            except Unavailable as failure:
                problem = failure
                booked = sum(one.reserved for one in asked)
                self.work.settle(day, name, reserved=booked, cost=0, calls=0)
            else:
                self.work.asked([replaced(one, batch_id) for one in asked], served=served)
                self.run.tally.batched += len(served)
        if problem is not None:
            self.run.tally.problems.append(Problem(f"model {name}", 0, problem.text))
        return problem is None

    # -- Collecting --------------------------------------------------------------------------------------------

    def collect(self) -> None:
        """Take in the answers of every batch that has come to its end."""
        for batch_id, asked in self.work.awaited().items():
            if self.model is None:
                continue
            try:
                answers = self.model.collect(batch_id, seconds=self.asker.seconds)
                if answers is None:
                    self.run.tally.batched += len({one.session_id for one in asked})
                    continue
                results = dict(answers)
            except Unavailable as failure:
                self.run.tally.problems.append(Problem(f"model {self.model.name}", 0, failure.text))
                if failure.reason == "refused":
                    # The server knows it no more: its sessions are asked about anew.
                    self._give_up(asked)
                continue
            for session_id, group in groupby(sorted(asked, key=by_session), key=lambda one: one.session_id):
                self._take(session_id, list(group), results)

    def _give_up(self, asked: Sequence[Asked]) -> None:
        with self.run.store.ledger.transaction():
            self.work.put({one.session_id for one in asked}, "expired", tried=True)
            self.work.answered(asked)

    def _take(self, session_id: str, asked: list[Asked], results: dict[str, Result]) -> None:
        """Take in the answers about one session."""
        ids = {key for one in asked for key in one.message_ids}
        messages = [m for m in self.run.spoken(session_id) if m.id in ids]
        made = dict(enumerate(self.extractor.questions(messages, ())))
        found = Findings()
        reason = ""
        for one in asked:
            parts = made.get(one.part, [])
            result = results.get(one.request_id)
            if tuple(dict.fromkeys(p.message.id for p in parts if not p.context)) != one.message_ids:
                reason = reason or "changed"
            elif isinstance(result, Answer):
                with suppress(Unusable):
                    self.extractor.take(parts, result.text, found)
                    continue
                self.extractor.fail(
                    parts, Unusable("malformed", "The answer is not what was asked for."), found
                )
                reason = "answer"
            else:
                failure = result or Unavailable("expired", "A question of the batch has no answer.")
                self.extractor.fail(parts, failure, found)
                reason = "answer" if isinstance(failure, Unusable) else reason or "expired"
        extraction, _ = self.extractor.extraction(messages, found)
        self.run.tally.problems += extraction.problems

        def settle() -> None:
            self.work.answered(asked)
            if reason and messages:
                self.work.put([session_id], reason, tried=True)

        self.run.commit(messages, extraction, also=settle)
        for one in asked:
            result = results.get(one.request_id)
            usage = None if result is None or isinstance(result, Unavailable) else result.usage
            self.asker.settle(one.day, one.reserved, usage, batch=True)


def by_session(asked: Asked) -> tuple[str, int]:
    """The order in which the questions of a batch are taken in."""
    return asked.session_id, asked.part


def replaced(asked: Asked, batch_id: str) -> Asked:
    """The question as part of its batch."""
    return Asked(
        asked.request_id, batch_id, asked.session_id, asked.message_ids, asked.part, asked.model, asked.day,
        asked.reserved,
    )  # fmt: skip
