"""All that plain words tell of people: one statement may name a sister and where she works."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.extract.plain import abodes, bodies, bonds, lives, people, selves, trades
from graphmem.extract.plain.mistaken import MADE_UP
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim

READERS = (bonds, people, bodies, lives, selves, trades, abodes)


def of_stretch(stretch: Stretch) -> Iterable[Claim]:
    """What one statement tells of people; what two readers find counts once."""
    if MADE_UP.search(stretch.reading.sentence.text):
        return []
    seen: set[tuple[str, ...]] = set()
    found: list[Claim] = []
    for reader in READERS:
        for claim in reader.of_stretch(stretch):
            target = claim.object_name
            key = (claim.subject.name.lower(), claim.predicate, target.lower())
            if key not in seen:
                seen.add(key)
                found.append(claim)
    return found
