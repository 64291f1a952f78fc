from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.calendar import shift, unit
from graphmem.extract.dates import find_dates
from graphmem.extract.holidays import NAMES, easter, holiday, nth_weekday
from graphmem.temporal import parse_time

# Monday 10 June 2024, half past two in the afternoon.
MONDAY = parse_time("2024-06-10T14:30:00Z")

# text | tense | first day or time | end, exclusive | grain | direction
TABLE = """
back in '19 | | 2019-01-01 | 2020-01-01 | year |
summer of '19 | | 2019-06-01 | 2019-09-01 | season |
the third of next month | | 2024-07-03 | 2024-07-04 | day |
May the 4th | | 2024-05-04 | 2024-05-05 | day |
May the fourth | | 2024-05-04 | 2024-05-05 | day |
the fourth of July | past | 2023-07-04 | 2023-07-05 | day |
the twenty-first of May | past | 2024-05-21 | 2024-05-22 | day |
Tue 4 June | | 2024-06-04 | 2024-06-05 | day |
Tuesday, June 4 | | 2024-06-04 | 2024-06-05 | day |
Tuesday 4 June 2024 | | 2024-06-04 | 2024-06-05 | day |
Fri, Jun 14 | | 2024-06-14 | 2024-06-15 | day |
Friday, 14 June | | 2024-06-14 | 2024-06-15 | day |
14 June (Friday) | | 2024-06-14 | 2024-06-15 | day |
Friday the 13th | past | 2023-10-13 | 2023-10-14 | day |
Friday the 14th | future | 2024-06-14 | 2024-06-15 | day |
Monday 3rd June at 10:00 | | 2024-06-03T10:00:00 | 2024-06-03T10:01:00 | minute |
June 4th at 3pm | | 2024-06-04T15:00:00 | 2024-06-04T15:01:00 | minute |
2024-06-04 at 3pm | | 2024-06-04T15:00:00 | 2024-06-04T15:01:00 | minute |
on 6/4 | | 2024-06-04 | 2024-06-05 | day |
on 6/14 | future | 2024-06-14 | 2024-06-15 | day |
4-Jun-2024 | | 2024-06-04 | 2024-06-05 | day |
mid-2022 | | 2022-05-03 | 2022-09-01 | year |
in the middle of 2022 | | 2022-05-03 | 2022-09-01 | year |
in the middle of March | past | 2024-03-11 | 2024-03-22 | month |
in the first half of 2023 | | 2023-01-01 | 2023-07-01 | quarter |
in the first half of March | past | 2024-03-01 | 2024-03-16 | month |
the second half of the year | | 2024-07-01 | 2025-01-01 | quarter |
the first week of March | past | 2024-03-01 | 2024-03-08 | week |
the last week of May | past | 2024-05-25 | 2024-06-01 | week |
the last Friday of May | past | 2024-05-31 | 2024-06-01 | day |
the first Monday in September | future | 2024-09-02 | 2024-09-03 | day |
the last day of March | past | 2024-03-31 | 2024-04-01 | day |
in early spring | past | 2024-03-01 | 2024-04-01 | season |
late last year | | 2023-09-01 | 2024-01-01 | year |
early next year | | 2025-01-01 | 2025-05-03 | year |
earlier this year | | 2024-01-01 | 2024-06-10T14:30:00 | year |
later this year | | 2024-06-10T14:30:00 | 2025-01-01 | year |
later this week | | 2024-06-10T14:30:00 | 2024-06-17 | week |
late last month | | 2024-05-22 | 2024-06-01 | month |
early last week | | 2024-06-03 | 2024-06-05 | week |
at the turn of the year | past | 2024-01-01 | 2024-01-02 | day |
at the end of 2023 | | 2023-12-31 | 2024-01-01 | day |
the end of Q2 | future | 2024-06-30 | 2024-07-01 | day |
by the end of next week | | 2024-06-23 | 2024-06-24 | day | by
by year end | | 2024-12-31 | 2025-01-01 | day | by
by EOM | | 2024-06-30 | 2024-07-01 | day | by
by EOD Friday | | 2024-06-14 | 2024-06-15 | day | by
by EOD tomorrow | | 2024-06-11 | 2024-06-12 | day | by
by COB Thursday | | 2024-06-13 | 2024-06-14 | day | by
by close of business | | 2024-06-10 | 2024-06-11 | day | by
last Q3 | | 2023-07-01 | 2023-10-01 | quarter |
Q3 last year | | 2023-07-01 | 2023-10-01 | quarter |
third quarter of last year | | 2023-07-01 | 2023-10-01 | quarter |
next Q1 | | 2025-01-01 | 2025-04-01 | quarter |
Q1/2024 | | 2024-01-01 | 2024-04-01 | quarter |
2024Q1 | | 2024-01-01 | 2024-04-01 | quarter |
in the nineties | | 1990-01-01 | 2000-01-01 | year |
in the late 90s | | 1996-01-01 | 2000-01-01 | year |
in the early nineties | | 1990-01-01 | 1994-01-01 | year |
a fortnight ago | | 2024-05-27 | 2024-06-03 | week |
in a fortnight | | 2024-06-24 | 2024-07-01 | week |
a decade ago | | 2014-01-01 | 2015-01-01 | year |
18 months ago | | 2022-12-01 | 2023-01-01 | month |
2.5 years ago | | 2021-12-01 | 2022-01-01 | month |
1.5 years ago | | 2022-12-01 | 2023-01-01 | month |
one and a half years ago | | 2022-12-01 | 2023-01-01 | month |
two and a half years ago | | 2021-12-01 | 2022-01-01 | month |
two or three weeks ago | | 2024-05-20 | 2024-05-27 | week |
2-3 weeks ago | | 2024-05-20 | 2024-05-27 | week |
exactly one year ago | | 2023-01-01 | 2024-01-01 | year |
2h ago | | 2024-06-10T12:00:00 | 2024-06-10T13:00:00 | hour |
3d ago | | 2024-06-07 | 2024-06-08 | day |
Friday week | | 2024-06-21 | 2024-06-22 | day |
a week on Friday | | 2024-06-21 | 2024-06-22 | day |
a week from tomorrow | | 2024-06-18 | 2024-06-19 | day |
two weeks from Friday | | 2024-06-28 | 2024-06-29 | day |
a week ago Friday | | 2024-05-31 | 2024-06-01 | day |
a week ago yesterday | | 2024-06-02 | 2024-06-03 | day |
the week before last | | 2024-05-27 | 2024-06-03 | week |
the week after next | | 2024-06-24 | 2024-07-01 | week |
the month before last | | 2024-04-01 | 2024-05-01 | month |
the year before last | | 2022-01-01 | 2023-01-01 | year |
the weekend before last | | 2024-06-01 | 2024-06-03 | day |
the weekend after next | | 2024-06-29 | 2024-07-01 | day |
the Friday before last | | 2024-05-31 | 2024-06-01 | day |
over the past year | | 2023-06-10T14:30:00 | 2024-06-10T14:30:00 | year | for
over the last decade | | 2014-06-10T14:30:00 | 2024-06-10T14:30:00 | year | for
for the last year and a half | | 2022-12-10T14:30:00 | 2024-06-10T14:30:00 | month | for
for two and a half years | | 2021-12-10 | 2024-06-10T14:30:00 | month | for
for 2.5 years | | 2021-12-10 | 2024-06-10T14:30:00 | month | for
for half a year | | 2023-12-10 | 2024-06-10T14:30:00 | month | for
for more than a decade | | 2014-06-10 | 2024-06-10T14:30:00 | year | for
three years now | | 2021-06-10 | 2024-06-10T14:30:00 | year | for
going on three years | | 2021-06-10 | 2024-06-10T14:30:00 | year | for
since early 2020 | | 2020-01-01 | 2020-05-02 | year | since
since mid-March | | 2024-03-11 | 2024-03-22 | month | since
since the beginning of May | | 2024-05-01 | 2024-05-02 | day | since
since around 2018 | | 2018-01-01 | 2019-01-01 | year | since
since this morning | | 2024-06-10T06:00:00 | 2024-06-10T12:00:00 | hour | since
as of June 1 | | 2024-06-01 | 2024-06-02 | day | since
as of 1 July | | 2024-07-01 | 2024-07-02 | day | since
as of next Monday | | 2024-06-17 | 2024-06-18 | day | since
as from July | | 2024-07-01 | 2024-08-01 | month | since
effective July 1 | | 2024-07-01 | 2024-07-02 | day | since
starting 1 July | | 2024-07-01 | 2024-07-02 | day | since
starting August 1st | past | 2024-08-01 | 2024-08-02 | day | since
starting on 1 March | future | 2025-03-01 | 2025-03-02 | day | since
as of June 1 | past | 2024-06-01 | 2024-06-02 | day | since
starting tomorrow | | 2024-06-11 | 2024-06-12 | day | since
beginning in September | future | 2024-09-01 | 2024-10-01 | month | since
from 1 July | | 2024-07-01 | 2024-07-02 | day | from
from July onwards | | 2024-07-01 | 2024-08-01 | month | from
through Friday | | 2024-06-14 | 2024-06-15 | day | through
through the end of June | | 2024-06-30 | 2024-07-01 | day | through
up until March | | 2025-03-01 | 2025-04-01 | month | until
til friday | | 2024-06-14 | 2024-06-15 | day | until
no later than Friday | | 2024-06-14 | 2024-06-15 | day | by
no later than June 20 | | 2024-06-20 | 2024-06-21 | day | by
not before July | | 2024-07-01 | 2024-08-01 | month | after
due Friday | | 2024-06-14 | 2024-06-15 | day | by
due on June 20 | | 2024-06-20 | 2024-06-21 | day | by
by tomorrow 5pm | | 2024-06-11T17:00:00 | 2024-06-11T17:01:00 | minute | by
by Friday at noon | | 2024-06-14T12:00:00 | 2024-06-14T12:01:00 | minute | by
in the next few days | | 2024-06-10T14:30:00 | 2024-06-13T14:30:00 | day | within
from 2019 to present | | 2019-01-01 | 2020-01-01 | year | since
2021 - now | | 2021-01-01 | 2022-01-01 | year | since
2019–21 | | 2019-01-01 | 2022-01-01 | year | range
3 to 7 May | past | 2024-05-03 | 2024-05-08 | day | range
the 3rd to the 7th of May | past | 2024-05-03 | 2024-05-08 | day | range
between May 3 and 7 | past | 2024-05-03 | 2024-05-08 | day | range
28 Dec to 3 Jan | past | 2023-12-28 | 2024-01-04 | day | range
Dec 28 - Jan 3 | future | 2024-12-28 | 2025-01-04 | day | range
Mon-Wed | past | 2024-06-03 | 2024-06-06 | day | range
Monday through Wednesday | future | 2024-06-17 | 2024-06-20 | day | range
from last summer until Christmas | | 2023-06-01 | 2023-12-26 | day | range
between Christmas and New Year's | past | 2023-12-25 | 2024-01-02 | day | range
from January to March of last year | | 2023-01-01 | 2023-04-01 | month | range
Friday 3pm | future | 2024-06-14T15:00:00 | 2024-06-14T15:01:00 | minute |
3pm on Friday | future | 2024-06-14T15:00:00 | 2024-06-14T15:01:00 | minute |
at Easter | past | 2024-03-31 | 2024-04-01 | day |
at Easter | future | 2025-04-20 | 2025-04-21 | day |
Easter Monday | past | 2024-04-01 | 2024-04-02 | day |
Good Friday | future | 2025-04-18 | 2025-04-19 | day |
last Easter | | 2024-03-31 | 2024-04-01 | day |
on Thanksgiving | past | 2023-11-23 | 2023-11-24 | day |
Thanksgiving 2022 | | 2022-11-24 | 2022-11-25 | day |
Memorial Day | past | 2024-05-27 | 2024-05-28 | day |
Labor Day | future | 2024-09-02 | 2024-09-03 | day |
Black Friday | past | 2023-11-24 | 2023-11-25 | day |
Mother's Day | past | 2024-05-12 | 2024-05-13 | day |
over New Year | past | 2024-01-01 | 2024-01-02 | day |
St. Patrick's Day | past | 2024-03-17 | 2024-03-18 | day |
MLK day | past | 2024-01-15 | 2024-01-16 | day |
two weeks after the launch on 3 May | past | 2024-05-17 | 2024-05-18 | day |
three days before the release on 2024-03-10 | | 2024-03-07 | 2024-03-08 | day |
the day after Christmas | past | 2023-12-26 | 2023-12-27 | day |
"""
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]}")
def test_the_table(case):
    text, tense, start, end, grain, direction = case
    (mention,) = find_dates(f"it was so {text} or so", MONDAY, tense=tense)
    got = (mention.interval.start, mention.interval.end, mention.grain, mention.direction)
    assert got == (parse_time(start), parse_time(end), grain, direction)


