from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.calendar import shift, start_of, unit
from graphmem.extract.dates import find_dates, written
from graphmem.temporal import parse_time

# Monday 10 June 2024, half past two in the afternoon.
MONDAY = "2024-06-10T14:30:00Z"

# text | tense | first day or time | end, exclusive | grain | direction
TABLE = """
2024-03-05 | | 2024-03-05 | 2024-03-06 | day |
2024/03/05 | | 2024-03-05 | 2024-03-06 | day |
on 2024-3-5 | | 2024-03-05 | 2024-03-06 | day |
2024-03-05T09:30:00Z | | 2024-03-05T09:30:00 | 2024-03-05T09:30:01 | second |
2024-03-05T09:30Z | | 2024-03-05T09:30:00 | 2024-03-05T09:31:00 | minute |
2024-03-05 09:30 | | 2024-03-05T09:30:00 | 2024-03-05T09:31:00 | minute |
2024-03-05T09:30:00+02:00 | | 2024-03-05T07:30:00 | 2024-03-05T07:30:01 | second |
2024-03-05T09:30:00.123Z | | 2024-03-05T09:30:00 | 2024-03-05T09:30:01 | second |
12/25/2023 | | 2023-12-25 | 2023-12-26 | day |
25/12/2023 | | 2023-12-25 | 2023-12-26 | day |
3/4/2024 | | 2024-03-04 | 2024-03-05 | day |
3/4/24 | | 2024-03-04 | 2024-03-05 | day |
5.3.2024 | | 2024-03-05 | 2024-03-06 | day |
05.03.2024 | | 2024-03-05 | 2024-03-06 | day |
2024-03 | | 2024-03-01 | 2024-04-01 | month |
March 5, 2024 | | 2024-03-05 | 2024-03-06 | day |
March 5th, 2024 | | 2024-03-05 | 2024-03-06 | day |
5 March 2024 | | 2024-03-05 | 2024-03-06 | day |
5th of March 2024 | | 2024-03-05 | 2024-03-06 | day |
the 5th of March, 2024 | | 2024-03-05 | 2024-03-06 | day |
Mar 5 2024 | | 2024-03-05 | 2024-03-06 | day |
on Sept. 3, 2023 | | 2023-09-03 | 2023-09-04 | day |
29 February 2024 | | 2024-02-29 | 2024-03-01 | day |
Feb 29, 2020 | | 2020-02-29 | 2020-03-01 | day |
March 5 | past | 2024-03-05 | 2024-03-06 | day |
March 5 | future | 2025-03-05 | 2025-03-06 | day |
on May 1st | past | 2024-05-01 | 2024-05-02 | day |
on the 3rd of July | past | 2023-07-03 | 2023-07-04 | day |
on the 3rd of July | future | 2024-07-03 | 2024-07-04 | day |
Feb 29 | past | 2024-02-29 | 2024-03-01 | day |
Feb 29 | future | 2028-02-29 | 2028-03-01 | day |
in March 2024 | | 2024-03-01 | 2024-04-01 | month |
since March 2024 | | 2024-03-01 | 2024-04-01 | month | since
until March 2025 | | 2025-03-01 | 2025-04-01 | month | until
in Mar '24 | | 2024-03-01 | 2024-04-01 | month |
March of 2023 | | 2023-03-01 | 2023-04-01 | month |
March, 2023 | | 2023-03-01 | 2023-04-01 | month |
in February 2024 | | 2024-02-01 | 2024-03-01 | month |
in February 2023 | | 2023-02-01 | 2023-03-01 | month |
in May | | 2024-05-01 | 2024-06-01 | month |
in may | past | 2024-05-01 | 2024-06-01 | month |
in June | past | 2024-06-01 | 2024-07-01 | month |
in June | future | 2024-06-01 | 2024-07-01 | month |
in July | past | 2023-07-01 | 2023-08-01 | month |
in July | future | 2024-07-01 | 2024-08-01 | month |
in May | future | 2025-05-01 | 2025-06-01 | month |
since May | | 2024-05-01 | 2024-06-01 | month | since
since december | | 2023-12-01 | 2024-01-01 | month | since
last March | | 2024-03-01 | 2024-04-01 | month |
last June | | 2023-06-01 | 2023-07-01 | month |
next March | | 2025-03-01 | 2025-04-01 | month |
this September | | 2024-09-01 | 2024-10-01 | month |
early March 2024 | | 2024-03-01 | 2024-03-11 | month |
mid-March 2024 | | 2024-03-11 | 2024-03-22 | month |
late March 2024 | | 2024-03-22 | 2024-04-01 | month |
March of last year | | 2023-03-01 | 2023-04-01 | month |
May next year | | 2025-05-01 | 2025-06-01 | month |
in 2021 | | 2021-01-01 | 2022-01-01 | year |
since 2021 | | 2021-01-01 | 2022-01-01 | year | since
until 2021 | | 2021-01-01 | 2022-01-01 | year | until
before 2020 | | 2020-01-01 | 2021-01-01 | year | before
after 2020 | | 2020-01-01 | 2021-01-01 | year | after
by 2030 | | 2030-01-01 | 2031-01-01 | year | by
back in 2015 | | 2015-01-01 | 2016-01-01 | year |
in the year 1999 | | 1999-01-01 | 2000-01-01 | year |
early 2022 | | 2022-01-01 | 2022-05-03 | year |
late 2022 | | 2022-09-01 | 2023-01-01 | year |
the 1990s | | 1990-01-01 | 2000-01-01 | year |
in the 90s | | 1990-01-01 | 2000-01-01 | year |
in Q3 | past | 2023-07-01 | 2023-10-01 | quarter |
in Q3 | future | 2024-07-01 | 2024-10-01 | quarter |
in Q2 | past | 2024-04-01 | 2024-07-01 | quarter |
Q1 2024 | | 2024-01-01 | 2024-04-01 | quarter |
Q4 of 2023 | | 2023-10-01 | 2024-01-01 | quarter |
the third quarter of 2023 | | 2023-07-01 | 2023-10-01 | quarter |
H1 2024 | | 2024-01-01 | 2024-07-01 | quarter |
H2 | future | 2024-07-01 | 2025-01-01 | quarter |
last quarter | | 2024-01-01 | 2024-04-01 | quarter |
this quarter | | 2024-04-01 | 2024-07-01 | quarter |
next quarter | | 2024-07-01 | 2024-10-01 | quarter |
last summer | | 2023-06-01 | 2023-09-01 | season |
this summer | | 2024-06-01 | 2024-09-01 | season |
next summer | | 2025-06-01 | 2025-09-01 | season |
last winter | | 2023-12-01 | 2024-03-01 | season |
in winter 2023 | | 2023-12-01 | 2024-03-01 | season |
in the spring | past | 2024-03-01 | 2024-06-01 | season |
in the fall | future | 2024-09-01 | 2024-12-01 | season |
in autumn 2022 | | 2022-09-01 | 2022-12-01 | season |
since last summer | | 2023-06-01 | 2023-09-01 | season | since
at Christmas | past | 2023-12-25 | 2023-12-26 | day |
last Christmas | | 2023-12-25 | 2023-12-26 | day |
before Christmas | future | 2024-12-25 | 2024-12-26 | day | before
New Year's Eve 2022 | | 2022-12-31 | 2023-01-01 | day |
on Halloween | past | 2023-10-31 | 2023-11-01 | day |
today | | 2024-06-10 | 2024-06-11 | day |
earlier today | | 2024-06-10 | 2024-06-11 | day |
yesterday | | 2024-06-09 | 2024-06-10 | day |
tomorrow | | 2024-06-11 | 2024-06-12 | day |
the day before yesterday | | 2024-06-08 | 2024-06-09 | day |
the day after tomorrow | | 2024-06-12 | 2024-06-13 | day |
tonight | | 2024-06-10T18:00:00 | 2024-06-11 | hour |
last night | | 2024-06-09T18:00:00 | 2024-06-10 | hour |
this morning | | 2024-06-10T06:00:00 | 2024-06-10T12:00:00 | hour |
yesterday evening | | 2024-06-09T18:00:00 | 2024-06-10 | hour |
tomorrow afternoon | | 2024-06-11T12:00:00 | 2024-06-11T18:00:00 | hour |
by tomorrow | | 2024-06-11 | 2024-06-12 | day | by
two weeks ago | | 2024-05-27 | 2024-06-03 | week |
2 weeks ago | | 2024-05-27 | 2024-06-03 | week |
a week ago | | 2024-06-03 | 2024-06-10 | week |
3 days ago | | 2024-06-07 | 2024-06-08 | day |
a month ago | | 2024-05-01 | 2024-06-01 | month |
a few months ago | | 2024-03-01 | 2024-04-01 | month |
a couple of months ago | | 2024-04-01 | 2024-05-01 | month |
about three years ago | | 2021-01-01 | 2022-01-01 | year |
five years back | | 2019-01-01 | 2020-01-01 | year |
an hour ago | | 2024-06-10T13:00:00 | 2024-06-10T14:00:00 | hour |
20 minutes ago | | 2024-06-10T14:10:00 | 2024-06-10T14:11:00 | minute |
a year and a half ago | | 2022-12-01 | 2023-01-01 | month |
half a year ago | | 2023-12-01 | 2024-01-01 | month |
in 3 weeks | | 2024-07-01 | 2024-07-08 | week |
in two days | | 2024-06-12 | 2024-06-13 | day |
in a month | | 2024-07-01 | 2024-08-01 | month |
in half an hour | | 2024-06-10T15:00:00 | 2024-06-10T15:01:00 | minute |
two days from now | | 2024-06-12 | 2024-06-13 | day |
in two weeks' time | | 2024-06-24 | 2024-07-01 | week |
last week | | 2024-06-03 | 2024-06-10 | week |
this week | | 2024-06-10 | 2024-06-17 | week |
next week | | 2024-06-17 | 2024-06-24 | week |
last month | | 2024-05-01 | 2024-06-01 | month |
this month | | 2024-06-01 | 2024-07-01 | month |
next month | | 2024-07-01 | 2024-08-01 | month |
last year | | 2023-01-01 | 2024-01-01 | year |
this year | | 2024-01-01 | 2025-01-01 | year |
next year | | 2025-01-01 | 2026-01-01 | year |
since last week | | 2024-06-03 | 2024-06-10 | week | since
for three years | | 2021-06-10 | 2024-06-10T14:30:00 | year | for
for about two months | | 2024-04-10 | 2024-06-10T14:30:00 | month | for
for 10 days now | | 2024-05-31 | 2024-06-10T14:30:00 | day | for
for the past 3 months | | 2024-03-10T14:30:00 | 2024-06-10T14:30:00 | month | for
over the last two weeks | | 2024-05-27T14:30:00 | 2024-06-10T14:30:00 | week | for
for two hours | | 2024-06-10T12:30:00 | 2024-06-10T14:30:00 | hour | for
within the next two weeks | | 2024-06-10T14:30:00 | 2024-06-24T14:30:00 | week | within
last Friday | | 2024-06-07 | 2024-06-08 | day |
next Friday | | 2024-06-21 | 2024-06-22 | day |
this Friday | | 2024-06-14 | 2024-06-15 | day |
this coming Friday | future | 2024-06-14 | 2024-06-15 | day |
on Friday | past | 2024-06-07 | 2024-06-08 | day |
on Friday | future | 2024-06-14 | 2024-06-15 | day |
by Friday | | 2024-06-14 | 2024-06-15 | day | by
until Wednesday | | 2024-06-12 | 2024-06-13 | day | until
since Tuesday | | 2024-06-04 | 2024-06-05 | day | since
on Monday | past | 2024-06-03 | 2024-06-04 | day |
on Monday | future | 2024-06-17 | 2024-06-18 | day |
last Monday | | 2024-06-03 | 2024-06-04 | day |
next Monday | | 2024-06-17 | 2024-06-18 | day |
Friday next week | | 2024-06-21 | 2024-06-22 | day |
Tuesday of last week | | 2024-06-04 | 2024-06-05 | day |
on Friday morning | future | 2024-06-14T06:00:00 | 2024-06-14T12:00:00 | hour |
on fri | future | 2024-06-14 | 2024-06-15 | day |
at the weekend | past | 2024-06-08 | 2024-06-10 | day |
at the weekend | future | 2024-06-15 | 2024-06-17 | day |
two weekends ago | | 2024-06-01 | 2024-06-03 | day |
last weekend | | 2024-06-08 | 2024-06-10 | day |
this weekend | | 2024-06-15 | 2024-06-17 | day |
next weekend | | 2024-06-22 | 2024-06-24 | day |
on the 15th | past | 2024-05-15 | 2024-05-16 | day |
on the 15th | future | 2024-06-15 | 2024-06-16 | day |
on the 15th of last month | | 2024-05-15 | 2024-05-16 | day |
on the 31st | past | 2024-05-31 | 2024-06-01 | day |
by the 31st | | 2024-07-31 | 2024-08-01 | day | by
by EOD | | 2024-06-10 | 2024-06-11 | day | by
by EOW | | 2024-06-16 | 2024-06-17 | day | by
by the end of the month | | 2024-06-30 | 2024-07-01 | day | by
at the end of next month | | 2024-07-31 | 2024-08-01 | day |
by the end of March 2025 | | 2025-03-31 | 2025-04-01 | day | by
the beginning of the year | | 2024-01-01 | 2024-01-02 | day |
at the end of February 2024 | | 2024-02-29 | 2024-03-01 | day |
by the end of the year | | 2024-12-31 | 2025-01-01 | day | by
at 3pm | | 2024-06-10T15:00:00 | 2024-06-10T15:01:00 | minute |
at 15:30 | | 2024-06-10T15:30:00 | 2024-06-10T15:31:00 | minute |
at noon | | 2024-06-10T12:00:00 | 2024-06-10T12:01:00 | minute |
at 12am | | 2024-06-10 | 2024-06-10T00:01:00 | minute |
tomorrow at 9am | | 2024-06-11T09:00:00 | 2024-06-11T09:01:00 | minute |
at 9am tomorrow | | 2024-06-11T09:00:00 | 2024-06-11T09:01:00 | minute |
on Friday at 15:30 | future | 2024-06-14T15:30:00 | 2024-06-14T15:31:00 | minute |
from 2018 to 2021 | | 2018-01-01 | 2022-01-01 | year | range
2018-2021 | | 2018-01-01 | 2022-01-01 | year | range
between 2018 and 2021 | | 2018-01-01 | 2022-01-01 | year | range
from March to May | | 2024-03-01 | 2024-06-01 | month | range
from November to February | | 2023-11-01 | 2024-03-01 | month | range
between March and May 2023 | | 2023-03-01 | 2023-06-01 | month | range
from March 2022 until June 2023 | | 2022-03-01 | 2023-07-01 | month | range
from June 3 to June 7 | past | 2024-06-03 | 2024-06-08 | day | range
March 3-7, 2024 | | 2024-03-03 | 2024-03-08 | day | range
3-7 March 2024 | | 2024-03-03 | 2024-03-08 | day | range
from Monday to Wednesday | future | 2024-06-17 | 2024-06-20 | day | range
2024-01-01 to 2024-01-31 | | 2024-01-01 | 2024-02-01 | day | range
from last January to March | | 2024-01-01 | 2024-04-01 | month | range
"""
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


