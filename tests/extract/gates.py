"""Reads what people say with every reader, also where its gate is closed, and prints which gate kept a claim out.

python -m tests.extract.gates

`only_where` names a second time the patterns that a reader asks: one that is missing there is silently lost. So each
reader is asked at a closed gate, too, and must find nothing there. Printed is a JSON object: `lost`, a reader and a
text for each claim behind a closed gate; `gates`, how many there are; `patterns`, how many they name; and `alone`, how
many of these were once all that opened the gate to a claim, so that the gate without them would be found out.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from graphmem.config import Settings
from graphmem.extract import sieve
from graphmem.model import Message
from graphmem.temporal import parse_time

CASES = Path(__file__).resolve().parents[1] / "bench" / "extract"


class Gates:
    """Stands for `only_where`, and asks each reader everywhere."""

    def __init__(self) -> None:
        self.lost: list[tuple[str, str]] = []
        self.named: list[tuple[str, sieve.Pattern]] = []
        self.alone: set[int] = set()
        self.count = 0

    def only_where(self, *tables: Any) -> Callable[[Callable[..., Iterable[Any]]], Any]:
        """The gate of a reader, which notes what it keeps out."""
        self.count += 1
        first = len(self.named)
        patterns = list(sieve.patterns_in(tables))

        def gated(reader: Callable[..., Iterable[Any]]) -> Callable[..., list[Any]]:
            name = f"{reader.__module__}.{reader.__name__}"
            self.named += [(name, pattern) for pattern in patterns]

            def read(said: sieve.Said, /, *more: Any, **named: Any) -> list[Any]:
                found = list(reader(said, *more, **named))
                if found:
                    opened = [place for place, one in enumerate(patterns, first) if one.can(said.text)]
                    if not opened:
                        self.lost.append((name, said.text))
                    elif len(opened) == 1:
                        self.alone.update(opened)
                return found

            return read

        return gated


def conversations() -> list[list[tuple[str, str, str]]]:
    """Turns as (role, when it was said, text): all golden cases, and every sixth of those that may be looked at."""
    from tests.bench.extract.sentences import SHOWN, SPLITS, read_cases  # which imports the readers
    from tests.extract.test_golden import CLAIMS, SILENT

    found = [case.turns for case in (*CLAIMS, *SILENT)]
    for split in sorted(SHOWN):
        found += [
            [(role, f"{day}T10:00:00Z", text) for role, day, text in case.turns]
            for case in read_cases(CASES / SPLITS[split])[::6]
        ]
    return found


def main() -> None:
    gates = Gates()
    sieve.only_where = gates.only_where  # before the readers are imported
    messages = [
        Message(f"msg_{number}_{place}", f"ses_{number}", role, text, place, parse_time(said))
        for number, turns in enumerate(conversations())
        for place, (role, said, text) in enumerate(turns)
    ]
    from graphmem.extract.spacy import SpacyExtractor

    with tempfile.TemporaryDirectory() as home:
        SpacyExtractor(Settings(home, environ={})).extract(messages)
    counts = {"gates": gates.count, "patterns": len(gates.named), "alone": len(gates.alone)}
    sys.stdout.write(json.dumps({"lost": gates.lost, **counts}))


if __name__ == "__main__":
    main()