@pytest.mark.parametrize(
    "text",
    [
        "never run migrations on a Friday", "on Fridays", "on Friday afternoons", "every second Tuesday",
        "every Tuesday", "each Monday", "in winters", "at the end of the day it is only a cache", "an H2 tag",
        "H1 headings", "Spring Boot 3", "in Spring Boot 3", "SQL Server 2019", "Windows 2000", "since Node 20",
        "Ubuntu 22.04", "2000 requests", "for 1999 USD", "by 2000 points", "24/7", "3/4 of the cases", "1/2 cup",
        "wed to her", "mar the surface", "just a minute", "someday", "two weeks a year", "for 3 hours a day",
        "last time", "the next step", "a 3 day trip", "she's 3 years old", "a three-week course", "a month later",
        "the next day", "thanks for the 2nd", "the summer of love", "for the win",
    ],
)  # fmt: skip
def test_what_is_no_date(text):
    assert find_dates(text, MONDAY) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I booked flights to Lima for 20 December", "2024-12-20"),
        ("we scheduled the launch of Atlas for the 24th", "2024-06-24"),
        ("she invited us to dinner for Saturday", "2024-06-15"),
        ("they reserved a table for next Friday", "2024-06-21"),
        ("I planned the trip for August", "2024-08-01"),
        ("they pushed the release to Thursday", "2024-06-13"),
        ("we postponed the wedding until May", "2025-05-01"),
        ("we rescheduled the review to the 3rd of July", "2024-07-03"),
    ],
)
def test_what_was_arranged_lies_ahead(text, day):
    (mention,) = find_dates(text, MONDAY, tense="past")
    assert mention.interval.start == parse_time(day)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("We launched on 3 May, and two weeks later the server failed.", ["2024-05-03", "2024-05-17"]),
        ("I moved in on 2024-01-31; a month later I moved out.", ["2024-01-31", "2024-02-29"]),
        ("He left on 30 December 2023 and the next day she called.", ["2023-12-30", "2023-12-31"]),
    ],
)
def test_later_counts_from_the_date_before(text, days):
    found = find_dates(text, MONDAY, tense="past")
    assert [mention.interval.start for mention in found] == [parse_time(day) for day in days]


