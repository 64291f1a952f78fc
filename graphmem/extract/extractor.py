"""What every extractor is: messages go in, mentions, claims and problems come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphmem.model import Extraction, Message


class Extractor(Protocol):
    """Reads what messages say; `context` are earlier messages that pronouns may point to and that yield nothing."""

    def extract(
        self,
        messages: Sequence[Message],
        *,
        context: Sequence[Message] = (),
        projects: Mapping[str, str] | None = None,
    ) -> Extraction:
        """The mentions and claims of these messages; a message that cannot be read becomes a Problem.

        `projects` names the project of a session by its id.
        """
        ...
