"""Dates of date_cases.txt, as people say them, each against the moment at which it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.extract.dates import find_dates
from graphmem.temporal import parse_time

LINES = (Path(__file__).parent / "date_cases.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in LINES if "|" in line and line[0] != "#"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case[:3]))
def test_what_people_say(case):
    said, tense, text, *meant = case
    found = [mention.interval for mention in find_dates(text, parse_time(f"{said}:00Z"), tense=tense)]
    if meant == ["none"]:
        assert found == []
        return
    moments = [parse_time(cell) for cell in meant]
    assert [(one.start, one.end) for one in found] == list(zip(moments[::2], moments[1::2], strict=True))


def test_there_are_many_kinds():
    assert len(CASES) >= 80
    assert sum(case[-1] == "none" for case in CASES) >= 5
