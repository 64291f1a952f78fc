"""A date that is corrected moves what was said just before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.model import Message
from graphmem.temporal import parse_time
from tests.brief import Unsought

from ..transcripts import claude_file

WEDNESDAY = parse_time("2024-06-12T14:30:00Z")

# what was said | what corrects it | predicate | new from | new until
TABLE = """
I joined Acme in April. | Sorry, it was in May, not in April. | works_at | 2024-05-01 |
I joined Acme in April. | Sorry, it was in May. | works_at | 2024-05-01 |
I joined Acme last Monday. | sorry, last Tuesday | works_at | 2024-06-11 |
I moved to Porto in 2021. | I meant 2022. | lives_in | 2022-01-01 |
I moved to Porto in 2021. | oops, 2022 | lives_in | 2022-01-01 |
I moved to Porto in April 2021. | wait, no, May | lives_in | 2021-05-01 |
I'm moving to Oslo on 1 July. | I mean 1 August, sorry | lives_in | 2024-08-01 |
I've lived in Porto since 2019. | make that 2018 | lives_in | 2018-01-01 |
We adopted a cat named Miso last spring. | Sorry, it was last summer. | has_pet | 2023-06-01 |
I ran the Lisbon half marathon on 10 March. | correction: it was on 17 March | did | 2024-03-17 |
I left Acme in April. | Actually, it was in March. | works_at | | 2024-03-01
I left Acme in April. | no, in May, not April | works_at | | 2024-05-01
"""
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


def second(extractor, *texts):
    messages = [Message(f"m{place}", "s", "user", text, place, WEDNESDAY) for place, text in enumerate(texts)]
    return [claim for claim in extractor.extract(messages).claims if claim.message_id == "m1"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_the_table(extractor, case):
    said, correction, predicate, start, end = case
    told = [claim for claim in second(extractor, said, correction) if claim.mode != "retracts"]
    assert [(claim.mode, claim.predicate) for claim in told] == [("asserts", predicate)]
    (claim,) = told
    assert claim.valid_from == (parse_time(start) if start else None)
    assert claim.valid_until == (parse_time(end) if end else None)


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("I joined Acme in April.", "It was in May that I met Tom."),
        ("I moved to Porto in 2021.", "It was in 2021."),
        ("I moved to Porto in 2021.", "It was in May, and it rained."),
        ("I work at Acme.", "Sorry, in May."),
        ("I joined Acme in April.", "In May it was warm."),
        ("I moved to Porto in 2021.", "Sorry, I meant Lisbon."),
    ],
)
def test_what_corrects_no_date(extractor, said, then):
    assert "retracts" not in {claim.mode for claim in second(extractor, said, then)}


def test_a_correction_is_not_told_in_the_fact(extractor):
    (claim,) = second(extractor, "The launch is on 12 June.", "correction: the launch is on 14 June")
    assert (claim.value, claim.text) == ("2024-06-14", "The launch is on 2024-06-14.")


def test_the_memory_believes_the_corrected_date(tmp_path):
    turns = [
        ("user", "I lived in Berlin since 2015. I moved to Porto in 2021.", "2024-06-12T10:00:00Z"),
        ("assistant", "Noted.", "2024-06-12T10:01:00Z"),
        ("user", "Sorry, it was in 2022.", "2024-06-12T10:02:00Z"),
    ]
    with Unsought(tmp_path / "home") as memory:
        memory.ingest([claude_file(tmp_path, "aaaa", turns)])
        told = memory.facts(predicate="lives_in", all=True)
    porto = [
        (fact.valid_from, fact.retracted_at is None)
        for fact in sorted(told, key=lambda fact: fact.recorded_at)
        if fact.object == "Porto"
    ]
    assert porto == [(datetime(2021, 1, 1, tzinfo=UTC), False), (datetime(2022, 1, 1, tzinfo=UTC), True)]
