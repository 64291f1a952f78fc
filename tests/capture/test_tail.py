"""Damaged and unfinished files: no good record is lost beside a bad one, and nothing that can be encoded is not."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

import pytest
import zstandard
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.capture.tail import Bad, Clock, Found, Tail, clean_text, decode, digests, read_time
from tests.capture.writers import line

CAP = 1 << 20


def is_record(value):
    return "uuid" in value


def tail_of(path, cap=CAP):
    return Tail(path, max_line=cap, is_record=is_record)


def records(path, cap=CAP):
    """The names of the records; a line that is some other JSON has none."""
    found = [item.value for item in tail_of(path, cap).records() if isinstance(item, Found)]
    return [value["uuid"] for value in found if "uuid" in value]


def problems(path, cap=CAP):
    return [(item.line, item.reason) for item in tail_of(path, cap).records() if isinstance(item, Bad)]


def one(key, **more):
    return line({"uuid": key, **more})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.jsonl"


def test_only_newlines_divide_lines(path):
    text = "a\u2028b\u2029c\u0085d\x0be\x0cf"
    path.write_bytes(one("1", text=text) + one("2"))
    found = list(tail_of(path).records())
    assert [item.value.get("text") for item in found] == [text, None]
    assert [item.offset for item in found] == [0, len(one("1", text=text))]


def test_marks_of_editors_and_power_cuts_are_stripped(path):
    path.write_bytes(b"\xef\xbb\xbf" + one("1") + b"\n  \n\0\0\0\0\n\0\0" + one("2").replace(b"\n", b"\r\n"))
    assert records(path) == ["1", "2"]
    assert problems(path) == []


def test_a_cut_last_line_is_not_there_yet(path):
    path.write_bytes(one("1") + one("2")[:-5])
    tail = tail_of(path)
    assert [type(item) for item in tail.records()] == [Found]
    assert (tail.end, tail.line) == (len(one("1")), 1)
    assert not tail.has_more(tail.end)
    path.write_bytes(one("1") + one("2"))
    assert records(path) == ["1", "2"]


def test_a_whole_record_without_newline_counts(path):
    path.write_bytes(one("1") + one("2")[:-1])
    tail = tail_of(path)
    assert len(list(tail.records())) == 2
    assert tail.end == path.stat().st_size


@pytest.mark.parametrize("last", [b"[]", b"12", b'"text"', b"null"])
def test_another_value_without_newline_does_not_count(path, last):
    path.write_bytes(one("1") + last)
    tail = tail_of(path)
    assert len(list(tail.records())) == 1
    assert tail.end == len(one("1"))


def test_a_record_behind_a_cut_one_is_read(path):
    stub = b'{"type":"pr-link","prNu'
    path.write_bytes(one("1") + stub + one("2") + one("3"))
    assert records(path) == ["1", "2", "3"]
    [(number, reason)] = problems(path)
    assert number == 2
    assert "1" in reason
    found = [item for item in tail_of(path).records() if isinstance(item, Found)]
    assert found[1].offset == len(one("1")) + len(stub)


def test_an_object_from_within_a_cut_record_is_no_record(path):
    stub = b'{"uuid":"9","message":{"role":"user","content":[{"type":"text","text":"x"}]},"cw'
    path.write_bytes(stub + one("2"))
    assert records(path) == ["2"]


def test_two_whole_records_on_a_line_lose_nothing(path):
    path.write_bytes(one("1")[:-1] + b"\xef\xbb\xbf" + one("2"))
    assert records(path) == ["1", "2"]
    assert problems(path) == []


def test_bytes_before_a_saved_record_count_exactly(path):
    stub = '{"é":"\u5929\ud83d'.encode("utf-8", "surrogatepass") + b'\xff"x'
    path.write_bytes(stub + one("1"))
    [found] = [item for item in tail_of(path).records() if isinstance(item, Found)]
    assert path.read_bytes()[found.offset :] == one("1")


def test_bad_bytes_and_halves_of_letters_are_replaced(path):
    path.write_bytes(b'{"uuid":"1","text":"\xff\xfe","k\\ud83d":["\\ude00",{"a":"\\ud83d\\ude00"}]}\n')
    [found] = tail_of(path).records()
    assert found.value == {"uuid": "1", "text": "\ufffd\ufffd", "k\ufffd": ["\ufffd", {"a": "\U0001f600"}]}
    json.dumps(found.value, ensure_ascii=False).encode()


@pytest.mark.parametrize("value", ["null", "[]", '"text"', "12", "true"])
def test_json_of_another_kind_is_a_problem(path, value):
    path.write_bytes(one("1") + value.encode() + b"\n" + one("2"))
    assert records(path) == ["1", "2"]
    [(number, reason)] = problems(path)
    assert number == 2
    assert "object" in reason


def test_a_giant_line_is_skipped_with_a_note(path):
    path.write_bytes(one("1") + one("big", data="x" * 3000) + one("2"))
    assert records(path, cap=2000) == ["1", "2"]
    [(number, _)] = problems(path, cap=2000)
    assert number == 2
    tail = tail_of(path, cap=2000)
    assert [item.offset for item in tail.records()][-1] == path.stat().st_size - len(one("2"))
    assert (tail.end, tail.line) == (path.stat().st_size, 3)


def test_lines_longer_than_one_read_are_whole(path):
    path.write_bytes(one("1", data="é" * (3 << 19)) + one("2"))
    assert records(path, cap=8 << 20) == ["1", "2"]


def test_a_hopeless_line_costs_bounded_time(path):
    path.write_bytes(b'{"a":' * 200_000 + b"\n" + b'{"' * 200_000 + b"\n" + one("1"))
    assert records(path, cap=8 << 20) == ["1"]


def test_an_archive_reads_like_the_plain_file(path, tmp_path):
    path.write_bytes(one("1") + one("2") + one("3")[:-4])
    packed = tmp_path / "x.jsonl.zst"
    packed.write_bytes(zstandard.compress(path.read_bytes()))
    plain, archive = tail_of(path), tail_of(packed)
    assert list(plain.records()) == list(archive.records())
    assert (plain.end, plain.line) == (archive.end, archive.line)
    assert digests(path, [0, 5, plain.end]) == digests(packed, [0, 5, plain.end])
    assert archive.has_more(len(one("1")))
    assert not archive.has_more(archive.end)


def test_a_damaged_archive_gives_what_comes_before_the_damage(tmp_path):
    plain = b"".join(one(str(number), data="x" * number) for number in range(2000))
    packed = bytearray(zstandard.compress(plain))
    path = tmp_path / "x.jsonl.zst"
    path.write_bytes(packed[: len(packed) // 2])
    assert len(records(path)) < 2000
    path.write_bytes(b"this is no archive")
    assert records(path) == []


def test_a_digest_is_of_the_first_bytes_only(path):
    path.write_bytes(b"abcdef")
    first = digests(path, [0, 3, 6, 7])
    assert set(first) == {0, 3, 6}
    path.write_bytes(b"abcXYZ")
    second = digests(path, [0, 3, 6])
    assert second[3] == first[3]
    assert second[6] != first[6]


NINE = datetime(2025, 3, 1, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2025-03-01T09:00:00Z", NINE),
        ("2025-03-01T09:00:00.000+00:00", NINE),
        ("2025-03-01T10:00:00+01:00", NINE),
        (1740819600, NINE),
        (1740819600.0, NINE),
        (1740819600000, NINE),
        (1740819600000000, NINE),
        (1740819600000000000, NINE),
        ("1740819600", NINE),
        ("1740819600000", NINE),
        ("1740819600.5", NINE.replace(microsecond=500000)),
        ("not a date", None),
        ("", None),
        (None, None),
        (True, None),
        (0, None),
        (-5, None),
        (float("nan"), None),
        (float("inf"), None),
        (10**400, None),
        ([], None),
        ("0001-01-01T00:00:00+14:00", None),
    ],
)
def test_times_in_every_form(value, expected):
    assert read_time(value) == expected


def test_a_time_without_zone_is_local(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        assert read_time("2025-03-01T18:00:00") == NINE
    time.tzset()


def test_a_record_without_time_has_that_of_the_one_before(path):
    path.write_bytes(b"")
    clock = Clock(path)
    assert clock.at(None) == (None, True)
    assert clock.at("?", 1740819600) == (NINE, False)
    assert clock.at("?") == (NINE, True)


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_cleaned_text_can_be_encoded(text):
    clean = clean_text(text)
    clean.encode()
    assert clean_text(clean) == clean


@given(st.binary(max_size=200))
def test_decoding_gives_a_value_or_a_value_error(data):
    try:
        decode(data)
    except ValueError:
        return


@given(
    st.lists(
        st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b" ").replace(b'"uuid"', b"")), max_size=6
    )
)
@example(garbage=[b"{}", b"[]", b"1"])
def test_no_garbage_hides_the_records_around_it(tmp_path_factory, garbage):
    path = tmp_path_factory.mktemp("tail") / "x.jsonl"
    path.write_bytes(b"".join(bad + b"\n" + one(str(number)) for number, bad in enumerate(garbage)))
    assert records(path) == [str(number) for number in range(len(garbage))]
