"""Whatever happens to a file of any client, reading it never fails, and costs no good record."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.capture.reader import CLIENTS, FORMATS
from tests.capture.lines import make, put
from tests.capture.packing import packed
from tests.capture.samples import GOOD, SAMPLES
from tests.capture.test_fuzz import mangled
from tests.capture.writers import Store, read

TWINS = {"roo-code", "kilo-code"}  # read as Cline's are
DATABASES = {"goose", "hermes", "opencode", "zed"}  # have tests of their own
FEW = settings(max_examples=5)  # of each of many files
IDS = [f"{sample.client}-{sample.name}" for sample in SAMPLES]
GARBAGE = st.sampled_from(
    [b"\n", b"\0\0\0\n", b"null\n", b"[]\n", b'"x"\n', b"{\n", b'{"a":1}\n', b"\xff\xfe\n", b'{"type":"pr-li']
)
EVERY = pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
ZIPPED = [sample for sample in SAMPLES if sample.client in ("chatgpt", "claude-ai", "gemini-takeout")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def reader_of(sample, folder, **more):
    return make(sample.client, folder, **more)


def holds_good(store):
    return any(GOOD in message.text for message in store.messages.values())


def sound(store):
    """What every store must be, whatever it was read from."""
    for message in store.messages.values():
        message.text.encode()
        assert "\0" not in message.text
        assert message.text.strip() == message.text != ""
        assert message.session_id in store.sessions
        assert message.parent_id == "" or message.parent_id in store.messages
        assert message.parent_id != message.id
    for problem in store.problems:
        assert problem.reason
    return store


def test_every_client_of_files_has_a_sample():
    assert {sample.client for sample in SAMPLES} >= {*CLIENTS, *FORMATS} - TWINS - DATABASES


@EVERY
def test_the_sample_itself_is_sound(folder, sample):
    path = put(folder / sample.place, sample.bytes())
    assert reader_of(sample, folder).recognises(path)
    store = sound(read(reader_of(sample, folder), path))
    assert holds_good(store)
    assert list(reader_of(sample, folder).read(path, store.cursor)) == []


@EVERY
@FEW
@given(data=st.data())
def test_cut_anywhere(folder, sample, data):
    full = sample.bytes()
    cut = data.draw(st.integers(0, len(full)))
    path = put(folder / sample.place, full[:cut])
    reader_of(sample, folder).recognises(path)
    store = sound(read(reader_of(sample, folder), path))
    assert list(reader_of(sample, folder).read(path, store.cursor)) == []
    # When the rest comes, all is there, and no message has changed its id.
    store.read(reader_of(sample, folder), put(path, full))
    whole = read(reader_of(sample, folder), path)
    assert set(whole.messages) <= set(store.messages)
    assert holds_good(store)


@EVERY
@FEW
@given(data=st.data())
def test_bits_flipped_anywhere(folder, sample, data):
    broken = bytearray(sample.bytes())
    for place in data.draw(st.lists(st.integers(0, len(broken) * 8 - 1), max_size=6)):
        broken[place // 8] ^= 1 << (place % 8)
    path = put(folder / sample.place, bytes(broken))
    reader_of(sample, folder).recognises(path)
    store = sound(read(reader_of(sample, folder), path))
    assert list(reader_of(sample, folder).read(path, store.cursor)) == []


@EVERY
@FEW
@given(data=st.data())
def test_records_cut_and_glued(folder, sample, data):
    written = [sample.written(record) for record in sample.records]
    pieces = [
        piece[: data.draw(st.integers(0, len(piece)))] if data.draw(st.booleans()) else piece
        for piece in written
    ]
    sound(read(reader_of(sample, folder), put(folder / sample.place, sample.bytes(pieces))))


@EVERY
@FEW
@given(data=st.data())
def test_fields_missing_or_of_the_wrong_kind(folder, sample, data):
    if isinstance(sample.records[0], bytes):
        kept = [record for record in sample.records if data.draw(st.booleans())]
    else:
        kept = [mangled(record, data) if data.draw(st.booleans()) else record for record in sample.records]
    store = sound(read(reader_of(sample, folder), put(folder / sample.place, sample.bytes(kept))))
    assert holds_good(store)


@EVERY
@FEW
@given(data=st.data())
def test_garbage_between_lines(folder, sample, data):
    if sample.between or isinstance(sample.records[0], bytes):
        pytest.skip("no file of records a line")
    garbage = st.sampled_from(
        [
            b"\n",
            b"\0\0\0\n",
            b"null\n",
            b"[]\n",
            b'"x"\n',
            b"{\n",
            b'{"a":1}\n',
            b"\xff\xfe\n",
            b'{"type":"pr-li',
        ]
    )
    pieces = [data.draw(garbage) + sample.written(record) for record in sample.records]
    assert holds_good(
        sound(read(reader_of(sample, folder), put(folder / sample.place, sample.bytes(pieces))))
    )


@EVERY
@pytest.mark.parametrize("how", ["bom", "windows", "both"])
def test_byte_order_marks_and_line_ends_of_windows(folder, sample, how):
    data = sample.bytes()
    data = data.replace(b"\n", b"\r\n") if how != "bom" else data
    data = b"\xef\xbb\xbf" + data if how != "windows" else data
    plain = read(reader_of(sample, folder), put(folder / sample.place, sample.bytes()))
    other = read(reader_of(sample, folder), put(folder / sample.place, data))
    assert [m.text for m in other.ordered()] == [m.text for m in plain.ordered()]
    assert reader_of(sample, folder).recognises(folder / sample.place)


@EVERY
@FEW
@given(size=st.integers(1, 5))
def test_killed_after_every_batch_gives_the_same(folder, sample, size):
    path = put(folder / sample.place, sample.bytes())
    whole, killed = read(reader_of(sample, folder), path), Store()
    killed.read_killed(reader_of(sample, folder, messages=size), path)
    assert (killed.messages, killed.sessions) == (whole.messages, whole.sessions)


@EVERY
@FEW
@given(data=st.binary(max_size=600))
def test_any_bytes_are_taken(folder, sample, data):
    path = put(folder / sample.place, data)
    reader_of(sample, folder).recognises(path)
    sound(read(reader_of(sample, folder), path))


@pytest.mark.parametrize("sample", ZIPPED, ids=[sample.client for sample in ZIPPED])
@FEW
@given(data=st.data())
def test_archives_with_flipped_bits_and_cut_ones(folder, sample, data):
    whole = packed(folder / "x.zip", {sample.name: sample.bytes()}).read_bytes()
    broken = bytearray(whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole)
    for place in (
        data.draw(st.lists(st.integers(0, max(len(broken) * 8 - 1, 0)), max_size=4)) if broken else ()
    ):
        broken[place // 8] ^= 1 << (place % 8)
    path = put(folder / "x.zip", bytes(broken))
    reader_of(sample, folder).recognises(path)
    store = sound(read(reader_of(sample, folder), path))
    assert list(reader_of(sample, folder).read(path, store.cursor)) == []
