"""Dates as they are typed in chats and tickets: separators, ordinals in words, counts of weekdays, spans by a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.calendar import start_of, unit
from graphmem.extract.date_cues import cues_of
from graphmem.extract.date_rules import RULES
from graphmem.extract.dates import find_dates
from graphmem.temporal import parse_time

# Monday 10 June 2024, half past two in the afternoon.
MONDAY = parse_time("2024-06-10T14:30:00Z")

# text | tense | first day or time | end, exclusive | grain | direction
TABLE = """
Nov/2 | past | 2023-11-02 | 2023-11-03 | day |
Jan-1 | past | 2024-01-01 | 2024-01-02 | day |
Sep-23-2020 | | 2020-09-23 | 2020-09-24 | day |
2019/aug/01 | | 2019-08-01 | 2019-08-02 | day |
2019-aug-1 | | 2019-08-01 | 2019-08-02 | day |
Dec-2018 | | 2018-12-01 | 2019-01-01 | month |
Dec/2018 | | 2018-12-01 | 2019-01-01 | month |
26 June in 2019 | | 2019-06-26 | 2019-06-27 | day |
April of '87 | | 1987-04-01 | 1987-05-01 | month |
05/05/71 | | 1971-05-05 | 1971-05-06 | day |
05/05/24 | | 2024-05-05 | 2024-05-06 | day |
since 03.10.13 | | 2013-10-03 | 2013-10-04 | day | since
Friday 5/10 | past | 2024-05-10 | 2024-05-11 | day |
from 10/1 to 11/7 | past | 2023-10-01 | 2023-11-08 | day | range
5/1-5/7, 2020 | | 2020-05-01 | 2020-05-08 | day | range
from 12/20 to 1/5 | past | 2023-12-20 | 2024-01-06 | day | range
on May twenty-first, | past | 2024-05-21 | 2024-05-22 | day |
January first 2000 | | 2000-01-01 | 2000-01-02 | day |
May twenty one, | past | 2024-05-21 | 2024-05-22 | day |
April ninth through seventeenth | past | 2024-04-09 | 2024-04-18 | day | range
april 9th through seventeenth | past | 2024-04-09 | 2024-04-18 | day | range
the 15th day of June | past | 2023-06-15 | 2023-06-16 | day |
Tuesday the eleventh | | 2024-06-11 | 2024-06-12 | day |
Sun 9th | past | 2024-06-09 | 2024-06-10 | day |
two Fridays ago | | 2024-05-31 | 2024-06-01 | day |
three Mondays ago | | 2024-05-20 | 2024-05-21 | day |
two weekends ago | | 2024-06-01 | 2024-06-03 | day |
two summers ago | | 2022-06-01 | 2022-09-01 | season |
the summer before last | | 2022-06-01 | 2022-09-01 | season |
the weekend after the next | | 2024-06-29 | 2024-07-01 | day |
a year and two months ago | | 2023-04-01 | 2023-05-01 | month |
2 weeks and 3 days ago | | 2024-05-24 | 2024-05-25 | day |
two days hence | | 2024-06-12 | 2024-06-13 | day |
four months from tomorrow | | 2024-10-01 | 2024-11-01 | month |
two weeks from January 15 | past | 2024-01-29 | 2024-01-30 | day |
the next decade | | 2030-01-01 | 2040-01-01 | year |
the 1990s | | 1990-01-01 | 2000-01-01 | year |
1990s | | 1990-01-01 | 2000-01-01 | year |
the nineteen seventies | | 1970-01-01 | 1980-01-01 | year |
over the past fortnight | | 2024-05-27T14:30:00 | 2024-06-10T14:30:00 | week | for
for a good three years | | 2021-06-10 | 2024-06-10T14:30:00 | year | for
calendar week 31 | future | 2024-07-29 | 2024-08-05 | week |
KW 2 | past | 2024-01-08 | 2024-01-15 | week |
2020-W53 | | 2020-12-28 | 2021-01-04 | week |
week 3 of 2027 | | 2027-01-18 | 2027-01-25 | week |
the first two weeks of July | future | 2024-07-01 | 2024-07-15 | week | range
the last three days of May | past | 2024-05-29 | 2024-06-01 | day | range
the week of July 15 | future | 2024-07-15 | 2024-07-22 | week |
the week of the 18th | future | 2024-06-17 | 2024-06-24 | week |
w/c June 17 | future | 2024-06-17 | 2024-06-24 | week |
the week starting 4 February | past | 2024-01-29 | 2024-02-05 | week |
the weekend of Halloween | past | 2023-11-04 | 2023-11-06 | day |
Labor Day weekend | past | 2023-09-02 | 2023-09-04 | day |
for three days starting next Monday | | 2024-06-17 | 2024-06-20 | day | range
for two weeks from July 8 | future | 2024-07-08 | 2024-07-22 | day | range
from July 8 for ten days | future | 2024-07-08 | 2024-07-18 | day | range
between August and October | future | 2024-08-01 | 2024-11-01 | month | range
between May and July | future | 2024-05-01 | 2024-08-01 | month | range
from the 20th to the 24th | future | 2024-06-20 | 2024-06-25 | day | range
between the 28th and the 3rd | past | 2024-05-28 | 2024-06-04 | day | range
between the 4th and the 22nd of this month | | 2024-06-04 | 2024-06-23 | day | range
starting Friday | | 2024-06-14 | 2024-06-15 | day | since
as of Friday | | 2024-06-14 | 2024-06-15 | day | since
this weekend | past | 2024-06-08 | 2024-06-10 | day |
2014~2018 | | 2014-01-01 | 2019-01-01 | year | range
tomorrow before 5pm | | 2024-06-11T17:00:00 | 2024-06-11T17:01:00 | minute | before
tonight at 7 | | 2024-06-10T19:00:00 | 2024-06-10T19:01:00 | minute |
tomorrow morning at 9 | | 2024-06-11T09:00:00 | 2024-06-11T09:01:00 | minute |
today at 8.30pm | | 2024-06-10T20:30:00 | 2024-06-10T20:31:00 | minute |
23.04.2022 14:55 | | 2022-04-23T14:55:00 | 2022-04-23T14:56:00 | minute |
tonite | | 2024-06-10T18:00:00 | 2024-06-11 | hour |
"""
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]
moments = st.integers(0, 3_400_000_000).map(
    lambda seconds: datetime(1975, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_the_table(case):
    text, tense, start, end, grain, direction = case
    (mention,) = find_dates(f"it was so {text} or so", MONDAY, tense=tense)
    got = (mention.interval.start, mention.interval.end, mention.grain, mention.direction)
    assert got == (parse_time(start), parse_time(end), grain, direction)


@pytest.mark.parametrize(
    "text",
    [
        "python 3.10.13", "on 3.10.13", "we pin it to 24.4.1", "v3.10.13", "10.11.12", "PyCharm 2024.3.1",
        "they may, and may not, do it", "ready to march and sing", "in my twenties", "in their forties",
        "a 40s timeout", "week 3 of the course",
        "at 9 places", "at 7.30", "1/2 to 3/4", "at 4", "10/2000 requests", "sprint 2024.12",
    ],
)  # fmt: skip
def test_what_is_no_date(text):
    assert find_dates(text, MONDAY) == []


@given(st.sampled_from([case[0] for case in CASES]), st.sampled_from(["{}", "so {}.", "({})", "A: {}, b"]))
def test_no_rule_is_passed_over_that_would_match(phrase, frame):
    text = frame.format(phrase)
    cues = cues_of(text)
    for rule in RULES:
        if rule.pattern.search(text):
            assert not any(group.isdisjoint(cues) for group in rule.needs), rule.reader.__name__


@given(st.text(max_size=80))
def test_no_rule_is_passed_over_in_any_text(text):
    cues = cues_of(text)
    for rule in RULES:
        if any(group.isdisjoint(cues) for group in rule.needs):
            assert rule.pattern.search(text) is None


@given(
    st.integers(0, 99),
    st.integers(0, 99),
    st.integers(0, 99),
    st.sampled_from(["", "v", "on ", "to ", "from "]),
)
def test_a_version_of_three_numbers_is_no_date(major, minor, patch, lead):
    padded = all(len(str(number)) == 2 for number in (major, minor))
    if not (padded and lead == "on "):
        assert find_dates(f"upgraded {lead}{major}.{minor}.{patch}", MONDAY) == []


@given(
    moments,
    st.integers(1, 20),
    st.sampled_from(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
)
def test_weekdays_are_counted_back_one_by_one(said, count, name):
    word = str(count + 1)
    (far,) = find_dates(f"{word} {name}s ago", said)
    (near,) = find_dates(f"last {name}", said)
    assert near.interval.low - far.interval.low == timedelta(days=7 * count)


@given(moments, st.integers(1, 12), st.integers(1, 28))
def test_the_week_of_a_day_holds_it_and_begins_on_monday(said, month, number):
    day = datetime(2024, month, number, tzinfo=UTC)
    (mention,) = find_dates(f"the week of {day:%B} {number}, 2024", said)
    assert mention.interval == unit(day, "week")
    assert mention.grain == "week"


@given(moments, st.integers(1, 60), st.sampled_from(["day", "week"]), st.booleans())
def test_a_length_from_a_day_ends_that_much_later(said, count, name, turned):
    length = f"for {count} {name}s"
    text = f"from 3 May 2024 {length}" if turned else f"{length} starting 3 May 2024"
    (mention,) = find_dates(text, said)
    start = datetime(2024, 5, 3, tzinfo=UTC)
    assert mention.interval.low == start
    assert mention.interval.high == start + timedelta(days=count * (7 if name == "week" else 1))


@given(
    moments,
    st.sampled_from(["March", "Friday", "summer", "the 15th", "Q3", "Christmas"]),
    st.sampled_from(["", "future"]),
)
def test_since_never_points_ahead(said, phrase, tense):
    for mention in find_dates(f"it is so since {phrase}", said, tense=tense):
        assert mention.interval.low <= said


@given(moments, st.integers(1, 52))
def test_a_calendar_week_is_that_of_the_standard(said, number):
    (mention,) = find_dates(f"calendar week {number} of 2024", said)
    assert mention.interval.low.isocalendar()[:2] == (2024, number)
    assert mention.interval.low == start_of(mention.interval.low, "week")