def test_the_table_is_long_enough():
    assert len(CASES) >= 150


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_the_table(case):
    text, tense, start, end, grain, direction = case
    (mention,) = find_dates(f"it was so {text} or so", parse_time(MONDAY), tense=tense)
    got = (mention.interval.start, mention.interval.end, mention.grain, mention.direction)
    assert got == (parse_time(start), parse_time(end), grain, direction)


@pytest.mark.parametrize(
    "text",
    [
        "Jan moved away", "April joined us",
        "we may go", "May I ask you something", "march on", "the sun is out", "sat down", "a second time",
        "version 1.2.3", "port 8080", "10.0.0.1", "every Friday", "each month", "1500 users", "2048 px", "fall back",
        "spring framework", "step 2 of 3", "an error in line 2021:5", "a dec value", "it takes two weeks", "",
        "2024-13-45", "31/31/2024", "Feb 30 2024", "on the 45th", "issue 1999", "second opinion", "HTTP 2024",
    ],
)  # fmt: skip
def test_what_is_no_date(text):
    assert find_dates(text, parse_time(MONDAY)) == []


@pytest.mark.parametrize(
    ("said", "text", "start", "end"),
    [
        ("2024-03-31T10:00:00Z", "a month ago", "2024-02-01", "2024-03-01"),
        ("2024-02-29T10:00:00Z", "a year ago", "2023-01-01", "2024-01-01"),
        ("2024-02-29T10:00:00Z", "for one year", "2023-02-28", "2024-02-29T10:00:00Z"),
        ("2024-01-01T00:30:00Z", "yesterday", "2023-12-31", "2024-01-01"),
        ("2024-01-01T00:30:00Z", "last week", "2023-12-25", "2024-01-01"),
        ("2024-01-31T10:00:00Z", "next month", "2024-02-01", "2024-03-01"),
        ("2024-01-31T10:00:00Z", "in a month", "2024-02-01", "2024-03-01"),
        ("2023-02-28T10:00:00Z", "tomorrow", "2023-03-01", "2023-03-02"),
        ("2024-02-28T10:00:00Z", "tomorrow", "2024-02-29", "2024-03-01"),
        ("2024-06-09T23:00:00Z", "this week", "2024-06-03", "2024-06-10"),
        ("2024-06-09T23:00:00Z", "next Monday", "2024-06-10", "2024-06-11"),
        ("2024-06-09T23:00:00Z", "last weekend", "2024-06-01", "2024-06-03"),
        ("2024-12-31T23:00:00Z", "next week", "2025-01-06", "2025-01-13"),
        ("2024-01-15T10:00:00Z", "last winter", "2022-12-01", "2023-03-01"),
        ("2024-01-15T10:00:00Z", "last quarter", "2023-10-01", "2024-01-01"),
    ],
)
def test_edges_of_the_calendar(said, text, start, end):
    (mention,) = find_dates(text, parse_time(said))
    assert (mention.interval.start, mention.interval.end) == (parse_time(start), parse_time(end))


