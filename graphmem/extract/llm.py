"""The extractor with a language model: messages go in, checked claims come out; without an answer, nothing does.

Offline, out of money, slow or wrong, it raises nothing: messages that were not read to their end are missing from
`Extraction.message_ids`, a Problem says why, and whoever called keeps the work for later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from graphmem.config import Settings
from graphmem.extract.llm_call import (
    Asker,
    BatchModel,
    Clock,
    Model,
    Question,
    SystemClock,
    Unavailable,
    Unusable,
)
from graphmem.extract.llm_claims import ClaimReader
from graphmem.extract.llm_costs import price_of
from graphmem.extract.llm_prompt import (
    PART,
    PARTS,
    Part,
    answer_schema,
    chunks,
    context_parts,
    instructions,
    parts_of,
    question,
)
from graphmem.model import Claim, Extraction, Message, Problem
from graphmem.ontology import Ontology, load_ontology
from graphmem.store.model_work import ModelWork

NAME = "llm"
# After a failure nothing is asked for so long, in seconds: an import of many files fails once, not once a file.
REST = 60.0


@dataclass(slots=True)
class Findings:
    """What was read so far."""

    parts: Counter[str] = field(default_factory=Counter)  # how many parts of each message were read
    failed: set[str] = field(default_factory=set)  # ids of messages whose answer was of no use
    claims: list[Claim] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    down: str = ""  # why not all was read, in one word
    problems: list[Problem] = field(default_factory=list)


class LlmExtractor:
    """Mentions and claims by the language model of the settings.

    `down` says in one word why not all was read the last time ("offline", "slow", "busy", "budget", "key",
    "refused", "failing", "resting" after one of these, "answer" for one of no use), or is "".

    Raises ConfigError for settings that name no usable model.
    """

    def __init__(
        self,
        settings: Settings,
        work: ModelWork,
        *,
        ontology: Ontology | None = None,
        clock: Clock | None = None,
        model: Model | None = None,
    ) -> None:
        self.ontology = ontology or load_ontology()
        self.clock = clock or SystemClock()
        self.work = work
        self.model = model or make_model(settings, self.clock)
        self.asker = Asker(
            self.model,
            price_of(self.model.name, settings),
            work,
            max_usd=settings["extract.llm_max_usd"],
            seconds=settings["extract.llm_timeout"],
            retries=settings["extract.llm_retries"],
            wait=settings["extract.llm_wait"],
            clock=self.clock,
        )
        self.system = instructions(self.ontology)
        self.schema = answer_schema(self.ontology)
        self.down = ""
        self._rest_until = float("-inf")

    def extract(
        self, messages: Sequence[Message], *, context: Sequence[Message] = (), seconds: float | None = None
    ) -> Extraction:
        """What these messages say; like `read`, for whoever does not ask why something is missing."""
        extraction, self.down = self.read(messages, context=context, seconds=seconds)
        return extraction

    def read(
        self, messages: Sequence[Message], *, context: Sequence[Message] = (), seconds: float | None = None
    ) -> tuple[Extraction, str]:
        """What these messages say, and in one word why not all of them were read, or "".

        `context` are earlier messages of their sessions that yield nothing; `seconds` bounds the time for all of
        them. Raises MissingExtra when the provider's library is not installed.
        """
        found = Findings()
        self.asker.begin()
        until = None if seconds is None else self.clock.elapsed() + seconds
        if self.clock.elapsed() < self._rest_until:
            found.down = "resting"
            return self.extraction(messages, found)
        try:
            for parts in self.questions(messages, context):
                self._read(parts, found, until)
        except Unavailable as failure:
            found.down = failure.reason
            self._rest_until = self.clock.elapsed() + REST
            found.problems.append(Problem(f"model {self.model.name}", 0, failure.text))
        return self.extraction(messages, found)

    def extraction(self, messages: Sequence[Message], found: Findings) -> tuple[Extraction, str]:
        """Findings as the record that travels on, and why something is missing in it.

        What was dropped stands in it as one Problem.
        """
        kept = {
            message.id
            for message in messages
            if not is_read(message) or found.parts[message.id] >= sum(1 for _ in parts_of(message))
        }
        extraction = Extraction(
            message_ids=tuple(message.id for message in messages if message.id in kept),
            claims=tuple(claim for claim in found.claims if claim.message_id in kept),
            extractor=NAME,
            problems=(*found.problems, *dropped_problem(self.model.name, found.dropped)),
        )
        return extraction, found.down or ("answer" if found.failed else "")

    def questions(self, messages: Sequence[Message], context: Sequence[Message]) -> Iterable[list[Part]]:
        """The messages in groups that fit one question, session by session, each with what was said before."""
        wanted = sorted((m for m in messages if is_read(m)), key=lambda m: m.session_id)
        for session_id, group in groupby(wanted, key=lambda m: m.session_id):
            listed = sorted(group, key=lambda m: m.seq)
            before = [
                m for m in context if m.session_id == session_id and is_read(m) and m.seq < listed[0].seq
            ]
            for parts in chunks(part for message in listed for part in parts_of(message)):
                first = parts[0].message
                earlier = [*before, *(m for m in listed if m.seq < first.seq)]
                yield [*context_parts(earlier), *parts]

    def question(self, parts: Sequence[Part]) -> Question:
        """The question about these parts."""
        return question(self.system, self.schema, parts)

    def _read(self, parts: list[Part], found: Findings, until: float | None) -> None:
        """Ask about these parts; an answer that was cut off is asked for again in two halves."""
        fresh = [part for part in parts if not part.context]
        for attempt in (1, 2):
            try:
                answer = self.asker.ask(self.question(parts), until=until)
                self.take(parts, answer.text, found)
                return
            except Unusable as failure:
                if failure.kind == "truncated" and len(fresh) > 1:
                    middle = len(fresh) // 2
                    earlier = [part for part in parts if part.context]
                    self._read([*earlier, *fresh[:middle]], found, until)
                    self._read(
                        [*context_parts([p.message for p in fresh[:middle]]), *fresh[middle:]], found, until
                    )
                    return
                if failure.kind == "malformed" and attempt == 1:
                    continue
                self.fail(parts, failure, found)
                return

    def take(self, parts: Sequence[Part], answer: str, found: Findings) -> None:
        """Take an answer in; raises Unusable."""
        reader = ClaimReader(parts, self.ontology)
        claims = reader.read(answer)
        found.claims += claims
        found.dropped += reader.dropped
        fresh = {part.message.id: part.message for part in parts if not part.context}
        found.parts.update(part.message.id for part in parts if not part.context)
        found.problems += [
            Problem(
                message.id, 0, f"The model was shown the first {PART * PARTS:,} characters of this message."
            )
            for message in fresh.values()
            if len(message.text) > PART * PARTS and parts[-1].message.id == message.id
        ]

    def fail(self, parts: Sequence[Part], failure: Unusable | Unavailable, found: Findings) -> None:
        """Note that a question has no useful answer."""
        fresh = {part.message.id: part.message for part in parts if not part.context}
        found.failed |= fresh.keys()
        first = next(iter(fresh.values()))
        found.problems.append(Problem(f"session {first.session_id}", 0, f"{self.model.name}: {failure.text}"))


def make_model(settings: Settings, clock: Clock) -> Model:
    """The model that the settings name."""
    name, base_url = str(settings["extract.llm_model"]), str(settings["extract.llm_base_url"])
    if settings["extract.llm"] == "openai":
        from graphmem.extract.llm_openai import OpenAIModel  # noqa: PLC0415 - only the chosen one is loaded

        return OpenAIModel(name, base_url=base_url, clock=clock)
    from graphmem.extract.llm_anthropic import AnthropicModel  # noqa: PLC0415 - only the chosen one is loaded

    return AnthropicModel(name, base_url=base_url, clock=clock)


def is_read(message: Message) -> bool:
    """True for active text of the user or the assistant that says something."""
    spoken = message.kind == "text" and message.role in {"user", "assistant"}
    return spoken and message.active and any(char.isalnum() for char in message.text)


def takes_batches(model: Any) -> BatchModel | None:
    """The model as one that takes batches, or None when it does not."""
    return model if hasattr(model, "submit") and hasattr(model, "collect") else None


def dropped_problem(name: str, dropped: Counter[str]) -> list[Problem]:
    """How many claims were dropped and why, as one Problem; none when none was."""
    if not dropped:
        return []
    reasons = ", ".join(f"{reason}: {count}" for reason, count in sorted(dropped.items()))
    return [Problem(f"model {name}", 0, f"{dropped.total()} claims of the model were dropped ({reasons}).")]