moments = st.integers(-20 * 366, 130 * 365).flatmap(
    lambda days: st.integers(0, 86_399).map(
        lambda seconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days, seconds=seconds)
    )
)
days_of_weeks = st.sampled_from(
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
)


@given(st.integers(1583, 4000))
def test_easter_is_a_sunday_between_22_march_and_25_april(year):
    day = datetime(year, *easter(year), tzinfo=UTC)
    assert day.weekday() == 6
    assert (3, 22) <= easter(year) <= (4, 25)


def test_easter_of_known_years():
    assert [easter(year) for year in (1818, 1943, 2000, 2008, 2019, 2024, 2025, 2038)] == [
        (3, 22), (4, 25), (4, 23), (3, 23), (4, 21), (3, 31), (4, 20), (4, 25),
    ]  # fmt: skip


@given(st.sampled_from(NAMES), st.integers(1900, 2099))
def test_each_holiday_is_one_day_of_its_year(name, year):
    found = holiday(name, year, MONDAY)
    assert found is not None
    assert found.year == year
    (mention,) = find_dates(f"we met on {name} {year}", MONDAY)
    assert mention.interval == unit(found, "day")


@given(st.integers(1900, 2100), st.integers(1, 12), st.integers(0, 6), st.sampled_from([1, 2, 3, 4, 5, -1]))
def test_the_nth_weekday_lies_in_its_month(year, month, weekday, nth):
    found = nth_weekday(year, month, weekday, nth, MONDAY)
    if found is None:
        assert nth == 5
        return
    assert (found.year, found.month, found.weekday()) == (year, month, weekday)
    assert (found.day - 1) // 7 == nth - 1 if nth > 0 else (found + timedelta(days=7)).month != month


