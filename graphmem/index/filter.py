"""What may be found: a frozen set of conditions that binds every channel before it ranks.

`Filter` means for documents what `temporal.Viewpoint` means for facts. A message is known and valid from when it
was sent, an entity from when it was first seen; `since` and `until` look at when something was said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.result import HitKind
from graphmem.temporal import Viewpoint, utc


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that all must hold; what is empty or None does not bind.

    `entities` are ids: only they and what speaks of them or is about them. `project` and `client` are names; what
    was said in several places passes for each. `since` is inclusive, `until` is not.
    """

    as_of: datetime | None = None
    known_at: datetime | None = None
    kinds: frozenset[HitKind] = frozenset()
    entities: frozenset[str] = frozenset()
    project: str | None = None
    client: str | None = None
    scope: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    min_trust: float = 0.0
    active_only: bool = False  # leave out messages of branches that were rewound or edited away

    def __post_init__(self) -> None:
        for name in ("as_of", "known_at", "since", "until"):
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else utc(value))

    @property
    def view(self) -> Viewpoint:
        """The two clocks of the filter."""
        return Viewpoint(self.as_of, self.known_at)


EVERYTHING = Filter()
