"""Golden cases as text: a conversation goes in, its claims come out as lines that a person can read and correct."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from graphmem.model import Claim, Message
from graphmem.temporal import parse_time

SAID = "2024-06-10T12:00:00Z"


def line_of(claim: Claim) -> str:
    target = f"{claim.object.name} ({claim.object.kind})" if claim.object else repr(claim.value)
    qualifier = f" for {claim.qualifier}" if claim.qualifier else ""
    span = ""
    if claim.valid_from or claim.valid_until:
        days = [f"{moment:%Y-%m-%d}" if moment else "" for moment in (claim.valid_from, claim.valid_until)]
        span = f" [{days[0]}..{days[1]} {claim.grain}]"
    mode = "" if claim.mode == "asserts" else f"{claim.mode} "
    return f"{mode}{claim.subject.name} | {claim.predicate} | {target}{qualifier}{span} = {claim.text}"


def cases(path: Path) -> Iterator[tuple[list[tuple[str, str, str]], list[str]]]:
    """Turns as (role, when it was said, text), and the expected lines, which are indented."""
    turns: list[tuple[str, str, str]] = []
    expected: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("#"):
            continue
        if line.startswith("    "):
            expected.append(line.strip())
        elif line.strip():
            speaker, _, text = line.partition("> ")
            role, _, said = speaker.partition(" ")
            turns.append((role, said or SAID, text.replace("\\n", "\n")))
        elif turns:
            yield turns, expected
            turns, expected = [], []


class Case(NamedTuple):
    """One conversation of a file, a session of its own."""

    file: str
    number: int
    turns: list[tuple[str, str, str]]
    expected: list[str]

    @property
    def messages(self) -> list[Message]:
        return [
            Message(f"msg_{self.number}_{place}", f"ses_{self.number}", role, text, place, parse_time(said))
            for place, (role, said, text) in enumerate(self.turns)
        ]


FOLDER = Path(__file__).parent / "golden"
NAMES = (
    "claims",
    "plain",
    "answers",
    "changes",
    "turns",
    "undone",
    "lives",
    "plain_tastes",
    "plain_projects",
    "plain_people",
    "broad",
    "short",
)


def cases_of(name: str) -> list[Case]:
    return [Case(name, number, *case) for number, case in enumerate(cases(FOLDER / f"{name}.txt"))]


CLAIMS = [case for name in NAMES for case in cases_of(name)]
SILENT = cases_of("silent")


@pytest.fixture(scope="module")
def claims(extractor) -> Callable[[Case], list[Claim]]:
    """What a case claims; those of a file are read together, which takes half as long as one by one."""

    @cache
    def of_file(name: str) -> dict[str, list[Claim]]:
        found: dict[str, list[Claim]] = {}
        for claim in extractor.extract([one for case in cases_of(name) for one in case.messages]).claims:
            found.setdefault(claim.message_id, []).append(claim)
        return found

    return lambda case: [claim for one in case.messages for claim in of_file(case.file).get(one.id, [])]


def test_there_are_enough_cases():
    assert len(CLAIMS) >= 100
    assert len(SILENT) >= 60


@pytest.mark.parametrize("case", CLAIMS, ids=lambda case: case.turns[0][2][:60])
def test_what_is_claimed(claims, case):
    found = claims(case)
    assert [line_of(claim) for claim in found] == case.expected
    text = {message.id: message.text for message in case.messages}
    for claim in found:  # each quotes its message
        assert 0 <= claim.start < claim.end <= len(text[claim.message_id])
        for mention in (claim.subject, claim.object):
            if mention is not None:
                assert 0 <= mention.start < mention.end <= len(text[mention.message_id])


@pytest.mark.parametrize("case", SILENT, ids=lambda case: case.turns[0][2][:60])
def test_what_is_not_claimed(claims, case):
    assert case.expected == []
    assert [line_of(claim) for claim in claims(case)] == []
