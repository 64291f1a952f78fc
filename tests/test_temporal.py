"""The laws of the two clocks."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInterval, InvalidTime
from graphmem.temporal import MAX, MIN, Interval, Viewpoint, format_time, now, parse_time, utc

ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29), timezones=ZONES)  # noqa: DTZ001
ENDS = st.none() | MOMENTS


@st.composite
def intervals(draw):
    start, end = draw(ENDS), draw(ENDS)
    if start is not None and end is not None and start > end:
        start, end = end, start
    return Interval(start, end)


INTERVALS = intervals()
DAY = [datetime(2024, 1, day, tzinfo=UTC) for day in range(1, 10)]


@given(MOMENTS, MOMENTS)
def test_an_interval_is_half_open(one, other):
    start, end = sorted((one, other))
    span = Interval(start, end)
    assert end not in span
    assert (start in span) == (start < end)
    assert span.empty == (start == end)


@given(MOMENTS, MOMENTS)
def test_an_inverted_interval_is_refused(one, other):
    start, end = sorted((one, other))
    if start < end:
        with pytest.raises(InvalidInterval, match="ends before it begins"):
            Interval(end, start)


@given(MOMENTS)
def test_open_ends_hold_everything(moment):
    assert moment in Interval()
    assert moment in Interval(moment, None)
    assert moment not in Interval(None, moment)
    assert MIN in Interval(None, moment)
    assert MAX in Interval(moment, None)


@given(INTERVALS)
def test_ends_are_kept_in_utc(span):
    for end in (span.start, span.end):
        assert end is None or end.tzinfo is UTC


@given(MOMENTS, MOMENTS, ZONES)
def test_equality_does_not_depend_on_the_zone(one, other, zone):
    start, end = sorted((one, other))
    assert Interval(start, end) == Interval(start.astimezone(zone), end.astimezone(zone))
    assert hash(Interval(start, end)) == hash(Interval(start.astimezone(zone), end.astimezone(zone)))


@given(INTERVALS, INTERVALS, MOMENTS)
def test_the_intersection_holds_what_both_hold(one, other, moment):
    both = one.intersection(other)
    inside = both is not None and moment in both
    assert inside == (moment in one and moment in other)


@given(INTERVALS, INTERVALS)
def test_intersection_does_not_care_for_order(one, other):
    assert one.intersection(other) == other.intersection(one)
    assert one.overlaps(other) == other.overlaps(one)
    assert one.overlaps(other) == (one.intersection(other) is not None)


@given(INTERVALS)
def test_an_interval_meets_itself_unless_it_is_empty(span):
    assert span.intersection(span) == (None if span.empty else span)


def test_neighbours_do_not_overlap():
    assert not Interval(DAY[0], DAY[1]).overlaps(Interval(DAY[1], DAY[2]))
    assert Interval(DAY[0], DAY[2]).overlaps(Interval(DAY[1], DAY[3]))


@given(INTERVALS, MOMENTS, MOMENTS)
def test_an_ended_interval_is_the_part_before_its_end_and_never_inverted(span, end, moment):
    ended = span.ended(end)
    assert ended.low <= ended.high
    assert ended.start == span.start
    assert (moment in ended) == (moment in span and utc(moment) < utc(end))
    assert ended.ended(end) == ended


@given(INTERVALS, INTERVALS)
def test_order_is_by_start_and_then_by_end(one, other):
    assert (one < other) == ((one.low, one.high) < (other.low, other.high))
    assert sum((one < other, other < one, (one.low, one.high) == (other.low, other.high))) == 1


# -- Viewpoint -------------------------------------------------------------------------------------------------


@given(INTERVALS, MOMENTS)
def test_without_known_at_only_what_was_never_taken_back_is_known(recorded, moment):
    assert Viewpoint().knows(recorded) == (recorded.end is None)
    assert Viewpoint(known_at=moment).knows(recorded) == (moment in recorded)


@given(INTERVALS, INTERVALS, MOMENTS)
def test_a_view_sees_what_it_knows_and_what_then_held(valid, recorded, moment):
    assert Viewpoint(as_of=moment).sees(valid, recorded) == (recorded.end is None and moment in valid)
    assert Viewpoint(moment, moment).sees(valid, recorded) == (moment in recorded and moment in valid)
    assert Viewpoint(known_at=moment).sees(valid, recorded) == (moment in recorded)


@given(INTERVALS, MOMENTS, MOMENTS)
def test_an_end_that_was_learned_later_is_not_yet_there(valid, learned, known):
    seen = Viewpoint(known_at=known).valid(valid, learned)
    assert seen == (Interval(valid.start, None) if utc(learned) > utc(known) else valid)
    assert Viewpoint().valid(valid, learned) == valid


def test_what_was_so_in_july_and_what_was_thought_in_may():
    job = Interval(DAY[0], DAY[4])  # ended on day 4, which was said on day 6 only
    recorded = Interval(DAY[1], None)
    assert Viewpoint(as_of=DAY[3]).sees(job, recorded, DAY[6])
    assert not Viewpoint(as_of=DAY[5]).sees(job, recorded, DAY[6])
    assert Viewpoint(as_of=DAY[5], known_at=DAY[5]).sees(job, recorded, DAY[6])
    assert not Viewpoint(as_of=DAY[5], known_at=DAY[6]).sees(job, recorded, DAY[6])
    assert not Viewpoint(known_at=DAY[0]).sees(job, recorded, DAY[6])


# -- Reading and writing ---------------------------------------------------------------------------------------


@given(MOMENTS)
def test_what_is_written_is_read_back(moment):
    written = format_time(moment)
    assert written.endswith("Z")
    assert parse_time(written) == moment
    assert format_time(parse_time(written)) == written


def test_an_open_end_is_written_as_nothing():
    assert format_time(None) is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2024-04", datetime(2024, 4, 1, tzinfo=UTC)),
        ("2024-04-15", datetime(2024, 4, 15, tzinfo=UTC)),
        (" 2024-04-15 ", datetime(2024, 4, 15, tzinfo=UTC)),
        ("2024-04-15T09:30:00Z", datetime(2024, 4, 15, 9, 30, tzinfo=UTC)),
        ("2024-04-15t09:30:00z", datetime(2024, 4, 15, 9, 30, tzinfo=UTC)),
        ("2024-04-15 09:30", datetime(2024, 4, 15, 9, 30, tzinfo=UTC)),
        ("2024-04-15T09:30:00+02:00", datetime(2024, 4, 15, 7, 30, tzinfo=UTC)),
        ("2024-04-15T09:30:00.123456Z", datetime(2024, 4, 15, 9, 30, 0, 123456, tzinfo=UTC)),
    ],
)
def test_the_ways_to_write_a_time(text, moment):
    assert parse_time(text) == moment


def test_now_is_now():
    before = now()
    assert before <= parse_time("now") <= now()
    assert parse_time("NOW").tzinfo is UTC


NO_TIMES = [
    "", " ", "soon", "yesterday", "2024-13", "2024-02-30", "15.04.2024", "04/15/2024", "20", "12:30", "-1",
    "2024-04-15T25:00", "0000", "２０２４年",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_no_time_is_refused_with_the_ways_to_write_one(text):
    with pytest.raises(InvalidTime) as refused:
        parse_time(text)
    assert repr(text) in refused.value.message
    assert "2024-04-15T09:30:00Z" in refused.value.hint


@given(st.text(max_size=30))
def test_any_text_is_a_time_or_an_invalid_time(text):
    with contextlib.suppress(InvalidTime):
        assert parse_time(text).tzinfo is UTC


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00"])
def test_a_time_outside_the_calendar_is_refused(text):
    with pytest.raises(InvalidTime, match="1 to 9999"):
        parse_time(text)


@given(st.datetimes())
def test_a_naive_time_is_taken_to_be_utc(moment):
    assert utc(moment) == moment.replace(tzinfo=UTC)
