"""What the index knows of each document beside its words: dense numbers for ids, times, places, kinds and names.

Records of the model go in as rows of fixed width; out come numbers, and for a `Filter` a sieve that tells which
of some candidate numbers pass. The sieve never looks at more rows than it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import numpy as np

from graphmem.index.analyze import name_words
from graphmem.index.files import Arrays, Folder
from graphmem.index.places import MANY, Places
from graphmem.index.table import KeyTable, RowFiles, Table, hash64

ROW = np.dtype(
    [
        ("key", "<u8"),  # hash of the id
        ("digest", "<u8"),  # hash of the text that the other channels hold; 0 when they hold none
        ("mask", "<u8"),  # bits of the places where it was said, as in `places.py`
        ("valid_from", "<i8"),  # microseconds since 1970; NEVER and FOREVER stand for None
        ("valid_until", "<i8"),
        ("end_known", "<i8"),
        ("recorded_at", "<i8"),
        ("retracted_at", "<i8"),
        ("said_at", "<i8"),  # when it was last said
        ("id", "S26"),  # a prefix and 20 characters
        (
            "predicate",
            "<u2",
        ),  # of a fact: the code of its predicate's name, as in `places.py`; 0 when there is none
        ("subject", "<u4"),  # of a fact: the number of the entity that it is about
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
LATELY = 1 << 15  # ids whose numbers are remembered, so that a question looks each of them up once
_LAST_CODE = 0xFFFF
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def micros(moment: datetime) -> int:
    """Microseconds since 1970 of an aware time."""
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def moment(value: int) -> datetime | None:
    """The time of so many microseconds since 1970; None for NEVER and FOREVER."""
    return None if value in (NEVER, FOREVER) else _EPOCH + timedelta(microseconds=value)


class Document(msgspec.Struct, frozen=True):
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


# The times of a document, in the order of its fields.
_TIMES = ("valid_from", "valid_until", "end_known", "recorded_at", "retracted_at", "said_at")
_SHOWN = ("id", "kind", "session", "place", "scope", "seq", "form", "trust", "flags", *_TIMES)


class Documents:
    """All documents of one index."""

    def __init__(self) -> None:
        self.table = Table("rows", ROW)
        self.table.count = 1  # number 0 is nobody
        self.places = Places()
        self.names: dict[int, str] = {}  # of entities
        self._named = KeyTable()
        self._name_changes: set[int] = set()
        self._name_files = RowFiles("names")
        self._lately: dict[str, int] = {}

    @property
    def rows(self) -> np.ndarray[Any, Any]:
        """The rows, by number."""
        return self.table.rows

    def find(self, key: str) -> int | None:
        """The number of an id, also of one that is not alive."""
        number = self._lately.get(key)
        if number is None and (number := self.table.find(hash64(key))) is not None:
            self._remember({key: number})
        return number

    def numbers(self, keys: Iterable[str]) -> np.ndarray:
        """The numbers of ids; 0 for those that are unknown or not alive."""
        lately = self._lately
        found = np.array([lately.get(key) or self.find(key) or 0 for key in keys], np.uint32)
        found[(self.rows["flags"][found] & ALIVE) == 0] = 0
        return found

    def _remember(self, numbers: Mapping[str, int]) -> None:
        """A number is its id's until that is forgotten: nothing else makes these stale."""
        if len(self._lately) + len(numbers) > LATELY:
            self._lately = {}
        self._lately.update(numbers)

    def reserve(self, key: str) -> int:
        """The number of an id, a new one when it has none; not alive until a row is put there."""
        hashed = hash64(key)
        number = self.table.find(hashed)
        return self.table.add(hashed) if number is None else number

    def predicate(self, name: str) -> int:
        """The code of a predicate; 0, and so not found by its predicate, when a store has 65,535 strings before it."""
        code = self.places.string(name)
        return code if code <= _LAST_CODE else 0

    def id(self, number: int) -> str:
        """The id of a number; "" when it was forgotten."""
        return bytes(self.rows["id"][number]).decode()

    def ids(self, numbers: Iterable[int]) -> list[str]:
        """The ids of numbers."""
        at = np.fromiter(numbers, np.int64)
        ids = [raw.decode() for raw in self.rows["id"][at].tolist()]
        self._remember({key: number for key, number in zip(ids, at.tolist(), strict=True) if key})
        return ids

    def alive(self, number: int) -> bool:
        """True when the document is there."""
        return bool(self.rows["flags"][number] & ALIVE)

    def documents(self, numbers: np.ndarray, places: Callable[[int], Sequence[int]]) -> dict[int, Document]:
        """Everything about some documents by number; `places` tells where one was said."""
        at = numbers.astype(np.int64)
        # Field by field: numpy copies whole structured rows forty times slower.
        columns = {name: self.rows[name][at].tolist() for name in _SHOWN}
        told: dict[int, datetime | None] = {}  # of most documents all times are the same
        for value in {value for name in _TIMES for value in columns[name]}:
            told[value] = moment(value)
        sessions = {number: self.id(number) for number in set(columns["session"])}
        named = {place: self.places.names([place]) for place in set(columns["place"]) - {MANY}}
        found = {}
        for number, raw, kind, session, place, scope, seq, form, trust, flags, *times in zip(
            numbers.tolist(), *columns.values(), strict=True
        ):
            since, until, end_known, recorded, retracted, said = times
            found[number] = Document(
                id=raw.decode(),
                kind=KINDS[kind],
                valid_from=told[since],
                valid_until=told[until],
                end_recorded_at=told[end_known],
                recorded_at=told[recorded],
                retracted_at=told[retracted],
                said_at=told[said],
                session_id=sessions[session],
                seq=seq,
                form=FORMS[form] if kind == KIND["message"] else "",
                places=self.places.names(places(number)) if place == MANY else named[place],
                scope=self.places.strings[scope],
                trust=trust,
                active=bool(flags & ACTIVE),
            )
        return found

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

    def erase(self, numbers: Sequence[int]) -> None:
        """Leave nothing of these documents, nor of strings that only they had."""
        self.table.erase(np.array(numbers, dtype=np.int64))
        self._lately = {}
        for number in numbers:
            if self.names.pop(number, None) is not None:
                self._name_changes.add(number)
        rows = self.rows[: self.table.count]
        texts = [np.unique(rows[field]).tolist() for field in ("scope", "predicate")]
        self.places.keep_only(np.unique(rows["place"]).tolist(), [code for codes in texts for code in codes])

    def save(self, folder: Folder, *, whole: bool = False) -> dict[str, Any]:
        """Write what changed; what the manifest must keep."""
        self.table.save(folder, whole=whole)
        self._name_files.save(folder, self._name_changes, self._pack_names, whole=whole)
        self._name_changes = set()
        return {
            "rows": self.table.files.names,
            "names": self._name_files.names,
            "count": self.table.count,
            "places": self.places.pack(),
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
        self.places.unpack(part["places"])
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