def test_days_are_those_of_the_speaker():
    tokyo = timezone(timedelta(hours=9))
    said = datetime(2024, 6, 10, 1, 0, tzinfo=tokyo)  # still 9 June in UTC
    (mention,) = find_dates("yesterday", said)
    assert mention.interval.start == datetime(2024, 6, 9, tzinfo=tokyo)
    assert written(mention, said) == "2024-06-09"


@pytest.mark.parametrize("hours", [-5, 0, 9])
def test_the_last_year_of_a_range_is_that_of_the_speaker(hours):
    there = timezone(timedelta(hours=hours))
    (mention,) = find_dates("from 2015 to 2020", datetime(2024, 6, 10, 12, tzinfo=there))
    assert mention.direction == "range"
    assert mention.last == datetime(2020, 1, 1, tzinfo=there)


def test_in_the_past_tense_in_three_days_is_a_duration():
    assert find_dates("we built it in three days", parse_time(MONDAY), tense="past") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yesterday", "2024-06-09"), ("in May", "May 2024"), ("last year", "2023"), ("Q1 2024", "Q1 2024"),
        ("two weeks ago", "the week of 2024-05-27"), ("last summer", "summer 2023"), ("for three years", "June 2021"),
        ("from 2018 to 2021", "2018 to 2021"), ("March 3-7, 2024", "2024-03-03 to 2024-03-07"),
        ("last weekend", "the weekend of 2024-06-08"), ("tomorrow at 9am", "2024-06-11 09:00"),
        ("within the next two weeks", "2024-06-24"),
    ],
)  # fmt: skip
def test_a_date_is_written_without_the_moment_of_speaking(text, said):
    (mention,) = find_dates(text, parse_time(MONDAY))
    assert written(mention, parse_time(MONDAY)) == said


