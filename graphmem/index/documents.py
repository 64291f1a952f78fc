"""What the index knows of each document beside its words: dense numbers for ids, times, places, kinds and names.

Records of the model go in as rows of fixed width; out come numbers, and for a `Filter` a sieve that tells which
of some candidate numbers pass. The sieve never looks at more rows than it is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from graphmem.index.analyze import name_words
from graphmem.index.files import Arrays, Folder
from graphmem.index.filter import Filter
from graphmem.index.table import KeyTable, RowFiles, Table, hash64

ROW = np.dtype(
    [
        ("key", "<u8"),  # hash of the id
        ("digest", "<u8"),  # hash of the text that the other channels hold; 0 when they hold none
        ("valid_from", "<i8"),  # microseconds since 1970; NEVER and FOREVER stand for None
        ("valid_until", "<i8"),
        ("end_known", "<i8"),
        ("recorded_at", "<i8"),
        ("retracted_at", "<i8"),
        ("said_at", "<i8"),  # when it was last said
        ("id", "S32"),
        ("session", "<u4"),  # number of the session's document
        ("place", "<u4"),
        ("scope", "<u4"),
        ("seq", "<i4"),
        ("trust", "<f4"),
        ("kind", "u1"),
        ("flags", "u1"),
        ("form", "u1"),  # of a message: text, tool_call, tool_result, summary
        ("spare", "u1"),
    ]
)
NEVER, FOREVER = -(1 << 63), (1 << 63) - 1
ALIVE, ACTIVE = 1, 2
KINDS = ("", "fact", "message", "entity", "page", "session")
KIND = {name: code for code, name in enumerate(KINDS)}
FORMS = ("text", "tool_call", "tool_result", "summary")
FORM = {name: code for code, name in enumerate(FORMS)}
MAX_NAME = 12  # words of the longest name that is looked for in a question
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def micros(moment: datetime) -> int:
    """Microseconds since 1970 of an aware time."""
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def moment(value: int) -> datetime | None:
    """The time of so many microseconds since 1970; None for NEVER and FOREVER."""
    return None if value in (NEVER, FOREVER) else _EPOCH + timedelta(microseconds=value)


@dataclass(frozen=True, slots=True)
class Document:
    """What the index knows of one document."""

    id: str
    kind: str  # fact, message, entity, page or session
    valid_from: datetime | None
    valid_until: datetime | None
    end_recorded_at: datetime | None
    recorded_at: datetime | None
    retracted_at: datetime | None
    said_at: datetime | None
    session_id: str
    seq: int
    form: str  # of a message: text, tool_call, tool_result or summary
    places: tuple[tuple[str, str], ...]  # (client, project) of every session in which it was said
    scope: str
    trust: float
    active: bool


class Documents:
    """All documents of one index."""

    def __init__(self) -> None:
        self.table = Table("rows", ROW)
        self.table.count = 1  # number 0 is nobody
        self.strings: list[str] = [""]
        self.places: list[tuple[tuple[int, int], ...]] = [()]
        self.names: dict[int, str] = {}  # of entities
        self._string_codes = {"": 0}
        self._place_codes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
        self._named = KeyTable()
        self._name_changes: set[int] = set()
        self._name_files = RowFiles("names")
        self._allowed: dict[tuple[str | None, str | None, int], np.ndarray] = {}

    @property
    def rows(self) -> np.ndarray[Any, Any]:
        """The rows, by number."""
        return self.table.rows

    def find(self, key: str) -> int | None:
        """The number of an id, also of one that is not alive."""
        return self.table.find(hash64(key))

    def reserve(self, key: str) -> int:
        """The number of an id, a new one when it has none; not alive until a row is put there."""
        hashed = hash64(key)
        number = self.table.find(hashed)
        return self.table.add(hashed) if number is None else number

    def id(self, number: int) -> str:
        """The id of a number; "" when it was forgotten."""
        return bytes(self.rows["id"][number]).decode()

    def ids(self, numbers: Iterable[int]) -> list[str]:
        """The ids of numbers."""
        return [raw.decode() for raw in self.rows["id"][np.fromiter(numbers, np.int64)].tolist()]

    def alive(self, number: int) -> bool:
        """True when the document is there."""
        return bool(self.rows["flags"][number] & ALIVE)

    def document(self, number: int) -> Document:
        """Everything about one document."""
        row = self.rows[number]
        return Document(
            id=self.id(number),
            kind=KINDS[row["kind"]],
            valid_from=moment(int(row["valid_from"])),
            valid_until=moment(int(row["valid_until"])),
            end_recorded_at=moment(int(row["end_known"])),
            recorded_at=moment(int(row["recorded_at"])),
            retracted_at=moment(int(row["retracted_at"])),
            said_at=moment(int(row["said_at"])),
            session_id=self.id(int(row["session"])) if row["session"] else "",
            seq=int(row["seq"]),
            form=FORMS[row["form"]] if row["kind"] == KIND["message"] else "",
            places=tuple((self.strings[c], self.strings[p]) for c, p in self.places[row["place"]]),
            scope=self.strings[row["scope"]],
            trust=float(row["trust"]),
            active=bool(row["flags"] & ACTIVE),
        )

    def string(self, text: str) -> int:
        """The code of a string."""
        code = self._string_codes.get(text)
        if code is None:
            code = self._string_codes[text] = len(self.strings)
            self.strings.append(text)
        return code

    def string_code(self, text: str) -> int:
        """The code of a string that is known, else -1; for readers."""
        return self._string_codes.get(text, -1)

    def place(self, pairs: Iterable[tuple[int, int]]) -> int:
        """The code of a set of (client, project) codes."""
        key = tuple(sorted(set(pairs)))
        code = self._place_codes.get(key)
        if code is None:
            code = self._place_codes[key] = len(self.places)
            self.places.append(key)
        return code

    def join_places(self, codes: Iterable[int]) -> int:
        """The code of the union of sets of places."""
        distinct = set(codes)
        if len(distinct) == 1:
            return distinct.pop()
        return self.place(pair for code in distinct for pair in self.places[code])

    def set_name(self, number: int, name: str) -> None:
        """Give an entity its name."""
        if self.names.get(number) == name:
            return
        self.names[number] = name
        self._name_changes.add(number)
        self._named.add(hash64(" ".join(name_words(name))), number)

    def named(self, phrase: Sequence[str]) -> list[int]:
        """The entities whose name has exactly these words."""
        found = {
            number
            for number in self._named.get(hash64(" ".join(phrase)))
            if number in self.names and self.alive(number) and name_words(self.names[number]) == list(phrase)
        }
        return sorted(found)

    def allowed_places(self, project: str | None, client: str | None) -> np.ndarray:
        """For each place code whether it is in the project and of the client."""
        key = (project, client, len(self.places))
        found = self._allowed.get(key)
        if found is None:
            wanted = (
                None if client is None else self.string_code(client),
                None if project is None else self.string_code(project),
            )
            found = np.array(
                [
                    any(all(w in (None, p) for w, p in zip(wanted, pair, strict=True)) for pair in place)
                    for place in self.places
                ],
                dtype=bool,
            )
            if len(self._allowed) > 64:
                self._allowed.clear()
            self._allowed[key] = found
        return found

    def erase(self, numbers: Sequence[int]) -> None:
        """Leave nothing of these documents, nor of strings that only they had."""
        self.table.erase(np.array(numbers, dtype=np.int64))
        for number in numbers:
            if self.names.pop(number, None) is not None:
                self._name_changes.add(number)
        rows = self.rows[: self.table.count]
        used = {int(code) for code in np.unique(rows["scope"])}
        for code in np.unique(rows["place"]):
            used.update(part for pair in self.places[code] for part in pair)
        for code, text in enumerate(self.strings):
            if code and code not in used and text:
                del self._string_codes[text]
                self.strings[code] = ""
        self._allowed.clear()

    def save(self, folder: Folder, *, whole: bool = False) -> dict[str, Any]:
        """Write what changed; what the manifest must keep."""
        self.table.save(folder, whole=whole)
        self._name_files.save(folder, self._name_changes, self._pack_names, whole=whole)
        self._name_changes = set()
        return {
            "rows": self.table.files.names,
            "names": self._name_files.names,
            "count": self.table.count,
            "strings": self.strings,
            "places": self.places,
        }

    def _pack_names(self, numbers: np.ndarray) -> Arrays:
        texts = [self.names.get(number, "").encode("utf-8", "surrogatepass") for number in numbers.tolist()]
        keys = [hash64(" ".join(name_words(self.names.get(number, "")))) for number in numbers.tolist()]
        return {
            "keys": np.array(keys, np.uint64),
            "ends": np.cumsum([len(text) for text in texts], dtype=np.int64),
            "text": np.frombuffer(b"".join(texts), np.uint8),
        }

    def load(self, folder: Folder, part: Mapping[str, Any]) -> None:
        """Read what was saved."""
        self.table.load(folder, part["rows"], int(part["count"]))
        self.strings = list(part["strings"])
        self._string_codes = {text: code for code, text in enumerate(self.strings) if text or not code}
        self.places = [tuple((int(c), int(p)) for c, p in place) for place in part["places"]]
        self._place_codes = {place: code for code, place in enumerate(self.places)}
        keys: dict[int, int] = {}

        def unpack(arrays: Arrays) -> None:
            text, start = arrays["text"].tobytes(), 0
            for number, end, key in zip(
                arrays["numbers"].tolist(), arrays["ends"].tolist(), arrays["keys"].tolist(), strict=True
            ):
                self.names[number] = text[start:end].decode("utf-8", "surrogatepass")
                keys[number] = key
                start = end

        self._name_files.load(folder, part["names"], unpack)
        self.names = {number: name for number, name in self.names.items() if name}
        numbers = [number for number in keys if number in self.names]
        self._named.build(
            np.array([keys[number] for number in numbers], np.uint64), np.array(numbers, np.uint32)
        )

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [*self.table.files.names, *self._name_files.names]


def member(numbers: np.ndarray, among: np.ndarray) -> np.ndarray:
    """Which of the numbers are among others, which are ascending and many."""
    if not len(among):
        return np.zeros(len(numbers), bool)
    found: np.ndarray = among[np.minimum(np.searchsorted(among, numbers), len(among) - 1)] == numbers
    return found


class Sieve:
    """A filter made ready: numbers go in, an array of booleans comes out.

    `near` holds the numbers that are about the filter's entities, when it names any. With `walk` the sieve tells
    what a walk through the graph may step on: documents of any kind and time of saying, alive and true from the
    filter's point of view.
    """

    def __init__(
        self, documents: Documents, chosen: Filter, *, near: np.ndarray | None = None, walk: bool = False
    ) -> None:
        self.rows = documents.rows
        self.filter = chosen
        self.near = near
        self.walk = walk
        self.as_of = None if chosen.as_of is None else micros(chosen.as_of)
        self.known_at = None if chosen.known_at is None else micros(chosen.known_at)
        self.since = None if chosen.since is None else micros(chosen.since)
        self.until = None if chosen.until is None else micros(chosen.until)
        self.scope = None if chosen.scope is None else documents.string_code(chosen.scope)
        self.places = (
            None
            if chosen.project is None and chosen.client is None
            else documents.allowed_places(chosen.project, chosen.client)
        )
        self.kinds = [KIND[kind] for kind in sorted(chosen.kinds or {"fact", "message", "entity", "page"})]

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Which of the numbers pass."""
        rows = self.rows[numbers]
        passed: np.ndarray = (rows["flags"] & ALIVE) != 0
        self._clocks(rows, passed)
        if self.places is not None:
            passed &= self.places[rows["place"]]
        if self.scope is not None:
            passed &= rows["scope"] == self.scope
        if self.filter.active_only:
            passed &= (rows["flags"] & ACTIVE) != 0
        if self.filter.min_trust > 0:
            passed &= rows["trust"] >= np.float32(self.filter.min_trust)
        if self.walk:
            return passed
        passed &= np.isin(rows["kind"], self.kinds)
        if self.since is not None:
            passed &= rows["said_at"] >= self.since
        if self.until is not None:
            passed &= rows["recorded_at"] < self.until
        if self.near is not None:
            passed &= member(numbers, self.near)
        return passed

    def _clocks(self, rows: np.ndarray, passed: np.ndarray) -> None:
        """The two clocks, as in `Viewpoint.sees`."""
        if self.known_at is None:
            passed &= rows["retracted_at"] == FOREVER
        else:
            passed &= (rows["recorded_at"] <= self.known_at) & (self.known_at < rows["retracted_at"])
        if self.as_of is not None:
            ends = rows["valid_until"]
            if self.known_at is not None:
                ends = np.where(rows["end_known"] > self.known_at, FOREVER, ends)
            passed &= (rows["valid_from"] <= self.as_of) & (self.as_of < ends)
