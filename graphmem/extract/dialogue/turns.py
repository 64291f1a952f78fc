"""The last turns of a conversation: who said what before somebody answers or points back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphmem.extract.parse import Sentence

KEPT = 4  # turns; what was said before them is too far away to be pointed to


class Turn(NamedTuple):
    """What one speaker said at a time; `agent` if it was the assistant."""

    speaker: str
    agent: bool
    sentences: Sequence[Sentence]


@dataclass(slots=True)
class Talk:
    """The last turns of one session, the newest last."""

    turns: list[Turn] = field(default_factory=list)

    def hear(self, turn: Turn) -> None:
        """Another turn was said."""
        self.turns = [*self.turns, turn][-KEPT:]

    def asked(self, speaker: str) -> tuple[Turn, Sentence] | None:
        """The question that another speaker has just ended with, and the turn that asks it."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.speaker == speaker:
            return None
        for sentence in reversed(last.sentences):
            if any(word.text[:1].isalnum() for word in sentence.words):
                return (last, sentence) if sentence.asks else None
        return None