def test_several_dates_in_one_text():
    text = "Started on 2024-01-02, paused in March, and resumed last week."
    found = find_dates(text, parse_time(MONDAY))
    assert [mention.text for mention in found] == ["2024-01-02", "March", "last week"]
    assert all(text[mention.start : mention.end] == mention.text for mention in found)


moments = st.integers(-20 * 366, 130 * 365).flatmap(
    lambda days: st.integers(0, 86_399).map(
        lambda seconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days, seconds=seconds)
    )
)
phrases = st.sampled_from([text for text, *_ in CASES])


@given(moments, phrases, st.sampled_from(["past", "present", "future", ""]))
def test_an_interval_is_never_inverted_and_a_span_is_its_text(said, phrase, tense):
    text = f"and {phrase}, then"
    for mention in find_dates(text, said, tense=tense):
        assert mention.interval.low < mention.interval.high
        assert text[mention.start : mention.end] == mention.text
        assert mention.interval.low <= mention.last < mention.interval.high


PARTIAL = [
    "in May",
    "in June",
    "on March 5",
    "on Friday",
    "in Q3",
    "in the summer",
    "at Christmas",
    "on the 15th",
]


@given(moments, st.sampled_from(PARTIAL))
def test_in_the_past_tense_what_is_partial_has_begun_and_is_the_latest(said, phrase):
    (mention,) = find_dates(phrase, said, tense="past")
    assert mention.interval.low <= said
    assert said - mention.interval.low < timedelta(days=8 * 366 if "29" in phrase else 367)


