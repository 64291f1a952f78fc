"""A transcript file goes in; its JSON records, each with its place, and what could not be read come out.

Every hazard of files that another program is still writing is met here: cut last lines, records glued behind a
cut one, byte order marks, runs of NUL, bad UTF-8, lone surrogates, giant lines, JSON of the wrong kind. Places
are byte offsets in the plain text; a `.jsonl.zst` file is counted as if it were unpacked.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol

import msgspec

CHUNK = 1 << 20
FAILED_STARTS = 1000  # a broken line is given up after so many braces that begin no whole object
WORK_LIMIT = 1 << 28  # ... or, when it is long, after about so many characters were looked at
LOOSE = " \t\r\x0b\x0c\ufeff"  # what may stand between records without being a loss
BLANK = b" \t\r\x0b\x0c\0"
BOM = b"\xef\xbb\xbf"
DECODER = json.JSONDecoder(strict=False)

IsRecord = Callable[[dict[str, Any]], bool]


class Stream(Protocol):
    """Something that bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""
        ...


class Line(NamedTuple):
    """A physical line of `size` bytes; `data` is None when that is more than the cap.

    `ended` tells whether a newline followed; it is counted in `size`, not in `data`.
    """

    offset: int
    number: int
    data: bytes | None
    size: int
    ended: bool


class Found(NamedTuple):
    """A record and where it begins."""

    offset: int
    line: int
    value: dict[str, Any]


class Bad(NamedTuple):
    """A line, or a part of it, that could not be read, and why."""

    offset: int
    line: int
    reason: str


class Unpacked:
    """The plain bytes of an archive; a damaged one ends where the damage begins."""

    def __init__(self, packed: BinaryIO) -> None:
        import zstandard  # noqa: PLC0415  only archived transcripts need it

        self.damage: type[Exception] = zstandard.ZstdError
        self.stream = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)

    def read(self, size: int, /) -> bytes:
        """Up to `size` plain bytes."""
        try:
            return self.stream.read(size)
        except self.damage:
            return b""


@contextmanager
def opened(path: Path, *, offset: int = 0) -> Iterator[Stream]:
    """The plain bytes of a file from `offset` on, unpacked when its name ends in `.zst`; raises OSError."""
    with path.open("rb") as raw:
        if path.suffix != ".zst":
            raw.seek(offset)
            yield raw
            return
        plain = Unpacked(raw)
        while offset > 0 and (piece := plain.read(min(CHUNK, offset))):
            offset -= len(piece)
        yield plain


def lines(stream: Stream, *, cap: int, offset: int = 0, passed: int = 0) -> Iterator[Line]:
    """Split a stream at newline bytes only, never at the other marks that Unicode counts as line ends.

    A line of more than `cap` bytes is not kept in memory; it comes with `data=None`.
    """
    held = bytearray()
    size, number = 0, passed + 1
    while piece := stream.read(CHUNK):
        begin = 0
        while begin < len(piece):
            cut = piece.find(b"\n", begin)
            end = len(piece) if cut < 0 else cut
            size += end - begin
            if size <= cap:
                held += piece[begin:end]
            else:
                held.clear()
            begin = end + 1
            if cut >= 0:
                yield Line(offset, number, bytes(held) if size <= cap else None, size + 1, ended=True)
                offset, number, size = offset + size + 1, number + 1, 0
                held.clear()
    if size:
        yield Line(offset, number, bytes(held) if size <= cap else None, size, ended=False)


class Tail:
    """The records of one file from its start, and how far it is whole.

    `end` and `line` are the offset behind, and the count of, the last whole line that was passed; a last line
    without newline counts when it is a whole record, else it is not there yet.
    """

    def __init__(self, path: Path, *, max_line: int, is_record: IsRecord) -> None:
        self.path = path
        self.max_line = max_line
        self.is_record = is_record
        self.end = 0
        self.line = 0
        self.closed = True  # whether a newline stands before `end`

    def has_more(self, offset: int) -> bool:
        """True when a line that can be passed begins at `offset`."""
        with opened(self.path, offset=offset) as stream:
            for line in lines(stream, cap=self.max_line):
                return line.ended or whole(line) is not None
        return False

    def records(self, *, after: tuple[int, int] = (0, 0)) -> Iterator[Found | Bad]:
        """All records in file order, with what could not be read between them.

        `after` is the offset behind, and the count of, the lines that are passed over.
        """
        self.end, self.line = after
        with opened(self.path, offset=self.end) as stream:
            for line in lines(stream, cap=self.max_line, offset=self.end, passed=self.line):
                record = None if line.ended else whole(line)
                if not line.ended and record is None:
                    return
                self.end, self.line, self.closed = line.offset + line.size, line.number, line.ended
                if record is not None:
                    yield Found(line.offset, line.number, record)
                else:
                    yield from self.parsed(line)

    def parsed(self, line: Line) -> Iterator[Found | Bad]:
        """The record of a whole line, or what can be saved of it."""
        if line.data is None:
            limit = self.max_line >> 20
            yield Bad(line.offset, line.number, f"the line is longer than {limit} MiB and was skipped")
            return
        data = stripped(line.data)
        if not data.strip(BLANK):
            return
        try:
            value = decode(data)
        except ValueError as cause:
            yield from salvaged(line, str(cause), self.is_record)
            return
        if isinstance(value, dict):
            yield Found(line.offset, line.number, value)
        else:
            yield Bad(line.offset, line.number, f"a record should be an object, this is {kind_of(value)}")


