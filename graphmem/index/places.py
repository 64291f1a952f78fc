"""Where things were said: a client and a project are a place; for a filter out comes which places it means.

A message has one place. What was said in several keeps a mask with a bit for each place: exact up to 64 places in
a store, and beyond that a first look, after which the messages themselves are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

NOWHERE, MANY = 0, 0xFFFFFFFF
BITS = 64


def bit(place: int) -> int:
    """The bit of a place in a mask."""
    return 1 << ((place - 1) % BITS) if place else 0


class Places:
    """Numbers for the names of clients, projects, scopes and predicates, and for the pairs that are places."""

    def __init__(self) -> None:
        self.strings: list[str] = [""]
        self.pairs: list[tuple[int, int]] = [(0, 0)]
        self._codes = {"": 0}
        self._places: dict[tuple[int, int], int] = {}
        self._meant: dict[tuple[str | None, str | None, int], tuple[np.ndarray, np.uint64]] = {}

    def string(self, text: str) -> int:
        """The code of a string; the writer's."""
        code = self._codes.get(text)
        if code is None:
            code = self._codes[text] = len(self.strings)
            self.strings.append(text)
        return code

    def known(self, text: str) -> int:
        """The code of a string that has one, else -1."""
        return self._codes.get(text, -1)

    def place(self, client: str, project: str) -> int:
        """The number of a place; the writer's."""
        pair = self.string(client), self.string(project)
        place = self._places.get(pair)
        if place is None:
            place = self._places[pair] = len(self.pairs)
            self.pairs.append(pair)
        return place

    def names(self, places: Iterable[int]) -> tuple[tuple[str, str], ...]:
        """Client and project of each place."""
        return tuple((self.strings[self.pairs[p][0]], self.strings[self.pairs[p][1]]) for p in places if p)

    def of_mask(self, mask: int) -> list[int]:
        """The places whose bit is set: all that are meant, and others too when the mask is not `exact`."""
        return [place for place in range(1, len(self.pairs)) if mask & bit(place)]

    @property
    def exact(self) -> bool:
        """True when no two places share a bit."""
        return len(self.pairs) - 1 <= BITS

    def meant(self, project: str | None, client: str | None) -> tuple[np.ndarray, np.uint64]:
        """For each place whether it is in the project and of the client, and the mask of those that are."""
        key = (project, client, len(self.pairs))
        found = self._meant.get(key)
        if found is None:
            wanted = (
                None if client is None else self.known(client),
                None if project is None else self.known(project),
            )
            table = np.array(
                [all(w in (None, code) for w, code in zip(wanted, pair, strict=True)) for pair in self.pairs]
            )
            table[NOWHERE] = False
            mask = 0
            for place in np.flatnonzero(table).tolist():
                mask |= bit(place)
            if len(self._meant) > BITS:
                self._meant.clear()
            found = self._meant[key] = table, np.uint64(mask)
        return found

    def keep_only(self, places: Iterable[int], codes: Iterable[int]) -> None:
        """Forget every string that no place uses and that is none of these."""
        used = {0, *codes}
        for place in places:
            if place != MANY:
                used.update(self.pairs[place])
        for code, text in enumerate(self.strings):
            if code not in used and text:
                del self._codes[text]
                self.strings[code] = ""
        self._meant.clear()

    def pack(self) -> dict[str, Any]:
        """What the manifest must keep."""
        return {"strings": self.strings, "pairs": self.pairs}

    def unpack(self, part: Mapping[str, Any]) -> None:
        """Read what was packed."""
        self.strings = list(part["strings"])
        self._codes = {text: code for code, text in enumerate(self.strings) if text or not code}
        self.pairs = [(int(client), int(project)) for client, project in part["pairs"]]
        self._places = {pair: place for place, pair in enumerate(self.pairs) if place}
