"""A text file goes in; scenes come out: who said what, two names, and whether they are one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

Verdict = Literal["one", "two", "unsure"]
SIGNS: dict[str, Verdict] = {"=": "one", "!=": "two", "?": "unsure"}
HEAD = re.compile(r"\[(?P<tag>[^\]]+)\] (?P<left>.+?) (?P<sign>=|!=|\?) (?P<right>.+)")
SAID = re.compile(r"(?P<day>\d{4}-\d\d-\d\d) (?P<speaker>[^:]+): (?P<text>.+)")


@dataclass(frozen=True)
class Said:
    """One utterance, at ten in the morning of its day."""

    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True)
class Scene:
    """What was said, the two names, and the truth."""

    tag: str
    left: str
    right: str
    verdict: Verdict
    said: tuple[Said, ...]


def read_scenes(path: Path) -> list[Scene]:
    """The scenes of a file; raises ValueError with the line that is of no known form."""
    scenes: list[Scene] = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        head = HEAD.fullmatch(lines[0])
        said = [SAID.fullmatch(line) for line in lines[1:]]
        if head is None or not all(said) or not said:
            raise ValueError(f"{path}: no scene: {lines[0]}")
        scenes.append(
            Scene(
                tag=head["tag"],
                left=head["left"],
                right=head["right"],
                verdict=SIGNS[head["sign"]],
                said=tuple(
                    Said(
                        datetime.fromisoformat(f"{one['day']}T10:00").replace(tzinfo=UTC),
                        one["speaker"],
                        one["text"],
                    )
                    for one in said
                    if one is not None
                ),
            )
        )
    return scenes
