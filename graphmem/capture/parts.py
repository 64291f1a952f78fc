"""A JSON document goes in, piece by piece; its parts come out one by one, as if each stood on a line of its own.

Documents of hundreds of megabytes, such as exports, are never held whole. What is damaged or cut off costs the part
that it stands in, not those beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from graphmem.capture.tail import BLANK, BOM, CHUNK, Bad, Found, IsRecord, Line, Stream, decode, salvaged

MARK = re.compile(rb'\\.|["{}\[\],]', re.DOTALL)
NAME = re.compile(rb'\s*"((?:[^"\\]|\\.)*)"\s*:\s*', re.DOTALL)
FIRST_KEY = re.compile(rb'\{\s*"([^"\\]{1,80})"\s*:')
ENDED = re.compile(rb'\s*(?:,\s*"[^"\\]{1,80}"\s*:|\}|\Z)')  # what may stand behind a list
OPENING = 512  # bytes within which the beginning of an item is told
BROKEN, BEHIND = "the document breaks off", "something stands behind the end"
SPACE = BLANK + b"\n"


class Parts:
    """The parts of one document: of a list its items as `{"": item}`, of an object its members as `{name: value}`.

    A member that is named in `lists` and holds a list comes item by item, each as `{name: item}`. A part of more
    than `cap` bytes is passed over. In one that cannot be read, whole records are looked for. Places count from
    `base`; after the last part, `end` is the length of what was read.
    """

    def __init__(
        self, stream: Stream, *, lists: Collection[str] = (), cap: int, is_record: IsRecord, base: int = 0
    ) -> None:
        self.stream, self.cap, self.is_record, self.base = stream, cap, is_record, base
        self.lists = {name.encode() for name in lists}
        self.held = bytearray()  # what is not used up; begins at `origin` of the document
        self.origin = 0
        self.line = 1
        self.depth = self.level = 0  # brackets around the place looked at, and around a part
        self.kind = b""  # how the document opens
        self.reading = 0  # the level of the part at hand
        self.name = b""  # of the member whose items are parts
        self.skipping = False
        self.astray = False  # where items begin is not known any more
        self.next = 0  # where to go on in `held`
        self.opening: re.Pattern[bytes] | None = None  # how items begin

    @property
    def end(self) -> int:
        """How many bytes were read."""
        return self.origin + len(self.held)

    def __iter__(self) -> Iterator[Found | Bad]:
        """All parts, with what could not be read between them."""
        at, quoted = 0, False
        while piece := self.stream.read(CHUNK):
            self.held += piece
            if self.astray:
                if not self.back_on_track():
                    continue
                at, quoted = 0, False
            while (mark := MARK.search(self.held, at)) is not None:
                at, token = mark.end(), mark[0]
                if quoted or token == b'"':
                    quoted = (token != b'"') if quoted else True
                    continue
                if (cut := self.cut(token, mark.start())) is None:
                    continue
                self.next = at
                yield from self.part(cut)
                self.use(self.next)
                at = 0
                if self.astray:
                    quoted = False
                    if not self.back_on_track():
                        break
            at = max(at, len(self.held) - self.held.endswith(b"\\"))  # what that protects comes next
            if len(self.held) > self.cap:
                self.skipping = True
                self.use(at)
                at = 0
        yield from self.rest()

    def back_on_track(self) -> bool:
        """Go on at the next item that begins as the first one did; False, and most is dropped, when none is there."""
        found = self.opening.search(self.held) if self.opening is not None else None
        if found is None:
            self.use(max(0, len(self.held) - OPENING))
            return False
        self.use(found.start(1))
        self.astray = False
        self.depth = self.level = self.reading
        return True

    def on_track(self, place: int) -> bool:
        """True when behind a part that cannot be read comes what should: the next item, or the end of the list."""
        behind = bytes(self.held[place : place + OPENING])
        if self.opening is None or len(behind) < OPENING:
            return True
        if self.level < self.reading:
            return ENDED.match(behind) is not None
        return self.opening.match(b"," + behind.lstrip(SPACE).removeprefix(b",")) is not None

    def cut(self, token: bytes, place: int) -> int | None:
        """What a bracket or a comma does; where the part before it ends, when it ends one or begins the first."""
        inside = self.depth == self.level
        self.reading = self.level
        if token == b",":
            return place if inside and self.depth else None
        if token in (b"{", b"["):
            self.depth += 1
            if self.depth == 1 and not self.kind:
                self.kind, self.level = token, 1
                return place if bytes(self.held[:place]).strip(SPACE).removeprefix(BOM) else 0
            if inside and self.level == 1 and self.kind == b"{" and token == b"[" and self.in_list(place):
                self.level = 2
                return 0
            return None
        if token not in (b"}", b"]") or not self.depth:
            return None
        self.depth -= 1
        if not inside:
            return None
        self.level = self.depth
        return place

    def in_list(self, place: int) -> bool:
        """True when the member that begins here is one whose items come one by one."""
        name = NAME.fullmatch(self.held, 0, place)
        if name is None or name[1] not in self.lists:
            return False
        self.name = name[1]
        return True

    def use(self, count: int) -> None:
        """What came before is used up."""
        self.line += self.held.count(b"\n", 0, count)
        self.origin += count
        del self.held[:count]

    def part(self, cut: int) -> Iterator[Found | Bad]:
        """The part that ends there, if there is one."""
        data = bytes(self.held[:cut])
        blank = len(data) - len(data.lstrip(SPACE))
        place = self.base + self.origin + blank
        line = self.line + data.count(b"\n", 0, blank)
        data = data[blank:].rstrip(SPACE)
        if self.skipping or len(data) > self.cap:
            self.skipping = False
            yield Bad(place, line, f"a part is longer than {self.cap >> 20} MiB and was skipped")
        elif data:
            yield from self.read(data, place, line)

    def read(self, data: bytes, place: int, line: int) -> Iterator[Found | Bad]:
        """The value of a part, or what can be saved of it."""
        member = self.kind == b"{" and self.reading == 1
        try:
            value: Any = decode(b"{" + data + b"}" if member else data)
        except ValueError as cause:
            self.learn(data)
            if not member and not self.on_track(self.next):
                # A quotation mark that came or went turns the text inside out from here on.
                self.astray = True
                found = self.opening.search(self.held, 1) if self.opening is not None else None
                self.next = found.start() if found is not None else self.next
                data = bytes(self.held[: self.next])
            yield from self.saved(data, place, line, str(cause))
            return
        if not member:
            self.learn(data)
        yield Found(place, line, value if member else {self.key: value})

    def learn(self, data: bytes) -> None:
        """All items begin as the first one does."""
        first = FIRST_KEY.match(data)
        if self.opening is None and first is not None:
            self.opening = re.compile(rb',\s*(\{\s*"' + re.escape(first[1]) + rb'"\s*:)')

    @property
    def key(self) -> str:
        """The name under which an item comes."""
        return self.name.decode() if self.reading == 2 else ""

    def saved(self, data: bytes, place: int, line: int, reason: str) -> Iterator[Found | Bad]:
        """The whole records in a broken part, and a note."""
        for item in salvaged(Line(place, line, data, len(data), ended=True), reason, self.is_record):
            yield item._replace(value={self.key: item.value}) if isinstance(item, Found) else item

    def rest(self) -> Iterator[Found | Bad]:
        """What stands behind the last part: nothing, unless the document is damaged or cut off."""
        data, place = bytes(self.held), self.base + self.origin
        self.reading = self.level
        if not self.kind:
            yield Bad(
                self.base, 0, "the document is no JSON object or list" if data else "the document is empty"
            )
            return
        told = False
        if data.strip(SPACE):
            for item in self.saved(data, place, self.line, BROKEN if self.depth else BEHIND):
                told = told or isinstance(item, Bad)
                yield item
        if self.depth and not told:
            yield Bad(place, self.line, BROKEN)