@given(moments, st.sampled_from(PARTIAL))
def test_in_the_future_tense_what_is_partial_is_not_over(said, phrase):
    (mention,) = find_dates(phrase, said, tense="future")
    assert mention.interval.high > said


@given(moments, st.sampled_from(["week", "month", "quarter", "year"]))
def test_last_this_and_next_touch_each_other(said, name):
    last, this, following = (
        find_dates(f"{which} {name}", said)[0].interval for which in ("last", "this", "next")
    )
    assert said in this
    assert last.end == this.start
    assert this.end == following.start


@given(moments, st.integers(1, 300), st.sampled_from(["day", "week", "month", "year"]))
def test_ago_lies_before_and_holds_the_shifted_moment(said, count, name):
    (mention,) = find_dates(f"{count} {name}s ago", said)
    assert mention.interval == unit(shift(said, -count, name), name)
    assert mention.interval.low <= said


@given(
    moments,
    st.sampled_from(["second", "minute", "hour", "day", "week", "month", "quarter", "season", "year"]),
    st.integers(-500, 500),
)
def test_a_unit_holds_its_moment_and_begins_where_it_says(said, grain, count):
    span = unit(said, grain)
    assert said in span
    assert start_of(span.low, grain) == span.low
    moved = shift(said, count, grain)
    assert abs(shift(moved, -count, grain) - said) <= timedelta(days=3)


@given(st.text(max_size=200), moments)
def test_any_text_is_survived(text, said):
    for mention in find_dates(text, said):
        assert text[mention.start : mention.end] == mention.text


def test_a_wide_list_of_what_people_write_is_survived():
    root = Path(os.environ.get("GRAPHMEM_SHARED", "../shared")) / "bench" / "dates_recognizers"
    if not root.is_dir():
        pytest.skip("the list of date expressions is not here")
    found = 0
    cases = [
        case for file in sorted(root.glob("Date*.json")) for case in json.loads(file.read_text("utf-8-sig"))
    ]
    for case in cases:
        said = parse_time((case.get("Context") or {}).get("ReferenceDateTime") or MONDAY)
        found += bool(find_dates(case["Input"], said))
    assert found > len(cases) // 2


def test_importing_it_loads_nothing_heavy():
    code = "import sys, graphmem.extract.dates; print({'spacy', 'numpy', 'dateparser'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