@given(moments, st.sampled_from(["week", "month", "year"]))
def test_before_last_and_after_next_are_the_neighbours_of_last_and_next(said, name):
    older, last, following, later = (
        find_dates(text, said)[0].interval
        for text in (f"the {name} before last", f"last {name}", f"next {name}", f"the {name} after next")
    )
    assert older.end == last.start
    assert following.end == later.start


@given(moments, days_of_weeks)
def test_friday_week_is_a_week_after_friday(said, name):
    (near,) = find_dates(f"on {name}", said, tense="future")
    (far,) = find_dates(f"{name} week", said, tense="future")
    assert far.interval.low - near.interval.low == timedelta(days=7)


@given(moments, st.integers(1, 40))
def test_a_half_is_said_in_three_ways(said, count):
    spans = {
        find_dates(text, said)[0].interval
        for text in (f"{count}.5 years ago", f"{count} and a half years ago", f"{count} years and a half ago")
    }
    assert spans == {unit(shift(said, -(12 * count + 6), "month"), "month")}


@given(moments)
def test_a_day_with_its_weekday_is_one_date_and_the_right_year(said):
    day = said + timedelta(days=40)
    (mention,) = find_dates(f"the party is on {day:%A}, {day:%B} {day.day}", said)
    assert mention.interval == unit(day, "day")


@given(moments, st.sampled_from(["20 December", "the 24th", "Friday", "June", "Easter"]))
def test_what_is_booked_is_not_over(said, phrase):
    (mention,) = find_dates(f"we booked it for {phrase}", said, tense="past")
    assert mention.interval.high > said


@given(moments, st.integers(2, 30), st.sampled_from(["day", "week"]), st.integers(1, 28))
def test_after_and_before_a_day_count_from_it(said, count, name, number):
    (later,) = find_dates(f"{count} {name}s after the launch on {number} May 2020", said)
    (sooner,) = find_dates(f"{count} {name}s before the launch on {number} May 2020", said)
    launch = datetime(2020, 5, number, tzinfo=UTC)
    assert later.interval == unit(shift(launch, count, name), "day")
    assert sooner.interval == unit(shift(launch, -count, name), "day")