def salvaged(line: Line, reason: str, is_record: IsRecord) -> Iterator[Found | Bad]:
    """The whole records that stand on a broken line, then a note when anything else of it was lost."""
    # Surrogate escapes keep the count of bytes exact; they are cleaned from the records afterwards.
    text = (line.data or b"").replace(b"\0", b" ").decode("utf-8", "surrogateescape")
    attempts = min(FAILED_STARTS, 20 + WORK_LIMIT // (len(text) + 1))
    saved = 0
    lost = False
    at = counted = 0
    place = line.offset
    while (start := text.find("{", at)) >= 0 and attempts:
        lost = lost or bool(text[at:start].strip(LOOSE))
        try:
            value, at = DECODER.raw_decode(text, start)
            value = cleaned(value)
        except (ValueError, RecursionError):
            attempts -= 1
            lost, at = True, start + 1
            continue
        if not isinstance(value, dict) or not is_record(value):
            lost = True
            continue
        place += len(text[counted:start].encode("utf-8", "surrogateescape"))
        counted = start
        saved += 1
        yield Found(place, line.number, value)
    if lost or text[at:].strip(LOOSE):
        rest = f"; whole records on the same line that were read: {saved}" if saved else ""
        yield Bad(line.offset, line.number, f"not valid JSON, {reason}{rest}")


def whole(line: Line) -> dict[str, Any] | None:
    """The record on a line without newline, or None when it is not all there."""
    if line.data is None:
        return None
    try:
        value = decode(stripped(line.data))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def stripped(data: bytes) -> bytes:
    """A line without byte order mark, carriage return and NULs; NULs become blanks, so that places stay."""
    return data.replace(b"\0", b" ").strip(BLANK).removeprefix(BOM)


def decode(data: bytes) -> Any:
    """The JSON value of some bytes, every string in it free of lone surrogates; raises ValueError."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return cleaned(json.loads(data.decode("utf-8", "replace"), strict=False))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except json.JSONDecodeError as cause:
        raise ValueError(f"{cause.msg} at character {cause.pos + 1}") from None


def cleaned(value: Any) -> Any:
    """The same JSON value with every string cleaned."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(key): cleaned(item) for key, item in value.items()}
    return value


def clean_text(text: str) -> str:
    """Text that can be encoded: halves of a surrogate pair are joined, lone ones become U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    names = {list: "a list", str: "a string", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")


def digests(path: Path, offsets: Iterable[int]) -> dict[int, str]:
    """The BLAKE2b hash of the first `offset` bytes, for each offset; those behind the end are left out."""
    wanted = sorted(set(offsets), reverse=True)
    known: dict[int, str] = {}
    hasher = hashlib.blake2b(digest_size=16)
    place = 0
    with opened(path) as stream:
        while wanted:
            piece = stream.read(CHUNK)
            while wanted and wanted[-1] <= place + len(piece):
                step = hasher.copy()
                step.update(piece[: wanted[-1] - place])
                known[wanted.pop()] = step.hexdigest()
            if not piece:
                break
            hasher.update(piece)
            place += len(piece)
    return known


NUMERIC = re.compile(r"[0-9]{9,}(?:\.[0-9]*)?")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A number above the first is in milliseconds, above the others in micro- and nanoseconds: as seconds, the
# first would lie in the year 5138.
UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))


def read_time(value: Any) -> datetime | None:
    """The UTC time that a record states, or None when it states none that can be read.

    Takes ISO 8601 with a zone or without one (then it is this machine's local time), seconds, milliseconds,
    micro- or nanoseconds since 1970 as numbers, and such numbers written as text.
    """
    if isinstance(value, str) and NUMERIC.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value.strip()).astimezone(UTC)
        except (ValueError, OverflowError, OSError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
        if not math.isfinite(number) or number <= 0:
            return None
        scale = next((unit for above, unit in UNITS if number > above), 1.0)
        return EPOCH + timedelta(seconds=number / scale)
    except OverflowError:
        return None


class Clock:
    """Gives each record its time: the one it states, else that of the record before it."""

    def __init__(self, path: Path) -> None:
        self.last: datetime | None = None
        self.file_time = datetime.fromtimestamp(path.stat().st_mtime, UTC)  # for a talk without any time

    def at(self, *stated: Any) -> tuple[datetime | None, bool]:
        """The first of the stated times that can be read, else a derived one, if any; True when it is derived."""
        for value in stated:
            moment = read_time(value)
            if moment is not None:
                self.last = moment
                return moment, False
        return self.last, True
