"""Rows with a number and a key: numbers are dense and for ever, keys are 64-bit hashes; kept in layers of files.

The rows live in memory as one structured array (a row lies in one or two cache lines, and a filter looks at
several fields of few rows). On disk a layer holds the rows that changed since the layer before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from graphmem.index.files import Arrays, Folder
from graphmem.index.layers import tail_to_merge

_SETTLE = 1 << 15  # so many new keys stand in a dict before they become a sorted array


def hash64(text: str) -> int:
    """A stable 64-bit hash: BLAKE2b."""
    return int.from_bytes(
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
    )


class KeyTable:
    """From keys to the numbers that had them; who asks checks whether they still do."""

    def __init__(self) -> None:
        self._layers: tuple[tuple[np.ndarray, np.ndarray], ...] = ()
        self._recent: dict[int, tuple[int, ...]] = {}

    def build(self, keys: np.ndarray, numbers: np.ndarray) -> None:
        """Start anew from parallel arrays."""
        order = np.argsort(keys, kind="stable")
        self._layers, self._recent = ((keys[order], numbers[order]),), {}

    def add(self, key: int, number: int) -> None:
        """One more number for a key."""
        known = self._recent.get(key, ())
        if number not in known:
            self._recent[key] = (*known, number)
        if len(self._recent) >= _SETTLE:
            self._settle()

    def get(self, key: int) -> list[int]:
        """Every number that the key was added with."""
        found = list(self._recent.get(key, ()))
        for keys, numbers in self._layers:
            at = int(np.searchsorted(keys, np.uint64(key)))
            while at < len(keys) and int(keys[at]) == key:
                found.append(int(numbers[at]))
                at += 1
        return found

    def _settle(self) -> None:
        """Turn the recent keys into a sorted layer; readers see either the dict or the array."""
        pairs = [(key, number) for key, numbers in self._recent.items() for number in numbers]
        layer = (
            np.array([key for key, _ in pairs], np.uint64),
            np.array([number for _, number in pairs], np.uint32),
        )
        layers = [*self._layers, layer]
        count = max(1, tail_to_merge([len(keys) for keys, _ in layers]))
        keys = np.concatenate([keys for keys, _ in layers[-count:]])
        numbers = np.concatenate([numbers for _, numbers in layers[-count:]])
        order = np.argsort(keys, kind="stable")
        # A reader between the two lines finds a key twice, which is harmless.
        self._layers = (*layers[:-count], (keys[order], numbers[order]))
        self._recent = {}


class RowFiles:
    """Which rows lie in which file; the later file holds the newer row."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.layers: list[tuple[str, np.ndarray]] = []

    @property
    def names(self) -> list[str]:
        """The files, the oldest first."""
        return [name for name, _ in self.layers]

    def save(
        self,
        folder: Folder,
        changed: Iterable[int],
        pack: Callable[[np.ndarray], Arrays],
        *,
        whole: bool = False,
    ) -> None:
        """Write the rows that changed, together with small layers; with `whole` all of them in one new file."""
        fresh = np.unique(np.fromiter(changed, np.uint32))
        sizes = [len(numbers) for _, numbers in self.layers] + [len(fresh)]
        if not len(fresh) and not whole:
            return
        count = len(sizes) if whole else max(1, tail_to_merge(sizes))
        older = self.layers[len(self.layers) - count + 1 :]
        numbers = np.unique(np.concatenate([fresh, *(numbers for _, numbers in older)]))
        name = folder.write(self.kind, {"numbers": numbers, **pack(numbers)})
        self.layers = [*self.layers[: len(self.layers) - count + 1], (name, numbers)]

    def load(self, folder: Folder, names: Sequence[str], unpack: Callable[[Arrays], Any]) -> None:
        """Read the files, the oldest first."""
        for name in names:
            arrays = folder.map(name)
            self.layers.append((name, np.array(arrays["numbers"])))
            unpack(arrays)


class Table:
    """A growing array of rows that have a field `key`, found by it.

    Only one thread writes. Rows are changed in place while nobody reads (the index has a gate for that); new rows
    beyond `count` are nobody's business until they are counted.
    """

    def __init__(self, kind: str, dtype: np.dtype[Any]) -> None:
        self.rows: np.ndarray[Any, Any] = np.zeros(1024, dtype)
        self.count = 0
        self.changed: set[int] = set()
        self.keys = KeyTable()
        self.files = RowFiles(kind)

    def find(self, key: int) -> int | None:
        """The number of the row that has the key."""
        for number in self.keys.get(key):
            if int(self.rows["key"][number]) == key:
                return number
        return None

    def add(self, key: int) -> int:
        """The number of a new row, zero but for its key."""
        number = self.count
        if number == len(self.rows):
            grown = np.zeros(2 * number, self.rows.dtype)
            grown[:number] = self.rows
            self.rows = grown
        self.rows["key"][number] = key
        self.count = number + 1
        self.keys.add(key, number)
        self.changed.add(number)
        return number

    def put(self, numbers: np.ndarray, rows: np.ndarray) -> None:
        """Replace whole rows; their keys stay as they were."""
        self.rows[numbers] = rows
        self.changed.update(numbers.tolist())

    def erase(self, numbers: np.ndarray) -> None:
        """Make rows zero: nothing that was in them remains, and no key finds them."""
        self.rows[numbers] = np.zeros(1, self.rows.dtype)
        self.changed.update(numbers.tolist())

    def save(self, folder: Folder, *, whole: bool = False) -> None:
        """Write what changed."""
        self.files.save(folder, self.changed, lambda numbers: {"rows": self.rows[numbers]}, whole=whole)
        self.changed = set()

    def load(self, folder: Folder, names: Sequence[str], count: int) -> None:
        """Read what was saved."""
        self.rows = np.zeros(max(1024, count + count // 8), self.rows.dtype)
        self.count = count

        def unpack(arrays: Arrays) -> None:
            self.rows[arrays["numbers"]] = arrays["rows"]

        self.files.load(folder, names, unpack)
        numbers = np.flatnonzero(self.rows["key"][:count]).astype(np.uint32)
        self.keys.build(self.rows["key"][numbers], numbers)
